"""What visitors do under load. A new page needs a function here and its row in ``SCENARIOS``.

Each takes the visitor and does one thing; what it asks is counted as ``page`` or ``piece``.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.load.visitor import LoadVisitor
from tests.web.course import HTMX, PLACES, Place

LANGUAGES = ("en", "es", "it", "ar", "hi")
STEPS = [place for place in PLACES if place.answers]


def read_home(visitor: LoadVisitor) -> None:
    """Open the home page, play the first trick."""
    visitor.get("page", f"/{visitor.language}/")
    visitor.get("piece", f"/{visitor.language}/first-trick/?card=TS", **HTMX)


def read_rules(visitor: LoadVisitor) -> None:
    """Read the rules of some preset."""
    preset = visitor.chance.choice(["", "?preset=santase", "?preset=schnapsen", "?preset=eight66"])
    visitor.get("page", f"/{visitor.language}/rules/{preset}")


def look_at_the_map(visitor: LoadVisitor) -> None:
    """See how far one is."""
    visitor.get("page", f"/{visitor.language}/learn/")


def answer_a_step(visitor: LoadVisitor) -> None:
    """Open a step, answer it wrong, then right."""
    place: Place = visitor.chance.choice(STEPS)
    path = place.path(visitor.language)
    form = visitor.form("page", path)
    if form is None:
        return
    seen = int(form["seen"])
    for turn, fields in enumerate((place.wrong, place.right)):
        visitor.post("piece", path, {**form, "seen": str(seen + turn), **fields}, **HTMX)


SCENARIOS: list[tuple[int, Callable[[LoadVisitor], None]]] = [
    (2, read_home),
    (3, read_rules),
    (1, look_at_the_map),
    (4, answer_a_step),
]
"""How often, and what."""


def one_thing(visitor: LoadVisitor, chance: random.Random) -> None:
    """Do something, as often as its weight says."""
    weights, doings = zip(*SCENARIOS, strict=True)
    chance.choices(doings, weights)[0](visitor)
