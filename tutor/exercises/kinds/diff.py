"""DIFF: the same position under two sets of rules; one answer for each."""

from __future__ import annotations

from engine.actions import Action, act_of
from engine.notation import read_action
from engine.referee import refusal
from engine.ruleset import Ruleset, parse
from engine.scoring import Outcome
from engine.seats import Seat
from engine.verdict import Refused
from engine.view import view_of
from tutor.exercises.controls import Field, Form, Shown
from tutor.exercises.endings import end_table, ending, told, told_outcome
from tutor.exercises.kinds.base import Answer, Kind, Mark, Posted, Verdict, chosen_in, history_in, one_of, options
from tutor.web.table import TableView, table_of
from tutor.wording import answers, tasks
from tutor.wording.presets import ruleset_label
from tutor.wording.refusals import ALLOWED, REFUSALS
from tutor.wording.sentences import Say

SIDES = ("a", "b")
YES, NO = "yes", "no"


class DiffKind(Kind):
    """``rulesets`` are two rulesets in text form. ``ask``: ``legal`` (may ``action`` be done in ``position``), ``score``
    (how does the deal end: ``end``, or ``position`` with ``actions``).
    """

    drafts = True
    choose_first = answers.CHOOSE_EACH
    look = "two_rules"

    @property
    def ask(self) -> str:
        """What is asked."""
        return "score" if self.data["ask"] == "score" else "legal"

    @property
    def both(self) -> tuple[Ruleset, Ruleset]:
        """The two rulesets."""
        first, second = (parse(text) for text in self.data["rulesets"])
        return first, second

    @property
    def link_rules(self) -> Ruleset:
        """The ruleset of the two in which the rule stands: the first, unless ``rule_side`` says ``b``."""
        return self.both[SIDES.index(self.data.get("rule_side", "a"))]

    @property
    def _action(self) -> Action:
        return read_action(self.data["action"])

    def task(self) -> tuple[Say, ...]:
        """Ask; the action that is meant is named first."""
        asked = Say(tasks.DIFF_TASKS[self.ask])
        return (asked,) if self.ask == "score" else (tasks.about(self._action), asked)

    def record(self) -> tuple[str, ...]:
        """Return what has happened, where an end is scored."""
        return told(self.data, self.both[0]) if self.ask == "score" else ()

    def right(self, side: str) -> str:
        """Return the right answer under one of the two rulesets."""
        rules = self.both[SIDES.index(side)]
        if self.ask == "legal":
            return NO if self._refused(rules) else YES
        return _code(ending(self.data, rules))

    def _refused(self, rules: Ruleset) -> Refused | None:
        return refusal(history_in(self.data, rules).deal, self._action)

    def _texts(self) -> dict[str, str]:
        if self.ask == "legal":
            return {YES: str(tasks.YES_ALLOWED), NO: str(tasks.NOT_ALLOWED)}
        return {code: _words(code) for code in self._codes()}

    def _codes(self) -> list[str]:
        """Return the ends that are offered: the right ones, and those with one game point more or fewer."""
        found = set()
        for side in SIDES:
            winner, points = self.right(side)[0], int(self.right(side)[1])
            found |= {f"{winner}{number}" for number in (points - 1, points, points + 1) if 1 <= number <= 3}
        return sorted(found | {self.right(side) for side in SIDES})

    def fields(self, shown: Shown) -> tuple[Field, ...]:
        """Radio buttons for each ruleset."""
        texts = self._texts()
        return tuple(
            Field(side, Form.RADIOS, ruleset_label(rules), options(side, texts, chosen_in(shown, side)))
            for side, rules in zip(SIDES, self.both, strict=True)
        )

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read both answers."""
        known = [YES, NO] if self.ask == "legal" else self._codes()
        found = {side: one_of(posted, side, known) for side in SIDES}
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
        refused = self._refused(rules)
        if refused is None:
            return name, Say(ALLOWED[act_of(self._action)])
        return name, Say(REFUSALS[refused.reason], refused.facts, "or")

    def all_answers(self) -> list[Answer]:
        """Return every pair of answers."""
        known = [YES, NO] if self.ask == "legal" else self._codes()
        return [{"a": first, "b": second} for first in known for second in known]

    def table(self, answer: Answer | None) -> TableView:
        """Show the position, which is the same under both, or the counts."""
        if self.ask == "score":
            return end_table(self.data, self.both[0], show_trump=self.show_trump)
        return table_of(view_of(history_in(self.data, self.both[0]).deal, Seat.A), show_trump=self.show_trump)

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
    return "N0" if outcome.winner is None else f"{outcome.winner.name}{outcome.game_points}"


def _words(code: str) -> str:
    return tasks.outcome_choice(None if code[0] == "N" else Seat[code[0]], int(code[1:]))
