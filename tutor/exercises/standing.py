"""How a position stands, where the picture of the table does not tell it: who closed, what is led, what was announced."""

from __future__ import annotations

from engine.deal import Deal
from engine.seats import Seat
from engine.view import View
from tutor.wording import endings, events, tasks
from tutor.wording.sentences import Say


def standing(position: Deal | View) -> tuple[Say, ...]:
    """Return whose turn it is and why, for the learner (seat A), with a closing before it."""
    mine = position.on_lead is Seat.A
    if position.led is not None:
        last = Say(events.YOU_LEAD if mine else events.OPPONENT_LEADS, {"card": position.led})
    elif position.before_draw:
        last = Say(tasks.YOU_HAVE_WON if mine else tasks.OPPONENT_HAS_WON)
    elif position.announced is not None and mine:
        last = announced(position)
    else:
        last = Say(tasks.YOUR_LEAD if mine else tasks.OPPONENTS_LEAD)
    return (*closing(position), last)


def closing(position: Deal | View) -> tuple[Say, ...]:
    """Return who has closed the stock, if anybody has: what the deal pays hangs on it."""
    if position.closing is None:
        return ()
    return (Say(endings.CLOSED_BY_YOU if position.closing.by is Seat.A else endings.CLOSED_BY_OPPONENT),)


def announced(position: Deal | View) -> Say:
    """Return that the learner has announced a marriage and still has to lead."""
    return Say(tasks.YOU_HAVE_ANNOUNCED, {"suit": position.announced})
