"""How hard a puzzle is, and how hard the puzzles are that somebody solves, as numbers of one scale.

400 more mean that the odds are ten to one, as with Elo. A puzzle begins with the number of its computed level and moves
with the first answers to it: right is one that was given alone at the first try. The number of a visitor follows from the
own first answers, one after another, by the rule of Elo. Nothing else is kept than who was right at first. A library for
ratings pays where the same players meet again and again; here each pair meets once, and the own number must be
rebuilt from the rows that a visitor may carry along in a file.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log10
from typing import Final

BASE: Final = 900
STEP: Final = 200
"""The number of level 1, and how far the levels lie apart."""
PRIOR: Final = 8
"""As many answers, half of them right, stand for the computed level: a few answers alone move a puzzle little."""
FIRST_MOVE: Final = 120.0
LAST_MOVE: Final = 16.0
"""The most by which the number of a visitor moves at the first answer, and after many."""
SLOWER: Final = 8
"""Answers after which it moves half as much as at first."""


def start(level: int) -> float:
    """Return the number of a level.

    >>> start(1), start(5)
    (900.0, 1700.0)
    """
    return float(BASE + STEP * (level - 1))


def level_at(rating: float) -> int:
    """Return the level that a number is nearest to.

    >>> level_at(1020.0), level_at(400.0), level_at(2500.0)
    (2, 1, 5)
    """
    return max(1, min(5, round((rating - BASE) / STEP) + 1))


def difficulty(level: int, right: int, wrong: int) -> float:
    """Return the number of a puzzle of a computed level after so many first answers.

    >>> difficulty(3, 0, 0), round(difficulty(3, 40, 4)), round(difficulty(3, 1, 9))
    (1300.0, 1004, 1466)
    """
    return start(level) + 400 * log10((wrong + PRIOR / 2) / (right + PRIOR / 2))


def expected(own: float, other: float) -> float:
    """Return how likely the owner of the first number is right.

    >>> expected(1000, 1000), round(expected(1400, 1000), 2)
    (0.5, 0.91)
    """
    return float(1 / (1 + 10 ** ((other - own) / 400)))


def skill(answers: Iterable[tuple[int, bool]]) -> float | None:
    """Return the number of a visitor from levels and whether the first answer was right; None without an answer.

    >>> skill([]), skill([(1, True)]), skill([(3, True)] * 20) > start(4)
    (None, 960.0, True)
    """
    own: float | None = None
    for number, (level, right) in enumerate(answers):
        other = start(level)
        own = other if own is None else own
        most = max(LAST_MOVE, FIRST_MOVE * SLOWER / (SLOWER + number))
        own += most * (right - expected(own, other))
    return own
