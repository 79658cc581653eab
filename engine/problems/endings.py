"""E1 to E9: the stock is used up, every card is known. Places in deals where one card alone is best."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from engine.actions import Action, Announce, Play
from engine.cards import Card
from engine.deal import Deal
from engine.effects import pairs_in
from engine.notation import write
from engine.problems.asks import ME
from engine.problems.refuting import best_line
from engine.problems.scenes import records, shifted, swapped
from engine.referee import judge, refusal
from engine.ruleset import Ruleset
from engine.scoring import GOAL
from engine.search.exact import table
from engine.verdict import Refused


@dataclass(frozen=True, slots=True)
class Spot:
    """A position in which the best cards are one class. ``values``: of each card that may be played, to the learner."""

    deal: Deal
    values: dict[Card, int]
    best: tuple[Card, ...]

    @property
    def value(self) -> int:
        """What the best cards are worth."""
        return max(self.values.values())

    @property
    def second(self) -> int:
        """What the best of the others is worth."""
        return max(value for card, value in self.values.items() if card not in self.best)

    @property
    def wrong(self) -> tuple[Card, ...]:
        """The cards that are not best."""
        return tuple(card for card in self.values if card not in self.best)

    def line(self) -> tuple[Action, ...]:
        """Return the best card and what follows when both play for the most."""
        verdict = judge(self.deal, Play(ME, self.best[0]))
        assert not isinstance(verdict, Refused)
        return (Play(ME, self.best[0]), *best_line(verdict.deal))


def spots(rules: Ruleset, rng: random.Random, tries: int) -> Iterator[Spot]:
    """Yield the spots of that many deals, as either player meets them, the marriages announced in them as well."""
    for deal in ends(rules, rng, tries):
        for position in (deal, *_announced(deal)):
            spot = spot_in(position)
            if spot is not None:
                yield spot


def pair_spots(rules: Ruleset, rng: random.Random, tries: int) -> Iterator[Spot]:
    """Yield spots with king and queen of a suit in hand. The points are shifted, so that one point may decide."""
    for deal in ends(rules, rng, tries):
        if not pairs_in(deal.hands[ME]):
            continue
        for position in (deal, *_announced(deal)):
            near = range(max(0, position.counted[0] - 15), min(GOAL, position.counted[0] + 16))
            goals = rng.sample(near, len(near))
            for other in (position, *filter(None, (shifted(position, goal) for goal in goals))):
                spot = spot_in(other)
                if spot is not None:
                    yield spot


def ends(rules: Ruleset, rng: random.Random, tries: int) -> Iterator[Deal]:
    """Yield the positions of that many deals in which nobody draws and nobody has 66, the learner to act."""
    for record in records(rules, rng, tries):
        for deal in record.deals[:-1]:
            if deal.closing is None and deal.turned is None and not deal.over and max(deal.counted) < GOAL:
                yield deal if deal.to_act is ME else swapped(deal)


def _announced(deal: Deal) -> Iterator[Deal]:
    for suit in pairs_in(deal.hands[ME]) if deal.led is None else ():
        verdict = judge(deal, Announce(ME, suit))
        if not isinstance(verdict, Refused) and not verdict.deal.over and max(verdict.deal.counted) < GOAL:
            yield verdict.deal


def spot_in(deal: Deal) -> Spot | None:
    """Return the spot that a position is, None where the best cards are not one class or nothing else can be done."""
    hand = deal.hands[ME]
    if len(hand) < 2 or any(refusal(deal, Announce(ME, suit)) is None for suit in pairs_in(hand)):
        return None
    values = {action.card: value for action, value in table(deal).items() if isinstance(action, Play)}
    top = max(values.values())
    best = tuple(card for card in values if values[card] == top)
    if len(best) == len(values) or len(values) < 2 or not one_class(deal, best):
        return None
    return Spot(deal, values, best)


def one_class(deal: Deal, cards: tuple[Card, ...]) -> bool:
    """Return whether cards of the learner's hand are touching: one suit, and nothing still in play lies between."""
    if len({card.suit for card in cards}) != 1:
        return False
    low, high = min(card.strength for card in cards), max(card.strength for card in cards)
    others = [*deal.hands[ME.other], *((deal.led,) if deal.led else ())]
    own = [card for card in deal.hands[ME] if card.suit is cards[0].suit and low < card.strength < high]
    between = [card for card in others if card.suit is cards[0].suit and low < card.strength < high]
    return not between and all(card in cards for card in own)


def ask_of(spot: Spot, kind: str) -> dict[str, object]:
    """Return the question about a spot: a whole line against the best defence, or its first card."""
    made: dict[str, object] = {"kind": kind, "position": write(spot.deal)}
    return made if kind == "line" else {**made, "goal": "best"}


def tricks_of(spot: Spot) -> int:
    """Return how many tricks the best line takes from here."""
    plays = [action for action in spot.line() if isinstance(action, Play)]
    return (len(plays) + 1 + (spot.deal.led is not None)) // 2
