"""Progress, accounts, settings and reviews in a real browser: without scripts, with every look, in every language."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from tests.browser.checks import boxes, follow, sideways, wait_until
from tests.browser.test_axe import COLOURS, violations
from tests.browser.visitor import EVERYTHING, LANGUAGES, act, every_step, field_of
from tutor.learners.models import RuleReview, StepProgress
from tutor.learners.preferences import CHOICES, Preferences
from tutor.learners.transfer import Contents, Owner, write
from tutor.lessons.sync import step_key
from tutor.lessons.texts import lessons

pytestmark = pytest.mark.browser

NUMBERS = count(1)
PASSWORD = "seven green cards"
STEPS = every_step("who-wins-the-trick")
NOW = datetime.now(UTC)


def a_file(rules: tuple[str, ...] = ("trick.win", "trick.other", "cards.rank", "trick.next")) -> bytes:
    """A file of somebody who solved a lesson three days ago: its rules are due."""
    then = NOW - timedelta(days=3)
    lesson = next(lesson for lesson in lessons() if lesson.slug == "who-wins-the-trick")
    steps = [
        StepProgress(lesson=lesson.slug, step=step_key(step), solved=True, first_try=place > 1, tries=1, updated=then)
        for place, step in enumerate(lesson.steps)
    ]
    reviews = [
        RuleReview(rule=rule, due=then + timedelta(days=1), misses=int(place == 0), updated=then)
        for place, rule in enumerate(rules)
    ]
    return write(Contents(steps, reviews, Preferences()), Owner(), NOW)


def bring(page, language: str = "en") -> None:
    """Read the file by the form of the page."""
    page.goto(f"/{language}/progress/")
    page.locator("#file").set_input_files({"name": "progress.json", "mimeType": "application/json", "buffer": a_file()})
    page.locator("#import").click()
    page.locator("#notice").wait_for()


def choose(page, **values: str) -> None:
    """Choose settings by their labels and save."""
    page.goto("/en/settings/")
    for name, value in values.items():
        page.locator(f"label:has(#{name}-{value})").click()
    page.locator("#save").click()
    page.locator("#saved").wait_for()


# -- without scripts -----------------------------------------------------------------------------------------------


def test_a_whole_visit_without_scripts(open_page):
    """Learn, save a file, sign up, sign out, sign in, reset, undo, read the file back: plain forms and links."""
    page = open_page("/en/settings/", scripts=False)
    act(page.context.request, f"/en{STEPS[0].path}", STEPS[0].right)
    page.goto("/en/progress/")
    assert "Steps done: 1 of" in page.locator("main").inner_text()
    with page.expect_download() as download:
        page.locator("#export").click()
    data = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert len(data["steps"]) == 1

    name = f"Visitor {next(NUMBERS)} {NOW:%f}"
    page.goto("/en/account/")
    page.get_by_role("link", name="Make an account").click()
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("#submit").click()
    assert "What you did before belongs to it." in page.locator("#done").inner_text()
    page.locator("#sign-out").click()
    page.goto("/en/progress/")
    assert "Steps done: 1 of" not in page.locator("main").inner_text()
    page.goto("/en/account/sign-in/")
    page.get_by_label("User name").fill(name.upper())
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("#submit").click()
    page.goto("/en/progress/")
    assert "Steps done: 1 of" in page.locator("main").inner_text()

    page.locator("#reset").click()
    page.locator("button#reset").click()
    assert "Steps done: 1 of" not in page.locator("main").inner_text()
    page.locator("#undo").click()
    assert "Steps done: 1 of" in page.locator("main").inner_text()
    page.locator("#file").set_input_files(download.value.path())
    page.locator("#import").click()
    assert "The file has been read." in page.locator("#notice").inner_text()


def test_a_review_without_scripts(open_page):
    """From what is due through a question and back."""
    page = open_page("/en/progress/", scripts=False)
    bring(page)
    follow(page, "#review")
    follow(page, "#go")
    assert page.locator("h1").inner_text() == "Question 1"
    for _hint in range(4):
        if page.locator("#next").count():
            break
        follow(page, "#hint-button")
    follow(page, "#next")
    assert page.locator("h1").inner_text() == "Question 2"
    page.goto("/en/review/")
    assert "1 rule reviewed today." in page.locator("main").inner_text()


def test_a_review_with_scripts(open_page):
    """The answer is swapped in, said aloud, and the focus goes to what comes next."""
    page = open_page("/en/progress/")
    bring(page)
    page.goto("/en/review/1/")
    for _hint in range(4):
        if page.locator("#next").count():
            break
        before = page.locator("#status").inner_text()
        page.locator("#hint-button").click()
        wait_until(
            page, "text => { const s = document.querySelector('#status').textContent; return s && s !== text; }", before
        )
    wait_until(page, "document.activeElement.id === 'next'")
    assert page.url.endswith("/en/review/1/")
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/review/2/*")


# -- the look ------------------------------------------------------------------------------------------------------

COLOUR = "e => getComputedStyle(e).color"


@pytest.mark.parametrize("path", ["/", "/learn/who-wins-the-trick/1/"], ids=["reading", "personal"])
def test_four_colours(open_page, path):
    """Each suit has one of its own, on the page that is the same for everybody by the script, else by the server."""
    page = open_page("/en/settings/")
    choose(page, deck="four")
    page.goto(f"/en{path}")

    colours = {suit: page.locator(f".face--{suit}").first.evaluate(COLOUR) for suit in "DHS"}
    assert len(set(colours.values())) == 3
    choose(page, deck="two")
    page.goto(f"/en{path}")
    again = {suit: page.locator(f".face--{suit}").first.evaluate(COLOUR) for suit in "DHS"}
    assert again["D"] == again["H"] == colours["H"] != again["S"] == colours["S"]


def test_suit_colours_can_be_told_from_the_card(open_page):
    """Four and a half to one at least, in light and dark."""
    for dark in (False, True):
        page = open_page("/en/", dark=dark)
        for token in ("--card-black", "--card-red", "--card-blue", "--card-green"):
            assert contrast(page, token, "--card") >= 4.5, token


def contrast(page, one: str, other: str) -> float:
    """The contrast of two tokens."""
    probe = """tokens => tokens.map(t => { const e = document.createElement('i'); e.style.color = `var(${t})`;
        document.body.append(e); const c = getComputedStyle(e).color; e.remove(); return c.match(/[0-9.]+/g).map(Number); })"""
    light, dark = sorted((luminance(colour) for colour in page.evaluate(probe, [one, other])), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: list[float]) -> float:
    """Relative luminance of red, green, blue from 0 to 255."""
    parts = [c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


SIZES = [pytest.param(size, id=size) for size in CHOICES["text"]]
LARGE = [
    "/",
    "/rules/",
    "/learn/",
    STEPS[0].path,
    "/progress/",
    "/settings/",
    "/account/sign-up/",
    "/privacy/",
    "/review/",
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_largest_text_fits_the_smallest_phone(open_page, language):
    """Twice as large at 320 pixels: nothing runs sideways, and the hand stands in rows of three."""
    page = open_page("/en/settings/", width=320, height=568)
    choose(page, text="200")
    for path in LARGE:
        page.goto(f"/{language}{path}")
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px", path
        assert sideways(page) <= 0, path
    page.goto(f"/{language}{STEPS[0].path}")
    hand = boxes(page, ".seat--you .hand .card")
    assert sorted(round(box["top"]) for box in hand)[2] < sorted(round(box["top"]) for box in hand)[3]
    assert len({round(box["top"]) for box in hand}) == 2


@pytest.mark.parametrize("size", SIZES)
def test_text_sizes(open_page, size):
    """Each one is what it says, on both kinds of pages, from the first moment."""
    page = open_page("/en/settings/")
    choose(page, text=size)
    for path in ("/en/progress/", "/en/privacy/"):
        page.goto(path)
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 16 * int(size) / 100
        shift = page.evaluate(
            "new Promise(done => { let sum = 0; new PerformanceObserver(list => { for (const e of list.getEntries())"
            " sum += e.value; }).observe({type: 'layout-shift', buffered: true}); setTimeout(() => done(sum), 150); })"
        )
        assert shift <= 0.02, path


def test_no_motion(open_page):
    """As wished, whatever the device says."""
    page = open_page("/en/settings/", reduced_motion=False)
    choose(page, motion="none")
    page.goto("/en/")
    page.locator("#card-JD").hover()
    page.wait_for_timeout(250)
    assert page.locator("#card-JD").evaluate("e => getComputedStyle(e).transform") == "none"


SOME = LANGUAGES if EVERYTHING else ("ar", "hi")
"""The languages in which axe looks at long visits."""
LATIN = re.compile(r"[0-9]")


@pytest.mark.parametrize("language", ["ar", "hi"])
@pytest.mark.parametrize("path", ["/", "/rules/", "/privacy/", "/progress/", STEPS[0].path])
def test_native_digits(open_page, language, path):
    """One kind of digits a page: by the script where the page is the same for everybody, else by the server."""
    page = open_page("/en/settings/")
    choose(page, digits="native")
    page.goto(f"/{language}{path}")

    told = page.evaluate(
        """() => { const kept = [...document.querySelectorAll('[translate=no], script, template')];
            kept.forEach(e => e.remove());
            return document.body.innerText + [...document.querySelectorAll('[aria-label]')].map(e => e.ariaLabel); }"""
    )
    assert LATIN.findall(told) == []
    assert not LATIN.search(page.title())


def test_native_digits_after_a_swap(open_page):
    """The trick on the home page is swapped in by htmx."""
    page = open_page("/en/settings/")
    choose(page, digits="native")
    page.goto("/ar/")
    page.locator("#card-QH").click()
    page.locator("#first-trick-result").wait_for()
    wait_until(page, "!/[0-9]/.test(document.querySelector('#first-trick').innerText)")


def test_without_a_choice_nothing_is_on_the_page(open_page):
    """No attribute, no cookie."""
    page = open_page("/en/")
    assert page.evaluate("Object.keys(document.documentElement.dataset).length") == 0
    page.goto("/en/settings/")
    assert {cookie["name"] for cookie in page.context.cookies()} <= {"csrftoken"}


def test_a_broken_cookie_breaks_nothing(open_page, site):
    """Whatever stands in it, the script goes on."""
    page = open_page("/en/")
    troubles = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    for value in ("text-", "-", "deck-four.x-y.text", "....", "text-9999"):
        page.context.add_cookies([{"name": "sixtysix_look", "value": value, "url": site}])
        page.goto("/en/")
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "16px"
    assert troubles == []


# -- accessibility -------------------------------------------------------------------------------------------------


def checked(page) -> None:
    """No violation in light, none of colour in dark."""
    page.emulate_media(color_scheme="light")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, COLOURS) == []
    assert sideways(page) <= 0


@pytest.mark.parametrize("language", SOME if EVERYTHING else SOME[:1])
def test_no_violation(open_page, language):
    """Progress with something in it, a notice, an undo, a bad file; what is due; a question before and after its answer."""
    page = open_page(f"/{language}/progress/", width=320)
    bring(page, language)
    checked(page)
    page.goto(f"/{language}/review/")
    checked(page)
    page.goto(f"/{language}/review/1/")
    checked(page)
    for _hint in range(4):
        if page.locator("#next").count():
            break
        page.locator("#hint-button").click()
        page.wait_for_timeout(200)
    checked(page)
    page.goto(f"/{language}/progress/reset/")
    page.locator("button#reset").click()
    page.locator("#undo").wait_for()
    checked(page)
    page.locator("#file").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"x"})
    page.locator("#import").click()
    page.locator("#problem").wait_for()
    checked(page)


@pytest.mark.parametrize("language", SOME if EVERYTHING else SOME[1:])
def test_no_violation_of_an_account(open_page, language):
    """Forms with faults, the account, its password and its end; settings with a fault."""
    page = open_page(f"/{language}/account/sign-up/", width=320)
    page.locator("#submit").click()
    checked(page)
    page.locator("#id_username").fill(f"Somebody {next(NUMBERS)} {NOW:%f}")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("#submit").click()
    page.locator("#done").wait_for()
    for path in ("", "password/", "delete/"):
        page.goto(f"/{language}/account/{path}")
        checked(page)
    page.locator("#submit").click()
    checked(page)
    page.goto(f"/{language}/settings/")
    page.locator("label:has(#ruleset-own)").click()
    page.locator("#own").fill("whist")
    page.locator("#save").click()
    page.locator("#own-problem").wait_for()
    checked(page)
    page.goto(f"/{language}/account/")
    page.locator("#sign-out").click()
    page.goto(f"/{language}/account/sign-in/")
    page.locator("#id_username").fill("nobody")
    page.locator("#id_password").fill("nothing")
    page.locator("#submit").click()
    page.locator("#form-problem").wait_for()
    checked(page)


def test_the_token_of_a_form_is_there(open_page):
    """The forms that this file sends are those of the pages."""
    page = open_page("/en/account/sign-up/")
    assert field_of(page.content(), "csrfmiddlewaretoken")
