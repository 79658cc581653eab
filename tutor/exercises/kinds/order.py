"""ORDER: give every card its place, the highest first. A numbered list for each card, never dragging."""

from __future__ import annotations

from itertools import pairwise

from engine.cards import Card
from tutor.exercises.controls import Field, Form, Option, Shown
from tutor.exercises.kinds.base import Answer, BadAnswerError, Kind, Mark, Posted, Verdict, written_cards
from tutor.web.table import TableView, card_view, cards_table
from tutor.wording import answers, tasks
from tutor.wording.cards import card_name
from tutor.wording.sentences import Say


class OrderKind(Kind):
    """``cards`` of one suit, in the order in which the page shows them; the answer is the order from high to low."""

    drafts = True
    choose_first = answers.PLACES_FIRST
    look = "ranks"

    def task(self) -> tuple[Say, ...]:
        """Ask for the order."""
        return (Say(tasks.ORDER_TASK),)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards as they are shown: those of the pack in force."""
        return tuple(card for card in written_cards(self.data) if card in self.rules.pack)

    def right_order(self) -> list[Card]:
        """Return the cards from high to low."""
        return sorted(self.cards, key=lambda card: -card.strength)

    def fields(self, shown: Shown) -> tuple[Field, ...]:
        """A list of places for each card."""
        places = _places(shown.chosen)
        numbers = range(1, len(self.cards) + 1)
        return tuple(
            Field(
                f"place-{card.code}",
                Form.SELECT,
                card_name(card),
                tuple(Option(str(n), str(n), "", str(n) == places.get(card.code)) for n in numbers),
                card=card_view(card),
                empty=str(tasks.CHOOSE_PLACE),
            )
            for card in self.cards
        )

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read the places; an order where each is taken once, a draft of places otherwise."""
        places = {}
        for card in self.cards:
            place = (posted.get(f"place-{card.code}") or [""])[-1]
            if not place:
                continue
            if place not in {str(n) for n in range(1, len(self.cards) + 1)}:
                raise BadAnswerError(f"place {place[:10]}")
            places[card.code] = place
        if len(set(places.values())) == len(self.cards):
            return {"order": sorted(places, key=lambda code: int(places[code]))}
        return {"places": places} if places else None

    def as_form(self, answer: Answer) -> dict[str, list[str]]:
        """Return the places."""
        return {f"place-{code}": [place] for code, place in _places(answer).items()}

    def is_complete(self, answer: Answer) -> bool:
        """Every place is taken once."""
        return "order" in answer

    def mark(self, answer: Answer) -> Mark:
        """Name two neighbours that stand the wrong way round."""
        order = [Card.parse(code) for code in answer["order"]]
        all_ranks = Say(answers.IN_ORDER if self.rules.deck == 24 else answers.IN_ORDER_20)
        for first, second in pairwise(order):
            if first.strength < second.strength:
                wrong = Say(answers.ORDER_WRONG, {"higher": second, "lower": first})
                return Mark(Verdict.WRONG, (wrong,), self.shown_rule())
        return Mark(Verdict.RIGHT, (all_ranks,), self.shown_rule())

    def all_answers(self) -> list[Answer]:
        """Return the right order, its reverse, and those with two neighbours changed."""
        right = [card.code for card in self.right_order()]
        found = [right, right[::-1]]
        for at in range(len(right) - 1):
            found.append([*right[:at], right[at + 1], right[at], *right[at + 2 :]])
        unique = {tuple(order): {"order": list(order)} for order in found}
        return list(unique.values())

    def table(self, answer: Answer | None) -> TableView:
        """Show the cards; once they are in order, in that order."""
        done = answer is not None and "order" in answer and self.mark(answer).right
        return cards_table(self.right_order() if done else self.cards)

    def narrowing_hint(self) -> Say:
        """Name the highest card."""
        return Say(answers.HINT_HIGHEST, {"card": self.right_order()[0]})

    def answer_hint(self) -> Say:
        """Name them in order: the order of lists of cards is that of the ranks."""
        return Say(answers.HINT_ANSWER_CARDS, {"cards": self.cards})


def _places(answer: Answer | None) -> dict[str, str]:
    """Return card -> place of an answer or a draft."""
    if answer is None:
        return {}
    if "order" in answer:
        return {code: str(place) for place, code in enumerate(answer["order"], 1)}
    places: dict[str, str] = answer.get("places", {})
    return places
