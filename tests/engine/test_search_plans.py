"""One plan for worlds that look alike: beside a plain search over all plans, and between its two bounds."""

import random
from itertools import product

import pytest
from hypothesis import given, settings

from engine.actions import Action, Close, Exchange, Play
from engine.cards import Card, Suit, parse_cards
from engine.deal import Deal
from engine.effects import unclaimed_outcome
from engine.referee import refusal
from engine.ruleset import PRESETS, preset
from engine.scoring import Closing
from engine.search.bits import compiled, position_of, signed
from engine.search.exact import Solver, table
from engine.search.exact import value as exact_value
from engine.search.plans import PlanSearch, TooLong, open_values, plan_values, surely_wins
from engine.search.values import Kind, averaged, estimated, proved
from engine.search.worlds import Hidden, count, worlds
from engine.seats import Seat
from engine.view import view_of
from tests.engine.plain_search import asks, choices, small_ending, small_open, tightened
from tests.engine.strategies import rulesets, seeds
from tests.engine.walks import done

Vector = tuple[tuple[int, int], ...]


def plain_plans(group: dict[int, Deal], seat: Seat, asked: bool) -> set[Vector]:
    """Every plan of a player for worlds that look alike to it: its value in each world, without any pruning."""
    some = next(iter(group.values()))
    if some.over or some.played_out:
        return {tuple((n, _ended(deal, seat)) for n, deal in sorted(group.items()))}
    if (asks(some) or any(asks(deal) for deal in group.values())) and not asked and some.closing.by is seat:
        after: dict[object, dict[int, Deal]] = {}
        for n, deal in group.items():
            after.setdefault("pass", {})[n] = deal
            if asks(deal):
                after.setdefault("swap", {})[n] = done(deal, Exchange(seat.other))
        return merged([split(part, seat, True) for part in after.values()])
    if some.to_act is seat:
        found: set[Vector] = set()
        for action in [action for action in choices(some) if action.by is seat]:
            found |= split({n: done(deal, action) for n, deal in group.items()}, seat, asked)
        return found
    moves: dict[Action, dict[int, Deal]] = {}
    for n, deal in group.items():
        for action in choices(deal):
            moves.setdefault(action, {})[n] = done(deal, action)
    return merged([split(part, seat, asked) for part in moves.values()])


def _ended(deal: Deal, seat: Seat) -> int:
    outcome = unclaimed_outcome(deal)
    value = signed(outcome)
    if not deal.over and any(type(action).__name__ == "Claim" for action in choices(deal)):
        claimed = signed(done(deal, choices(deal)[0]).outcome)
        value = (max if deal.on_lead is Seat.A else min)(value, claimed)
    return value if seat is Seat.A else -value


def split(group: dict[int, Deal], seat: Seat, asked: bool) -> set[Vector]:
    """Worlds that look different get plans of their own."""
    parts: dict[object, dict[int, Deal]] = {}
    for n, deal in group.items():
        parts.setdefault(view_of(deal, seat), {})[n] = deal
    return merged([plain_plans(part, seat, asked) for part in parts.values()])


def merged(families: list[set[Vector]]) -> set[Vector]:
    """One plan of each family; in each world the opponent picks the worst."""
    found = set()
    for chosen in product(*families):
        worst: dict[int, int] = {}
        for vector in chosen:
            for n, value in vector:
                worst[n] = min(value, worst.get(n, value))
        found.add(tuple(sorted(worst.items())))
    return found


def plain_best(deal: Deal) -> dict[Action, float]:
    """The best average of one plan, action by action."""
    seat = deal.to_act
    group = dict(enumerate(worlds(view_of(deal, seat))))
    best = {}
    for action in choices(deal):
        plans = split({n: done(world, action) for n, world in group.items()}, seat, deal.closing is not None)
        best[action] = max(sum(value for _, value in vector) for vector in plans) / len(group)
    return best


