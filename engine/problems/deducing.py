"""What can be known of the other hand: every hand that fits what has been seen, gone through one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.actions import Play
from engine.cards import Card, in_order
from engine.deal import Deal
from engine.history import replay
from engine.problems.asks import ME, actions_in, now, start_of
from engine.problems.renaming import Ask
from engine.referee import answer_refusal
from engine.view import View, view_of

Forced = tuple[Card, tuple[Card, ...], Card]
"""An answer given while the strict rules held: the card led, what the other hand has played from there on, the answer."""


def place(view: View, card: Card) -> str:
    """Return where a seen card lies: ``hand``, ``gone``, ``turned``, ``led``, ``known`` (shown by the opponent)."""
    if card in view.hand:
        return "hand"
    if card in view.gone:
        return "gone"
    if card is view.turned:
        return "turned"
    return "led" if card is view.led else "known"


def hands(ask: Ask) -> Iterator[frozenset[Card]]:
    """Yield every hand that the opponent may hold: none breaks a rule with what the opponent has played."""
    view = view_of(now(ask), ME)
    forced = list(_forced(ask))
    for chosen in combinations(view.unseen, view.opponent_cards - len(view.known)):
        hand = frozenset((*view.known, *chosen))
        if all(_stands(view, hand, answer) for answer in forced):
            yield hand


def why_not(ask: Ask, card: Card) -> str:
    """Return why the opponent need not hold a card, an empty word where it must: it is in every hand that fits.

    ``hand``, ``gone``, ``turned``, ``led``: it lies there; ``never``: in no hand; ``not_sure``: in some only.
    """
    view = view_of(now(ask), ME)
    if card not in view.unseen:
        where = place(view, card)
        return "" if where == "known" else where
    found = [card in hand for hand in hands(ask)]
    if all(found):
        return ""
    return "not_sure" if any(found) else "never"


def certain(ask: Ask) -> tuple[Card, ...]:
    """Return the cards that the opponent must hold."""
    return in_order(frozenset.intersection(*hands(ask)))


def _forced(ask: Ask) -> Iterator[Forced]:
    """Yield the opponent's answers under the strict rules, with the cards put down from there to the end."""
    actions = actions_in(ask)
    mine = [action.card for action in actions if isinstance(action, Play) and action.by is not ME]
    start, done = start_of(ask), 0
    for at, action in enumerate(actions):
        before: Deal = replay(start, actions[:at]).deal
        if not isinstance(action, Play) or action.by is ME:
            continue
        if before.led is not None and before.strict:
            yield before.led, tuple(mine[done:]), action.card
        done += 1


def _stands(view: View, hand: frozenset[Card], forced: Forced) -> bool:
    led, since, answer = forced
    return answer_refusal(view.ruleset, in_order((*hand, *since)), led, view.trump, answer) is None
