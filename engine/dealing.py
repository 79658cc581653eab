"""Dealing: from a shuffled pack to the first position. Chance comes from the caller."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.cards import Card, in_order
from engine.deal import Deal, Hands
from engine.match import Match
from engine.ruleset import Ruleset
from engine.seats import Seat


def shuffled(ruleset: Ruleset, rng: random.Random) -> tuple[Card, ...]:
    """Return the pack in a random order; every order is equally likely.

    ``rng`` is the caller's, so that a stored seed deals the same cards again.
    """
    cards = list(ruleset.pack)
    rng.shuffle(cards)
    return tuple(cards)


def deal_pack(match: Match, cards: Sequence[Card]) -> Deal:
    """Return the first position of a deal: the order of ``cards`` is first the hand of the player who did not deal,
    then the dealer's hand, then the face-up trump, then the stock from the top.

    Rules: ``deal.hand``, ``deal.turn``, ``deal.stock``, ``deal.lead``.

    Raises:
        ValueError: ``cards`` are not the whole pack of the ruleset.
    """
    if in_order(cards) != match.ruleset.pack:
        raise ValueError("these cards are not the pack of this ruleset")
    return _laid_out(match, cards)


def _laid_out(match: Match, cards: Sequence[Card]) -> Deal:
    rules = match.ruleset
    size = rules.hand
    leader = match.dealer.other
    first, second = in_order(cards[:size]), in_order(cards[size : 2 * size])
    hands: Hands = (first, second) if leader is Seat.A else (second, first)
    turned = cards[2 * size]
    return Deal(
        ruleset=rules,
        dealer=match.dealer,
        trump=turned.suit,
        turned=turned,
        stock=tuple(cards[2 * size + 1 :]),
        hands=hands,
        on_lead=leader,
        score=match.score,
        carry=match.carry,
    )


def deal(match: Match, rng: random.Random) -> Deal:
    """Shuffle and deal.

    >>> from engine.ruleset import preset
    >>> start = deal(Match.start(preset("classic66")), random.Random(66))
    >>> len(start.hands[0]), start.talon
    (6, 12)
    """
    return _laid_out(match, shuffled(match.ruleset, rng))
