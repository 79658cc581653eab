"""Tricks that cannot be lost, one after another: what a hand is sure of when nobody draws any more."""

from __future__ import annotations

from engine.cards import Card, Suit
from engine.coach.scene import Scene
from engine.scoring import GOAL


def run(scene: Scene, *, closing: bool = False) -> tuple[int, tuple[Card, ...]]:
    """Return the points that the player on lead is sure of, and the leads that bring them, in order.

    Trumps come first, as long as no trump that the opponent may hold beats them, then the other suits once no trump
    can be out. The opponent is taken to give the lowest cards and to add nothing. It ends at 66. ``closing``: the
    stock is closed first.
    """
    view = scene.view
    out = _out(scene, closing)
    points, leads = scene.mine, []
    trumps, left = _from_the_top(scene, out, view.trump)
    sure = trumps if left else [*trumps, *_side_suits(scene, out)]
    for card in sure:
        if points >= GOAL:
            break
        leads.append(card)
        points += card.points + (view.pending[scene.me] if len(leads) == 1 else 0)
        if len(leads) == len(view.hand) and view.turned is None:
            points += scene.bonus
    return points, tuple(leads)


def _out(scene: Scene, closing: bool) -> list[Card]:
    """The cards that the opponent may hold, the face-up trump included where it may exchange for it."""
    view, rules = scene.view, scene.view.ruleset
    out = list(scene.possible)
    low = rules.lowest_trump(view.trump)
    if closing and rules.exchange_by_other_on_close and low in out and view.turned is not None:
        out.append(view.turned)
    return out


def _from_the_top(scene: Scene, out: list[Card], suit: Suit) -> tuple[list[Card], int]:
    """Return my cards of a suit that win when led from the top, and how many of the suit may be out after them."""
    against = sorted((card.strength for card in out if card.suit is suit), reverse=True)
    sure = []
    for card in sorted((c for c in scene.view.hand if c.suit is suit), key=lambda card: -card.strength):
        if against and against[0] > card.strength:
            break
        sure.append(card)
        if scene.view.ruleset.strict_follow:
            against = against[:-1]
    return sure, len(against)


def _side_suits(scene: Scene, out: list[Card]) -> list[Card]:
    view = scene.view
    suits = dict.fromkeys(card.suit for card in view.hand if card.suit is not view.trump)
    return [card for suit in suits for card in _from_the_top(scene, out, suit)[0]]
