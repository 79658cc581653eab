"""Cases: the situations of a theme that are looked for in deals. A maker is a list of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.deal import Deal
from engine.notation import write
from engine.problems.asks import ME
from engine.problems.scenes import Moment
from engine.problems.themes import Theme
from engine.ruleset import Ruleset
from engine.seats import Seat

Made = dict[str, Any]
"""A question without its ruleset."""
Find = Callable[[Moment, random.Random], Made | None]
"""Looks at a moment of a deal and asks something about it, or not."""

THEM = Seat.B
"""The opponent."""


def always(_rules: Ruleset) -> bool:
    """Fits every ruleset."""
    return True


@dataclass(frozen=True, slots=True)
class Case:
    """A situation and the rule that it asks about.

    ``rules``: further rules that are needed, or served just as well. ``fits``: rulesets in which it can occur.
    ``trap``: the quick answer is wrong here. ``weight``: how often it is taken.
    """

    theme: Theme
    name: str
    rule: str
    find: Find
    rules: tuple[str, ...] = ()
    weight: int = 2
    fits: Callable[[Ruleset], bool] = always
    trap: bool = False


def my_turn(deal: Deal) -> bool:
    """Return whether the learner is to act in a deal that goes on."""
    return deal.to_act is ME and not deal.over and not deal.played_out


def leading(deal: Deal) -> bool:
    """Return whether the learner is on lead with a full hand and nothing announced yet."""
    return my_turn(deal) and deal.led is None and not deal.before_draw and deal.announced is None


def on_position(deal: Deal, kind: str, **more: Any) -> Made:
    """Return a question about a position."""
    return {"kind": kind, "position": write(deal), **more}


def may(deal: Deal, *options: str, **more: Any) -> Made:
    """Return the question which of these actions may be taken, ``none`` among them."""
    return on_position(deal, "act", ask="may", options=[*options, "none"], **more)
