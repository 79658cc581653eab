"""The form that begins a deal, and what the forms of a running deal carry."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import RegexValidator

from engine.errors import ReadError
from engine.players import PLAYERS
from engine.ruleset import PRESETS, parse
from engine.seats import Seat
from tutor.play.models import Game
from tutor.play.services import ASKED, Wish
from tutor.wording.play import BAD_SEED, COUNTS, DEALER, LENGTH
from tutor.wording.refusals import READ_ERRORS

OWN = "own"
DEALERS = {"any": None, "you": Seat.A, "opponent": Seat.B}


def _choices(values: Any) -> list[tuple[str, str]]:
    return [(value, value) for value in values]


class StartForm(forms.Form):
    """What a deal is played with. Every choice is sent: a form that leaves one out comes from no page of ours."""

    ruleset = forms.ChoiceField(choices=_choices((*PRESETS, OWN)))
    own = forms.CharField(max_length=2000, required=False)
    opponent = forms.ChoiceField(choices=_choices(PLAYERS))
    coach = forms.ChoiceField(choices=_choices(Game.Coach.values))
    counts = forms.ChoiceField(choices=_choices(COUNTS))
    length = forms.ChoiceField(choices=_choices(LENGTH))
    dealer = forms.ChoiceField(choices=_choices(DEALER))
    seed = forms.CharField(required=False, validators=[RegexValidator(r"^\d{1,12}$", BAD_SEED)])
    once = forms.CharField(max_length=40, required=False)

    def clean(self) -> dict[str, Any]:
        """Read the rules; what is wrong with them is said in words."""
        data = super().clean() or {}
        if "ruleset" in data:
            written = data.get("own", "") if data["ruleset"] == OWN else data["ruleset"]
            try:
                data["rules"] = parse(written)
            except ReadError as error:
                self.add_error("own", str(READ_ERRORS[error.code]))
        return data

    @property
    def wish(self) -> Wish:
        """What is to be dealt."""
        data = self.cleaned_data
        return Wish(
            rules=data["rules"],
            opponent=data["opponent"],
            coach=data["coach"],
            counts=data["counts"] == "shown",
            whole=data["length"] == "game",
            dealer=DEALERS[data["dealer"]],
            # Digits of every language are read.
            seed=int(data["seed"]) if data["seed"] else None,
            once=data["once"],
        )


class GameForm(forms.Form):
    """``seen``: the version that the page knew; ``do``: what is asked for, an action where it is left out."""

    seen = forms.IntegerField(min_value=0)
    do = forms.ChoiceField(choices=_choices(("undo", "next", "think", "stop", "leave", *ASKED)), required=False)
