"""Positions as bit masks, and what a ruleset compiles to: one core for every way of playing.

A card is a number: suit times six plus rank, ranks 9 J Q K T A, so that within a suit the number orders by strength.
Suits are renamed: suit 0 is the trump, the others follow in canonical order. A hand is a mask with one bit a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import Card, Rank, Suit, in_order
from engine.deal import Deal
from engine.ruleset import Ruleset
from engine.scoring import Closing, Outcome
from engine.seats import Seat

NONE: Final = -1
"""No card, no suit: nothing led, no face-up trump, nothing announced."""
CARDS: Final = range(24)
TRUMPS: Final = 0b111111
KING: Final = 3
QUEEN: Final = 2

POINTS: Final = (0, 2, 3, 4, 10, 11) * 4
"""Card points of each card."""
SAME_SUIT: Final = tuple(TRUMPS << card // 6 * 6 for card in CARDS)
"""The mask of a card's whole suit."""
HIGHER: Final = tuple(SAME_SUIT[card] & ~((2 << card) - 1) for card in CARDS)
"""The mask of the higher cards of a card's suit."""
BEATEN_BY: Final = tuple(HIGHER[card] | (TRUMPS if card >= 6 else 0) for card in CARDS)
"""The mask of the cards that win as answers to a card led (rule ``trick.win``)."""
PAIRS: Final = tuple(0b001100 << 6 * suit for suit in range(4))
"""King and queen of each suit."""
PAIR_POINTS: Final = (40, 20, 20, 20)
"""What a marriage is worth, by suit."""

_SUITS: Final = tuple(Suit)
_RANKS: Final = (Rank.NINE, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)


def _names(trump: Suit) -> tuple[Card, ...]:
    suits = (trump, *(suit for suit in _SUITS if suit is not trump))
    return tuple(Card.of(rank, suit) for suit in suits for rank in _RANKS)


CARD_OF: Final = {trump: _names(trump) for trump in _SUITS}
"""Trump -> the card behind each number."""
NUMBER_OF: Final = {
    trump: tuple(sorted(CARDS, key=lambda number: cards[number].index)) for trump, cards in CARD_OF.items()
}
"""Trump -> the number of each card, by the card's ``index``."""


@dataclass(frozen=True, slots=True)
class Core:
    """A ruleset as flags and numbers. Fields are named after the switches that they come from."""

    rules: Ruleset
    hand: int
    lowest: int
    """The card that may be exchanged for the face-up trump; ``lowest_bit`` is its mask."""
    lowest_bit: int
    pack: int
    follow: bool
    head: bool
    ruff: bool
    meld_first: bool
    meld_pending: bool
    meld_closed: bool
    meld_exhausted: bool
    king_only: bool
    meld_then_close: bool
    exchange_needs_trick: bool
    exchange_off_lead: bool
    exchange_min: int
    exchange_by_other: bool
    close: bool
    close_first: bool
    close_before_draw: bool
    close_min: int
    at_close: bool
    close_fail: str
    close_other_first: str
    bonus: int
    unclaimed: str
    both_last: bool
    spoken: bool
    false_claim: str


@lru_cache(maxsize=64)
def compiled(rules: Ruleset) -> Core:
    """Return the core of a ruleset; what does not apply becomes False, 0 or an empty word."""
    lowest = _RANKS.index(rules.lowest_rank)
    return Core(
        rules=rules,
        hand=rules.hand,
        lowest=lowest,
        lowest_bit=1 << lowest,
        pack=mask_of(card for card in CARDS if rules.deck == 24 or card % 6),
        follow=rules.strict_follow,
        head=rules.strict_head,
        ruff=rules.strict_trump,
        meld_first=rules.meld_first_lead != "forbidden",
        meld_pending=rules.meld_pending_until_trick,
        meld_closed=bool(rules.meld_after_close),
        meld_exhausted=rules.meld_after_stock,
        king_only=rules.meld_lead_card == "king",
        meld_then_close=bool(rules.meld_then_close_same_lead),
        exchange_needs_trick=rules.exchange_needs_trick,
        exchange_off_lead=rules.exchange_off_lead,
        exchange_min=rules.exchange_min_talon,
        exchange_by_other=rules.exchange_by_other_on_close,
        close=rules.close,
        close_first=bool(rules.close_first_lead),
        close_before_draw=bool(rules.close_before_draw),
        close_min=rules.close_min_talon or 0,
        at_close=rules.close_success_basis == "at_close",
        close_fail=rules.close_fail or "",
        close_other_first=rules.close_other_first or "",
        bonus=rules.last_trick_points,
        unclaimed=rules.nobody_claims,
        both_last=rules.both_66_at_end == "last_trick_1",
        spoken=rules.spoken,
        false_claim=rules.false_claim or "",
    )


