"""What each action of a problem is worth to the learner: exact with all cards known, else what one plan is sure of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.actions import Close
from engine.deal import Deal
from engine.notation import read, write_action
from engine.problems.asks import ME, NONE
from engine.problems.renaming import Ask
from engine.referee import judge
from engine.ruleset import parse
from engine.search.exact import table
from engine.search.plans import Bounds, plan_values, surely_wins
from engine.verdict import Refused
from engine.view import View, view_of

CLOSE = "A@"
MOST_WORLDS = 84
"""Worlds up to which plans are searched for a value."""
LIMIT = 4000
"""Information sets looked into for each action."""
_NEAR = 1e-9


def values(ask: Ask) -> Mapping[str, float]:
    """Return every action of the learner with its value in game points.

    All cards known: exact. A view: what one plan is sure of against an opponent who sees every card.
    """
    return _values(ask["ruleset"], ask["position"])


@lru_cache(maxsize=256)
def _values(rules: str, text: str) -> Mapping[str, float]:
    position = read(text, parse(rules))
    if isinstance(position, Deal):
        return {write_action(action): float(value) for action, value in table(position).items() if action.by is ME}
    found = bounds(position)
    return {action: each.plan.value for action, each in found.items() if each.plan is not None}


@lru_cache(maxsize=16)
def bounds(view: View) -> Mapping[str, Bounds]:
    """Return the two bounds of every action of a view."""
    found = plan_values(view, limit=LIMIT, most=MOST_WORLDS)
    return {write_action(action): each for action, each in found.items()}


def best(ask: Ask) -> list[str]:
    """Return the best actions; of a ``play`` question the best cards."""
    found = _asked(ask)
    top = max(found.values())
    return [action for action, value in found.items() if value > top - _NEAR]


def losses(ask: Ask) -> dict[str, str]:
    """Return what each worse action costs, in game points: ``-1``, ``-0.43``."""
    found = _asked(ask)
    top = max(found.values())
    return {action: f"{value - top:.2g}" for action, value in found.items() if value <= top - _NEAR}


def _asked(ask: Ask) -> dict[str, float]:
    found = values(ask)
    return {action: value for action, value in found.items() if ask["kind"] != "play" or ":" in action}


def choices(ask: Ask) -> list[str]:
    """Return the right options of ``sure`` (close and win against every hand) and ``should`` (close or not)."""
    if ask["ask"] == "sure":
        return [CLOSE if sure(ask["ruleset"], ask["position"]) else NONE]
    shut, rest = both(ask)
    return [option for option, value, other in ((CLOSE, shut, rest), (NONE, rest, shut)) if value > other - _NEAR]


def both(ask: Ask) -> tuple[float, float]:
    """Return what one plan is sure of after closing, and with the best other action."""
    found = values(ask)
    return found[CLOSE], max(value for action, value in found.items() if action != CLOSE)


def costs(ask: Ask, right: set[str]) -> dict[str, str]:
    """Return why the options that are not right are not."""
    if ask["ask"] == "sure":
        return {NONE: "sure"} if CLOSE in right else {CLOSE: "a_hand_beats_it"}
    gap = f"{-abs(both(ask)[0] - both(ask)[1]):.2g}"
    return {option: gap for option in (CLOSE, NONE) if option not in right}


@lru_cache(maxsize=64)
def sure(rules: str, text: str) -> bool:
    """Return whether some plan closes and wins against every hand that fits the view."""
    view = read(text, parse(rules))
    assert isinstance(view, View)
    return surely_wins(closed_view(view))


def closed_view(view: View) -> View:
    """Return what the seat of a view knows once it has closed.

    Raises:
        ValueError: it may not close.
    """
    verdict = judge(view.fill(view.unseen), Close(view.seat))
    if isinstance(verdict, Refused):
        raise ValueError(f"no closing here: {verdict.reason.value}")
    return view_of(verdict.deal, view.seat)
