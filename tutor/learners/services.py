"""Progress of a visitor without an account."""

from __future__ import annotations

import uuid
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from tutor.learners.models import StepProgress, Visitor

SESSION_KEY = "visitor"

Session = MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tally:
    """How far a visitor is in one lesson."""

    touched: int = 0
    solved: int = 0
    first_try: int = 0


def progress_of(session: Session, step: str) -> StepProgress | None:
    """Return what is remembered of a step. Looking creates nothing and sets no cookie."""
    visitor = _visitor_id(session)
    if visitor is None:
        return None
    return StepProgress.objects.filter(visitor_id=visitor, step=step).first()


def act(
    session: Session, lesson: str, step: str, seen: int, change: Callable[[StepProgress], None]
) -> tuple[StepProgress, bool]:
    """Apply a change to a visitor's step, once.

    ``seen`` is the number of actions that the form knew. If the step has moved on since (a doubled post, a second
    tab, the Back button), nothing is changed. Returns the progress and whether the change was applied.
    """
    visitor = _ensure_visitor(session)
    with transaction.atomic():
        # SQLite locks the whole database here (transaction_mode IMMEDIATE), others the row: no two posts overlap.
        progress, _created = StepProgress.objects.select_for_update().get_or_create(
            visitor=visitor, step=step, defaults={"lesson": lesson}
        )
        if progress.actions != seen:
            return progress, False
        change(progress)
        progress.actions += 1
        progress.save()
    return progress, True


def tallies(session: Session) -> dict[str, Tally]:
    """Return how far the visitor is, by lesson."""
    visitor = _visitor_id(session)
    found: dict[str, Tally] = {}
    if visitor is None:
        return found
    for progress in StepProgress.objects.filter(visitor_id=visitor):
        before = found.get(progress.lesson, Tally())
        found[progress.lesson] = Tally(
            before.touched + 1,
            before.solved + progress.solved,
            before.first_try + bool(progress.solved and progress.first_try),
        )
    return found


def solved_steps(session: Session, lesson: str) -> set[str]:
    """Return the keys of the steps of a lesson that the visitor has solved."""
    visitor = _visitor_id(session)
    if visitor is None:
        return set()
    rows = StepProgress.objects.filter(visitor_id=visitor, lesson=lesson, solved=True)
    return set(rows.values_list("step", flat=True))


def _visitor_id(session: Session) -> uuid.UUID | None:
    key = session.get(SESSION_KEY)
    try:
        return uuid.UUID(key) if isinstance(key, str) else None
    except ValueError:
        return None


def _ensure_visitor(session: Session) -> Visitor:
    known = _visitor_id(session)
    visitor = Visitor.objects.filter(pk=known).first() if known else None
    if visitor is None:
        visitor = Visitor.objects.create()
        session[SESSION_KEY] = str(visitor.pk)
    return visitor
