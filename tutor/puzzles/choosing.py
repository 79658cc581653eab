"""Which puzzles there are, how a visitor stands with each, and which one comes next."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from django.db.models import Q

from tutor.learners.models import PuzzleAttempt
from tutor.learners.reviews import rules_due
from tutor.learners.services import Session, visitor_id
from tutor.puzzles.daily import FIRST, daily
from tutor.puzzles.models import FreshPuzzle, Puzzle, Theme
from tutor.puzzles.rating import level_at, skill, start
from tutor.puzzles.scoring import difficulties
from tutor.puzzles.walking import MISSED, TO_DO, Walk

NEAR = 60
"""Puzzles next to the visitor's own number from which the next one of the mixed set is drawn."""


class Standing(StrEnum):
    """How a visitor stands with a puzzle. Solved ``alone``: at the first try, with no more than the first hint."""

    NEW = "new"
    ALONE = "alone"
    LATER = "later"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Listed:
    """A stored puzzle in a list."""

    key: str
    theme: str
    level: int
    presets: str
    standing: Standing

    @property
    def done(self) -> bool:
        """It is solved, at whatever try."""
        return self.standing in (Standing.ALONE, Standing.LATER)


@dataclass(frozen=True, slots=True)
class Room:
    """Everything that the room of the puzzles shows. ``listed`` are the puzzles that the walk asks for."""

    walk: Walk
    themes: Sequence[Theme]
    listed: Sequence[Listed]
    today: Listed | None
    mistakes: int
    rules_due: int
    own_level: int | None


def standing_of(attempt: PuzzleAttempt) -> Standing:
    """Return how a puzzle stands by its attempt."""
    if attempt.missed is not None:
        return Standing.MISSED
    if not attempt.solved:
        return Standing.NEW
    return Standing.ALONE if attempt.first_try else Standing.LATER


def standings(session: Session) -> dict[str, Standing]:
    """Return how a visitor stands with every puzzle that was touched."""
    key = visitor_id(session)
    rows = PuzzleAttempt.objects.filter(visitor_id=key).only("puzzle", "missed", "solved", "first_try") if key else ()
    return {row.puzzle: standing_of(row) for row in rows}


def listed(known: Mapping[str, Standing], theme: str = "") -> list[Listed]:
    """Return all stored puzzles, or those of a theme, in their order."""
    rows = Puzzle.objects.values_list("pk", "theme_id", "level", "presets")
    if theme:
        rows = rows.filter(theme_id=theme)
    return [Listed(*row, standing=known.get(row[0], Standing.NEW)) for row in rows]


def wanted(puzzles: Iterable[Listed], walk: Walk) -> list[Listed]:
    """Return the puzzles that a walk asks for."""
    return [
        each
        for each in puzzles
        if (not walk.level or each.level == walk.level)
        and (not walk.rules or f" {walk.rules} " in each.presets)
        and (not walk.family or each.theme[0] == walk.family)
        and (walk.state != TO_DO or not each.done)
        and (walk.state != MISSED or each.standing is Standing.MISSED)
    ]


def room(session: Session, walk: Walk, now: datetime) -> Room:
    """Return everything that the room of the puzzles shows."""
    known = standings(session)
    every = listed(known)
    key_of_day = daily(now.date(), ((each.key, each.level) for each in every))
    return Room(
        walk=walk,
        themes=tuple(Theme.objects.all()),
        listed=wanted(every, walk),
        today=next((each for each in every if each.key == key_of_day), None),
        mistakes=sum(standing is Standing.MISSED for standing in known.values()),
        rules_due=rules_due(session, now),
        own_level=own_level(session),
    )


def own_rating(session: Session) -> float | None:
    """Return the number of the puzzles that a visitor solves half of the time; None before the first answer."""
    key = visitor_id(session)
    if not key:
        return None
    rows = PuzzleAttempt.objects.filter(visitor_id=key, counted=True).order_by("pk").values_list("level", "first_try")
    return skill((level, bool(first_try)) for level, first_try in rows)