# -- masks -------------------------------------------------------------------------------------------------------


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask that holds these cards.

    >>> bin(mask_of((0, 3)))
    '0b1001'
    """
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> Iterator[int]:
    """Yield the cards of a mask, lowest number first.

    >>> list(cards_of(0b1001))
    [0, 3]
    """
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def legal_answers(core: Core, hand: int, led: int) -> int:
    """Return the mask of the cards that may answer ``led`` once nobody draws.

    Rules: ``strict.follow``, ``strict.head``, ``strict.trump``. Never 0 for a hand that holds a card.
    """
    same = hand & SAME_SUIT[led]
    if same:
        if core.head and same & HIGHER[led]:
            return same & HIGHER[led]
        return same if core.follow else hand
    if core.ruff and hand & TRUMPS:
        return hand & TRUMPS
    return hand


# -- positions ---------------------------------------------------------------------------------------------------

Pair = tuple[int, int]


class Shut(NamedTuple):
    """Who closed the stock, and both sides' card points and tricks at that moment."""

    by: int
    counted: Pair
    tricks: Pair


class Position(NamedTuple):
    """A position with all cards known. Pairs are indexed by seat; units and meanings as in :class:`engine.deal.Deal`.

    ``stock`` holds card numbers from the top, ``up`` is the face-up trump, ``announced`` a renamed suit.
    ``result``: game points of the deal for seat A, negative where B won, None while the deal goes on. A point
    carried from a tied deal is left out: values are those of the deal.
    """

    hands: Pair
    stock: tuple[int, ...]
    up: int
    lead: int
    led: int = NONE
    before_draw: bool = False
    announced: int = NONE
    counted: Pair = (0, 0)
    pending: Pair = (0, 0)
    tricks: Pair = (0, 0)
    shut: Shut | None = None
    result: int | None = None

    @property
    def to_act(self) -> int:
        """The seat whose turn it is."""
        return self.lead if self.led < 0 else 1 - self.lead

    @property
    def talon(self) -> int:
        """Cards left in the stock, the face-up trump included."""
        return len(self.stock) + (self.up >= 0)

    @property
    def strict(self) -> bool:
        """Nobody draws any more."""
        return self.shut is not None or self.up < 0


def full_talon(core: Core, position: Position) -> int:
    """Return the cards left in the stock, counted as if both hands were full (rule ``close.count``)."""
    talon, shut = position.talon, position.shut
    if shut is None:
        return talon - 2 if position.before_draw else talon
    full = core.pack.bit_count() - 2 * core.hand - 2 * sum(shut.tricks)
    return talon - 2 if talon > full else talon


def position_of(deal: Deal) -> Position:
    """Return the masks of a deal."""
    number, shut = NUMBER_OF[deal.trump], deal.closing
    return Position(
        hands=(_mask(deal.hands[0], number), _mask(deal.hands[1], number)),
        stock=tuple(number[card.index] for card in deal.stock),
        up=NONE if deal.turned is None else number[deal.turned.index],
        lead=int(deal.on_lead),
        led=NONE if deal.led is None else number[deal.led.index],
        before_draw=deal.before_draw,
        announced=NONE if deal.announced is None else number[Card.of(Rank.KING, deal.announced).index] // 6,
        counted=deal.counted,
        pending=deal.pending,
        tricks=deal.tricks,
        shut=None if shut is None else Shut(int(shut.by), shut.counted, shut.tricks),
        result=None if deal.outcome is None else signed(deal.outcome),
    )


def _mask(cards: tuple[Card, ...], number: tuple[int, ...]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << number[card.index]
    return mask


def signed(outcome: Outcome) -> int:
    """Return the game points of an outcome for seat A, without a point carried from the deal before."""
    if outcome.winner is None:
        return 0
    points = outcome.game_points - outcome.carried
    return points if outcome.winner is Seat.A else -points


def deal_of(position: Position, frame: Deal) -> Deal:
    """Return the deal behind the masks of a position that has not ended.

    Ruleset, trump, dealer, score and carry are those of ``frame``; of the cards shown there, those still held.
    """
    card, shut = CARD_OF[frame.trump], position.shut
    hands = tuple(in_order(card[number] for number in cards_of(hand)) for hand in position.hands)
    return Deal(
        ruleset=frame.ruleset,
        dealer=frame.dealer,
        trump=frame.trump,
        turned=None if position.up < 0 else card[position.up],
        stock=tuple(card[number] for number in position.stock),
        hands=(hands[0], hands[1]),
        on_lead=Seat(position.lead),
        led=None if position.led < 0 else card[position.led],
        before_draw=position.before_draw,
        announced=None if position.announced < 0 else card[6 * position.announced].suit,
        counted=position.counted,
        pending=position.pending,
        tricks=position.tricks,
        closing=None if shut is None else Closing(Seat(shut.by), shut.counted, shut.tricks),
        shown=tuple((seat, held) for seat, held in frame.shown if held in hands[seat]),
        score=frame.score,
        carry=frame.carry,
    )
