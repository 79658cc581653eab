"""A mistake of one's own as an exercise: what is best here? The coach has worked the answer out when the deal was reviewed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from engine.actions import Action, Draw, Play
from engine.cards import Card
from engine.coach import Option as Advised
from engine.notation import read_action, write_action
from engine.referee import playable_cards, refusal
from engine.review_data import read_option
from engine.ruleset import Ruleset
from engine.seats import Seat
from tutor.exercises.controls import Field, Form, Option, Shown
from tutor.exercises.kinds.base import Answer, BadAnswerError, Kind, Mark, Posted, Verdict, chosen_in, one_card, one_of
from tutor.web.table import TableView, table_of
from tutor.wording import advice, answers, deals, reviewed, tasks
from tutor.wording.refusals import REFUSALS
from tutor.wording.sentences import Say


class OwnKind(Kind):
    """``data``: ``position`` (what the seat saw), ``options`` (what the coach said of each action), ``rule``.

    Each action that is among the best is right. The hand is played with its cards, the rest has buttons.
    """

    hand_mode = "buttons"

    def __init__(self, data: Mapping[str, Any], rules: Ruleset) -> None:
        super().__init__(data, rules)

    @cached_property
    def advised(self) -> tuple[Advised, ...]:
        """What the coach says of every action, best first."""
        return tuple(read_option(each) for each in self.data["options"])

    @cached_property
    def others(self) -> tuple[str, ...]:
        """The actions beside playing a card, as text."""
        return tuple(write_action(each.action) for each in self.advised if not isinstance(each.action, Play))

    # -- asking ------------------------------------------------------------------------------------------------

    def task(self) -> tuple[Say, ...]:
        """Ask what is best."""
        return (Say(reviewed.BEST_TASK),)

    def turn(self) -> tuple[Say, ...]:
        """Say how things stand."""
        view = self.view
        if view.led is not None:
            return super().turn()
        if view.before_draw:
            return (Say(tasks.YOU_HAVE_WON),)
        return (Say(tasks.YOU_HAVE_ANNOUNCED if view.announced else tasks.YOUR_LEAD),)

    def fields(self, shown: Shown) -> tuple[Field, ...]:
        """A button for everything that is no card."""
        chosen = chosen_in(shown, "act")
        found = tuple(
            Option(text, self._words(read_action(text)), f"act-{number}", text == chosen)
            for number, text in enumerate(self.others)
        )
        return (Field("act", Form.BUTTONS, "", found),) if found else ()

    def _words(self, action: Action) -> str:
        return str(deals.DRAW) if isinstance(action, Draw) else tasks.action_words(action, self.view.trump)

    def table(self, answer: Answer | None) -> TableView:
        """Show the card in the trick once it has been played."""
        view = self.view
        if answer is None or "card" not in answer or self.mark(answer).verdict is Verdict.REFUSED:
            return table_of(view)
        card = Card.parse(answer["card"])
        hand = tuple(held for held in view.hand if held is not card)
        if view.led is None:
            return table_of(replace(view, hand=hand, led=card))
        return table_of(replace(view, hand=hand), answer=card)

    # -- marking -----------------------------------------------------------------------------------------------

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read a card or another action."""
        # A card that was chosen and not played yet comes with every button of the form.
        act = one_of(posted, "act", self.others)
        if act is not None:
            return {"act": act}
        card = one_card(posted)
        if card is None:
            return None
        if card not in self.view.hand:
            raise BadAnswerError("a card that is not in the hand")
        return {"card": card.code}

    def all_answers(self) -> list[Answer]:
        """Return each card of the hand, then the other actions."""
        return [*({"card": card.code} for card in self.view.hand), *({"act": act} for act in self.others)]

    def mark(self, answer: Answer) -> Mark:
        """Refuse, or say what the coach says. What would be better stays to be found."""
        action = self._action(answer)
        refused = refusal(self.deal, action)
        if refused is not None:
            return Mark(Verdict.REFUSED, (Say(REFUSALS[refused.reason], refused.facts, "or"),), refused.rule, refused)
        option = next(each for each in self.advised if each.action == action)
        if option.best:
            return Mark(Verdict.RIGHT, (Say(answers.BEST_HERE), *advice.reasons(option)), self.shown_rule())
        loses = Say(advice.loss(option.lost, best=option.best))
        return Mark(Verdict.BETTER, (loses, *advice.reasons(option)), self.shown_rule())

    @staticmethod
    def _action(answer: Answer) -> Action:
        return Play(Seat.A, Card.parse(answer["card"])) if "card" in answer else read_action(answer["act"])

    def marks(self, answer: Answer, mark: Mark) -> dict[str, tuple[str, str]]:
        """Set off a card that was refused."""
        if mark.refused is None or "card" not in answer:
            return {}
        return {answer["card"]: ("wrong", str(answers.NOTE_CANNOT))}

    # -- hints -------------------------------------------------------------------------------------------------

    @property
    def _best(self) -> Action:
        return next(each.action for each in self.advised if each.best)

    def candidates(self) -> tuple[Card, ...]:
        """Return the right cards and up to two others that may be played; none where it is no card."""
        right = [each.action.card for each in self.advised if each.best and isinstance(each.action, Play)]
        if not right:
            return ()
        others = [card for card in playable_cards(self.deal) if card not in right]
        return tuple(sorted([*right, *others[:2]]))

    def narrowing_hint(self) -> Say:
        """Name the candidates."""
        cards = self.candidates()
        return Say(answers.HINT_CHOOSE, {"cards": cards}, "or") if cards else Say(reviewed.HINT_ACT)

    def answer_hint(self) -> Say:
        """Say what the coach would do."""
        return advice.to_do(self._best, self.view)
