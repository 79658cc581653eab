"""The form of the settings."""

from __future__ import annotations

from typing import Any

from django import forms

from engine.errors import ReadCode, ReadError
from engine.ruleset import PRESETS, parse
from tutor.learners.preferences import CHOICES, Preferences
from tutor.wording.refusals import READ_ERRORS

OWN = "own"
_UNREADABLE = dict.fromkeys(("max_length", "null_characters_not_allowed"), READ_ERRORS[ReadCode.UNKNOWN_RULESET])


class SettingsForm(forms.Form):
    """One field a setting; ``own`` holds the text of a ruleset that is no preset. A field that is missing stays."""

    ruleset = forms.ChoiceField(choices=[(name, name) for name in (*PRESETS, OWN)], required=False)
    own = forms.CharField(max_length=2000, required=False, error_messages=_UNREADABLE)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, values in CHOICES.items():
            self.fields[name] = forms.ChoiceField(choices=[(value, value) for value in values], required=False)

    def clean(self) -> dict[str, Any]:
        """Put the own text in the place of the preset; what is wrong with it is said in words."""
        data = super().clean() or {}
        if data.get("ruleset") == OWN and "own" in data:
            try:
                data["ruleset"] = str(parse(data.get("own", "")))
            except ReadError as error:
                self.add_error("own", str(READ_ERRORS[error.code]))
        return data

    def preferences(self, before: Preferences) -> Preferences:
        """Return the settings as the form has them, on top of what was chosen before."""
        data = {name: value for name, value in self.cleaned_data.items() if name in ("ruleset", *CHOICES)}
        given = {name: value for name, value in data.items() if value or (name == "second" and name in self.data)}
        chosen = {**before.chosen, **given}
        return Preferences.read(chosen)
