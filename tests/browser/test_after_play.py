"""After a deal in a real browser: a file is opened, the review shown, and walked through by links; axe finds nothing."""

from __future__ import annotations

import random

import pytest

from engine.deal_file import DealFile, write_file
from engine.ruleset import preset
from tests.browser.checks import follow, settle
from tests.browser.test_axe import COLOURS, violations
from tests.browser.visitor import LANGUAGES
from tests.engine.test_review import played

pytestmark = pytest.mark.browser


def a_deal(seed: int, rules: str = "classic66") -> dict[str, object]:
    """A finished deal with mistakes in it, as a file to be sent."""
    start, actions = played(preset(rules), ("random", "cautious"), seed)
    text = write_file(DealFile(start, tuple(actions), "cautious"))
    return {"name": "deal.txt", "mimeType": "text/plain", "buffer": text.encode()}


def open_file(page, language: str, seed: int = 1) -> None:
    """Send a file with the form of the page."""
    page.goto(f"/{language}/play/")
    page.set_input_files("#file", a_deal(seed))
    page.click("#open")
    page.wait_for_selector("#chart-title")


def no_overflow(page) -> bool:
    """Nothing has to be scrolled sideways."""
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_review(open_page, language):
    """Opened from a file; no violation on the review and on its steps, dark and light; nothing sticks out at 320 px."""
    narrow = LANGUAGES.index(language) % 2 == 1
    page = open_page("/", width=320 if narrow else 1280, dark=language in ("ar", "hi"))
    open_file(page, language)
    page.click("details.after__table summary")

    assert violations(page) == []
    assert no_overflow(page)
    page.click("#begin")
    page.wait_for_selector("#forward")
    assert violations(page, COLOURS) == []
    for _ in range(4):
        follow(page, "#forward")
    assert page.url.endswith("/review/5/")
    assert violations(page) == []
    assert no_overflow(page)


def test_the_review_without_scripts(open_page):
    """A button asks for the work; steps, explorer and a new game are plain."""
    page = open_page("/", scripts=False)
    page.goto("/hi/play/")
    page.set_input_files("#file", a_deal(2))
    follow(page, "#open")
    assert page.locator(".after__wait").count() == 1
    assert not page.locator(".after__wait").is_visible()
    page.click("#look")
    page.wait_for_selector("#chart-title", timeout=15000)
    follow(page, "#begin")
    while page.query_selector("#again") is None:
        follow(page, "#forward")
    page.click("#again")
    page.wait_for_selector("#game-form")
    assert page.locator("#game-form").count() == 1


def test_a_bad_file(open_page):
    """The page says what is wrong, at the field, in Arabic at 320 px."""
    page = open_page("/", width=320)
    page.goto("/ar/play/")
    page.set_input_files(
        "#file", {"name": "x.txt", "mimeType": "text/plain", "buffer": b"sixty-six deal 1\nrules: bridge"}
    )
    page.click("#open")
    page.wait_for_selector("#file-problem")
    assert violations(page) == []
    assert no_overflow(page)


def play_to_the_end(page, chance: random.Random) -> None:
    """Begin a deal with new cards and play it."""
    page.goto("/en/play/")
    follow(page, "#begin")
    play_on(page, chance)


def play_on(page, chance: random.Random) -> None:
    """Play any card until the deal is over."""
    for _ in range(200):
        if page.query_selector("#review"):
            return
        buttons = page.query_selector_all("button[name=card], button[name=act]:not([value='A*'])")
        with page.expect_response(lambda response: response.request.method == "POST"):
            chance.choice(buttons).click()
        settle(page)


def test_own_mistakes(open_page):
    """Played here, so that the mistakes are one's own; the list, a question, its answer, no violation."""
    page = open_page("/en/play/", width=390)
    page.goto("/en/play/")
    start, actions = played(preset("classic66"), ("random", "cautious"), 3)
    cut = next(number for number, action in enumerate(actions) if action.by.name == "A")
    text = write_file(DealFile(start, tuple(actions[:cut]), "cautious"))
    page.set_input_files("#file", {"name": "x.txt", "mimeType": "text/plain", "buffer": text.encode()})
    follow(page, "#open")
    play_on(page, random.Random(5))
    page.click("#review")
    page.wait_for_selector("#chart-title")
    page.goto("/en/play/mistakes/")
    assert violations(page) == []
    follow(page, "ul.listed a")
    assert violations(page) == []
    for _ in range(4):
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.click("#hint-button")
        settle(page)
    assert page.locator("#feedback").count() == 1
    assert violations(page) == []
    assert no_overflow(page)
    page.goto("/en/progress/")
    assert "1 deal was played to its end." in page.inner_text("#deals")
    assert violations(page) == []
    play_to_the_end(page, random.Random(6))
    page.goto("/en/progress/")
    assert page.locator("#deals tbody tr").count() == 1
    assert violations(page) == []
