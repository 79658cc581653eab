"""Rollouts and the tree: the same numbers as playing on through the referee, both utilities, and the published row."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Announce, Claim, Close, Exchange
from engine.chance import match_utility
from engine.deal import Deal
from engine.effects import unclaimed_outcome
from engine.match import Match
from engine.policy import choose, own_actions
from engine.ruleset import PRESETS, preset
from engine.scoring import GOAL
from engine.search.bits import deal_of, signed
from engine.search.closing import closing_worth
from engine.search.exact import table
from engine.search.rollouts import LAP, Rollouts, hope_after
from engine.search.tree import TreeSearch
from engine.search.values import Kind, Utility, Worth
from engine.search.worlds import Hidden
from engine.seats import Seat
from engine.view import View, view_of
from tests.engine.plain_search import small_ending, tightened
from tests.engine.strategies import open_deals, seeds
from tests.engine.walks import done, start

KEEPS_TURN = (Announce, Exchange, Close)


def rollout_values(view: View, rng: random.Random, worlds: int, utility: Utility | None = None) -> dict[Action, Worth]:
    """The estimate for each action, all of them tried in so many worlds."""
    rollouts = Rollouts(view, utility)
    rollouts.add(rng, worlds)
    return rollouts.values()


def played_on(deal: Deal) -> int:
    """Both players go on by the rules of the cautious player; the value for seat A."""
    while not deal.over:
        if deal.played_out and (not deal.ruleset.spoken or _count(deal) < GOAL):
            break
        deal = done(deal, choose(view_of(deal, deal.to_act)).action)
    outcome = unclaimed_outcome(deal)
    assert outcome is not None
    return signed(outcome)


def _count(deal: Deal) -> int:
    bonus = deal.ruleset.last_trick_points if deal.closing is None else 0
    return deal.counted[deal.on_lead] + bonus


def ways(deal: Deal) -> list[Deal]:
    """What follows from each way to go on that ends the turn."""
    found = []
    for action in own_actions(view_of(deal, deal.to_act)):
        if isinstance(action, Claim) and _count(deal) < GOAL:
            continue
        after = done(deal, action)
        found += ways(after) if isinstance(action, KEEPS_TURN) and not after.over else [after]
    return found


def by_hand(view: View, worlds: list[Deal]) -> dict[object, float]:
    """Action -> the best mean over its ways to go on, by the referee and the cautious player alone."""
    sign, found = (-1 if view.seat else 1), {}
    for action in own_actions(view):
        if isinstance(action, Claim) and _count(worlds[0]) < GOAL:
            continue
        after = [done(world, action) for world in worlds]
        lines = [ways(world) if isinstance(action, KEEPS_TURN) and not world.over else [world] for world in after]
        sums = [sum(sign * played_on(deal) for deal in line) for line in zip(*lines, strict=True)]
        found[action] = max(sums) / len(worlds)
    return found


@settings(max_examples=120)
@given(open_deals(), seeds)
def test_rollouts_are_the_cautious_player_playing_on(deal, seed):
    """Three worlds, every action, through the referee: the same means."""
    if deal.played_out:
        return
    view = view_of(deal, deal.to_act)
    found = rollout_values(view, random.Random(seed), 3)
    rng, hidden = random.Random(seed), Hidden.of(view)
    worlds = [deal_of(hidden.draw(rng), view.fill(view.unseen)) for _ in range(3)]

    expected = by_hand(view, worlds)
    assert set(found) == set(expected)
    for action, worth in found.items():
        assert worth.value == pytest.approx(expected[action])
        assert worth.kind is (Kind.PROVED if worth.n == 1 else Kind.ESTIMATE)


def test_samples_add_up_and_can_be_stopped():
    """Fifty worlds in one go or in two; another seed gives another estimate with a fitting error."""
    view = view_of(start(preset("classic66"), 4), start(preset("classic66"), 4).to_act)
    rollouts, rng = Rollouts(view), random.Random(1)
    rollouts.add(rng, 20)
    assert rollouts.done == 20
    rollouts.add(rng, 30)
    once = rollout_values(view, random.Random(1), 50)
    many = rollout_values(view, random.Random(2), 2000)

    assert rollouts.values() == once
    for action, worth in once.items():
        assert worth.n == 50
        assert abs(worth.value - many[action].value) < 4 * (worth.error**2 + many[action].error ** 2) ** 0.5 + 0.01


def test_a_race_finds_the_best_with_less_work():
    """The winner is tried as often as without a race and is as good as any by a thousand worlds; the others cost less."""
    tried = whole = 0
    for seed in range(12):
        deal = start(preset("classic66"), seed)
        view = view_of(deal, deal.to_act)
        raced, rng = Rollouts(view), random.Random(seed)
        raced.race(rng, 200)
        found = raced.values()
        best = max(found, key=lambda action: found[action].value)
        many = rollout_values(view, random.Random(99), 1000)

        assert raced.done == found[best].n == 200
        tried += sum(worth.n for worth in found.values())
        whole += 200 * len(found)
        highest = max(worth.value for worth in many.values())
        assert many[best].value > highest - 3 * (found[best].error + many[best].error)
    assert tried < 0.7 * whole


def test_a_race_tells_apart_what_never_differs():
    """In an ending that is worth the same in every world a difference has no spread: one lap decides."""
    deal = start(preset("classic66"), 9)
    while deal.talon or deal.led is not None or len(deal.hands[0]) > 3:
        deal = done(deal, choose(view_of(deal, deal.to_act)).action)
        assert not deal.over
    view = view_of(deal, deal.to_act)
    raced = Rollouts(view)
    raced.race(random.Random(1), 200)
    values = {action: worth.value for action, worth in raced.values().items()}
    counts = {action: worth.n for action, worth in raced.values().items()}

    assert values == {a: worth.value for a, worth in rollout_values(view, random.Random(1), 2).items()}
    assert all(counts[a] == (200 if value == max(values.values()) else LAP) for a, value in values.items())


@pytest.mark.parametrize(
    ("least", "hands"), [pytest.param(3.5, 10, id="cannot-be-reached"), pytest.param(-3.0, 60, id="is-reached")]
)
def test_a_closing_is_looked_at_no_longer_than_it_may_matter(least, hands):
    """More game points than there are are given up after a lap; what may still pay is looked at to the end."""
    deal = start(preset("schnapsen"), 4)
    view = view_of(deal, deal.to_act)
    found = closing_worth(view, random.Random(1), 60, least=least)

    assert found is not None
    assert found.n == hands
    assert found.value == closing_worth(view, random.Random(1), hands).value


def test_what_is_left_out_is_not_tried():
    """Some actions can be left out, not all of them."""
    deal = start(preset("classic66"), 4)
    view = view_of(deal, deal.to_act)
    actions = set(rollout_values(view, random.Random(1), 2))
    first = min(actions, key=str)
    rollouts = Rollouts(view, leave_out={first})
    rollouts.add(random.Random(1), 2)

    assert set(rollouts.values()) == actions - {first}
    with pytest.raises(ValueError, match="nothing is left"):
        Rollouts(view, leave_out=actions)


def test_who_is_not_to_act_has_no_values():
    """Rollouts and trees are for the player to act."""
    deal = start(preset("classic66"), 4)
    view = view_of(deal, deal.to_act.other)
    for make in (Rollouts, TreeSearch):
        with pytest.raises(ValueError, match="player to act"):
            make(view)


@settings(max_examples=60)
@given(open_deals(), st.integers(0, 5))
def test_the_tree_tries_every_action(deal, seed):
    """Each action but claims and exchanges is tried; values lie between the worst and the best outcome."""
    view = view_of(deal, deal.to_act)
    actions = [action for action in own_actions(view) if not isinstance(action, (Claim, Exchange))]
    if not actions or deal.counted[deal.to_act] >= GOAL:
        return
    search = TreeSearch(view)
    search.walk(random.Random(seed), 120)
    found = search.found()

    assert set(found) == set(actions)
    assert all(-3 <= tried.worth.value <= 3 for tried in found.values())
    assert sum(tried.tries for tried in found.values()) == 120


@pytest.mark.parametrize("name", PRESETS)
def test_the_tree_finds_the_winning_card(name):
    """Last trick of all but one, cards known: what the exact search proves is tried most."""
    decided = 0
    for seed in range(40):
        deal = tightened(small_ending(PRESETS[name], random.Random(seed), 3), random.Random(seed))
        values = table(deal)
        if len(set(values.values())) < 2 or deal.counted[deal.to_act] >= GOAL:
            continue
        search = TreeSearch(view_of(deal, deal.to_act), model=0.0)
        search.walk(random.Random(seed), 800)
        best = next(iter(search.found()))
        assert values[best] == max(values.values())
        decided += 1
    assert decided > 2


def hoped(deal: Deal, seat: Seat) -> int:
    """Every way of one seat to go on, the other being the cautious player: the best value for that seat."""
    if deal.over or (deal.played_out and (not deal.ruleset.spoken or _count(deal) < GOAL)):
        outcome = unclaimed_outcome(deal)
        assert outcome is not None
        return -signed(outcome) if seat else signed(outcome)
    usual = choose(view_of(deal, deal.to_act)).action
    if deal.to_act is not seat or isinstance(usual, Claim):
        return hoped(done(deal, usual), seat)
    actions = [action for action in own_actions(view_of(deal, seat)) if not isinstance(action, Claim)]
    return max(hoped(done(deal, action), seat) for action in actions)


@pytest.mark.parametrize("name", PRESETS)
def test_hope_is_the_best_against_the_cautious_player(name):
    """Small endings, through the referee; some of them are better than what is proved."""
    better = 0
    for seed in range(25):
        deal = tightened(small_ending(PRESETS[name], random.Random(seed), 4), random.Random(seed))
        if deal.counted[deal.to_act] >= GOAL:
            continue
        seat, proved = deal.to_act, table(deal)
        for action in proved:
            found = hope_after(deal, action)
            assert found == hoped(done(deal, action), seat) >= proved[action]
            better += found > proved[action]
    assert better


def test_both_utilities_order_claims_and_chances():
    """A player one point from the game does not care by how much; values are chances then."""
    rules = preset("schnapsen")
    deal = start(rules, 12)
    use = match_utility(Match(rules, deal.dealer, (1, 1)), deal.to_act)
    points, chances = (rollout_values(view_of(deal, deal.to_act), random.Random(3), 60, each) for each in (None, use))

    assert set(points) == set(chances)
    assert all(0 <= worth.value <= 1 for worth in chances.values())
    assert use(1) == use(3) == 1
    assert use(-1) == use(-2) == 0
