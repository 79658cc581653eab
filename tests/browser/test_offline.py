"""Reading without a connection, in a real browser: the server of these tests is really switched off."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request

import pytest

from tests.browser.checks import wait_until
from tests.browser.conftest import ROOT, free_port, wait_for

pytestmark = pytest.mark.browser

SLUG = "who-wins-the-trick"


class Server:
    """A site of its own that can be switched off and on, also as another build."""

    def __init__(self, state) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.env = {
            **os.environ,
            "SIXTYSIX_STATE_DIR": str(state),
            "SIXTYSIX_SECRET_KEY": "only-for-browser-tests-and-long-enough",
            "SIXTYSIX_HOSTS": "127.0.0.1",
            "SIXTYSIX_DEBUG": "0",
            "DJANGO_SETTINGS_MODULE": "tutor.settings",
        }
        command = [sys.executable, "manage.py", "prepare"]
        subprocess.run(command, cwd=ROOT, env=self.env, check=True, stdout=subprocess.DEVNULL)
        self.process = None

    def on(self, build: str = "") -> None:
        """Start; ``build`` makes it say that it is another release."""
        application = "tutor.wsgi:application"
        env = self.env
        if build:
            application = "tests.browser.other_build:application"
            env = {**self.env, "SIXTYSIX_TEST_BUILD": build}
        command = [
            sys.executable,
            "-m",
            "granian",
            "--interface",
            "wsgi",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
        ]
        self.process = subprocess.Popen(
            [*command, "--no-access-log", "--log-level", "warning", application], cwd=ROOT, env=env
        )
        wait_for(f"{self.address}/health/live")

    def off(self) -> None:
        """Stop."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)
            self.process = None


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The site of this file."""
    one = Server(tmp_path_factory.mktemp("state"))
    yield one
    one.off()


@pytest.fixture
def page(chromium, server):
    """A new visitor of the running site."""
    server.off()
    server.on()
    context = chromium.new_context(base_url=server.address, viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


KEPT = "async () => Promise.all((await caches.keys()).map(async n => [n, (await (await caches.open(n)).keys()).map(r => new URL(r.url)).map(u => u.pathname + u.search)]))"


def kept(page) -> dict[str, list[str]]:
    """What the browser keeps: name of the cache -> addresses."""
    return dict(page.evaluate(KEPT))


def wait_for_kept(page, *paths: str) -> None:
    """Wait until all these pages are kept."""
    for _ in range(200):
        found = {path for paths_of in kept(page).values() for path in paths_of}
        if set(paths) <= found:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"not kept: {sorted(set(paths) - found)}")


@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("ar", "rtl"), ("hi", "ltr")])
def test_what_can_be_read_without_a_connection(page, server, language, direction):
    """Rules, words and the texts of a lesson that was opened, in the language of the visitor, with their look."""
    page.goto(f"/{language}/learn/{SLUG}/1/")
    texts = f"/{language}/learn/{SLUG}/texts/"
    wait_for_kept(page, f"/{language}/offline/", f"/{language}/rules/", f"/{language}/glossary/", texts)
    page.goto(f"/{language}/rules/")
    rules = page.locator("main").inner_text()
    server.off()

    page.goto(f"/{language}/rules/")
    assert page.locator("main").inner_text() == rules
    assert page.locator("html").get_attribute("lang") == language
    assert page.evaluate("getComputedStyle(document.documentElement).direction") == direction
    assert page.evaluate("getComputedStyle(document.querySelector('.bar')).display") != "block"  # styles are there
    page.goto(f"/{language}/glossary/")
    assert page.locator("h1").is_visible()
    response = page.goto(f"/{language}/learn/{SLUG}/3/")
    assert response.status == 200
    assert page.locator("article.prose p").count() >= 3
    assert page.locator("html").get_attribute("lang") == language


def test_an_honest_page_elsewhere(page, server):
    """A lesson that was not opened, a page of one's own, an address without language."""
    page.goto("/es/")
    wait_for_kept(page, "/es/offline/", "/es/rules/")
    server.off()

    response = page.goto("/es/learn/trumps/1/")
    assert response.status == 503
    assert page.locator("html").get_attribute("lang") == "es"
    assert page.locator("main a").count() == 3
    page.locator("main a").first.click()
    page.wait_for_url("**/es/rules/")
    assert page.locator(".book, main h1").first.is_visible()
    assert page.goto("/es/account/").status == 503
    assert page.goto("/").status == 503
    assert page.locator("html").get_attribute("lang") == "es"  # of the page that was read last


def test_a_form_that_is_sent(page, server):
    """The answer is not taken for sent: the same honest page, in the language of the form."""
    page.goto(f"/hi/learn/{SLUG}/1/")
    wait_for_kept(page, "/hi/offline/", f"/hi/learn/{SLUG}/texts/")
    server.off()

    with page.expect_navigation() as sent:
        page.evaluate("document.querySelector('main form[method=post]').submit()")
    assert (sent.value.request.method, sent.value.status) == ("POST", 503)
    assert page.locator("html").get_attribute("lang") == "hi"
    assert page.locator("main a").count() == 3


