"""The kernel for an open stock whose order is known. Positions met again are remembered: here that pays.

Every way to go on is tried: exchange, closing before and after the draw, marriages with either card, closing after a
marriage. Only a silent lead from a marriage is left out, which announcing the marriage is never worse than.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from engine.search import pay
from engine.search.bits import Core
from engine.search.ending import NO_TRICK, USUAL, WORST, closed_now, exhausted
from engine.search.tables import ANY_REPLY, Lead, Leads, pair_leads


class Open(NamedTuple):
    """The two kernels for one order of the stock; values are those of the leader.

    ``lead``: leader's hand, other hand, their scores, cards drawn from the stock, face-up trump, alpha, beta.
    ``trick``: the same after the card led, which comes first.
    """

    lead: Callable[[int, int, int, int, int, int, int, int], int]
    trick: Callable[[int, int, int, int, int, int, int, int, int], int]


Known = dict[tuple[int, int, int, int, int], tuple[int, int]]
"""Hands, scores and face-up trump -> the bounds found so far; good for one order of the stock."""


class Closing:
    """What closing the stock is worth to the player on lead, the opponent's exchange at once included."""

    __slots__ = ("_core", "_plain")

    def __init__(self, core: Core) -> None:
        self._core = core
        self._plain = Leads(False, core.king_only)

    def entries(self, x: int, sx: int, sy: int, pair: int | None) -> tuple[Lead, ...] | None:
        """Return the leads that are left where they are not all of them: from a pair, or in the first trick."""
        if pair is not None:
            return pair_leads(pair, self._core.king_only, 0)
        if sx < 0 and sy < 0 and not self._core.meld_first:
            return self._plain[x]
        return None

    def value(
        self, x: int, y: int, sx: int, sy: int, up: int, full: int, alpha: int, beta: int, pair: int | None = None
    ) -> int:
        """``full``: cards left as if hands were full; ``pair``: the marriage announced on this lead."""
        core, entries = self._core, self.entries(x, sx, sy, pair)
        lead = closed_now(core, sy).first
        value = lead(x, y, sx, sy, alpha, beta, entries)
        if core.exchange_by_other and y & core.lowest_bit and full >= core.exchange_min and value > alpha:
            value = lead(x, y ^ core.lowest_bit | 1 << up, sx, sy, alpha, value, entries)
        return value


def open_kernel(core: Core, stock: tuple[int, ...]) -> Open:
    """Return the kernels for this order of the stock, with a memory of its own."""
    bits = tuple(1 << card for card in stock)
    size, low, low_bit = len(bits), core.lowest, core.lowest_bit
    swap_from = 0 if core.exchange_needs_trick else -NO_TRICK
    swap_min = core.exchange_min if core.exchange_min else 2
    close_min = core.close_min if core.close else NO_TRICK
    early_min = close_min if core.close_before_draw else NO_TRICK
    off_lead, meld_first = core.exchange_off_lead, core.meld_first
    loud, plain = _leads(core)
    known: Known = {}
    shut, finish = Closing(core).value, exhausted(core).first
    meld_shut = core.meld_then_close and not core.meld_closed

    def lead(x: int, y: int, sx: int, sy: int, at: int, up: int, alpha: int, beta: int) -> int:
        if beta > USUAL[sy]:
            beta = USUAL[sy]
        if alpha < -USUAL[sx]:
            alpha = -USUAL[sx]
        if alpha >= beta:
            return alpha
        key = (x, y, sx, sy, up)
        least, most = known.get(key, (-WORST, WORST))
        alpha, beta = max(alpha, least), min(beta, most)
        if alpha >= beta:
            return alpha
        value = best(x, y, sx, sy, at, up, alpha, beta)
        known[key] = (value if value > alpha else least, value if value < beta else most)
        return value

    def best(x: int, y: int, sx: int, sy: int, at: int, up: int, alpha: int, beta: int) -> int:
        talon = size - at + 1
        if x & low_bit and sx >= swap_from and talon >= swap_min:
            alpha = max(alpha, lead(x ^ low_bit | 1 << up, y, sx, sy, at, low, alpha, beta))
        first = sx < 0 and sy < 0
        closes = talon >= close_min and (core.close_first or not first)
        if closes and alpha < beta:
            alpha = max(alpha, shut(x, y, sx, sy, up, talon, alpha, beta))
        for card, bit, gain in (plain if first and not meld_first else loud)[x]:
            if alpha >= beta:
                return beta
            now = sx + gain
            if gain and now >= pay.GOAL:
                alpha = max(alpha, USUAL[sy])
                continue
            if gain and closes and meld_shut:
                alpha = max(alpha, shut(x, y, now, sy, up, talon, alpha, beta, card // 6))
            value = trick(card, x ^ bit, y, now, sy, at, up, alpha, beta)
            if value > alpha:
                alpha = value
        return min(alpha, beta)

    def trick(card: int, x: int, y: int, sx: int, sy: int, at: int, up: int, alpha: int, beta: int) -> int:
        value = answer(card, x, y, sx, sy, at, up, alpha, beta)
        if off_lead and value > alpha and y & low_bit and sy >= swap_from and size - at + 1 >= swap_min:
            value = answer(card, x, y ^ low_bit | 1 << up, sx, sy, at, low, alpha, value)
        return value

    def answer(card: int, x: int, y: int, sx: int, sy: int, at: int, up: int, alpha: int, beta: int) -> int:
        for bit, points, kept in ANY_REPLY[card][y]:
            if kept:
                after = sx + points if sx >= 0 else sx + points + NO_TRICK
                value = USUAL[sy] if after >= pay.GOAL else took(x, y ^ bit, after, sy, at, up, alpha, beta)
            else:
                after = sy + points if sy >= 0 else sy + points + NO_TRICK
                value = -USUAL[sx] if after >= pay.GOAL else -took(y ^ bit, x, after, sx, at, up, -beta, -alpha)
            if value < beta:
                beta = value
                if beta <= alpha:
                    break
        return beta

    def took(x: int, y: int, sx: int, sy: int, at: int, up: int, alpha: int, beta: int) -> int:
        if at == size - 1:
            return finish(x | bits[at], y | 1 << up, sx, sy, alpha, beta)
        value = lead(x | bits[at], y | bits[at + 1], sx, sy, at + 2, up, alpha, beta)
        full = size - at - 1
        if full >= early_min and value < beta:
            value = max(value, shut(x, y, sx, sy, up, full, max(alpha, value), beta))
        return value

    return Open(lead, trick)


@lru_cache(maxsize=64)
def _leads(core: Core) -> tuple[Leads, Leads]:
    """The leads with marriages and without."""
    return Leads(True, core.king_only), Leads(False, core.king_only)
