"""PLAY: play one card. The engine says whether it may be played, and whether it does what the task asks."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from engine.actions import Act, Play
from engine.cards import Card
from engine.duties import DUTY_RULES, duty_of
from engine.referee import playable_cards, refusal
from engine.seats import Seat
from engine.tricks import answer_wins, trick_reason
from engine.verdict import Reason, Refused
from tutor.exercises.kinds.base import Answer, BadAnswerError, Kind, Mark, Posted, Verdict, one_card
from tutor.exercises.kinds.unknown import Unknown
from tutor.exercises.proof import line_after, values
from tutor.exercises.standing import standing
from tutor.web.table import TableView, table_of
from tutor.wording import answers
from tutor.wording.refusals import ALLOWED, REFUSALS
from tutor.wording.sentences import Say
from tutor.wording.tasks import PLAY_TASKS
from tutor.wording.tricks import DUTIES, TRICK_RULES


class PlayKind(Kind):
    """Goals: ``win`` the trick, ``win_cheaply`` and ``lose_cheaply`` (with the card worth least that does it),
    ``legal`` (any card that may be played), ``sure`` (a lead that no unseen card beats), ``best`` (no card is worth
    more by exact search where every card is known; else no card is sure of more on average, see ``unknown``).
    """

    hand_mode = "buttons"

    @property
    def look(self) -> str:  # type: ignore[override]
        """Where to look: at the suit led, or, where nothing is led, at what may come."""
        if self.data["goal"] == "best":
            return "position" if self._unknown.applies(self.deal) else "to_the_end"
        return "suit_led" if self.view.led is not None else "may_answer"

    def task(self) -> tuple[Say, ...]:
        """Ask by goal."""
        return (Say(PLAY_TASKS[self.data["goal"]]),)

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read the card."""
        card = one_card(posted)
        if card is not None and card not in self.view.hand:
            raise BadAnswerError("a card that is not in the hand")
        return None if card is None else {"card": card.code}

    def mark(self, answer: Answer) -> Mark:
        """Refuse, or judge by the goal."""
        card = Card.parse(answer["card"])
        deal = self.deal
        refused = refusal(deal, Play(Seat.A, card))
        if refused is not None:
            return _refused(refused)
        goal = self.data["goal"]
        if goal == "legal":
            duty = duty_of(deal)
            return Mark(Verdict.RIGHT, (Say(ALLOWED[Act.PLAY]), Say(DUTIES[duty])), DUTY_RULES[duty])
        if goal == "sure":
            return self._mark_lead(card)
        if goal == "best":
            return self._mark_best(card)
        assert deal.led is not None
        return self._mark_trick(deal.led, card)

    def _mark_trick(self, led: Card, card: Card) -> Mark:
        view = self.view
        wins = answer_wins(led, card, view.trump)
        reason = trick_reason(led, card, view.trump)
        whose = answers.YOU_WIN_IT if wins else answers.OPPONENT_WINS_IT
        rule = TRICK_RULES[reason]
        goal = self.data["goal"]
        right = wins == (goal != "lose_cheaply")
        if right and goal != "win":
            cheapest = min(
                (other for other in self._playable() if answer_wins(led, other, view.trump) is wins),
                key=lambda other: (other.points, other.strength),
            )
            if card.points > cheapest.points:
                message = answers.CHEAPER if wins else answers.CHEAPER_LOSS
                return Mark(Verdict.BETTER, (Say(message, {"card": cheapest}),), rule)
        return Mark(Verdict.RIGHT if right else Verdict.WRONG, (Say(whose), Say(self.trick_words[reason])), rule)

    def _mark_lead(self, card: Card) -> Mark:
        view = self.view
        beating = [unseen for unseen in view.unseen if answer_wins(card, unseen, view.trump)]
        if not beating:
            return Mark(Verdict.RIGHT, (Say(answers.NOTHING_BEATS),), "trick.win")
        worst = max(beating, key=lambda unseen: (unseen.suit is view.trump, -unseen.strength))
        return Mark(Verdict.WRONG, (Say(answers.OPPONENT_MAY_BEAT, {"card": worst}),), "trick.win")

    @cached_property
    def _worth(self) -> dict[Card, int]:
        return {action.card: worth for action, worth in values(self.deal).items() if isinstance(action, Play)}

    @cached_property
    def _unknown(self) -> Unknown:
        return Unknown(self.data)

    def turn(self) -> tuple[Say, ...]:
        """Say what is led, or announced; where the whole deal counts also who has closed."""
        return standing(self.view) if self.data["goal"] == "best" else super().turn()

    def _mark_best(self, card: Card) -> Mark:
        if self._unknown.applies(self.deal):
            return self._unknown.mark(f"A:{card.code}", self.shown_rule())
        lost = max(self._worth.values()) - self._worth[card]
        rule = self.shown_rule()
        if not lost:
            return Mark(Verdict.RIGHT, (Say(answers.BEST_HERE),), rule)
        line = line_after(self.deal, Play(Seat.A, card))
        return Mark(Verdict.BETTER, (Say(answers.costs(lost)),), rule, line=line)

    def all_answers(self) -> list[Answer]:
        """Return each card of the hand."""
        return [{"card": card.code} for card in self.view.hand]

    def table(self, answer: Answer | None) -> TableView:
        """Show the card in the trick once it has been played; both hands where nothing is left to draw."""
        table = self._table(answer)
        known = self.data["goal"] == "best" and self.view.turned is None
        return table.laid_open(self.deal.hands[Seat.B]) if known else table

    def _table(self, answer: Answer | None) -> TableView:
        view = self.view
        if answer is None or self.mark(answer).verdict is Verdict.REFUSED:
            return table_of(view, show_trump=self.show_trump)
        card = Card.parse(answer["card"])
        hand = tuple(held for held in view.hand if held is not card)
        if view.led is None:
            return table_of(replace(view, hand=hand, led=card), show_trump=self.show_trump)
        return table_of(replace(view, hand=hand), show_trump=self.show_trump, answer=card)

    def marks(self, answer: Answer, mark: Mark) -> dict[str, tuple[str, str]]:
        """Set off a card that was refused."""
        if mark.refused is None:
            return {}
        return {answer["card"]: ("wrong", str(answers.NOTE_CANNOT))}

    def candidates(self) -> tuple[Card, ...]:
        """Return the right cards and up to two others that may be played."""
        right = [Card.parse(answer["card"]) for answer in self.right_answers()]
        others = [card for card in self._playable() if card not in right]
        return tuple(sorted([*right, *others[:2]]))

    def _playable(self) -> tuple[Card, ...]:
        return playable_cards(self.deal)

    def narrowing_is_answer(self) -> bool:
        """One card only may be played."""
        return len(self._playable()) == 1

    def narrowing_hint(self) -> Say:
        """Name the candidates."""
        if self.narrowing_is_answer():
            return Say(answers.HINT_ONLY_ONE)
        return Say(answers.HINT_CHOOSE, {"cards": self.candidates()}, "or")

    def answer_hint(self) -> Say:
        """Name the right cards."""
        right = tuple(Card.parse(answer["card"]) for answer in self.right_answers())
        return Say(answers.HINT_ANSWER_CARDS, {"cards": right}, "or")


def _refused(refused: Refused) -> Mark:
    says = (Say(REFUSALS[refused.reason], refused.facts, "or"),)
    assert refused.act is Act.PLAY
    assert refused.reason is not Reason.DEAL_OVER
    return Mark(Verdict.REFUSED, says, refused.rule, refused)
