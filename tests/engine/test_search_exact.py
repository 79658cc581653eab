"""Exact values beside plain minimax through the referee: the same table of actions, ending by ending."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Announce, Claim, Close, Exchange
from engine.deal import Deal
from engine.notation import read_deal
from engine.referee import refusal
from engine.ruleset import PRESETS, Ruleset, custom, preset
from engine.search.bits import compiled, position_of
from engine.search.exact import Solver, table, value
from engine.seats import Seat
from tests.engine.plain_search import choices, plain_table, plain_value, small_ending, small_open, tightened
from tests.engine.strategies import changes, rulesets, seeds
from tests.engine.walks import done

HURTS = {"close": True, "close_fail": "flat3", "close_other_first": "flat2"}
"""Here 66 may be worth less to the other player than the failure of the closing."""
WITH_CLOSING = [name for name in PRESETS if PRESETS[name].close]


def agree(deal: Deal) -> set[int]:
    """Both say the same of every action, and of the whole. Return the values."""
    expected = plain_table(deal)
    assert table(deal) == expected
    assert value(deal, Seat.A) == plain_value(deal) == -value(deal, Seat.B)
    return set(expected.values())


def differing(deals: list[Deal]) -> int:
    """How many of these endings have actions of different value."""
    return sum(len(agree(deal)) > 1 for deal in deals)


def endings(rules: Ruleset, rng: random.Random, count: int, cards: int, closed: bool) -> list[Deal]:
    """Small endings, most of them with points that leave something open."""
    close = (0.05, 0.2, 0.6) if closed else (0.0,)
    found = [small_ending(rules, rng, cards, rng.choice(close)) for _ in range(count)]
    return [tightened(deal, rng) if rng.random() < 0.7 else deal for deal in found]


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
@pytest.mark.parametrize("name", PRESETS)
def test_exhausted_endings_of_the_presets(name, cards):
    """Up to four cards each."""
    deals = endings(PRESETS[name], random.Random(cards), 60 if cards < 4 else 30, cards, False)

    assert differing(deals) >= 3 * (cards - 1)


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
@pytest.mark.parametrize("name", WITH_CLOSING)
def test_closed_endings_of_the_presets(name, cards):
    """Closed early or late."""
    deals = endings(PRESETS[name], random.Random(cards), 60 if cards < 4 else 30, cards, True)

    assert differing(deals) >= cards - 1


@pytest.mark.parametrize(("cards", "talon", "count"), [(2, 2, 40), (3, 2, 12), (2, 4, 8)])
@pytest.mark.parametrize("name", PRESETS)
def test_open_stock_of_the_presets(name, cards, talon, count):
    """The last open tricks, with hands cut short."""
    rng = random.Random(cards + talon)

    assert differing([small_open(PRESETS[name], rng, cards, talon) for _ in range(count)]) > count / 8


@settings(max_examples=400)
@given(rulesets(), seeds, st.integers(1, 4))
def test_exhausted_endings_of_custom_rulesets(rules, seed, cards):
    """Any combination of switches."""
    for deal in endings(rules, random.Random(seed), 1, cards, False):
        agree(deal)


@settings(max_examples=400)
@given(rulesets().filter(lambda rules: rules.close), seeds, st.integers(1, 4))
def test_closed_endings_of_custom_rulesets(rules, seed, cards):
    """Any combination of switches, closed."""
    for deal in endings(rules, random.Random(seed), 1, cards, True):
        agree(deal)


@settings(max_examples=300)
@given(rulesets(), seeds, st.sampled_from([2, 2, 4]), st.integers(0, 3))
def test_open_stock_of_custom_rulesets(rules, seed, talon, steps):
    """Any combination of switches, with cards to draw; also in the middle of a trick and before the draw."""
    rng = random.Random(seed)
    deal = small_open(rules, rng, 2, talon)
    for _ in range(steps):
        after = done(deal, rng.choice(choices(deal)))
        if after.over or after.strict:
            break
        deal = after
    agree(deal)


@settings(max_examples=300)
@given(changes().map(lambda found: {**found, **HURTS, "deck": 24}), st.booleans(), seeds)
def test_where_sixty_six_may_be_the_lesser_win(found, spoken, seed):
    """The player who did not close weighs the claim against the failure; with automatic ends it cannot wait."""
    found = {**found, "claim_mode": "spoken" if spoken else "automatic", "both_66_at_end": "last_trick_1"}
    rules = custom("classic66", {**found, "tie": "draw_0"})
    rng = random.Random(seed)
    for deal in endings(rules, rng, 1, 4, True):
        agree(deal)
    agree(small_open(rules, rng, 2, 2))


@settings(max_examples=150)
@given(rulesets().filter(lambda rules: rules.close and rules.exchange_min_talon == 2), seeds)
def test_the_exchange_right_after_a_closing(rules, seed):
    """The other player may take the face-up trump at once: closing is worth what is left then."""
    rules = custom(rules.name, {**rules.switches(), "exchange_by_other_on_close": True, "close_min_talon": 2})
    rng, deal = random.Random(seed), None
    while deal is None or rules.lowest_trump(deal.trump) not in deal.hands[deal.on_lead.other]:
        deal = small_open(rules, rng, 3, 2)
    agree(deal)
    if refusal(deal, Close(deal.on_lead)) is None:
        agree(done(deal, Close(deal.on_lead)))


# -- examples ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rules", "expected"),
    [
        pytest.param("ASTS/ACTC - S A 45.5.0/33.5.0 - B0-0 -", "classic66", {"AS": 1, "TS": 1}, id="one"),
        pytest.param("ASTS/ACTC - S A 46.5.0/32.5.0 - B0-0 -", "classic66", {"AS": 2, "TS": 2}, id="below-33"),
        pytest.param("ASTC/TSAC - S A 35.5.0/43.5.0 - B0-0 -", "classic66", {"AS": -1, "TC": 1}, id="last-trick-10"),
        pytest.param("ASTC/TSAC - S A 35.5.0/43.5.0 - B0-0 -", "eight66", {"AS": -1, "TC": 1}, id="last-trick"),
        pytest.param("ASTC/TSAC - S A 34.5.0/44.5.0 - B0-0 -", "classic66", {"AS": -1, "TC": 0}, id="65-65"),
    ],
)
def test_worked_examples(text, rules, expected):
    """Counted by hand."""
    deal = read_deal(text, preset(rules))
    found = {action.card.code: worth for action, worth in table(deal).items()}

    assert found == expected


def test_the_table_lists_every_kind_of_action():
    """Exchange, marriage, closing and claim stand in it, each with its value."""
    kinds = set()
    rng = random.Random(66)
    for _ in range(300):
        kinds |= {type(action) for action in table(small_open(preset("classic66"), rng, 3, 2))}

    assert {Exchange, Announce, Close, Claim} <= kinds


@pytest.mark.parametrize("talon", [0, 2])
def test_full_hands_cut_no_corner(talon):
    """Six cards each: the value is the best of the table, and a solver that is kept says the same as a fresh one."""
    rng, kept = random.Random(talon), Solver(compiled(preset("classic66")))
    for _ in range(60 if talon == 0 else 12):
        rules = preset("classic66")
        deal = small_open(rules, rng, 6, talon) if talon else small_ending(rules, rng, 6)
        found = table(deal)
        assert max(found.values()) == value(deal, deal.to_act)
        assert list(kept.table(position_of(deal)).values()) == list(found.values())
