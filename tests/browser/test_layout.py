"""Every type of page in every language from the smallest phone to a desktop: nothing too wide, too small or covered."""

from __future__ import annotations

import pytest

from tests.browser.checks import boxes, one_row, sideways, uncovered
from tests.browser.visitor import LANGUAGES, PAGES, STEPS, act, by_turns, in_turn, step_at
from tutor.web.context import DOORS

pytestmark = pytest.mark.browser

WIDTHS = (320, 390, 1280)
EVERY_PAGE = {**PAGES, **{name: step.path for name, step in STEPS.items()}}
ROWS = [pytest.param(path, id=name) for name, path in EVERY_PAGE.items()]
ANSWERED = [
    pytest.param(step, state, id=f"{name}-{state}") for name, step in STEPS.items() for state in ("wrong", "solved")
]
IN_EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)

FIRST_STEP = step_at("who-wins-the-trick", 1)
CONTROLS = "button:not(.visually-hidden, .term), .button, .card--check, .choice, select, .doors a, summary, .chip, .logo, .door"
"""What one presses: 44 by 44 pixels. A radio button is pressed by its whole label, a term in a text is as low as its line."""
LINKS = "a:not(:is(p, li.panel) > a), p > a:only-child, .rule-link, .crumb a, .step__acts a"
"""Links: 24 by 24. In a running text a link may be as low as its line."""


@pytest.fixture(scope="module")
def window(chromium, site):
    """One page for all tests of this file that read only."""
    context = chromium.new_context(base_url=site, reduced_motion="reduce")
    troubles = []
    page = context.new_page()
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.troubles = troubles
    yield page
    context.close()


