"""A whole game in Chromium: in Arabic on the smallest phone by keyboard alone, and in Hindi with scripts off."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.checks import boxes, focused, follow, settle, sideways, spoken, wait_until
from tests.browser.test_axe import OPTIONS

pytestmark = pytest.mark.browser

LINK = "/play/?rules=classic66&opponent=random&length=game&seed=169&coach=asked"
"""A game of three deals against an opponent without a plan, for somebody who always plays the first card allowed."""
DEALS = 3
MOST = 120
WATCH = """
for (const kind of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(kind, () => window.pointerSeen = true, true);
window.answers = 0;
addEventListener('sixtysix:focus', () => window.answers += 1, true);
"""
"""Notes anything but keys, and how often an answer of the server has moved the focus."""


def assert_accessible(page) -> None:
    """Axe finds nothing, and nothing is wider than the window."""
    found = Axe().run(page, options=OPTIONS).response["violations"]
    assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == []
    assert sideways(page) <= 0


def seen(page) -> str:
    """Which deal, and how many changes the page knows of it."""
    return page.evaluate("location.pathname + document.querySelector('[name=seen]')?.value")


class Keys:
    """Somebody who plays with keys alone, and always the first card that is allowed."""

    def __init__(self, page):
        self.page = page
        self.refused: set[str] = set()

    def tab_to(self, wanted, most: int = 60) -> str:
        """Press Tab until an element has the focus that is wanted; return its id."""
        for _ in range(most):
            if wanted(here := focused(self.page)):
                return here
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not get there")

    def enter(self) -> None:
        """Press Enter and wait for what comes of it."""
        before = seen(self.page), self.page.evaluate("window.answers")
        self.page.keyboard.press("Enter")
        wait_until(self.page, "was => window.answers > was", before[1], seconds=8)
        assert seen(self.page) != before[0]

    def act(self) -> None:
        """Draw where that is due, else play."""
        here = self.tab_to(lambda name: name == "act-0" or (name.startswith("card-") and name not in self.refused))
        self.enter()
        if focused(self.page) == "feedback" and self.page.locator("#feedback ~ .buttons .rule-link").count():
            self.refused.add(here)
        else:
            self.refused.clear()


def over(page) -> bool:
    """Whether the deal has ended."""
    return page.locator("#next, #again").count() > 0


def test_a_game_in_arabic_by_keyboard(open_page):
    """From a friend's link to the end of the game, the focus always where it goes on; one sentence for each turn."""
    page = open_page(f"/ar{LINK}", width=320, height=568)
    page.add_init_script(WATCH)
    page.evaluate(WATCH)
    assert_accessible(page)
    keys = Keys(page)
    keys.tab_to(lambda name: name == "begin")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ar/play/*/**")
    for number in range(DEALS):
        if number == 1:
            assert_the_coach_answers(keys)
        for _ in range(MOST):
            if over(page):
                break
            keys.act()
            assert spoken(page)
        if number < DEALS - 1:
            keys.tab_to(lambda name: name == "next")
            with page.expect_navigation():
                page.keyboard.press("Enter")
    keys.tab_to(lambda name: name == "again")
    assert page.locator("#same").count() == 1
    assert_accessible(page)
    assert page.evaluate("window.pointerSeen") is not True


def assert_the_coach_answers(keys: Keys) -> None:
    """Asked by key; the answer has the focus, is read aloud, and the rest of the page is still in order."""
    keys.tab_to(lambda name: name == "ask-advice")
    keys.enter()
    wait_until(keys.page, "document.activeElement.id === 'advice'")
    assert len(spoken(keys.page)) > 20
    assert_accessible(keys.page)


def test_a_game_in_hindi_without_scripts(open_page):
    """Every action is a form of its own: the same game from start to end, dark."""
    page = open_page(f"/hi{LINK}", dark=True, scripts=False)
    follow(page, "#begin")
    for number in range(DEALS):
        refused: set[str] = set()
        for _ in range(MOST):
            if over(page):
                break
            draw = page.locator("button.button--main[name=act]")
            names = [card.get_attribute("id") for card in page.locator(".seat--you button.card").all()]
            target = draw.get_attribute("id") if draw.count() else next(name for name in names if name not in refused)
            follow(page, f"#{target}")
            refused = refused | {target} if page.locator("#feedback ~ .buttons .rule-link").count() else set()
        assert over(page)
        if number == 0:
            assert page.locator("#again").count() == 0
        if number < DEALS - 1:
            follow(page, "#next")
    assert page.locator("#again").count() == 1
    assert sideways(page) <= 0


def held_up(page, press: str, line: str) -> None:
    """Press a button whose answer takes long: its own words, and no others, are shown and spoken until it is there."""
    shown = []

    def late(route):
        if route.request.method == "POST":
            page.wait_for_timeout(1000)
            shown.append([each.get_attribute("id") for each in page.locator(".thinking").all() if each.is_visible()])
            spoken_now = page.locator("#status").inner_text()
            assert spoken_now == (page.locator(f"#{line}").inner_text() if line else "")
        route.continue_()

    page.route("**/play/**", late)
    page.locator(press).first.click()
    settle(page, seconds=8)
    page.unroute("**/play/**", late)
    assert shown == [[line] if line else []]
    assert not [each for each in page.locator(".thinking").all() if each.is_visible()]


def test_waiting_says_who_is_thinking(open_page):
    """Where an answer takes longer than 400 ms: the opponent after a card and before the first one, the coach, or nobody."""
    page = open_page("/en/play/?seed=5&dealer=opponent")
    line = page.locator("#thinking")
    page.evaluate(
        "addEventListener('submit', event => event.preventDefault(), {once: true})"
    )  # a whole page that is late
    assert not line.is_visible()
    page.locator("#begin").click()
    assert spoken(page) == "Your opponent is thinking."
    line.wait_for(timeout=4000)  # shown and spoken by two clocks
    assert line.inner_text() == "Your opponent is thinking."
    page.locator("#begin").click()
    page.wait_for_url("**/en/play/*/**")
    held_up(page, "#ask-advice", "coach-thinking")
    held_up(page, "#ask-cannot", "")
    held_up(page, ".seat--you button.card", "thinking")
    assert page.locator("[name=seen]").input_value() == "3"
    held_up(page, "#undo", "")


@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("ar", 1024), ("hi", 390)])
def test_the_record_stands_at_the_side(open_page, language, width):
    """On a wide window beside the table, below what has happened; on a phone under it. Nothing lies on anything else."""
    page = open_page(f"/{language}/play/?seed=5&dealer=opponent", width=width, height=800)
    follow(page, "#begin")
    for _ in range(2):
        before = seen(page)
        page.locator(".seat--you button.card, button.button--main[name=act]").first.click()
        wait_until(page, "was => location.pathname + document.querySelector('[name=seen]').value !== was", before)
        settle(page)
    table, side, log, head = (
        boxes(page, each)[0] for each in (".step__table", ".step__side", ".game__log", ".step__head")
    )

    assert head["bottom"] <= min(table["top"], side["top"])
    assert side["bottom"] <= log["top"]
    if width < 1000:
        assert table["bottom"] <= log["top"]
    else:
        apart = (table["right"], log["left"]) if language != "ar" else (log["right"], table["left"])
        assert apart[0] < apart[1]
        assert log["top"] < table["bottom"]
    assert_accessible(page)
