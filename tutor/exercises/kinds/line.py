"""LINE: play on to the end of the deal against the best defence. The exact search marks every action."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import Card
from engine.deal import Deal
from engine.history import History, replay
from engine.notation import read_action, write_action
from engine.problems.refuting import best_action, defended
from engine.referee import legal_actions, playable_cards, refusal
from engine.seats import Seat
from engine.verdict import Refused
from engine.view import view_of
from tutor.exercises.controls import Field, Form, Option, Shown
from tutor.exercises.kinds.base import Answer, BadAnswerError, Kind, Mark, Posted, Verdict
from tutor.exercises.proof import line_after, outcome_of, values
from tutor.exercises.records import told
from tutor.exercises.standing import closing, standing
from tutor.web.table import TableView, table_of
from tutor.wording import answers, tasks
from tutor.wording.outcomes import outcome_sentences
from tutor.wording.refusals import REFUSALS
from tutor.wording.sentences import Say

MOST_ACTIONS = 30
"""Actions of a learner that are read; no deal holds more."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What has become of the actions so far: the deal with all replies, and what went wrong with the last one."""

    history: History
    refused: Refused | None = None
    lost: int = 0
    before: Deal | None = None

    @property
    def over(self) -> bool:
        """Nothing is left to decide."""
        return outcome_of(self.history.deal) is not None and not self.refused and not self.lost


