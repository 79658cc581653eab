"""Progress of a visitor without an account."""

from __future__ import annotations

import uuid
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from tutor.learners.models import StepProgress, Visitor

SESSION_KEY = "visitor"

CHANGING = ("phase", "actions", "answer", "draft", "hint", "shown", "tries", "first_try", "solved")
"""The columns that an action can change."""

Session = MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tally:
    """How far a visitor is in one lesson."""

    touched: int = 0
    solved: int = 0
    first_try: int = 0


def lesson_progress(session: Session, lesson: str) -> dict[str, StepProgress]:
    """Return what is remembered of a lesson, by step. Looking creates nothing and sets no cookie."""
    visitor = _visitor_id(session)
    if visitor is None:
        return {}
    return {row.step: row for row in StepProgress.objects.filter(visitor_id=visitor, lesson=lesson)}


def act(
    session: Session,
    progress: StepProgress,
    seen: int,
    change: Callable[[StepProgress], None],
    *,
    counts: bool = True,
) -> bool:
    """Apply a change to a visitor's step, once; return whether it was applied.

    ``counts``: it is an action, so that forms that do not know it are stale. ``seen`` is the number of actions that the form knew. If the step has moved on since (a doubled post, a second
    tab, the Back button), nothing is changed: the row is written only where it still says ``seen``.
    """
    if progress.actions != seen:
        return False
    change(progress)
    progress.actions += counts
    if progress.pk is None:
        return _first_action(session, progress)
    values = {name: getattr(progress, name) for name in CHANGING}
    rows = StepProgress.objects.filter(pk=progress.pk, actions=seen)
    return rows.update(**values, updated=timezone.now()) == 1


def _first_action(session: Session, progress: StepProgress) -> bool:
    progress.visitor = _ensure_visitor(session)
    try:
        with transaction.atomic():
            progress.save(force_insert=True)
    except IntegrityError:
        return False  # another post of the same visitor was faster
    return True


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


def _visitor_id(session: Session) -> uuid.UUID | None:
    key = session.get(SESSION_KEY)
    try:
        return uuid.UUID(key) if isinstance(key, str) else None
    except ValueError:
        return None


def _ensure_visitor(session: Session) -> Visitor:
    visitor, _created = Visitor.objects.get_or_create(pk=_visitor_id(session) or uuid.uuid4())
    session[SESSION_KEY] = str(visitor.pk)
    return visitor
