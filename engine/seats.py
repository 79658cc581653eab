"""The two players."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeVar

T = TypeVar("T")


class Seat(IntEnum):
    """A player. A sits at the bottom, B at the top; the number indexes every pair of values."""

    A = 0
    B = 1

    @property
    def other(self) -> Seat:
        """The opponent."""
        return Seat.B if self is Seat.A else Seat.A


def changed(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    """Return the pair with the value of one seat replaced.

    >>> changed((3, 4), Seat.B, 9)
    (3, 9)
    """
    return (value, pair[1]) if seat is Seat.A else (pair[0], value)
