"""Who wins a trick and why; which cards may answer a card led."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from engine.cards import Card, Suit
from engine.ruleset import Ruleset
from engine.seats import Seat


class TrickReason(StrEnum):
    """Why the winner of a trick wins it."""

    HIGHER_CARD = "higher_card"
    """Both cards are of the suit led (no trumps): the higher one wins."""
    HIGHER_TRUMP = "higher_trump"
    """Both cards are trumps: the higher one wins."""
    ONLY_TRUMP = "only_trump"
    """One of the two cards is a trump."""
    OTHER_SUIT = "other_suit"
    """The answer is of another suit and no trump: it never wins."""


def answer_wins(led: Card, answer: Card, trump: Suit) -> bool:
    """Return whether the second card takes the trick.

    Rule: ``trick.win``, ``trick.other``.

    >>> answer_wins(Card.parse("AS"), Card.parse("9H"), Suit.HEARTS)
    True
    >>> answer_wins(Card.parse("9S"), Card.parse("AD"), Suit.HEARTS)
    False
    """
    if answer.suit is led.suit:
        return answer.strength > led.strength
    return answer.suit is trump


def trick_winner(leader: Seat, led: Card, answer: Card, trump: Suit) -> Seat:
    """Return who takes the trick (rule ``trick.win``)."""
    return leader.other if answer_wins(led, answer, trump) else leader


def trick_reason(led: Card, answer: Card, trump: Suit) -> TrickReason:
    """Return why the winner wins: the fact behind the sentence that a learner reads.

    >>> trick_reason(Card.parse("KD"), Card.parse("TD"), Suit.HEARTS).value
    'higher_card'
    """
    if answer.suit is led.suit:
        return TrickReason.HIGHER_TRUMP if led.suit is trump else TrickReason.HIGHER_CARD
    if trump in (answer.suit, led.suit):
        return TrickReason.ONLY_TRUMP
    return TrickReason.OTHER_SUIT


def higher_cards(hand: Iterable[Card], led: Card) -> tuple[Card, ...]:
    """Return the cards of the suit led that beat the card led."""
    suit, strength = led.suit, led.strength
    return tuple([card for card in hand if card.suit is suit and card.strength > strength])


def playable_answers(rules: Ruleset, hand: tuple[Card, ...], led: Card, trump: Suit) -> tuple[Card, ...]:
    """Return the cards of ``hand`` that may answer ``led`` once nobody draws.

    Rules: ``strict.follow``, ``strict.head``, ``strict.trump``. Never empty for a hand that holds a card.
    """
    suit = led.suit
    same = [card for card in hand if card.suit is suit]
    if same:
        higher = higher_cards(same, led) if rules.strict_head else ()
        return higher or (tuple(same) if rules.strict_follow else hand)
    trumps = [card for card in hand if card.suit is trump] if rules.strict_trump else ()
    return tuple(trumps) or hand
