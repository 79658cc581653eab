"""The engine beside ``naive_referee``, which was written from the rule book alone and shares no code with it."""

import random

import pytest
from hypothesis import given, settings

from engine.actions import Draw, Play
from engine.deal import Deal
from engine.events import TrickWon
from engine.referee import legal_actions, refusal
from engine.ruleset import PRESETS, Ruleset, parse
from tests.engine import naive_referee as naive
from tests.engine.second_opinion import facts, naive_action, naive_facts, naive_start
from tests.engine.strategies import rulesets, seeds
from tests.engine.walks import CONCEIVABLE, done, start, walk

# -- how many ways there are to go on ----------------------------------------------------------------------------


def perft(deal: Deal, depth: int) -> int:
    """Count the sequences of ``depth`` actions."""
    if not depth:
        return 1
    return sum(perft(done(deal, action), depth - 1) for action in legal_actions(deal))


def naive_perft(state: naive.State, depth: int) -> int:
    """Count the same with the naive referee."""
    if not depth:
        return 1
    return sum(naive_perft(naive.apply(state, action), depth - 1) for action in naive.legal_actions(state))


def reached(rules: Ruleset, seed: int, tricks: int) -> tuple[Deal, naive.State]:
    """Play the first legal card again and again, without a word, until so many tricks are won."""
    deal = start(rules, seed)
    state = naive_start(deal)
    while deal.tricks_played < tricks or deal.before_draw:
        action = next(action for action in legal_actions(deal) if isinstance(action, (Play, Draw)))
        deal, state = done(deal, action), naive.apply(state, naive_action(action))
    return deal, state


PERFT = [
    pytest.param("classic66", 1, 0, 5, 2520, id="classic66-after-0"),
    pytest.param("classic66", 12, 4, 6, 7628, id="classic66-after-4"),
    pytest.param("classic66", 13, 8, 9, 200, id="classic66-after-8"),
    pytest.param("eight66", 1, 0, 5, 1488, id="eight66-after-0"),
    pytest.param("eight66", 12, 4, 6, 4689, id="eight66-after-4"),
    pytest.param("eight66", 13, 8, 9, 324, id="eight66-after-8"),
    pytest.param("pagat66", 1, 0, 5, 2756, id="pagat66-after-0"),
    pytest.param("pagat66", 12, 4, 6, 7827, id="pagat66-after-4"),
    pytest.param("pagat66", 13, 8, 9, 200, id="pagat66-after-8"),
    pytest.param("santase", 1, 0, 5, 1630, id="santase-after-0"),
    pytest.param("santase", 12, 4, 6, 2426, id="santase-after-4"),
    pytest.param("santase", 13, 8, 7, 76, id="santase-after-8"),
    pytest.param("schnapsen", 1, 0, 5, 841, id="schnapsen-after-0"),
    pytest.param("schnapsen", 12, 3, 6, 1673, id="schnapsen-after-3"),
    pytest.param("schnapsen", 13, 6, 9, 112, id="schnapsen-after-6"),
    pytest.param(
        "pagat66;deck=20;exchange_off_lead=yes;meld_lead_card=king;meld_after_close=yes",
        1,
        0,
        5,
        1056,
        id="pagat66-changed-after-0",
    ),
    pytest.param(
        "pagat66;deck=20;exchange_off_lead=yes;meld_lead_card=king;meld_after_close=yes",
        12,
        3,
        6,
        2195,
        id="pagat66-changed-after-3",
    ),
    pytest.param(
        "pagat66;deck=20;exchange_off_lead=yes;meld_lead_card=king;meld_after_close=yes",
        13,
        6,
        9,
        72,
        id="pagat66-changed-after-6",
    ),
    pytest.param(
        "santase;claim_mode=spoken;meld_first_lead=pending;meld_pending_until_trick=no;strict_follow=no",
        1,
        0,
        5,
        1786,
        id="santase-changed-after-0",
    ),
    pytest.param(
        "santase;claim_mode=spoken;meld_first_lead=pending;meld_pending_until_trick=no;strict_follow=no",
        12,
        4,
        6,
        6117,
        id="santase-changed-after-4",
    ),
    pytest.param(
        "santase;claim_mode=spoken;meld_first_lead=pending;meld_pending_until_trick=no;strict_follow=no",
        13,
        8,
        9,
        352,
        id="santase-changed-after-8",
    ),
    pytest.param(
        "eight66;close=yes;exchange_by_other_on_close=yes;exchange_needs_trick=no;meld_after_close=yes;strict_trump=no",
        1,
        0,
        5,
        3848,
        id="eight66-changed-after-0",
    ),
    pytest.param(
        "eight66;close=yes;exchange_by_other_on_close=yes;exchange_needs_trick=no;meld_after_close=yes;strict_trump=no",
        12,
        4,
        6,
        8384,
        id="eight66-changed-after-4",
    ),
    pytest.param(
        "eight66;close=yes;exchange_by_other_on_close=yes;exchange_needs_trick=no;meld_after_close=yes;strict_trump=no",
        13,
        8,
        9,
        360,
        id="eight66-changed-after-8",
    ),
]


