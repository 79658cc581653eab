"""A scripted visitor plays many deals over HTTP: every preset against every level, with htmx and without.

``python -m tests.campaign.deals 500`` plays so many deals under each preset, a block of each in turn, and tells after
each block how it stands: all five languages in turn, and now and then a whole game. Every response has to be 200 (or
lead to one), none may hold a card that the seat cannot know, and every result has to be that of the engine's own replay.
What does not hold is noted and told again at the end.
"""

from __future__ import annotations

import random
import sys
import time
import traceback
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

from tests.campaign import prepare

if TYPE_CHECKING:
    from tests.web.player import Player

BLOCK = 12
"""Deals in a row under one preset: each level twice, with htmx and without."""
GAMES = 20
"""One in so many begins a whole game."""


@dataclass
class Tally:
    """What came of one preset so far."""

    preset: str
    deals: int = 0
    games: int = 0
    looked: int = 0
    compared: int = 0
    times: dict[str, list[float]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        every = sorted(1000 * second for seconds in self.times.values() for second in seconds) or [0.0]
        return (
            f"{self.preset}: {self.deals} deals, {self.games} whole games, {len(every)} actions, "
            f"{self.looked} responses searched, {self.compared} held against another world, {len(self.faults)} faults; median {median(every):.0f} ms, "
            f"95 % {every[int(0.95 * len(every))]:.0f} ms, longest {every[-1]:.0f} ms"
        )

    def levels(self) -> str:
        """The times of each level."""
        told = []
        for level, seconds in self.times.items():
            if not seconds:
                continue
            ordered = sorted(1000 * second for second in seconds)
            told.append(f"{level} {median(ordered):.0f} and {ordered[int(0.95 * len(ordered))]:.0f} ms")
        return "  median and 95 %: " + ", ".join(told)


def main(deals: int) -> int:
    """Play, and print how it stands after each block; return how many deals showed a fault."""
    prepare()
    from engine.ruleset import PRESETS

    tallies = [Tally(preset) for preset in PRESETS]
    began = time.perf_counter()
    while any(tally.deals < deals for tally in tallies):
        for tally in tallies:
            until = min(tally.deals + BLOCK, deals)
            while tally.deals < until:
                _noted(tally)
            print(tally, tally.levels(), f"  after {time.perf_counter() - began:.0f} s", sep="\n", flush=True)
    faults = [fault for tally in tallies for fault in tally.faults]
    print(f"{len(faults)} faults", *faults, sep="\n")
    return len(faults)


def _noted(tally: Tally) -> None:
    """Play one deal or a whole game; what does not hold is noted, and the next one is played all the same."""
    from engine.players import PLAYERS

    number, level = tally.deals, list(PLAYERS)[tally.deals % len(PLAYERS)]
    try:
        _play(tally, level, number)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__} {str(error)[:300]} ({where.name} {where.lineno})"
        fault = f"{tally.preset} {number} {level}: {what}"
        tally.faults.append(fault)
        print(fault, flush=True)
    tally.deals = max(tally.deals, number + 1)


def _play(tally: Tally, level: str, number: int) -> None:
    """Play deal so and so of a preset: each run of the campaign deals it the same cards."""
    from tests.conftest import LANGUAGES
    from tests.web.player import Player
    from tutor.play import services
    from tutor.play.deals import SEEDS

    rng = random.Random(f"{tally.preset}:{number}")
    services.fresh_seed = lambda: rng.randrange(SEEDS)
    language = LANGUAGES[number % len(LANGUAGES)]
    player = Player(rng, language=language, htmx=bool(number // 6 % 2), worlds=0.01)
    wish = {"coach": rng.choice(("silent", "asked", "warns")), "counts": rng.choice(("shown", "hidden"))}
    wish |= {"dealer": rng.choice(("you", "opponent", "any")), "length": "game" if number % GAMES == 7 else "deal"}
    try:
        _to_the_end(tally, player, player.begin(ruleset=tally.preset, opponent=level, **wish))
    finally:
        tally.times.setdefault(level, []).extend(player.times)
        tally.looked, tally.compared = tally.looked + player.looked, tally.compared + player.compared


def _to_the_end(tally: Tally, player: Player, url: str) -> None:
    """Play a deal, and those that follow it in a game to the target; each counts."""
    from tests.web.player import assert_result_is_right
    from tutor.play.deals import match_after

    while True:
        game = player.play(url)
        assert_result_is_right(game)
        tally.deals += 1
        if not game.whole:
            return
        if match_after(game).winner is not None:
            tally.games += 1
            return
        response = player.client.post(url, {"seen": game.version, "do": "next"})
        assert response.status_code == 302, response.status_code
        url = response["Location"].partition("#")[0]


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500) > 0)
