"""The chance to win the game: known scores, an independent simulation, and the outcomes behind it."""

import random
from collections import Counter
from itertools import product
from math import sqrt

import pytest

from engine.chance import OUTCOMES, POINTS, match_utility, win_chance
from engine.match import Match
from engine.ruleset import PRESETS, custom, preset
from engine.scoring import How, Outcome
from engine.search.bits import compiled
from engine.search.choices import free_cards
from engine.search.playout import dealt
from engine.search.policy import policy_playout
from engine.seats import Seat

CARRY = custom("classic66", {"tie": "draw_carry_1"})
RULESETS = [*PRESETS.values(), CARRY, custom("santase", {"tie": "draw_carry_1", "count": "down", "target": 7})]


def outcome(winner: Seat | None, points: int, carried: bool) -> Outcome:
    """A deal that ended so; how does not matter to the match."""
    return Outcome(winner, points, How.CLAIMED, winner, None, None, carried)


def simulated(match: Match, rng: random.Random) -> Seat:
    """Play deals with the measured outcomes, through the match of the engine, to the end of the game."""
    while match.winner is None:
        points = rng.choices(POINTS, OUTCOMES[match.ruleset.name])[0]
        leader = match.dealer.other
        winner = None if points == 0 else leader if points > 0 else leader.other
        paid = abs(points) + match.carry if points else 0
        match = match.after(outcome(winner, paid, match.carry and bool(points)))
    return match.winner


@pytest.mark.parametrize("rules", RULESETS, ids=str)
def test_chances_are_those_of_matches_played_out(rules):
    """Four standard errors of 4,000 simulated games, from the start and from a score in the middle."""
    start = Match.start(rules)
    step = -1 if rules.count == "down" else 1
    for score in (start.score, (start.score[0] + 4 * step, start.score[1] + 2 * step)):
        for dealer in Seat:
            match, rng = Match(rules, dealer, score), random.Random(66)
            wins = sum(simulated(match, rng) is Seat.A for _ in range(4000)) / 4000
            chance = win_chance(rules, score, dealer)
            assert abs(wins - chance) < 4 * sqrt(chance * (1 - chance) / 4000)


@pytest.mark.parametrize("rules", RULESETS, ids=str)
def test_the_two_players_share_one(rules):
    """Chances of both sum to one at mirrored scores; more points are never worse."""
    scores = range(1, rules.target + 1) if rules.count == "down" else range(rules.target)
    for mine, theirs, dealer in product(scores, scores, Seat):
        there = win_chance(rules, (theirs, mine), dealer.other)
        assert win_chance(rules, (mine, theirs), dealer) + there == pytest.approx(1)
        use = match_utility(Match(rules, dealer, (mine, theirs)), Seat.B)
        worths = [use(points) for points in POINTS if points]
        assert worths == sorted(worths)
        # A tie does not change who deals, which may make it a hair worse than losing a point, or better than winning.
        assert use(-1) - 0.006 < use(0) < use(1) + 0.006


KNOWN = [
    pytest.param("classic66", (7, 0), 1.0, id="won"),
    pytest.param("classic66", (2, 8), 0.0, id="lost"),
    pytest.param("schnapsen", (0, 3), 1.0, id="won-counted-down"),
    pytest.param("classic66", (6, 6), 0.5, id="one-deal-either-way"),
]


@pytest.mark.parametrize(("name", "score", "chance"), KNOWN)
def test_known_scores(name, score, chance):
    """A game that is over, and one that hangs on one deal."""
    assert win_chance(preset(name), score) == pytest.approx(chance)


def test_one_deal_from_the_end_counted_by_hand():
    """At 6 to 6 the first player to lead wins as often as the outcomes say, ties aside."""
    counts = OUTCOMES["classic66"]
    leads = sum(counts[4:]) / (sum(counts) - counts[3])

    assert win_chance(preset("classic66"), (6, 6), Seat.B) == pytest.approx(leads)


def test_a_carried_point_is_worth_having():
    """After a tie the winner of the next deal gets one more: at 5 to 5 one point becomes two, which is enough."""
    plain, carried = (win_chance(CARRY, (5, 6), Seat.B, carry) for carry in (False, True))
    use = match_utility(Match(CARRY, Seat.B, (5, 6), carry=True), Seat.A)

    assert carried > plain
    assert use(1) == 1.0
    assert match_utility(Match(CARRY, Seat.B, (5, 6)), Seat.A)(1) < 1


@pytest.mark.parametrize("name", PRESETS)
def test_outcomes_are_those_of_the_cautious_player(name):
    """A smaller sample from another seed agrees with the table within four standard errors."""
    core, rng, deals = compiled(PRESETS[name]), random.Random(7), 6000
    seen: Counter[int] = Counter()
    for _ in range(deals):
        position = dealt(core, rng)
        seen[policy_playout(core, position, (free_cards(position, 0), free_cards(position, 1)))] += 1

    assert sum(OUTCOMES[name]) == 100_000
    for points, count in zip(POINTS, OUTCOMES[name], strict=True):
        share = count / 100_000
        assert abs(seen[points] / deals - share) <= 4 * sqrt(share * (1 - share) / deals)
