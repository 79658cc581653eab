"""How hard a puzzle is, and how hard the puzzles are that somebody solves: plain Elo, one step for each first answer.

Both sides have a number; 400 more mean that the odds are ten to one. A puzzle starts with the number of its computed
level, a visitor with that of the first puzzle. A first answer that is right and given alone is a win of the visitor, any
other a win of the puzzle; both numbers move by as much as that was not to be expected. The more answers a number rests
on, the less it moves, so that one visitor alone cannot change what a puzzle is worth. No library is needed for that:
Glicko and its like pay where the same players meet often, here each pair meets once.
"""

from __future__ import annotations

from typing import Final

BASE: Final = 900
STEP: Final = 200
"""The number of level 1, and how far the levels lie apart."""
FIRST_MOVE: Final = 80.0
LAST_MOVE: Final = 12.0
"""The most by which a number moves at its first answer, and when it rests on many."""
SLOWER: Final = 8
"""Answers after which a number moves half as much as at first."""


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


def expected(own: float, other: float) -> float:
    """Return how likely the owner of the first number wins.

    >>> expected(1000, 1000), round(expected(1400, 1000), 2)
    (0.5, 0.91)
    """
    return float(1 / (1 + 10 ** ((other - own) / 400)))


def moved(own: float, other: float, *, won: bool, answers: int) -> float:
    """Return a number after one more answer; ``answers`` is on how many it rests so far.

    >>> moved(900, 900, won=True, answers=0), moved(900, 900, won=False, answers=8)
    (940.0, 880.0)
    """
    most = max(LAST_MOVE, FIRST_MOVE * SLOWER / (SLOWER + answers))
    return own + most * (won - expected(own, other))
