"""COUNT: write a number: points of cards, of a trick, of a player; cards left; game points still needed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cached_property

from engine.actions import Action
from engine.cards import Card, Suit, card_points, parse_cards
from engine.deal import Deal
from engine.effects import final_count
from engine.history import History
from engine.notation import read_action
from engine.referee import judge
from engine.scoring import GOAL
from engine.seats import Seat
from engine.verdict import Allowed
from engine.view import View, view_of
from tutor.exercises.controls import Field, Form, Shown
from tutor.exercises.kinds.base import Answer, Kind, Mark, Posted, Verdict, chosen_in, history_in, written_cards
from tutor.exercises.records import told
from tutor.web.table import TableView, cards_table, empty_table, table_of, trick_table
from tutor.wording import answers, tasks
from tutor.wording.sentences import Say

POINTS_OF = ("own", "opponent", "need", "after", "final")
"""What is counted from the points of tricks: the record must not tell them."""
LONGEST = 12
"""Characters of a number that are read."""


class CountKind(Kind):
    """The answer is a number. ``of``: ``trick`` (needs ``trick``), ``cards`` and ``taken`` (need ``cards``), ``pack``,
    ``hand_size``, ``to_target`` (needs ``score``: game points of both); the others need a ``position``: ``hand``,
    ``own``, ``opponent``, ``need`` (points missing to 66), ``after`` (own points after ``action``), ``final`` (own points
    after ``actions`` to the last trick), ``stock``, ``left`` (points of the cards that nobody has
    won yet), ``trumps_unseen``. With ``actions`` the record is shown and counts.
    ``counter = "hidden"`` hides the counts on the table.
    """

    drafts = True
    choose_first = answers.WRITE_A_NUMBER
    look = "values"

    @property
    def of(self) -> str:
        """What is counted."""
        found: str = self.data["of"]
        return found

    def task(self) -> tuple[Say, ...]:
        """Ask; where an action is meant it is named first."""
        asked = Say(tasks.COUNT_TASKS[self.of])
        return (tasks.about(self._action(), self.view.trump), asked) if self.of == "after" else (asked,)

    def record(self) -> tuple[str, ...]:
        """Return the record of the deal, if one is given."""
        if not self.data.get("actions"):
            return ()
        return told(
            self._history.events,
            points=self.of not in POINTS_OF,
            draws=self.of not in POINTS_OF or self.data.get("draws", False),
        )

    def fields(self, shown: Shown) -> tuple[Field, ...]:
        """A field for a number."""
        number, text = chosen_in(shown, "number"), chosen_in(shown, "text")
        written = str(number) if number is not None else str(text or "")
        return (Field("number", Form.NUMBER, str(tasks.NUMBER), text=written),)

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read a number; what cannot be read is kept as it was written."""
        signs = (posted.get("number") or [""])[-1][:LONGEST]
        # A draft is kept as JSON, and PostgreSQL keeps no NUL there.
        written = "".join(sign for sign in signs if unicodedata.category(sign) not in ("Cc", "Cs"))
        number = read_number(written)
        if number is not None:
            return {"number": number}
        return {"text": written} if written.strip() else None

    def is_complete(self, answer: Answer) -> bool:
        """It is a number."""
        return "number" in answer

    def as_form(self, answer: Answer) -> dict[str, list[str]]:
        """Return the number, or what was written instead."""
        return {"number": [str(answer.get("number", answer.get("text", "")))]}

    @cached_property
    def number(self) -> int:
        """The right number, counted by the engine."""
        return _COUNTS[self.of](self)

    def mark(self, answer: Answer) -> Mark:
        """Say too high or too low, and what was forgotten where that can be told."""
        given = answer["number"]
        if given == self.number:
            return Mark(Verdict.RIGHT, self._facts(), self.shown_rule())
        says = [Say(answers.TOO_HIGH if given > self.number else answers.TOO_LOW)]
        says += self._slip(given)
        return Mark(Verdict.WRONG, tuple(says), self.shown_rule())

    def _slip(self, given: int) -> list[Say]:
        if self.of in ("own", "after", "need", "final", "opponent"):
            return [Say(message) for message in self._counting_slips(given)]
        if self.of in ("trick", "cards", "taken", "hand", "pack"):
            return [self._values()]
        if self.of == "stock":
            return [Say(answers.STOCK_IS)]
        if self.of == "left":
            return [Say(answers.PACK_POINTS, {"n": card_points(self.rules.pack)}), Say(answers.MARRIAGES_APART)]
        return []

    def _counting_slips(self, given: int) -> list[object]:
        seat = Seat.B if self.of == "opponent" else Seat.A
        deal = self._deal_after
        off = (self.number - given) if self.of == "need" else (given - self.number)
        if deal.pending[seat] and off == deal.pending[seat]:
            return [answers.PENDING_NOT_YET if seat is Seat.A else answers.PENDING_THEIRS_NOT_YET]
        if seat is Seat.A and deal.hands[Seat.A] and off == card_points(deal.hands[Seat.A]):
            return [answers.HAND_DOES_NOT_COUNT]
        if self.of == "final":
            bonus = self.number != deal.counted[Seat.A]
            return [answers.LAST_TRICK_COUNTS if bonus else answers.LAST_TRICK_NOTHING]
        return [answers.WHICH_POINTS_COUNT]

    def _values(self) -> Say:
        return Say(answers.VALUES_24 if self.rules.deck == 24 else answers.VALUES_20)

    def _facts(self) -> tuple[Say, ...]:
        total = Say(_TOTALS.get(self.of, answers.SUM_POINTS), {"n": self.number})
        if self.of == "trumps_unseen":
            cards = self._trumps_unseen()
            return (Say(answers.TRUMPS_UNSEEN, {"cards": cards}) if cards else Say(answers.NO_TRUMP_UNSEEN),)
        if self.of == "final":
            bonus = self.number != self._deal_after.counted[Seat.A]
            return Say(answers.LAST_TRICK_COUNTS if bonus else answers.LAST_TRICK_NOTHING), total
        if self.of == "after" and self._deal_after.pending[Seat.A]:
            return Say(answers.PENDING_NOT_YET), total
        return (self._values(), total) if self.of in ("trick", "cards", "taken", "hand") else (total,)

    def all_answers(self) -> list[Answer]:
        """Return the right number and some near it."""
        near = [self.number, self.number - 1, self.number + 1, self.number - 10, self.number + 10, self.number + 20]
        return [{"number": number} for number in near if number >= 0]

    def table(self, answer: Answer | None) -> TableView:
        """Show what is to be counted."""
        if self.of == "trick":
            trick = self.data["trick"]
            trump = Suit(trick["trump"]) if self.show_trump else None
            return trick_table(Seat[trick["leader"]], Card.parse(trick["led"]), Card.parse(trick["answer"]), trump)
        if "cards" in self.data:
            return cards_table(written_cards(self.data), taken=self.of == "taken")
        if "position" not in self.data:
            return empty_table()
        table = table_of(self._view_after, show_trump=self.show_trump)
        if self.of == "stock":
            return table.without_stock_count()
        return table.without_counts() if self.data.get("counter") == "hidden" or self.record() else table

    def narrowing_hint(self) -> Say:
        """Give a span that holds the number."""
        below, above = 3 + self.number % 4, 3 + self.number % 3
        return Say(answers.HINT_BETWEEN, {"low": max(0, self.number - below), "high": self.number + above})

    def answer_hint(self) -> Say:
        """Give the number."""
        return Say(answers.ANSWER_NUMBER, {"n": self.number})

    # -- what is counted ---------------------------------------------------------------------------------------

    def _action(self) -> Action:
        return read_action(self.data["action"])

    @cached_property
    def _history(self) -> History:
        return history_in(self.data, self.rules)

    @cached_property
    def _deal_after(self) -> Deal:
        """The deal after the record, and after the action that is asked about."""
        deal = self._history.deal
        if self.of != "after":
            return deal
        verdict = judge(deal, self._action())
        assert isinstance(verdict, Allowed), self.data["action"]
        return verdict.deal

    @property
    def _view_after(self) -> View:
        return view_of(self._history.deal, Seat.A) if self.data.get("actions") else self.view

    def _trumps_unseen(self) -> tuple[Card, ...]:
        view = self._view_after
        return tuple(card for card in view.unseen if card.suit is view.trump)

    def _need(self) -> int:
        return max(0, GOAL - self._deal_after.counted[Seat.A])

    def _trick_points(self) -> int:
        trick = self.data["trick"]
        return card_points(parse_cards(trick["led"] + trick["answer"]))

    def _to_target(self) -> int:
        mine: int = self.data["score"][0]
        return mine if self.rules.count == "down" else self.rules.target - mine


