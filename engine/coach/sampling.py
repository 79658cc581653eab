"""Deals played out from a position: what the coach stands on where too much is hidden to search."""

from __future__ import annotations

from engine.search.bits import Core, Position
from engine.search.choices import free_cards
from engine.search.moves import Move, step
from engine.search.policy import policy_playout


def played_out(core: Core, world: Position, move: Move, shown: tuple[int, int] = (0, 0)) -> int:
    """Return the game points of ``world`` for seat A when ``move`` is made and both then play by the cautious rules.

    ``shown`` by seat: the cards of that seat that the other one knows.
    """
    after = step(core, world, move)
    return policy_playout(core, after, (free_cards(after, 0, shown[1]), free_cards(after, 1, shown[0])))
