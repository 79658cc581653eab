"""The kernel for the end of a deal when nobody draws any more: the stock is used up, or closed.

One function call a trick: the leader's loop with the answers inside, alpha-beta over game points. A score is a
player's card points less 256 until the first trick is won, as in :mod:`engine.search.playout`; so one list index
says what a player's score makes of the stakes. No position is remembered: a table costs more here than it saves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

from engine.search import pay
from engine.search.bits import CARDS, Core, Shut
from engine.search.tables import Lead, Leads, Replies

NO_TRICK: Final = 256
WORST: Final = 3
"""No deal is worth more game points than this to anybody."""

USUAL: Final = tuple([2] * pay.TWO_BELOW + [1] * (NO_TRICK - pay.TWO_BELOW) + [3] * NO_TRICK)
"""Loser's score -> what the winner gets. Scores below 0 (no trick) index from the end."""


class Kernel(Protocol):
    """Value for the leader of a trick, cut to the window ``alpha`` to ``beta``; ``entries``: the leads left to it."""

    def __call__(
        self, x: int, y: int, sx: int, sy: int, alpha: int, beta: int, entries: tuple[Lead, ...] | None = None, /
    ) -> int:
        """Return the value: ``x`` leads with score ``sx`` against ``y`` with ``sy``."""
        ...


@dataclass(frozen=True, slots=True)
class Side:
    """What the end of the deal is worth to one side.

    ``win`` and ``top`` (opponent's score -> game points) are what it gets for 66 and at most; ``low`` (own score)
    is at least what it keeps, as a negative number. ``last``: the value of having won the last trick with these
    scores, own first. ``patient``: with 66 it may pay to say nothing.
    """

    win: tuple[int, ...]
    top: tuple[int, ...]
    low: tuple[int, ...]
    last: Callable[[int, int], int]
    patient: bool
    leads: Leads


@dataclass(frozen=True, slots=True)
class Ending:
    """The two kernels of one kind of ending, by the side that leads; both the same when nobody closed.

    ``first`` serves the player who closed, ``second`` the other.
    """

    first: Kernel
    second: Kernel
    sides: tuple[Side, Side]


@lru_cache(maxsize=16)
def replies(core: Core) -> tuple[Replies, ...]:
    """Return the answers when nobody draws, by card led."""
    return tuple(Replies(core, led) for led in CARDS)


@lru_cache(maxsize=64)
def exhausted(core: Core) -> Ending:
    """Return the kernels for a stock that is used up."""
    low = tuple(-points for points in USUAL)

    def last(mine: int, theirs: int) -> int:
        mine += core.bonus
        if mine >= pay.GOAL:
            return USUAL[theirs]
        return pay.played_out(core, 0, (mine, theirs % NO_TRICK), (1, int(theirs >= 0)), None)

    side = Side(USUAL, USUAL, low, last, False, Leads(core.meld_exhausted, core.king_only))
    kernel = _kernel(core, side, side)[0]
    return Ending(kernel, kernel, (side, side))


def closed(core: Core, shut: Shut) -> Ending:
    """Return the kernels for a closed stock."""
    other = 1 - shut.by
    return _closed(core, pay.usual(shut.counted[other], shut.tricks[other]))


def closed_now(core: Core, score: int) -> Ending:
    """Return the kernels for a stock that is closed against an opponent with this score."""
    return _closed(core, USUAL[score])


@lru_cache(maxsize=192)
def _closed(core: Core, stake: int) -> Ending:
    """``stake``: the usual game points against the other player at the moment of the closing; 3 is no trick."""
    had = int(stake < 3)
    win = (stake,) * len(USUAL) if core.at_close else USUAL
    first = pay.two_or_three(core.close_other_first, had, had)
    fail = pay.two_or_three(core.close_fail, had, 1)
    no_trick = pay.two_or_three(core.close_fail, had, had)
    most, pick = max(first, fail), max if core.spoken else _forced

    def closer_last(mine: int, theirs: int) -> int:
        if mine >= pay.GOAL:
            return win[theirs]
        return -(fail if theirs >= 0 else no_trick)

    def other_last(mine: int, _theirs: int) -> int:
        return pick(first, fail) if mine >= pay.GOAL else fail

    closer = Side(
        win,
        win,
        (-max(first, fail, no_trick),) * len(USUAL),
        closer_last,
        False,
        Leads(core.meld_closed, core.king_only),
    )
    # With automatic ends 66 cannot be kept back, so where it pays less than the failure a marriage may be left alone.
    silent = not core.spoken and first < fail
    rival = Side(
        (first,) * len(USUAL),
        (most,) * len(USUAL),
        tuple(-points for points in win),
        other_last,
        core.spoken and first < fail,
        Leads(core.meld_closed, core.king_only, silent),
    )
    kernels = _kernel(core, closer, rival)
    return Ending(*kernels, (closer, rival))


def _forced(first: int, _fail: int) -> int:
    return first


def _kernel(core: Core, one: Side, two: Side) -> tuple[Kernel, Kernel]:
    """Return the two kernels; they call each other whenever the lead changes."""
    bound: list[Kernel] = []
    mine = _leader(core, one, two, bound)
    bound.append(mine if one is two else _leader(core, two, one, [mine]))
    return mine, bound[0]


def _leader(core: Core, me: Side, you: Side, rivals: list[Kernel]) -> Kernel:
    answers, leads = replies(core), me.leads
    win, top, low, last, patient = me.win, me.top, me.low, me.last, me.patient
    your_win, your_last, you_wait = you.win, you.last, you.patient
    goal, gap = pay.GOAL, NO_TRICK

    def lead(
        x: int, y: int, sx: int, sy: int, alpha: int, beta: int, entries: tuple[Lead, ...] | None = None, /
    ) -> int:
        limit = top[sy]
        if limit < beta:
            if limit <= alpha:
                return alpha
            beta = limit
        limit = low[sx]
        if limit > alpha:
            if limit >= beta:
                return beta
            alpha = limit
        for card, bit, gain in entries or leads[x]:
            now = sx + gain
            if gain and now >= goal:
                if win[sy] > alpha:
                    alpha = win[sy]
                    if alpha >= beta:
                        return beta
                if not patient:
                    continue
            rest, worst = x ^ bit, beta
            for answer, points, kept in answers[card][y]:
                if kept:
                    after = now + points if now >= 0 else now + points + gap
                    if not rest:
                        value = last(after, sy)
                    elif after < goal:
                        value = lead(rest, y ^ answer, after, sy, alpha, worst)
                    else:
                        value = win[sy]
                        if patient and value < worst:
                            value = max(value, lead(rest, y ^ answer, after, sy, alpha, worst))
                else:
                    after = sy + points if sy >= 0 else sy + points + gap
                    if not rest:
                        value = -your_last(after, now)
                    elif after < goal:
                        value = -rivals[0](y ^ answer, rest, after, now, -worst, -alpha)
                    else:
                        value = -your_win[now]
                        if you_wait and value > alpha:
                            value = min(value, -rivals[0](y ^ answer, rest, after, now, -worst, -alpha))
                if value < worst:
                    worst = value
                    if worst <= alpha:
                        break
            if worst > alpha:
                alpha = worst
                if alpha >= beta:
                    return beta
        return alpha

    return lead
