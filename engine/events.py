"""What happened, as frozen values. Pages and status lines are told from these."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Suit
from engine.scoring import Outcome
from engine.seats import Seat


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
