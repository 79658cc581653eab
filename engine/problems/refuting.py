"""What a wrong card costs, shown: the line that follows it when both sides play for the most."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action, Draw
from engine.deal import Deal
from engine.effects import unclaimed_outcome
from engine.referee import judge, legal_actions
from engine.search.bits import signed
from engine.search.exact import table, value
from engine.search.worlds import worlds
from engine.seats import Seat
from engine.verdict import Refused
from engine.view import View


@dataclass(frozen=True, slots=True)
class Refutation:
    """What follows an action: ``line`` begins with it and goes to the end of the deal, ``value`` is its worth to the
    player who took it, ``lost`` how much less than the best action. ``deal``: the deal in which it comes to this.
    """

    deal: Deal
    line: tuple[Action, ...]
    value: int
    lost: int


def refute(deal: Deal, action: Action) -> Refutation:
    """Return what follows an action of the player to act, all cards known.

    Raises:
        ValueError: the action is refused.
    """
    verdict = judge(deal, action)
    if isinstance(verdict, Refused):
        raise ValueError(f"{action} is refused: {verdict.reason.value}")
    worth = value(verdict.deal, action.by)
    return Refutation(deal, (action, *best_line(verdict.deal)), worth, max(table(deal).values()) - worth)


def refute_hidden(view: View, action: Action) -> Refutation:
    """Return what follows an action in the world that punishes it most, of all that fit the view.

    Raises:
        ValueError: the action is refused.
    """
    found = [refute(world, action) for world in worlds(view)]
    return min(found, key=lambda each: (each.value, -each.lost))


def best_action(deal: Deal) -> Action | None:
    """Return a best action of the player to act, the same one every time; None where nothing is left to do.

    Among equals a draw comes first, then the card worth least: so a defender gives away no more than it must.
    """
    if deal.over or not legal_actions(deal):
        return None
    values = table(deal)
    return (
        max(values, key=lambda action: (values[action], isinstance(action, Draw), -_price(action))) if values else None
    )


def best_line(deal: Deal) -> tuple[Action, ...]:
    """Return what both players do when both play for the most, all cards open, to the end of the deal."""
    line: list[Action] = []
    while (action := best_action(deal)) is not None:
        verdict = judge(deal, action)
        assert not isinstance(verdict, Refused)
        line.append(action)
        deal = verdict.deal
    return tuple(line)


def ending(deal: Deal, line: tuple[Action, ...]) -> tuple[Deal, ...]:
    """Return every position of a line, the first one included."""
    found = [deal]
    for action in line:
        verdict = judge(found[-1], action)
        assert not isinstance(verdict, Refused)
        found.append(verdict.deal)
    return tuple(found)


def paid(deal: Deal, seat: Seat) -> int:
    """Return what an ended deal, or one that is played out and not claimed, pays a player."""
    outcome = unclaimed_outcome(deal)
    assert outcome is not None
    return -signed(outcome) if seat is Seat.B else signed(outcome)


def _price(action: Action) -> int:
    card = getattr(action, "card", None)
    return 0 if card is None else card.points * 8 + card.strength
