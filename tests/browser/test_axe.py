"""axe finds no violation on any type of page, in any language, light and dark, wide and narrow."""

from __future__ import annotations

from itertools import count

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.visitor import LANGUAGES, PAGES, STEPS, act, in_turn

pytestmark = pytest.mark.browser

OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    # The one rule of WCAG 2.2 AA; it is off unless named.
    "rules": {"target-size": {"enabled": True}},
}
COLOURS = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
"""The dark page is the same document in other colours."""
WIDTHS = (1280, 320)
STATES = ("first", "wrong", "solved")

ROWS = [pytest.param("first", path, id=name) for name, path in PAGES.items()]
ROWS.append(pytest.param("first", "/?card=QH", id="home-played"))
ROWS.append(pytest.param("first", "/rules/?preset=schnapsen", id="rules-schnapsen"))
ROWS += [pytest.param(state, step.path, id=f"{name}-{state}") for name, step in STEPS.items() for state in STATES]
ROWS.append(pytest.param("hint", STEPS["legal"].path, id="legal-hint-3"))
ROWS.append(pytest.param("hint", STEPS["pick"].path, id="pick-hint-3"))


@pytest.fixture(scope="module")
def visitors(chromium, site):
    """One page for each state that a visitor's steps can be in."""
    contexts, pages = [], {}
    for state in (*STATES, "hint"):
        context = chromium.new_context(base_url=site, reduced_motion="reduce")
        contexts.append(context)
        for step in STEPS.values():
            path = f"/en{step.path}"
            if state in ("wrong", "solved"):
                html = act(context.request, path, step.form(step.wrong if state == "wrong" else step.right))
                assert f'data-phase="{state}"' in html
            if state == "hint":
                for _ in range(3):
                    act(context.request, path, {"do": "hint"})
        pages[state] = context.new_page()
    yield pages
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def width():
    """Widths in turn, so that every page type meets both."""
    turns = count()
    return lambda: WIDTHS[next(turns) % 2]


def violations(page, options=OPTIONS) -> list[str]:
    """Rule, element and reason of everything that axe complains of."""
    found = Axe().run(page, options=options).response
    assert found["testEngine"]["version"].split(".")[0] == "4"
    return [
        f"{violation['id']}: {node['html'][:160]} | {node.get('failureSummary', '')[:300]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize(("state", "path", "language"), in_turn(ROWS))
def test_no_violation(visitors, width, state, path, language):
    page = visitors[state]
    page.set_viewport_size({"width": width(), "height": 800})
    page.goto(f"/{language}{path}")
    page.emulate_media(color_scheme="light")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, COLOURS) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_violation_with_the_language_menu_open(visitors, language):
    page = visitors["first"]
    page.emulate_media(color_scheme="light")
    page.goto(f"/{language}/learn/")
    page.locator("#languages summary").click()
    assert page.locator("#languages ul").is_visible()
    assert violations(page) == []


SEEDED = [
    pytest.param("document.querySelector('#card-JD').removeAttribute('aria-label')", "button-name", id="unnamed-card"),
    pytest.param("document.querySelector('h1').style.color = '#ccc'", "color-contrast", id="pale-heading"),
    pytest.param("document.documentElement.removeAttribute('lang')", "html-has-lang", id="no-language"),
    pytest.param("document.querySelector('main').replaceWith('')", "landmark-one-main", id="no-main"),
    pytest.param("document.body.insertAdjacentHTML('beforeend', '<p>x</p>')", "region", id="text-outside-landmarks"),
    pytest.param(
        "document.querySelector('h1').insertAdjacentHTML('afterend', '<button>a</button><button>b</button>');"
        "for (const e of document.querySelectorAll('h1 ~ button'))"
        " e.style.cssText = 'all:unset;width:9px;height:9px;display:inline-block;overflow:hidden'",
        "target-size",
        id="tiny-targets",
    ),
    pytest.param(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<h5>x</h5>')", "heading-order", id="h5"
    ),
]


def test_pale_text_is_found_in_the_dark(visitors):
    page = visitors["first"]
    page.emulate_media(color_scheme="dark")
    page.goto("/en/")
    page.evaluate("document.querySelector('h1').style.color = '#333'")
    assert [found.split(":")[0] for found in violations(page, COLOURS)] == ["color-contrast"]


@pytest.mark.parametrize(("fault", "rule"), SEEDED)
def test_a_fault_is_found(visitors, fault, rule):
    page = visitors["first"]
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(color_scheme="light")
    page.goto("/en/")
    assert violations(page) == []
    page.evaluate(fault)
    assert any(found.startswith(f"{rule}:") for found in violations(page))
