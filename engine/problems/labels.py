"""The labels of E1 to E9: conditions that a search has to find true, not wishes of a generator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.actions import Action, Announce, Play
from engine.cards import Card, Rank
from engine.deal import Deal
from engine.effects import pairs_in
from engine.problems.asks import ME
from engine.problems.cases import THEM
from engine.problems.endings import Spot
from engine.problems.loose import kept_value, runs
from engine.problems.refuting import ending
from engine.problems.themes import Theme
from engine.referee import judge, playable_cards
from engine.ruleset import Ruleset
from engine.search.exact import table, value
from engine.tricks import answer_wins
from engine.verdict import Refused

Codes = tuple[str, ...]
Label = Callable[[Spot], Codes]
"""Returns the codes of the conditions that hold; none: the label is not deserved."""


def after(deal: Deal, action: Action) -> Deal:
    """Return the position after an action that stands."""
    verdict = judge(deal, action)
    assert not isinstance(verdict, Refused)
    return verdict.deal


def run_to_66(spot: Spot) -> Codes:
    """E1: from the best card on every trick is won whatever is answered, to 66; every other card costs something."""
    deal = spot.deal
    if deal.led is not None or spot.value <= 0 or len(deal.hands[ME]) < 3:
        return ()
    if not all(runs(deal, card) for card in spot.best) or any(runs(deal, card) for card in spot.wrong):
        return ()
    first = ending(deal, (Play(ME, spot.best[0]),))[-1]
    replies = [after(first, Play(THEM, card)) for card in playable_cards(first)]
    return ("run",) if all(not reply.over and max(reply.counted) < 66 for reply in replies) else ()


def last_trick(spot: Spot) -> Codes:
    """E2: with no reward for the last trick the best card would be worth less; the best line wins that trick."""
    deal = spot.deal
    plain = replace(deal, ruleset=_without_reward(deal.ruleset))
    if spot.value <= 0 or value(after(plain, Play(ME, spot.best[0])), ME) >= spot.value:
        return ()
    line = ending(deal, spot.line())
    played = next((reached for reached in line if reached.played_out), None)
    if played is None or played.on_lead is not ME:
        return ()
    return ("last_trick", "holds_back") if _gives_up_a_trick(spot) else ("last_trick",)


def _without_reward(rules: Ruleset) -> Ruleset:
    return replace(
        rules, last_trick="none", nobody_claims="higher_total_table", tie="draw_0", both_66_at_end="higher_total"
    )


def _gives_up_a_trick(spot: Spot) -> bool:
    """The best card loses this trick although another one would have won it."""
    led = spot.deal.led
    if led is None:
        return False
    win = {card: answer_wins(led, card, spot.deal.trump) for card in spot.values}
    return not any(win[card] for card in spot.best) and any(win[card] for card in spot.wrong)


def draw_trumps(spot: Spot) -> Codes:
    """E3: a side card that would win now, and trumps against trumps: drawing first is best, or cashing first is."""
    deal = spot.deal
    theirs = deal.hands[THEM]
    if deal.led is not None or not any(card.suit is deal.trump for card in theirs):
        return ()
    trumps = {card for card in spot.values if card.suit is deal.trump}
    masters = {card for card in spot.values if card not in trumps and not _higher(theirs, card)}
    if not trumps or not masters or spot.value <= 0:
        return ()
    if set(spot.best) <= trumps:
        return ("draw",)
    top = {card for card in trumps if not _higher(theirs, card)}
    return ("cash",) if set(spot.best) <= masters and top else ()


def _higher(cards: tuple[Card, ...], card: Card) -> bool:
    return any(other.suit is card.suit and other.strength > card.strength for other in cards)


def unblock(spot: Spot) -> Codes:
    """E4: the best card is the highest of its suit, a lower one that does as much in this trick costs something.

    It is not for its points: the lower card stays worse with the difference given to the learner.
    """
    deal, best = spot.deal, spot.best
    if len(best) > 1:
        return ()
    suit = [card for card in deal.hands[ME] if card.suit is best[0].suit]
    lower = [card for card in suit if card.strength < best[0].strength and card in spot.wrong]
    if best[0] is not max(suit, key=lambda card: card.strength) or not lower:
        return ()
    if not all(_same_trick(deal, best[0], card) for card in lower):
        return ()
    return ("unblock",) if all(_worse_with_points(spot, card) for card in lower) else ()


def _same_trick(deal: Deal, card: Card, other: Card) -> bool:
    """Both cards win this trick, or both lose it, whatever is answered."""
    if deal.led is not None:
        return answer_wins(deal.led, card, deal.trump) == answer_wins(deal.led, other, deal.trump)
    return _fate(deal, card) == _fate(deal, other) != {True, False}


def _fate(deal: Deal, card: Card) -> set[bool]:
    """Whether the learner keeps the trick when leading a card, over all answers."""
    led = after(deal, Play(ME, card))
    return {not answer_wins(card, reply, deal.trump) for reply in playable_cards(led)}


def _worse_with_points(spot: Spot, card: Card) -> bool:
    gift = spot.best[0].points - card.points
    counted = spot.deal.counted[0] + gift, spot.deal.counted[1]
    if not spot.deal.tricks[ME]:
        counted = spot.deal.counted
    return value(after(replace(spot.deal, counted=counted), Play(ME, card)), ME) < spot.value


def throw_in(spot: Spot) -> Codes:
    """E5: a trick is lost on purpose, and it is better that the opponent leads next than that the learner does."""
    deal = spot.deal
    if deal.led is not None or len(deal.hands[ME]) < 3 or spot.value <= 0:
        return ()
    if _fate(deal, spot.best[0]) != {False} or not any(_fate(deal, card) == {True} for card in spot.wrong):
        return ()
    first = after(deal, Play(ME, spot.best[0]))
    thrown = [after(first, Play(THEM, card)) for card in playable_cards(first)]
    if any(reached.over or reached.on_lead is ME or max(reached.counted) >= 66 for reached in thrown):
        return ()
    forced = all(value(replace(reached, on_lead=ME), ME) < spot.value <= value(reached, ME) for reached in thrown)
    return ("throw_in", "forced_lead") if forced else ()


def squeeze(spot: Spot) -> Codes:
    """E6: the opponent has to throw a card that it needs. Could it keep them all in this trick, it would do better."""
    deal = spot.deal
    if deal.led is not None or spot.value <= 0 or len(deal.hands[ME]) < 3:
        return ()
    if deal.ruleset.meld_after_stock and any(pairs_in(hand) for hand in deal.hands):
        return ()
    first = after(deal, Play(ME, spot.best[0]))
    replies = playable_cards(first)
    discards = [card for card in replies if card.suit not in (spot.best[0].suit, deal.trump)]
    if len(discards) < 2 or len(discards) < len(replies) or len({card.suit for card in discards}) < 2:
        return ()
    if any(value(after(first, Play(THEM, card)), ME) < spot.value for card in discards):
        return ()
    return ("squeeze",) if kept_value(first) < spot.value else ()


def save(spot: Spot) -> Codes:
    """E7: lost, but the best card keeps the loss down: 33 points, or a trick."""
    if spot.value == -1 and spot.second == -2:
        return ("save_33",)
    return ("save_trick",) if spot.value == -2 and spot.second == -3 else ()


def break_marriage(spot: Spot) -> Codes:
    """E8: after the best card no marriage is announced against it; others would do were it not for the marriage."""
    deal, rules = spot.deal, spot.deal.ruleset
    theirs = {card.suit for card in deal.hands[THEM] if card.rank is Rank.KING}
    theirs &= {card.suit for card in deal.hands[THEM] if card.rank is Rank.QUEEN}
    if not rules.meld_after_stock or not theirs:
        return ()
    if any(isinstance(action, Announce) and action.by is THEM for action in spot.line()):
        return ()
    without = table(replace(deal, ruleset=replace(rules, meld_after_stock=False)))
    blamed = [card for card in spot.wrong if without.get(Play(ME, card), -9) >= spot.value]
    if not blamed:
        return ()
    return ("breaks", "same_suit") if spot.best[0].suit in theirs else ("breaks",)


def king_or_queen(spot: Spot) -> Codes:
    """E9: king and queen of a suit may both be played, and one of them is better."""
    if len(spot.best) > 1 or spot.best[0].rank not in (Rank.KING, Rank.QUEEN):
        return ()
    partner = Card.of(Rank.QUEEN if spot.best[0].rank is Rank.KING else Rank.KING, spot.best[0].suit)
    if partner not in spot.wrong:
        return ()
    return ("king" if spot.best[0].rank is Rank.KING else "queen",)


LABELS: Final[Mapping[Theme, Label]] = MappingProxyType(
    {
        Theme.RUN: run_to_66,
        Theme.LAST_TRICK: last_trick,
        Theme.DRAW_TRUMPS: draw_trumps,
        Theme.UNBLOCK: unblock,
        Theme.THROW_IN: throw_in,
        Theme.SQUEEZE: squeeze,
        Theme.SAVE: save,
        Theme.BREAK_MARRIAGE: break_marriage,
        Theme.KING_OR_QUEEN: king_or_queen,
    }
)
"""Theme -> its condition."""