def test_who_has_read_the_rules_of_one_game_has_the_others(page, server):
    """A page with a query does not stand for the page without one, which is where the doors lead."""
    page.goto("/en/")
    wait_for_kept(page, "/en/offline/")
    page.goto("/es/rules/?preset=schnapsen")
    wait_for_kept(page, "/es/offline/", "/es/rules/?preset=schnapsen", "/es/rules/")
    server.off()

    page.goto("/es/account/")
    page.locator("main a").first.click()
    page.wait_for_url("**/es/rules/")
    assert page.locator(".book").first.is_visible()


def test_what_is_kept_has_an_end(page, server):
    """Of very many pages the latest stay, also where they differ in the query alone; the doors stay always."""
    page.goto("/it/")
    wait_for_kept(page, "/it/offline/", "/it/rules/", "/it/glossary/")
    page.evaluate(
        "async () => { const c = await caches.open((await caches.keys())[0]);"
        " for (let n = 0; n < 150; n++) await c.put(`/it/rules/?n=${n}`, new Response('x')); }"
    )
    page.goto("/it/rules/sources/")
    for _ in range(100):
        (addresses,) = kept(page).values()
        if "/it/rules/?n=0" not in addresses:
            break
        page.wait_for_timeout(100)

    pages = {address for address in addresses if address.startswith("/it/")}
    assert {"/it/", "/it/offline/", "/it/rules/", "/it/glossary/", "/it/rules/sources/", "/it/rules/?n=149"} <= pages
    assert 100 < len(pages) <= 125


def test_nothing_personal_is_kept(page, server):
    """Steps, progress, settings and their forms stay out of what the browser keeps."""
    page.goto(f"/en/learn/{SLUG}/1/")
    page.locator("#hint-button, button[name=do]").first.click()
    for path in (
        "/en/learn/",
        f"/en/learn/{SLUG}/",
        "/en/progress/",
        "/en/settings/",
        "/en/account/",
        "/en/search/?q=ace",
    ):
        page.goto(path)
    wait_for_kept(page, "/en/offline/")
    paths = {path for paths_of in kept(page).values() for path in paths_of}

    assert paths
    personal = [path for path in paths if any(word in path for word in ("progress", "settings", "account", "search"))]
    assert personal == []
    assert not {path for path in paths if path.startswith("/en/learn/") and not path.endswith("/texts/")}


def test_builds_are_never_mixed(page, server):
    """A new release takes the place of the old one as a whole, and what was opened before can still be read."""
    page.goto(f"/it/learn/{SLUG}/1/")
    wait_for_kept(page, f"/it/learn/{SLUG}/texts/", "/it/rules/")
    (before,) = kept(page)
    server.off()
    server.on(build="another-build")

    page.goto("/it/rules/")
    page.evaluate("navigator.serviceWorker.getRegistration().then(r => r.update())")
    wait_until(page, "navigator.serviceWorker.getRegistration().then(r => Boolean(r.waiting))", seconds=30)
    for _ in range(60):
        page.goto("about:blank")  # the last page of the old build is gone: the new worker takes over, in its own time
        page.wait_for_timeout(500)
        page.goto(f"{server.address}/it/")
        names = list(kept(page))
        if before not in names:
            break
    assert names == ["sixtysix-another-build"]
    wait_for_kept(page, f"/it/learn/{SLUG}/texts/", "/it/rules/")
    server.off()

    page.goto(f"{server.address}/it/learn/{SLUG}/2/")
    assert page.locator("article.prose p").count() >= 3
    builds = page.evaluate(
        "async () => { const c = await caches.open('sixtysix-another-build'); const found = [];"
        " for (const k of await c.keys()) { const b = (await c.match(k, {ignoreVary: true})).headers.get('X-Build');"
        " if (b) found.push(b); } return [...new Set(found)]; }"
    )
    assert builds == ["another-build"]


def test_an_old_worker_keeps_nothing_of_a_new_build(page, server):
    """While an old page is still open: pages of the new release are shown, not kept beside files of the old one."""
    page.goto("/en/")
    wait_for_kept(page, "/en/offline/")
    server.off()
    server.on(build="yet-another")
    page.goto("/en/rules/sources/")

    (old,) = [name for name in kept(page) if name != "sixtysix-yet-another"]
    assert "/en/rules/sources/" not in kept(page)[old]


@pytest.mark.parametrize("language", ["en", "es", "it", "ar", "hi"])
def test_manifest(page, server, language):
    """What a phone asks for: names in the language, a start in it, icons that are there."""
    page.goto(f"/{language}/")
    link = page.locator("link[rel=manifest]").get_attribute("href")
    with urllib.request.urlopen(server.address + link) as answer:
        assert answer.headers["Content-Type"] == "application/manifest+json"
        told = json.load(answer)

    assert told["lang"] == language
    assert told["dir"] == ("rtl" if language == "ar" else "ltr")
    assert told["start_url"] == f"/{language}/"
    assert told["display"] == "standalone"
    assert 0 < len(told["short_name"]) <= 20
    for icon in told["icons"]:
        with urllib.request.urlopen(server.address + icon["src"]) as answer:
            body = answer.read()
            assert answer.headers["Content-Type"] == icon["type"]
        if icon["type"] == "image/png":
            size = int.from_bytes(body[16:20], "big")
            assert icon["sizes"] == f"{size}x{size}"
