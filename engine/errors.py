"""Codes for input that cannot be read. What a player does wrong is no error: see ``engine.verdict``."""

from __future__ import annotations

from enum import StrEnum


class ReadCode(StrEnum):
    """Why a line, a ruleset or a position cannot be read. Stable: sites and programs rely on the names."""

    BAD_JSON = "bad_json"
    BAD_LINE = "bad_line"
    UNKNOWN_RULESET = "unknown_ruleset"
    UNKNOWN_SWITCH = "unknown_switch"
    SWITCH_VALUE = "switch_value"
    BAD_NOTATION = "bad_notation"
    UNKNOWN_CARD = "unknown_card"
    CARD_TWICE = "card_twice"
    HAND_SIZE = "hand_size"
    IMPOSSIBLE_POSITION = "impossible_position"


class ReadError(ValueError):
    """Input from outside that cannot be read. ``detail`` is for programmers; people get a sentence for ``code``."""

    def __init__(self, code: ReadCode, detail: str) -> None:
        super().__init__(f"{code.value}: {detail}")
        self.code = code
        self.detail = detail[:200]
