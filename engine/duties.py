"""What a player may put down now, and the one fact that makes it so. Teaching hangs on this."""

from __future__ import annotations

from enum import StrEnum

from engine.cards import Card
from engine.deal import Deal
from engine.tricks import higher_cards
from engine.view import View


class Duty(StrEnum):
    """The fact that decides which cards may be played."""

    LEAD = "lead"
    """The player leads: any card (rule ``trick.lead``)."""
    LEAD_MARRIAGE = "lead_marriage"
    """A marriage has been announced: one of its cards (rule ``marriage.lead``)."""
    FREE = "free"
    """There are cards to draw: any answer (rule ``open.free``)."""
    FOLLOW = "follow"
    """The suit led is held: any card of it, higher or lower (rules ``strict.follow``, ``strict.head``)."""
    FOLLOW_LOWER = "follow_lower"
    """Only lower cards of the suit led are held: any of them (rules ``strict.follow``, ``strict.head``)."""
    HEAD = "head"
    """A higher card of the suit led is held: one of these (rule ``strict.head``)."""
    TRUMP = "trump"
    """No card of the suit led, but trumps: one of these (rule ``strict.trump``)."""
    NOTHING = "nothing"
    """Neither the suit led nor a trump where one would be asked for: any card (rule ``strict.trump``)."""
    NO_DUTY = "no_duty"
    """Nobody draws any more, but this ruleset asks for nothing here (rules ``strict.none``, ``strict.follow``)."""


DUTY_RULES = {
    Duty.LEAD: "trick.lead",
    Duty.LEAD_MARRIAGE: "marriage.lead",
    Duty.FREE: "open.free",
    Duty.FOLLOW: "strict.follow",
    Duty.FOLLOW_LOWER: "strict.follow",
    Duty.HEAD: "strict.head",
    Duty.TRUMP: "strict.trump",
    Duty.NOTHING: "strict.trump",
    Duty.NO_DUTY: "strict.follow",
}
"""The rule id behind each fact."""


def duty_of(position: Deal | View) -> Duty:
    """Return the fact that decides what the player to act may put down.

    Raises:
        ValueError: a view whose seat is not to act.
    """
    if isinstance(position, View):
        if position.to_act is not position.seat:
            raise ValueError("the hand of the player to act is not known")
        hand = position.hand
    else:
        hand = position.hands[position.to_act]
    if position.led is None:
        return Duty.LEAD if position.announced is None else Duty.LEAD_MARRIAGE
    return _answer_duty(position, hand, position.led)


def _answer_duty(position: Deal | View, hand: tuple[Card, ...], led: Card) -> Duty:
    rules = position.ruleset
    if not position.strict:
        return Duty.FREE
    if any(card.suit is led.suit for card in hand):
        if rules.strict_head and higher_cards(hand, led):
            return Duty.HEAD
        if not rules.strict_follow:
            return Duty.NO_DUTY
        return Duty.FOLLOW_LOWER if rules.strict_head else Duty.FOLLOW
    if any(card.suit is position.trump for card in hand):
        return Duty.TRUMP if rules.strict_trump else Duty.NO_DUTY
    return Duty.NOTHING
