"""What a first visit costs: requests, bytes on the wire, cookies. Run with ``-s`` to see the numbers.

Pages are weighed without the worker that keeps them for reading offline: what it fetches once a page is there, is
weighed by itself.
"""

from __future__ import annotations

import urllib.request
from collections import defaultdict
from urllib.parse import urlsplit

import pytest

from tests.browser.checks import wait_for_phase
from tests.browser.visitor import LANGUAGES, STEPS, in_turn, press_answer

pytestmark = pytest.mark.browser

KB = 1024
STEP = STEPS["play"]
PAGES = [
    pytest.param("/", 14, id="home"),
    pytest.param("/learn/", 14, id="learn"),
    pytest.param(STEP.path, 12, id="step"),
    pytest.param("/rules/", 14, id="rules"),
    pytest.param("/rules/sources/", 14, id="sources"),
    pytest.param("/glossary/", 14, id="glossary"),
    pytest.param("/search/?q=66", 14, id="search"),
    pytest.param("/rules/close/", 14, id="section"),
    pytest.param("/position/", 14, id="position"),
]
BUDGETS = {"stylesheet": 16 * KB, "script": (15 + 8) * KB, "cards": 25 * KB, "font": 0}
WHOLE = 75 * KB
REQUESTS = 10
COOKIES_OF_USE = {"sessionid", "csrftoken", "django_language"}


class Wire:
    """Everything that a page fetches: kind of thing -> bytes of the bodies as they were sent."""

    def __init__(self, page):
        self.requests = []
        page.on("requestfinished", lambda request: self.requests.append(request))
        page.on("requestfailed", lambda request: self.requests.append(request))

    def bytes_by_kind(self) -> dict[str, int]:
        """Return the bytes by kind; a picture of cards is a kind of its own."""
        found: dict[str, int] = defaultdict(int)
        for request in self.requests:
            kind = "cards" if "/cards." in request.url else request.resource_type
            found[kind] += max(0, request.sizes()["responseBodySize"])  # below nothing: it came from the cache
        return dict(found)


@pytest.fixture
def first_visit(chromium, site):
    """Return a function that opens a path with an empty cache and tells what went over the wire."""
    contexts = []

    def visit(path, workers="block"):
        context = chromium.new_context(base_url=site, reduced_motion="reduce", service_workers=workers)
        contexts.append(context)
        page = context.new_page()
        wire = Wire(page)
        page.goto(path, wait_until="networkidle")
        return page, wire

    yield visit
    for context in contexts:
        context.close()


@pytest.mark.parametrize(("path", "page_budget", "language"), in_turn(PAGES))
def test_a_first_visit(first_visit, site, path, page_budget, language):
    page, wire = first_visit(f"/{language}{path}")
    spent = wire.bytes_by_kind()
    print(f"{language}{path}: {len(wire.requests)} requests, {sum(spent.values())} bytes, {spent}")
    assert 5 < len(wire.requests) <= REQUESTS
    assert {urlsplit(request.url).netloc for request in wire.requests} == {urlsplit(site).netloc}
    assert all(request.response().status == 200 for request in wire.requests)
    assert not [request.url for request in wire.requests if "icon-" in request.url or "manifest" in request.url]
    over = {kind: size for kind, size in spent.items() if size > BUDGETS.get(kind, WHOLE)}
    assert over == {}
    assert spent["stylesheet"] > KB
    assert spent["script"] > KB
    assert sum(spent.values()) <= WHOLE
    assert KB < spent["document"] <= page_budget * KB
    assert page.evaluate("[...document.fonts].length") == 0


KEPT = "async () => (await Promise.all((await caches.keys()).map(async n => (await caches.open(n)).keys()))).flat().map(r => r.url)"


def packed(url: str) -> int:
    """Return the bytes of an answer as a browser gets it."""
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept-Encoding": "br"})) as answer:
        return len(answer.read())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_kept_for_reading_offline(first_visit, site, language):
    """Pages of one language and the files that the page has brought; no icon, and nothing once more with the next page."""
    page, _wire = first_visit(f"/{language}{STEP.path}", workers="allow")
    pages = [f"{site}/{language}{path}" for path in ("/", "/offline/", "/rules/", "/glossary/", "/learn/texts/")]
    for _ in range(200):
        kept = page.evaluate(KEPT)
        if len([url for url in kept if "/static/" not in url]) == len(pages) + 2:
            break
        page.wait_for_timeout(100)
    kept.remove(f"{site}/last-language")  # a word, no page
    spent = {url.removeprefix(site): packed(url) for url in kept}
    texts, files = (
        {path: size for path, size in spent.items() if ("/static/" in path) is wanted} for wanted in (False, True)
    )
    print(f"{language}: pages {sum(texts.values())} bytes, files {sum(files.values())} bytes, {spent}")
    assert set(pages) <= set(kept)
    assert not [path for path in files if path.endswith(".png")]
    assert all(size <= 14 * KB for size in texts.values())
    assert sum(texts.values()) <= 40 * KB
    assert sum(files.values()) <= WHOLE - 40 * KB  # nearly all have come with the page already


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?card=QH",
        "/learn/",
        "/learn/trumps/",
        "/rules/",
        "/rules/sources/",
        "/glossary/",
        "/search/?q=66",
        "/nothing/",
    ],
)
def test_reading_sets_no_cookie(first_visit, path):
    page, _wire = first_visit(f"/en{path}")
    assert page.context.cookies() == []


def test_an_answer_sets_the_cookies_of_use_alone(first_visit):
    """A step asks for a token against forged forms; an answer makes a visitor. Nothing else is kept."""
    page, _wire = first_visit(f"/en{STEP.path}")
    assert {cookie["name"] for cookie in page.context.cookies()} <= {"csrftoken"}
    press_answer(page, STEP, STEP.right)
    wait_for_phase(page, "solved")
    assert {cookie["name"] for cookie in page.context.cookies()} == {"csrftoken", "sessionid"}
    page.locator("#languages summary").click()
    page.locator("#languages [lang=it]").click()
    page.wait_for_url("**/it/**")
    assert {cookie["name"] for cookie in page.context.cookies()} == COOKIES_OF_USE
    kept = page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    assert set(kept) <= {"htmx-current-path-for-history"}  # the address, by htmx, until the tab is closed


def test_an_answer_and_the_next_page_are_light(first_visit):
    """An answer is one request of at most 6 KB; the next page fetches nothing but itself."""
    page, wire = first_visit(f"/ar{STEP.path}")
    wire.requests.clear()
    press_answer(page, STEP, STEP.right)
    wait_for_phase(page, "solved")
    page.wait_for_load_state("networkidle")
    assert [request.method for request in wire.requests] == ["POST"]
    size = wire.requests[0].sizes()["responseBodySize"]
    print(f"answer: {size} bytes")
    assert KB < size <= 6 * KB
    wire.requests.clear()
    page.locator("#next").click()
    page.wait_for_load_state("networkidle")
    spent = wire.bytes_by_kind()
    print(f"next step: {spent}")
    assert sum(spent.values()) <= 15 * KB
    assert set(spent) >= {"document"}


def test_the_scales_weigh(first_visit):
    """A request more, and its bytes, are seen."""
    page, wire = first_visit("/en/")
    before = len(wire.requests)
    again = "fetch(document.querySelector('link[rel=stylesheet]').href, {cache: 'reload'}).then(r => r.text())"
    weight = page.evaluate(again)
    page.wait_for_timeout(200)
    assert len(wire.requests) == before + 1
    assert 100 < wire.bytes_by_kind()["fetch"] < len(weight)  # compressed
