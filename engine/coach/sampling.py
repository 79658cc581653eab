"""Deals played out from a position: what the coach stands on where too much is hidden to search."""

from __future__ import annotations

import random

from engine.search.bits import compiled
from engine.search.moves import CLAIM, Move
from engine.search.rollouts import follow, known_free, lines
from engine.search.worlds import Hidden
from engine.view import View


class PlayedOut:
    """Every line of the player to act tried in the same deals, both going on by the cautious rules.

    An action that keeps the turn (an exchange, an announcement) is followed by each way to go on. ``without``: actions
    that are left to others.
    """

    def __init__(self, view: View, hidden: Hidden, without: tuple[Move, ...]) -> None:
        self._core, self._hidden, self._free = compiled(view.ruleset), hidden, known_free(hidden, view)
        found = lines(self._core, hidden.base)
        self._lines = [line for line in found if line[0] not in (*without, CLAIM)]
        self._values: list[list[int]] = [[] for _ in self._lines]
        self.done = 0

    def add(self, rng: random.Random, deals: int) -> None:
        """Try every line in so many more deals."""
        sign = -1 if self._hidden.seat else 1
        pairs = list(zip(self._lines, self._values, strict=True))
        for _ in range(deals):
            world = self._hidden.draw(rng)
            for line, values in pairs:
                values.append(sign * follow(self._core, world, line, self._free))
        self.done += deals

    def values(self) -> dict[Move, tuple[int, ...]]:
        """Return the values of each action, deal by deal: those of the best way to go on after it."""
        best: dict[Move, list[int]] = {}
        for line, values in zip(self._lines, self._values, strict=True):
            if line[0] not in best or sum(values) > sum(best[line[0]]):
                best[line[0]] = values
        return {move: tuple(values) for move, values in best.items()}
