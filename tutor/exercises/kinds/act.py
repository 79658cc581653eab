"""ACT: choose an action, or none of those offered. The engine says what is legal, the search what is best."""

from __future__ import annotations

from functools import cached_property

from engine.actions import Action, Claim, Play, act_of
from engine.deal import Deal
from engine.effects import final_count
from engine.history import History
from engine.notation import read_action
from engine.referee import judge, refusal
from engine.scoring import GOAL
from engine.seats import Seat
from engine.verdict import Allowed, Reason, Refused
from engine.view import view_of
from tutor.exercises.controls import Field, Form, Option, Shown
from tutor.exercises.kinds.base import Answer, Kind, Mark, Posted, Verdict, chosen_in, history_in, one_of
from tutor.exercises.kinds.unknown import CLOSE, NONE, Unknown
from tutor.exercises.proof import line_after, values
from tutor.exercises.records import told
from tutor.exercises.standing import closing, standing
from tutor.web.table import TableView, table_of
from tutor.wording import answers, events, tasks
from tutor.wording.refusals import ALLOWED, REFUSALS, SHORT_NAMES
from tutor.wording.sentences import Say


class ActKind(Kind):
    """``options`` are actions in notation, and ``none``. ``ask``: ``may`` (what is legal), ``next`` (what comes next),
    ``should`` (no other action is worth more by exact search, all cards known; ``none`` is the best card), ``claim``
    (66 are there: claim, else not), ``sure`` (close and win against every hand: ``A@`` or ``none``), ``why`` (``options`` are reason codes for the refusal of ``action``).
    ``counter = "hidden"`` hides the counts on the table; with ``actions`` the record is shown.
    """

    look = "position"

    @property
    def ask(self) -> str:
        """What is asked."""
        found: str = self.data.get("ask", "may")
        return found

    @cached_property
    def _history(self) -> History:
        return history_in(self.data, self.rules)

    @property
    def _now(self) -> Deal:
        return self._history.deal

    @property
    def choices(self) -> tuple[str, ...]:
        """What is offered, in the order of the page."""
        return tuple(self.data["options"]) if "options" in self.data else ("A*", NONE)

    # -- asking ------------------------------------------------------------------------------------------------

    def task(self) -> tuple[Say, ...]:
        """Ask; where an action is meant it is named first."""
        asked = Say(tasks.ACT_TASKS[self.ask])
        if self.ask != "why":
            return (asked,)
        return tasks.about(read_action(self.data["action"]), self._now.trump), asked

    def turn(self) -> tuple[Say, ...]:
        """Say how things stand."""
        deal = self._now
        if self.ask == "next" and deal.led is None and not deal.before_draw:
            return closing(deal)
        return standing(deal)

    def record(self) -> tuple[str, ...]:
        """Return the record of the deal, if one is given."""
        return told(self._history.events)

    def words(self, choice: str) -> str:
        """Return a choice as the words of its button."""
        if choice == NONE:
            return str(tasks.NO_CLAIM if self.ask == "claim" else self._no_closing())
        if self.ask == "why":
            return str(SHORT_NAMES[Reason(choice)])
        return tasks.action_words(read_action(choice), self._now.trump)

    def _no_closing(self) -> object:
        shut = self.ask in ("should", "sure") and self._actions() == [CLOSE]
        return tasks.NO_CLOSING if shut else tasks.NONE_OF_THESE

    def fields(self, shown: Shown) -> tuple[Field, ...]:
        """A button for each choice."""
        chosen = chosen_in(shown, "act")
        found = tuple(
            Option(choice, self.words(choice), f"act-{number}", choice == chosen)
            for number, choice in enumerate(self.choices)
        )
        return (Field("act", Form.BUTTONS, "", found),)

    def table(self, answer: Answer | None) -> TableView:
        """Show how things stand."""
        view = view_of(self._now, Seat.A) if self.data.get("actions") else self.view
        table = table_of(view, show_trump=self.show_trump)
        return table.without_counts() if self.data.get("counter") == "hidden" else table

    # -- marking -----------------------------------------------------------------------------------------------

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read the choice."""
        chosen = one_of(posted, "act", self.choices)
        return None if chosen is None else {"act": chosen}

    def all_answers(self) -> list[Answer]:
        """Return each choice."""
        return [{"act": choice} for choice in self.choices]

    def mark(self, answer: Answer) -> Mark:
        """Mark by what is asked."""
        chosen = answer["act"]
        if self.ask == "why":
            return self._mark_why(Reason(chosen))
        if self.ask == "claim":
            return self._mark_claim(chosen)
        if self.ask == "sure":
            return self._mark_sure(chosen)
        refused = None if chosen == NONE else refusal(self._now, read_action(chosen))
        if self.ask == "next":
            says, rule = self._next_facts()
            return Mark(Verdict.WRONG if refused else Verdict.RIGHT, says, rule)
        if refused is not None:
            return _refused(refused)
        return self._mark_best(chosen) if self.ask == "should" else self._mark_legal(chosen)

    def _mark_legal(self, chosen: str) -> Mark:
        legal = [choice for choice in self._actions() if refusal(self._now, read_action(choice)) is None]
        if chosen != NONE:
            action = read_action(chosen)
            return Mark(Verdict.RIGHT, (Say(ALLOWED[act_of(action)]), *self._told(action)), self.shown_rule())
        if legal:
            says = (Say(answers.ALLOWED_HERE, {"action": self.words(legal[0])}),)
            return Mark(Verdict.WRONG, says, self.shown_rule())
        refused = refusal(self._now, read_action(self._actions()[0]))
        assert refused is not None
        return Mark(Verdict.RIGHT, (Say(REFUSALS[refused.reason], refused.facts, "or"),), refused.rule)

    def _actions(self) -> list[str]:
        return [choice for choice in self.choices if choice != NONE]

    def _told(self, action: Action) -> tuple[Say, ...]:
        """Return what happens by the action, as it is told at the table."""
        verdict = judge(self._now, action)
        assert isinstance(verdict, Allowed)
        happened = events.tell(verdict.events, Seat.A, duties=self.rules.duties)
        return (Say(happened),) if happened and not isinstance(action, Play) else ()

    def _next_facts(self) -> tuple[tuple[Say, ...], str]:
        deal = self._now
        mine = deal.on_lead is Seat.A
        if deal.before_draw:
            return (Say(answers.NEXT_DRAW_YOU if mine else answers.NEXT_DRAW_OPPONENT),), "open.draw"
        if deal.led is not None:
            return (Say(answers.NEXT_ANSWER_OPPONENT if mine else answers.NEXT_ANSWER_YOU),), "trick.play"
        return (Say(answers.NEXT_LEAD_YOU if mine else answers.NEXT_LEAD_OPPONENT),), self.shown_rule()

    def _mark_claim(self, chosen: str) -> Mark:
        refused = refusal(self._now, Claim(Seat.A))
        if refused is not None:
            return (
                Mark(Verdict.RIGHT, (Say(REFUSALS[refused.reason]),), refused.rule)
                if chosen == NONE
                else _refused(refused)
            )
        points = final_count(self._now).points[Seat.A]
        right = (points >= GOAL) == (chosen != NONE)
        says = [Say(answers.HAS_66)] if points >= GOAL else [Say(answers.NOT_66, {"n": points})]
        if self._now.pending[Seat.A]:
            says.append(Say(answers.PENDING_NOT_YET))
        return Mark(Verdict.RIGHT if right else Verdict.WRONG, tuple(says), self.shown_rule())

    @cached_property
    def _worth(self) -> dict[Action, int]:
        return values(self._now)

    def _value_of(self, choice: str) -> int:
        if choice == NONE:
            return max(worth for action, worth in self._worth.items() if isinstance(action, Play))
        return self._worth.get(read_action(choice), -3)  # a claim without 66 is not in the table: it loses

    def _mark_sure(self, chosen: str) -> Mark:
        right = chosen in self._unknown.right()
        return Mark(Verdict.RIGHT if right else Verdict.WRONG, (self._unknown.closing(),), self.shown_rule())

    @cached_property
    def _unknown(self) -> Unknown:
        return Unknown(self.data)

    def _mark_best(self, chosen: str) -> Mark:
        if self._unknown.applies(self._now):
            return self._unknown.mark(chosen, self.shown_rule())
        lost = max(self._worth.values()) - self._value_of(chosen)
        if not lost:
            return Mark(Verdict.RIGHT, (Say(answers.BEST_HERE),), self.shown_rule())
        line = () if chosen == NONE else line_after(self._now, read_action(chosen))
        return Mark(Verdict.BETTER, (Say(answers.costs(lost)),), self.shown_rule(), line=line)

    def _mark_why(self, chosen: Reason) -> Mark:
        refused = refusal(self._now, read_action(self.data["action"]))
        assert refused is not None, self.data["action"]
        if chosen is not refused.reason:
            return Mark(Verdict.WRONG, (Say(answers.WHY_REASON), self.narrowing_hint()), refused.rule)
        return Mark(Verdict.RIGHT, (Say(REFUSALS[refused.reason], refused.facts, "or"),), refused.rule)

    # -- hints -------------------------------------------------------------------------------------------------

    def narrowing_hint(self) -> Say:
        """Name the numbers that decide."""
        deal = self._now
        facts = {"tricks": deal.tricks[Seat.A], "points": deal.counted[Seat.A], "left": deal.full_talon}
        return Say(answers.HINT_FACTS, facts)

    def answer_hint(self) -> Say:
        """Name the right choice, or one of them."""
        right = self.right_answers()
        message = answers.ANSWER_TEXT if len(right) == 1 else answers.ONE_ANSWER
        return Say(message, {"answer": self.words(right[0]["act"])})


def _refused(refused: Refused) -> Mark:
    return Mark(Verdict.REFUSED, (Say(REFUSALS[refused.reason], refused.facts, "or"),), refused.rule, refused)
