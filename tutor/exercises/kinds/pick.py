"""PICK: choose the one sentence that is true. The engine evaluates what each sentence claims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cards import Suit
from tutor.content.conditions import any_holds
from tutor.exercises.controls import Field, Form, Option, Shown
from tutor.exercises.endings import told as told_end
from tutor.exercises.kinds.base import Answer, Kind, Mark, Posted, Verdict, chosen_in, history_in, one_of
from tutor.exercises.predicates import fact, words
from tutor.exercises.records import earlier, told
from tutor.web.table import SeatView, TableView, counts_table, suit_view, table_of
from tutor.wording import answers
from tutor.wording.sentences import Say
from tutor.wording.tasks import PICK_TASK

NARROWED = 3
"""Hints that are open when a wrong sentence is struck out."""


class PickKind(Kind):
    """``statements``: each with a ``key`` and a claim of ``tutor.exercises.predicates``; one with a ``when`` is offered
    only where that condition on the ruleset holds.
    """

    drafts = True

    @property
    def statements(self) -> list[Mapping[str, Any]]:
        """The sentences that are offered, with what they claim."""
        return [item for item in self.data["statements"] if any_holds(item.get("when", "always"), self.rules)]

    def task(self) -> tuple[Say, ...]:
        """Ask for the true one."""
        return (Say(PICK_TASK),)

    def record(self) -> tuple[str, ...]:
        """Return the record of the deal, if one is given."""
        if "end" in self.data:
            return told_end(self.data, self.rules)
        before = earlier(self.data["tricks"], self.view.trump) if self.data.get("tricks") else ()
        return (*before, *(told(history_in(self.data, self.rules).events) if self.data.get("actions") else ()))

    def fields(self, shown: Shown) -> tuple[Field, ...]:
        """A radio button for each sentence."""
        chosen = chosen_in(shown, "statement")
        found = tuple(
            Option(key, self._text(item), f"statement-{key}", key == chosen, *self._set_off(item, shown))
            for item in self.statements
            for key in [item["key"]]
        )
        return (Field("statement", Form.RADIOS, "", found),)

    def text_of(self, key: str) -> str:
        """Return one sentence by its key."""
        return self._text(next(item for item in self.statements if item["key"] == key))

    def _text(self, item: Mapping[str, Any]) -> str:
        return self.texts.get(item["key"]) or words(self, item).text()

    def _set_off(self, item: Mapping[str, Any], shown: Shown) -> tuple[str, str]:
        if shown.solved and self.is_true(item):
            return "right", str(answers.NOTE_TRUE)
        if shown.hint >= NARROWED and item["key"] == self.struck():
            return "struck", str(answers.NOTE_NOT_TRUE)
        return "", ""

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read the sentence."""
        picked = one_of(posted, "statement", [item["key"] for item in self.statements])
        return None if picked is None else {"statement": picked}

    def mark(self, answer: Answer) -> Mark:
        """Say the fact that makes the chosen sentence true or false."""
        chosen = next(item for item in self.statements if item["key"] == answer["statement"])
        found = fact(self, chosen)
        return Mark(Verdict.RIGHT if found.true else Verdict.WRONG, found.says or self._about(chosen), found.rule)

    def _about(self, chosen: Mapping[str, Any]) -> tuple[Say, ...]:
        """What is said of a sentence about the rules themselves: the lesson's own reason, or that the rule says so."""
        own = self.texts.get(f"{chosen['key']}.why")
        if own:
            return (Say(own),)
        return (Say(answers.RULE_SAYS_SO if self.is_true(chosen) else answers.RULE_SAYS_ELSE),)

    def is_true(self, statement: Mapping[str, Any]) -> bool:
        """Return whether the engine agrees with a sentence."""
        return fact(self, statement).true

    def all_answers(self) -> list[Answer]:
        """Return each sentence."""
        return [{"statement": item["key"]} for item in self.statements]

    def table(self, answer: Answer | None) -> TableView:
        """Show the position or the counts; only the trump badge, or nothing, where there is neither."""
        if "position" in self.data:
            return table_of(self.view, show_trump=self.show_trump)
        if "end" in self.data:
            return counts_table(self.data["end"]["points"], self.data["end"]["tricks"])
        trump = suit_view(Suit(self.data["trump"])) if "trump" in self.data and self.show_trump else None
        return TableView(you=SeatView(""), opponent=SeatView(""), trump=trump)

    def struck(self) -> str:
        """Return the key of the wrong sentence that hint 3 takes away."""
        key: str = next(item["key"] for item in self.statements if not self.is_true(item))
        return key

    def narrowing_hint(self) -> Say:
        """Say that one is marked."""
        return Say(answers.HINT_STRUCK)

    def answer_hint(self) -> Say:
        """Say that the right one is marked."""
        return Say(answers.HINT_ANSWER_STATEMENT)
