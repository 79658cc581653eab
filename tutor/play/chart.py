"""The expected result of a deal as a line, and the same as rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.review import Mark, Moment, Review
from engine.scoring import Outcome
from tutor.exercises.deals import LEARNER
from tutor.wording.numbers import signed

WIDTH, HEIGHT, MARGIN = 360, 150, 12
"""Size of the picture in its own units."""
LEAST_RANGE = 3
"""Game points above and below zero that the picture has room for at least."""


@dataclass(frozen=True, slots=True)
class Point:
    """A value in the picture. ``fall``: where the best action would have led; equal to ``y`` where nothing was lost."""

    x: float
    y: float
    fall: float
    tone: str


@dataclass(frozen=True, slots=True)
class Row:
    """The same in words: number of the action, what was done, the value after it, what it lost."""

    number: int
    text: str
    url: str
    value: str
    lost: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The picture. ``levels``: the lines of whole game points, as their height and number."""

    width: int
    height: int
    line: str
    points: tuple[Point, ...]
    end: Point | None
    levels: tuple[tuple[float, str], ...]
    top: str
    bottom: str


def valued(found: Review) -> tuple[Moment, ...]:
    """Return the moments at which something could be chosen."""
    return tuple(moment for moment in found.moments if moment.option is not None)


def expected(moment: Moment) -> float:
    """Return the game points that could be expected after the action that was taken."""
    assert moment.option is not None
    return moment.option.worth.value


def chart_of(found: Review, outcome: Outcome | None) -> Chart:
    """Draw the values from the first choice to the result."""
    moments = valued(found)
    values = [expected(moment) for moment in moments]
    result = _result(outcome)
    most = max([LEAST_RANGE, *(abs(value) for value in values), abs(result or 0)])
    count = len(moments) + (result is not None)

    def x(place: int) -> float:
        return round(MARGIN + place * (WIDTH - 2 * MARGIN) / max(count - 1, 1), 1)

    def y(value: float) -> float:
        bounded = max(-most, min(most, value))
        return round(HEIGHT / 2 - bounded * (HEIGHT / 2 - MARGIN) / most, 1)

    points = tuple(
        Point(x(place), y(value), y(value + moment.lost), _tone(moment))
        for place, (moment, value) in enumerate(zip(moments, values, strict=True))
    )
    end = None if result is None else Point(x(count - 1), y(result), y(result), "end")
    whole = range(-int(most), int(most) + 1)
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        line=" ".join(f"{point.x},{point.y}" for point in (*points, *((end,) if end else ()))),
        points=points,
        end=end,
        levels=tuple((y(level), "zero" if level == 0 else "") for level in whole),
        top=signed(most),
        bottom=signed(-most),
    )


def rows_of(found: Review, texts: Sequence[str], urls: Sequence[str]) -> tuple[Row, ...]:
    """Return the values as rows. ``texts`` and ``urls`` are those of all actions of the deal."""
    return tuple(
        Row(
            number=moment.number + 1,
            text=texts[moment.number],
            url=urls[moment.number],
            value=signed(expected(moment)),
            lost=signed(-moment.lost) if moment.lost else "",
        )
        for moment in valued(found)
    )


def _result(outcome: Outcome | None) -> float | None:
    if outcome is None:
        return None
    if outcome.winner is None:
        return 0.0
    return float(outcome.game_points if outcome.winner is LEARNER else -outcome.game_points)


def _tone(moment: Moment) -> str:
    if moment.mark is Mark.MISTAKE:
        return "wrong"
    return "look" if moment.mark is Mark.INEXACT else ""
