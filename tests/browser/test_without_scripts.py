"""Everything works as plain forms and links: with scripts off, and with the one library that cannot be fetched."""

from __future__ import annotations

import pytest

from tests.browser.checks import boxes, in_language, sideways, wait_for_phase
from tests.browser.visitor import STEPS, every_step, press_answer, step_at
from tutor.exercises.kinds.base import Verdict

pytestmark = pytest.mark.browser

LEGAL, PICK = STEPS["legal"], STEPS["pick"]
MODES = ("scripts-off", "htmx-503")
KINDS = [
    pytest.param(MODES[turn % 2], step, id=f"{name}-{MODES[turn % 2]}")
    for turn, (name, step) in enumerate(STEPS.items())
]
"""Each way of asking without scripts or without htmx by turns; hints the other way round."""
HINTS = [
    pytest.param(MODES[1 - turn % 2], step, id=f"{name}-{MODES[1 - turn % 2]}")
    for turn, (name, step) in enumerate(STEPS.items())
]


@pytest.fixture(params=MODES)
def visit(request, chromium, site):
    """Return a function that opens a path for a visitor whose scripts do not run, or who does not get htmx."""
    context = chromium.new_context(
        base_url=site,
        viewport={"width": 390, "height": 844},
        java_script_enabled=request.param != "scripts-off",
        reduced_motion="reduce",
    )
    failed = []
    if request.param == "htmx-503":

        def unavailable(route):
            failed.append(route.request.url)
            route.fulfill(status=503, body="")

        context.route("**/*htmx*.js", unavailable)

    def open_path(path):
        page = context.new_page()
        page.goto(path)
        if request.param == "htmx-503":
            assert failed, "the page did not ask for htmx"
            assert page.evaluate("typeof htmx") == "undefined"
        return page

    yield open_path
    context.close()


def test_the_first_trick(visit):
    page = visit("/ar/")
    page.locator("#card-QH").click()
    page.wait_for_url("**/ar/?card=QH*")
    assert in_language(page.locator("#first-trick-result").inner_text(), "ar")
    assert page.locator("#card-QH").count() == 0
    page.get_by_role("link", name="إعادة المحاولة").click()
    page.locator("#card-QH").wait_for()


@pytest.mark.parametrize(("visit", "step"), KINDS, indirect=["visit"])
def test_a_step_wrong_and_then_right(visit, step):
    page = visit(f"/ar{step.path}")
    press_answer(page, step, step.wrong)
    wait_for_phase(page, "wrong")
    assert page.url.endswith(f"/ar{step.path}#panel")  # post, redirect, the same address
    assert in_language(page.locator("#feedback").inner_text(), "ar")
    top = boxes(page, "#feedback")[0]
    assert 0 <= top["top"] < top["bottom"] <= 844
    assert sideways(page) <= 0
    page.reload()  # nothing is posted twice
    wait_for_phase(page, "wrong")
    if step.kind.mark(step.wrong).verdict is not Verdict.REFUSED:
        page.locator("#retry").click()
        wait_for_phase(page, "awaiting")
    press_answer(page, step, step.right)
    wait_for_phase(page, "solved")
    page.locator("#next").click()
    page.wait_for_url(lambda url: not url.split("#")[0].endswith(step.path))


@pytest.mark.parametrize(("visit", "step"), HINTS, indirect=["visit"])
def test_four_hints(visit, step):
    page = visit(f"/hi{step.path}")
    texts = []
    for _ in range(4):
        page.locator("#hint-button").click()
        page.locator(f"#hints li:nth-child({len(texts) + 1})").wait_for()
        texts = page.locator("#hints li").all_inner_texts()
        if page.locator("#step[data-phase=solved]").count():
            break
    assert len(texts) == 4
    assert all(in_language(text, "hi") for text in texts)
    assert len(set(texts)) == 4
    wait_for_phase(page, "solved")


@pytest.mark.parametrize(
    ("visit", "step"),
    [
        pytest.param(MODES[turn % 2], STEPS[name], id=f"{name}-{MODES[turn % 2]}")
        for turn, name in enumerate(("legal", "pick", "spot", "count", "order", "score", "unseen", "diff"))
    ],
    indirect=["visit"],
)
def test_nothing_chosen_is_said_so(visit, step):
    page = visit(f"/it{step.path}")
    page.locator("#check").click()
    page.locator("#notice").wait_for()
    assert page.locator("#step").get_attribute("data-phase") == "awaiting"


def test_a_change_of_language_keeps_the_ticks(visit):
    page = visit(f"/en{LEGAL.path}")
    for code in ("TD", "KS"):
        page.locator(f"label:has(#card-{code})").click()
    page.locator("#languages summary").click()
    page.locator("#languages [lang=ar]").click()
    page.wait_for_url(f"**/ar{LEGAL.path}*")
    assert page.locator("html").get_attribute("dir") == "rtl"
    ticked = page.eval_on_selector_all("input[name=cards]:checked", "all => all.map(e => e.value)")
    assert sorted(ticked) == ["KS", "TD"]
    assert page.locator("#feedback").count() == 0  # it was no answer


def test_a_change_of_language_keeps_the_choice(visit):
    page = visit(f"/en{PICK.path}")
    page.locator("#statement-ace-beats-trump").check()
    page.locator("#languages summary").click()
    page.locator("#languages [lang=hi]").click()
    page.wait_for_url(f"**/hi{PICK.path}*")
    assert page.locator("#statement-ace-beats-trump").is_checked()


def test_a_change_of_language_keeps_an_answered_step(visit):
    step = STEPS["play"]
    page = visit(f"/en{step.path}")
    press_answer(page, step, step.wrong)
    wait_for_phase(page, "wrong")
    page.locator("#languages summary").click()
    page.locator("#languages [lang=ar]").click()
    page.wait_for_url(f"**/ar{step.path}*")
    wait_for_phase(page, "wrong")
    assert in_language(page.locator("#feedback").inner_text(), "ar")


def test_the_whole_first_lesson(visit):
    page = visit("/es/learn/")
    page.locator(".map__card").first.click()
    page.locator(".lesson-start .button--main").click()
    steps = every_step("the-cards")
    for step in steps:
        page.wait_for_url(f"**/es{step.path}*")
        press_answer(page, step, step.right)
        wait_for_phase(page, "solved")
        page.locator("#next").click()
    assert len(steps) == 10
    page.wait_for_url("**/es/learn/who-wins-the-trick/")
    page.goto("/es/learn/")
    assert page.locator(".map__lesson--proficient").count() == 1


def test_rules_and_sources(visit):
    page = visit("/hi/rules/")
    page.locator(".chip").nth(4).click()
    page.wait_for_url("**/hi/rules/?preset=schnapsen")
    page.locator(".book__doors a[href$='/rules/sources/']").click()
    page.wait_for_url("**/hi/rules/sources/")
    assert page.locator(".texts li").count() == 5


def test_the_rule_behind_a_refusal(visit):
    """The link of a refusal leads to the clause that words it."""
    step = step_at("when-the-stock-is-used-up", 2)
    page = visit(f"/en{step.path}")
    press_answer(page, step, step.wrong)
    wait_for_phase(page, "wrong")
    page.locator(".feedback .rule-link").click()
    page.wait_for_url("**/en/rules/strict/#strict.follow")
    assert page.locator("[id='strict.follow']").is_visible()
