"""Lead and reply lists, worked out once a hand and kept: what the search kernels walk through.

The lists are ordered so that the move that most often decides comes first. They hold shared entries, so a kept list
costs little more than its dictionary slot; a table that grows past its limit is emptied, which bounds the memory of a
long-running worker.
"""

from __future__ import annotations

from typing import Final

from engine.search.bits import BEATEN_BY, CARDS, KING, PAIR_POINTS, PAIRS, POINTS, QUEEN, Core, legal_answers

Lead = tuple[int, int, int]
"""The card led, its bit, the card points of a marriage announced with it (0: none)."""
Reply = tuple[int, int, bool]
"""The bit of the answer, the card points of the trick, whether the leader keeps it."""

LIMIT: Final = 3_000
"""Hands kept in one table. A deal needs some hundreds; with all tables full a worker stays below 120 MB."""


def _reply(led: int, card: int) -> Reply:
    return 1 << card, POINTS[led] + POINTS[card], not BEATEN_BY[led] >> card & 1


def _by_merit(reply: Reply) -> tuple[bool, int]:
    """Answers that win come first, the dearest before the others; then the cheapest cards to lose."""
    _bit, points, lost = reply
    return lost, points if lost else -points


_REPLIES: Final = tuple(tuple(sorted((_reply(led, card) for card in CARDS), key=_by_merit)) for led in CARDS)
_LEADS: Final = tuple((card, 1 << card, 0) for card in sorted(CARDS, key=lambda card: (-POINTS[card], card)))


class Replies(dict[int, tuple[Reply, ...]]):
    """Hand -> the answers to one card led; ``core`` None: any card may be played."""

    __slots__ = ("_core", "_led")

    def __init__(self, core: Core | None, led: int) -> None:
        super().__init__()
        self._core = core
        self._led = led

    def __missing__(self, hand: int) -> tuple[Reply, ...]:
        if len(self) >= LIMIT:
            self.clear()
        legal = hand if self._core is None else legal_answers(self._core, hand, self._led)
        found = self[hand] = tuple([reply for reply in _REPLIES[self._led] if reply[0] & legal])
        return found


class Leads(dict[int, tuple[Lead, ...]]):
    """Hand -> the leads. With ``melds`` the cards of a marriage are led with it, and also without where ``silent``.

    To announce is never worse than to lead the same card in silence, save where coming to 66 can be a loss: see
    ``silent`` in :mod:`engine.search.ending`.
    """

    __slots__ = ("_king_only", "_melds", "_silent")

    def __init__(self, melds: bool, king_only: bool, silent: bool = False) -> None:
        super().__init__()
        self._melds = melds
        self._king_only = king_only
        self._silent = silent

    def __missing__(self, hand: int) -> tuple[Lead, ...]:
        if len(self) >= LIMIT:
            self.clear()
        plain = [lead for lead in _LEADS if lead[1] & hand]
        found = self[hand] = tuple(self._announced(hand, plain) if self._melds else plain)
        return found

    def _announced(self, hand: int, plain: list[Lead]) -> list[Lead]:
        loud: list[Lead] = []
        for suit in range(4):
            if hand & PAIRS[suit] == PAIRS[suit]:
                loud += pair_leads(suit, self._king_only, PAIR_POINTS[suit])
        cards = {card for card, _bit, _gain in loud}
        return loud + [lead for lead in plain if self._silent or lead[0] not in cards]


def pair_leads(suit: int, king_only: bool, gain: int) -> tuple[Lead, ...]:
    """Return the leads after an announcement (rule ``marriage.lead``)."""
    cards = (6 * suit + KING,) if king_only else (6 * suit + KING, 6 * suit + QUEEN)
    return tuple((card, 1 << card, gain) for card in cards)


ANY_REPLY: Final = tuple(Replies(None, led) for led in CARDS)
"""The answers while there are cards to draw (rule ``open.free``)."""
