"""How fast the engine is, through its public interface. Printed by ``python -m engine bench`` and ``make bench``."""

from __future__ import annotations

import os
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
from engine.search.measure import REPEATS, rates, spread
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


def deals_per_second(rules: Ruleset, deals: int = 2000, repeats: int = REPEATS) -> list[float]:
    """Return how many random deals are dealt and played in a second, once a repeat."""
    rng = random.Random(66)

    def work() -> int:
        for _ in range(deals):
            for _position, _action in random_deal(rules, rng):
                pass
        return deals

    return rates(work, repeats)


def judgements_per_second(rules: Ruleset, repeats: int = REPEATS) -> list[float]:
    """Return how many actions are judged in a second, allowed and refused ones, once a repeat."""
    rng = random.Random(66)
    tries = [pair for _ in range(50) for pair in random_deal(rules, rng)]
    others = [(position, tries[rng.randrange(len(tries))][1]) for position, _action in tries]

    def work() -> int:
        for position, action in (*tries, *others):
            judge(position, action)
        return 2 * len(tries)

    return rates(work, repeats)


def report() -> str:
    """Return the figures of all presets as a table."""
    lines = [noise(), ""]
    for name, rules in PRESETS.items():
        lines.append(f"referee, random deals/s       {name:<14}{spread(deals_per_second(rules))}; goal 8,000")
    for name, rules in PRESETS.items():
        lines.append(f"referee, actions judged/s     {name:<14}{spread(judgements_per_second(rules))}")
    hints = [hint_report(rules) for rules in PRESETS.values()]
    return "\n".join([*lines, "", search_report(), "", *hints, "", review_report(PRESETS["classic66"]), noise()])


def noise() -> str:
    """Return how to read the figures, and how busy the machine is with other things."""
    try:
        busy = f"{os.getloadavg()[0]:.1f} programs wanted to run in the last minute, on {os.cpu_count()} cores"
    except (AttributeError, OSError):
        busy = "this system does not tell how busy it is"
    return f"median (lowest to highest of {REPEATS} repeats), processor time; {busy}"


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
