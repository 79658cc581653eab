"""What is not kept for ever: fresh puzzles that nobody has tried."""

from __future__ import annotations

from datetime import datetime, timedelta

from tutor.learners.models import PuzzleAttempt
from tutor.puzzles.models import FreshPuzzle

UNTRIED = timedelta(days=90)
"""How long an address of a fresh puzzle holds that nobody has answered. One that was answered stays as long as that."""


def forget_untried(now: datetime) -> int:
    """Delete the fresh puzzles that nobody has tried for long, and return how many."""
    tried = PuzzleAttempt.objects.values("puzzle")
    deleted, _each = FreshPuzzle.objects.filter(made__lt=now - UNTRIED).exclude(pk__in=tried).delete()
    return deleted
