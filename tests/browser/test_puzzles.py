"""Puzzles in a real browser: axe on each type of page, no page too wide, one puzzle of each kind without scripts."""

from __future__ import annotations

from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

import tutor
from engine.problems.item import Item, from_json
from tests.browser.checks import settle, sideways, wait_for_focus
from tests.browser.test_axe import violations
from tests.browser.visitor import LANGUAGES, act
from tutor.exercises.kinds import make_item

pytestmark = pytest.mark.browser
ITEMS = Path(tutor.__file__).parent / "puzzles/content/items"


@cache
def item_of(theme: str) -> Item:
    """The first puzzle of a theme."""
    return from_json((ITEMS / f"{theme}.jsonl").read_text(encoding="utf-8").splitlines()[0])


def path_of(theme: str) -> str:
    """Its address."""
    return f"/puzzles/p/{item_of(theme).id.split('-')[-1]}/"


def form(theme: str, *, right: bool) -> dict[str, Any]:
    """A right or a wrong answer to it, as fields of its form; of a line the first wrong card."""
    item = item_of(theme)
    kind, proved = make_item(item), item.proof.answers
    if right:
        return kind.as_form(kind.right_answers()[0] if "actions" in proved[0] else proved[0])
    costs = [text for text in item.reasons if text.startswith("A:")]
    if costs and item.theme.family in "ECO":
        return {"card": [costs[0][2:]]}
    return kind.as_form(next(each for each in kind.all_answers() if each not in proved and not kind.mark(each).right))


PAGES = {
    "room": ("/puzzles/", "", None),
    "room-narrowed": ("/puzzles/?level=3&family=E", "", None),
    "theme": ("/puzzles/way-to-66/", "E1", False),
    "mistakes": ("/puzzles/mistakes/", "O1", False),
    "days": ("/puzzles/daily/all/", "", None),
    "day": ("/puzzles/daily/2026-11-20/", "", None),
    "none": ("/puzzles/next/?in=mixed&level=1&family=O", "", None),
    "asked": (path_of("M1"), "", None),
    "wrong": (path_of("O1"), "O1", False),
    "followed": (f"{path_of('E4')}?trick=1", "E4", False),
    "solved": (path_of("C3"), "C3", True),
    "solved-rule": (path_of("R1"), "R1", True),
    "played": (f"{path_of('O1')}play/", "O1", True),
}
TURNS = cycle([(320, False), (1280, True), (390, True), (1280, False), (320, True)])
ROWS = [
    pytest.param(*page, language, *next(TURNS), id=f"{name}-{language}")
    for (name, page), language in zip(PAGES.items(), cycle(LANGUAGES), strict=False)
]


@pytest.mark.parametrize(("path", "theme", "right", "language", "width", "dark"), ROWS)
def test_no_violation(open_page, path, theme, right, language, width, dark):
    """Axe has nothing to say, and nothing stands out sideways."""
    page = open_page(f"/{language}/puzzles/", width=width, dark=dark)
    if theme:
        act(page.context.request, f"/{language}{path_of(theme)}", form(theme, right=right))
    page.goto(f"/{language}{path}")

    assert violations(page) == []
    assert sideways(page) <= 0


def wait_for_phase(page: Any, phase: str) -> None:
    """Wait until the puzzle stands like this."""
    page.locator(f"#puzzle[data-phase='{phase}']").wait_for(timeout=4000)


def test_wrong_followed_and_right_with_the_keyboard(open_page):
    """The answer is a swap, the focus goes to what is said; what follows is a page of its own that remembers."""
    theme = "E4"
    page = open_page(f"/ar{path_of(theme)}", width=390)
    card = form(theme, right=False)["card"][0]
    page.locator(f"#card-{card}").focus()
    page.keyboard.press("Enter")
    wait_for_phase(page, "wrong")
    wait_for_focus(page, "feedback")
    page.locator("#follows-start").click()
    page.wait_for_url("**trick=1*")
    page.locator("#follows-forward").click()
    page.wait_for_url("**trick=2*")
    page.locator("#retry").click()
    for text in form(theme, right=True)["actions"]:
        page.locator(f"#card-{text[2:]}" if text.startswith("A:") else f"button[name=act][value='{text}']").click()
        settle(page)
    wait_for_phase(page, "solved")
    page.locator("#another").click()
    page.wait_for_url("**/puzzles/p/*/?in=theme*")
    wait_for_phase(page, "awaiting")


SCRIPTLESS = ("R1", "R2", "R3", "R4", "R8", "R9", "R10", "R11", "M1", "E1", "E9", "C1")


@pytest.mark.parametrize("theme", SCRIPTLESS)
def test_a_puzzle_without_scripts(chromium, site, theme):
    """Each kind is answered with what the page offers, by buttons, boxes, lists and fields alone."""
    context = chromium.new_context(base_url=site, java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"/es{path_of(theme)}")
    answer = form(theme, right=True)
    if "actions" in answer:
        for text in answer["actions"]:
            page.locator(f"#card-{text[2:]}" if text[1] == ":" else f"button[name=act][value='{text}']").click()
    else:
        for name, values in answer.items():
            _choose(page, name, values)
        if page.locator("#check").count():
            page.locator("#check").click()

    assert page.locator("#puzzle").get_attribute("data-phase") == "solved"
    context.close()


def _choose(page: Any, name: str, values: list[str]) -> None:
    """Press, tick or pick what a field offers."""
    lists, text = page.locator(f"select[name={name}]"), page.locator(f"input[type=text][name={name}]")
    for value in values:
        box = page.locator(f"input[name={name}][value='{value}']")
        button = page.locator(f"button[name={name}][value='{value}']")
        if lists.count():
            lists.first.select_option(value)
        elif text.count():
            text.fill(value)
        elif box.count():
            box.check(force=True)
        else:
            button.click()
