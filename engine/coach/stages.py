"""Values for the coach, stage by stage: searched where that is quick, else sampled; better the longer one looks.

Every action is tried in the same worlds, so differences between actions are known better than the values themselves.
The engine has no clock: budgets are numbers of worlds, chosen so that the first answer of each stage takes less than
150 ms in plain Python (``python -m engine bench`` measures it).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import sqrt
from typing import Final

from engine.coach.sampling import PlayedOut
from engine.search.bits import Position, compiled
from engine.search.exact import Solver
from engine.search.moves import CLAIM, CLOSE, EXCHANGE_OTHER, Move, may_close, moves, step
from engine.search.plans import PlanSearch, TooLong
from engine.search.values import Worth, averaged, estimated, proved
from engine.search.worlds import Hidden, count
from engine.thinkers import CLOSE_GAIN
from engine.view import View


class Ground(StrEnum):
    """What a value stands on."""

    SEARCHED = "searched"
    """Every card lies open in each deal looked at, and both play perfectly there."""
    PLAYED = "played"
    """Deals are played out from here by simple rules."""
    RULES = "rules"
    """The action ends the deal, so that the rules alone say what it is worth."""


@dataclass(frozen=True, slots=True)
class Valued:
    """An action's worth, what it stands on, and each deal's value.

    ``plan``: what one plan for all deals is sure of; ``exact``: no other plan is sure of more. ``allowance``: taken
    off before it is compared with actions that stand on another ground.
    """

    worth: Worth
    ground: Ground
    values: tuple[int, ...]
    plan: Worth | None = None
    exact: bool = False
    allowance: float = 0.0

    @property
    def sure(self) -> float:
        """The value that actions are compared by."""
        return (self.worth if self.plan is None else self.plan).value - self.allowance


@dataclass(frozen=True, slots=True)
class State:
    """What is known after ``done`` of ``total`` steps of thinking."""

    values: Mapping[Move, Valued]
    done: int
    total: int


CLOSED_HANDS: Final = (1, 500, 500, 500, 400, 250, 150)
"""Cards in hand -> hands of the opponent looked at for a first answer once the stock is closed."""
ROUNDS: Final = 200
"""Deals played out for each action for a first answer."""
CLOSE_HANDS: Final = 80
"""Hands of the opponent against which closing is searched for a first answer."""
EARLY_DRAW: Final = 40
"""Deals searched for a first answer before the last draw but one."""
LONG_ROUNDS: Final = 4000
LONG_HANDS: Final = 1200
"""The same for those who think longer."""
STEPS: Final = 20
"""Answers given while thinking longer."""
SOLID: Final = 40
"""Deals that have to be searched before they replace deals that were played out."""
PLAN_WORLDS: Final = (84, 84, 84, 84, 20, 7, 7)
"""Cards in hand -> deals for which one plan is looked for at once."""
PLAN_LIMIT: Final = 250
CLOSE_LIMIT: Final = 1200
"""Information sets looked into for the plan of one action after a closing, and for that of a closing.

