"""The rules explorer in a real browser: every type of page looked at by axe and measured; used by keyboard."""

from __future__ import annotations

import pytest

from tests.browser.checks import focused, sideways, wait_until
from tests.browser.test_axe import COLOURS, violations
from tests.browser.test_layout import CONTROLS, LINKS, too_small
from tests.browser.visitor import EVERYTHING

pytestmark = pytest.mark.browser

STRICT = "KC9CADKS/KDQHAS_-_C_B:QC_29.3.0/51.5.0_-_A0-0_-"
VIEW = "JDQHJHASTS9S/??????????_??????????????????????.KC_C_A_0.0.0/0.0.0_-_B0-0_-."
PAGES = {
    "section": "/rules/close/?preset=santase",
    "section-turned": "/rules/strict/?preset=classic66;strict_head=no&was=classic66&with={other}",
    "book-beside": "/rules/?preset=eight66&with={other}",
    "slips": "/rules/match/?preset=classic66;x=1",
    "own": "/rules/own/?preset=schnapsen",
    "compare": "/rules/compare/?a=classic66&b=schnapsen",
    "print": "/rules/print/?with={other}",
    "position": "/position/?rules=santase",
    "position-refused": f"/position/?p={STRICT}&card=9C",
    "position-ended": f"/position/?p={STRICT}&do=A:KC,A*",
    "position-view": f"/position/?p={VIEW}",
    "build": "/position/build/",
    "build-refused": "/position/build/?build=1&rules=classic66&marriages_you=x",
}
"""Every type of page in every state."""
SAMPLE = {"en": "ar", "ar": "en", "hi": "es"}
"""The languages that pages are looked at in, by turns, and the second language beside each."""
ROWS = [
    pytest.param(path, language, id=f"{name}-{language}")
    for at, (name, path) in enumerate(PAGES.items())
    for language in (("ar", "en", "hi") if EVERYTHING else (("ar", "en", "ar", "hi")[at % 4],))
]


@pytest.fixture(scope="module")
def window(chromium, site):
    """One page for all tests that read only."""
    context = chromium.new_context(base_url=site, reduced_motion="reduce")
    page = context.new_page()
    yield page
    context.close()


@pytest.mark.parametrize(("path", "language"), ROWS)
def test_pages_are_sound(window, path, language):
    """Nothing is too wide or too small to press on the smallest phone and a desktop; axe finds nothing, dark or light."""
    window.set_viewport_size({"width": 320, "height": 800})
    window.emulate_media(color_scheme="light")
    window.goto(f"/{language}{path.format(other=SAMPLE[language])}")
    for width in (390, 1280, 320):
        window.set_viewport_size({"width": width, "height": 800})
        assert sideways(window) <= 0, width
    assert too_small(window, CONTROLS + ", .switch__value", 44) == []
    assert too_small(window, LINKS, 24) == []
    assert violations(window) == []
    window.emulate_media(color_scheme="dark")
    assert violations(window, COLOURS) == []


# -- by keyboard ---------------------------------------------------------------------------------------------------