def show(page, path: str, width: int, height: int = 800) -> None:
    """Open a path in a window of this size."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(path)


def too_small(page, selector: str, least: float) -> list[str]:
    """Return the visible controls that are smaller than this."""
    return page.eval_on_selector_all(
        selector,
        """(all, least) => all.filter(e => e.checkVisibility()).filter(e => {
            const box = e.getBoundingClientRect();
            return box.width < least - 0.5 || box.height < least - 0.5;
        }).map(e => { const b = e.getBoundingClientRect(); return `${e.outerHTML.slice(0, 90)} ${b.width}x${b.height}`; })""",
        least,
    )


# -- as the pages are ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "language"), in_turn(ROWS))
def test_nothing_is_too_wide_or_too_small(window, path, language):
    window.troubles.clear()
    show(window, f"/{language}{path}", WIDTHS[0])
    for width in WIDTHS:
        window.set_viewport_size({"width": width, "height": 800})
        assert sideways(window) <= 0, width
        assert too_small(window, CONTROLS, 44) == [], width
        assert too_small(window, LINKS, 24) == [], width
        assert window.locator(CONTROLS).count() > 3
    # No script, style or picture was refused, none failed.
    assert [text for text in window.troubles if "404" not in text] == []


@IN_EVERY_LANGUAGE
def test_answered_steps_are_not_too_wide(chromium, site, language):
    context = chromium.new_context(base_url=site, viewport={"width": 320, "height": 568})
    page = context.new_page()
    seen = 0
    steps = by_turns(list(STEPS.values()), language)
    for step in steps:
        for answer in (step.wrong, step.right):
            act(context.request, f"/{language}{step.path}", step.form(answer))
            page.goto(f"/{language}{step.path}")
            assert page.locator("#feedback").count() == 1
            assert sideways(page) <= 0
            assert too_small(page, CONTROLS, 44) == []
            seen += 1
    context.close()
    assert seen == 2 * len(steps) >= 4


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize(
    ("path", "count"), [pytest.param("/", 6, id="home"), pytest.param(FIRST_STEP.path, 6, id="step")]
)
def test_six_cards_lie_side_by_side(window, language, path, count):
    show(window, f"/{language}{path}", 320, 568)
    hand = boxes(window, ".seat--you .hand .card")
    assert len(hand) == count
    assert one_row(hand)
    assert all(box["width"] >= 44 and box["left"] >= 0 and box["right"] <= 320 for box in hand)
    assert all(abs(box["height"] / box["width"] - 1.4) < 0.05 for box in hand)


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("width", [320, 390])
def test_the_rooms_of_the_site_fit_in_one_row(window, language, width):
    """The bar at the bottom of a phone holds a door for each, whatever they are called."""
    show(window, f"/{language}/glossary/", width, 568)
    doors = boxes(window, ".doors a")
    assert len(doors) == len(DOORS)
    assert one_row(doors)
    assert all(box["left"] >= 0 and box["right"] <= width for box in doors)


IN_VIEW = [
    pytest.param(language, path, id=f"{name}-{language}")
    for name, path in (("home", "/"), ("step", FIRST_STEP.path))
    for language in ("en", "ar", "hi")
]


@pytest.mark.parametrize(("language", "path"), IN_VIEW)
def test_the_whole_hand_is_above_the_bottom_bar(window, language, path):
    """On the smallest phone, as the page opens: nobody has to scroll to play the first card."""
    show(window, f"/{language}{path}", 320, 568)
    hand = boxes(window, ".seat--you .hand .card")
    bar = boxes(window, ".doors")[0]
    assert len(hand) == 6
    assert max(box["bottom"] for box in hand) <= bar["top"], "the hand lies under the bar"
    assert bar["bottom"] == pytest.approx(568, abs=1)
    for code in window.eval_on_selector_all(".seat--you button.card", "all => all.map(e => e.id)"):
        assert uncovered(window, f"#{code}")


# -- directions ----------------------------------------------------------------------------------------------------


def face(page, code: str) -> bytes:
    """Return the picture of a card without its edge, where the felt shines through."""
    box = page.locator(f"#card-{code}").bounding_box()
    edge = 6
    assert box["width"] == int(box["width"])  # on whole pixels, so that two pictures can be equal
    sides = {"width": box["width"] - 2 * edge, "height": int(box["height"]) - 2 * edge}
    return page.screenshot(clip={"x": box["x"] + edge, "y": box["y"] + edge, **sides})


def test_card_faces_are_not_mirrored(window):
    """The layout of an Arabic page is mirrored, a card is not: its picture is the same to the pixel."""
    faces, places = {}, {}
    for language in ("en", "ar"):
        show(window, f"/{language}/", 392)
        # At the same height of the window in both languages, so that the rows of pixels are the same ones.
        window.evaluate("document.querySelector('main').replaceChildren(document.querySelector('.seat--you .hand'))")
        faces[language] = {code: face(window, code) for code in ("JD", "AS", "TS", "9S")}
        places[language] = [window.locator(f"#card-{code}").bounding_box()["x"] for code in ("JD", "9S")]
    assert places["en"][0] < places["en"][1]
    assert places["ar"][0] > places["ar"][1]
    assert faces["en"] == faces["ar"]
    assert len(set(faces["ar"].values())) == 4
    window.locator("#card-TS .face").evaluate("e => e.style.transform = 'scaleX(-1)'")
    assert face(window, "TS") != faces["ar"]["TS"]


@IN_EVERY_LANGUAGE
def test_direction_and_language_of_every_page(window, language):
    for path in by_turns(list(EVERY_PAGE.values()), language):
        show(window, f"/{language}{path}", 390)
        html = window.locator("html")
        assert html.get_attribute("lang") == language
        assert html.get_attribute("dir") == ("rtl" if language == "ar" else "ltr")
        assert window.locator("h1").count() == 1
        assert window.locator("main").count() == 1


ORDERED = ["#task", ".seat--opponent", ".stock", ".trick", ".seat--you .hand", ".step__acts"]


@pytest.mark.parametrize("name", ["play", "legal"])
def test_order_of_the_document(window, name):
    """Task, opponent, stock, trick, hand, actions: the order in which it is read aloud."""
    show(window, f"/ar{STEPS[name].path}", 1280)
    places = window.evaluate(
        "all => all.map(s => [...document.querySelectorAll('main *')].indexOf(document.querySelector(s)))", ORDERED
    )
    assert -1 not in places
    assert places == sorted(places)


def test_sight_order_on_a_phone_is_the_order_of_the_document(window):
    show(window, f"/ar{STEPS['play'].path}", 320, 568)
    tops = [boxes(window, selector)[0]["top"] for selector in ORDERED]
    assert tops[0] < tops[1] < min(tops[2:4]) <= max(tops[2:4]) < tops[4] < tops[5]


# -- large text, turned phones, motion -----------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "language"), in_turn(ROWS))
def test_text_of_double_size(window, path, language):
    show(window, f"/{language}{path}", 320, 568)
    size = "parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)"
    before = window.evaluate(size)
    window.evaluate("document.documentElement.style.fontSize = '32px'")
    assert window.evaluate(size) >= 1.7 * before
    assert sideways(window) <= 0
    window.set_viewport_size({"width": 640, "height": 568})
    assert sideways(window) <= 0


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("path", [pytest.param("/", id="home"), pytest.param(FIRST_STEP.path, id="step")])
def test_a_turned_phone(window, language, path):
    """640 by 360: the task is there at once, the hand can be scrolled to, and no bar covers what is being used."""
    show(window, f"/{language}{path}", 640, 360)
    assert sideways(window) <= 0
    task = "#task" if "learn" in path else ".first-trick__task"
    assert boxes(window, task)[0]["top"] < 360
    for code in ("JD", "9S"):
        card = window.locator(f"#card-{code}")
        card.focus()
        assert uncovered(window, f"#card-{code}")


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("size", [pytest.param((320, 568), id="upright"), pytest.param((640, 360), id="turned")])
def test_the_bar_covers_nothing_that_has_the_focus(window, language, size):
    """Tab through a whole step: whatever has the focus is to be seen."""
    show(window, f"/{language}{FIRST_STEP.path}", *size)
    walked = 0
    for _ in range(40):
        window.keyboard.press("Tab")
        seen = window.evaluate(
            """() => {
                const e = document.activeElement;
                if (e === document.body) return null;
                const b = e.getBoundingClientRect();
                const top = document.elementFromPoint((b.left + b.right) / 2, (b.top + b.bottom) / 2);
                return [e.outerHTML.slice(0, 120), Boolean(top && (e.contains(top) || top.contains(e)))];
            }"""
        )
        if seen is None:
            break
        assert seen[1], seen[0]
        walked += 1
    assert walked > 15


@pytest.mark.parametrize("reduced", [pytest.param(True, id="reduced"), pytest.param(False, id="with-motion")])
def test_reduced_motion_moves_nothing(open_page, reduced):
    page = open_page("/en/", reduced_motion=reduced)
    page.locator("#card-JD").hover()
    page.wait_for_timeout(200)
    moved = page.locator("#card-JD").evaluate("e => getComputedStyle(e).transform")
    duration = page.locator("#card-JD").evaluate("e => getComputedStyle(e).transitionDuration")
    assert (moved == "none", duration == "0s") == (reduced, reduced)
    assert page.evaluate("document.getAnimations().length") == 0


# -- the checks see faults -----------------------------------------------------------------------------------------


def test_the_checks_see_what_is_wrong(window):
    show(window, "/en/", 320, 568)
    assert sideways(window) <= 0
    assert uncovered(window, "#card-JD")
    window.evaluate("document.querySelector('h1').style.cssText = 'white-space: nowrap; max-inline-size: none'")
    assert sideways(window) > 0
    window.evaluate("document.querySelector('#card-JD').style.inlineSize = '40px'")
    assert any('id="card-JD"' in found for found in too_small(window, CONTROLS, 44))
    window.evaluate("document.querySelector('.doors').style.blockSize = '90%'")
    assert not uncovered(window, "#card-JD")
    hand = boxes(window, ".seat--you .hand .card")
    assert one_row(hand)
    assert not one_row([*hand, hand[0]])
    assert not one_row([hand[0], {**hand[1], "top": hand[1]["top"] + 50}])


LISTS = {"puzzles": "/puzzles/", "build": "/position/build/", "compare": "/rules/compare/?a=classic66&b=schnapsen"}
CUT_OFF = """() => {
    const pen = document.createElement('canvas').getContext('2d');
    return [...document.querySelectorAll('select')].filter(list => list.checkVisibility()).filter(list => {
        const style = getComputedStyle(list), arrow = 18;
        pen.font = style.font;
        const room = list.clientWidth - parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd) - arrow;
        return pen.measureText(list.selectedOptions[0].text).width > room;
    }).map(list => `${list.id}: ${list.selectedOptions[0].text}`);
}"""
"""The lists of a page whose chosen line is longer than the list is wide."""


@pytest.mark.parametrize("path", LISTS.values(), ids=LISTS)
@IN_EVERY_LANGUAGE
def test_what_is_chosen_in_a_list_can_be_read(window, language, path):
    """Nothing is cut off on a phone and on a desktop."""
    for width in WIDTHS[1:]:
        show(window, f"/{language}{path}", width)
        assert window.evaluate(CUT_OFF) == [], width
    window.evaluate("document.querySelector('select').style.inlineSize = '70px'")
    assert len(window.evaluate(CUT_OFF)) == 1
