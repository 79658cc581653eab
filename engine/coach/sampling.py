"""Deals played out from a position: what the coach stands on where too much is hidden to search."""

from __future__ import annotations

import random

from engine.search.bits import Core, Position
from engine.search.moves import Move, step
from engine.search.playout import playout


def played_out(core: Core, world: Position, move: Move, rng: random.Random) -> int:
    """Return the game points of ``world`` for seat A when ``move`` is made and the deal is then played out."""
    return playout(core, step(core, world, move), rng)
