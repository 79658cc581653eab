"""The claims of a deal: who has counted right, and who has not."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Claim
from engine.effects import final_count
from engine.history import History, replay
from engine.scoring import GOAL
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim: after how many actions, by whom, with how many points, and whether these were enough."""

    number: int
    by: Seat
    points: int

    @property
    def right(self) -> bool:
        """There were 66 points or more."""
        return self.points >= GOAL


def claims(found: History) -> tuple[Claimed, ...]:
    """Return the claims of a deal, right and wrong."""
    return tuple(
        Claimed(number, action.by, final_count(replay(found.start, found.actions[:number]).deal).points[action.by])
        for number, action in enumerate(found.actions)
        if isinstance(action, Claim)
    )
