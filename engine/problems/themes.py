"""The twenty-five themes: what each asks, how hard it gets, whether its name gives the answer away."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Theme(StrEnum):
    """R asks rules, M memory, E endings with all cards known, C closings, O open stock. None is ever renamed."""

    LEGAL_CARDS = "R1"
    TRICK_WINNER = "R2"
    COUNT = "R3"
    ANNOUNCE = "R4"
    EXCHANGE = "R5"
    CLOSE = "R6"
    CLAIM = "R7"
    SCORE = "R8"
    SPOT = "R9"
    ORDER = "R10"
    VARIANTS = "R11"
    UNSEEN = "M1"
    DEDUCTION = "M2"
    RUN = "E1"
    LAST_TRICK = "E2"
    DRAW_TRUMPS = "E3"
    UNBLOCK = "E4"
    THROW_IN = "E5"
    SQUEEZE = "E6"
    SAVE = "E7"
    BREAK_MARRIAGE = "E8"
    KING_OR_QUEEN = "E9"
    CERTAIN_CLOSE = "C1"
    CLOSE_OR_NOT = "C2"
    CLOSED_PLAN = "C3"
    OPEN_STOCK = "O1"

    @property
    def family(self) -> str:
        """R, M, E, C or O."""
        return self.value[0]


LEVELS: Final[Mapping[Theme, tuple[int, int]]] = MappingProxyType(
    {
        Theme.LEGAL_CARDS: (1, 2),
        Theme.TRICK_WINNER: (1, 1),
        Theme.COUNT: (1, 2),
        Theme.ANNOUNCE: (1, 2),
        Theme.EXCHANGE: (1, 2),
        Theme.CLOSE: (1, 3),
        Theme.CLAIM: (1, 2),
        Theme.SCORE: (1, 3),
        Theme.SPOT: (2, 3),
        Theme.ORDER: (2, 3),
        Theme.VARIANTS: (2, 4),
        Theme.UNSEEN: (2, 3),
        Theme.DEDUCTION: (3, 4),
        Theme.RUN: (2, 4),
        Theme.LAST_TRICK: (2, 4),
        Theme.DRAW_TRUMPS: (2, 3),
        Theme.UNBLOCK: (4, 5),
        Theme.THROW_IN: (4, 5),
        Theme.SQUEEZE: (4, 5),
        Theme.SAVE: (2, 4),
        Theme.BREAK_MARRIAGE: (3, 4),
        Theme.KING_OR_QUEEN: (2, 3),
        Theme.CERTAIN_CLOSE: (3, 5),
        Theme.CLOSE_OR_NOT: (4, 5),
        Theme.CLOSED_PLAN: (3, 5),
        Theme.OPEN_STOCK: (4, 5),
    }
)
"""Easiest and hardest level of each theme."""

GIVES_AWAY: Final = frozenset({Theme.DRAW_TRUMPS, Theme.UNBLOCK, Theme.THROW_IN, Theme.BREAK_MARRIAGE, Theme.SAVE})
"""Themes whose name says what to do: it is not shown before an answer."""

LIVE: Final = frozenset(theme for theme in Theme if theme.family in "RM") | {
    Theme.RUN,
    Theme.LAST_TRICK,
    Theme.DRAW_TRUMPS,
    Theme.SAVE,
}
"""Themes of which a fresh item is made while somebody waits; the others are served from the stored set."""
