"""The settings of a visitor. They live in the session; an account keeps a copy for its next device."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, fields
from typing import Any

from django.conf import settings

from engine.errors import ReadError
from engine.ruleset import CLASSIC, Ruleset, parse

SESSION_KEY = "settings"
COOKIE = settings.LOOK_COOKIE_NAME
"""What is in ``LOOK``, for the pages that read no session: ``app.js`` puts it on the page."""
COOKIE_AGE = 365 * 24 * 3600

CHOICES: Mapping[str, tuple[str, ...]] = {
    "deck": ("two", "four"),
    "text": ("100", "125", "150", "175", "200"),
    "motion": ("device", "none"),
    "digits": ("latin", "native"),
    "count": ("shown", "hidden"),
    "press": ("once", "twice"),
    "sure": ("ask", "straight"),
    "keys": ("off", "on"),
    "second": ("", *settings.CONTENT_LANGUAGES),
}
"""Setting -> its values; the first one is what holds until somebody chooses."""
LOOK = ("deck", "text", "motion", "digits", "keys")
"""The settings that stand on the page itself, for style sheets and the script: how it looks, which keys it hears."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a visitor has chosen. ``ruleset`` is its text form, ``second`` a language that is shown beside the first.

    ``press``: a card is played by one press, or chosen first; ``sure``: whether closing and claiming ask first.
    """

    ruleset: str = str(CLASSIC)
    deck: str = "two"
    text: str = "100"
    motion: str = "device"
    digits: str = "latin"
    count: str = "shown"
    press: str = "once"
    sure: str = "ask"
    keys: str = "off"
    second: str = ""

    @classmethod
    def read(cls, values: object) -> Preferences:
        """Return preferences from stored values; whatever is not known any more is as if nobody had chosen it."""
        known = values if isinstance(values, Mapping) else {}
        return cls(**{name: value for name, value in known.items() if is_value(name, value)})

    @property
    def rules(self) -> Ruleset:
        """The ruleset that lessons and reviews are played with."""
        return parse(self.ruleset)

    @property
    def chosen(self) -> dict[str, str]:
        """What differs from the start."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value != getattr(START, name)}

    @property
    def look(self) -> dict[str, str]:
        """What differs from the start and stands on the page itself."""
        return {name: value for name, value in self.chosen.items() if name in LOOK}

    @property
    def cookie(self) -> str:
        """The look as text, ``deck-four.text-150``; empty where nothing was chosen."""
        return ".".join(f"{name}-{value}" for name, value in self.look.items())


START = Preferences()
"""What holds until somebody chooses."""


def is_value(name: object, value: object) -> bool:
    """Return whether a setting can have a value."""
    if name == "ruleset":
        return isinstance(value, str) and _is_ruleset(value)
    return name in CHOICES and value in CHOICES[str(name)]


def preferences_of(session: Mapping[str, Any]) -> Preferences:
    """Return what the visitor of a session has chosen."""
    return Preferences.read(session.get(SESSION_KEY))


def remember(session: MutableMapping[str, Any], chosen: Preferences) -> None:
    """Keep preferences in the session; where nothing differs from the start, nothing is kept."""
    if chosen.chosen:
        session[SESSION_KEY] = chosen.chosen
    elif SESSION_KEY in session:
        del session[SESSION_KEY]


def _is_ruleset(text: str) -> bool:
    try:
        parse(text)
    except ReadError:
        return False
    return True


assert {field.name for field in fields(Preferences)} == {"ruleset", *CHOICES}
