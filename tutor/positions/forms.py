"""The form that builds a position card by card, without the notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.cards import Card, Suit, parse_cards
from engine.deal import Deal
from engine.errors import ReadError
from engine.ruleset import Ruleset
from engine.seats import Seat
from tutor.positions.building import BuildError, Draft, Spot, build
from tutor.wording.faults import BUILD_FAULTS, fault_sentence

LARGEST = 500
"""No number in the form is larger."""
SEATS = {"you": Seat.A, "opponent": Seat.B}
"""In the form seat A is you."""
PAIRS = ("marriages", "tricks_closed", "points_closed", "game")
"""Numbers that are asked for both players."""
NUMBER = _("Write a whole number from 0 to 500, or leave the field empty.")
CHOOSE = _("Choose one of the values that the list offers.")


class BuildForm(forms.Form):
    """Where each card lies, whose turn it is, who dealt, marriages, closing, game points."""

    lead = forms.ChoiceField(choices=[(name, name) for name in SEATS])
    dealer = forms.ChoiceField(choices=[(name, name) for name in SEATS])
    trump = forms.ChoiceField(choices=[(suit.value, suit.value) for suit in Suit])
    announced = forms.ChoiceField(choices=[(suit.value, suit.value) for suit in Suit], required=False)
    closed = forms.ChoiceField(choices=[(name, name) for name in SEATS], required=False)
    order = forms.RegexField(r"\A(?:[AKQJT9][CDHS]){0,24}\Z", required=False)

    def __init__(self, data: Mapping[str, Any], rules: Ruleset) -> None:
        super().__init__(data)
        self.rules = rules
        self.position: Deal | None = None
        for card in rules.pack:
            self.fields[card_field(card)] = forms.ChoiceField(choices=[(spot.value, spot.value) for spot in Spot])
        for name in PAIRS:
            for who in SEATS:
                number = forms.IntegerField(min_value=0, max_value=LARGEST, required=False)
                number.error_messages |= {"invalid": NUMBER}
                number.validators = [ValidatorOfNumbers()]
                self.fields[f"{name}_{who}"] = number
        for field in self.fields.values():
            field.error_messages |= {"invalid_choice": CHOOSE, "required": CHOOSE}

    def clean(self) -> dict[str, Any]:
        """Build the position when every field can be read; say in words why it cannot occur."""
        cleaned: dict[str, Any] = self.cleaned_data
        if self.errors:
            return cleaned
        try:
            self.position = build(self._draft(cleaned))
        except BuildError as error:
            self.add_error(None, str(BUILD_FAULTS[error.fault.value]))
        except ReadError as error:
            self.add_error(None, fault_sentence(error))
        return cleaned

    def _draft(self, cleaned: Mapping[str, Any]) -> Draft:
        def pair(name: str) -> tuple[int | None, int | None]:
            return cleaned[f"{name}_you"], cleaned[f"{name}_opponent"]

        marriages = pair("marriages")
        return Draft(
            rules=self.rules,
            spots={card: Spot(cleaned[card_field(card)]) for card in self.rules.pack},
            lead=SEATS[cleaned["lead"]],
            dealer=SEATS[cleaned["dealer"]],
            trump=Suit(cleaned["trump"]),
            announced=Suit(cleaned["announced"]) if cleaned["announced"] else None,
            marriages=(marriages[0] or 0, marriages[1] or 0),
            closed=SEATS[cleaned["closed"]] if cleaned["closed"] else None,
            tricks_closed=pair("tricks_closed"),
            points_closed=pair("points_closed"),
            score=pair("game"),
            order=parse_cards(cleaned["order"]),
        )


class ValidatorOfNumbers:
    """One sentence for every number that is too small or too large."""

    def __call__(self, value: int) -> None:
        """Refuse a number out of range."""
        if not 0 <= value <= LARGEST:
            raise forms.ValidationError(NUMBER)


def card_field(card: Card) -> str:
    """Return the name of the list that says where a card lies."""
    return f"card_{card.code}"


def values_of(draft: Draft) -> dict[str, str]:
    """Return what the fields hold for a position, as text."""
    names = {seat: name for name, seat in SEATS.items()}
    values = {card_field(card): draft.spots.get(card, Spot.STOCK).value for card in draft.rules.pack}
    values |= {
        "lead": names[draft.lead],
        "dealer": names[draft.dealer],
        "trump": draft.trump.value,
        "announced": draft.announced.value if draft.announced else "",
        "closed": names[draft.closed] if draft.closed is not None else "",
        "order": "".join(card.code for card in draft.order),
    }
    pairs = (draft.marriages, draft.tricks_closed, draft.points_closed, draft.score)
    for name, pair in zip(PAIRS, pairs, strict=True):
        for who, seat in SEATS.items():
            values[f"{name}_{who}"] = "" if pair[seat] is None else str(pair[seat])
    return values
