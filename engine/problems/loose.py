"""Small searches that only labels need: runs of tricks, and what a hand would be worth that need not throw a card."""

from __future__ import annotations

from engine.cards import Card
from engine.deal import Deal
from engine.problems.asks import ME
from engine.search import pay
from engine.search.bits import BEATEN_BY, NUMBER_OF, POINTS, Core, Pair, cards_of, compiled, legal_answers, position_of

Known = dict[tuple[Pair, Pair, Pair, int], int]


def runs(deal: Deal, card: Card) -> bool:
    """Return whether the learner, leading ``card``, can win every trick from here to 66, whatever is answered."""
    core, position = compiled(deal.ruleset), position_of(deal)
    led = NUMBER_OF[deal.trump][card.index]
    return _runs(core, position.hands[0], position.hands[1], position.counted[0], led)


def _runs(core: Core, mine: int, theirs: int, points: int, led: int) -> bool:
    rest = mine & ~(1 << led)
    answers = legal_answers(core, theirs, led)
    if answers & BEATEN_BY[led]:
        return False
    for answer in cards_of(answers):
        now = points + POINTS[led] + POINTS[answer]
        left = theirs & ~(1 << answer)
        if now < pay.GOAL and not any(_runs(core, rest, left, now, card) for card in cards_of(rest)):
            return False
    return True


def kept_value(deal: Deal) -> int:
    """Return what the deal would be worth to the learner, who has led, if the opponent gave no card to this trick.

    The opponent keeps one card more from then on; the deal ends when the learner's hand is empty. Without marriages.
    """
    core, position = compiled(deal.ruleset), position_of(deal)
    counted = position.counted[0] + POINTS[position.led], position.counted[1]
    tricks = position.tricks[0] + 1, position.tricks[1]
    if counted[0] >= pay.GOAL:
        return pay.reached(core, 0, counted, tricks, None)
    return _loose(core, position.hands, counted, tricks, int(ME), {})


def _loose(core: Core, hands: Pair, counted: Pair, tricks: Pair, lead: int, known: Known) -> int:
    """The value to seat A at a lead; hands need not be of one size."""
    if not hands[0]:
        total = _plus(counted, lead, core.bonus)
        worth = pay.played_out(core, lead, total, tricks, None)
        if total[lead] >= pay.GOAL:
            worth = pay.reached(core, lead, total, tricks, None)
        return -worth if lead else worth
    key = (hands, counted, tricks, lead)
    if key not in known:
        values = [_answered(core, hands, counted, tricks, lead, led, known) for led in cards_of(hands[lead])]
        known[key] = min(values) if lead else max(values)
    return known[key]


def _answered(core: Core, hands: Pair, counted: Pair, tricks: Pair, lead: int, led: int, known: Known) -> int:
    values = []
    for answer in cards_of(legal_answers(core, hands[1 - lead], led)):
        winner = 1 - lead if BEATEN_BY[led] >> answer & 1 else lead
        left = [hands[lead] & ~(1 << led), hands[1 - lead] & ~(1 << answer)]
        after = (left[1], left[0]) if lead else (left[0], left[1])
        points, won = _plus(counted, winner, POINTS[led] + POINTS[answer]), _plus(tricks, winner, 1)
        if points[winner] >= pay.GOAL:
            worth = pay.reached(core, winner, points, won, None)
            values.append(-worth if winner else worth)
        else:
            values.append(_loose(core, after, points, won, winner, known))
    return max(values) if lead else min(values)


def _plus(pair: Pair, seat: int, more: int) -> Pair:
    return (pair[0], pair[1] + more) if seat else (pair[0] + more, pair[1])
