"""LEGAL: tick every card that may be played."""

from __future__ import annotations

from engine.actions import Play
from engine.cards import Card, in_order
from engine.duties import DUTY_RULES, duty_of
from engine.referee import playable_cards, refusal
from engine.seats import Seat
from tutor.exercises.kinds.base import Answer, BadAnswerError, Kind, Mark, Posted, Verdict, many_cards
from tutor.web.table import TableView, table_of
from tutor.wording import answers
from tutor.wording.refusals import REFUSALS
from tutor.wording.sentences import Say
from tutor.wording.tasks import LEGAL_TASK
from tutor.wording.tricks import DUTIES


class LegalKind(Kind):
    """The answer is a set of cards of the hand."""

    drafts = True
    hand_mode = "checks"

    @property
    def look(self) -> str:  # type: ignore[override]
        """Where to look: at the suit led, or at the marriage that has been announced."""
        return "suit_led" if self.view.led is not None else "marriage"

    def task(self) -> tuple[Say, ...]:
        """Ask for all of them."""
        return (Say(LEGAL_TASK),)

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read the ticked cards."""
        cards = many_cards(posted)
        if any(card not in self.view.hand for card in cards):
            raise BadAnswerError("a card that is not in the hand")
        return {"cards": [card.code for card in in_order(set(cards))]} if cards else None

    def mark(self, answer: Answer) -> Mark:
        """Name what is missing and what should not be there, with the reason of the first."""
        deal = self.deal
        chosen = tuple(Card.parse(code) for code in answer["cards"])
        playable = playable_cards(deal)
        missing = tuple(card for card in playable if card not in chosen)
        extra = tuple(card for card in chosen if card not in playable)
        duty = duty_of(deal)
        if not missing and not extra:
            return Mark(Verdict.RIGHT, (Say(DUTIES[duty]),), DUTY_RULES[duty])
        says = []
        if extra:
            says.append(Say(answers.EXTRA, {"cards": extra}))
        if missing:
            says.append(Say(answers.MISSING, {"cards": missing}))
        if not extra:
            return Mark(Verdict.INCOMPLETE, (*says, Say(DUTIES[duty])), DUTY_RULES[duty])
        refused = refusal(deal, Play(Seat.A, extra[0]))
        assert refused is not None
        says.append(Say(REFUSALS[refused.reason], refused.facts, "or"))
        return Mark(Verdict.WRONG, tuple(says), refused.rule, refused)

    def all_answers(self) -> list[Answer]:
        """Return the right set, and sets that miss one card, hold one too many, or hold all."""
        right = set(playable_cards(self.deal))
        hand = set(self.view.hand)
        sets = [right, hand, *(right - {card} for card in right), *(right | {card} for card in hand - right)]
        codes = {tuple(card.code for card in in_order(cards)) for cards in sets if cards}
        return [{"cards": list(cards)} for cards in sorted(codes)]

    def table(self, answer: Answer | None) -> TableView:
        """Show the hand; the ticks are made by the template."""
        return table_of(self.view, show_trump=self.show_trump)

    def marks(self, answer: Answer, mark: Mark) -> dict[str, tuple[str, str]]:
        """Set off what may be played once that is known, before that only what may not."""
        if mark.right:
            return dict.fromkeys(answer["cards"], ("right", str(answers.NOTE_MAY)))
        playable = playable_cards(self.deal)
        extra = [code for code in answer["cards"] if Card.parse(code) not in playable]
        return dict.fromkeys(extra, ("wrong", str(answers.NOTE_CANNOT)))

    def candidates(self) -> tuple[Card, ...]:
        """Return the right cards and one or two others."""
        right = playable_cards(self.deal)
        others = [card for card in self.view.hand if card not in right]
        return in_order([*right, *others[:2]])

    def narrowing_hint(self) -> Say:
        """Name the candidates."""
        return Say(answers.HINT_CHOOSE, {"cards": self.candidates()})

    def answer_hint(self) -> Say:
        """Name the right cards."""
        return Say(answers.HINT_ANSWER_CARDS, {"cards": playable_cards(self.deal)})
