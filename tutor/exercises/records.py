"""What has happened in a deal, told line by line: a trick is one line, so are the draws after it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import CardAnswered, CardDrawn, DealEnded, Event, PointsReleased, StockUsedUp, TrickWon
from engine.seats import Seat
from tutor.wording import events

JOINS = (CardAnswered, TrickWon, PointsReleased, StockUsedUp)
"""Events that go on with the line before."""


def told(
    happened: Iterable[Event], *, points: bool = True, draws: bool = True, end: bool = True, duties: bool = False
) -> tuple[str, ...]:
    """Return events as lines, as the learner may know them. Without ``points`` nobody is told what a trick is worth.

    ``draws``: whether drawing is told; ``end``: whether the end of the deal is; ``duties``: the strict rules are named.
    """
    lines: list[str] = []
    before: Event | None = None
    for event in happened:
        if (isinstance(event, CardDrawn | StockUsedUp) and not draws) or (isinstance(event, DealEnded) and not end):
            continue
        line = events.tell([event], Seat.A, duties=duties, points=points)
        joined = isinstance(event, JOINS) or (isinstance(event, CardDrawn) and isinstance(before, CardDrawn))
        if lines and joined:
            lines[-1] = f"{lines[-1]} {line}"
        else:
            lines.append(line)
        before = event
    return tuple(lines)
