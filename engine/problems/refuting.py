"""How a deal goes on when both sides play for the most, and so what a wrong card costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.deal import Deal
from engine.effects import unclaimed_outcome
from engine.history import History
from engine.referee import judge, legal_actions
from engine.search.exact import table, value
from engine.seats import Seat
from engine.verdict import Refused


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


def best_action(deal: Deal, *, just_closed: bool = False) -> Action | None:
    """Return what is done next when both players play for the most; None where nothing is left to do.

    It is a best action of the player to act, the same one every time. Among equals a claim comes first, then a draw, a
    marriage or an exchange, then the card worth least: so a defender gives away no more than it must. The stock is
    closed only where nothing else is as good. ``just_closed``: the other player is asked first whether it exchanges
    (rule ``close.exchange``), and does so where that is worth more to it than what follows.
    """
    if deal.over or not legal_actions(deal):
        return None
    values = table(deal)
    own = {action: worth for action, worth in values.items() if action.by is deal.to_act}
    if just_closed and own:
        for action in values.keys() - own.keys():
            if values[action] < max(own.values()):
                return action
    if deal.played_out and own and max(own.values()) < value(deal, deal.to_act):
        return None  # a closing of the opponent's that has failed pays more than a claim
    return max(own, key=lambda action: (own[action], *_liking(action)), default=None)


def best_line(deal: Deal) -> tuple[Action, ...]:
    """Return what both players do when both play for the most, all cards open, to the end of the deal.

    This is the only answer to "how does it go on": every page that shows it or plays it has it from here.
    """
    line: list[Action] = []
    just_closed = True  # a position that is set may have been closed a moment ago
    while (action := best_action(deal, just_closed=just_closed)) is not None:
        verdict = judge(deal, action)
        assert not isinstance(verdict, Refused)
        line.append(action)
        deal, just_closed = verdict.deal, isinstance(action, Close)
    return tuple(line)


def defended(history: History, defender: Seat = Seat.B) -> History:
    """Return the deal after all that is not left to the other player: draws, and the best actions of the defender."""
    while (action := _defence(history, defender)) is not None:
        step = history.then(action)
        assert isinstance(step, History)
        history = step
    return history


def _defence(history: History, defender: Seat) -> Action | None:
    deal = history.deal
    if unclaimed_outcome(deal) is not None:
        return None
    if deal.before_draw:
        return Draw(deal.on_lead)
    just_closed = bool(history.actions) and isinstance(history.actions[-1], Close)
    if deal.to_act is not defender and not just_closed:
        return None
    action = best_action(deal, just_closed=just_closed)
    return action if action is not None and action.by is defender else None


def ending(deal: Deal, line: tuple[Action, ...]) -> tuple[Deal, ...]:
    """Return every position of a line, the first one included."""
    found = [deal]
    for action in line:
        verdict = judge(found[-1], action)
        assert not isinstance(verdict, Refused)
        found.append(verdict.deal)
    return tuple(found)


_LIKED: Final = (Claim, Draw, Announce, Exchange, Play, Close)
"""Kinds of actions, the one that is taken first among equals first."""


def _liking(action: Action) -> tuple[int, int]:
    price = action.card.points * 8 + action.card.strength if isinstance(action, Play) else 0
    return -_LIKED.index(type(action)), -price
