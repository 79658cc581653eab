"""Reading JSON data with codes instead of tracebacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from engine.cards import Card, Suit
from engine.errors import ReadCode, ReadError
from engine.seats import Seat

MAX_NUMBER = 1000
"""No count of this game is larger; a larger number is refused unread."""


def bad(detail: str) -> NoReturn:
    """Raise ``bad_line``."""
    raise ReadError(ReadCode.BAD_LINE, detail)


class Fields:
    """One JSON object that is read key by key. A key that nobody knows, or a missing one, is ``bad_line``."""

    def __init__(self, data: object, where: str, known: frozenset[str]) -> None:
        if not isinstance(data, dict):
            bad(f"{where} is not an object")
        for key in data:
            if key not in known:
                bad(f"{where}.{key} is not understood")
        self._data: Mapping[str, Any] = data
        self._where = where

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def get(self, key: str) -> object:
        """Return the raw value, None where it is null or left out."""
        return self._data.get(key)

    def need(self, key: str) -> object:
        """Return the raw value of a key that may not be left out (it may be null)."""
        if key not in self._data:
            bad(f"{self._where}.{key} is missing")
        value: object = self._data[key]
        return value

    def seat(self, key: str) -> Seat:
        """Read A or B."""
        seat = self.seat_or_none(key)
        return seat if seat is not None else bad(f"{self._where}.{key} is null")

    def seat_or_none(self, key: str) -> Seat | None:
        """Read A, B or null."""
        return as_seat(self.need(key), f"{self._where}.{key}")

    def card(self, key: str) -> Card:
        """Read a card code."""
        return as_card(self.need(key))

    def card_or_none(self, key: str) -> Card | None:
        """Read a card code or null; left out is null."""
        value = self.get(key)
        return None if value is None else as_card(value)

    def suit(self, key: str) -> Suit:
        """Read a suit letter."""
        value = self.need(key)
        if not isinstance(value, str) or value not in set(Suit):
            bad(f"{self._where}.{key} is no suit")
        return Suit(value)

    def cards(self, key: str) -> tuple[Card, ...]:
        """Read a list of card codes, in order."""
        return as_cards(self.need(key), f"{self._where}.{key}")

    def pair(self, key: str) -> tuple[int, int]:
        """Read a number for A and one for B."""
        value = self.need(key)
        if not isinstance(value, dict) or set(value) != {"A", "B"}:
            bad(f"{self._where}.{key} needs A and B")
        return as_number(value["A"], key), as_number(value["B"], key)

    def word(self, key: str, known: tuple[str, ...]) -> str:
        """Read one of the known words."""
        value = self.need(key)
        if not isinstance(value, str) or value not in known:
            bad(f"{self._where}.{key} is none of {', '.join(known)}")
        return value

    def flag(self, key: str) -> bool:
        """Read true or false; left out or null is false."""
        value = self.get(key)
        if value is not None and not isinstance(value, bool):
            bad(f"{self._where}.{key} is neither true nor false")
        return bool(value)

    def number(self, key: str) -> int:
        """Read a whole number."""
        return as_number(self.need(key), f"{self._where}.{key}")

    def items(self, key: str) -> list[object]:
        """Read a list."""
        value = self.need(key)
        if not isinstance(value, list) or len(value) > MAX_NUMBER:
            bad(f"{self._where}.{key} is not a list")
        return value


def as_seat(value: object, where: str) -> Seat | None:
    """Read A, B or null."""
    if value is None:
        return None
    if not isinstance(value, str) or value not in Seat.__members__:
        bad(f"{where} is neither A nor B")
    return Seat[value]


def as_card(value: object) -> Card:
    """Read a card code."""
    if not isinstance(value, str):
        raise ReadError(ReadCode.UNKNOWN_CARD, repr(value)[:40])
    return Card.parse(value)


def as_cards(value: object, where: str) -> tuple[Card, ...]:
    """Read a list of card codes, in order."""
    if not isinstance(value, list):
        bad(f"{where} is not a list of cards")
    return tuple(as_card(item) for item in value)


def as_number(value: object, where: str) -> int:
    """Read a whole number of ordinary size."""
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MAX_NUMBER:
        bad(f"{where} is not a whole number")
    return value