def tight_closed(rules, rng: random.Random, cards: int) -> Deal:
    """A closed ending in which a few worlds fit."""
    while True:
        deal = tightened(small_ending(rules, rng, cards, 0.4), rng)
        if 2 <= count(view_of(deal, deal.to_act)) <= 15:
            return deal


@settings(max_examples=60)
@given(rulesets().filter(lambda rules: rules.close and rules.claim_mode == "spoken"), seeds)
def test_the_best_plan_is_the_best_of_all_plans(rules, seed):
    """Two cards each, a handful of worlds: the same value as trying every plan."""
    deal = tight_closed(rules, random.Random(seed), 2)
    found = plan_values(view_of(deal, deal.to_act))

    assert {action: bounds.plan.value for action, bounds in found.items()} == pytest.approx(plain_best(deal))
    assert all(bounds.exact for bounds in found.values())


@pytest.mark.parametrize("name", [name for name in PRESETS if PRESETS[name].close])
def test_a_plan_is_never_worth_more_than_open_cards(name):
    """Lower and upper bound stand the right way round."""
    rng = random.Random(66)
    for _ in range(10):
        deal = tight_closed(PRESETS[name], rng, 3)
        bounds = plan_values(view_of(deal, deal.to_act)).values()
        assert [found for found in bounds if found.plan.value > found.open.value] == []


def test_where_the_player_has_to_guess():
    """Every world but some can be won, each by another line: the best plan is sure of less (as in column 142)."""
    deal = Deal(
        ruleset=preset("schnapsen"),
        dealer=Seat.A,
        trump=Suit.DIAMONDS,
        turned=Card.parse("QD"),
        stock=parse_cards("TC"),
        hands=(parse_cards("KC AD TH KS"), parse_cards("JC AH TS AS")),
        on_lead=Seat.B,
        counted=(0, 51),
        tricks=(0, 5),
        closing=Closing(Seat.B, (0, 30), (0, 4)),
    )
    found = plan_values(view_of(deal, Seat.B))[Play(Seat.B, Card.parse("JC"))]

    assert (found.plan.value, found.open.value, found.open.n, found.exact) == (1.8, 3, 5, True)
    assert plain_best(deal)[Play(Seat.B, Card.parse("JC"))] == 1.8


def test_the_last_open_trick_hides_nothing_but_one_choice():
    """After the last draw all cards are known: for a lead the plan is worth its open average, exactly."""
    rng = random.Random(3)
    for _ in range(3):
        deal = small_open(preset("classic66"), rng, 6, 2)
        found = plan_values(view_of(deal, deal.on_lead), limit=50)
        plays = [bounds for action, bounds in found.items() if type(action).__name__ == "Play"]
        assert [(bounds.plan, bounds.exact) for bounds in plays] == [(bounds.open, True) for bounds in plays]
        assert {bounds.open.n for bounds in plays} == {7}


def test_a_short_search_says_that_it_is_short():
    """With no sets to look into the plan is a plan still, and not called the best."""
    rng, short = random.Random(66), 0
    for _ in range(15):
        deal = tight_closed(preset("classic66"), rng, 3)
        full, cut = plan_values(view_of(deal, deal.to_act)), plan_values(view_of(deal, deal.to_act), limit=0)
        for action, bounds in full.items():
            assert cut[action].plan.value <= bounds.plan.value
            short += not cut[action].exact

    assert short


def test_open_values_are_means_over_worlds():
    """All worlds when they are few, else a sample with its error."""
    deal = small_open(preset("classic66"), random.Random(3), 6, 2)
    view = view_of(deal, deal.on_lead)
    every = open_values(view, random.Random(1))
    tables = [table(world) for world in worlds(view)]

    assert every == {action: averaged(found[action] for found in tables) for action in tables[0]}
    some = open_values(view, random.Random(1), sample=60, most=6)
    assert {(worth.kind, worth.n) for worth in some.values()} == {(Kind.ESTIMATE, 60)}
    for action, worth in some.items():
        assert abs(worth.value - every[action].value) <= 4 * worth.error + 1e-9


