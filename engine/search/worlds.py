"""The hidden worlds that fit a view: counted, listed, drawn evenly.

A world is a place for every card the seat has not seen. Cards that both players have seen are where the view says
(the partner of a marriage card, an exchanged trump, a face-up trump that was drawn); nothing more is inferred. The
order of the stock belongs to a world while cards are drawn; in a closed stock it makes no difference and is fixed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb, factorial

from engine.cards import Card
from engine.deal import Deal
from engine.search.bits import NUMBER_OF, Position, mask_of, position_of
from engine.view import View


def count(view: View) -> int:
    """Return how many worlds fit.

    Two cards to draw and seven unseen cards: seven worlds.
    """
    unseen, need = len(view.unseen), _need(view)
    return comb(unseen, need) * (1 if view.strict else factorial(unseen - need))


def worlds(view: View) -> Iterator[Deal]:
    """Yield every world once, in a fixed order."""
    for unseen in _orders(view):
        yield view.fill(unseen)


def sample(view: View, rng: random.Random) -> Deal:
    """Return one world; each is equally likely."""
    return view.fill(_drawn(view, rng))


def _need(view: View) -> int:
    """How many cards of the other hand are not known."""
    return view.opponent_cards - len(view.known)


def _orders(view: View) -> Iterator[tuple[Card, ...]]:
    """Yield the unseen cards, those of the other hand first, then the stock from the top."""
    unseen = view.unseen
    for hand in combinations(unseen, _need(view)):
        rest = tuple(card for card in unseen if card not in hand)
        if view.strict:
            yield hand + rest
        else:
            for stock in permutations(rest):
                yield hand + stock


def _drawn(view: View, rng: random.Random) -> tuple[Card, ...]:
    unseen, need = view.unseen, _need(view)
    drawn = rng.sample(unseen, len(unseen))
    if view.strict:
        held = set(drawn[:need])
        return (*drawn[:need], *(card for card in unseen if card not in held))
    return tuple(drawn)


# -- the same on masks -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hidden:
    """What a view leaves open, on masks. Build it once, then list or draw as many positions as wanted."""

    seat: int
    base: Position
    unseen: tuple[int, ...]
    need: int
    known: int
    strict: bool

    @classmethod
    def of(cls, view: View) -> Hidden:
        """Return what ``view`` leaves open."""
        number = NUMBER_OF[view.trump]
        return cls(
            seat=int(view.seat),
            base=position_of(view.fill(view.unseen)),
            unseen=tuple(number[card.index] for card in view.unseen),
            need=_need(view),
            known=mask_of(number[card.index] for card in view.known),
            strict=view.strict,
        )

    def all(self) -> Iterator[Position]:
        """Yield every world once, in a fixed order: that of :func:`worlds`."""
        for hand in combinations(self.unseen, self.need):
            rest = tuple(card for card in self.unseen if card not in hand)
            for stock in (rest,) if self.strict else permutations(rest):
                yield self._world(hand, stock)

    def shuffled(self, rng: random.Random) -> Iterator[Position]:
        """Yield every world once, in a random order."""
        hands = list(combinations(self.unseen, self.need))
        if self.strict:
            rng.shuffle(hands)
            for hand in hands:
                yield self._world(hand, tuple(card for card in self.unseen if card not in hand))
            return
        every = [(hand, stock) for hand in hands for stock in permutations(set(self.unseen) - set(hand))]
        rng.shuffle(every)
        for hand, stock in every:
            yield self._world(hand, stock)

    def draw(self, rng: random.Random) -> Position:
        """Return one world; each is equally likely."""
        drawn = rng.sample(self.unseen, len(self.unseen))
        hand, stock = tuple(drawn[: self.need]), tuple(drawn[self.need :])
        return self._world(hand, tuple(card for card in self.unseen if card not in hand) if self.strict else stock)

    def _world(self, hand: tuple[int, ...], stock: tuple[int, ...]) -> Position:
        mine, theirs = self.base.hands[self.seat], self.known | mask_of(hand)
        return self.base._replace(hands=(theirs, mine) if self.seat else (mine, theirs), stock=stock)
