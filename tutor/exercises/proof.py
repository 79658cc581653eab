"""What the exact search says of a position: values, best actions, and how a worse action is refuted."""

from __future__ import annotations

from engine.actions import Action
from engine.deal import Deal
from engine.effects import unclaimed_outcome
from engine.events import Event
from engine.history import replay
from engine.problems.refuting import best_line
from engine.scoring import Outcome
from engine.search.exact import table


def values(deal: Deal) -> dict[Action, int]:
    """Return every sensible action of the player to act and its value to that player, in game points."""
    return table(deal)


def line_after(deal: Deal, *actions: Action) -> tuple[Event, ...]:
    """Return what happens from some actions to the end of the deal when both players go on as well as possible."""
    begun = replay(deal, actions)
    return replay(deal, [*actions, *best_line(begun.deal)]).events


def outcome_of(deal: Deal) -> Outcome | None:
    """Return how a deal has ended, also where its last trick was not claimed for; else None."""
    return unclaimed_outcome(deal)
