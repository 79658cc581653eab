"""The mask core beside the referee: the same actions stand everywhere, and the same follows from them."""

import random

import pytest
from hypothesis import given, settings

from engine.cards import PACK_24
from engine.deal import Deal
from engine.effects import unclaimed_outcome
from engine.referee import legal_actions
from engine.ruleset import PRESETS, SWITCHES, Ruleset
from engine.search import pay
from engine.search.bits import (
    CARD_OF,
    CARDS,
    HIGHER,
    NUMBER_OF,
    POINTS,
    cards_of,
    compiled,
    deal_of,
    full_talon,
    legal_answers,
    mask_of,
    position_of,
    signed,
)
from engine.search.moves import action_of, move_of, moves, step, unclaimed
from engine.tricks import playable_answers
from engine.view import view_of
from tests.engine.strategies import rulesets, seeds
from tests.engine.walks import positions, start, walk


def test_one_game_point_or_two():
    """The fast wing knows one limit, and the ruleset has no other."""
    assert SWITCHES["two_points_below"].values == (pay.TWO_BELOW,)


def compare(rules: Ruleset, seed: int) -> int:
    """Play one random deal on both; return how many positions were compared."""
    core, count = compiled(rules), 0
    for deal, action, verdict in walk(start(rules, seed), random.Random(seed)):
        position = position_of(deal)
        found = moves(core, position)
        assert {action_of(move, deal.trump, deal.to_act) for move in found} == set(legal_actions(deal))
        assert [move_of(action_of(move, deal.trump, deal.to_act), deal) for move in found] == found
        assert full_talon(core, position) == deal.full_talon == view_of(deal, deal.to_act).full_talon
        assert step(core, position, move_of(action, deal)) == position_of(verdict.deal)
        _compare_end(verdict.deal)
        count += 1
    return count


def _compare_end(deal: Deal) -> None:
    """After the last trick: what the deal is worth when its winner says nothing."""
    outcome = unclaimed_outcome(deal)
    if deal.played_out and not deal.over:
        assert outcome is not None
        assert unclaimed(compiled(deal.ruleset), position_of(deal)).result == signed(outcome)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_play_as_the_referee_says(name):
    """Legal actions, trick winners, points, pending points and results of 150 random deals."""
    assert sum(compare(PRESETS[name], seed) for seed in range(150)) > 2000


@settings(max_examples=400)
@given(rulesets(), seeds)
def test_custom_rulesets_play_as_the_referee_says(rules, seed):
    """The same under any combination of switches."""
    assert compare(rules, seed)


def test_cards_keep_strength_and_points():
    """The numbers order a suit by strength; the first suit is the trump; every card has its own number."""
    for trump, cards in CARD_OF.items():
        assert [cards[number].points for number in CARDS] == list(POINTS)
        assert [cards[number].strength for number in CARDS] == [number % 6 for number in CARDS]
        assert {card.suit for card in cards[:6]} == {trump}
        assert [cards[NUMBER_OF[trump][card.index]] for card in PACK_24] == list(PACK_24)
    assert list(cards_of(HIGHER[9])) == [10, 11]


@settings(max_examples=200)
@given(rulesets(), seeds)
def test_answers_are_those_of_the_duties(rules, seed):
    """Any hand against any card led, in every combination of follow, head and trump."""
    rng, core = random.Random(seed), compiled(rules)
    trump = rng.choice("CDHS")
    names = next(cards for suit, cards in CARD_OF.items() if suit == trump)
    led, *hand = rng.sample(CARDS, rng.randint(2, 7))
    expected = playable_answers(rules, tuple(names[card] for card in hand), names[led], names[0].suit)

    assert {names[card] for card in cards_of(legal_answers(core, mask_of(hand), led))} == set(expected)


@settings(max_examples=200)
@given(rulesets(), seeds)
def test_masks_turn_back_into_the_deal(rules, seed):
    """To masks and back: the same position."""
    reached = [deal for deal in positions(start(rules, seed), random.Random(seed)) if not deal.over]

    assert reached
    assert [deal for deal in reached if deal_of(position_of(deal), deal) != deal] == []
