"""What an action is worth to a player who does not see the hidden cards: the best single plan, and its upper bound.

A plan says what to do after everything the player has seen; worlds that look alike get the same action. It is held
against an opponent who sees every card, so its average over all worlds is what the plan is sure of: a lower bound of
the true value against best defence by ordinary opponents. The open value (both see all cards, another line in each
world) averaged over the same worlds is the upper bound. Where the two meet nothing is left to guess.

The search keeps, for every information set, the plans that no other plan beats in all worlds (vectors of one value a
world). It is exact until ``limit`` information sets or ``WIDTH`` plans in one of them; from there on it follows the
action with the best open average only, which still is a plan: the lower bound stays one, ``exact`` turns False.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.actions import Action
from engine.search import pay
from engine.search.bits import Core, Position, compiled
from engine.search.exact import Solver
from engine.search.moves import CLAIM, EXCHANGE_OTHER, Move, action_of, final, may_exchange_other, moves, step
from engine.search.values import Utility, Worth, averaged, estimated
from engine.search.worlds import Hidden, count
from engine.view import View

WIDTH: Final = 64
"""Plans kept in one information set."""
PASS: Final = -1
"""The other player does not exchange right after a closing."""

Worlds = dict[int, Position]
"""Number of a world -> its position; all of them look alike to the player."""
Plan = tuple[tuple[int, int], ...]
"""World and value to the player, by world: what one plan is sure of."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """An action's worth: ``plan`` is what one plan is sure of (None: too many worlds), ``open`` the upper bound.

    ``exact``: no better plan exists against an opponent who sees all cards.
    """

    plan: Worth | None
    open: Worth
    exact: bool


def open_values(
    view: View, rng: random.Random, sample: int = 200, most: int = 1000, utility: Utility | None = None
) -> dict[Action, Worth]:
    """Return the mean open value of each action: over all worlds if there are at most ``most``, else over a sample.

    ``utility`` makes of the game points of each world what they are worth. More points are never worth less, so the
    play that is best for points is best for it in that world.
    """
    use: Utility = utility or float
    hidden, solve = Hidden.of(view), Solver(compiled(view.ruleset))
    every = count(view) <= most
    tables = [solve.table(world) for world in (hidden.all() if every else (hidden.draw(rng) for _ in range(sample)))]
    mean = averaged if every else estimated
    return {
        action_of(move, view.trump, view.to_act): mean([use(table[move]) for table in tables])
        for move in tables[0]
        if move != EXCHANGE_OTHER
    }


def plan_values(view: View, limit: int = 3000, most: int = 84) -> dict[Action, Bounds]:
    """Return the bounds of each action of the seat, which is to act; no plan where more than ``most`` worlds fit.

    Raises:
        ValueError: the seat is not to act, or the deal is over.
    """
    if view.to_act is not view.seat or view.outcome is not None:
        raise ValueError("a plan needs a player to act")
    if count(view) > most:
        return {action: Bounds(None, worth, False) for action, worth in open_values(view, random.Random(66)).items()}
    search = PlanSearch(compiled(view.ruleset), int(view.seat), limit)
    worlds = dict(enumerate(Hidden.of(view).all()))
    return {action_of(move, view.trump, view.to_act): bounds for move, bounds in search.table(worlds).items()}


class TooLong(Exception):
    """The search was given up: it met more information sets than it was allowed."""


def surely_wins(view: View) -> bool:
    """Return whether one plan wins from here in every world that fits, whatever the opponent does.

    Raises:
        ValueError: the seat is not to act, or the deal is over.
    """
    if view.to_act is not view.seat or view.outcome is not None:
        raise ValueError("a plan needs a player to act")
    worlds = dict(enumerate(Hidden.of(view).all()))
    return PlanSearch(compiled(view.ruleset), int(view.seat), len(worlds)).wins_all(worlds, False)


class PlanSearch:
    """The search for plans of one seat. ``limit``: information sets looked into for each action.

    ``most``: with more of them, the single line after the limit included, :class:`TooLong` is raised; 0 is no end.
    """

    __slots__ = ("_core", "_exact", "_left", "_limit", "_lost_in", "_most", "_seat", "_solvers")

    def __init__(self, core: Core, seat: int, limit: int, most: int = 0) -> None:
        self._core = core
        self._seat = seat
        self._limit = limit
        self._most = most
        self._left = limit
        self._exact = True
        self._solvers: dict[int, Solver] = {}
        self._lost_in: dict[int, int] = {}

    def table(self, worlds: Worlds, asked_for: Iterable[Move] | None = None) -> dict[Move, Bounds]:
        """Return the bounds of each action, or of those asked for."""
        asked = next(iter(worlds.values())).shut is not None
        found = {}
        for move in self._mine(worlds) if asked_for is None else asked_for:
            after = {number: step(self._core, world, move) for number, world in worlds.items()}
            self._left, self._exact = self._limit, True
            plans = self._parts(after, asked)
            best = max(plans, key=_total)
            found[move] = Bounds(averaged(value for _, value in best), averaged(self._ideal(after, asked)), self._exact)
        return found

    def wins_all(self, worlds: Worlds, asked: bool) -> bool:
        """Return whether one plan wins in all of these worlds; those that look different get plans of their own."""
        # A world that was lost before is likely to be lost again: it is asked first.
        order = sorted(worlds, key=lambda number: -self._lost_in.get(number, 0))
        for number in order:
            if not self._solver(number).wins(worlds[number], self._seat, asked):
                self._lost_in[number] = self._lost_in.get(number, 0) + 1
                return False
        return all(self._wins(part, asked) for part in self._alike(worlds))

    def _wins(self, worlds: Worlds, asked: bool) -> bool:
        """The same for worlds that look alike, each of which can be won with open cards."""
        some = next(iter(worlds.values()))
        if some.result is not None or some.hands == (0, 0) or len(set(worlds.values())) == 1:
            return True
        other_first = not asked and some.shut is not None and some.led < 0 and some.tricks == some.shut.tricks
        if some.to_act == self._seat and not other_first:
            options = ({n: step(self._core, world, move) for n, world in worlds.items()} for move in self._mine(worlds))
            return any(self.wins_all(after, asked) for after in options)
        replies: dict[Move, Worlds] = {}
        for number, world in worlds.items():
            for move in self._options(world, asked):
                after = world if move == PASS else step(self._core, world, move)
                replies.setdefault(move, {})[number] = after
        return all(self.wins_all(group, asked or move in (PASS, EXCHANGE_OTHER)) for move, group in replies.items())

    # -- one information set -----------------------------------------------------------------------------------

    def _plans(self, worlds: Worlds, asked: bool) -> list[Plan]:
        """The plans of one information set that no other beats in all its worlds."""
        ideal = tuple(zip(worlds, self._ideal(worlds, asked), strict=True))
        some = next(iter(worlds.values()))
        if some.result is not None or some.hands == (0, 0):
            return [ideal]
        # Drawn cards can make worlds the same: then nothing is hidden any more.
        if len(set(worlds.values())) == 1 or self._lost(worlds, ideal):
            return [ideal]
        self._left -= 1
        if self._most and self._limit - self._left > self._most:
            raise TooLong
        if not asked and some.shut is not None and some.led < 0 and some.tricks == some.shut.tricks:
            return self._theirs(worlds, asked)
        if some.to_act == self._seat:
            return self._my_turn(worlds, ideal, asked)
        return self._theirs(worlds, asked)

    def _my_turn(self, worlds: Worlds, ideal: Plan, asked: bool) -> list[Plan]:
        options = []
        for move in self._mine(worlds):
            after = {number: step(self._core, world, move) for number, world in worlds.items()}
            options.append((sum(self._ideal(after, asked)), move, after))
        options.sort(key=lambda option: -option[0])
        if self._left <= 0:
            self._exact = self._exact and len(options) == 1
            options = options[:1]
        found: list[Plan] = []
        for _, _, after in options:
            plans = self._parts(after, asked)
            if ideal in plans:
                return [ideal]
            found += plans
        return self._front(found)

    def _theirs(self, worlds: Worlds, asked: bool) -> list[Plan]:
        """The opponent, who sees all cards, picks the worst for each world among what it may do there."""
        after: dict[Move, Worlds] = {}
        for number, world in worlds.items():
            for move in self._options(world, asked):
                after.setdefault(move, {})[number] = world if move == PASS else step(self._core, world, move)
        plans: list[Plan] = [()]
        for move, group in after.items():
            answers = self._parts(group, asked or move in (PASS, EXCHANGE_OTHER))
            plans = self._front([_worse(plan, answer) for plan in plans for answer in answers])
        return plans

    def _parts(self, worlds: Worlds, asked: bool) -> list[Plan]:
        """Worlds that look different by now are planned for one by one; a plan for all is one for each part."""
        plans: list[Plan] = [()]
        for part in self._alike(worlds):
            answers = self._plans(part, asked)
            plans = self._front([_worse(plan, answer) for plan in plans for answer in answers])
        return plans

    def _alike(self, worlds: Worlds) -> Iterable[Worlds]:
        parts: dict[object, Worlds] = {}
        for number, world in worlds.items():
            seen = world._replace(hands=(world.hands[self._seat], 0), stock=(0,) * len(world.stock))
            if world.result is not None:
                seen = world._replace(hands=(0, 0), stock=(), result=0)
            parts.setdefault(seen, {})[number] = world
        return parts.values()

    # -- what can be done --------------------------------------------------------------------------------------

    def _mine(self, worlds: Worlds) -> list[Move]:
        """My actions, the same in all these worlds; wrong claims and the opponent's exchange left out."""
        return [move for move in self._sensible(next(iter(worlds.values()))) if move != EXCHANGE_OTHER]

    def _options(self, world: Position, asked: bool) -> list[Move]:
        if not asked and world.shut is not None and world.led < 0 and world.tricks == world.shut.tricks:
            return [PASS, EXCHANGE_OTHER] if may_exchange_other(self._core, world) else [PASS]
        return [move for move in self._sensible(world) if move != EXCHANGE_OTHER]

    def _sensible(self, world: Position) -> list[Move]:
        enough = final(self._core, world)[world.lead] >= pay.GOAL
        return [move for move in moves(self._core, world) if move != CLAIM or enough]

    # -- values ------------------------------------------------------------------------------------------------

    def _ideal(self, worlds: Worlds, asked: bool) -> list[int]:
        """The open value of each world, to the player."""
        sign = -1 if self._seat else 1
        return [sign * self._solver(number).value(world, asked) for number, world in worlds.items()]

    def _solver(self, number: int) -> Solver:
        found = self._solvers.get(number)
        if found is None:
            found = self._solvers[number] = Solver(self._core)
        return found

    def _lost(self, worlds: Worlds, ideal: Plan) -> bool:
        """Nothing can be worse than the open value anywhere: no plan is needed."""
        return all(value <= -self._stake(world) for world, (_, value) in zip(worlds.values(), ideal, strict=True))

    def _stake(self, world: Position) -> int:
        """The most that the player can lose here."""
        if world.result is not None:
            return -world.result if self._seat == 0 else world.result
        seat, shut = self._seat, world.shut
        usual = pay.usual(world.counted[seat], world.tricks[seat])
        if shut is None:
            return usual if world.up < 0 else 3
        if shut.by != seat:
            return pay.reached(self._core, shut.by, world.counted, world.tricks, shut)
        first = pay.reached(self._core, 1 - seat, world.counted, world.tricks, shut)
        return max(first, pay.failed_close(self._core, shut, world.tricks))

    def _front(self, plans: list[Plan]) -> list[Plan]:
        """Drop the plans that another one is at least as good as in every world."""
        kept: list[Plan] = []
        for plan in sorted(set(plans), key=_total, reverse=True):
            if not any(_covers(other, plan) for other in kept):
                kept.append(plan)
        if len(kept) > WIDTH:
            self._exact = False
        return kept[:WIDTH]


def _total(plan: Plan) -> int:
    return sum(value for _, value in plan)


def _covers(plan: Plan, other: Plan) -> bool:
    return all(mine >= theirs for (_, mine), (_, theirs) in zip(plan, other, strict=True))


def _worse(plan: Plan, other: Plan) -> Plan:
    """World by world the lower value; a world that only one of them knows keeps its own."""
    merged = dict(plan)
    for world, value in other:
        merged[world] = min(value, merged.get(world, value))
    return tuple(sorted(merged.items()))
