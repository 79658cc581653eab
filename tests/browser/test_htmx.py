"""With htmx: fragments, focus, the sentence that is read aloud, doubled and stale forms, Back, errors."""

from __future__ import annotations

import pytest

from tests.browser.checks import focused, in_language, spoken, status, wait_for_focus, wait_for_phase, wait_until
from tests.browser.visitor import STEPS, every_step, press_answer
from tutor.exercises.kinds.base import Verdict

pytestmark = pytest.mark.browser

PLAY, WHO, LEGAL, PICK = (STEPS[name] for name in ("play", "who", "legal", "pick"))
KINDS = [pytest.param(step, id=name) for name, step in STEPS.items()]


def seen(page) -> str:
    """How many actions the server has counted on this step."""
    return page.locator("input[name=seen]").input_value()


def posts_of(page) -> list[str]:
    """A list that fills with every form that the page sends."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    return sent


# -- once and only once --------------------------------------------------------------------------------------------

TWICE = [
    pytest.param("e => { e.click(); e.click(); }", id="two-clicks-at-once"),
    pytest.param("e => { e.click(); setTimeout(() => e.click(), 5); }", id="two-clicks-after-another"),
]


@pytest.mark.parametrize("clicks", TWICE)
def test_a_doubled_click_counts_once(open_page, clicks):
    page = open_page(f"/en{PLAY.path}")
    sent = posts_of(page)
    page.locator(f"#card-{PLAY.wrong['card']}").evaluate(clicks)
    wait_for_phase(page, "wrong")
    page.wait_for_timeout(150)
    assert seen(page) == "1"
    assert len(sent) == 1
    assert page.locator("#notice").count() == 0


def test_two_cards_at_once_are_one_answer(open_page):
    """Whatever comes while an answer is on its way is dropped, also from another button."""
    page = open_page(f"/en{PLAY.path}")
    sent = posts_of(page)
    page.evaluate("for (const card of document.querySelectorAll('.seat--you button.card')) card.click()")
    page.locator("#feedback").wait_for()
    page.wait_for_timeout(150)
    assert len(sent) == 1
    assert seen(page) == "1"
    assert page.locator("#notice").count() == 0


def test_a_double_click_with_the_mouse_counts_once(open_page):
    page = open_page(f"/en{WHO.path}")
    page.locator(f"#who-{WHO.right['who']}").dblclick()
    wait_for_phase(page, "solved")
    page.wait_for_timeout(150)
    assert seen(page) == "1"


def test_the_same_form_sent_twice_counts_once(open_page):
    """Past the guard in the page: the second of two equal posts changes nothing."""
    page = open_page(f"/en{PLAY.path}")
    page.locator("#hint-button").click()  # from here on there is a visitor
    page.locator("#hints li").wait_for()
    first, second = page.evaluate(
        """async card => {
            const form = () => { const data = new FormData(document.querySelector('#answer-form'));
                data.set('card', card); return new URLSearchParams(data); };
            const send = () => fetch(location.pathname, {method: 'POST', body: form(), headers: {'HX-Request': 'true'}});
            return Promise.all((await Promise.all([send(), send()])).map(r => r.text()));
        }""",
        PLAY.wrong["card"],
    )
    page.reload()
    assert seen(page) == "2"
    assert ['id="notice"' in answer for answer in sorted((first, second), key=len)].count(True) == 1


def test_an_old_tab_changes_nothing_and_says_so(open_page):
    page = open_page(f"/en{WHO.path}")
    old = page.context.new_page()
    old.goto(page.url)
    press_answer(page, WHO, WHO.right)
    wait_for_phase(page, "solved")
    press_answer(old, WHO, WHO.wrong)
    wait_for_phase(old, "solved")  # how things stand
    assert "out of date" in old.locator("#notice").inner_text()
    assert "out of date" in status(old)
    assert seen(old) == seen(page) == "1"
    assert "Correct" in old.locator("#feedback").inner_text()


# -- focus and speech ----------------------------------------------------------------------------------------------


def first_hint(page, step):
    page.locator("#hint-button").click()


def all_hints(page, step):
    for number in range(1, 5):
        page.locator("#hint-button").click()
        page.locator(f"#hints li:nth-child({number})").wait_for()


def wrong(page, step):
    press_answer(page, step, step.wrong)


def right(page, step):
    press_answer(page, step, step.right)


def retried(page, step):
    press_answer(page, step, step.right)
    wait_for_focus(page, "next")
    page.locator("#retry").click()


def nothing(page, step):
    page.locator("#check").click()


FOCUS = [
    pytest.param(PLAY, wrong, "feedback", id="play-refused"),
    pytest.param(PLAY, right, "next", id="play-right"),
    pytest.param(PLAY, first_hint, "hint-button", id="play-hint"),
    pytest.param(PLAY, all_hints, "next", id="play-all-hints"),
    pytest.param(PLAY, retried, "card-KC", id="play-retried"),
    pytest.param(LEGAL, wrong, "feedback", id="legal-wrong"),
    pytest.param(LEGAL, right, "next", id="legal-right"),
    pytest.param(LEGAL, retried, "card-9C", id="legal-retried"),
    pytest.param(LEGAL, nothing, "notice", id="legal-nothing"),
    pytest.param(WHO, wrong, "feedback", id="who-wrong"),
    pytest.param(WHO, right, "next", id="who-right"),
    pytest.param(WHO, retried, "who-A", id="who-retried"),
    pytest.param(PICK, wrong, "feedback", id="pick-wrong"),
    pytest.param(PICK, right, "next", id="pick-right"),
    pytest.param(PICK, retried, "statement-nine-of-trumps", id="pick-retried"),
    pytest.param(PICK, nothing, "notice", id="pick-nothing"),
    pytest.param(STEPS["spot"], wrong, "feedback", id="spot-wrong"),
    pytest.param(STEPS["spot"], right, "next", id="spot-right"),
    pytest.param(STEPS["spot"], retried, "line-0", id="spot-retried"),
]


@pytest.mark.parametrize(("step", "act", "target"), FOCUS)
def test_where_the_focus_goes_and_what_is_read_aloud(open_page, step, act, target):
    page = open_page(f"/hi{step.path}")
    assert status(page) == ""
    assert focused(page) == "BODY"
    act(page, step)
    wait_for_focus(page, target)
    assert in_language(spoken(page), "hi"), status(page)
    assert page.locator("#alert").inner_text() == ""
    assert page.locator("[role=status]").count() == 1
    assert page.locator("h1").count() == 1


def test_the_same_sentence_is_spoken_again(open_page):
    """The region is emptied before it is filled, or nobody would hear the second one."""
    page = open_page(f"/en{PLAY.path}")
    page.evaluate(
        "window.said = []; new MutationObserver(() => window.said.push(document.querySelector('#status').textContent))"
        ".observe(document.querySelector('#status'), {childList: true, characterData: true, subtree: true})"
    )
    for times in (1, 2):
        page.locator(f"#card-{PLAY.wrong['card']}").click()
        wait_until(page, "n => window.said.filter(Boolean).length >= n", times)
    spoken = [text for text in page.evaluate("window.said") if text]
    assert spoken[0] == spoken[-1]
    assert "" in page.evaluate("window.said")
    assert "Not allowed." in spoken[0]


def test_the_first_trick_moves_the_focus(open_page):
    page = open_page("/ar/")
    page.locator("#card-AS").click()
    wait_for_focus(page, "first-trick-result")
    assert in_language(status(page), "ar")
    page.locator("#first-trick a[hx-get]").click()
    wait_for_focus(page, "card-JD")
    assert in_language(status(page), "ar")
    assert page.url.endswith("/ar/")


# -- titles, Back, languages ---------------------------------------------------------------------------------------


def test_every_step_has_its_title(open_page):
    page = open_page("/en/")
    titles = [page.title()]
    steps = every_step("trumps")
    for step in steps:
        page.goto(f"/en{step.path}")
        assert page.title() == f"Step {step.number} of {len(steps)} – Trumps · Sixty-Six"
        titles.append(page.title())
    for path in ("/learn/", "/learn/trumps/", "/rules/", "/rules/?preset=santase", "/rules/sources/", "/nothing/"):
        page.goto(f"/en{path}")
        titles.append(page.title())
    assert len(set(titles)) == len(titles) == len(steps) + 7


@pytest.mark.parametrize("step", KINDS)
def test_back_shows_the_step_as_it_was_left(open_page, step):
    page = open_page(f"/ar{step.path}")
    press_answer(page, step, step.right)
    wait_for_phase(page, "solved")
    page.locator("#next").click()
    page.wait_for_url(lambda url: not url.endswith(step.path))
    page.go_back()
    page.wait_for_url(f"**/ar{step.path}*")
    wait_for_phase(page, "solved")
    assert page.locator("#next").count() == 1
    assert page.locator("html").get_attribute("dir") == "rtl"
    assert page.locator("header").count() == 1  # a page, not a bare fragment


def test_back_after_a_wrong_answer_takes_a_right_one(open_page):
    """The form that comes back knows how many actions there were."""
    page = open_page(f"/en{WHO.path}")
    press_answer(page, WHO, WHO.wrong)
    wait_for_phase(page, "wrong")
    page.goto("/en/rules/")
    page.go_back()
    wait_for_phase(page, "wrong")
    page.locator("#retry").click()
    wait_for_phase(page, "awaiting")
    press_answer(page, WHO, WHO.right)
    wait_for_phase(page, "solved")
    assert page.locator("#notice").count() == 0


SWITCHES = [
    pytest.param("/learn/", id="learn"),
    pytest.param("/rules/?preset=santase", id="rules-with-preset"),
    pytest.param(PLAY.path, id="step-without-draft"),
    pytest.param(LEGAL.path, id="step-with-draft"),
]


@pytest.mark.parametrize("path", SWITCHES)
def test_language_and_direction_after_a_switch_and_after_back(open_page, path):
    page = open_page(f"/en{path}")

    def head():
        html = page.locator("html")
        return (
            html.get_attribute("lang"),
            html.get_attribute("dir"),
            page.locator("#languages summary").inner_text().strip(),
        )

    english = head()
    assert english[:2] == ("en", "ltr")
    page.locator("#languages summary").click()
    page.locator("#languages [lang=ar]").click()
    page.wait_for_url(f"**/ar{path}")
    assert head()[:2] == ("ar", "rtl")
    assert "العربية" in head()[2]
    page.go_back()
    page.wait_for_url(f"**/en{path}")
    page.wait_for_load_state()
    assert head() == english


def test_the_language_is_remembered_for_the_next_visit(open_page):
    page = open_page("/en/learn/")
    page.locator("#languages summary").click()
    page.locator("#languages [lang=hi]").click()
    page.wait_for_url("**/hi/learn/")
    page.goto("/")
    assert page.url.endswith("/hi/")


def test_a_draft_survives_the_switch(open_page):
    page = open_page(f"/en{LEGAL.path}")
    page.locator("label:has(#card-TD)").click()
    page.locator("#languages summary").click()
    page.locator("#languages [lang=ar]").click()
    page.wait_for_url(f"**/ar{LEGAL.path}")
    assert page.locator("#card-TD").is_checked()
    assert seen(page) == "0"


def test_hints_keep_the_ticks(open_page):
    page = open_page(f"/en{LEGAL.path}")
    page.locator("label:has(#card-TD)").click()
    page.locator("#hint-button").click()
    page.locator("#hints li").wait_for()
    assert page.locator("#card-TD").is_checked()


# -- errors --------------------------------------------------------------------------------------------------------


def test_a_server_error_is_said_and_the_page_stays(open_page):
    page = open_page(f"/ar{PLAY.path}")
    body = '<p class="panel panel--wrong">حدث خطأ عندنا</p>'
    page.route(f"**{PLAY.path}", lambda route: route.fulfill(status=500, content_type="text/html", body=body))
    page.locator(f"#card-{PLAY.right['card']}").click()
    page.locator("#alert p").wait_for()
    assert page.locator("#alert").inner_text().strip() == "حدث خطأ عندنا"
    assert page.locator("#step[data-phase=awaiting]").count() == 1
    assert page.locator(".seat--you button.card").count() == 5
    page.unroute(f"**{PLAY.path}")
    page.locator(f"#card-{PLAY.right['card']}").click()
    wait_for_phase(page, "solved")
    assert page.locator("#alert").inner_text() == ""


def test_no_connection_is_said_and_the_page_stays(open_page):
    page = open_page(f"/ar{PLAY.path}")
    page.context.set_offline(True)
    page.locator(f"#card-{PLAY.right['card']}").click()
    page.locator("#alert p").wait_for()
    assert in_language(page.locator("#alert").inner_text(), "ar")
    assert page.locator("#step[data-phase=awaiting]").count() == 1
    page.context.set_offline(False)
    page.locator(f"#card-{PLAY.right['card']}").click()
    wait_for_phase(page, "solved")
    assert page.locator("#alert").inner_text() == ""


ERRORS = [
    pytest.param("/nothing/", {}, id="404"),
    pytest.param(PLAY.path, {"card": "XX"}, id="400-unknown-card"),
    pytest.param(PLAY.path, {"seen": "-1"}, id="400-form"),
    pytest.param(PLAY.path, {"csrfmiddlewaretoken": "x"}, id="403-old-form"),
]


@pytest.mark.parametrize(("path", "vals"), ERRORS)
def test_an_error_goes_to_the_alert_region_alone(open_page, path, vals):
    """The answer is a fragment in the language of the page, and the step is as it was."""
    page = open_page(f"/hi{PLAY.path}")
    before = page.locator("#step").inner_text()
    page.evaluate(
        """([path, vals]) => {
            const button = document.querySelector('.seat--you button.card');
            button.setAttribute('hx-post', path);
            if ('card' in vals) button.value = vals.card;
            for (const name of ['seen', 'csrfmiddlewaretoken'])
                if (name in vals) document.querySelector(`[name=${name}]`).value = vals[name];
            htmx.process(button);
        }""",
        [f"/hi{path}", vals],
    )
    page.locator(".seat--you button.card").first.click()
    page.locator("#alert p").wait_for()
    assert in_language(page.locator("#alert").inner_text(), "hi")
    assert page.locator("#alert :is(header, main, h1)").count() == 0
    assert page.locator("main").count() == 1
    assert page.locator("#step").inner_text() == before


def test_refused_steps_can_be_tried_at_once(open_page):
    """A refused card stays a button: the next card can be tried without Try again."""
    page = open_page(f"/en{PLAY.path}")
    assert PLAY.kind.mark(PLAY.wrong).verdict is Verdict.REFUSED
    press_answer(page, PLAY, PLAY.wrong)
    wait_for_phase(page, "wrong")
    marked = page.locator(f"#card-{PLAY.wrong['card']}")
    assert "cannot be played" in marked.get_attribute("aria-label")
    press_answer(page, PLAY, PLAY.right)
    wait_for_phase(page, "solved")
    assert seen(page) == "2"
