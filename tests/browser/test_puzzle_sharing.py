"""A puzzle in the page of somebody else, reports and sheets in a real browser: frames, no scripts, axe, no width too narrow."""

from __future__ import annotations

import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from threading import Thread

import pytest

import tutor
from tests.browser.checks import sideways
from tests.browser.test_axe import violations
from tests.browser.visitor import LANGUAGES

pytestmark = pytest.mark.browser
ITEMS = Path(tutor.__file__).parent / "puzzles/content/items"


def first_of(theme: str) -> str:
    """The address of the first puzzle of a theme."""
    line = (ITEMS / f"{theme}.jsonl").read_text(encoding="utf-8").splitlines()[0]
    return str(json.loads(line)["id"]).split("-")[-1]


PAGES = {
    "embed-cards": f"/embed/puzzle/{first_of('R1')}/",
    "embed-answered": f"/embed/puzzle/{first_of('C1')}/?act=none",
    "embed-mistake": f"/embed/puzzle/{first_of('R9')}/",
    "embed-two-rulesets": f"/embed/puzzle/{first_of('R11')}/",
    "report": f"/puzzles/p/{first_of('R1')}/report/",
    "thanks": f"/puzzles/p/{first_of('R1')}/report/thanks/",
    "sheet": "/puzzles/find-the-mistake/print/?n=4",
    "sheet-lines": "/puzzles/way-to-66/print/?n=4",
}
TURNS = cycle([(320, False), (1280, True), (390, True), (1280, False), (320, True)])
ROWS = [
    pytest.param(path, language, *next(TURNS), id=f"{name}-{language}")
    for (name, path), language in zip(PAGES.items(), cycle(LANGUAGES), strict=False)
]


@pytest.mark.parametrize(("path", "language", "width", "dark"), ROWS)
def test_no_violation(open_page, path, language, width, dark):
    """Axe has nothing to say, and nothing stands out sideways."""
    page = open_page(f"/{language}{path}", width=width, dark=dark)

    assert violations(page) == []
    assert sideways(page) <= 0


def test_sharing_on_the_page_of_a_puzzle(open_page):
    """What can be opened there is as good."""
    page = open_page(f"/en/puzzles/p/{first_of('E1')}/", width=320)
    page.locator("#share summary").click()

    assert page.locator("#share-embed").is_visible()
    assert violations(page) == []
    assert sideways(page) <= 0


@pytest.fixture
def elsewhere(site, tmp_path):
    """Another site: one page that frames a puzzle, once as it is meant and once as it is not allowed."""
    key = first_of("E1")
    paths = (f"/en/embed/puzzle/{key}/", f"/en/puzzles/p/{key}/")
    frames = [f'<iframe src="{site}{path}" width="400" height="700"></iframe>' for path in paths]
    (tmp_path / "index.html").write_text("<!doctype html><title>Elsewhere</title>" + "".join(frames), encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that says nothing."""

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


def test_framed_by_another_site(chromium, site, elsewhere):
    """A page of another origin shows the embed page and nothing else; an answer stays in the frame, without scripts."""
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(elsewhere)
    framed, other = (page.frame_locator("iframe").nth(at) for at in (0, 1))

    framed.locator("#card-9C").click()
    framed.locator("#feedback").wait_for(timeout=4000)
    assert "something better" in framed.locator("#feedback").inner_text()
    assert other.locator("#puzzle").count() == 0
    assert page.url == elsewhere
    assert context.cookies(site) == []
    with context.expect_page() as opened:
        framed.locator("#more").click()
    assert opened.value.url.startswith(f"{site}/en/puzzles/")
    context.close()


def test_a_report_without_scripts(open_page):
    """Form, problem, thanks."""
    page = open_page(f"/en/puzzles/p/{first_of('R1')}/", scripts=False)
    page.locator("#share summary").click()
    page.locator("#report").click()
    page.locator("#words").fill("The king of spades may be played, too.")
    page.locator("#send").click()

    assert page.locator("#thanks").inner_text() == "Thank you"
