"""Terms open where they stand, without a script; the glossary is sorted as the browser sorts; searching by form."""

from __future__ import annotations

import re

import pytest

from tests.browser.checks import boxes, in_language, sideways, wait_for_focus
from tests.browser.test_axe import violations
from tests.browser.visitor import LANGUAGES
from tutor.content.collation import DIGITS, without_article

pytestmark = pytest.mark.browser

IN_EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
WIDTHS_BY_TURNS = [
    (width, language) for turn, language in enumerate(LANGUAGES) for width in ((320, 390, 1280)[turn % 3],)
]
TERM = "button[popovertarget=term-stock]"
NOTE = "#term-stock"


def open_notes(page) -> list[str]:
    """Return the ids of the meanings that are to be seen."""
    return page.eval_on_selector_all(".term-note", "all => all.filter(e => e.checkVisibility()).map(e => e.id)")


@pytest.mark.parametrize(("width", "language"), WIDTHS_BY_TURNS)
def test_a_meaning_opens_in_place(open_page, language, width):
    """By a press, with scripts off: inside the window, beside its word, in the language of the page."""
    page = open_page(f"/{language}/rules/", width=width, height=640, scripts=False)
    assert open_notes(page) == []

    for term in ("term-stock", "term-card_points", "term-suit"):
        button = page.locator(f"button[popovertarget={term}]")
        button.click()
        assert open_notes(page) == [term]  # one at a time: the next press closes the last
        note = boxes(page, f"#{term}")[0]
        word = button.bounding_box()
        assert note["left"] >= 0
        assert note["right"] <= width
        assert note["top"] >= 0
        assert note["bottom"] <= 640
        assert min(abs(note["top"] - word["y"] - word["height"]), abs(word["y"] - note["bottom"])) < 20
        assert note["width"] > 200
        assert in_language(page.locator(f"#{term} .term-note__text").inner_text(), language)
        assert sideways(page) == 0


def test_a_meaning_by_keyboard(open_page):
    """Enter opens, Tab goes to the link inside, Escape closes; a word of the page is one stop."""
    page = open_page("/ar/rules/")
    page.locator(TERM).focus()

    page.keyboard.press("Enter")
    assert open_notes(page) == ["term-stock"]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.term-note')?.id") == "term-stock"
    page.keyboard.press("Escape")
    assert open_notes(page) == []
    assert page.evaluate("document.activeElement.getAttribute('popovertarget')") == "term-stock"


def test_the_link_leads_to_the_term(open_page):
    """And the page of the term leads back to the rule."""
    page = open_page("/hi/rules/", scripts=False)
    page.locator(TERM).click()
    page.locator(f"{NOTE} a").click()
    page.wait_for_url("**/hi/glossary/stock/")

    page.locator(".uses a[href*='/rules/']").first.click()
    page.wait_for_url(re.compile(r"/hi/rules/.*#"))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_no_violation_with_a_meaning_open(open_page, language, dark):
    """The control says that it is open, the text has contrast, the link is large enough."""
    page = open_page(f"/{language}/rules/", dark=dark)
    page.locator(TERM).click()

    assert open_notes(page) == ["term-stock"]
    assert violations(page) == []


def test_on_paper_a_term_is_plain_text(open_page):
    """No lines under words, no search field, no bottom of the page."""
    page = open_page("/en/rules/")
    page.emulate_media(media="print")

    assert page.locator(TERM).evaluate("e => getComputedStyle(e).textDecorationLine") == "none"
    assert not page.locator(".foot").is_visible()


# -- the order of words --------------------------------------------------------------------------------------------


def bare(word: str, language: str) -> str:
    """A word without its article; ICU alone tells the forms of alif apart."""
    return re.sub("[أإآ]", "ا", without_article(word, language))


SORTED = """([words, language]) => {
    const collator = new Intl.Collator(language, {ignorePunctuation: false});
    return [...words].sort(collator.compare);
}"""


@IN_EVERY_LANGUAGE
def test_the_glossary_is_sorted_as_the_browser_sorts(open_page, language):
    """Asked of ICU, which shares no code with ours; articles are taken off before."""
    page = open_page(f"/{language}/glossary/")
    words = [bare(word, language) for word in page.locator("dt a").all_inner_texts()]

    assert len(words) > 55
    assert page.evaluate(SORTED, [words, language]) == words


@IN_EVERY_LANGUAGE
def test_a_letter_leads_to_its_words(open_page, language):
    """The heading comes into view, and the words under it begin with it, for ICU too."""
    page = open_page(f"/{language}/glossary/", height=500)
    letters = page.locator(".letters a").all_inner_texts()
    page.locator(".letters a").nth(len(letters) // 2).click()

    heading = boxes(page, ":target")[0]
    assert 0 <= heading["top"] < 500
    same = "([a, b, l]) => new Intl.Collator(l, {sensitivity: 'base'}).compare(a, b) === 0"
    checked = 0
    for section in page.locator(".glossary__columns section").all():
        letter = section.locator("h2").inner_text()
        for word in section.locator("dt a").all_inner_texts():
            first = bare(word, language)[0]
            assert letter == DIGITS if first.isdigit() else page.evaluate(same, [letter, first, language]), word
            checked += 1
    assert checked > 55


# -- searching -----------------------------------------------------------------------------------------------------

QUERIES = [
    pytest.param("en", "tricks", "trick", id="en"),
    pytest.param("es", "bazas", "trick", id="es"),
    pytest.param("it", "prese", "trick", id="it"),
    pytest.param("ar", "لمه", "trick", id="ar"),
    pytest.param("hi", "बाजी", "game", id="hi"),
]


@pytest.mark.parametrize(("language", "query", "key"), QUERIES)
def test_search_by_form(open_page, language, query, key):
    """From the head of any page to a result with the keyboard alone, scripts off, on the smallest phone."""
    page = open_page(f"/{language}/learn/", width=320, height=568, scripts=False)
    page.locator(".find").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{language}/search/")
    wait_for_focus(page, "q")  # the box is what one came for

    page.keyboard.type(query)
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=*")

    link = page.locator(f".result > a[href='/{language}/glossary/{key}/']")
    assert link.locator("mark").count() >= 1
    assert sideways(page) == 0
    link.click()
    page.wait_for_url(f"**/{language}/glossary/{key}/")


@pytest.mark.parametrize(("width", "language"), WIDTHS_BY_TURNS)
def test_the_head_of_the_page_is_one_row(open_page, language, width):
    """Search, languages and the mark of the site beside each other; the name of the site is whole or not to be seen."""
    page = open_page(f"/{language}/", width=width)

    parts = boxes(page, ".logo b, .find, .languages summary")
    middles = [(box["top"] + box["bottom"]) / 2 for box in parts]
    assert len(parts) == 3
    assert max(middles) - min(middles) < 8
    assert page.locator(".bar").bounding_box()["height"] <= 64
    name, logo = boxes(page, ".logo span")[0], boxes(page, ".logo")[0]
    whole = (
        name["right"] <= logo["right"] + 0.5
        and name["left"] >= logo["left"] - 0.5
        and name["bottom"] <= logo["bottom"] + 0.5
    )
    hidden = name["top"] >= logo["bottom"] - 0.5
    assert whole or hidden
    assert whole or width < 390
