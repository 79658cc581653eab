"""A scripted visitor plays many deals over HTTP: every preset against every level, with htmx and without.

``python -m tests.campaign.deals 500`` plays so many deals under each preset, a block of each in turn, and tells after
each block how it stands. Every response has to be 200 (or lead to one), none may hold a card that the seat cannot know,
and every result has to be that of the engine's own replay.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass, field
from statistics import median

BLOCK = 12
"""Deals in a row under one preset: each level twice, with htmx and without."""


@dataclass
class Tally:
    """What came of one preset so far."""

    preset: str
    deals: int = 0
    looked: int = 0
    compared: int = 0
    times: dict[str, list[float]] = field(default_factory=dict)

    def __str__(self) -> str:
        every = sorted(1000 * second for seconds in self.times.values() for second in seconds)
        return (
            f"{self.preset}: {self.deals} deals, {len(every)} actions, {self.looked} responses searched, "
            f"{self.compared} held against another world; median {median(every):.0f} ms, "
            f"95 % {every[int(0.95 * len(every))]:.0f} ms, longest {every[-1]:.0f} ms"
        )

    def levels(self) -> str:
        """The times of each level."""
        told = []
        for level, seconds in self.times.items():
            ordered = sorted(1000 * second for second in seconds)
            told.append(f"{level} {median(ordered):.0f} and {ordered[int(0.95 * len(ordered))]:.0f} ms")
        return "  median and 95 %: " + ", ".join(told)


def main(deals: int) -> None:
    """Play, and print how it stands after each block."""
    import django
    from django.db import connection
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    from engine.ruleset import PRESETS
    from tutor.content.sync import sync

    sync()
    tallies = [Tally(preset) for preset in PRESETS]
    began = time.perf_counter()
    while any(tally.deals < deals for tally in tallies):
        for tally in tallies:
            for _ in range(min(BLOCK, deals - tally.deals)):
                _play(tally)
            print(tally, tally.levels(), f"  after {time.perf_counter() - began:.0f} s", sep="\n", flush=True)


def _play(tally: Tally) -> None:
    from engine.players import PLAYERS
    from tests.web.player import Player, assert_result_is_right

    levels = list(PLAYERS)
    level = levels[tally.deals % len(levels)]
    rng = random.Random(f"{tally.preset}:{tally.deals}")
    player = Player(rng, htmx=bool(tally.deals // len(levels) % 2), worlds=0.01)
    wish = {"coach": rng.choice(("silent", "asked", "warns")), "counts": rng.choice(("shown", "hidden"))}
    dealer = rng.choice(("you", "opponent", "any"))
    url = player.begin(ruleset=tally.preset, opponent=level, dealer=dealer, **wish)
    assert_result_is_right(player.play(url))
    tally.times.setdefault(level, []).extend(player.times)
    tally.deals += 1
    tally.looked, tally.compared = tally.looked + player.looked, tally.compared + player.compared


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
