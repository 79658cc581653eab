"""What visitors do under load. A new page needs a function here and its row in ``SCENARIOS``.

Each takes the visitor and does one thing; what it asks is counted as ``page`` or ``piece``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from tests.load.visitor import LoadVisitor

LANGUAGES = ("en", "es", "it", "ar", "hi")
HTMX = {"HX-Request": "true"}
CONTROL = re.compile(r'<(?:button|input)[^>]* name="(\w+)" value="([^"]*)"')
ACTION = re.compile(r'name="(card|act)" value="([^"]+)"')
PUZZLE = re.compile(r'href="(/\w+/puzzles/p/\w+/)')
WISH = {"ruleset": "classic66", "coach": "asked", "counts": "shown", "length": "deal", "dealer": "any"}
HIDDEN = {"csrfmiddlewaretoken", "seen", "do", "language"}


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
    """Open a step of a lesson and answer it with something that it offers, right or wrong; ask for a hint."""
    lesson = visitor.chance.choice(["who-wins-the-trick", "trumps", "when-the-stock-is-used-up"])
    path = f"/{visitor.language}/learn/{lesson}/{visitor.chance.randint(1, 5)}/"
    page = visitor.get("page", path).decode()
    controls = [(name, value) for name, value in CONTROL.findall(page) if name not in HIDDEN]
    form = dict(visitor.hidden(page))
    if "seen" not in form or not controls:
        return
    name, value = visitor.chance.choice(controls)
    visitor.post("piece", path, {**form, name: value}, **HTMX)
    visitor.post("piece", path, {**form, "seen": str(int(form["seen"]) + 1), "do": "hint"}, **HTMX)


def answer_a_puzzle(visitor: LoadVisitor) -> None:
    """Open a theme and one of its puzzles, answer it with something that it offers, look for the reason."""
    theme = visitor.chance.choice(["legal-cards", "counting", "way-to-66", "close-or-play-on"])
    themes = visitor.get("page", f"/{visitor.language}/puzzles/{theme}/").decode()
    puzzles = PUZZLE.findall(themes)
    if not puzzles:
        return
    path = visitor.chance.choice(puzzles)
    page = visitor.get("page", path).decode()
    controls = [(name, value) for name, value in CONTROL.findall(page) if name not in HIDDEN]
    if controls:
        name, value = visitor.chance.choice(controls)
        visitor.post("piece", path, {**dict(visitor.hidden(page)), name: value}, **HTMX)


def play_a_deal(visitor: LoadVisitor) -> None:
    """Begin a deal against some level, or play on; each action is answered with the opponent's."""
    page = visitor.get("page", visitor.deal).decode() if visitor.deal else ""
    if not ACTION.search(page):
        start = visitor.get("page", f"/{visitor.language}/play/").decode()
        opponent = visitor.chance.choice(["beginner", "cautious", "sampling", "strong"])
        visitor.deal = visitor.send(
            f"/{visitor.language}/play/", {**dict(visitor.hidden(start)), **WISH, "opponent": opponent}
        )
        page = visitor.get("page", visitor.deal).decode() if visitor.deal else ""
    for _ in range(3):
        offered = [action for action in ACTION.findall(page) if not action[1].endswith("*")]
        if not offered:
            return
        name, value = visitor.chance.choice(offered)
        seen = [each for each in visitor.hidden(page) if each[0] == "seen"] or [("seen", "0")]
        token = [("csrfmiddlewaretoken", visitor.cookies.get("csrftoken", ""))]
        page = visitor.post("piece", visitor.deal, {**dict(token), **dict(seen), name: value}, **HTMX).decode()


SCENARIOS: list[tuple[int, Callable[[LoadVisitor], None]]] = [
    (2, read_home),
    (3, read_rules),
    (1, look_at_the_map),
    (4, answer_a_step),
    (3, answer_a_puzzle),
    (2, play_a_deal),
]
"""How often, and what."""


def one_thing(visitor: LoadVisitor, chance: random.Random) -> None:
    """Do something, as often as its weight says."""
    weights, doings = zip(*SCENARIOS, strict=True)
    chance.choices(doings, weights)[0](visitor)