def own_level(session: Session) -> int | None:
    """Return the level of the puzzles that a visitor solves half of the time; None before the first answer."""
    rating = own_rating(session)
    return None if rating is None else level_at(rating)


def key_of_day(day: date, today: date) -> str:
    """Return the puzzle of a day; nothing where that day has none, or none yet."""
    if not FIRST <= day <= today:
        return ""
    return daily(day, Puzzle.objects.values_list("pk", "level")) or ""


def days_with_standing(session: Session, days: Iterable[date]) -> list[tuple[date, Listed]]:
    """Return the puzzle of each of some days."""
    every = listed(standings(session))
    levels = [(each.key, each.level) for each in every]
    by_key = {each.key: each for each in every}
    return [(day, by_key[key]) for day in days if (key := daily(day, levels)) is not None]


def theme_by_slug(slug: str) -> Theme | None:
    """Return a theme by its address, or by its key, as lessons name it."""
    return Theme.objects.filter(Q(slug=slug) | Q(pk=slug)).first()


def of_theme(session: Session, theme: Theme, walk: Walk) -> list[Listed]:
    """Return the puzzles of a theme that a walk asks for."""
    return wanted(listed(standings(session), theme.pk), walk)


def next_puzzle(session: Session, walk: Walk, theme: str, after: str, rng: random.Random) -> str | None:
    """Return the puzzle to go to after another one; None where the set has no more.

    Within a theme the order of the list holds. The mixed set draws first a theme and then a puzzle, of the level that was
    chosen, else near the visitor's own.
    """
    left = [each for each in wanted(listed(standings(session), theme), walk) if not each.done and each.key != after]
    if theme:
        return _after(left, session, theme, after)
    fresh = [each for each in left if each.standing is Standing.NEW] or left
    if not fresh:
        return None
    if not walk.level:
        hard = difficulties({each.key: each.level for each in fresh})
        own = own_rating(session) or start(1)
        fresh = sorted(fresh, key=lambda each: abs(hard[each.key] - own))[:NEAR]
    drawn = rng.choice(sorted({each.theme for each in fresh}))
    return rng.choice([each.key for each in fresh if each.theme == drawn])


def _after(left: Sequence[Listed], session: Session, theme: str, after: str) -> str | None:
    """Return the first of the puzzles left that comes after one in the list of the theme, else the first of all."""
    order = list(Puzzle.objects.filter(theme_id=theme).values_list("pk", flat=True))
    place = order.index(after) if after in order else -1
    later = [each.key for each in left if order.index(each.key) > place]
    return (later or [each.key for each in left] or [None])[0]


def like(session: Session, theme: str, level: int, after: str, rng: random.Random) -> str | None:
    """Return a stored puzzle of a theme, next to a level: one that is not solved, else any other."""
    others = [each for each in listed(standings(session), theme) if each.key != after]
    open_ones = [each for each in others if each.standing is Standing.NEW] or others
    if not open_ones:
        return None
    nearest = min(abs(each.level - level) for each in open_ones)
    return rng.choice([each.key for each in open_ones if abs(each.level - level) == nearest])


@dataclass(frozen=True, slots=True)
class Mistake:
    """A puzzle that was missed. ``seen`` is the number of its actions, for the form that begins it anew."""

    key: str
    theme: Theme
    level: int
    rule: str
    seen: int
    missed: datetime


def mistakes(session: Session) -> list[Mistake]:
    """Return the puzzles that a visitor has missed and not solved on a later day, the oldest first."""
    key = visitor_id(session)
    if not key:
        return []
    rows = list(PuzzleAttempt.objects.filter(visitor_id=key, missed__isnull=False).order_by("missed"))
    themes = {theme.pk: theme for theme in Theme.objects.all()}
    keys = [row.puzzle for row in rows]
    there = set(Puzzle.objects.filter(pk__in=keys).values_list("pk", flat=True))
    there |= set(FreshPuzzle.objects.filter(pk__in=keys).values_list("pk", flat=True))
    return [
        Mistake(row.puzzle, themes[row.theme], row.level, row.rule, row.actions, row.missed)
        for row in rows
        if row.puzzle in there and row.missed is not None
    ]
