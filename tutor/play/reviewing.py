"""The review of a finished deal: worked out once, kept, and what follows from it for the learner.

The coach takes about a second for a deal. Whoever asks first does the work, others are told to look again; should that
one never come back, the next one begins anew.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from django.db import transaction

from engine.review import Review, review
from engine.review_data import read_review, write_review
from tutor.exercises.deals import LEARNER
from tutor.play import learning, statistics
from tutor.play.deals import history, tries_of
from tutor.play.models import DealReview, Game

PATIENCE = timedelta(seconds=30)
"""After that long nobody is at work any more."""


def known_review(game: Game) -> Review | None:
    """Return the review of a game if it has been worked out, and by this version. Nothing is written."""
    row = DealReview.objects.filter(game=game).first()
    return None if row is None or row.data is None else _read(game, row)


def worked_out(game: Game, now: datetime) -> Review | None:
    """Return the review, which is worked out now unless it is known; None while somebody else is at it."""
    row = DealReview.objects.filter(game=game).first()
    known = None if row is None or row.data is None else _read(game, row)
    if known is not None:
        return known
    if row is None:
        DealReview.objects.bulk_create([DealReview(game=game)], ignore_conflicts=True)
    elif row.data is not None:  # another version has written it
        DealReview.objects.filter(pk=row.pk).update(data=None, started=None)
    if not _taken(game, now):
        return None
    found = _review(game)
    with transaction.atomic():
        # Only one of two that were at it has the right to count what follows.
        if DealReview.objects.filter(game=game, data__isnull=True).update(data=write_review(found), started=None):
            learning.take_note(game, found, now)
            statistics.note_review(game, found)
    return found


def _review(game: Game) -> Review:
    found = history(game)
    return review(found.start, found.actions, LEARNER, random.Random(f"review:{game.key}"), tries_of(game))


def _taken(game: Game, now: datetime) -> bool:
    """Put one's name to the work, if nobody's stands there."""
    free = DealReview.objects.filter(game=game, data__isnull=True)
    idle = free.filter(started=None) | free.filter(started__lt=now - PATIENCE)
    return bool(idle.update(started=now))


def _read(game: Game, row: DealReview) -> Review | None:
    found = history(game)
    try:
        return read_review(row.data, found.start, found.actions)
    except ValueError:
        return None