class LineKind(Kind):
    """``position`` shows all cards, or its stock is used up. The answer are the learner's actions so far; draws and the
    opponent's actions follow by themselves, so that the same answer always leads to the same place.
    """

    hand_mode = "buttons"
    look = "to_the_end"

    def __init__(self, *arguments: object, so_far: tuple[str, ...] = (), **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.so_far = so_far

    def resumed(self, answer: Answer | None) -> LineKind:
        """Return the exercise after these actions; a last one that was wrong stays on the table."""
        if not answer:
            return self
        return LineKind(
            self.data, self.rules, show_trump=self.show_trump, texts=self.texts, so_far=tuple(answer["actions"])
        )

    def task(self) -> tuple[Say, ...]:
        """Ask to play on."""
        return (Say(tasks.LINE_TASK),)

    # -- following the line ------------------------------------------------------------------------------------

    def walk(self, actions: tuple[str, ...]) -> Walk:
        """Return what becomes of the learner's actions; it stops at the first one that is refused or costs something."""
        history = defended(replay(self.deal))
        for text in actions:
            action, deal = read_action(text), history.deal
            refused = refusal(deal, action)
            if refused is not None:
                return Walk(history, refused, before=deal)
            worth = values(deal)
            lost = max(worth.values()) - worth.get(action, -3)  # a claim without 66 is not in the table: it loses
            if lost:
                step = history.then(action)
                assert isinstance(step, History)
                return Walk(step, lost=lost, before=deal)
            step = history.then(action)
            assert isinstance(step, History)
            history = defended(step)
        return Walk(history)

    @cached_property
    def _walk(self) -> Walk:
        return self.walk(self.so_far)

    @property
    def _now(self) -> Deal:
        """The position in which the learner is asked."""
        return self._walk.before or self._walk.history.deal

    # -- asking ------------------------------------------------------------------------------------------------

    def turn(self) -> tuple[Say, ...]:
        """Say whose turn it is: what the opponent has led, or what has been announced."""
        return closing(self._now) if self._walk.over else standing(self._now)

    def record(self) -> tuple[str, ...]:
        """Return what has happened since the position was set."""
        return told(self._walk.history.events, end=False)

    def fields(self, shown: Shown) -> tuple[Field, ...]:
        """Buttons for what may be done beside playing a card."""
        if shown.solved or self._walk.over:
            return ()
        deal = self._now
        legal = [
            action for action in legal_actions(deal) if action.by is Seat.A and not isinstance(action, Play | Draw)
        ]
        found = tuple(
            Option(write_action(action), tasks.action_words(action, deal.trump), f"act-{number}")
            for number, action in enumerate(legal)
            if isinstance(action, Announce | Claim | Close | Exchange)
        )
        return (Field("act", Form.BUTTONS, "", found),) if found else ()

    def table(self, answer: Answer | None) -> TableView:
        """Show the table after the actions of an answer, or after those so far; both hands can be known."""
        walk = self.walk(tuple(answer["actions"])) if answer else self._walk
        deal = walk.before if walk.refused and walk.before else walk.history.deal
        return table_of(view_of(deal, Seat.A), show_trump=self.show_trump).laid_open(deal.hands[Seat.B])

    def marks(self, answer: Answer, mark: Mark) -> dict[str, tuple[str, str]]:
        """Set off a card that was refused."""
        last = read_action(answer["actions"][-1])
        if mark.refused is None or not isinstance(last, Play):
            return {}
        return {last.card.code: ("wrong", str(answers.NOTE_CANNOT))}

    # -- marking -----------------------------------------------------------------------------------------------

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read a card or another action, and add it to those so far; or read a whole line."""
        if posted.get("actions"):
            texts = tuple(str(text) for text in posted["actions"])
        else:
            card, act = (posted.get("card") or [""])[-1], (posted.get("act") or [""])[-1]
            if not card and not act:
                return None
            # A card that was chosen and not played yet comes with every button of the form.
            texts = (*self._before_last(), act or f"A:{card}")
        if len(texts) > MOST_ACTIONS or any(text[:1] != "A" for text in texts):
            raise BadAnswerError("not an action of the learner")
        try:
            for text in texts:
                read_action(text)
        except ValueError as error:
            raise BadAnswerError(str(error)) from error
        return {"actions": list(texts)}

    def _before_last(self) -> tuple[str, ...]:
        """The actions so far, without one that did not stand."""
        return self.so_far[:-1] if self._walk.refused or self._walk.lost else self.so_far

    def accepts(self, answer: Answer) -> bool:
        """It can be followed."""
        return bool(answer.get("actions")) and self.read_answer(self.as_form(answer)) == answer

    def is_complete(self, answer: Answer) -> bool:
        """It has come to the end, or to an action that did not stand."""
        walk = self.walk(tuple(answer["actions"]))
        return bool(walk.refused or walk.lost or walk.over)

    def goes_on(self, answer: Answer) -> bool:
        """Nothing is lost so far."""
        return not self.is_complete(answer)

    def mark(self, answer: Answer) -> Mark:
        """Refuse, refute, or tell how the deal ends."""
        actions = tuple(answer["actions"])
        walk, rule = self.walk(actions), self.shown_rule()
        if walk.refused is not None:
            says = (Say(REFUSALS[walk.refused.reason], walk.refused.facts, "or"),)
            return Mark(Verdict.REFUSED, says, walk.refused.rule, walk.refused)
        if walk.lost and walk.before is not None:
            line = line_after(walk.before, read_action(actions[-1]))
            return Mark(Verdict.BETTER, (Say(answers.costs(walk.lost)),), rule, line=line)
        outcome = outcome_of(walk.history.deal)
        if outcome is None:
            return Mark(Verdict.INCOMPLETE, (Say(answers.LINE_GOES_ON),), rule)
        end = " ".join(outcome_sentences(outcome, Seat.A, self.rules.two_points_below))
        return Mark(Verdict.RIGHT, (Say(answers.LINE_DONE), Say(end)), rule)

    def all_answers(self) -> list[Answer]:
        """Return the whole line, and every other card for its next action."""
        before = self._before_last()
        found = [{"actions": [*before, *self._best_line()]}]
        for card in self._now.hands[Seat.A]:
            answer = {"actions": [*before, f"A:{card}"]}
            if self.is_complete(answer) and answer not in found:
                found.append(answer)
        return found

    def right_answers(self) -> list[Answer]:
        """Return one right line."""
        return [{"actions": [*self._before_last(), *self._best_line()]}]

    def _best_line(self) -> list[str]:
        """Return the learner's actions of a best line from here."""
        done: list[str] = []
        while not (walk := self.walk((*self._before_last(), *done))).over:
            done.append(write_action(_best_of(walk.history.deal)))
        return done

    @property
    def begun(self) -> bool:
        """Whether an action stands already."""
        return bool(self._before_last())

    def kept_on_retry(self, answer: Answer) -> Answer | None:
        """Go back by the one action that did not stand."""
        before: list[str] = answer["actions"][:-1]
        return {"actions": before} if before else None

    # -- hints -------------------------------------------------------------------------------------------------

    def _right_cards(self) -> list[Card]:
        worth = values(self._now)
        top = max(worth.values())
        return [action.card for action, found in worth.items() if found == top and isinstance(action, Play)]

    def candidates(self) -> tuple[Card, ...]:
        """Return the best cards and one or two others."""
        if self._walk.over:
            return ()
        right = self._right_cards()
        others = [card for card in playable_cards(self._now) if card not in right]
        return tuple(sorted([*right, *others[:2]]))

    def narrowing_hint(self) -> Say:
        """Name the candidates."""
        return Say(answers.HINT_CHOOSE, {"cards": self.candidates()}, "or")

    def answer_hint(self) -> Say:
        """Name the next action of the line."""
        start = self.walk(()).history.deal
        action = _best_of(start if self._walk.over else self._now)
        return Say(answers.ANSWER_TEXT, {"answer": tasks.action_words(action, self.deal.trump)})


def _best_of(deal: Deal) -> Action:
    action = best_action(deal)
    assert action is not None, "the deal has ended"
    return action
