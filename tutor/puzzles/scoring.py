"""What a first answer does to the ratings of a puzzle and of a visitor: once, whatever comes twice."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tutor.learners.models import PuzzleAttempt, PuzzleSkill
from tutor.puzzles.models import PuzzleRating
from tutor.puzzles.rating import moved, start


@transaction.atomic
def rate(attempt: PuzzleAttempt) -> None:
    """Let the first answer of a visitor to a puzzle move both ratings, unless it has done so already."""
    first = PuzzleAttempt.objects.filter(pk=attempt.pk, rated=False).update(rated=True)
    attempt.rated = True
    if not first:
        return
    won = bool(attempt.first_try)
    begin = {"rating": start(attempt.level)}
    puzzle, _new = PuzzleRating.objects.get_or_create(pk=attempt.puzzle, defaults=begin)
    skill, _new = PuzzleSkill.objects.get_or_create(visitor_id=attempt.visitor_id, defaults=begin)
    before = puzzle.rating
    puzzle.rating = moved(before, skill.rating, won=not won, answers=puzzle.answers)
    skill.rating = moved(skill.rating, before, won=won, answers=skill.answers)
    skill.updated = timezone.now()
    for row in (puzzle, skill):
        row.answers += 1
        row.save()
