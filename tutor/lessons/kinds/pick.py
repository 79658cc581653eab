"""PICK: choose the one sentence that is true. The engine evaluates what each sentence claims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cards import Card, Suit
from engine.duties import DUTY_RULES, duty_of
from engine.tricks import answer_wins, trick_reason
from tutor.lessons.kinds.base import Answer, Kind, Mark, Posted, Verdict, one_of
from tutor.web.table import SeatView, TableView, suit_view, table_of
from tutor.wording import answers
from tutor.wording.sentences import Say
from tutor.wording.tricks import DUTIES, PAIR_REASONS, TRICK_RULES


class PickKind(Kind):
    """A sentence claims one of: ``beats`` (a card, another one), ``trumps`` (in hand), ``duties`` (what must be played)."""

    template = "lessons/_answer_pick.html"
    drafts = True

    @property
    def statements(self) -> list[Mapping[str, Any]]:
        """The sentences with what they claim; their texts are in the database."""
        found: list[Mapping[str, Any]] = self.data["statements"]
        return found

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read the sentence."""
        picked = one_of(posted, "pick", [statement["key"] for statement in self.statements])
        return None if picked is None else {"pick": picked}

    def mark(self, answer: Answer) -> Mark:
        """Say the fact that makes the chosen sentence true or false."""
        chosen = next(item for item in self.statements if item["key"] == answer["pick"])
        says, rule = self._fact(chosen)
        return Mark(Verdict.RIGHT if self.is_true(chosen) else Verdict.WRONG, says, rule)

    def is_true(self, statement: Mapping[str, Any]) -> bool:
        """Return whether the engine agrees with a sentence."""
        if "beats" in statement:
            led, second = self._pair(statement)
            return answer_wins(led, second, Suit(self.data["trump"]))
        if "trumps" in statement:
            return len(self._trumps()) == statement["trumps"]
        return duty_of(self.deal).value in statement["duties"]

    def _fact(self, statement: Mapping[str, Any]) -> tuple[tuple[Say, ...], str]:
        if "beats" in statement:
            led, second = self._pair(statement)
            reason = trick_reason(led, second, Suit(self.data["trump"]))
            return (Say(PAIR_REASONS[reason]),), TRICK_RULES[reason]
        if "trumps" in statement:
            trumps = self._trumps()
            say = Say(answers.TRUMPS_IN_HAND, {"cards": trumps}) if trumps else Say(answers.NO_TRUMPS_IN_HAND)
            return (say,), "trick.trump"
        duty = duty_of(self.deal)
        return (Say(DUTIES[duty]),), DUTY_RULES[duty]

    def _pair(self, statement: Mapping[str, Any]) -> tuple[Card, Card]:
        return Card.parse(statement["beats"]["led"]), Card.parse(statement["beats"]["answer"])

    def _trumps(self) -> tuple[Card, ...]:
        view = self.view
        return tuple(card for card in view.hand if card.suit is view.trump)

    def all_answers(self) -> list[Answer]:
        """Return each sentence."""
        return [{"pick": statement["key"]} for statement in self.statements]

    def table(self, answer: Answer | None) -> TableView:
        """Show the position, or only the trump badge where there is none."""
        if "position" in self.data:
            return table_of(self.view, show_trump=self.show_trump)
        return TableView(you=SeatView(""), opponent=SeatView(""), trump=suit_view(Suit(self.data["trump"])))

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
