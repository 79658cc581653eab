"""How fast the engine is, through its public interface. Printed by ``python -m engine bench`` and ``make bench``."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median

from engine.actions import Action, Claim
from engine.coach.measure import report as hint_report
from engine.deal import Deal
from engine.dealing import deal
from engine.match import Match
from engine.referee import judge, legal_actions
from engine.review import review
from engine.ruleset import PRESETS, Ruleset
from engine.search.measure import report as search_report
from engine.verdict import Allowed


def random_deal(rules: Ruleset, rng: random.Random) -> Iterator[tuple[Deal, Action]]:
    """Play a random deal to its end, without claims; yield each position and the action taken in it."""
    position = deal(Match.start(rules), rng)
    while (action := _random_action(position, rng)) is not None:
        yield position, action
        verdict = judge(position, action)
        assert isinstance(verdict, Allowed)
        position = verdict.deal


def _random_action(position: Deal, rng: random.Random) -> Action | None:
    """A draw where one is due, else any legal action but a claim; None where the deal is played out or has ended."""
    actions = legal_actions(position)
    if actions and type(actions[-1]) is Claim:
        actions = actions[:-1]
    if not actions:
        return None
    if position.before_draw:
        return actions[0]
    # rng.choice is fair to the last bit and takes twice as long, which is not what is measured here.
    return actions[int(rng.random() * len(actions))]


def deals_per_second(rules: Ruleset, seconds: float = 1.0) -> float:
    """Return how many random deals are dealt and played in a second."""
    rng = random.Random(66)
    start, count = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        for _position, _action in random_deal(rules, rng):
            pass
        count += 1
    return count / (time.perf_counter() - start)


def judgements_per_second(rules: Ruleset, seconds: float = 1.0) -> float:
    """Return how many actions are judged in a second, allowed and refused ones."""
    rng = random.Random(66)
    tries = [pair for _ in range(50) for pair in random_deal(rules, rng)]
    others = [(position, tries[rng.randrange(len(tries))][1]) for position, _action in tries]
    start, count = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        for position, action in (*tries, *others):
            judge(position, action)
        count += 2 * len(tries)
    return count / (time.perf_counter() - start)


def report() -> str:
    """Return the figures of all presets as a table."""
    lines = [f"{'ruleset':<12}{'random deals/s':>16}{'judge calls/s':>16}"]
    for name, rules in PRESETS.items():
        lines.append(f"{name:<12}{deals_per_second(rules):>16,.0f}{judgements_per_second(rules):>16,.0f}")
    hints = [hint_report(PRESETS[name]) for name in ("classic66", "schnapsen")]
    return "\n".join([*lines, "", search_report(), "", *hints, "", review_report(PRESETS["classic66"])])


def review_report(rules: Ruleset, deals: int = 10) -> str:
    """Return how long the review of a whole deal takes; one side plays at random, so that there is much to say."""
    times = []
    for seed in range(deals):
        rng = random.Random(seed)
        start = deal(Match.start(rules), rng)
        actions = [action for _position, action in random_deal(rules, random.Random(seed))]
        begun = time.process_time()
        review(start, actions, start.on_lead, rng)
        times.append(time.process_time() - begun)
    return f"review of a deal, {rules.name}: {median(times):.2f} s median, {max(times):.2f} s at most of {deals}"
