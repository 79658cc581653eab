"""What is right, and why the rest is not: computed from the question alone, never stored by hand.

``right_answers`` gives every right answer in the form of its kind, ``reasons`` says for each wrong option why. Marking
an answer on a page comes to the same: it is right if it is among them (a line: if each of its steps keeps the value).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.actions import Play
from engine.cards import Card, card_points
from engine.deal import Deal
from engine.duties import duty_of
from engine.history import IllegalHistory, replay
from engine.match import Match
from engine.problems import deducing, valuing
from engine.problems.asks import (
    ME,
    NONE,
    actions_in,
    cards_in,
    ended,
    has_66,
    now,
    option_action,
    start_of,
    trick_in,
    view_in,
)
from engine.problems.item import Answer
from engine.problems.renaming import Ask
from engine.problems.variants import diff_answers, switches_behind
from engine.referee import playable_cards, refusal
from engine.scoring import GOAL
from engine.tricks import trick_reason, trick_winner

ANY = "*"
"""Key of a reason that holds for every wrong answer."""


def right_answers(ask: Ask) -> tuple[Answer, ...]:
    """Return every right answer.

    >>> right_answers({"kind": "count", "of": "cards", "cards": ["TD", "9S"], "ruleset": "classic66"})
    ({'number': 10},)
    """
    return _RIGHT[ask["kind"]](ask)


def reasons(ask: Ask) -> dict[str, str]:
    """Return why each wrong option is wrong: option -> code. ``*`` speaks of all that are not named."""
    return _WRONG[ask["kind"]](ask)


# -- legal, who, count, order --------------------------------------------------------------------------------------


def _legal(ask: Ask) -> tuple[Answer, ...]:
    return ({"cards": [card.code for card in playable_cards(now(ask))]},)


def _why_illegal(ask: Ask) -> dict[str, str]:
    deal = now(ask)
    found = {card.code: refusal(deal, Play(ME, card)) for card in deal.hands[ME]}
    why = {code: refused.reason.value for code, refused in found.items() if refused}
    return {**why, ANY: duty_of(deal).value}  # for a card left out that may be played


def _who(ask: Ask) -> tuple[Answer, ...]:
    return ({"who": _person(ask)},)


def _person(ask: Ask) -> str:
    what = ask["ask"]
    if "trick" in ask:
        leader, led, answer, trump = trick_in(ask)
        return trick_winner(leader, led, answer, trump).name
    deal = now(ask)
    if what == "turned_card":
        return deal.on_lead.other.name
    if what in ("leads", "plays", "draws_first"):
        return deal.to_act.name
    outcome = ended(deal)
    assert outcome is not None
    match = Match(deal.ruleset, deal.dealer, deal.score, deal.carry).after(outcome)
    if what == "deals":
        return match.dealer.name
    return match.winner.name if match.winner is not None else NONE


def _why_who(ask: Ask) -> dict[str, str]:
    if "trick" in ask:
        _leader, led, answer, trump = trick_in(ask)
        return {ANY: trick_reason(led, answer, trump).value}
    return {ANY: ask["ask"]}


def _count(ask: Ask) -> tuple[Answer, ...]:
    return ({"number": sum(number for _, number in parts(ask))},)


def parts(ask: Ask) -> list[tuple[str, int]]:
    """Return what a number is made of: card codes or words (``counted``, ``marriage``, ``goal`` ...) with numbers."""
    what = ask["of"]
    if what == "trick":
        _leader, led, answer, _trump = trick_in(ask)
        return [(card.code, card.points) for card in (led, answer)]
    if what == "cards":
        return [(card.code, card.points) for card in cards_in(ask["cards"])]
    deal = _then(ask)
    if what == "hand":
        return [(card.code, card.points) for card in deal.hands[ME]]
    if what == "stock":
        return [("stock", deal.talon)]
    if what == "need":
        return [("goal", GOAL), ("counted", -deal.counted[ME])]
    if what == "left":
        return [("pack", card_points(deal.ruleset.pack)), ("taken", -card_points(view_in(ask).gone))]
    before = start_of(ask).counted[ME]
    return [("counted", before), ("added", deal.counted[ME] - before)]


def _then(ask: Ask) -> Deal:
    """The position after what has happened, and after the one ``action`` that is asked about."""
    deal = now(ask)
    if "action" not in ask:
        return deal
    action = option_action(ask["action"])
    assert action is not None
    return replay(deal, (action,)).deal


def _order(ask: Ask) -> tuple[Answer, ...]:
    cards = cards_in(ask["cards"])
    return ({"order": [card.code for card in sorted(cards, key=lambda card: -card.strength)]},)


# -- act ------------------------------------------------------------------------------------------------------------


def _act(ask: Ask) -> tuple[Answer, ...]:
    if ask["ask"] == "may":
        deal = now(ask)
        right = [text for text in ask["options"] if text != NONE and not _refused(deal, text)]
        return tuple({"act": text} for text in right or [NONE])
    if ask["ask"] == "claim":
        deal = now(ask)
        return ({"act": "A*" if not _refused(deal, "A*") and has_66(deal, ME) else NONE},)
    return tuple({"act": text} for text in valuing.choices(ask))


def _refused(deal: Deal, text: str) -> str:
    action = option_action(text)
    refused = None if action is None else refusal(deal, action)
    return refused.reason.value if refused else ""


def _why_not(ask: Ask) -> dict[str, str]:
    right = {answer["act"] for answer in right_answers(ask)}
    if ask["ask"] not in ("may", "claim"):
        return valuing.costs(ask, right)
    deal = now(ask)
    found = {}
    for text in ask["options"]:
        if text in right:
            continue
        code = "may" if ask["ask"] == "may" else "has_66"
        if text != NONE:
            code = _refused(deal, text) or "below_66"
        found[text] = code
    return found


# -- score, spot, unseen, pick -------------------------------------------------------------------------------------


def _score(ask: Ask) -> tuple[Answer, ...]:
    outcome = ended(now(ask))
    assert outcome is not None
    winner = outcome.winner.name if outcome.winner is not None else None
    return ({"winner": winner, "points": outcome.game_points},)


def _why_score(ask: Ask) -> dict[str, str]:
    outcome = ended(now(ask))
    assert outcome is not None
    return {ANY: f"{outcome.how.value}.{outcome.why.value if outcome.why else 'tied'}"}


def mistake(ask: Ask) -> tuple[int, str]:
    """Return the first line of a record that is refused, from 0, and the reason.

    Raises:
        ValueError: every line stands.
    """
    try:
        replay(start_of(ask), actions_in(ask))
    except IllegalHistory as found:
        return found.index, found.refused.reason.value
    raise ValueError("no line of the record breaks a rule")


def _spot(ask: Ask) -> tuple[Answer, ...]:
    line, reason = mistake(ask)
    return ({"line": line, "reason": reason},)


def _why_spot(ask: Ask) -> dict[str, str]:
    line, reason = mistake(ask)
    return {str(at): "allowed" if at < line else "too_late" for at in range(len(ask["actions"])) if at != line} | {
        ANY: reason
    }


def _unseen(ask: Ask) -> tuple[Answer, ...]:
    return ({"cards": [card.code for card in view_in(ask).unseen]},)


def _why_seen(ask: Ask) -> dict[str, str]:
    view = view_in(ask)
    return {card.code: deducing.place(view, card) for card in view.ruleset.pack if card not in view.unseen}


def _pick(ask: Ask) -> tuple[Answer, ...]:
    return tuple({"statement": item["key"]} for item in ask["statements"] if not _why_false(ask, item))


def _why_false(ask: Ask, statement: Any) -> str:
    """Return why a statement is false, an empty word where it is true."""
    if "order" in statement:
        return order_refused(ask, statement["order"])
    return deducing.why_not(ask, Card.parse(statement["holds"]))


def order_refused(ask: Ask, order: list[str]) -> str:
    """Return the reason of the first action that is refused when all are tried in this order; empty if none is."""
    try:
        replay(now(ask), [action for text in order if (action := option_action(text)) is not None])
    except IllegalHistory as found:
        return found.refused.reason.value
    return ""


def _why_statements(ask: Ask) -> dict[str, str]:
    found = {item["key"]: _why_false(ask, item) for item in ask["statements"]}
    return {key: code for key, code in found.items() if code}


# -- play, line, diff ----------------------------------------------------------------------------------------------


def _play(ask: Ask) -> tuple[Answer, ...]:
    return tuple({"card": text[2:]} for text in valuing.best(ask))


def _line(ask: Ask) -> tuple[Answer, ...]:
    return tuple({"actions": [text]} for text in valuing.best(ask))


def _why_worse(ask: Ask) -> dict[str, str]:
    return valuing.losses(ask)


def _diff(ask: Ask) -> tuple[Answer, ...]:
    first, second = diff_answers(ask)
    return ({"a": first, "b": second},)


def _why_diff(ask: Ask) -> dict[str, str]:
    return {ANY: ",".join(switches_behind(ask))}


_RIGHT: dict[str, Callable[[Ask], tuple[Answer, ...]]] = {
    "legal": _legal,
    "who": _who,
    "count": _count,
    "order": _order,
    "act": _act,
    "score": _score,
    "spot": _spot,
    "unseen": _unseen,
    "pick": _pick,
    "play": _play,
    "line": _line,
    "diff": _diff,
}
_WRONG: dict[str, Callable[[Ask], dict[str, str]]] = {
    "legal": _why_illegal,
    "who": _why_who,
    "count": lambda _ask: {ANY: "sum"},
    "order": lambda _ask: {ANY: "rank"},
    "act": _why_not,
    "score": _why_score,
    "spot": _why_spot,
    "unseen": _why_seen,
    "pick": _why_statements,
    "play": _why_worse,
    "line": _why_worse,
    "diff": _why_diff,
}
