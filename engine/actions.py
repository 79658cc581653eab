"""What a player can do: one frozen value an action. ``by`` is the player who tries it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Card, Suit
from engine.seats import Seat


class Act(StrEnum):
    """The six kinds of action, as refusals and rule links name them."""

    PLAY = "play"
    DRAW = "draw"
    MARRIAGE = "marriage"
    EXCHANGE = "exchange"
    CLOSE = "close"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Play:
    """Lead a card, or answer the card led."""

    by: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Draw:
    """Refill both hands, the winner of the trick first. Named by that winner."""

    by: Seat


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce a marriage before leading one of its two cards."""

    by: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchange a card for the face-up trump. ``give`` None: the lowest trump."""

    by: Seat
    give: Card | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """Close the stock."""

    by: Seat


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim 66."""

    by: Seat


Action = Play | Draw | Announce | Exchange | Close | Claim

_ACTS = {
    Play: Act.PLAY,
    Draw: Act.DRAW,
    Announce: Act.MARRIAGE,
    Exchange: Act.EXCHANGE,
    Close: Act.CLOSE,
    Claim: Act.CLAIM,
}


def act_of(action: Action) -> Act:
    """Return the kind of an action.

    >>> act_of(Close(Seat.A)).value
    'close'
    """
    return _ACTS[type(action)]
