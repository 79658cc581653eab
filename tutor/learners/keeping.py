"""What a visitor does with everything at once: take it along as a file, bring it back, reset it, undo that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db import transaction

from tutor.learners.models import DealResult, PuzzleAttempt, RuleReview, StepProgress, Visitor
from tutor.learners.preferences import Preferences, preferences_of, remember
from tutor.learners.records import RECORDS, Merged, absorb, combine, placed_now, records_of, take_away, wipe
from tutor.learners.services import Session, ensure_visitor, visitor_of
from tutor.learners.transfer import Contents, Known, Owner, read, write

UNDO = timedelta(minutes=10)
"""How long a reset can be undone."""
IDLE = timedelta(days=400)
"""How long progress without an account is kept after its last change; a session lasts a year."""

EXTRAS: dict[str, Callable[[Visitor], Any]] = {}
"""What other apps keep of a visitor, for the reader of a file alone: part of the file -> what it holds, as plain data."""

Way = Literal["merge", "replace"]


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: entries that came in, entries that got better, those that were known, those left out."""

    added: int
    improved: int
    same: int
    unknown: int


def export(session: Session, known: Known, now: datetime) -> bytes:
    """Return everything that is kept of the visitor as a file."""
    visitor = visitor_of(session)
    touched = records_of(StepProgress).of(visitor) if visitor else []
    reviews = records_of(RuleReview).of(visitor) if visitor else []
    puzzles = records_of(PuzzleAttempt).of(visitor) if visitor else []
    deals = records_of(DealResult).of(visitor) if visitor else []
    steps = [row for row in touched if row.step in known.steps]
    others = [row for row in (*touched, *puzzles) if row.answer or row.draft]
    extras = {name: part(visitor) for name, part in EXTRAS.items()} if visitor else {}
    contents = Contents(
        steps, reviews, preferences_of(session), others=others, puzzles=puzzles, deals=deals, extras=extras
    )
    return write(contents, _owner(visitor), now)


def _owner(visitor: Visitor | None) -> Owner:
    user = visitor.user if visitor else None
    return Owner(user.first_name or user.get_username(), user.email, user.date_joined) if user else Owner()


@transaction.atomic
def take_in(session: Session, raw: bytes, way: Way, known: Known, now: datetime) -> Imported:
    """Take in a file: merge it with what there is, or put it in its place. The latter can be undone.

    A setting of the file holds where nothing else has been chosen on this device.

    Raises:
        BadFileError: the file is not taken, and nothing has changed.
    """
    contents = read(raw, known, now)
    visitor = ensure_visitor(session)
    aside = _set_aside(visitor, now) if way == "replace" else None
    steps = combine(records_of(StepProgress), visitor, contents.steps)
    reviews = combine(records_of(RuleReview), visitor, contents.reviews)
    puzzles = combine(records_of(PuzzleAttempt), visitor, contents.puzzles)
    deals = combine(records_of(DealResult), visitor, contents.deals)
    if aside is not None:
        aside.placed = placed_now(visitor)
        aside.save(update_fields=["placed"])
    chosen = {**contents.preferences.chosen, **preferences_of(session).chosen}
    remember(session, Preferences.read(chosen))
    return _told((steps, reviews, puzzles, deals), contents.unknown)


def _told(done: Sequence[Merged], unknown: int) -> Imported:
    added, improved, same = (sum(getattr(each, name) for each in done) for name in ("added", "improved", "same"))
    return Imported(added, improved, same, unknown)


def anything(session: Session) -> bool:
    """Return whether anything is kept of a visitor that a reset would take away."""
    visitor = visitor_of(session)
    return visitor is not None and any(
        records.model._default_manager.filter(visitor=visitor).exists() for records in RECORDS
    )


@transaction.atomic
def reset(session: Session, now: datetime) -> None:
    """Start from nothing. What there was stays aside for ten minutes."""
    visitor = visitor_of(session)
    if visitor is not None:
        _set_aside(visitor, now)


@transaction.atomic
def undo(session: Session, now: datetime) -> bool:
    """Bring back what was set aside; return whether there was something.

    What a file has put in its place goes, unless it was touched since. All else stays and is merged with what comes back:
    what was done since, brought by another file, or brought along from another device.
    """
    visitor = visitor_of(session)
    shadow = _shadow(visitor, now)
    if visitor is None or shadow is None or shadow.shadowed is None:
        return False
    take_away(visitor, shadow.placed or {}, shadow.shadowed)
    absorb(visitor, shadow)
    shadow.delete()
    return True


def undo_until(session: Session, now: datetime) -> datetime | None:
    """Return until when a reset can be undone, None where there is nothing to undo."""
    shadow = _shadow(visitor_of(session), now)
    return shadow.shadowed + UNDO if shadow and shadow.shadowed else None


def forget_old_shadows(now: datetime) -> int:
    """Delete for good what can no longer be brought back; return of how many visitors."""
    return Visitor.objects.filter(shadowed__lte=now - UNDO).delete()[1].get("learners.Visitor", 0)


def forget_idle_visitors(now: datetime) -> int:
    """Delete visitors without an account whose session is long over; return how many."""
    idle = Visitor.objects.filter(user=None, shadow_of=None, created__lte=now - IDLE)
    for records in RECORDS:
        used = records.model._default_manager.filter(updated__gt=now - IDLE).values("visitor")
        idle = idle.exclude(pk__in=used)
    return idle.delete()[1].get("learners.Visitor", 0)


CLEANERS: dict[str, Callable[[datetime], int]] = {"resets": forget_old_shadows, "visitors": forget_idle_visitors}
"""What ``manage.py tidy`` deletes, by its name there. An app above this one adds its own when it is ready."""


def _shadow(visitor: Visitor | None, now: datetime) -> Visitor | None:
    if visitor is None:
        return None
    return Visitor.objects.filter(shadow_of=visitor, shadowed__gt=now - UNDO).first()


def _set_aside(visitor: Visitor, now: datetime) -> Visitor:
    """Move everything to the shadow of a visitor, who has one at most: nothing is lost by two resets. Return the shadow."""
    forget_old_shadows(now)
    shadow, _created = Visitor.objects.get_or_create(shadow_of=visitor)
    absorb(shadow, visitor)
    wipe(visitor)
    shadow.shadowed, shadow.placed = now, None
    shadow.save(update_fields=["shadowed", "placed"])
    return shadow
