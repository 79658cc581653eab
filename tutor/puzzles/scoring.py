"""Counting first answers: one row a puzzle, one write an answer."""

from __future__ import annotations

from django.db.models import F

from tutor.puzzles.models import PuzzleTally
from tutor.puzzles.rating import difficulty


def count(puzzle: str, *, right: bool) -> None:
    """Count the first answer that a visitor has given to a puzzle."""
    name = "right" if right else "wrong"
    if not PuzzleTally.objects.filter(pk=puzzle).update(**{name: F(name) + 1}):
        PuzzleTally.objects.bulk_create([PuzzleTally(pk=puzzle, **{name: 1})], ignore_conflicts=True)


def difficulties(levels: dict[str, int]) -> dict[str, float]:
    """Return how hard puzzles are, by their computed levels and the answers so far."""
    tallies = {row.pk: row for row in PuzzleTally.objects.all()}
    return {
        key: difficulty(level, tallies[key].right, tallies[key].wrong) if key in tallies else difficulty(level, 0, 0)
        for key, level in levels.items()
    }
