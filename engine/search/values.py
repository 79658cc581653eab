"""Values that say how they are known. Unit: game points of one deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

Utility = Callable[[int], float]
"""Game points of the deal for a player -> what they are worth to that player; never less for more points."""


class Kind(StrEnum):
    """How a value is known."""

    PROVED = "proved"
    """All cards are known: exact."""
    AVERAGE = "average"
    """The mean over all the deals that are possible, counted one by one."""
    ESTIMATE = "estimate"
    """The mean over some of the deals that are possible, drawn evenly."""


@dataclass(frozen=True, slots=True)
class Worth:
    """A value and how it is known: ``n`` deals, ``error`` its standard error (0 unless it is an estimate)."""

    value: float
    kind: Kind
    n: int = 1
    error: float = 0.0


def proved(value: float) -> Worth:
    """Return a value of a position with all cards known."""
    return Worth(value, Kind.PROVED)


def averaged(values: Iterable[float]) -> Worth:
    """Return the mean over every possible deal; of a single one it is proved.

    Raises:
        ValueError: no value.

    >>> averaged([1, 2]).value
    1.5
    """
    found = list(values)
    if not found:
        raise ValueError("no deal to average over")
    kind = Kind.PROVED if len(found) == 1 else Kind.AVERAGE
    return Worth(sum(found) / len(found), kind, len(found))


def estimated(values: Iterable[float]) -> Worth:
    """Return the mean over a sample with its standard error.

    Raises:
        ValueError: fewer than two values say nothing of the error.
    """
    found = list(values)
    if len(found) < 2:
        raise ValueError("an estimate needs two deals at least")
    mean = sum(found) / len(found)
    spread = sum((value - mean) ** 2 for value in found) / (len(found) - 1)
    return Worth(mean, Kind.ESTIMATE, len(found), sqrt(spread / len(found)))
