"""How strong the opponents are, how much memory a worker takes, how deals end: ``python -m engine bench`` with flags."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Final

from engine.arena import play_deal, results, tally
from engine.chance import POINTS
from engine.dealing import deal
from engine.match import Match
from engine.players import PLAYERS
from engine.ruleset import PRESETS, Ruleset
from engine.search.bits import CARDS, compiled, mask_of
from engine.search.choices import free_cards
from engine.search.ending import replies
from engine.search.playout import dealt
from engine.search.policy import policy_playout
from engine.search.tables import ANY_REPLY, LIMIT

PAIRINGS: Final = (
    ("beginner", "random"),
    ("cautious", "beginner"),
    ("sampling", "cautious"),
    ("strong", "sampling"),
    ("master", "strong"),
    ("master", "sampling"),
    ("master", "cautious"),
)
"""Each against the one below, and the strongest against those that its goals name."""
SHORT: Final = 12
"""Deals of a pairing where nobody asked for more: it shows that all play, not how well."""
FULL: Final = 2000

Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""


def strength(deals: int, progress: Progress, rules: Ruleset = PRESETS["classic66"]) -> Iterator[str]:
    """Yield the lines of the strength table: each pairing over the same packs, seats changed."""
    note = "" if deals >= FULL else f"; for figures that mean something: bench --strength {FULL}, some hours"
    yield f"strength, {rules.name}, {deals} deals a pairing, game points a deal (standard error){note}"
    for first, second in PAIRINGS:
        spent: list[list[float]] = [[], []]
        scores = []
        for score in results(PLAYERS[first], PLAYERS[second], rules, deals, 66, spent):
            scores.append(score)
            progress(len(scores), deals)
        found = tally(scores, spent)
        yield f"{first:>9} v {second:<9}{found.average:+7.3f} ({found.error:.3f})  {found.latency[0]}"


def outcomes(deals: int = 100_000, seed: int = 66) -> Iterator[str]:
    """Yield, for each preset, how deals end that the cautious player plays against itself: ``engine.chance``."""
    for name, rules in PRESETS.items():
        core, rng, seen = compiled(rules), random.Random(seed), Counter[int]()
        for _ in range(deals):
            position = dealt(core, rng)
            seen[policy_playout(core, position, (free_cards(position, 0), free_cards(position, 1)))] += 1
        yield f"{name}: {', '.join(f'{seen[points]:_}' for points in POINTS)}"


def play_everything() -> None:
    """Fill every table that a long-running worker fills: all players that search, under all presets; then to the brim.

    Tables of moves are emptied when they are full, so this is the most that they ever take.
    """
    for rules in PRESETS.values():
        for name in ("sampling", "strong", "master"):
            player, rng = PLAYERS[name], random.Random(66)
            play_deal(deal(Match.start(rules), rng), (player, player), rng, [[], []])
    for tables in (ANY_REPLY, *(replies(compiled(rules)) for rules in PRESETS.values())):
        for table in tables:
            for hand in combinations(CARDS, 6):
                if len(table) == LIMIT:
                    break
                table[mask_of(hand)]


def memory() -> float:
    """Return the megabytes that a fresh process has in memory after :func:`play_everything`."""
    script = "from engine.strength import play_everything, resident; play_everything(); print(resident())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return float(done.stdout)


def resident() -> float:
    """Return the megabytes that this process has in memory, at their highest so far."""
    try:
        # A process that was just started inherits the highest figure of its parent in `getrusage`, not here.
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.split("VmHWM:")[1].split()[0]) / 1024
    except (OSError, IndexError):
        pass
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Linux counts in kilobytes, macOS in bytes.
    return most / (1024 * 1024 if sys.platform == "darwin" else 1024)
