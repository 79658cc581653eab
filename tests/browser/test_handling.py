"""The table handled otherwise: single keys, two presses for a card, a question before closing, the table read aloud."""

from __future__ import annotations

import pytest

from tests.browser.checks import (
    boxes,
    focused,
    follow,
    in_language,
    settle,
    sideways,
    spoken,
    status,
    wait_for_focus,
    wait_until,
)
from tests.browser.test_axe import violations
from tests.browser.test_layout import CONTROLS, too_small

pytestmark = pytest.mark.browser

DEAL = "/play/?rules=classic66&opponent=cautious&seed=5&dealer=opponent"
"""You lead, and may close."""


def choose(page, language: str, **chosen: str) -> None:
    """Choose settings."""
    page.goto(f"/{language}/settings/")
    for name, value in chosen.items():
        page.locator(f"label:has(#{name}-{value})").click()
    follow(page, "#save")


def begin(page, language: str) -> None:
    """Begin the deal."""
    page.goto(f"/{language}{DEAL}")
    follow(page, "#begin")


def answered(page, press) -> None:
    """Do something, and wait until the page knows of it."""
    before = page.locator("[name=seen]").input_value()
    press()
    wait_until(page, "was => document.querySelector('[name=seen]').value !== was", before)
    settle(page)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_single_keys(open_page, language):
    """A digit plays a card, letters press what they stand for, R says it again, ? leads to the list."""
    page = open_page("/en/settings/", width=390)
    choose(page, language, keys="on")
    begin(page, language)
    page.keyboard.press("KeyC")
    wait_for_focus(page, "warning")
    asked = status(page)
    assert in_language(asked, language)
    page.evaluate(
        "() => { window.said = []; const box = document.getElementById('status');"
        " new MutationObserver(() => said.push(box.textContent.trim())).observe(box, {childList: true}); }"
    )
    page.keyboard.press("KeyR")
    wait_until(page, "was => said.length === 2 && said[0] === '' && said[1] === was", asked)
    answered(page, lambda: page.locator("#leave").click())

    first = page.locator(".seat--you .hand button").nth(1).get_attribute("id")
    answered(page, lambda: page.keyboard.press("Digit2"))
    assert page.locator(f"#{first}").count() == 0
    answered(page, lambda: page.keyboard.press("KeyH"))
    wait_for_focus(page, "advice")
    page.keyboard.press("?")
    page.wait_for_url(f"**/{language}/accessibility/#keys")
    assert violations(page) == []


@pytest.mark.parametrize("keys", ["off", "on"])
def test_keys_where_they_must_not_be_heard(open_page, keys):
    """Off until somebody wants them; never while somebody writes, and never with Control or Alt."""
    page = open_page("/en/settings/")
    choose(page, "en", keys=keys)
    begin(page, "en")
    seen = page.locator("[name=seen]").input_value()
    for key in ("Control+1", "Alt+c", "Meta+h") if keys == "on" else ("1", "c", "h", "r", "?"):
        page.keyboard.press(key)
    page.wait_for_timeout(200)
    assert page.locator("[name=seen]").input_value() == seen
    page.goto("/en/search/")
    box = page.locator("#q")
    box.focus()
    page.keyboard.type("1hc?")
    assert box.input_value() == "1hc?"
    assert page.url.endswith("/en/search/")


@pytest.mark.parametrize(("language", "width", "scripts"), [("hi", 320, False), ("ar", 320, True), ("en", 1280, True)])
def test_two_presses_by_keyboard(open_page, language, width, scripts):
    """Arrows choose, Enter plays: also where a warning or a question stands above the table."""
    page = open_page("/en/settings/", width=width, height=568 if width == 320 else 800, scripts=scripts)
    choose(page, language, press="twice")
    begin(page, language)
    assert sideways(page) <= 0
    assert too_small(page, CONTROLS, 44) == []
    if scripts:
        assert violations(page) == []
    close = page.locator("button[name=weigh]").first
    if scripts:
        answered(page, close.click)
    else:
        follow(page, "button[name=weigh]")
    assert page.locator("#insist").count() == 1
    cards = page.locator(".seat--you .hand input")
    hand = cards.count()
    cards.first.focus()
    page.keyboard.press("ArrowDown")
    chosen = focused(page) if scripts else page.locator(".seat--you input:checked").get_attribute("id")
    assert chosen.startswith("card-")
    assert boxes(page, "label:has(:checked)")[0]["width"] > 0
    if scripts:
        answered(page, lambda: page.keyboard.press("Enter"))
    else:
        with page.expect_navigation():
            page.keyboard.press("Enter")
    assert page.locator(f".seat--you #{chosen}").count() == 0
    assert page.locator("#insist").count() == 0
    assert page.locator(".seat--you .hand li").count() in (hand, hand - 1)


def test_the_table_is_read_aloud(open_page):
    """Opened, it is shown and spoken line by line; closed again, nothing is said."""
    page = open_page(f"/hi{DEAL}", width=320, height=568)
    follow(page, "#begin")
    page.locator("#words summary").click()
    lines = page.locator("#words li").all_inner_texts()
    assert len(lines) >= 5
    wait_until(page, "document.getElementById('status').textContent.trim() !== ''")
    assert [line.strip() for line in page.locator("#status p").all_inner_texts()] == [line.strip() for line in lines]
    assert all(in_language(line, "hi") for line in lines)
    assert sideways(page) <= 0
    assert violations(page) == []
    assert too_small(page, "#words summary", 44) == []
    answered(page, page.locator(".seat--you .hand button").first.click)
    assert spoken(page)
    assert page.locator("#words[open]").count() == 0


def test_nothing_is_done_by_the_first_press_on_close(open_page):
    """The heading of the question has the focus, not a button: a key that is pressed twice closes nothing."""
    page = open_page(f"/en{DEAL}")
    follow(page, "#begin")
    page.locator("button[name=weigh]").first.focus()
    answered(page, lambda: page.keyboard.press("Enter"))
    wait_for_focus(page, "warning")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.wait_for_timeout(200)
    assert page.locator("#insist").count() == 1
    assert violations(page) == []
