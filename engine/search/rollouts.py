"""What each action is worth when both players go on by the cautious policy: means over evenly drawn worlds.

Every action is tried in the same worlds, so that differences between actions vary less than the values themselves. An
action that keeps the turn (an exchange, an announcement, a closing) is followed by each way to go on, and is worth
the best of these: they hang on nothing hidden. The end of a deal that can be proved needs no sample.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterable
from typing import Final

from engine.actions import Action
from engine.deal import Deal
from engine.search import pay
from engine.search.bits import NUMBER_OF, Core, Position, compiled, mask_of, position_of
from engine.search.board import Board
from engine.search.choices import EVERY, Free, free_cards, told
from engine.search.moves import (
    ANNOUNCE,
    CLAIM,
    DRAW,
    EXCHANGE,
    EXCHANGE_OTHER,
    Move,
    action_of,
    final,
    move_of,
    moves,
    step,
)
from engine.search.policy import policy_playout, run
from engine.search.values import Utility, Worth, estimated, proved
from engine.search.worlds import Hidden
from engine.view import View

SAMPLES: Final = 200
"""Worlds in which every action is tried: more of them buy next to nothing."""
LAP: Final = 40
"""Worlds after which a race looks who has fallen back."""
FAR_BEHIND: Final = 3.0
"""Standard errors of the difference to the leader by which a line is out of the race."""

Line = tuple[Move, ...]
"""Moves of one player up to the card, the draw or the claim that gives the turn away."""


class Rollouts:
    """Rollouts for one view that can be stopped and gone on with.

    >>> import random
    >>> from engine.dealing import deal
    >>> from engine.match import Match
    >>> from engine.ruleset import preset
    >>> from engine.seats import Seat
    >>> from engine.view import view_of
    >>> start = deal(Match.start(preset("classic66")), random.Random(66))
    >>> rollouts, rng = Rollouts(view_of(start, Seat.A)), random.Random(1)
    >>> rollouts.add(rng, 20)
    >>> rollouts.add(rng, 30)
    >>> {worth.n for worth in rollouts.values().values()}
    {50}
    """

    __slots__ = ("_core", "_free", "_hidden", "_lines", "_utility", "_values", "view")

    def __init__(self, view: View, utility: Utility | None = None, leave_out: Collection[Action] = ()) -> None:
        """Prepare; ``leave_out`` are actions that are not to be tried, not all of those that there are.

        Raises:
            ValueError: the seat is not to act, the deal is over, or nothing is left to try.
        """
        if view.to_act is not view.seat or view.outcome is not None:
            raise ValueError("rollouts need a player to act")
        self.view = view
        self._core = compiled(view.ruleset)
        self._hidden = Hidden.of(view)
        self._free = known_free(self._hidden, view)
        trump, seat = view.trump, self._hidden.seat
        found = lines(self._core, self._hidden.base)
        self._lines = [line for line in found if action_of(line[0], trump, seat) not in leave_out]
        if not self._lines:
            raise ValueError("nothing is left to try")
        self._values: list[list[int]] = [[] for _ in self._lines]
        self._utility: Utility = utility or float

    @property
    def done(self) -> int:
        """Worlds looked at so far."""
        return max(map(len, self._values))

    def add(self, rng: random.Random, worlds: int) -> None:
        """Try every action in so many more worlds."""
        self._add(rng, worlds, range(len(self._lines)))

    def race(self, rng: random.Random, worlds: int) -> None:
        """Try actions until the best one has been tried in so many worlds: what falls far behind is tried no further.

        All are tried in the same worlds, so the spread of the differences decides, not that of the values. The best one
        is known as well as without a race; the others only as far as it takes to tell that they are worse.
        """
        running = list(range(len(self._lines)))
        while self.done < worlds:
            self._add(rng, min(LAP, worlds - self.done), running)
            scores = {place: list(map(self._utility, self._values[place])) for place in running}
            first = max(running, key=lambda place: sum(scores[place]))
            running = [place for place in running if not _far_behind(scores[place], scores[first])]

    def _add(self, rng: random.Random, worlds: int, places: Iterable[int]) -> None:
        core, free, pairs = self._core, self._free, [(self._lines[place], self._values[place]) for place in places]
        sign = -1 if self._hidden.seat else 1
        for _ in range(worlds):
            world = self._hidden.draw(rng)
            for line, values in pairs:
                values.append(sign * follow(core, world, line, free))

    def values(self) -> dict[Action, Worth]:
        """Return the estimates; two worlds at least have to be added before.

        Raises:
            ValueError: fewer than two worlds.
        """
        best: dict[Move, Worth] = {}
        for line, values in zip(self._lines, self._values, strict=True):
            worth = self._worth(line, values)
            if line[0] not in best or worth.value > best[line[0]].value:
                best[line[0]] = worth
        trump, seat = self.view.trump, self._hidden.seat
        return {action_of(move, trump, seat): worth for move, worth in best.items()}

    def _worth(self, line: Line, values: list[int]) -> Worth:
        # A claim, or an announcement that ends the deal, hangs on nothing hidden.
        if line[-1] >= ANNOUNCE and line[-1] != DRAW:
            return proved(self._utility(values[0]))
        return estimated(map(self._utility, values))


def _far_behind(values: list[float], leading: list[float]) -> bool:
    """Whether values lie so far below others of the same worlds that chance hardly explains it."""
    differences = [first - value for value, first in zip(values, leading, strict=True)]
    count, total = len(differences), sum(differences)
    squares = sum(difference * difference for difference in differences)
    spread = max(0.0, squares - total * total / count) / (count - 1)
    return total > 0 and total / count > FAR_BEHIND * math.sqrt(spread / count)


def known_free(hidden: Hidden, view: View) -> tuple[Free, Free]:
    """Return what each player may part with, by what that player knows of the other hand."""
    number = NUMBER_OF[view.trump]
    mine = free_cards(hidden.base, hidden.seat, hidden.known)
    theirs = free_cards(hidden.base, 1 - hidden.seat, mask_of(number[card.index] for card in view.shown))
    return (theirs, mine) if hidden.seat else (mine, theirs)


def lines(core: Core, position: Position, done: Line = ()) -> list[Line]:
    """Return every line of the player to act; wrong claims and what the other player may do are left out.

    The same for every world of a view: a player's actions hang on nothing that the player does not see.
    """
    found: list[Line] = []
    for move in moves(core, position):
        if move == EXCHANGE_OTHER or (move == CLAIM and final(core, position)[position.lead] < pay.GOAL):
            continue
        line = (*done, move)
        if move < ANNOUNCE or move in (DRAW, CLAIM):
            found.append(line)
            continue
        after = step(core, position, move)
        found += [line] if after.result is not None else lines(core, after, line)
    return found


def follow(core: Core, world: Position, line: Line, free: tuple[Free, Free]) -> int:
    """Make the moves of a line in a world, go on by the policy; return the value for seat A."""
    for move in line[:-1]:
        if move == EXCHANGE:
            free = told(free, 1 - world.to_act, world.up)
        world = step(core, world, move)
    last = line[-1]
    if last < ANNOUNCE:
        return run(core, world, free, answer=last) if world.led >= 0 else run(core, world, free, led=last)
    if last == DRAW:
        return policy_playout(core, world, free, first=DRAW)
    result = step(core, world, last).result
    assert result is not None
    return result


def hope_after(deal: Deal, action: Action) -> int:
    """Return the most that the player to act gets after an action if the other one follows the cautious policy.

    All cards are known, nobody draws, nobody has 66 to claim: see :meth:`engine.search.board.Board.hope`.
    """
    board, seat = Board(compiled(deal.ruleset), position_of(deal), (EVERY, EVERY)), int(deal.to_act)
    board.make(move_of(action, deal))
    return board.hope(seat)
