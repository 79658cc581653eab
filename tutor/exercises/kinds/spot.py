"""SPOT: find the line of a record that breaks the rules, and say why. The engine replays the record."""

from __future__ import annotations

from engine.actions import Action, Play
from engine.deal import Deal
from engine.duties import DUTY_RULES, duty_of
from engine.history import IllegalHistory, replay
from engine.notation import read_action
from engine.referee import playable_cards
from engine.seats import Seat
from engine.verdict import Reason, Refused
from tutor.exercises.controls import Field, Form, Option, Shown
from tutor.exercises.kinds.base import Answer, Kind, Mark, Posted, Verdict, chosen_in, one_of, options
from tutor.web.table import TableView, open_table
from tutor.wording import answers, events, tasks
from tutor.wording.refusals import SHORT_NAMES
from tutor.wording.sentences import Say
from tutor.wording.tricks import DUTIES

REASONS = (Reason.MUST_FOLLOW, Reason.MUST_HEAD, Reason.MUST_TRUMP, Reason.NOT_YOUR_TURN)
"""The reasons that the form offers for a record of cards."""
MORE_REASONS = (
    *REASONS,
    Reason.NOT_ON_LEAD,
    Reason.DRAW_FIRST,
    Reason.NO_TRICK_YET,
    Reason.NO_PAIR,
    Reason.MUST_LEAD_FROM_PAIR,
    Reason.TALON_TOO_SMALL,
    Reason.STOCK_EXHAUSTED,
    Reason.STOCK_CLOSED,
)
"""The same for a record with announcements, exchanges and closings."""


class SpotKind(Kind):
    """The answer is a line of ``actions``, counted from 0, and a reason. ``position`` shows all cards."""

    drafts = True
    choose_first = answers.CHOOSE_LINE_AND_REASON
    look = "answering_hand"

    def task(self) -> tuple[Say, ...]:
        """Ask for line and reason."""
        return (Say(tasks.SPOT_TASK),)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The record."""
        return tuple(read_action(text) for text in self.data["actions"])

    def reasons(self) -> tuple[Reason, ...]:
        """The reasons that are offered; the right one is always among them."""
        known = REASONS if all(isinstance(action, Play) for action in self.actions) else MORE_REASONS
        right = self.mistake()[1].reason
        return known if right in known else (*known, right)

    def mistake(self) -> tuple[int, Refused]:
        """Return the first line that the engine refuses.

        Raises:
            ValueError: the whole record is legal, a fault of the data.
        """
        try:
            replay(self.deal, self.actions)
        except IllegalHistory as found:
            return found.index, found.refused
        raise ValueError("no line of the record breaks a rule")

    def lines(self) -> list[str]:
        """Return the record in words: what each player did, also after the mistake."""
        told, led = [], self.deal.led is not None
        for action in self.actions:
            told.append(events.told_action(action, Seat.A, answers=led))
            led ^= isinstance(action, Play)
        return told

    def fields(self, shown: Shown) -> tuple[Field, ...]:
        """The lines, and a list of reasons."""
        line, index = chosen_in(shown, "line"), self.mistake()[0]
        lines = tuple(
            Option(
                str(number),
                text,
                f"line-{number}",
                number == line,
                "wrong" if shown.solved and number == index else "",
            )
            for number, text in enumerate(self.lines())
        )
        names = {reason.value: str(SHORT_NAMES[reason]) for reason in self.reasons()}
        reasons = options("reason", names, chosen_in(shown, "reason"))
        return (
            Field("line", Form.LINES, str(tasks.LINE_LABEL), lines),
            Field("reason", Form.SELECT, str(tasks.REASON_LABEL), reasons, empty=str(tasks.CHOOSE_REASON)),
        )

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read line and reason."""
        line = one_of(posted, "line", [str(index) for index in range(len(self.actions))])
        reason = one_of(posted, "reason", [reason.value for reason in self.reasons()])
        if line is None and reason is None:
            return None
        return {"line": None if line is None else int(line), "reason": reason}

    def mark(self, answer: Answer) -> Mark:
        """Compare with what the engine refuses."""
        index, refused = self.mistake()
        line = answer["line"]
        if line > index:
            return Mark(Verdict.WRONG, (Say(answers.WRONG_LINE_BEFORE),), refused.rule)
        deal = replay(self.deal, self.actions[:line]).deal
        if line < index:
            return Mark(Verdict.WRONG, (Say(answers.LINE_ALLOWED), *_facts(deal, self.actions[line])), _rule(deal))
        if answer["reason"] != refused.reason.value:
            name = SHORT_NAMES[refused.reason]
            return Mark(Verdict.WRONG, (Say(answers.OTHER_REASON, {"reason": name}),), refused.rule)
        says = (self.answer_hint(), *_facts(deal, self.actions[line]))
        return Mark(Verdict.RIGHT, says, refused.rule, refused)

    def is_complete(self, answer: Answer) -> bool:
        """Both line and reason."""
        return answer["line"] is not None and answer["reason"] is not None

    def all_answers(self) -> list[Answer]:
        """Return each line with each reason."""
        reasons = self.reasons()
        return [{"line": line, "reason": reason.value} for line in range(len(self.actions)) for reason in reasons]

    def table(self, answer: Answer | None) -> TableView:
        """Show both hands as they were before the first line."""
        deal = self.deal
        return open_table(deal.hands, deal.trump)

    def narrowing_hint(self) -> Say:
        """Name two lines."""
        index, _refused = self.mistake()
        other = index - 2 if index >= 2 else min(index + 2, len(self.actions) - 1)
        first, last = sorted((index, other))
        return Say(answers.HINT_LINES, {"first": first + 1, "last": last + 1})

    def answer_hint(self) -> Say:
        """Name line and reason."""
        index, refused = self.mistake()
        return Say(answers.WRONG_LINE, {"n": index + 1, "reason": SHORT_NAMES[refused.reason]})


def _facts(deal: Deal, action: Action) -> tuple[Say, ...]:
    """Return what decides at this line, and which cards the player to act may put down."""
    if not isinstance(action, Play) or deal.before_draw or deal.over:
        return ()
    whose = answers.YOU_COULD_PLAY if deal.to_act is Seat.A else answers.OPPONENT_COULD_PLAY
    return Say(DUTIES[duty_of(deal)]), Say(whose, {"cards": playable_cards(deal)}, "or")


def _rule(deal: Deal) -> str:
    return "open.wait" if deal.before_draw else DUTY_RULES[duty_of(deal)]
