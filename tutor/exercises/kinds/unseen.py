"""UNSEEN: tick every card whose place is not known. Only what the seat may know counts."""

from __future__ import annotations

from engine.cards import Card, in_order
from engine.seats import Seat
from engine.view import View, view_of
from tutor.exercises.controls import Field, Form, Option, Shown
from tutor.exercises.kinds.base import (
    Answer,
    BadAnswerError,
    Kind,
    Mark,
    Posted,
    Verdict,
    chosen_in,
    history_in,
    many_cards,
)
from tutor.exercises.records import earlier, told
from tutor.web.table import TableView, card_view, table_of
from tutor.wording import answers, tasks
from tutor.wording.cards import card_name
from tutor.wording.sentences import Say


class UnseenKind(Kind):
    """The answer is a set of cards of the pack. With ``actions`` the record tells what has been played, with
    ``tricks`` what was played before the position.
    """

    drafts = True
    look = "played"

    def task(self) -> tuple[Say, ...]:
        """Ask for all of them."""
        return (Say(tasks.UNSEEN_TASK),)

    @property
    def _view(self) -> View:
        if not self.data.get("actions"):
            return self.view
        return view_of(history_in(self.data, self.rules).deal, Seat.A)

    def record(self) -> tuple[str, ...]:
        """Return the record of the deal, if one is given."""
        before = earlier(self.data.get("tricks", ()), self.view.trump)
        if not self.data.get("actions"):
            return before
        return (*before, *told(history_in(self.data, self.rules).events))

    def fields(self, shown: Shown) -> tuple[Field, ...]:
        """A box for each card of the pack."""
        ticked, unseen = chosen_in(shown, "cards") or (), self._view.unseen
        return (
            Field(
                "cards",
                Form.CARDS,
                str(tasks.UNSEEN_TASK),
                tuple(self._option(card, card.code in ticked, unseen if shown.solved else ()) for card in self._pack),
            ),
        )

    @property
    def _pack(self) -> tuple[Card, ...]:
        return self.rules.pack

    def _option(self, card: Card, ticked: bool, right: tuple[Card, ...]) -> Option:
        mark, note = ("right", str(answers.NOTE_UNSEEN)) if card in right else ("", "")
        return Option(card.code, card_name(card), f"unseen-{card.code}", ticked, mark, note, card_view(card))

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read the ticked cards."""
        cards = many_cards(posted)
        if any(card not in self._pack for card in cards):
            raise BadAnswerError("a card that is not in the pack")
        return {"cards": [card.code for card in in_order(set(cards))]} if cards else None

    def mark(self, answer: Answer) -> Mark:
        """Name where the first wrong card lies; else what is missing."""
        chosen = tuple(Card.parse(code) for code in answer["cards"])
        unseen, rule = self._view.unseen, self.shown_rule()
        extra = tuple(card for card in chosen if card not in unseen)
        missing = tuple(card for card in unseen if card not in chosen)
        if extra:
            return Mark(Verdict.WRONG, (Say(answers.EXTRA, {"cards": extra}), self._where(extra[0])), rule)
        if missing:
            return Mark(Verdict.INCOMPLETE, (Say(answers.MISSING_NUMBER, {"n": len(missing)}),), rule)
        return Mark(Verdict.RIGHT, (Say(answers.UNSEEN_RIGHT),), rule)

    def _where(self, card: Card) -> Say:
        view = self._view
        if card in view.hand:
            return Say(answers.SEEN_HAND, {"card": card})
        if card in (view.turned, view.led):
            return Say(answers.SEEN_TABLE, {"card": card})
        if card in view.known:
            return Say(answers.SEEN_SHOWN, {"card": card})
        return Say(answers.SEEN_GONE, {"card": card})

    def all_answers(self) -> list[Answer]:
        """Return the right set, sets that miss one card, and sets with one card too many."""
        right = set(self._view.unseen)
        others = [card for card in self._pack if card not in right]
        sets = [right, *(right - {card} for card in right), *(right | {card} for card in others)]
        codes = {tuple(card.code for card in in_order(cards)) for cards in sets if cards}
        return [{"cards": list(cards)} for cards in sorted(codes)]

    def right_answers(self) -> list[Answer]:
        """Return the one right set."""
        return [{"cards": [card.code for card in self._view.unseen]}]

    def table(self, answer: Answer | None) -> TableView:
        """Show what is known, the cards of the tricks among it unless the record tells them."""
        table = table_of(self._view, show_trump=self.show_trump)
        return table if self.data.get("actions") else table.with_gone(self._view.gone)

    def narrowing_hint(self) -> Say:
        """Say how many there are."""
        return Say(answers.HINT_UNSEEN, {"n": len(self._view.unseen)})

    def answer_hint(self) -> Say:
        """Name them."""
        return Say(answers.HINT_ANSWER_CARDS, {"cards": self._view.unseen})
