"""Deals as people play them: cautious players, beginners, some who close early, forget to claim or claim too soon.

Problems are taken from these, so that hands, points and marriages look like those of real deals.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.actions import Action, Claim, Close, Draw, Play
from engine.cards import Rank, card_points
from engine.deal import Deal, Pair
from engine.dealing import deal
from engine.effects import final_count
from engine.errors import ReadError
from engine.invariants import check, gone_cards
from engine.match import Match
from engine.players import beginner, cautious
from engine.policy import own_actions
from engine.referee import judge
from engine.ruleset import Ruleset
from engine.scoring import GOAL
from engine.seats import Seat
from engine.verdict import Allowed
from engine.view import View, view_of


@dataclass(frozen=True, slots=True)
class Temper:
    """How one player of a deal is: how often it closes a fair hand, keeps silent with 66, claims too soon."""

    careful: bool
    closes: float
    silent: bool
    hasty: bool


@dataclass(frozen=True, slots=True)
class Record:
    """A deal that was played: ``deals[n]`` is the position before ``actions[n]``, the last one its end."""

    actions: tuple[Action, ...]
    deals: tuple[Deal, ...]

    def moments(self) -> Iterator[Moment]:
        """Yield every position that has an action after it."""
        for at in range(len(self.actions)):
            yield Moment(self, at)

    def tricks_before(self, at: int) -> list[list[str]]:
        """Return the tricks taken before an action: card led, answer, winner."""
        found = []
        for before, after in zip(self.deals[:at], self.deals[1 : at + 1], strict=True):
            if after.tricks_played > before.tricks_played:
                assert before.led is not None
                answer = next(card for card in before.hands[before.to_act] if card not in after.hands[before.to_act])
                found.append([before.led.code, answer.code, after.on_lead.name])
        return found


@dataclass(frozen=True, slots=True)
class Moment:
    """A place in a record: the position and the action that was taken there."""

    record: Record
    at: int

    @property
    def deal(self) -> Deal:
        """The position."""
        return self.record.deals[self.at]

    @property
    def action(self) -> Action:
        """What was done."""
        return self.record.actions[self.at]

    @property
    def after(self) -> Deal:
        """The position after it."""
        return self.record.deals[self.at + 1]

    def tricks(self) -> list[list[str]]:
        """Return the tricks taken so far: card led, answer, winner."""
        return self.record.tricks_before(self.at)


def temper(rng: random.Random) -> Temper:
    """Return some player."""
    return Temper(
        careful=rng.random() < 0.6,
        closes=rng.choice((0.0, 0.3, 0.7)),
        silent=rng.random() < 0.25,
        hasty=rng.random() < 0.15,
    )


def played(rules: Ruleset, rng: random.Random) -> Record:
    """Deal and play one deal to its end."""
    position = deal(Match.start(rules, rng.choice((Seat.A, Seat.B))), rng)
    tempers = temper(rng), temper(rng)
    actions: list[Action] = []
    deals = [position]
    while not position.over:
        view = view_of(position, position.to_act)
        action = _choose(view, tempers[position.to_act], rng)
        if action is None:
            break
        verdict = judge(position, action)
        assert isinstance(verdict, Allowed)
        position = verdict.deal
        actions.append(action)
        deals.append(position)
    return Record(tuple(actions), tuple(deals))


def records(rules: Ruleset, rng: random.Random, tries: int) -> Iterator[Record]:
    """Yield that many deals."""
    for _ in range(tries):
        yield played(rules, rng)


def _choose(view: View, who: Temper, rng: random.Random) -> Action | None:
    every = own_actions(view)
    if (not view.hand and view.led is None and view.turned is None) or not any(type(a) is not Claim for a in every):
        claims = [action for action in every if isinstance(action, Claim)]
        return claims[0] if claims and not who.silent and _points(view) >= GOAL else None
    action = (cautious if who.careful else beginner)(view, rng).action
    if isinstance(action, Claim) and who.silent:
        return _silently(view, every, rng)
    if who.hasty and Claim(view.seat) in every and 58 <= view.counted[view.seat] < GOAL and rng.random() < 0.5:
        return Claim(view.seat)
    if Close(view.seat) in every and rng.random() < who.closes and promising(view):
        return Close(view.seat)
    return action


def _points(view: View) -> int:
    return final_count(view.fill(view.unseen)).points[view.seat]


def _silently(view: View, every: tuple[Action, ...], rng: random.Random) -> Action:
    """Play on with 66: draw, else put down some card."""
    draws = [action for action in every if isinstance(action, Draw)]
    return draws[0] if draws else rng.choice([action for action in every if isinstance(action, Play)])


def promising(view: View) -> bool:
    """Return whether a hand looks like one to close on: points, trumps and aces that may come to 66."""
    trumps = [card for card in view.hand if card.suit is view.trump]
    aces = [card for card in view.hand if card.rank is Rank.ACE and card.suit is not view.trump]
    return len(trumps) >= 2 and view.counted[view.seat] + 8 * len(trumps) + card_points(trumps) + 13 * len(aces) >= 62


def shifted(position: Deal, mine: int) -> Deal | None:
    """Return the position with ``mine`` of the points counted for A and the rest for B, None where that cannot be.

    The tricks taken are not part of a position; the sum of both counts stays, and no side gets more or less than its
    tricks and marriages can have brought.
    """
    total = sum(position.counted)
    points: Pair = (mine, total - mine)
    melds = total - card_points(gone_cards(position))
    for seat in Seat:
        tricks = position.tricks[seat]
        if points[seat] < 0 or points[seat] > 15 * tricks + melds or (points[seat] and not tricks):
            return None
    if position.closing is not None or max(points) >= GOAL:
        return None
    made = replace(position, counted=points)
    try:
        check(made)
    except ReadError:
        return None
    return made


def swapped(position: Deal) -> Deal:
    """Return the position with the players changed: what A had B has."""
    closing = position.closing
    return replace(
        position,
        dealer=position.dealer.other,
        hands=position.hands[::-1],
        on_lead=position.on_lead.other,
        counted=position.counted[::-1],
        pending=position.pending[::-1],
        tricks=position.tricks[::-1],
        closing=closing
        and replace(closing, by=closing.by.other, counted=closing.counted[::-1], tricks=closing.tricks[::-1]),
        shown=tuple(sorted((seat.other, card) for seat, card in position.shown)),
    )