@pytest.mark.parametrize(("rules", "seed", "tricks", "depth", "expected"), PERFT)
def test_number_of_ways_to_go_on(rules, seed, tricks, depth, expected):
    """Both referees find the pinned number of action sequences."""
    deal, state = reached(parse(rules), seed, tricks)

    assert (perft(deal, depth), naive_perft(state, depth)) == (expected, expected)


# -- random play, step by step -----------------------------------------------------------------------------------

WALKS = 150
"""Deals for each preset."""


def compare(deal: Deal, state: naive.State) -> None:
    """Both say the same of the position, of the legal actions, and of everything that anybody can try."""
    assert facts(deal) == naive_facts(state)
    assert sorted(naive_action(action) for action in legal_actions(deal)) == naive.legal_actions(state)
    reasons = {action: refusal(deal, action) for action in CONCEIVABLE}
    codes = {naive_action(action): refused.reason.value if refused else "ok" for action, refused in reasons.items()}
    assert codes == {action: naive.reason(state, action) for action in codes}


def compare_walk(rules: Ruleset, seed: int) -> Deal:
    """Play one random deal on both sides and compare every step; return its end."""
    deal = start(rules, seed)
    state = naive_start(deal)
    tricks = []
    compare(deal, state)
    for _, action, verdict in walk(deal, random.Random(seed)):
        deal, state = verdict.deal, naive.apply(state, naive_action(action))
        won = [event for event in verdict.events if isinstance(event, TrickWon)]
        tricks += [[event.led.code, event.answer.code, event.by.name] for event in won]
        assert tricks == state["history"]
        compare(deal, state)
    assert not legal_actions(deal)
    return deal


@pytest.mark.parametrize("name", PRESETS)
def test_presets_step_by_step(name):
    """Random deals under a preset: both referees agree on every step."""
    ends = [compare_walk(PRESETS[name], seed) for seed in range(WALKS)]

    assert len(ends) == WALKS
    assert all(end.over for end in ends if not end.ruleset.spoken)
    assert any(end.closing for end in ends) == PRESETS[name].close


@settings(max_examples=350)
@given(rulesets(), seeds)
def test_custom_rulesets_step_by_step(rules, seed):
    """Random deals under random rulesets: both referees agree on every step."""
    compare_walk(rules, seed)


def test_comparison_sees_a_difference():
    """The comparison itself can fail: one card in the other hand, a switch turned, a point more."""
    deal = start(PRESETS["classic66"], 1)
    state = naive_start(deal)
    compare(deal, state)

    with pytest.raises(AssertionError):
        compare(deal, naive_start(start(PRESETS["classic66"], 3)))
    with pytest.raises(AssertionError):
        compare(deal, {**state, "switches": {**state["switches"], "close_first_lead": False}})
    with pytest.raises(AssertionError):
        compare(deal, {**state, "counted": {"A": 1, "B": 0}})
