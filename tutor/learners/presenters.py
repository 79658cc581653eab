"""The settings page, already worded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings

from engine.ruleset import PRESETS, custom
from tutor.learners.forms import OWN
from tutor.learners.preferences import CHOICES, Preferences
from tutor.wording.presets import CUSTOM, CUSTOM_IN_SHORT, IN_SHORT
from tutor.wording.presets import LABELS as PRESET_LABELS
from tutor.wording.settings import HELP, LABELS, NO_SECOND, VALUES


@dataclass(frozen=True, slots=True)
class Option:
    """A value that can be chosen. ``language``: its label is the own name of a language."""

    value: str
    label: str
    about: str = ""
    checked: bool = False
    language: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting with its values."""

    name: str
    label: str
    help: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class SettingsView:
    """The whole page. ``own``: the text of the visitor's own rules, ``problem``: what is wrong with it."""

    ruleset: Setting
    others: tuple[Setting, ...]
    own: str
    problem: str
    example: str = str(custom("classic66", {"target": 11, "strict_head": False}))


def settings_view(chosen: Preferences, *, own: str | None = None, problem: str = "") -> SettingsView:
    """Word the settings as they are; ``own`` and ``problem`` come from a form that was refused."""
    rules = chosen.rules
    current = OWN if own is not None or not rules.is_preset else rules.name
    presets = [Option(name, str(PRESET_LABELS[name]), str(IN_SHORT[name]), name == current) for name in PRESETS]
    presets.append(Option(OWN, str(CUSTOM), str(CUSTOM_IN_SHORT), current == OWN))
    return SettingsView(
        ruleset=Setting("ruleset", str(LABELS["ruleset"]), str(HELP["ruleset"]), tuple(presets)),
        others=tuple(_setting(name, getattr(chosen, name)) for name in CHOICES),
        own=own if own is not None else str(rules),
        problem=problem,
    )


def _setting(name: str, value: str) -> Setting:
    labels: Mapping[str, object] = VALUES.get(name) or {"": NO_SECOND, **dict(settings.LANGUAGES)}
    options = tuple(
        Option(each, str(labels[each]), checked=each == value, language=each if name == "second" else "")
        for each in CHOICES[name]
    )
    return Setting(name, str(LABELS[name]), str(HELP[name]), options)
