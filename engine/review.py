"""Review of a finished deal for one seat: what each action lost, the turning points, what was missed.

Every action is held against what the seat could know at that moment, from its view, not against the cards that are
known afterwards. Unit: game points of the deal.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.actions import Action, Announce, Claim, Exchange, Play
from engine.cards import Card, Suit
from engine.coach import Advice, Option, advise, think
from engine.deal import Deal
from engine.effects import final_count, marriage_points, pair_of, pairs_in
from engine.history import IllegalHistory
from engine.referee import judge, legal_actions, refusal
from engine.scoring import GOAL
from engine.seats import Seat
from engine.verdict import Refused
from engine.view import View, view_of

MISTAKE = 0.25
"""Game points that an action has to lose to be called a mistake and to count as a turning point."""
TURNING_POINTS = 3
SECOND_LOOKS = 3
"""Actions that look worst are looked at again, longer."""
LONGER = 3
"""How many answers of the coach that takes."""


class Mark(StrEnum):
    """How an action did."""

    FORCED = "forced"
    """There was nothing else to do."""
    GOOD = "good"
    """Nothing was worth more, as far as could be told."""
    INEXACT = "inexact"
    """Something was worth a little more."""
    MISTAKE = "mistake"
    """Something was worth clearly more."""


class Miss(StrEnum):
    """What a player could have done and did not do for the rest of the deal."""

    CLAIM = "claim"
    """66 points or more, and a card was led."""
    MARRIAGE = "marriage"
    """A marriage could be announced for the last time."""
    EXCHANGE = "exchange"
    """The lowest trump could be exchanged for the last time."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A chance that was let go: ``points`` of the count or the marriage, ``cards``: the pair or the face-up trump."""

    miss: Miss
    points: int = 0
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """One action of the seat. ``number`` counts all actions of the deal from 0.

    ``advice`` is None where there was no choice, or where the action was made out of turn.
    """

    number: int
    view: View
    action: Action
    advice: Advice | None
    mark: Mark
    missed: tuple[Missed, ...] = ()

    @property
    def option(self) -> Option | None:
        """What the coach says of the action that was taken."""
        return None if self.advice is None else self.advice.option(self.action)

    @property
    def best(self) -> Option | None:
        """The best action, what was done if nothing was better."""
        if self.advice is None or self.option is None:
            return None
        return self.option if self.option.best else self.advice.options[0]

    @property
    def lost(self) -> float:
        """Game points lost by it."""
        return 0.0 if self.option is None else self.option.lost


@dataclass(frozen=True, slots=True)
class Tried:
    """An action that was refused: after how many actions of the deal it was tried, and why it does not stand."""

    number: int
    action: Action
    refused: Refused


@dataclass(frozen=True, slots=True)
class Review:
    """What is known of the deal so far; complete once ``done`` is ``total``."""

    seat: Seat
    moments: tuple[Moment, ...]
    tried: tuple[Tried, ...]
    done: int
    total: int

    @property
    def turning_points(self) -> tuple[Moment, ...]:
        """The mistakes that lost most, at most three, in the order of play."""
        worst = sorted((m for m in self.moments if m.mark is Mark.MISTAKE), key=lambda m: -m.lost)
        return tuple(sorted(worst[:TURNING_POINTS], key=lambda moment: moment.number))

    @property
    def lost(self) -> float:
        """Game points lost by all actions together."""
        return sum(moment.lost for moment in self.moments)

    @property
    def fraction(self) -> float:
        """How much of the work is done, from 0 to 1."""
        return self.done / self.total if self.total else 1.0


def review(
    start: Deal, actions: Sequence[Action], seat: Seat, rng: random.Random, tries: Sequence[tuple[int, Action]] = ()
) -> Review:
    """Return the whole review; see :func:`reviewing`."""
    last = None
    for last in reviewing(start, actions, seat, rng, tries):  # noqa: B007
        pass
    assert last is not None
    return last


def reviewing(
    start: Deal, actions: Sequence[Action], seat: Seat, rng: random.Random, tries: Sequence[tuple[int, Action]] = ()
) -> Iterator[Review]:
    """Yield the review as it grows, action by action; stop asking to cancel.

    ``tries``: what the seat tried in vain, each with the number of actions of the deal before it.

    Raises:
        IllegalHistory: one of the actions is refused.
    """
    positions = _positions(start, actions)
    own = [number for number, action in enumerate(actions) if action.by is seat]
    found = Review(seat, (), _tried(positions, tries), 0, len(own) + SECOND_LOOKS)
    missed = _missed(positions, actions, seat)
    yield found
    for number in own:
        moment = _moment(number, positions[number], actions[number], seat, rng, missed.get(number, ()))
        found = replace(found, moments=(*found.moments, moment), done=found.done + 1)
        yield found
    for at in _doubtful(found.moments):
        moments = list(found.moments)
        moments[at] = _looked_again(moments[at], rng)
        found = replace(found, moments=tuple(moments), done=found.done + 1)
        yield found
    yield replace(found, done=found.total)


