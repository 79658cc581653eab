"""What closing the stock now is worth, with the opponent's hand unknown. Unit: game points of the deal."""

from __future__ import annotations

import random
from typing import Final

from engine.actions import Close
from engine.referee import judge
from engine.search.exact import value
from engine.search.values import Utility, Worth, averaged, estimated
from engine.search.worlds import count, sample, worlds
from engine.verdict import Refused
from engine.view import View

LAP: Final = 10
"""Sampled hands after which it is looked whether the rest can still matter."""
NEVER_SURER: Final = 0.1
"""Game points: ten hands that come to the same are no proof that all do."""


def closing_worth(
    view: View,
    rng: random.Random,
    hands: int = 60,
    utility: Utility | None = None,
    least: float | None = None,
) -> Worth | None:
    """Return the mean open value of closing now for the seat to act, None where it may not close.

    After a closing only the opponent's hand is unknown: its hands are enumerated when there are few, else sampled.
    The cards lie open in each of them, so the mean is an upper bound for any single plan. Sampling stops early where
    it is plain that ``least`` will not be reached.
    """
    few, use = count(view) <= hands, utility or float
    found: list[float] = []
    for world in worlds(view) if few else (sample(view, rng) for _ in range(hands)):
        closed = judge(world, Close(view.seat))
        if isinstance(closed, Refused):
            return None
        found.append(use(value(closed.deal, view.seat)))
        if least is not None and not few and len(found) % LAP == 0:
            so_far = estimated(found)
            if so_far.value + 3 * max(so_far.error, NEVER_SURER) < least:
                return so_far
    return averaged(found) if few else estimated(found)
