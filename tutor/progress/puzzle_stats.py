"""How a visitor does with puzzles: of each theme and of each rule, how many were right at the first try."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tutor.learners.models import PuzzleAttempt
from tutor.learners.services import Session, visitor_id
from tutor.puzzles.models import Theme


@dataclass(frozen=True, slots=True)
class Rate:
    """Of ``answered`` puzzles so many were right at the first try."""

    key: str
    answered: int
    right: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.right / self.answered


@dataclass(frozen=True, slots=True)
class PuzzleStats:
    """Everything together, by theme in the order of the room, and by rule: what is missed most comes first."""

    whole: Rate | None
    themes: tuple[tuple[Theme, Rate], ...] = ()
    rules: tuple[Rate, ...] = ()


def puzzle_stats(session: Session) -> PuzzleStats:
    """Return the statistics of a visitor; two queries."""
    key = visitor_id(session)
    rows = list(PuzzleAttempt.objects.filter(visitor_id=key, first_try__isnull=False)) if key else []
    if not rows:
        return PuzzleStats(None)
    by_theme = {rate.key: rate for rate in rates(rows, lambda row: row.theme)}
    return PuzzleStats(
        Rate("", len(rows), sum(bool(row.first_try) for row in rows)),
        tuple((theme, by_theme[theme.pk]) for theme in Theme.objects.filter(pk__in=by_theme)),
        tuple(sorted(rates(rows, lambda row: row.rule), key=lambda rate: (rate.share, -rate.answered, rate.key))),
    )


def rates(rows: Iterable[PuzzleAttempt], of: Callable[[PuzzleAttempt], str]) -> list[Rate]:
    """Return a rate for each key."""
    found: dict[str, list[bool]] = {}
    for row in rows:
        found.setdefault(of(row), []).append(bool(row.first_try))
    return [Rate(key, len(tries), sum(tries)) for key, tries in found.items()]
