"""The figures are printed, and are taken from what they say."""

import random

from engine.ruleset import preset
from engine.search import measure
from engine.search.bits import compiled

CORE = compiled(preset("classic66"))


def test_positions_measured():
    """Six cards each with the stock used up; seven worlds of one view."""
    rng = random.Random(1)
    ending, worlds = measure.reached(CORE, rng, 0), measure.last_open_trick(CORE, rng)

    assert [hand.bit_count() for hand in ending.hands] == [6, 6]
    assert (len(set(worlds)), {world.talon for world in worlds}) == (7, {2})
    assert len({world.hands[world.lead] for world in worlds}) == 1


def test_medians_and_rates():
    """Plain numbers above zero; the median of what was timed."""
    assert len(measure.deals_per_second(CORE, 50, 2)) == 2
    assert min(measure.deals_per_second(CORE, 50, 2)) > 0
    (once,) = measure.milliseconds(lambda n: sum(range(n)), [1, 10, 100], 1)
    assert 0 <= once < 1000
    measure.closing_advice(CORE, random.Random(1), 2)
