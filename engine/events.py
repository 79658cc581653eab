"""What happened, as frozen values. Pages and status lines are told from these."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from engine.cards import PACK_24, Card, Suit
from engine.scoring import Outcome
from engine.seats import Seat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CardLed:
    """A player led a card."""

    by: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardAnswered:
    """A player answered the card led."""

    by: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick went to a player; ``points`` are its card points."""

    by: Seat
    led: Card
    answer: Card
    points: int


@dataclass(frozen=True, slots=True)
class PointsReleased:
    """Pending marriage points count now."""

    by: Seat
    points: int


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A player drew a card. ``face_up``: it was the face-up trump, which both players know."""

    by: Seat
    card: Card
    face_up: bool


@dataclass(frozen=True, slots=True)
class StockUsedUp:
    """The last two cards of the stock were drawn."""


@dataclass(frozen=True, slots=True)
class MarriageAnnounced:
    """A player announced a marriage worth ``points``; ``pending``: they wait for a trick."""

    by: Seat
    suit: Suit
    points: int
    pending: bool


@dataclass(frozen=True, slots=True)
class TrumpExchanged:
    """A player laid the lowest trump in place of the face-up trump."""

    by: Seat
    gave: Card
    took: Card


@dataclass(frozen=True, slots=True)
class StockClosed:
    """A player closed the stock."""

    by: Seat


@dataclass(frozen=True, slots=True)
class SixtySixClaimed:
    """A player claimed 66."""

    by: Seat


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal has ended."""

    outcome: Outcome


Event = (
    CardLed
    | CardAnswered
    | TrickWon
    | PointsReleased
    | CardDrawn
    | StockUsedUp
    | MarriageAnnounced
    | TrumpExchanged
    | StockClosed
    | SixtySixClaimed
    | DealEnded
)


def by_card(make: Callable[[Seat, Card], T]) -> tuple[tuple[T, ...], ...]:
    """Make a value for each player and each card, to be looked up by ``[seat][card.index]``.

    There are few plays and draws, and every deal needs them again: looking one up takes a tenth of making it.
    """
    return tuple(tuple(make(seat, card) for card in PACK_24) for seat in Seat)


LED: Final = by_card(CardLed)
ANSWERED: Final = by_card(CardAnswered)
DRAWN_UNSEEN: Final = by_card(lambda seat, card: CardDrawn(seat, card, False))
WON: Final = by_card(
    lambda seat, led: tuple(TrickWon(seat, led, answer, led.points + answer.points) for answer in PACK_24)
)
"""Tricks won, by ``[winner][led.index][answer.index]``."""
