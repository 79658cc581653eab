"""The mask core beside the referee, for as long as wanted: ``python -m engine bench --cross ACTIONS``.

Random deals under all presets and under random rulesets; before every action the same actions must stand, and after it
the positions must be the same. The tests run a short sample of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.deal import Deal
from engine.dealing import deal
from engine.effects import final_count, unclaimed_outcome
from engine.errors import ReadError
from engine.match import Match
from engine.referee import judge, legal_actions
from engine.ruleset import PRESETS, SWITCHES, Ruleset, custom
from engine.scoring import GOAL
from engine.search.bits import compiled, position_of, signed
from engine.search.moves import action_of, move_of, moves, step, unclaimed
from engine.seats import Seat
from engine.verdict import Allowed

_WEIGHTS: dict[type[Action], float] = {Play: 2, Draw: 5, Announce: 12, Exchange: 12, Close: 1.5}


class Disagreement(Exception):
    """Referee and mask core say different things; the message names ruleset, seed and action."""


def random_ruleset(rng: random.Random) -> Ruleset:
    """Return a preset with some switches set at random; combinations that cannot be played are drawn again."""
    offered = [switch for switch in SWITCHES.values() if switch.offered]
    while True:
        changed = rng.sample(offered, rng.randint(1, len(offered)))
        try:
            return custom(rng.choice(list(PRESETS)), {switch.name: rng.choice(switch.values) for switch in changed})
        except ReadError:
            continue


def compare_deal(rules: Ruleset, seed: int) -> int:
    """Play one random deal on both; return how many actions were compared.

    Raises:
        Disagreement: they differ.
    """
    rng, core, count = random.Random(seed), compiled(rules), 0
    position = deal(Match.start(rules, Seat(seed % 2)), rng)
    while actions := legal_actions(position):
        masks, trump, to_act = position_of(position), position.trump, position.to_act
        if {action_of(move, trump, to_act) for move in moves(core, masks)} != set(actions):
            raise Disagreement(f"{rules}, seed {seed}, action {count}: other actions stand")
        action = rng.choices(actions, [_weight(position, action) for action in actions])[0]
        verdict = judge(position, action)
        assert isinstance(verdict, Allowed)
        if step(core, masks, move_of(action, position)) != position_of(verdict.deal):
            raise Disagreement(f"{rules}, seed {seed}, action {count}: {action} leads elsewhere")
        position, count = verdict.deal, count + 1
    outcome = unclaimed_outcome(position)
    assert outcome is not None
    if not position.over and unclaimed(core, position_of(position)).result != signed(outcome):
        raise Disagreement(f"{rules}, seed {seed}: another result")
    return count


def _weight(position: Deal, action: Action) -> float:
    if isinstance(action, Claim):
        return 12 if final_count(position).points[action.by] >= GOAL else 0.3
    return _WEIGHTS[type(action)]


def cross_check(actions: int, seed: int = 66) -> Iterator[int]:
    """Compare deal by deal until so many actions have been compared; yield how many so far.

    Every other deal is played under a preset, the others under random rulesets.

    Raises:
        Disagreement: they differ.
    """
    rng, presets, done = random.Random(seed), list(PRESETS.values()), 0
    while done < actions:
        rules = random_ruleset(rng) if rng.random() < 0.5 else rng.choice(presets)
        done += compare_deal(rules, rng.randrange(2**32))
        yield done
