"""What each action is worth when all cards are known. Unit: game points of the deal, without a carried point.

Both players play perfectly, see every card and the order of the stock, never claim wrongly, and claim 66 as soon as
they may. While the stock is open or used up that is never worse than waiting: the opponent's points and tricks only
grow, so what the claim pays only falls; and an opponent who would lose more by closing need not close. The player who
closed is paid by the same table, or by what the opponent had at the closing, which does not change. Only for the
*other* player may waiting pay, where the failure of a closing costs more than 66 of the opponent (``close_fail``
above ``close_other_first``, as with a flat 2 against no trick): there both are tried. With automatic ends 66 ends
the deal at once, there is no choice.

Where the player who did not close may exchange at once, it decides right after the closing, before another action.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Action
from engine.deal import Deal
from engine.search import pay
from engine.search.bits import Core, Position, compiled, position_of
from engine.search.ending import NO_TRICK, WORST, Kernel, closed, exhausted
from engine.search.moves import (
    CLAIM,
    CLOSE,
    EXCHANGE_OTHER,
    Move,
    action_of,
    final,
    may_claim,
    may_exchange_other,
    moves,
    step,
    unclaimed,
)
from engine.search.opened import Closing, Open, open_kernel
from engine.seats import Seat


def value(deal: Deal, seat: Seat) -> int:
    """Return what the deal is worth to ``seat``."""
    found = Solver(compiled(deal.ruleset)).value(position_of(deal))
    return -found if seat else found


def table(deal: Deal, seat: Seat | None = None) -> dict[Action, int]:
    """Return every action of the player to act and its value to ``seat`` (None: to that player).

    Claims are listed where there are 66. The exchange that the opponent of a closer has at once is listed as well.
    """
    to_act = deal.to_act
    sign = 1 if seat is None or seat is to_act else -1
    found = Solver(compiled(deal.ruleset)).table(position_of(deal))
    return {action_of(move, deal.trump, to_act): sign * worth for move, worth in found.items()}


class Solver:
    """Exact values under one ruleset. Keep one for positions with the same order of the stock: it remembers."""

    __slots__ = ("_core", "_open", "_plain", "_stock")

    def __init__(self, core: Core) -> None:
        self._core = core
        self._stock: tuple[int, ...] | None = None
        self._open: Open
        self._plain = Closing(core)

    def value(self, position: Position, asked: bool = False) -> int:
        """Return what the position is worth to seat A; ``asked``: no exchange right after a closing any more."""
        return self._value(position, -WORST, WORST, asked)

    def wins(self, position: Position, seat: int, asked: bool = False) -> bool:
        """Return whether the position is worth more than nothing to a seat: cheaper than its value."""
        if seat:
            return self._value(position, -1, 0, asked) < 0
        return self._value(position, 0, 1, asked) > 0

    def table(self, position: Position) -> dict[Move, int]:
        """Return every move and its value to the player to act; in a fixed order."""
        sign = -1 if position.to_act else 1
        asked = position.shut is not None
        return {
            move: sign * self._value(step(self._core, position, move), -WORST, WORST, asked)
            for move in self._sensible(position)
        }

    def _sensible(self, position: Position) -> Iterator[Move]:
        for move in moves(self._core, position):
            if move != CLAIM or final(self._core, position)[position.lead] >= pay.GOAL:
                yield move

    def _value(self, position: Position, alpha: int, beta: int, asked: bool) -> int:
        """Value for seat A within the window; ``asked``: the exchange right after a closing has been declined."""
        core, lead = self._core, position.lead
        if position.result is not None:
            return position.result
        if position.led >= 0:
            return self._answer(position, alpha, beta)
        if not asked and may_exchange_other(core, position):
            return self._ask(position, alpha, beta)
        if may_claim(core, position) and final(core, position)[lead] >= pay.GOAL and not self._may_wait(position):
            claim = step(core, position, CLAIM).result
            assert claim is not None
            return claim
        if position.hands == (0, 0):
            return self._silence(position)
        if position.announced < 0 and not position.before_draw and not self._may_wait(position):
            return self._lead(position, alpha, beta)
        return self._expand(position, alpha, beta, asked)

    def _may_wait(self, position: Position) -> bool:
        """The opponent of the player who closed has 66, and a failed closing pays more than the claim."""
        core, shut, lead = self._core, position.shut, position.lead
        if shut is None or shut.by == lead or position.counted[lead] < pay.GOAL or position.led >= 0:
            return False
        first = pay.reached(core, lead, position.counted, position.tricks, shut)
        return core.spoken and pay.failed_close(core, shut, position.tricks) > first

    def _silence(self, position: Position) -> int:
        """After the last trick, with no claim: none may be made, none is right, or keeping it back pays more."""
        ended = unclaimed(self._core, position).result
        assert ended is not None
        return ended

    def _ask(self, position: Position, alpha: int, beta: int) -> int:
        """Right after a closing the other player exchanges or not."""
        declined = self._value(position, alpha, beta, True)
        swapped = self._value(step(self._core, position, EXCHANGE_OTHER), alpha, beta, True)
        return max(declined, swapped) if position.lead else min(declined, swapped)

    def _expand(self, position: Position, alpha: int, beta: int, asked: bool) -> int:
        second = position.to_act == 1
        best = WORST if second else -WORST
        for move in self._sensible(position):
            if move == EXCHANGE_OTHER:
                continue
            worth = self._value(step(self._core, position, move), alpha, beta, asked and move != CLOSE)
            if second:
                best = min(best, worth)
                beta = min(beta, best)
            else:
                best = max(best, worth)
                alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def _answer(self, position: Position, alpha: int, beta: int) -> int:
        """A card has been led: the kernels take the trick from there."""
        lead, led = position.lead, position.led
        x, y = position.hands[lead], position.hands[1 - lead]
        sx, sy = score(position, lead), score(position, 1 - lead)
        if lead:
            alpha, beta = -beta, -alpha
        if position.strict:
            worth = self._ending(position)(x | 1 << led, y, sx, sy, alpha, beta, ((led, 1 << led, 0),))
        else:
            worth = self._opened(position.stock).trick(led, x, y, sx, sy, 0, position.up, alpha, beta)
        return -worth if lead else worth

    def _lead(self, position: Position, alpha: int, beta: int) -> int:
        lead = position.lead
        x, y = position.hands[lead], position.hands[1 - lead]
        sx, sy = score(position, lead), score(position, 1 - lead)
        if lead:
            return -self._kernel(position, x, y, sx, sy, -beta, -alpha)
        return self._kernel(position, x, y, sx, sy, alpha, beta)

    def _kernel(self, position: Position, x: int, y: int, sx: int, sy: int, alpha: int, beta: int) -> int:
        if position.strict:
            return self._ending(position)(x, y, sx, sy, alpha, beta, self._plain.entries(x, sx, sy, None))
        return self._opened(position.stock).lead(x, y, sx, sy, 0, position.up, alpha, beta)

    def _ending(self, position: Position) -> Kernel:
        """The kernel for the player on lead when nobody draws."""
        if position.shut is None:
            return exhausted(self._core).first
        ending = closed(self._core, position.shut)
        return ending.first if position.lead == position.shut.by else ending.second

    def _opened(self, stock: tuple[int, ...]) -> Open:
        """The kernel for this order; a shorter rest of the same order has one of its own."""
        if stock != self._stock:
            self._stock, self._open = stock, open_kernel(self._core, stock)
        return self._open


def score(position: Position, seat: int) -> int:
    """Return a player's card points, less 256 without a trick; points that wait for a trick are in it."""
    if position.tricks[seat]:
        return position.counted[seat]
    return position.counted[seat] + position.pending[seat] - NO_TRICK