def _positions(start: Deal, actions: Sequence[Action]) -> list[Deal]:
    """The position before each action, and the last one."""
    positions = [start]
    for index, action in enumerate(actions):
        verdict = judge(positions[-1], action)
        if isinstance(verdict, Refused):
            raise IllegalHistory(index, verdict)
        positions.append(verdict.deal)
    return positions


def _tried(positions: list[Deal], tries: Sequence[tuple[int, Action]]) -> tuple[Tried, ...]:
    """The tries that are refused where they were made; one that would stand there is not told."""
    found = []
    for number, action in tries:
        refused = refusal(positions[number], action) if 0 <= number < len(positions) else None
        if refused is not None:
            found.append(Tried(number, action, refused))
    return tuple(found)


# -- one action --------------------------------------------------------------------------------------------------


def _moment(
    number: int, deal: Deal, action: Action, seat: Seat, rng: random.Random, missed: tuple[Missed, ...]
) -> Moment:
    view = view_of(deal, seat)
    if deal.to_act is not seat:
        return Moment(number, view, action, None, Mark.GOOD, missed)
    if _no_choice(deal, action):
        return Moment(number, view, action, None, Mark.FORCED, missed)
    advice = advise(view, rng)
    return Moment(number, view, action, advice, _mark(advice, action), missed)


def _no_choice(deal: Deal, action: Action) -> bool:
    """Whether there was nothing else to do, wrong claims aside; then nothing has to be worked out."""
    others = [other for other in legal_actions(deal) if other.by is action.by and other != action]
    enough = final_count(deal).points[action.by] >= GOAL
    wrong = isinstance(action, Claim) and not enough
    return not wrong and all(isinstance(other, Claim) and not enough for other in others)


def _mark(advice: Advice, action: Action) -> Mark:
    option = advice.option(action)
    if option.best:
        return Mark.GOOD
    return Mark.MISTAKE if option.lost >= MISTAKE else Mark.INEXACT


def _doubtful(moments: tuple[Moment, ...]) -> list[int]:
    """The places of the actions that seem to lose most, where a longer look may say more."""
    places = [at for at, moment in enumerate(moments) if moment.lost and moment.advice and moment.advice.fraction < 1]
    return sorted(places, key=lambda at: -moments[at].lost)[:SECOND_LOOKS]


def _looked_again(moment: Moment, rng: random.Random) -> Moment:
    advice = moment.advice
    for _, advice in zip(range(LONGER), think(moment.view, rng), strict=False):  # noqa: B007
        pass
    assert advice is not None
    return replace(moment, advice=advice, mark=_mark(advice, moment.action))


# -- what was missed ---------------------------------------------------------------------------------------------


def _won_by(deal: Deal, action: Action) -> bool:
    verdict = judge(deal, action)
    if isinstance(verdict, Refused) or not isinstance(action, (Claim, Announce)):
        return False
    outcome = verdict.deal.outcome
    return outcome is not None and outcome.winner is action.by


def _missed(positions: list[Deal], actions: Sequence[Action], seat: Seat) -> dict[int, tuple[Missed, ...]]:
    """Number of an action of the seat -> what it let go."""
    found: dict[int, list[Missed]] = {}
    marriages: dict[Suit, tuple[int, Missed]] = {}
    exchange: tuple[int, Missed] | None = None
    waiting: Missed | None = None
    for number, action in enumerate(actions):
        deal, legal = positions[number], legal_actions(positions[number])
        if Exchange(seat) in legal and deal.turned is not None:
            waiting = Missed(Miss.EXCHANGE, 0, (deal.turned,))  # it may be open out of turn, after a closing
        if action.by is not seat:
            continue
        if waiting is not None:
            # Who ends the deal with this very action has let nothing go.
            exchange, waiting = (None if _won_by(deal, action) else (number, waiting)), None
        count = final_count(deal).points[seat]
        if Claim(seat) in legal and count >= GOAL and isinstance(action, Play):
            found.setdefault(number, []).append(Missed(Miss.CLAIM, points=count))
        for suit in pairs_in(deal.hands[seat]):
            if Announce(seat, suit) in legal and isinstance(action, Play):
                points = marriage_points(deal.trump, suit)
                marriages[suit] = number, Missed(Miss.MARRIAGE, points, pair_of(suit))
    announced = {action.suit for action in actions if isinstance(action, Announce) and action.by is seat}
    for suit, (number, missed) in marriages.items():
        if suit not in announced:
            found.setdefault(number, []).append(missed)
    if exchange is not None and not any(isinstance(a, Exchange) and a.by is seat for a in actions):
        found.setdefault(exchange[0], []).append(exchange[1])
    return {number: tuple(missed) for number, missed in found.items()}
