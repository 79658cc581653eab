"""Exact values beside plain minimax through the referee: the same table of actions, ending by ending."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Announce, Claim, Close, Exchange
from engine.cards import Suit, in_order
from engine.deal import Deal
from engine.effects import pair_of
from engine.notation import read_deal
from engine.referee import refusal
from engine.ruleset import PRESETS, Ruleset, custom, preset
from engine.search.bits import compiled, position_of
from engine.search.exact import Solver, score, table, value
from engine.search.opened import open_kernel
from engine.seats import Seat, changed
from tests.engine.plain_search import choices, plain_table, plain_value, small_ending, small_open, tightened
from tests.engine.strategies import changes, rulesets, seeds
from tests.engine.walks import done, start

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


@settings(max_examples=250)
@given(rulesets(), seeds, st.integers(1, 4))
def test_exhausted_endings_of_custom_rulesets(rules, seed, cards):
    """Any combination of switches."""
    for deal in endings(rules, random.Random(seed), 1, cards, False):
        agree(deal)


@settings(max_examples=250)
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
    rules = as_custom(rules, exchange_by_other_on_close=True, close_min_talon=2)
    rng, deal = random.Random(seed), None
    while deal is None or rules.lowest_trump(deal.trump) not in deal.hands[deal.on_lead.other]:
        deal = small_open(rules, rng, 3, 2)
    agree(deal)
    if refusal(deal, Close(deal.on_lead)) is None:
        agree(done(deal, Close(deal.on_lead)))


# -- what seldom decides: positions made for it -------------------------------------------------------------------


def search(make: Callable[[], Deal], wanted: Callable[[Deal], bool]) -> Deal:
    """The first position of this kind."""
    for _ in range(5000):
        deal = make()
        if wanted(deal):
            return deal
    raise AssertionError("no such position")


def holds_pair(deal: Deal) -> bool:
    """The player on lead holds a marriage."""
    hand = deal.hands[deal.on_lead]
    return deal.led is None and any(all(card in hand for card in pair_of(suit)) for suit in Suit)


def other_leads(deal: Deal) -> bool:
    """The opponent of the player who closed is on lead."""
    return deal.led is None and deal.on_lead is not deal.closing.by


def given_pair(deal: Deal, suit: Suit) -> Deal:
    """The same position with a marriage in the hand on lead, in exchange for two of its cards."""
    hand = [card for card in deal.hands[deal.on_lead] if card not in pair_of(suit)]
    missing = [card for card in pair_of(suit) if card not in deal.hands[deal.on_lead]]
    swap = dict(zip(missing, hand, strict=False))
    swap.update({old: new for new, old in swap.items()})
    hands = tuple(in_order(swap.get(card, card) for card in cards) for cards in deal.hands)
    stock = tuple(swap.get(card, card) for card in deal.stock)
    return replace(deal, hands=(hands[0], hands[1]), stock=stock, shown=(), announced=None)


def with_points(deal: Deal, seat: Seat, points: int) -> Deal:
    """The same cards, another count."""
    return replace(deal, counted=changed(deal.counted, seat, points))


def as_custom(rules: Ruleset, **switches: object) -> Ruleset:
    """The ruleset with these switches set."""
    applying = {name: value for name, value in rules.switches().items() if value is not None}
    return custom(rules.name, {**applying, **switches})


CLOSING = rulesets().filter(lambda rules: rules.close)


@settings(max_examples=60)
@given(CLOSING, seeds)
def test_closing_before_the_draw(rules, seed):
    """The winner of a trick may close with a hand one card short."""
    rules, rng = as_custom(rules, close_before_draw=True, close_min_talon=2), random.Random(seed)
    for _ in range(3):
        deal = small_open(rules, rng, 2, 4)
        agree(with_points(tightened(deal, rng), deal.on_lead, rng.randint(45, 65)) if deal.tricks[0] else deal)


@settings(max_examples=60)
@given(CLOSING, seeds)
def test_closing_after_a_marriage(rules, seed):
    """The marriage counts, and one of its cards must be led to the closed stock."""
    switches = {"meld_then_close_same_lead": True, "meld_after_close": False, "close_min_talon": 2}
    rules, rng = as_custom(rules, **switches), random.Random(seed)
    for _ in range(4):
        deal = search(lambda: small_open(rules, rng, 3, 2), holds_pair)
        agree(with_points(deal, deal.on_lead, rng.randint(5, 45)))


@settings(max_examples=80)
@given(CLOSING, seeds)
def test_no_marriage_on_the_first_lead_to_a_closed_stock(rules, seed):
    """Closed before the first trick, where marriages are forbidden in it and allowed later."""
    switches = {"close_first_lead": True, "meld_first_lead": "forbidden", "meld_after_close": True}
    rules, rng = as_custom(rules, **switches), random.Random(seed)
    deal = search(lambda: first_lead(rules, rng), holds_pair)
    agree(done(with_points(deal, deal.on_lead, 0), Close(deal.on_lead)))


def first_lead(rules: Ruleset, rng: random.Random) -> Deal:
    """The first lead, with kings, queens and high cards in short hands."""
    deal = start(rules, rng.randrange(2**32))
    hands = tuple(tuple(card for card in hand if card.rank in "KQAT")[:4] for hand in deal.hands)
    short = min(len(hand) for hand in hands)
    return replace(deal, hands=(hands[0][:short], hands[1][:short]))


@settings(max_examples=150)
@given(CLOSING, seeds)
def test_a_marriage_that_is_better_not_announced(rules, seed):
    """With automatic ends 66 may be worth less than the failure that is coming."""
    rules = as_custom(rules, **HURTS, claim_mode="automatic", meld_after_close=True)
    rng = random.Random(seed)

    def reached() -> Deal:
        return small_ending(rules, rng, 4, 0.3)

    deal = search(reached, lambda deal: other_leads(deal) and len(deal.hands[0]) > 1)
    deal = given_pair(deal, next(suit for suit in Suit if deal.turned not in pair_of(suit)))
    agree(with_points(tightened(deal, rng), deal.on_lead, rng.randint(26, 65)))


@settings(max_examples=100)
@given(CLOSING, seeds)
def test_sixty_six_kept_back_from_the_start(rules, seed):
    """The player who did not close is on lead with 66 already: claim or wait."""
    rules = as_custom(rules, **HURTS, claim_mode="spoken", both_66_at_end="last_trick_1")
    rng = random.Random(seed)

    def reached() -> Deal:
        return small_ending(rules, rng, 3, 0.3)

    deal = search(reached, other_leads)
    agree(with_points(tightened(deal, rng), deal.on_lead, rng.randint(66, 80)))


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_remembered_is_true(name):
    """A kernel asked in any window first says the same afterwards as one that was never asked."""
    core, rng = compiled(PRESETS[name]), random.Random(4)
    for _ in range(8):
        position = position_of(small_open(PRESETS[name], rng, 6, 4))
        lead = position.lead
        asked = (*(position.hands[seat] for seat in (lead, 1 - lead)), score(position, lead), score(position, 1 - lead))
        truth = open_kernel(core, position.stock).lead(*asked, 0, position.up, -3, 3)
        for alpha, beta in ((-3, -1), (-1, 1), (-2, 2), (1, 2), (0, 1), (2, 3)):
            kernel = open_kernel(core, position.stock)
            assert kernel.lead(*asked, 0, position.up, alpha, beta) == min(max(truth, alpha), beta)
            assert kernel.lead(*asked, 0, position.up, -3, 3) == truth


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
    for _ in range(150):
        kinds |= {type(action) for action in table(small_open(preset("classic66"), rng, 4, 2))}
        kinds |= {type(action) for action in table(small_ending(preset("classic66"), rng, 2))}

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
