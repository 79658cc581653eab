"""Progress of a visitor without an account."""

from __future__ import annotations

import uuid
from collections.abc import Callable, MutableMapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from engine.errors import ReadError
from engine.ruleset import CLASSIC, Ruleset, parse
from tutor.learners.models import StepProgress, Visitor

SESSION_KEY = "visitor"
RULESET_KEY = "ruleset"

CHANGING = ("phase", "actions", "answer", "draft", "hint", "shown", "tries", "first_try", "solved")
"""The columns that an action can change."""

Session = MutableMapping[str, Any]


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


def progress_by_lesson(session: Session) -> dict[str, dict[str, StepProgress]]:
    """Return all that is remembered of a visitor, by lesson and step."""
    visitor = _visitor_id(session)
    found: dict[str, dict[str, StepProgress]] = {}
    if visitor is None:
        return found
    for progress in StepProgress.objects.filter(visitor_id=visitor):
        found.setdefault(progress.lesson, {})[progress.step] = progress
    return found


def mastered_lessons(session: Session) -> frozenset[str]:
    """Return the lessons whose rules were right in two reviews, the second some days after the first.

    There are no reviews yet.
    """
    return frozenset()


def current_ruleset(session: Session) -> Ruleset:
    """Return the ruleset that the visitor has chosen; the classic one where none, or none that can be read."""
    written = session.get(RULESET_KEY)
    try:
        return parse(written) if isinstance(written, str) else CLASSIC
    except ReadError:
        return CLASSIC


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