_COUNTS: dict[str, Callable[[CountKind], int]] = {
    "trick": CountKind._trick_points,
    "cards": lambda kind: card_points(written_cards(kind.data)),
    "taken": lambda kind: card_points(written_cards(kind.data)),
    "hand": lambda kind: card_points(kind.view.hand),
    "pack": lambda kind: card_points(kind.rules.pack),
    "hand_size": lambda kind: kind.rules.hand,
    "to_target": CountKind._to_target,
    "own": lambda kind: kind._deal_after.counted[Seat.A],
    "opponent": lambda kind: kind._deal_after.counted[Seat.B],
    "after": lambda kind: kind._deal_after.counted[Seat.A],
    "need": CountKind._need,
    "final": lambda kind: final_count(kind._deal_after).points[Seat.A],
    "stock": lambda kind: kind._deal_after.talon,
    "left": lambda kind: card_points(kind.rules.pack) - card_points(kind._view_after.gone),
    "trumps_unseen": lambda kind: len(kind._trumps_unseen()),
}
_TOTALS = {
    "pack": answers.PACK_POINTS,
    "hand_size": answers.CARDS_EACH,
    "to_target": answers.GAME_POINTS_NEEDED,
    "own": answers.POINTS_NOW,
    "opponent": answers.POINTS_THEIRS,
    "after": answers.POINTS_NOW,
    "need": answers.NEED_POINTS,
    "final": answers.POINTS_NOW,
    "stock": answers.CARDS_IN_STOCK,
    "left": answers.POINTS_STILL_TO_WIN,
}


def read_number(written: str) -> int | None:
    """Return a number written in any digits, with spaces or a sign; None where it is none.

    >>> read_number(" ٢٤ "), read_number("२४"), read_number("+24"), read_number("2 4"), read_number("x")
    (24, 24, 24, 24, None)
    """
    bare = "".join(char for char in written if not char.isspace() and unicodedata.category(char) != "Cf")
    sign = -1 if bare[:1] in ("-", "−") else 1
    digits = bare.lstrip("+-−＋") if bare[:1] in ("+", "-", "−", "＋") else bare
    if not digits or not all(unicodedata.category(char) == "Nd" for char in digits):
        return None
    return sign * int("".join(str(unicodedata.digit(char)) for char in digits))
