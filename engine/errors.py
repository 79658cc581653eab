"""Codes for input that cannot be read. What a player does wrong is no error: see ``engine.verdict``."""

from __future__ import annotations

from collections.abc import Mapping
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


class Fault(StrEnum):
    """What makes a position impossible: the value is what programmers read, people get a sentence for the name."""

    BELOW_ZERO = "a count below zero"
    ODD_STOCK = "an odd talon"
    NO_FACE_UP_TRUMP = "face-down cards without the face-up trump"
    FACE_UP_SUIT = "the face-up trump is of another suit"
    STOCK_SIZE = "the talon does not fit the tricks"
    CLOSED_STOCK_SIZE = "a closed stock of another size"
    SHORT_WITHOUT_TRICK = "no trick yet, and a card short"
    HAND_SIZE = "a hand of another size"
    LED_BEFORE_DRAW = "led before drawing"
    DEALER_LEADS = "the dealer leads to the first trick"
    LEAD_WITHOUT_TRICK = "on lead without a trick"
    ENDED_BY_ITSELF = "the deal has ended by itself"
    MARRIAGE_CARDS = "a marriage without its cards"
    MARRIAGE_LEAD = "another card led after a marriage"
    MARRIAGE_KING = "the king had to be led"
    MARRIAGE_EARLY = "a marriage too early"
    MARRIAGE_WITHOUT_STOCK = "a marriage without a stock"
    MARRIAGE_AFTER_CLOSING = "a marriage after the closing"
    MARRIAGE_POINTS = "an announced marriage that counts nowhere"
    POINTS_WITHOUT_TRICK = "points without a trick"
    POINTS_OF_CARDS = "points that the cards do not give"
    TOO_MANY_MARRIAGES = "more marriages than the cards allow"
    PENDING_MISSING = "pending points are missing"
    PENDING_WITH_TRICK = "pending points beside a trick won"
    PENDING_OF_DEALER = "pending points of the dealer"
    PENDING_IN_RULES = "pending points in this ruleset"
    PENDING_SIZE = "pending points of another size"
    PENDING_WITHOUT_MARRIAGE = "pending points without their marriage"
    NO_CLOSING = "a closing that the ruleset has not"
    DRAW_AFTER_CLOSING = "a draw after the closing"
    MORE_AT_CLOSING = "more at the closing than now"
    CLOSED_OFF_LEAD = "closed without being on lead"
    CLOSED_EARLY = "closed too early"
    CLOSER_LEADS = "somebody else leads after the closing"
    CLOSED_SHORT = "closed before drawing"
    CLOSED_LATE = "closed too late"
    SHOWN_GONE = "a card was shown and is not there"
    SHOWN_CARD = "a card that cannot have been shown"
    GAME_ENDED = "a game that has ended"
    CARRIED = "a carried point in this ruleset"
    UNKNOWN_PLACES = "the unknown cards do not fill the unknown places"
    SHOWN_UNKNOWN = "known cards of the opponent that were never shown"


class ReadError(ValueError):
    """Input from outside that cannot be read.

    ``detail`` is for programmers; people get a sentence for ``fault`` where there is one, else for ``code``, with the
    numbers in ``facts``.
    """

    def __init__(
        self, code: ReadCode, detail: str, fault: Fault | None = None, facts: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(f"{code.value}: {detail}")
        self.code = code
        self.detail = detail[:200]
        self.fault = fault
        self.facts: Mapping[str, int] = facts or {}
