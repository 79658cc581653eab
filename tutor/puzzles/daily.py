"""The puzzle of a day: the same for everybody, and the same again whenever somebody asks for that day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from hashlib import sha256

FIRST = date(2026, 11, 1)
"""The day with which the archive begins."""
WEEK = (1, 2, 2, 3, 3, 4, 5)
"""The level of each day, from Monday to Sunday: a week begins easy and ends hard."""


def daily(day: date, puzzles: Iterable[tuple[str, int]]) -> str | None:
    """Return the puzzle of a day out of puzzles with their levels.

    Each puzzle draws a number for the day, and the highest of the right level is taken. So a puzzle that comes into the
    set or leaves it changes no other day than its own.

    >>> daily(date(2026, 11, 2), [("a", 1), ("b", 2)]), daily(date(2026, 11, 3), [("a", 1), ("b", 2)])
    ('a', 'b')
    """
    level = WEEK[day.weekday()]
    fitting = [key for key, its_level in puzzles if its_level == level]
    return max(fitting, key=lambda key: sha256(f"{day.isoformat()} {key}".encode()).digest(), default=None)


def month_of(day: date, today: date) -> list[date]:
    """Return the days of a month that have a puzzle by now, the latest first."""
    start = day.replace(day=1)
    days = [start + timedelta(days=number) for number in range(31)]
    return [each for each in reversed(days) if each.month == day.month and FIRST <= each <= today]


def months(today: date) -> list[date]:
    """Return the first day of each month that has puzzles, the latest first."""
    found = []
    month = today.replace(day=1)
    while month >= FIRST.replace(day=1):
        found.append(month)
        month = (month - timedelta(days=1)).replace(day=1)
    return found