def tab_to(page, target: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if focused(page) == target:
            return
    raise AssertionError(f"never on {target}, last on {focused(page)}")


def choose(page, name: str, value: str) -> None:
    """Choose in the list that has the focus, by arrow keys alone."""
    assert focused(page) == name
    values = page.eval_on_selector_all(f"#{name} option", "all => all.map(e => e.value)")
    page.keyboard.press("Home")
    for _ in range(values.index(value)):
        page.keyboard.press("ArrowDown")
    assert page.locator(f"#{name}").input_value() == value


def test_the_explorer_in_arabic_by_keyboard(open_page):
    """Build a position, be told what is wrong, put it right, try a card, be refused, and open the rule."""
    page = open_page(f"/ar/position/build/?rules=classic66&p={STRICT}", width=1280, height=900)
    tab_to(page, "card_9C")
    choose(page, "card_9C", "theirs")
    page.keyboard.press("Enter")
    if "build=1" not in page.url:  # Enter in a list sends no form in some browsers
        tab_to(page, "show")
        page.keyboard.press("Enter")
    page.wait_for_url("**/ar/position/build/?**build=1**")
    problem = page.locator("#problem")
    assert problem.is_visible()
    assert problem.evaluate("e => getComputedStyle(e).direction") == "rtl"
    assert page.locator("#card_9C").input_value() == "theirs"

    tab_to(page, "card_9C")
    choose(page, "card_9C", "mine")
    tab_to(page, "show")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ar/position/?rules=classic66&p=**")
    tab_to(page, "card-9C")
    page.keyboard.press("Enter")
    page.wait_for_url("**card=9C**")
    refused = page.locator("#refused")
    assert refused.is_visible()
    assert refused.locator("h2").inner_text().strip()
    page.locator("#refused .rule-link").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/ar/rules/strict/#strict.head")
    clause = page.locator("[id='strict.head']")
    assert clause.is_visible()
    assert clause.evaluate(
        "e => { const b = e.getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight; }"
    )


def test_playing_on_without_scripts(open_page):
    """A card is played by pressing it, the next one by a link, and back again."""
    page = open_page(f"/hi/position/?p={STRICT}", scripts=False)
    page.locator("#card-KC").click()
    page.wait_for_url("**&do=A:KC")
    page.locator("ul.acts a").first.click()
    page.wait_for_url("**&do=A:KC,**")
    page.locator("#back").click()
    page.wait_for_url("**&at=1")
    page.locator("#forward").click()
    assert "at=" not in page.url


def test_a_switch_is_turned_without_scripts(open_page):
    """One press on the other value: the page says what changed and the clause is in view."""
    page = open_page("/en/rules/strict/", scripts=False)
    page.locator("#switch-strict_head a.switch__value").click()
    page.wait_for_url("**/en/rules/strict/?preset=classic66;strict_head=no&was=classic66#strict.head")
    assert page.locator("[id='strict.head'].clause--changed").is_visible()
    assert page.locator("#turned").count() == 1


# -- what the script adds ------------------------------------------------------------------------------------------


def test_the_second_language_is_remembered(open_page):
    """Chosen once, links to the rules take it along; chosen away, they do not. No cookie is set."""
    page = open_page("/en/rules/strict/#strict.head", width=1280)
    page.locator(".beside-menu summary").click()
    page.locator("[data-beside='ar']").click()
    page.wait_for_url("**/en/rules/strict/?with=ar#strict.head")
    page.goto("/en/")
    page.locator(".doors a[href$='/rules/']").click()
    page.wait_for_url("**/en/rules/?with=ar")
    assert page.locator(".clause__beside").count() > 50
    page.locator(".beside-menu summary").click()
    page.locator("[data-beside='']").click()
    page.wait_for_url("**/en/rules/")
    assert page.context.cookies() == []


def test_another_language_at_the_same_place(open_page):
    """The language menu keeps the clause that the reader is at."""
    page = open_page("/en/rules/strict/?preset=eight66#strict.head", width=1280)
    page.locator("#languages summary").click()
    page.locator("#languages [data-language='hi']").click()
    page.wait_for_url("**/hi/rules/strict/?preset=eight66#strict.head")


def test_links_are_copied(open_page, site):
    """The number of a clause and the link to a position go to the clipboard, and the page says so."""
    page = open_page("/en/rules/strict/?preset=santase", width=1280)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site)
    page.locator("[id='strict.head'] .number").click()
    wait_until(page, "document.querySelector('#status').textContent.trim() !== ''")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{site}/en/rules/strict/?preset=santase#strict.head"
    page.goto(f"/en/position/?p={STRICT}")
    page.locator("a[data-copy]").click()
    wait_until(page, "document.querySelector('#status').textContent.trim() !== ''")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}/en/position/?rules=classic66&p={STRICT}"


@pytest.mark.parametrize(
    "clipboard",
    [
        pytest.param("undefined", id="plain-http"),
        pytest.param("{writeText: () => Promise.reject(new DOMException('', 'NotAllowedError'))}", id="refused"),
        pytest.param("{}", id="half-a-clipboard"),
    ],
)
def test_a_link_that_cannot_be_copied_is_followed(open_page, site, clipboard):
    """In a class room over plain HTTP browsers have no clipboard: the address stands in the bar, and nothing fails."""
    page = open_page(f"/en/position/?p={STRICT}&do=A:KC&at=0", width=1280)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.evaluate(f"Object.defineProperty(navigator, 'clipboard', {{value: {clipboard}, configurable: true}})")
    link = page.locator("a[data-copy]")
    there = link.evaluate("link => link.href")
    assert page.url != there
    link.click()
    page.wait_for_url(there)

    page.goto(f"{site}/en/rules/strict/?preset=santase")
    page.evaluate(f"Object.defineProperty(navigator, 'clipboard', {{value: {clipboard}, configurable: true}})")
    page.locator("[id='strict.head'] .number").click()
    page.wait_for_url(f"{site}/en/rules/strict/?preset=santase#strict.head")
    assert page.locator("#status").inner_text().strip() == ""
    assert faults == []


# -- paper ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("language", ["en", "ar", "hi"])
def test_the_rules_fit_on_two_sheets(window, language, paper):
    """Two pages in each of these languages; the bar of the site is not printed."""
    window.emulate_media(color_scheme="light")
    window.goto(f"/{language}/rules/print/")
    sheets = window.pdf(format=paper, print_background=True)
    assert sheets.count(b"/Type /Page") - sheets.count(b"/Type /Pages") == 2
    window.emulate_media(media="print")
    assert not window.locator(".bar").is_visible()
    assert window.locator(".sheet").is_visible()
    window.emulate_media(media="null")
