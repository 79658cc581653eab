"""DIFF: the same position under two sets of rules; one answer for each."""

from __future__ import annotations

from engine.actions import Action, act_of
from engine.cards import Card
from engine.deal import Deal
from engine.duties import duty_of
from engine.notation import read_action
from engine.problems.variants import tries
from engine.referee import playable_cards, refusal
from engine.ruleset import Ruleset, parse
from engine.scoring import Outcome
from engine.seats import Seat
from engine.verdict import Refused
from engine.view import view_of
from tutor.exercises.controls import Field, Form, Shown
from tutor.exercises.endings import end_table, ending, told, told_outcome
from tutor.exercises.kinds.base import Answer, Kind, Mark, Posted, Verdict, chosen_in, history_in, one_of, options
from tutor.exercises.standing import standing
from tutor.web.table import TableView, table_of
from tutor.wording import answers, tasks
from tutor.wording.cards import card_list
from tutor.wording.presets import ruleset_label
from tutor.wording.refusals import ALLOWED, REFUSALS
from tutor.wording.sentences import Say
from tutor.wording.tricks import DUTIES

SIDES = ("a", "b")
YES, NO, TIE = "yes", "no", "0"


class DiffKind(Kind):
    """``rulesets`` are two rulesets in text form. ``ask``: ``legal`` (may ``action`` be done in ``position``; without one:
    which cards may be played, of the sets in ``options``), ``announce``, ``exchange``, ``close``, ``claim`` (may it be done
    now), ``score`` (how does the deal end: ``end``, or ``position`` with ``actions``).
    """

    drafts = True
    choose_first = answers.CHOOSE_EACH
    look = "two_rules"

    @property
    def ask(self) -> str:
        """What is asked: ``cards`` where it is about the cards that may be played."""
        asked: str = self.data["ask"]
        return "cards" if asked == "legal" and "action" not in self.data else asked

    @property
    def both(self) -> tuple[Ruleset, Ruleset]:
        """The two rulesets."""
        first, second = (parse(text) for text in self.data["rulesets"])
        return first, second

    @property
    def link_rules(self) -> Ruleset:
        """The ruleset of the two in which the rule stands: the first, unless ``rule_side`` says ``b``."""
        return self.both[SIDES.index(self.data.get("rule_side", "a"))]

    def _tries(self, deal: Deal) -> list[Action]:
        """Return the actions that are meant, of which one that is allowed is enough."""
        if self.ask == "legal":
            return [read_action(self.data["action"])]
        return tries(deal, self.ask)

    def task(self) -> tuple[Say, ...]:
        """Ask; the action that is meant is named first."""
        asked = Say(tasks.DIFF_TASKS[self.ask])
        return (tasks.about(read_action(self.data["action"])), asked) if self.ask == "legal" else (asked,)

    def turn(self) -> tuple[Say, ...]:
        """Say how things stand, where they go on."""
        return () if self.ask == "score" else standing(self._now(self.both[0]))

    def _now(self, rules: Ruleset) -> Deal:
        return history_in(self.data, rules).deal

    def record(self) -> tuple[str, ...]:
        """Return what has happened, where an end is scored."""
        return told(self.data, self.both[0]) if self.ask == "score" else ()

    def right(self, side: str) -> str:
        """Return the right answer under one of the two rulesets."""
        rules = self.both[SIDES.index(side)]
        if self.ask == "score":
            return _code(ending(self.data, rules))
        if self.ask == "cards":
            return " ".join(card.code for card in playable_cards(self._now(rules)))
        return YES if self._judged(rules)[1] is None else NO

    def _judged(self, rules: Ruleset) -> tuple[Action, Refused | None]:
        """Return an action that is allowed, or the first one with the reason against it."""
        deal = self._now(rules)
        found = [(action, refusal(deal, action)) for action in self._tries(deal)]
        return next((each for each in found if each[1] is None), found[0])

    def _texts(self) -> dict[str, str]:
        if self.ask == "score":
            return {code: _words(code) for code in self._codes()}
        if self.ask == "cards":
            return {code: card_list(_cards(code), "and") for code in self._codes()}
        return {YES: str(tasks.YES_ALLOWED), NO: str(tasks.NOT_ALLOWED)}

    def _codes(self) -> list[str]:
        """Return what is offered. Ends: the right ones, and those with one game point more or fewer."""
        if self.ask == "cards":
            return list(self.data["options"])
        if self.ask != "score":
            return [YES, NO]
        right = {self.right(side) for side in SIDES}
        near = {f"{code[0]}{int(code[1:]) + more}" for code in right - {TIE} for more in (-1, 0, 1)}
        return sorted(right | {code for code in near if 1 <= int(code[1:]) <= 3})

    def fields(self, shown: Shown) -> tuple[Field, ...]:
        """Radio buttons for each ruleset."""
        texts = self._texts()
        return tuple(
            Field(side, Form.RADIOS, ruleset_label(rules), options(side, texts, chosen_in(shown, side)))
            for side, rules in zip(SIDES, self.both, strict=True)
        )

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read both answers."""
        found = {side: one_of(posted, side, self._codes()) for side in SIDES}
        return found if any(found.values()) else None

    def is_complete(self, answer: Answer) -> bool:
        """Both are chosen."""
        return all(answer[side] for side in SIDES)

    def mark(self, answer: Answer) -> Mark:
        """Give the reason under each ruleset once both answers are right; before that name the rules to look at."""
        wrong = [side for side in SIDES if answer[side] != self.right(side)]
        rule = self.shown_rule()
        if not wrong:
            says = [say for rules in self.both for say in self._reason(rules)]
            return Mark(Verdict.RIGHT, tuple(says), rule)
        rules = self.both[SIDES.index(wrong[0])]
        says = [Say(answers.DIFF_WRONG, {"preset": ruleset_label(rules)}), *self._reason(rules)[1:]]
        return Mark(Verdict.WRONG, tuple(says), rule)

    def _reason(self, rules: Ruleset) -> tuple[Say, ...]:
        name = Say(answers.DIFF_RULES, {"preset": ruleset_label(rules)})
        if self.ask == "score":
            return name, Say(told_outcome(ending(self.data, rules), rules))
        if self.ask == "cards":
            deal = self._now(rules)
            return name, Say(DUTIES[duty_of(deal)]), Say(answers.DIFF_CARDS, {"cards": playable_cards(deal)}, "or")
        action, refused = self._judged(rules)
        if refused is None:
            return name, Say(ALLOWED[act_of(action)])
        return name, Say(REFUSALS[refused.reason], refused.facts, "or")

    def all_answers(self) -> list[Answer]:
        """Return every pair of answers."""
        return [{"a": first, "b": second} for first in self._codes() for second in self._codes()]

    def table(self, answer: Answer | None) -> TableView:
        """Show the position, which is the same under both, or the counts."""
        if self.ask == "score":
            return end_table(self.data, self.both[0], show_trump=self.show_trump)
        return table_of(view_of(self._now(self.both[0]), Seat.A), show_trump=self.show_trump)

    def narrowing_hint(self) -> Say:
        """Give one of the two answers."""
        return self._side("a")

    def answer_hint(self) -> Say:
        """Give the other one."""
        return self._side("b")

    def _side(self, side: str) -> Say:
        label = ruleset_label(self.both[SIDES.index(side)])
        return Say(answers.DIFF_SIDE, {"preset": label, "answer": self._texts()[self.right(side)]})


def _code(outcome: Outcome) -> str:
    return TIE if outcome.winner is None else f"{outcome.winner.name}{outcome.game_points}"


def _words(code: str) -> str:
    return tasks.outcome_choice(None, 0) if code == TIE else tasks.outcome_choice(Seat[code[0]], int(code[1:]))


def _cards(code: str) -> tuple[Card, ...]:
    return tuple(Card.parse(part) for part in code.split())
