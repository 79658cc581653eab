"""Progress of a visitor, with or without an account."""

from __future__ import annotations

import uuid
from collections.abc import Callable, MutableMapping, Sequence
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from engine.ruleset import Ruleset
from tutor.learners.models import PuzzleAttempt, StepProgress, Visitor
from tutor.learners.preferences import preferences_of

SESSION_KEY = "visitor"

CHANGING = ("phase", "actions", "answer", "draft", "hint", "shown", "tries", "first_try", "solved")
"""The columns that an action can change."""

Session = MutableMapping[str, Any]
Tried = TypeVar("Tried", StepProgress, PuzzleAttempt)
"""A row that counts its actions."""


def lesson_progress(session: Session, lesson: str) -> dict[str, StepProgress]:
    """Return what is remembered of a lesson, by step. Looking creates nothing and sets no cookie."""
    visitor = visitor_id(session)
    if visitor is None:
        return {}
    return {row.step: row for row in StepProgress.objects.filter(visitor_id=visitor, lesson=lesson)}


def act(
    session: Session,
    row: Tried,
    seen: int,
    change: Callable[[Tried], None],
    *,
    counts: bool = True,
    changing: Sequence[str] = CHANGING,
) -> bool:
    """Apply a change to a visitor's step or puzzle, once; return whether it was applied.

    ``changing`` are the columns that the change can touch. ``counts``: it is an action, so that forms that do not know it are stale. ``seen`` is the number of actions that
    the form knew. If the row has moved on since (a doubled post, a second tab, the Back button), nothing is changed:
    it is written only where it still says ``seen``.
    """
    if row.actions != seen:
        return False
    change(row)
    row.actions += counts
    if row.pk is None:
        return _first_action(session, row)
    values = {name: getattr(row, name) for name in changing}
    rows = type(row)._default_manager.filter(pk=row.pk, actions=seen)
    return rows.update(**values, updated=timezone.now()) == 1


def _first_action(session: Session, row: Tried) -> bool:
    row.visitor = ensure_visitor(session)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return False  # another post of the same visitor was faster
    return True


def current_ruleset(session: Session) -> Ruleset:
    """Return the ruleset that a visitor plays with; the classic one until another is chosen."""
    return preferences_of(session).rules


def count_shown(session: Session) -> bool:
    """Return whether the points of the deal under way are shown."""
    return preferences_of(session).count == "shown"


def asks_first(session: Session) -> bool:
    """Return whether closing the stock and claiming are asked about before they are done."""
    return preferences_of(session).sure == "ask"


def visitor_of(session: Session) -> Visitor | None:
    """Return the visitor of a session with account and shadow, None before the first answer. Looking creates nothing."""
    key = visitor_id(session)
    return Visitor.objects.select_related("user", "shadow").filter(pk=key).first() if key else None


def touched_steps(session: Session) -> list[StepProgress]:
    """Return every step that a visitor has touched."""
    key = visitor_id(session)
    return list(StepProgress.objects.filter(visitor_id=key)) if key else []


def visitor_id(session: Session) -> uuid.UUID | None:
    """Return the key that a session holds; whether there is such a visitor is another question."""
    key = session.get(SESSION_KEY)
    try:
        return uuid.UUID(key) if isinstance(key, str) else None
    except ValueError:
        return None


def ensure_visitor(session: Session) -> Visitor:
    """Return the visitor of a session, who is made now where there was none.

    Raises:
        TooManyNewcomersError: too many have come from this address; the middleware answers with 429.
    """
    key = visitor_id(session)
    if key is not None:
        visitor, _created = Visitor.objects.get_or_create(pk=key)
    else:
        visitor = _newcomer(session)
    session[SESSION_KEY] = str(visitor.pk)
    return visitor


class TooManyNewcomersError(Exception):
    """So many visitors have come from one address that this one has to wait, for so many seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"{wait} seconds")
        self.wait = wait


SAME_INSTANT = 60
"""Seconds within which two first posts of one browser are those of one visitor."""


def _newcomer(session: Session) -> Visitor:
    """Return a new visitor; two first posts of a browser in the same instant get the same one.

    Neither post has a session yet, but both bring the random token that their page gave them against forged forms
    (``tutor.learners.middleware``). Later on that token leads to nobody: the key of a visitor is no second password.

    Raises:
        TooManyNewcomersError: too many have come from this address.
    """
    wait = session.newcomer_waits() if hasattr(session, "newcomer_waits") else None
    if wait is not None:
        raise TooManyNewcomersError(wait)
    token = getattr(session, "form_token", "")
    if not token:
        return Visitor.objects.create()
    key = uuid.UUID(bytes=salted_hmac("tutor.learners.newcomer", token, algorithm="sha256").digest()[:16], version=4)
    visitor, created = Visitor.objects.get_or_create(pk=key)
    age = abs((timezone.now() - visitor.created).total_seconds())  # clocks differ, and may be set back
    if created or (visitor.user_id is None and visitor.shadow_of_id is None and age < SAME_INSTANT):
        return visitor
    return Visitor.objects.create()
