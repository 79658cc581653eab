"""Questions that browser tests ask of a page."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from itertools import pairwise

SCRIPTS = {"ar": re.compile("[\u0600-\u06ff]"), "hi": re.compile("[\u0900-\u097f]")}
LATIN = re.compile("[A-Za-z]")


def focused(page) -> str:
    """Return the id of the element that has the focus, or its tag."""
    return page.evaluate("document.activeElement.id || document.activeElement.tagName")


def wait_until(page, expression: str, argument=None, seconds: float = 4) -> None:
    """Wait until an expression is true. Asked from outside: a page that forbids eval can ask nothing by itself."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression, argument):
        if time.monotonic() > end:
            raise AssertionError(f"never true: {expression}")
        page.wait_for_timeout(20)


def wait_for_focus(page, target: str) -> None:
    """Wait until an element has the focus; say which one has it instead."""
    try:
        wait_until(page, "id => document.activeElement?.id === id", target)
    except AssertionError:
        raise AssertionError(f"the focus is on {focused(page)}, not on {target}") from None


def wait_for_phase(page, phase: str) -> None:
    """Wait until the step has been swapped, or until the next page is there as a whole."""
    page.locator(f"#step[data-phase='{phase}']").wait_for(timeout=4000)
    page.wait_for_load_state()
    settle(page)


def follow(page, selector: str) -> None:
    """Press what leads to another page, and wait until that page is there as a whole.

    A press alone waits until the answer begins; who then counts what is on the page may count half of it.
    """
    with page.expect_navigation():
        page.locator(selector).first.click()


def settle(page, seconds: float = 4) -> None:
    """Wait until nothing is under way: what has just been swapped in is answered by htmx only when it has settled."""
    wait_until(page, "!document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')", seconds=seconds)


def status(page) -> str:
    """Return what was read aloud last."""
    return page.locator("#status").inner_text().strip()


def spoken(page) -> str:
    """Wait for something to be read aloud, and return it."""
    wait_until(page, "document.querySelector('#status').textContent.trim() !== ''")
    return status(page)


def sideways(page) -> int:
    """Return how many pixels the page is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def uncovered(page, selector: str) -> bool:
    """Whether an element lies wholly in the window and nothing, such as a fixed bar, lies on it."""
    return page.evaluate(
        """selector => {
            const element = document.querySelector(selector);
            if (!element) return false;
            const box = element.getBoundingClientRect();
            if (!box.width || !box.height) return false;
            if (box.top < -0.5 || box.left < -0.5) return false;
            if (box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5) return false;
            const inset = 3;
            return [[box.left + inset, box.top + inset], [box.right - inset, box.bottom - inset],
                    [(box.left + box.right) / 2, (box.top + box.bottom) / 2]].every(([x, y]) => {
                const top = document.elementFromPoint(x, y);
                return top && (element.contains(top) || top.contains(element));
            });
        }""",
        selector,
    )


def boxes(page, selector: str) -> list[dict[str, float]]:
    """Return the boxes of all elements that a selector finds, in the order of the document."""
    return page.eval_on_selector_all(
        selector,
        "all => all.map(e => { const b = e.getBoundingClientRect();"
        " return {left: b.left, right: b.right, top: b.top, bottom: b.bottom, width: b.width, height: b.height}; })",
    )


def one_row(cards: Iterable[dict[str, float]]) -> bool:
    """Whether boxes stand side by side: equal tops, no overlap."""
    row = sorted(cards, key=lambda box: box["left"])
    assert row
    level = max(box["top"] for box in row) - min(box["top"] for box in row) < 1
    apart = all(first["right"] <= second["left"] + 0.5 for first, second in pairwise(row))
    return level and apart


def in_language(text: str, language: str) -> bool:
    """Whether a text is there, and, for Arabic and Hindi, in its script without a Latin letter."""
    if not text.strip():
        return False
    script = SCRIPTS.get(language)
    return script is None or (bool(script.search(text)) and not LATIN.search(text))
