"""Random playouts on masks, replayed through the referee."""

import random
from collections import Counter
from statistics import NormalDist

import pytest
from hypothesis import given, settings

from engine.actions import Claim
from engine.deal import Deal
from engine.dealing import deal_pack
from engine.effects import final_count, unclaimed_outcome
from engine.match import Match
from engine.referee import refusal
from engine.ruleset import PRESETS, preset
from engine.scoring import GOAL
from engine.search.bits import CARD_OF, Position, compiled, position_of, signed
from engine.search.moves import action_of
from engine.search.playout import dealt, playout, random_deal, shuffled
from engine.seats import Seat
from tests.engine.strategies import open_deals, rulesets, seeds
from tests.engine.walks import done


def refereed(deal: Deal, log: list[int]) -> int:
    """Play the moves through the referee, claiming at once with 66; return the value for seat A."""
    for move in log:
        assert not _claims(deal)
        deal = done(deal, action_of(move, deal.trump, deal.to_act))
    if _claims(deal):
        deal = done(deal, Claim(deal.on_lead))
    outcome = unclaimed_outcome(deal)
    assert outcome is not None
    return signed(outcome)


def _claims(deal: Deal) -> bool:
    claim = Claim(deal.on_lead)
    return refusal(deal, claim) is None and final_count(deal).points[deal.on_lead] >= GOAL


@settings(max_examples=700)
@given(open_deals(), seeds)
def test_playouts_are_legal_and_worth_what_the_referee_says(deal, seed):
    """From any position, under any ruleset: every move stands and the value is that of the end."""
    log: list[int] = []
    value = playout(compiled(deal.ruleset), position_of(deal), random.Random(seed), log)

    assert refereed(deal, log) == value


@settings(max_examples=300)
@given(rulesets(), seeds)
def test_random_deals_are_playouts_of_the_deal(rules, seed):
    """A random deal is the random playout of the position dealt from the same seed."""
    core = compiled(rules)
    position = dealt(core, random.Random(seed))
    pack = [*CARD_OF["C"]]
    cards = [pack[card] for card in shuffled(core, random.Random(seed))]
    deal = deal_pack(Match.start(rules, Seat.B), cards)

    assert position == position_of(deal)
    assert abs(random_deal(core, random.Random(seed))) <= 3


def test_random_deals_end_as_playouts_do():
    """The short way and the long way give the same results in the same proportion."""
    core, rng = compiled(preset("classic66")), random.Random(66)
    short = Counter(random_deal(core, rng) for _ in range(20_000))
    long = Counter(playout(core, dealt(core, rng), rng) for _ in range(20_000))
    p = {value: (short[value] + long[value]) / 40_000 for value in short}

    assert set(short) == set(long) == {-3, -2, -1, 0, 1, 2, 3}
    limit = NormalDist().inv_cdf(1 - 0.001 / len(p))
    for value, share in p.items():
        assert abs(short[value] - long[value]) / (40_000 * share * (1 - share)) ** 0.5 < limit


@pytest.mark.parametrize("name", PRESETS)
def test_every_order_of_the_pack_is_dealt(name):
    """Each card is as often at each place."""
    core, rng, places = compiled(PRESETS[name]), random.Random(7), Counter()
    for _ in range(4000):
        places.update(enumerate(shuffled(core, rng)))
    size = PRESETS[name].deck
    expected = 4000 / size
    chi = sum((count - expected) ** 2 / expected for count in places.values())

    assert len(places) == size * size
    assert abs(chi - (size - 1) ** 2) < 4 * (2 * (size - 1) ** 2) ** 0.5


def test_the_answer_is_any_card_that_stands():
    """One lead, three legal answers: each is chosen about equally often."""
    core, rng = compiled(preset("classic66")), random.Random(5)
    position = Position((1 << 6 | 1 << 13 | 1 << 14, 1 << 8 | 1 << 9 | 1 << 10), (), -1, 0, tricks=(1, 1))
    seen: Counter[int] = Counter()
    for _ in range(6000):
        log: list[int] = []
        playout(core, position, rng, log)
        if log[0] == 6:
            seen[log[1]] += 1

    assert sorted(seen) == [8, 9, 10]
    assert max(seen.values()) < 1.2 * min(seen.values())
