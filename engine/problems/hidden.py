"""C1 to C3 and O1: the other hand is not known. One plan for all deals that look alike, held between two bounds.

A value is what one plan is sure of against an opponent who sees every card (the lower bound). A question is published
only where that of the right answer is above the upper bound of every other one: the open value, both players seeing all.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from engine.actions import Close
from engine.cards import Card
from engine.deal import Deal
from engine.notation import read_action, write_view
from engine.problems.asks import ME, NONE
from engine.problems.cases import Made
from engine.problems.item import HAND
from engine.problems.scenes import promising, records, swapped
from engine.problems.themes import Theme
from engine.problems.valuing import CLOSE, bounds, closed_view
from engine.referee import judge, refusal
from engine.ruleset import Ruleset
from engine.search.bits import compiled, position_of
from engine.search.exact import Solver, value
from engine.search.plans import Bounds, surely_wins
from engine.search.worlds import count, sample, worlds
from engine.verdict import Refused
from engine.view import View, view_of

GAP = 0.25
"""Game points between the lower bound of the right answer and the upper bound of the others, at least."""
MOST_CLOSED = 462
"""Hands that a certain closing is proved against: six cards left to draw."""
MOST_PLANNED = 84
SAMPLE = 12


@dataclass(frozen=True, slots=True)
class Found:
    """A question, the whole deal behind it, and what was found: value of the right answer, of the next, deals, codes."""

    made: Made
    deal: Deal
    best: float | None
    second: float | None
    worlds: int
    codes: tuple[str, ...]
    wrong: int


def positions(rules: Ruleset, rng: random.Random, tries: int) -> Iterator[Deal]:
    """Yield positions on lead with full hands, as either player meets them."""
    for record in records(rules, rng, tries):
        for deal in record.deals[:-1]:
            if deal.led is None and not deal.before_draw and not deal.over and not deal.played_out:
                yield deal if deal.on_lead is ME else swapped(deal)


# -- C1 ------------------------------------------------------------------------------------------------------------


def certain_close(deal: Deal, rng: random.Random) -> Found | None:
    """Close and win against every hand: yes with a plan that does, no with a hand that beats every plan."""
    view = view_of(deal, ME)
    if deal.announced or not promising(view) or refusal(deal, Close(ME)) is not None:
        return None
    many = count(view_of(closed(deal), ME))
    if not 7 <= many <= MOST_CLOSED:
        return None
    won = [_close_wins(world) for world in (sample(view, rng) for _ in range(SAMPLE))]
    if sum(won) < SAMPLE - 3:
        return None
    made: Made = {"kind": "act", "ask": "sure", "options": [CLOSE, NONE], "position": write_view(view)}
    if all(won) and surely_wins(closed_view(view)):
        return Found(made, deal, None, None, many, ("all_hands",), 1)
    beaten = next((world for world in _hands(view) if not _close_wins(world)), None)
    if beaten is None:
        return None
    hand = "".join(card.code for card in beaten.hands[ME.other])
    return Found(made, deal, None, None, many, ("a_hand_beats_it", f"{HAND}{hand}"), 1)


def closed(deal: Deal) -> Deal:
    """Return the deal once the learner has closed."""
    verdict = judge(deal, Close(ME))
    assert not isinstance(verdict, Refused)
    return verdict.deal


def _close_wins(world: Deal) -> bool:
    return Solver(compiled(world.ruleset)).wins(position_of(closed(world)), ME)


def _hands(view: View) -> Iterator[Deal]:
    """Every hand of the opponent once; the order of a closed stock makes no difference."""
    shut = view_of(closed(view.fill(view.unseen)), ME)
    opened = {world.hands[ME.other]: world for world in islice(worlds(shut), MOST_CLOSED)}
    for hand in opened:
        rest = [card for card in view.unseen if card not in hand]
        yield view.fill([*(card for card in hand if card not in view.known), *rest])


# -- C2, C3, O1 ----------------------------------------------------------------------------------------------------


def close_or_not(deal: Deal, _rng: random.Random) -> Found | None:
    """Close, or play on: what is sure of one is above what can be hoped of the other."""
    view = view_of(deal, ME)
    if deal.announced or refusal(deal, Close(ME)) is not None or not 2 <= count(view) <= MOST_PLANNED:
        return None
    found = bounds(view)
    rest = {action: each for action, each in found.items() if action != CLOSE}
    shut = found[CLOSE]
    for right, one, other in ((CLOSE, {CLOSE: shut}, rest), (NONE, rest, {CLOSE: shut})):
        low, high = _low(one), _high(other)
        if low - high >= GAP and _tempting(shut, rest, right):
            made: Made = {"kind": "act", "ask": "should", "options": [CLOSE, NONE], "position": write_view(view)}
            return Found(made, deal, low, _low(other), count(view), ("between_bounds",), len(rest))
    return None


def _tempting(shut: Bounds, rest: Mapping[str, Bounds], right: str) -> bool:
    """The other choice wins in some deals: it is not plainly silly."""
    return _high(rest) > -1 if right == CLOSE else shut.open.value > -1


def closed_plan(deal: Deal, _rng: random.Random) -> Found | None:
    """The stock has just been closed: the lead with which one plan is sure of most."""
    view = view_of(deal, ME)
    if deal.closing is None and not deal.announced and promising(view) and refusal(deal, Close(ME)) is None:
        deal = closed(deal)
        view = view_of(deal, ME)
    if deal.closing is None or deal.closing.by is not ME or len(view.hand) < 3:
        return None
    return _best_card(deal, view)


def open_stock(deal: Deal, _rng: random.Random) -> Found | None:
    """Two cards are left to draw: the lead with which one plan is sure of most."""
    return _best_card(deal, view_of(deal, ME)) if deal.closing is None and deal.talon == 2 else None


def _best_card(deal: Deal, view: View) -> Found | None:
    if not 2 <= count(view) <= MOST_PLANNED or max(view.counted) >= 66:
        return None
    if len(view.hand) > 2 and _hopeless(view):
        return None
    found = bounds(view)
    top = _low(found)
    best = {action: each for action, each in found.items() if each.plan and each.plan.value > top - 1e-9}
    rest = {action: each for action, each in found.items() if action not in best}
    if not rest or any(":" not in action for action in best) or top - _high(rest) < GAP or top <= -1:
        return None
    if not _touching(view, [Card.parse(action[2:]) for action in best]):
        return None
    made: Made = {"kind": "play", "goal": "best", "position": write_view(view)}
    return Found(made, deal, top, _low(rest), count(view), ("between_bounds",), len(rest))


def _hopeless(view: View) -> bool:
    """Every lead comes to the same in the first worlds: nothing to find out, and cheaply seen."""
    few = list(islice(worlds(view), 3))
    leads = [read_action(f"A:{card}") for card in view.hand]
    for world in few:
        results = set()
        for lead in leads:
            verdict = judge(world, lead)
            if not isinstance(verdict, Refused):
                results.add(value(verdict.deal, ME))
        if len(results) > 1:
            return False
    return True


def _touching(view: View, cards: list[Card]) -> bool:
    """One suit, and no card that the opponent may still hold lies between them."""
    if len({card.suit for card in cards}) != 1:
        return False
    low, high = min(card.strength for card in cards), max(card.strength for card in cards)
    others = [*view.unseen, *view.known, *((view.turned,) if view.turned and view.closing is None else ())]
    return not any(card.suit is cards[0].suit and low < card.strength < high for card in others)


def _low(found: Mapping[str, Bounds]) -> float:
    return max(each.plan.value for each in found.values() if each.plan is not None)


def _high(found: Mapping[str, Bounds]) -> float:
    return max(each.open.value for each in found.values())


FINDERS: Mapping[Theme, Callable[[Deal, random.Random], Found | None]] = {
    Theme.CERTAIN_CLOSE: certain_close,
    Theme.CLOSE_OR_NOT: close_or_not,
    Theme.CLOSED_PLAN: closed_plan,
    Theme.OPEN_STOCK: open_stock,
}
"""Theme -> what looks for it."""
