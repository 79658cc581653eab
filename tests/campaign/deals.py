"""A scripted visitor plays many deals over HTTP: every preset against every level, with htmx and without.

``python -m tests.campaign.deals 500`` plays so many deals under each preset. Every response has to be 200 (or lead to
one), none may hold a card that the seat cannot know, and every result has to be that of the engine's own replay.
"""

from __future__ import annotations

import random
import sys
import time
from statistics import median


def main(deals: int, first: str = "") -> None:
    """Play and print a line for each preset."""
    import django
    from django.db import connection
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    from engine.ruleset import PRESETS
    from tutor.content.sync import sync

    sync()
    for preset in PRESETS:
        if not first or preset == first:
            _campaign(preset, deals)


def _campaign(preset: str, deals: int) -> None:
    from engine.players import PLAYERS
    from tests.web.player import Player, assert_result_is_right

    began, levels = time.perf_counter(), list(PLAYERS)
    times: dict[str, list[float]] = {level: [] for level in levels}
    looked = compared = 0
    for number in range(deals):
        level = levels[number % len(levels)]
        rng = random.Random(f"{preset}:{number}")
        player = Player(rng, htmx=bool(number // len(levels) % 2), worlds=0.01)
        wish = {"coach": rng.choice(("silent", "asked", "warns")), "counts": rng.choice(("shown", "hidden"))}
        url = player.begin(ruleset=preset, opponent=level, dealer=rng.choice(("you", "opponent", "any")), **wish)
        assert_result_is_right(player.play(url))
        times[level] += player.times
        looked, compared = looked + player.looked, compared + player.compared
    every = sorted(1000 * second for seconds in times.values() for second in seconds)
    print(
        f"{preset}: {deals} deals, {len(every)} actions, {looked} responses searched, {compared} held against another "
        f"world; median {median(every):.0f} ms, 95 % {every[int(0.95 * len(every))]:.0f} ms, "
        f"longest {every[-1]:.0f} ms; {time.perf_counter() - began:.0f} s"
    )
    for level in levels:
        ordered = sorted(1000 * second for second in times[level])
        if ordered:
            print(
                f"  {level}: median {median(ordered):.0f} ms, 95 % {ordered[int(0.95 * len(ordered))]:.0f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500, sys.argv[2] if len(sys.argv) > 2 else "")
