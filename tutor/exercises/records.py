"""What has happened in a deal, told line by line: a trick is one line, so are the draws after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.cards import Card, Suit
from engine.events import CardAnswered, CardDrawn, CardLed, DealEnded, Event, PointsReleased, StockUsedUp, TrickWon
from engine.seats import Seat
from engine.tricks import answer_wins
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


def earlier(tricks: Sequence[Sequence[str]], trump: Suit) -> tuple[str, ...]:
    """Return tricks that were taken before a position, a line each. A trick is written as card led, answer, winner."""
    happened: list[Event] = []
    for led_code, answer_code, winner_name in tricks:
        led, answer, winner = Card.parse(led_code), Card.parse(answer_code), Seat[winner_name]
        leader = winner.other if answer_wins(led, answer, trump) else winner
        happened += [
            CardLed(leader, led),
            CardAnswered(leader.other, answer),
            TrickWon(winner, led, answer, led.points + answer.points),
        ]
    return told(happened)
