"""How fast the fast wing is, printed by ``make bench``: the median of some repeats, the lowest and the highest of them.

Unit: milliseconds, or deals a second. Processor time is measured: what other programs take of the machine in between is
not counted, though they still slow memory and caches down.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from statistics import median
from typing import Final, TypeVar

from engine.ruleset import PRESETS, preset
from engine.search.bits import CARDS, Core, Position, cards_of, compiled, mask_of
from engine.search.choices import EVERY, ROYALS
from engine.search.ending import NO_TRICK, WORST, closed_now
from engine.search.exact import Solver
from engine.search.moves import CLAIM, CLOSE, DRAW, moves, step
from engine.search.pay import GOAL
from engine.search.playout import dealt, random_deal
from engine.search.policy import run

T = TypeVar("T")
REPEATS: Final = 5


def rates(work: Callable[[], int], repeats: int = REPEATS) -> list[float]:
    """Return how much of its work a function does in a second of processor time, once a repeat; it tells how much."""
    found = []
    for _ in range(repeats):
        start = time.process_time()
        done = work()
        found.append(done / (time.process_time() - start))
    return found


def spread(values: Iterable[float], digits: int = 0) -> str:
    """Return the median of some repeats with the lowest and the highest.

    >>> spread([3.0, 1.0, 2.0], 1)
    '       2.0 (1.0 to 3.0)'
    """
    found = sorted(values)
    return f"{median(found):>10,.{digits}f} ({found[0]:,.{digits}f} to {found[-1]:,.{digits}f})"


def deals_per_second(core: Core, deals: int = 10_000, repeats: int = REPEATS) -> list[float]:
    """Return how many random deals are shuffled, dealt and played in a second, once a repeat."""
    rng = random.Random(66)

    def work() -> int:
        for _ in range(deals):
            random_deal(core, rng)
        return deals

    return rates(work, repeats)


def cautious_deals_per_second(core: Core, deals: int = 4000, repeats: int = REPEATS) -> list[float]:
    """Return how many deals both cautious players play out in a second, dealing aside, once a repeat."""
    rng = random.Random(66)
    given = [dealt(core, rng) for _ in range(deals)]
    free = (EVERY & ~ROYALS, EVERY & ~ROYALS)

    def work() -> int:
        for position in given:
            run(core, position, free)
        return deals

    return rates(work, repeats)


def reached(core: Core, rng: random.Random, talon: int) -> Position:
    """Return a position on lead with ``talon`` cards to draw, reached by random play, nobody at 66."""
    while True:
        position = dealt(core, rng)
        while position.talon > talon or position.led >= 0 or position.before_draw:
            found = [move for move in moves(core, position) if move not in (CLOSE, CLAIM)]
            if not found:
                break
            position = step(core, position, DRAW if DRAW in found else rng.choice(found))
        if position.result is None and position.talon == talon and position.led < 0 and max(position.counted) < GOAL:
            return position


def milliseconds(work: Callable[[T], object], inputs: Iterable[T], repeats: int = REPEATS) -> list[float]:
    """Return the median time of ``work`` over the inputs, once a repeat; the first fills the tables of moves."""
    given, found = list(inputs), []
    for _ in range(repeats):
        times = []
        for item in given:
            start = time.process_time()
            work(item)
            times.append(time.process_time() - start)
        found.append(1000 * median(times))
    return found


def last_open_trick(core: Core, rng: random.Random) -> list[Position]:
    """Return the seven worlds that fit one view with two cards to draw."""
    position = reached(core, rng, 2)
    x, y = position.hands[position.lead], position.hands[1 - position.lead]
    unseen = y | 1 << position.stock[0]
    worlds = []
    for card in cards_of(unseen):
        hands = (x, unseen ^ 1 << card) if position.lead == 0 else (unseen ^ 1 << card, x)
        worlds.append(position._replace(hands=hands, stock=(card,)))
    return worlds


def all_tables(core: Core, worlds: list[Position]) -> None:
    """Work out every action in every world."""
    for world in worlds:
        Solver(core).table(world)


def closing_advice(core: Core, rng: random.Random, hands: int = 200) -> None:
    """Close at the first lead: every lead against ``hands`` hands of the opponent."""
    position = dealt(core, rng)
    rest = [card for card in CARDS if core.pack >> card & 1 and not (position.hands[0] | 1 << position.up) >> card & 1]
    kernel, size = closed_now(core, -NO_TRICK).first, core.hand
    for _ in range(hands):
        other = mask_of(rng.sample(rest, size))
        for card in cards_of(position.hands[0]):
            kernel(position.hands[0], other, -NO_TRICK, -NO_TRICK, -WORST, WORST, ((card, 1 << card, 0),))


def report() -> str:
    """Return all figures as lines of text."""
    lines = [
        f"mask core, random deals/s     {name:<14}{spread(deals_per_second(compiled(rules)))}; goal 80,000"
        for name, rules in PRESETS.items()
    ]
    lines += [
        f"cautious playouts, deals/s    {name:<14}{spread(cautious_deals_per_second(compiled(rules)))}"
        for name, rules in PRESETS.items()
    ]
    core, rng = compiled(preset("classic66")), random.Random(66)
    solver = Solver(core)
    endings = [reached(core, rng, 0) for _ in range(300)]
    tricks = [last_open_trick(core, rng) for _ in range(60)]
    values = milliseconds(solver.value, endings)
    lines.append(f"{'six-card endings solved/s':<44}{spread(1000 / value for value in values)}")
    for what, goal, times in (
        ("six-card ending, value, ms", "0.15", values),
        ("six-card ending, table of actions, ms", "", milliseconds(solver.table, endings)),
        ("last open trick, 7 worlds, all actions, ms", "10", milliseconds(lambda each: all_tables(core, each), tricks)),
        ("closing at trick one, 200 hands, ms", "150", milliseconds(lambda _: closing_advice(core, rng), range(9))),
    ):
        lines.append(f"{what:<44}{spread(times, 3)}{'; goal ' + goal if goal else ''}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())
