"""Information-set Monte Carlo tree search: one tree over all hidden worlds, grown where the play is good.

Every walk draws a world, goes down the tree by what stands in that world, adds one node and plays on by the cautious
policy. A node is what the player has seen done since; each player picks the move with the best upper confidence bound,
among those that were offered. Unlike means with the cards open, a node has to do with one choice for all its worlds.

In a part of the walks (``MODEL``) the opponent follows the cautious policy, which looks at its own hand, instead of the
tree, which knows it on average only. Measured: against the policy itself this is worth a quarter of a game point a deal,
and it costs nothing against players that search.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import log, sqrt
from typing import Final

from engine.actions import Action
from engine.search.bits import compiled
from engine.search.board import Board
from engine.search.moves import Move, action_of
from engine.search.rollouts import known_free
from engine.search.values import Kind, Utility, Worth
from engine.search.worlds import Hidden
from engine.view import View

WALKS: Final = 2500
"""Walks for one move: about a tenth of a second."""
EXPLORE: Final = 1.0
"""How much the search tries moves that look worse; rewards run from -1 to 1."""
MODEL: Final = 0.7
"""Share of the walks in which the opponent follows the policy."""


class Node:
    """How a move did: ``tries``, how often it was ``offered``, the ``total`` reward of the player who makes it."""

    __slots__ = ("children", "offered", "squares", "total", "tries")

    def __init__(self) -> None:
        self.children: dict[Move, Node] = {}
        self.tries = 0
        self.offered = 1
        self.total = 0.0
        self.squares = 0.0


@dataclass(frozen=True, slots=True)
class Tried:
    """What the search makes of an action: its mean reward as a value, and in how many walks it was tried."""

    worth: Worth
    tries: int


class TreeSearch:
    """The search for one view; :meth:`walk` as often as wanted, then ask for :meth:`found`.

    Raises:
        ValueError: the seat is not to act, or the deal is over.
    """

    __slots__ = ("_core", "_explore", "_free", "_hidden", "_middle", "_model", "_reward", "_root", "_span", "view")

    def __init__(
        self, view: View, utility: Utility | None = None, explore: float = EXPLORE, model: float = MODEL
    ) -> None:
        if view.to_act is not view.seat or view.outcome is not None:
            raise ValueError("a search needs a player to act")
        self.view = view
        self._core = compiled(view.ruleset)
        self._hidden = Hidden.of(view)
        self._free = known_free(self._hidden, view)
        self._root = Node()
        self._explore, self._model = explore, model
        use = utility or float
        least, most = use(-3), use(3)
        self._middle, self._span = (least + most) / 2, (most - least) / 2 or 1.0
        # By points for seat A; the index is negative for B.
        sign = -1 if view.seat else 1
        self._reward = [sign * (use(sign * points) - self._middle) / self._span for points in (0, 1, 2, 3, -3, -2, -1)]

    def walk(self, rng: random.Random, walks: int) -> None:
        """Grow the tree by so many walks."""
        for _ in range(walks):
            self._walk(rng)

    def _walk(self, rng: random.Random) -> None:
        board = Board(self._core, self._hidden.draw(rng), self._free)
        modelled = 1 - self._hidden.seat if rng.random() < self._model else -1
        node, path = self._root, []
        while board.result is None:
            seat, options = board.to_act, board.options()
            if seat == modelled:
                options = (board.policy(),)
            move, fresh = self._pick(node, options, board)
            child = node.children.get(move)
            if child is None:
                child = node.children[move] = Node()
            path.append((child, seat))
            board.make(move)
            node = child
            if fresh:
                break
        value = self._reward[board.result if board.result is not None else board.playout()]
        for child, seat in path:
            child.tries += 1
            child.total += -value if seat else value
            child.squares += value * value

    def _pick(self, node: Node, options: tuple[Move, ...], board: Board) -> tuple[Move, bool]:
        """Return the move to try, and whether it is tried for the first time."""
        children, explore = node.children, self._explore
        best, top, fresh = -1, -9.0, False
        for move in options:
            child = children.get(move)
            if child is None:
                fresh = True
                continue
            child.offered += 1
            tries = child.tries
            bound = child.total / tries + explore * sqrt(log(child.offered) / tries)
            if bound > top:
                best, top = move, bound
        if not fresh:
            return best, False
        # The policy's move first, then the others in turn: what is tried first gets the sensible answers early.
        first = board.policy() if len(options) > 1 else options[0]
        if first in options and first not in children:
            return first, True
        return next(move for move in options if move not in children), True

    def found(self) -> dict[Action, Tried]:
        """Return the actions tried at least twice, the most tried first."""
        trump, seat = self.view.trump, self._hidden.seat
        tried = sorted(self._root.children.items(), key=lambda item: -item[1].tries)
        return {action_of(move, trump, seat): self._tried(node) for move, node in tried if node.tries > 1}

    def _tried(self, node: Node) -> Tried:
        mean = node.total / node.tries
        spread = max(0.0, node.squares / node.tries - mean * mean)
        error = self._span * sqrt(spread / (node.tries - 1))
        return Tried(Worth(mean * self._span + self._middle, Kind.ESTIMATE, node.tries, error), node.tries)
