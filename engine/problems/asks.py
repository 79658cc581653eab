"""Reading what a problem asks: its position, what has happened since, whose it is."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Play
from engine.cards import Card, Suit
from engine.deal import Deal
from engine.effects import final_count, unclaimed_outcome
from engine.history import replay
from engine.notation import read, read_action
from engine.problems.renaming import Ask
from engine.ruleset import Ruleset, parse
from engine.scoring import GOAL, Outcome
from engine.seats import Seat
from engine.view import View, view_of

NONE = "none"
"""The option that takes none of the others."""
ME = Seat.A
"""The learner."""


def rules_of(ask: Ask) -> Ruleset:
    """Return the ruleset of a question; of two the first."""
    return parse(ask["ruleset"] if "ruleset" in ask else ask["rulesets"][0])


def view_in(ask: Ask) -> View:
    """Return what the learner may know once everything that the question tells has happened."""
    position = read(ask["position"], rules_of(ask))
    if isinstance(position, View):
        return position
    return view_of(now(ask), ME)


def start_of(ask: Ask, rules: Ruleset | None = None) -> Deal:
    """Return the position written in a question, with all its cards; hidden ones are filled in canonical order."""
    position = read(ask["position"], rules or rules_of(ask))
    return position.fill(position.unseen) if isinstance(position, View) else position


def actions_in(ask: Ask) -> tuple[Action, ...]:
    """Return what has happened since that position."""
    return tuple(read_action(text) for text in ask.get("actions", ()))


def now(ask: Ask, rules: Ruleset | None = None) -> Deal:
    """Return the position after everything that the question tells.

    Raises:
        IllegalHistory: that could not happen.
    """
    return replay(start_of(ask, rules), actions_in(ask)).deal


def option_action(text: str) -> Action | None:
    """Return an option of an ``act`` question, None for ``none``."""
    return None if text == NONE else read_action(text)


def trick_in(ask: Ask) -> tuple[Seat, Card, Card, Suit]:
    """Return leader, card led, answer and trump of a trick that is told without a position."""
    trick = ask["trick"]
    return Seat[trick["leader"]], Card.parse(trick["led"]), Card.parse(trick["answer"]), Suit(trick["trump"])


def ended(deal: Deal) -> Outcome | None:
    """Return how a deal ended. After the last trick nothing more is said, so an unclaimed one is unclaimed."""
    return unclaimed_outcome(deal)


def has_66(deal: Deal, seat: Seat) -> bool:
    """Return whether a claim now would be right."""
    return final_count(deal).points[seat] >= GOAL


def cards_in(codes: Sequence[str]) -> tuple[Card, ...]:
    """Return cards by their codes."""
    return tuple(Card.parse(code) for code in codes)


def plays(deal: Deal, cards: Sequence[Card]) -> list[Play]:
    """Return the actions that put these cards down."""
    return [Play(deal.to_act, card) for card in cards]
