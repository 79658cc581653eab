"""Advice on a view: what every action is worth, which are the best, what the others lose, and why."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.actions import Action, Claim, Close, Play
from engine.coach import compared, special
from engine.coach.causes import COVERS, GOOD, Cause, Told
from engine.coach.scene import Scene
from engine.coach.stages import Ground, State, Valued, difference, thinking
from engine.search.moves import action_of
from engine.search.values import Kind, Worth
from engine.seats import Seat
from engine.tricks import answer_wins
from engine.view import View

MOST_REASONS = 3
EQUAL = 1e-9
ORDER = {cause: place for place, cause in enumerate(Cause)}


@dataclass(frozen=True, slots=True)
class Option:
    """One action. ``worth`` is in game points for the seat; ``plan`` is what one plan is sure of, where that was found
    (``plan_exact``: no other plan is sure of more). ``allowance`` is taken off an average with the cards open before
    it is compared with deals that were played out.

    ``best``: nothing else is worth more, as far as the kind of value can tell. ``lost``: game points fewer than the
    best (0 for the best ones). ``reasons``: at most three, the most telling first; they speak for the action where
    it is among the best, else against it.
    """

    action: Action
    worth: Worth
    ground: Ground
    plan: Worth | None
    plan_exact: bool
    allowance: float
    best: bool
    lost: float
    reasons: tuple[Told, ...]

    @property
    def sure(self) -> float:
        """The value that actions are compared by: what one plan is sure of, where that is known, less the allowance."""
        return (self.worth if self.plan is None else self.plan).value - self.allowance

    @property
    def guessed(self) -> bool:
        """The cards lay open in each deal, and no single plan for all of them reaches the average."""
        return self.plan is not None and self.plan.value < self.worth.value - EQUAL


@dataclass(frozen=True, slots=True)
class Advice:
    """Every action that stands, best first. ``done`` of ``total`` steps of thinking lie behind it."""

    seat: Seat
    options: tuple[Option, ...]
    done: int
    total: int

    @property
    def best(self) -> tuple[Option, ...]:
        """The actions that nothing else is worth more than."""
        return tuple(option for option in self.options if option.best)

    @property
    def fraction(self) -> float:
        """How much of the thinking is done, from 0 to 1."""
        return self.done / self.total

    @property
    def forced(self) -> bool:
        """There is one thing to do, a wrong claim aside."""
        return self.options[0].reasons[0].cause in (Cause.ONLY_CARD, Cause.ONLY_ACTION)

    def option(self, action: Action) -> Option:
        """Return what is said of an action.

        Raises:
            KeyError: the action does not stand.
        """
        for option in self.options:
            if option.action == action:
                return option
        raise KeyError(action)


def advise(view: View, rng: random.Random) -> Advice:
    """Return the first, quick advice.

    Raises:
        ValueError: the seat of the view has nothing to do now, or nothing but to claim wrongly.
    """
    return next(think(view, rng))


def think(view: View, rng: random.Random) -> Iterator[Advice]:
    """Yield advice that gets better: the quick one first. Stop asking to cancel; ``fraction`` tells how far it is.

    Raises:
        ValueError: the seat of the view has nothing to do now.
    """
    scene = Scene(view)
    if view.to_act is not view.seat or not scene.sensible:
        raise ValueError("this seat has nothing to do now")
    return (_Advising(scene, state).advice for state in thinking(view, rng))


def true_of(view: View, rng: random.Random) -> dict[Action, tuple[Told, ...]]:
    """Return everything that is true of each action after the first look: what the reasons are chosen from."""
    scene = Scene(view)
    return _Advising(scene, next(thinking(view, rng))).true


class _Advising:
    """Turns values into advice."""

    def __init__(self, scene: Scene, state: State) -> None:
        self.scene, self.state = scene, state
        trump, seat = scene.view.trump, int(scene.me)
        self.values = {action_of(move, trump, seat): found for move, found in state.values.items()}

    @cached_property
    def advice(self) -> Advice:
        options = sorted((self._option(action) for action in self.values), key=_place)
        return Advice(self.scene.me, tuple(options), self.state.done, self.state.total)

    def _option(self, action: Action) -> Option:
        found, best = self.values[action], action in self.best
        lost = 0.0 if best else max(0.0, self.values[self.top].sure - found.sure)
        return Option(
            action,
            found.worth,
            found.ground,
            found.plan,
            found.exact,
            found.allowance,
            best,
            lost,
            self._reasons(action),
        )

    # -- which are the best --------------------------------------------------------------------------------------

    @cached_property
    def top(self) -> Action:
        """The action that is worth most; of equals a claim, else the first in the referee's order."""
        return max(self.scene.sensible, key=lambda action: (self.values[action].sure, isinstance(action, Claim)))

    @cached_property
    def best(self) -> tuple[Action, ...]:
        return tuple(action for action in self.scene.sensible if self._as_good(action))

    def _as_good(self, action: Action) -> bool:
        """Whether the top action cannot be told to be better: by no more than the error of the difference."""
        first, found = self.values[self.top], self.values[action]
        if first.ground is Ground.RULES and action != self.top and found.worth.kind is Kind.ESTIMATE:
            return False  # 66 points now are certain, what comes later is not
        if first.plan is not None or found.plan is not None:
            return first.sure - found.sure <= EQUAL
        gap, error = difference(first, found)
        return gap <= error + EQUAL

    # -- why -----------------------------------------------------------------------------------------------------

    @cached_property
    def true(self) -> dict[Action, tuple[Told, ...]]:
        """Everything that is true of each action."""
        return {action: all_causes(self.scene, action, self.values) for action in self.values}

    def _reasons(self, action: Action) -> tuple[Told, ...]:
        if action in self.best:
            return self._praise(action)
        return self._blame(action)

    def _praise(self, action: Action) -> tuple[Told, ...]:
        if len(self.scene.sensible) == 1:
            only = Told(Cause.ONLY_CARD, card=action.card) if isinstance(action, Play) else Told(Cause.ONLY_ACTION)
            return (only,)
        if len(self.best) == len(self.scene.sensible) and not self.scene.may_claim_rightly:
            return (Told(Cause.ALL_EQUAL, n=len(self.best)),)
        told = [told for told in self.true[action] if told.cause in GOOD]
        others = [self.true[other] for other in self.scene.sensible if other not in self.best]
        told = [each for each in told if not all(_says(other, each.cause) for other in others)]
        return self._most_telling(told) or (Told(Cause.SEARCH_SAYS, n=len(self.values[action].values)),)

    def _blame(self, action: Action) -> tuple[Told, ...]:
        told = [told for told in self.true[action] if told.cause not in GOOD]
        told = [each for each in told if not any(_says(self.true[best], each.cause) for best in self.best)]
        told = [each for each in told if self._fits(each.cause)]
        return self._most_telling(told) or (Told(Cause.SEARCH_LOWER, n=len(self.values[action].values)),)

    def _fits(self, cause: Cause) -> bool:
        """A cheaper card that wins as well is no reason where the best card does not win at all."""
        led = self.scene.view.led
        if cause is not Cause.TOO_DEAR or led is None:
            return True
        cards = [action.card for action in self.best if isinstance(action, Play)]
        return any(answer_wins(led, card, self.scene.view.trump) for card in cards)

    def _most_telling(self, told: list[Told]) -> tuple[Told, ...]:
        causes = {each.cause for each in told}
        covered = {cause for each in causes for cause in COVERS.get(each, ())}
        kept = sorted((each for each in told if each.cause not in covered), key=lambda each: ORDER[each.cause])
        return tuple(kept[:MOST_REASONS])


def all_causes(scene: Scene, action: Action, values: dict[Action, Valued]) -> tuple[Told, ...]:
    """Return every reason that is true of an action, for and against it."""
    return (*special.causes(scene, action), *compared.causes(scene, action, values))


def _says(told: tuple[Told, ...], cause: Cause) -> bool:
    return any(each.cause is cause for each in told)


def _place(option: Option) -> tuple[bool, bool, float, bool]:
    """Best first, a claim before all; of equals a closing last."""
    action = option.action
    return not option.best, not (option.best and isinstance(action, Claim)), -option.sure, isinstance(action, Close)