Where they are not enough no plan is told.
"""


def thinking(view: View, rng: random.Random) -> Iterator[State]:
    """Yield what the actions are worth: a first answer, then better ones, until more would add nothing."""
    work = _Work(view, rng)
    if view.strict:
        return work.searched(CLOSED_HANDS[len(view.hand)] if view.hand else 1)
    if view.talon == 2:
        return work.searched(work.every)
    if view.talon == 4 and view.before_draw:
        return work.searched(EARLY_DRAW)
    return work.sampled()


class _Work:
    """One position being thought about."""

    def __init__(self, view: View, rng: random.Random) -> None:
        self.view, self.rng = view, rng
        self.core, self.hidden, self.every = compiled(view.ruleset), Hidden.of(view), count(view)
        self.sign = -1 if view.seat else 1
        some = self.hidden.base
        found = [move for move in moves(self.core, some) if move != EXCHANGE_OTHER]
        self.claims = {move: proved(self._claimed(some)) for move in found if move == CLAIM}
        self.moves = [move for move in found if move != CLAIM]
        self.closes = may_close(self.core, some)

    def _claimed(self, some: Position) -> int:
        result = step(self.core, some, CLAIM).result
        assert result is not None
        return self.sign * result

    # -- searching -----------------------------------------------------------------------------------------------

    def searched(self, first: int) -> Iterator[State]:
        """Search deal after deal: ``first`` of them at once, in the end all of them."""
        table: dict[Move, list[int]] = {move: [] for move in self.moves}
        worlds, done = self._worlds(self.every <= first), 0
        for goal in self._goals(min(first, self.every), self.every):
            while done < goal:
                self._search(next(worlds), table)
                done += 1
            yield self._state({move: self._open(found) for move, found in table.items()}, done, self.every)

    def _goals(self, first: int, total: int) -> list[int]:
        """How many deals each answer looks at."""
        rest = total - first
        goals = [first + rest * part // STEPS for part in range(STEPS + 1)]
        return [goal for goal in dict.fromkeys(goals) if goal]

    def _worlds(self, in_order: bool) -> Iterator[Position]:
        """Every deal that fits, once; in a random order unless all are looked at anyway."""
        return self.hidden.all() if in_order else self.hidden.shuffled(self.rng)

    def _search(self, world: Position, table: dict[Move, list[int]]) -> None:
        found = Solver(self.core).table(world)
        for move, values in table.items():
            values.append(found[move])

    def _open(self, found: list[int]) -> Valued:
        worth = averaged(found) if len(found) == self.every else estimated(found)
        return Valued(worth, Ground.SEARCHED, tuple(found))

    # -- playing out ---------------------------------------------------------------------------------------------

    def sampled(self) -> Iterator[State]:
        """Play deals out; closing is searched beside it. With four cards to draw all deals are searched in the end."""
        played = PlayedOut(self.view, self.hidden, (CLOSE,))
        shut: list[int] = []
        exact = self.view.talon == 4
        total = ROUNDS + self.every if exact else LONG_ROUNDS
        played.add(self.rng, ROUNDS)
        self._close(shut, CLOSE_HANDS)
        yield self._state(self._rolled(played, shut), ROUNDS, total)
        if exact:
            for state in self.searched(0):
                if state.done >= SOLID:
                    yield State(state.values, ROUNDS + state.done, total)
            return
        for goal in self._goals(ROUNDS, LONG_ROUNDS)[1:]:
            played.add(self.rng, goal - played.done)
            self._close(shut, CLOSE_HANDS + (LONG_HANDS - CLOSE_HANDS) * goal // LONG_ROUNDS - len(shut))
            yield self._state(self._rolled(played, shut), goal, total)

    def _close(self, shut: list[int], hands: int) -> None:
        if not self.closes:
            return
        for _ in range(hands):
            world = self.hidden.draw(self.rng)
            shut.append(self.sign * Solver(self.core).value(step(self.core, world, CLOSE)))

    def _rolled(self, played: PlayedOut, shut: list[int]) -> dict[Move, Valued]:
        found = {move: Valued(estimated(values), Ground.PLAYED, values) for move, values in played.values().items()}
        if self.closes:
            found[CLOSE] = Valued(estimated(shut), Ground.SEARCHED, tuple(shut), allowance=CLOSE_GAIN)
        return {move: found[move] for move in self.moves}

    # -- both ----------------------------------------------------------------------------------------------------

    def _state(self, values: dict[Move, Valued], done: int, total: int) -> State:
        claims = {move: Valued(worth, Ground.RULES, (int(worth.value),)) for move, worth in self.claims.items()}
        return State({**self._with_plans(values), **claims}, done, total)

    def _with_plans(self, values: dict[Move, Valued]) -> dict[Move, Valued]:
        """Add what one plan is sure of where few deals are possible and the cards were open in each."""
        if self.every == 1 or self.every > PLAN_WORLDS[len(self.view.hand)]:
            return values
        if any(len(found.values) < self.every for found in values.values()):
            return values
        asked = self._plan_moves(values)
        worlds = dict(enumerate(self.hidden.all()))
        limit = CLOSE_LIMIT if self.view.closing is None else PLAN_LIMIT
        search = PlanSearch(self.core, int(self.view.seat), limit, limit)
        try:
            bounds = search.table(worlds, asked) if asked else {}
        except TooLong:
            # A closing that may need a guess is not trusted as far as the open cards go.
            off = dict.fromkeys(asked if self.view.closing is None else (), CLOSE_GAIN)
            return {move: replace(found, allowance=off.get(move, 0.0)) for move, found in values.items()}
        return {
            move: replace(found, plan=bounds[move].plan, exact=bounds[move].exact) if move in bounds else found
            for move, found in values.items()
        }

    def _plan_moves(self, values: dict[Move, Valued]) -> list[Move]:
        """The actions that may need a guess: all once the stock is closed; before that a closing that looks best."""
        if self.view.closing is not None:
            return list(values)
        top = max(found.worth.value for found in values.values())
        return [move for move, found in values.items() if move == CLOSE and found.worth.value >= top > -3]


def difference(first: Valued, second: Valued) -> tuple[float, float]:
    """Return by how much the first action is worth more, and the standard error of that.

    Deals that both were tried in are compared one by one.
    """
    gap = first.sure - second.sure
    if first.ground is second.ground and len(first.values) == len(second.values) > 1:
        if not first.worth.error and not second.worth.error:
            return gap, 0.0
        gaps = [one - two for one, two in zip(first.values, second.values, strict=True)]
        return gap, estimated(gaps).error
    return gap, sqrt(first.worth.error**2 + second.worth.error**2)
