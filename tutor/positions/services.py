"""A position out of an address, the actions taken from there, and what can be done now."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine import dealing
from engine.actions import Action, Draw
from engine.deal import Deal
from engine.effects import final_count
from engine.errors import ReadCode, ReadError
from engine.history import History, replay
from engine.match import Match
from engine.notation import read, read_action, write, write_view
from engine.referee import legal_actions
from engine.ruleset import CLASSIC, PRESETS, Ruleset, parse
from engine.scoring import score_claim, score_reached
from engine.seats import Seat
from engine.trying import Tried
from engine.verdict import Refused
from engine.view import View, view_of

MOST_ACTIONS = 80
"""No deal has as many."""

FIRST_DEAL = 66
"""The shuffle that is shown when the address names no position."""


class IllegalStepError(ValueError):
    """The address holds an action that does not stand: ``refused`` tells why."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.reason.value)
        self.refused = refused


@dataclass(frozen=True, slots=True)
class Opened:
    """A position and the way there.

    ``start`` is what the address holds, ``actions`` all that it says was done from there, ``history`` as much of it
    as is shown (``at`` actions). Where ``start`` is a view, the cards that it does not know lie anyhow in
    ``history`` and are never shown: ``known`` is what may be.
    """

    start: Deal | View
    written: str
    actions: tuple[Action, ...]
    at: int
    history: History

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return self.start.ruleset

    @property
    def deal(self) -> Deal:
        """The position that is shown, every card in some place."""
        return self.history.deal

    @property
    def hidden(self) -> bool:
        """Some cards are not known."""
        return isinstance(self.start, View)

    @property
    def seat(self) -> Seat:
        """Whose side of the table is shown below: of the player to act, or of the one whose hand is known."""
        return self.start.seat if isinstance(self.start, View) else self.deal.to_act

    @property
    def view(self) -> View:
        """What that player knows."""
        return view_of(self.deal, self.seat)

    @property
    def done(self) -> tuple[Action, ...]:
        """The actions that led here."""
        return self.actions[: self.at]

    @property
    def waits_for_cards(self) -> bool:
        """It cannot go on from here without a card that is not known: a draw, or the turn of the hidden hand."""
        return self.hidden and not self.deal.over and (self.deal.to_act is not self.seat or self.deal.before_draw)


def open_position(rules: str, written: str, done: str, at: str) -> Opened:
    """Read an address.

    Raises:
        ReadError: ruleset, position or actions cannot be read.
        IllegalStepError: an action does not stand.
    """
    ruleset = parse(rules) if rules else CLASSIC
    start = read(written, ruleset) if written else first_deal(ruleset)
    actions = _read_actions(done)
    shown = _read_number(at, len(actions))
    opened = Opened(start, _canonical(start), actions, shown, _played(start, actions))
    if shown == len(actions):
        return opened
    return Opened(start, opened.written, actions, shown, _played(start, actions[:shown]))


def first_deal(rules: Ruleset) -> Deal:
    """Return the position with which the explorer begins: the first lead of a deal."""
    return dealing.deal(Match.start(rules), random.Random(FIRST_DEAL))


def _canonical(start: Deal | View) -> str:
    return write_view(start) if isinstance(start, View) else write(start)


def _read_actions(done: str) -> tuple[Action, ...]:
    texts = done.split(",") if done else []
    if len(texts) > MOST_ACTIONS:
        raise ReadError(ReadCode.BAD_NOTATION, "too many actions")
    return tuple(read_action(text) for text in texts)


def _read_number(at: str, most: int) -> int:
    if not at:
        return most
    if not (at.isascii() and at.isdigit() and len(at) < 4 and int(at) <= most):
        raise ReadError(ReadCode.BAD_NOTATION, "at is no number of actions")
    return int(at)


def _played(start: Deal | View, actions: tuple[Action, ...]) -> History:
    history = replay(start.fill(start.unseen) if isinstance(start, View) else start)
    for action in actions:
        if isinstance(start, View) and (action.by is not start.seat or isinstance(action, Draw)):
            raise ReadError(ReadCode.BAD_NOTATION, "an action that needs a card that is not known")
        step = history.then(action)
        if isinstance(step, Refused):
            raise IllegalStepError(step)
        history = step
    return history


def acts_across(opened: Opened) -> tuple[Action, ...]:
    """Return what the other player may do although it is not that player's turn (an exchange after a closing)."""
    if opened.hidden:
        return ()
    return tuple(action for action in legal_actions(opened.deal) if action.by is not opened.seat)


def dealt(opened: Opened, number: int) -> Deal:
    """Return the position shown with the unknown cards dealt out; the same number deals them the same way.

    The shuffle hangs on the position alone, so an address always leads to the same cards.
    """
    view = opened.view
    cards = list(view.unseen)
    random.Random(f"{write_view(view)} {number}").shuffle(cards)
    return view.fill(cards)


def if_it_ended(deal: Deal) -> tuple[tuple[Seat, Tried], ...]:
    """Return how the deal would end if it ended now, for each player by that player's claim.

    Where nobody claims: if that player had 66 now. Nothing for a deal that has ended.
    """
    if deal.over:
        return ()
    return tuple((seat, _ended(deal, seat)) for seat in (deal.to_act, deal.to_act.other))


def _ended(deal: Deal, seat: Seat) -> Tried:
    score = score_claim if deal.ruleset.spoken else score_reached
    outcome = score(deal.ruleset, seat, final_count(deal), deal.closing)
    after = Match(deal.ruleset, deal.dealer, deal.score, deal.carry).after(outcome)
    return Tried(deal, None, (), outcome, after)


def other_rules(opened: Opened) -> tuple[Ruleset, ...]:
    """Return the presets under which the position in the address can occur as well."""
    return tuple(rules for rules in PRESETS.values() if rules == opened.rules or _fits(opened.written, rules))


def _fits(written: str, rules: Ruleset) -> bool:
    try:
        read(written, rules)
    except ReadError:
        return False
    return True
