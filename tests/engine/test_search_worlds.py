"""The hidden worlds: as many as combinatorics says, each one fits the view, all equally likely."""

import random
from collections import Counter
from functools import cache
from itertools import islice
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Close
from engine.invariants import check
from engine.referee import refusal
from engine.ruleset import PRESETS, preset
from engine.search.bits import position_of
from engine.search.worlds import Hidden, count, sample, worlds
from engine.seats import Seat
from engine.view import View, view_of
from tests.engine.plain_search import small_open
from tests.engine.strategies import open_deals, seeds
from tests.engine.walks import done

SEATS = st.sampled_from(Seat)


@cache
def views(name: str, talon: int, known: int = 0) -> View:
    """A view on lead with so many cards to draw and so many cards of the other hand known."""
    rng = random.Random(talon)
    while True:
        deal = small_open(PRESETS[name], rng, 6, talon)
        view = view_of(deal, deal.on_lead)
        if len(view.known) == known:
            return view


@pytest.mark.parametrize(
    ("talon", "known", "expected"),
    [
        pytest.param(2, 0, 7, id="last-two"),
        pytest.param(2, 1, 6, id="last-two-one-known"),
        pytest.param(4, 0, 504, id="four"),
        pytest.param(6, 0, 55_440, id="six"),
        pytest.param(12, 0, comb(17, 6) * 39_916_800, id="first-trick"),
    ],
)
def test_counts_on_lead(talon, known, expected):
    """Hands times orders of the stock (the table of STRATEGY.md, section 2)."""
    assert count(views("classic66", talon, known)) == expected


@pytest.mark.parametrize(("talon", "expected"), [(2, 7), (4, 84), (6, 462), (8, 1716), (12, 12_376)])
def test_counts_after_a_closing(talon, expected):
    """Only the other hand is open: C(6 + f, 6)."""
    rng, deal = random.Random(talon), None
    while deal is None or deal.shown or refusal(deal, Close(deal.on_lead)):
        deal = small_open(preset("classic66"), rng, 6, talon)
    shut = view_of(done(deal, Close(deal.on_lead)), deal.on_lead)

    assert (shut.strict, shut.talon) == (True, talon)
    assert count(shut) == expected


@settings(max_examples=200)
@given(open_deals(), SEATS, seeds)
def test_every_world_fits_the_view(deal, seat, seed):
    """Listed and drawn worlds give the view they were made from, and can occur; the masks are the same worlds."""
    view, rng = view_of(deal, seat), random.Random(seed)
    hidden = Hidden.of(view)
    listed = list(islice(worlds(view), 60))

    assert listed
    for world in (*listed, *(sample(view, rng) for _ in range(10))):
        check(world)
        assert view_of(world, seat) == view
    assert list(islice(hidden.all(), 60)) == [position_of(world) for world in listed]
    assert hidden.draw(random.Random(seed)) == position_of(sample(view, random.Random(seed)))


@settings(max_examples=150)
@given(open_deals(), SEATS)
def test_listing_is_complete_and_without_repeats(deal, seat):
    """As many different worlds as counted, the true one among them."""
    view = view_of(deal, seat)
    if count(view) > 600:
        return
    listed = list(worlds(view))

    assert len(set(listed)) == len(listed) == count(view)
    assert list(worlds(view)) == listed
    truth = [world for world in listed if world.hands == deal.hands and (deal.strict or world.stock == deal.stock)]
    assert len(truth) == 1


@pytest.mark.parametrize(("talon", "draws"), [(2, 7000), (4, 30_000)])
def test_samples_are_even(talon, draws):
    """Each world is drawn about equally often: chi-square with a fixed seed, 4 standard deviations."""
    view, rng = views("classic66", talon), random.Random(66)
    hidden, size = Hidden.of(view), count(views("classic66", talon))
    seen = Counter(hidden.draw(rng) for _ in range(draws))
    chi = sum((number - draws / size) ** 2 / (draws / size) for number in seen.values())

    assert len(seen) == size
    assert abs(chi - (size - 1)) < 4 * (2 * (size - 1)) ** 0.5


def test_known_cards_stay_where_they_are():
    """A card that was shown is in the other hand in every world."""
    view = views("classic66", 4, 1)

    assert all(set(view.known) <= set(world.hands[view.seat.other]) for world in worlds(view))
    assert count(view) == comb(8, 5) * 6


@pytest.mark.parametrize("close", [pytest.param(False, id="open"), pytest.param(True, id="closed")])
def test_every_world_once_in_a_random_order(close):
    """Shuffled, the same worlds come in another order, which the seed decides."""
    view = views("classic66", 4)
    if close:
        view = view_of(done(view.fill(view.unseen), Close(view.seat)), view.seat)
    hidden = Hidden.of(view)
    listed, shuffled = list(hidden.all()), list(hidden.shuffled(random.Random(1)))

    assert sorted(shuffled) == sorted(listed)
    assert shuffled != listed
    assert shuffled == list(hidden.shuffled(random.Random(1)))
