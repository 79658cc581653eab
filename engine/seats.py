"""The two players."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeVar

T = TypeVar("T")


class Seat(IntEnum):
    """A player. A sits at the bottom, B at the top; the number indexes every pair of values."""

    A = 0
    B = 1

    other: Seat
    """The opponent."""


# Plain attributes: the referee asks for the opponent several times an action.
Seat.A.other = Seat.B
Seat.B.other = Seat.A


def changed(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    """Return the pair with the value of one seat replaced.

    >>> changed((3, 4), Seat.B, 9)
    (3, 9)
    """
    return (pair[0], value) if seat else (value, pair[1])  # A is 0
