"""M1 and M2: which cards are unseen, and what the opponent must hold."""

from __future__ import annotations

import random

from engine.actions import Draw, Exchange, Play
from engine.cards import Card
from engine.deal import Deal
from engine.notation import write, write_action
from engine.problems import deducing
from engine.problems.asks import ME, now
from engine.problems.cases import Case, Made, my_turn, on_position
from engine.problems.renaming import Ask
from engine.problems.scenes import Moment, Record
from engine.problems.themes import Theme
from engine.ruleset import Ruleset
from engine.view import view_of

UNSEEN, DEDUCTION = Theme.UNSEEN, Theme.DEDUCTION
MOST_UNSEEN = 12


def _unseen(moment: Moment, _rng: random.Random) -> Made | None:
    """After some tricks, before there are few enough cards to see at a glance."""
    deal = moment.deal
    if not my_turn(deal) or deal.before_draw or deal.tricks_played < 2:
        return None
    view = view_of(deal, ME)
    if not 4 <= len(view.unseen) <= MOST_UNSEEN:
        return None
    return on_position(deal, "unseen", tricks=moment.tricks())


def _unseen_with_known(moment: Moment, rng: random.Random) -> Made | None:
    """The opponent has shown a card: it has been seen."""
    return _unseen(moment, rng) if view_of(moment.deal, ME).known else None


M1 = (
    Case(UNSEEN, "unseen", "cards.pack", _unseen, ("trick.keep",), 3),
    Case(
        UNSEEN, "shown", "cards.pack", _unseen_with_known, ("marriage.lead", "exchange.what", "open.last"), 2, trap=True
    ),
)


def _stretch(moment: Moment, since: int) -> Made:
    """The question with what has happened since, and the tricks before."""
    record = moment.record
    told = [write_action(action) for action in record.actions[since : moment.at]]
    return {
        "kind": "pick",
        "position": write(record.deals[since]),
        "actions": told,
        "tricks": record.tricks_before(since),
    }


def _by_strict_rules(moment: Moment, rng: random.Random) -> Made | None:
    """A card follows from what the opponent could not do under the strict rules, and from nothing less."""
    deal = moment.deal
    if not my_turn(deal) or deal.closing is None or len(deal.hands[ME]) < 2:
        return None
    since = _start_of_strict(moment)
    view = view_of(deal, ME)
    if since is None or len(view.unseen) - view.opponent_cards < 2 or len(view.unseen) > MOST_UNSEEN:
        return None
    made = _stretch(moment, since)
    ask = {**made, "ruleset": str(deal.ruleset)}
    proved = [card for card in deducing.certain(ask) if card in view.unseen]
    return _with_statements(ask, made, proved, rng)


def _start_of_strict(moment: Moment) -> int | None:
    """Where the closing left the deal; at least one answer of the opponent has come since."""
    record = moment.record
    since = next(at for at, deal in enumerate(record.deals) if deal.closing is not None)
    answers = [
        action
        for action, deal in zip(record.actions[since : moment.at], record.deals[since : moment.at], strict=True)
        if isinstance(action, Play) and action.by is not ME and deal.led is not None
    ]
    return since if answers else None


def _by_what_was_shown(moment: Moment, rng: random.Random) -> Made | None:
    """The partner of a marriage card, an exchanged trump, the face-up trump that was drawn."""
    deal = moment.deal
    view = view_of(deal, ME)
    if not my_turn(deal) or deal.before_draw or not view.known or moment.at < 6 or len(view.unseen) < 4:
        return None
    record = moment.record
    since = next((at for at, before in enumerate(record.deals) if view_of(before, ME).known == view.known), 0)
    start = max(0, min(since - 3, moment.at - 3))
    if moment.at - start > 16 or _known_already(record.deals[start], view.known):
        return None
    made = _stretch(moment, start)
    proved = rng.choice(view.known)
    found = _with_statements({**made, "ruleset": str(deal.ruleset)}, made, [proved], rng)
    return found and {**found, "rule": _how_known(record, proved)}


def _how_known(record: Record, card: Card) -> str:
    """The rule by which the opponent's card came to be known."""
    at = next(at for at, deal in enumerate(record.deals) if card in view_of(deal, ME).known)
    return {Exchange: "exchange.what", Draw: "open.last"}.get(type(record.actions[at - 1]), "marriage.lead")


def _stock_used_up(moment: Moment, rng: random.Random) -> Made | None:
    """Nobody draws any more: what has not been seen is in the other hand."""
    deal = moment.deal
    view = view_of(deal, ME)
    if not my_turn(deal) or deal.closing is not None or deal.turned is not None or not 3 <= len(view.hand) <= 5:
        return None
    if not view.unseen:
        return None
    proved = rng.choice(view.unseen)
    gone = sorted(view.gone, key=lambda card: (card.suit is not proved.suit, abs(card.strength - proved.strength)))
    cards = [proved, *rng.sample(gone[:5], 3)]
    rng.shuffle(cards)
    return {**_stretch(moment, moment.at), "statements": [{"key": card.code, "holds": card.code} for card in cards]}


def _known_already(deal: Deal, known: tuple[Card, ...]) -> bool:
    return any(card in view_of(deal, ME).known for card in known)


def _with_statements(ask: Ask, made: Made, proved: list[Card], rng: random.Random) -> Made | None:
    """One card that must be there, three that need not or cannot."""
    if not proved:
        return None
    view = view_of(now(ask), ME)
    unsure = [card for card in view.unseen if deducing.why_not(ask, card) in ("not_sure", "never")]
    if len(unsure) < 2:
        return None
    others = rng.sample(unsure, min(3, len(unsure)))
    if len(others) < 3:
        others.append(rng.choice(view.gone))
    cards = [rng.choice(proved), *others]
    rng.shuffle(cards)
    return {**made, "statements": [{"key": card.code, "holds": card.code} for card in cards]}


def _closes(rules: Ruleset) -> bool:
    return rules.close and rules.duties


M2 = (
    Case(
        DEDUCTION,
        "strict",
        "strict.follow",
        _by_strict_rules,
        ("strict.trump", "strict.head", "close.effect"),
        1,
        _closes,
        True,
    ),
    Case(DEDUCTION, "late", "deal.stock", _stock_used_up, ("cards.pack", "trick.keep"), 2),
    Case(DEDUCTION, "shown", "marriage.lead", _by_what_was_shown, weight=3),
)
