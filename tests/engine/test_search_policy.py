"""The cautious policy on masks does what the cautious player does, move by move, and counts what the referee counts."""

import pytest
from hypothesis import given, settings

from engine.actions import Claim
from engine.deal import Deal
from engine.effects import final_count, unclaimed_outcome
from engine.policy import choose
from engine.referee import judge, refusal
from engine.ruleset import PRESETS
from engine.scoring import GOAL
from engine.search.bits import NUMBER_OF, compiled, mask_of, position_of, signed
from engine.search.choices import free_cards
from engine.search.moves import action_of
from engine.search.policy import policy_playout
from engine.seats import Seat
from engine.view import view_of
from tests.engine.strategies import open_deals, rulesets, seeds
from tests.engine.walks import start


def frees(deal: Deal) -> tuple[int, int]:
    """What either player knows of the marriages of a position."""
    number, found = NUMBER_OF[deal.trump], []
    for seat in Seat:
        known = mask_of(number[card.index] for card in view_of(deal, seat).known)
        found.append(free_cards(position_of(deal), int(seat), known))
    return found[0], found[1]


def replayed(deal: Deal) -> tuple[int, int, int]:
    """Play on masks and through the referee; return both values and how many choices were compared."""
    log: list[int] = []
    value = policy_playout(compiled(deal.ruleset), position_of(deal), frees(deal), log)
    for move in log:
        choice = choose(view_of(deal, deal.to_act))
        assert choice.action == action_of(move, deal.trump, deal.to_act), (deal, move)
        verdict = judge(deal, choice.action)
        deal = verdict.deal
    claim = Claim(deal.on_lead)
    if refusal(deal, claim) is None and final_count(deal).points[deal.on_lead] >= GOAL:
        assert choose(view_of(deal, deal.to_act)).action == claim
        deal = judge(deal, claim).deal
    outcome = unclaimed_outcome(deal)
    assert outcome is not None, "the deal has not ended"
    return value, signed(outcome), len(log)


@pytest.mark.parametrize("name", PRESETS)
def test_whole_deals_are_those_of_the_cautious_player(name):
    """Some thousand choices of each preset, and the value of every deal."""
    compared = 0
    for seed in range(60):
        value, expected, count = replayed(start(PRESETS[name], seed))
        assert value == expected
        compared += count
    assert compared > 1000


@settings(max_examples=700)
@given(open_deals())
def test_from_any_position_under_any_ruleset(deal):
    """Closed, before the draw, in the middle of a trick: the same choices, the same value."""
    value, expected, _count = replayed(deal)

    assert value == expected


@settings(max_examples=300)
@given(rulesets(), seeds)
def test_whole_deals_under_any_ruleset(rules, seed):
    """The same from the first card on."""
    value, expected, count = replayed(start(rules, seed))

    assert value == expected
    assert count