def test_too_many_worlds_get_no_plan():
    """The upper bound only, and it is named so."""
    deal = small_open(preset("classic66"), random.Random(3), 6, 4)
    found = plan_values(view_of(deal, deal.on_lead), most=20)

    assert {(bounds.plan, bounds.exact) for bounds in found.values()} == {(None, False)}


def test_only_the_player_to_act_plans():
    """The other seat has nothing to choose."""
    deal = small_open(preset("classic66"), random.Random(3), 6, 2)

    with pytest.raises(ValueError, match="to act"):
        plan_values(view_of(deal, deal.on_lead.other))


def test_kinds_of_values():
    """Proved, average, estimate: told apart, with number and error."""
    assert (proved(2).kind, averaged([3]).kind, averaged([1, 3]).kind) == (Kind.PROVED, Kind.PROVED, Kind.AVERAGE)
    assert (averaged([1, 3]).value, averaged([1, 3]).n, averaged([1, 3]).error) == (2, 2, 0)
    assert estimated([1, 3, 1, 3]).error == pytest.approx((4 / 3 / 4) ** 0.5)
    with pytest.raises(ValueError, match="two"):
        estimated([1])
    with pytest.raises(ValueError, match="no deal"):
        averaged([])


def test_closing_is_among_the_plans():
    """Closing has a plan of its own."""
    rng = random.Random(12)
    deal = small_open(preset("classic66"), rng, 6, 2)
    while refusal(deal, Close(deal.on_lead)):
        deal = small_open(preset("classic66"), rng, 6, 2)

    assert plan_values(view_of(deal, deal.on_lead), limit=100)[Close(deal.on_lead)].plan is not None


@settings(max_examples=40)
@given(rulesets().filter(lambda rules: rules.close and rules.claim_mode == "spoken"), seeds)
def test_a_sure_win_is_a_plan_that_wins_everywhere(rules, seed):
    """The quick search for one plan that wins in all worlds says the same as trying every plan."""
    deal = tight_closed(rules, random.Random(seed), 2)
    seat = deal.to_act
    group = dict(enumerate(worlds(view_of(deal, seat))))
    plans = plain_plans(group, seat, False)

    assert surely_wins(view_of(deal, seat)) is any(all(value > 0 for _, value in plan) for plan in plans)


@pytest.mark.parametrize("name", PRESETS)
def test_winning_is_a_value_above_nothing(name):
    """The cheap question agrees with the value, for both seats."""
    rng = random.Random(7)
    for _ in range(60):
        deal = tightened(small_ending(PRESETS[name], rng, 3), rng)
        solver, position = Solver(compiled(deal.ruleset)), position_of(deal)
        for seat in Seat:
            assert solver.wins(position, seat) is (exact_value(deal, seat) > 0)


def test_a_search_that_is_too_long_is_given_up():
    """With an end to it the search raises; without one, or with room enough, it finds what it found before."""
    deal = tight_closed(preset("classic66"), random.Random(66), 3)
    view = view_of(deal, deal.to_act)
    sets = dict(enumerate(Hidden.of(view).all()))
    core, seat = compiled(deal.ruleset), int(view.seat)

    with pytest.raises(TooLong):
        PlanSearch(core, seat, 300, 1).table(sets)
    assert PlanSearch(core, seat, 300, 10_000).table(sets) == PlanSearch(core, seat, 300).table(sets)


def test_actions_asked_for():
    """Only the bounds that are wanted are worked out."""
    deal = tight_closed(preset("classic66"), random.Random(66), 3)
    view = view_of(deal, deal.to_act)
    search = PlanSearch(compiled(deal.ruleset), int(view.seat), 300)
    every = search.table(dict(enumerate(Hidden.of(view).all())))
    first = next(iter(every))

    assert search.table(dict(enumerate(Hidden.of(view).all())), [first]) == {first: every[first]}
