"""SPOT: find the line of a record that breaks the rules, and say why. The engine replays the record."""

from __future__ import annotations

from engine.actions import Action
from engine.deal import Deal
from engine.duties import DUTY_RULES, duty_of
from engine.events import CardAnswered, CardLed
from engine.history import IllegalHistory, replay
from engine.notation import read_action
from engine.referee import playable_cards
from engine.seats import Seat
from engine.verdict import Reason, Refused
from tutor.lessons.kinds.base import Answer, Kind, Mark, Posted, Verdict, one_of
from tutor.web.table import TableView, open_table
from tutor.wording import answers
from tutor.wording.refusals import SHORT_NAMES
from tutor.wording.sentences import Say
from tutor.wording.tricks import DUTIES

REASONS = (Reason.MUST_FOLLOW, Reason.MUST_HEAD, Reason.MUST_TRUMP, Reason.NOT_YOUR_TURN)
"""The reasons that the form offers."""


class SpotKind(Kind):
    """The answer is a line, counted from 0, and a reason."""

    template = "lessons/_answer_spot.html"
    drafts = True
    choose_first = answers.CHOOSE_LINE_AND_REASON

    @property
    def actions(self) -> tuple[Action, ...]:
        """The record."""
        return tuple(read_action(text) for text in self.data["record"])

    def mistake(self) -> tuple[int, Refused]:
        """Return the first line that the engine refuses.

        Raises:
            ValueError: the whole record is legal, a fault of the lesson file.
        """
        try:
            replay(self.deal, self.actions)
        except IllegalHistory as found:
            return found.index, found.refused
        raise ValueError("no line of the record breaks a rule")

    def lines(self) -> list[CardLed | CardAnswered]:
        """Return the record as events: what each player did, also after the mistake."""
        told: list[CardLed | CardAnswered] = []
        for index, action in enumerate(self.actions):
            event = CardLed if index % 2 == 0 else CardAnswered
            told.append(event(action.by, action.card))  # type: ignore[union-attr]
        return told

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read line and reason."""
        line = one_of(posted, "line", [str(index) for index in range(len(self.actions))])
        reason = one_of(posted, "reason", [reason.value for reason in REASONS])
        if line is None and reason is None:
            return None
        return {"line": line, "reason": reason}

    def mark(self, answer: Answer) -> Mark:
        """Compare with what the engine refuses."""
        index, refused = self.mistake()
        if int(answer["line"]) != index:
            before = replay(self.deal, self.actions[: min(int(answer["line"]), index)]).deal
            if int(answer["line"]) > index:
                says = (Say(answers.WRONG_LINE_BEFORE),)
                return Mark(Verdict.WRONG, says, refused.rule)
            duty = duty_of(before)
            return Mark(Verdict.WRONG, (Say(answers.LINE_ALLOWED), *_facts(before)), DUTY_RULES[duty])
        name = SHORT_NAMES[refused.reason]
        if answer["reason"] != refused.reason.value:
            return Mark(Verdict.WRONG, (Say(answers.OTHER_REASON, {"reason": name}),), refused.rule)
        deal = replay(self.deal, self.actions[:index]).deal
        says = (self.answer_hint(), *_facts(deal))
        return Mark(Verdict.RIGHT, says, refused.rule, refused)

    def is_complete(self, answer: Answer) -> bool:
        """Both line and reason."""
        return answer["line"] is not None and answer["reason"] is not None

    def all_answers(self) -> list[Answer]:
        """Return each line with each reason."""
        return [{"line": str(line), "reason": reason.value} for line in range(len(self.actions)) for reason in REASONS]

    def table(self, answer: Answer | None) -> TableView:
        """Show both hands as they were before the first line."""
        deal = self.deal
        return open_table(deal.hands, deal.trump)

    def narrowing_hint(self) -> Say:
        """Name two lines."""
        index, _refused = self.mistake()
        other = index - 2 if index >= 2 else index + 2
        first, last = sorted((index, other))
        return Say(answers.HINT_LINES, {"first": first + 1, "last": last + 1})

    def answer_hint(self) -> Say:
        """Name line and reason."""
        index, refused = self.mistake()
        return Say(answers.WRONG_LINE, {"n": index + 1, "reason": SHORT_NAMES[refused.reason]})


def _facts(deal: Deal) -> tuple[Say, Say]:
    """Return what decides at this line, and which cards the player to act may put down."""
    whose = answers.YOU_COULD_PLAY if deal.to_act is Seat.A else answers.OPPONENT_COULD_PLAY
    return Say(DUTIES[duty_of(deal)]), Say(whose, {"cards": playable_cards(deal)}, "or")
