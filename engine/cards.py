"""Suits, ranks, the 24 cards, the two packs; reading and writing card codes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from operator import attrgetter
from typing import Final

from engine.errors import ReadCode, ReadError


class Suit(StrEnum):
    """The four suits in canonical order."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Rank(StrEnum):
    """The six ranks from high to low: the ten stands above the king (rule ``cards.rank``)."""

    ACE = "A"
    TEN = "T"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    NINE = "9"


CARD_POINTS: Final = {
    Rank.ACE: 11,
    Rank.TEN: 10,
    Rank.KING: 4,
    Rank.QUEEN: 3,
    Rank.JACK: 2,
    Rank.NINE: 0,
}
"""Card points of each rank (rule ``cards.value``)."""

_RANKS: Final = tuple(Rank)


class Card:
    """One of the 24 cards. There is one object a card, so ``is`` and ``==`` say the same.

    ``points`` are card points, the scale on which 66 wins a deal. ``strength`` orders the cards of one suit (5 is
    the ace). ``index`` is the canonical order: suits C D H S, ranks from high to low.

    >>> Card.parse("TD").points
    10
    >>> Card.parse("TD").strength > Card.parse("KD").strength
    True
    """

    __slots__ = ("code", "index", "points", "rank", "strength", "suit")

    code: str
    suit: Suit
    rank: Rank
    points: int
    strength: int
    index: int

    def __init__(self, suit: Suit, rank: Rank) -> None:
        position = _RANKS.index(rank)
        self.code = rank + suit
        self.suit = suit
        self.rank = rank
        self.points = CARD_POINTS[rank]
        self.strength = 5 - position
        self.index = list(Suit).index(suit) * 6 + position

    @classmethod
    def parse(cls, code: str) -> Card:
        """Return the card written as rank and suit.

        Raises:
            ReadError: ``unknown_card``.
        """
        try:
            return _BY_CODE[code]
        except (KeyError, TypeError):
            raise ReadError(ReadCode.UNKNOWN_CARD, str(code)) from None

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> Card:
        """Return the card of this rank and suit."""
        return _BY_CODE[rank + suit]

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __hash__(self) -> int:
        return self.index

    def __repr__(self) -> str:
        return f"Card({self.code})"

    def __str__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (Card.parse, (self.code,))

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


PACK_24: Final = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
"""All cards in canonical order (rule ``cards.pack``)."""
PACK_20: Final = tuple(card for card in PACK_24 if card.rank is not Rank.NINE)
"""The pack without the nines."""

_BY_CODE: Final = {card.code: card for card in PACK_24}


def pack(size: int) -> tuple[Card, ...]:
    """Return the pack of 24 or 20 cards in canonical order.

    Raises:
        ValueError: another size.
    """
    if size == 24:
        return PACK_24
    if size == 20:
        return PACK_20
    raise ValueError(f"no pack of {size} cards")


card_order: Final[Callable[[Card], int]] = attrgetter("index")
"""Sort key: canonical order."""


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in canonical order: suits C D H S, ranks from high to low.

    >>> " ".join(card.code for card in in_order(parse_cards("9H AS KC")))
    'KC 9H AS'
    """
    return tuple(sorted(cards, key=card_order))


def holds(cards: tuple[Card, ...], card: Card) -> bool:
    """Return ``card in cards``, several times as fast: ``in`` asks every card for ``__eq__``, as cards have an order.

    >>> holds(parse_cards("KC AS 9H"), Card.parse("AS"))
    True
    """
    for held in cards:  # noqa: SIM110  # any() would build a generator
        if held is card:
            return True
    return False


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the cards but this one, which is among them.

    >>> without(parse_cards("KC AS 9H"), Card.parse("AS"))
    (Card(KC), Card(9H))
    """
    at = 0
    for held in cards:
        if held is card:
            break
        at += 1
    return cards[:at] + cards[at + 1 :]


def with_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return cards in canonical order with one more put in its place.

    >>> with_card(parse_cards("KC 9H AS"), Card.parse("TD"))
    (Card(KC), Card(TD), Card(9H), Card(AS))
    """
    at, index = 0, card.index
    for held in cards:
        if held.index > index:
            break
        at += 1
    return (*cards[:at], card, *cards[at:])


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read card codes, with or without spaces between them, in the order written.

    Raises:
        ReadError: ``unknown_card``.
    """
    codes = text.replace(" ", "")
    return tuple(Card.parse(codes[at : at + 2]) for at in range(0, len(codes), 2))


def card_points(cards: Iterable[Card]) -> int:
    """Return the sum of the card points.

    >>> card_points(PACK_24)
    120
    """
    return sum(card.points for card in cards)
