"""How long a first hint takes, stage by stage; printed by ``make bench``. Processor time, in milliseconds."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median

from engine.actions import Close
from engine.coach.advice import advise
from engine.coach.scene import Scene
from engine.dealing import deal
from engine.match import Match
from engine.policy import choose
from engine.referee import judge, refusal
from engine.ruleset import Ruleset
from engine.verdict import Allowed
from engine.view import View, view_of

CLOSED_NOW_AND_THEN = 0.04
"""How often a player closes where it may, so that closed stocks of every size occur."""


def stage(view: View) -> str:
    """Return the name of the stage of a view: cards to draw, and what is to be done."""
    if view.closing is not None:
        return f"closed, {len(view.hand)} in hand"
    moment = "before drawing" if view.before_draw else "leading" if view.led is None else "answering"
    return f"{view.talon:>2} to draw, {moment}" if view.talon else f"used up, {moment}"


def views(rules: Ruleset, deals: int, seed: int = 66) -> Iterator[View]:
    """Yield the views of cautious players in which there is a choice."""
    for number in range(deals):
        rng = random.Random(f"{seed}:{number}")
        position = deal(Match.start(rules), rng)
        while not position.over and not position.played_out:
            view = view_of(position, position.to_act)
            if len(Scene(view).sensible) > 1:
                yield view
            action = choose(view).action
            close = Close(view.seat)
            if rng.random() < CLOSED_NOW_AND_THEN and refusal(position, close) is None:
                action = close
            verdict = judge(position, action)
            assert isinstance(verdict, Allowed)
            position = verdict.deal


def hint_times(rules: Ruleset, deals: int, most: int = 40) -> dict[str, list[float]]:
    """Return the milliseconds of first hints by stage, shortest first; at most so many of each stage."""
    times: dict[str, list[float]] = {}
    for view in views(rules, deals):
        found = times.setdefault(stage(view), [])
        if len(found) < most:
            begun = time.process_time()
            advise(view, random.Random(66))
            found.append(1000 * (time.process_time() - begun))
    return {name: sorted(found) for name, found in sorted(times.items())}


def report(rules: Ruleset, deals: int = 60) -> str:
    """Return the times of every stage as lines of text."""
    lines = [f"{'first hint, ' + rules.name:<36}{'views':>6}{'median ms':>12}{'95 % ms':>10}; goal 150"]
    for name, found in hint_times(rules, deals).items():
        high = found[min(len(found) - 1, int(0.95 * len(found)))]
        lines.append(f"{name:<36}{len(found):>6}{median(found):>12.1f}{high:>10.1f}")
    return "\n".join(lines)
