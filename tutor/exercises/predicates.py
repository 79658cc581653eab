"""What a sentence of a PICK exercise claims, evaluated by the engine: whether it is true, and the fact behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.actions import act_of
from engine.cards import Card, Suit
from engine.duties import DUTY_RULES, duty_of
from engine.history import IllegalHistory, replay
from engine.notation import read_action
from engine.problems.deducing import why_not
from engine.referee import refusal
from engine.seats import Seat
from engine.tricks import answer_wins, trick_reason
from engine.view import View
from tutor.content.conditions import any_holds
from tutor.exercises.endings import ending, rule_of, told_outcome
from tutor.exercises.kinds.base import Kind, history_in
from tutor.exercises.kinds.count import CountKind
from tutor.wording import answers, tasks
from tutor.wording.cards import name_list
from tutor.wording.refusals import ALLOWED, REFUSALS
from tutor.wording.sentences import Say
from tutor.wording.statements import STATEMENTS
from tutor.wording.tricks import DUTIES, PAIR_REASONS, TRICK_RULES

Claim = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Fact:
    """Whether a sentence is true, what is said about it, and the rule behind it."""

    true: bool
    says: tuple[Say, ...]
    rule: str


def fact(kind: Kind, statement: Claim) -> Fact:
    """Return what the engine says of a sentence. Its claim is one of ``PREDICATES``.

    Raises:
        KeyError: it claims nothing that is known here.
    """
    name = next(key for key in PREDICATES if key in statement)
    return PREDICATES[name](kind, statement)


def words(kind: Kind, statement: Claim) -> Say:
    """Return a sentence for a claim that came without one."""
    name = next(key for key in PREDICATES if key in statement)
    value = statement[name]
    if name == "beats":
        return Say(STATEMENTS[name], {"card": Card.parse(value["answer"]), "other": Card.parse(value["led"])})
    if name == "place":
        return Say(STATEMENTS[f"place.{value['where']}"], {"card": Card.parse(value["card"])})
    if name in ("legal", "refused"):
        return Say(STATEMENTS[name], {"action": tasks.action_words(read_action(value))})
    if name == "holds":
        return Say(STATEMENTS["place.opponent"], {"card": Card.parse(value)})
    if name == "order":
        told = [tasks.action_words(read_action(text), kind.view.trump) for text in value]
        return Say(STATEMENTS[name], {"actions": name_list(told)})
    if name == "outcome":
        winner = Seat[value["winner"]] if value["winner"] in ("A", "B") else None
        return Say(STATEMENTS[name], {"answer": tasks.outcome_choice(winner, value["points"])})
    if name == "duties":
        return Say(DUTIES[duty_of(kind.deal)])
    return Say(STATEMENTS[name], {"n": value["number"] if isinstance(value, Mapping) else value})


def _beats(kind: Kind, statement: Claim) -> Fact:
    led, second = Card.parse(statement["beats"]["led"]), Card.parse(statement["beats"]["answer"])
    trump = Suit(kind.data["trump"])
    reason = trick_reason(led, second, trump)
    return Fact(answer_wins(led, second, trump), (Say(PAIR_REASONS[reason]),), TRICK_RULES[reason])


def _trumps(kind: Kind, statement: Claim) -> Fact:
    view = kind.view
    trumps = tuple(card for card in view.hand if card.suit is view.trump)
    say = Say(answers.TRUMPS_IN_HAND, {"cards": trumps}) if trumps else Say(answers.NO_TRUMPS_IN_HAND)
    return Fact(len(trumps) == statement["trumps"], (say,), "trick.trump")


def _duties(kind: Kind, statement: Claim) -> Fact:
    duty = duty_of(kind.deal)
    return Fact(duty.value in statement["duties"], (Say(DUTIES[duty]),), DUTY_RULES[duty])


def _legal(kind: Kind, statement: Claim) -> Fact:
    action = read_action(statement["legal"])
    refused = refusal(history_in(kind.data, kind.rules).deal, action)
    if refused is None:
        return Fact(True, (Say(ALLOWED[act_of(action)]),), kind.shown_rule())
    return Fact(False, (Say(REFUSALS[refused.reason], refused.facts, "or"),), refused.rule)


def _refused(kind: Kind, statement: Claim) -> Fact:
    found = _legal(kind, {"legal": statement["refused"]})
    return Fact(not found.true, found.says, found.rule)


def _order(kind: Kind, statement: Claim) -> Fact:
    """Whether actions stand when they are tried one after the other; else the reason of the first one that does not."""
    try:
        replay(history_in(kind.data, kind.rules).deal, [read_action(text) for text in statement["order"]])
    except IllegalHistory as found:
        refused = found.refused
        tried = tasks.action_words(read_action(statement["order"][found.index]), kind.view.trump)
        says = (Say(answers.FIRST_REFUSED, {"action": tried}), Say(REFUSALS[refused.reason], refused.facts, "or"))
        return Fact(False, says, refused.rule)
    return Fact(True, (Say(answers.ALL_STAND),), kind.shown_rule())


def _holds(kind: Kind, statement: Claim) -> Fact:
    """Whether the opponent must hold a card after all that has happened: it is in every hand that fits."""
    card = Card.parse(statement["holds"])
    where = why_not({**kind.data, "ruleset": str(kind.rules)}, card)
    say = (
        Say(answers.CANNOT_HOLD, {"card": card})
        if where == "never"
        else Say(answers.PLACES[HELD[where]], {"card": card})
    )
    return Fact(not where, (say,), kind.shown_rule())


HELD = {"": "opponent", "hand": "hand", "gone": "gone", "turned": "table", "led": "table", "not_sure": "unseen"}
"""What the search through all hands says of a card -> where it lies."""


def _place(kind: Kind, statement: Claim) -> Fact:
    card, where = Card.parse(statement["place"]["card"]), statement["place"]["where"]
    found = place_of(card, kind.view)
    return Fact(found == where, (Say(answers.PLACES[found], {"card": card}),), kind.shown_rule())


def place_of(card: Card, view: View) -> str:
    """Return where a card must lie as far as one seat can know: ``unseen`` where that cannot be told."""
    if card in view.hand:
        return "hand"
    if card in (view.turned, view.led):
        return "table"
    if card in view.gone:
        return "gone"
    sure = card in view.known or (not view.face_down and card in view.unseen)
    return "opponent" if sure else "unseen"


def _outcome(kind: Kind, statement: Claim) -> Fact:
    outcome = ending(kind.data, kind.rules)
    winner = outcome.winner.name if outcome.winner is not None else "none"
    true = (winner, outcome.game_points) == (statement["outcome"]["winner"], statement["outcome"]["points"])
    return Fact(true, (Say(told_outcome(outcome, kind.rules)),), rule_of(outcome))


def _count(kind: Kind, statement: Claim) -> Fact:
    claim = statement["count"]
    counted = CountKind({**kind.data, **claim}, kind.rules, show_trump=kind.show_trump)
    mark = counted.mark({"number": counted.number})
    return Fact(counted.number == claim["number"], mark.says, kind.shown_rule())


def _rules(kind: Kind, statement: Claim) -> Fact:
    return Fact(any_holds(statement["rules"], kind.rules), (), statement.get("rule", kind.shown_rule()))


PREDICATES: Mapping[str, Callable[[Kind, Claim], Fact]] = {
    "beats": _beats,
    "trumps": _trumps,
    "duties": _duties,
    "legal": _legal,
    "refused": _refused,
    "place": _place,
    "holds": _holds,
    "order": _order,
    "outcome": _outcome,
    "count": _count,
    "rules": _rules,
}
"""The claims of sentences. ``beats``: led, answer (with ``trump`` of the exercise) · ``trumps``: how many in hand ·
``duties``: what decides the answer · ``legal``, ``refused``: an action · ``place``: card and where it must lie (hand,
table, gone, opponent, unseen) · ``holds``: a card that the opponent must hold · ``order``: actions one after the other · ``outcome``: winner and points · ``count``: ``of`` and ``number`` · ``rules``: a condition
on the ruleset, with the ``rule`` that says so.
"""
