"""Limits: who asks too often is told so; a class behind one address is not; nobody is taken for somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import URLResolver, get_resolver
from django.urls.resolvers import LocalePrefixPattern
from django.utils import timezone

from tests.web.course import HTMX, PLACES
from tests.web.markup import read
from tests.web.test_fuzz import PARAMETER
from tutor.learners.models import StepProgress, Visitor
from tutor.puzzles.models import Puzzle
from tutor.web.limits import LIMITS, Limit, address_of

pytestmark = pytest.mark.django_db

STEP = PLACES[0]
ADDRESS = "192.0.2.7"


@pytest.fixture(autouse=True)
def _limited(settings, monkeypatch):
    """Limits that a test can reach, in an empty cache, within one window of a day."""
    settings.RATELIMIT_ENABLE = True
    monkeypatch.setitem(LIMITS, "answers", Limit("3/d", "6/d"))
    monkeypatch.setitem(LIMITS, "sign_in", Limit("2/d", "4/d"))
    cache.clear()
    yield
    cache.clear()


def answer(client: Client, seen: int = 0, address: str = ADDRESS, **headers: str):
    """Send a wrong answer."""
    return client.post(STEP.path(), {"seen": seen, **STEP.wrong}, REMOTE_ADDR=address, headers={**HTMX, **headers})


def test_one_visitor_who_asks_too_often():
    """The fourth answer of one browser is refused, says how long to wait, and changes nothing; reading goes on."""
    client = Client()
    client.get(STEP.path())
    statuses = [answer(client, seen).status_code for seen in range(4)]
    refused = answer(client, 4)

    assert statuses == [200, 200, 200, 200]  # the first came before there was a cookie, and counts for the address
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 86_400
    assert "no-store" in refused["Cache-Control"]
    assert StepProgress.objects.get().tries == 4
    assert client.get(STEP.path()).status_code == 200


@pytest.mark.parametrize(
    "spoiled", [{"add": False, "incr": ValueError}, {"add": False, "incr": None}], ids=["raises", "none"]
)
def test_a_counter_that_was_lost_stops_nobody(monkeypatch, spoiled):
    """Redis goes or comes back between two questions: the second store knows nothing of what the first one counted."""

    def incr(*_args, **_kwargs):
        if spoiled["incr"]:
            raise spoiled["incr"]("no such key")

    monkeypatch.setattr(cache, "add", lambda *_, **__: spoiled["add"], raising=False)
    monkeypatch.setattr(cache, "incr", incr, raising=False)
    client = Client()
    client.get(STEP.path())

    assert [answer(client, seen).status_code for seen in range(5)] == [200] * 5


def test_others_behind_the_same_address_go_on_until_it_is_too_much():
    """A second browser is not stopped by the first; many together are."""
    first, second, third = Client(), Client(), Client()
    statuses = [answer(first, seen).status_code for seen in range(5)]
    assert statuses == [200, 200, 200, 200, 429]
    assert answer(second).status_code == 200  # the sixth of this address
    assert answer(third).status_code == 429
    assert answer(third, address="192.0.2.8").status_code == 200


def test_throwing_the_cookie_away_does_not_help():
    """The address is counted all the same."""
    statuses = [answer(Client()).status_code for _ in range(7)]

    assert statuses == [200] * 6 + [429]


def test_newcomers_of_one_address(monkeypatch):
    """Each of them leaves rows that are kept long: too many have to wait, whatever they send; who is known goes on."""
    monkeypatch.setitem(LIMITS, "answers", Limit("99/d", "99/d"))
    monkeypatch.setitem(LIMITS, "newcomers", Limit("2/d", "2/d"))
    known = Client()
    assert [answer(client).status_code for client in (known, Client())] == [200, 200]
    before = Visitor.objects.count(), Session.objects.count()

    forged = Client()
    forged.cookies["sessionid"] = "x" * 32
    for client in (Client(), forged):
        refused = answer(client)
        assert refused.status_code == 429
        assert 0 < int(refused["Retry-After"]) <= 86_400
        assert "sessionid" not in refused.cookies or not refused.cookies["sessionid"].value
    game = {"ruleset": "classic66", "opponent": "beginner", "coach": "asked", "counts": "shown", "length": "deal"}
    for path, form in (
        ("/ar/play/", {**game, "dealer": "any"}),
        ("/ar/settings/", {"ruleset": "schnapsen"}),
        (STEP.path(), {"seen": 0}),  # nothing was chosen: a notice alone
    ):
        assert Client().post(path, form, REMOTE_ADDR=ADDRESS).status_code == 429, path
    assert (Visitor.objects.count(), Session.objects.count()) == before

    assert answer(known, 1).status_code == 200
    assert known.post("/ar/play/", {**game, "dealer": "any"}, REMOTE_ADDR=ADDRESS).status_code == 302
    assert answer(Client(), address="192.0.2.8").status_code == 200
    assert Client().get(STEP.path()).status_code == 200


def test_the_admin_login():
    """Whoever guesses passwords is stopped, in the language of the browser."""
    form = {"username": "admin", "password": "guess"}
    statuses = [Client().post("/admin/login/", form).status_code for _ in range(4)]
    refused = Client().post("/admin/login/", form, headers={"Accept-Language": "es"})

    assert statuses == [200] * 4
    assert refused.status_code == 429
    assert refused["Content-Language"] == "es"


def views(patterns: list[Any] | None = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every address of ours with its view; the API counts by itself (``tests/web/test_api.py``)."""
    for entry in get_resolver().url_patterns if patterns is None else patterns:
        pattern = entry.pattern
        part = "LANGUAGE/" if isinstance(pattern, LocalePrefixPattern) else str(getattr(pattern, "_route", ""))
        if isinstance(entry, URLResolver):
            if not (before + part).startswith(("admin/", "api/")):
                yield from views(entry.url_patterns, before + part)
        else:
            yield before + part, entry.callback


def test_every_form_has_a_limit():
    """Whatever takes a form is in the table; new pages are found by themselves."""
    found = {route: view for route, view in views() if takes_a_form(route)}
    without = {route for route, view in found.items() if not hasattr(view, "limited")}

    assert {"LANGUAGE/learn/<slug:slug>/<int:number>/", "LANGUAGE/settings/", "admin/login/"} <= set(found)
    assert without == set()


def takes_a_form(route: str) -> bool:
    """Whether anything but 405 comes back."""
    values = {"int": "1", "slug": "x", None: "x"}
    path = "/" + PARAMETER.sub(lambda found: values.get(found[1], "x"), route.replace("LANGUAGE", "en"))
    return Client().post(path).status_code != 405


COMPUTED = {
    "puzzle": "puzzles/p/{puzzle}/?try=A:9C&trick=1",
    "day": "puzzles/daily/{day}/",
    "playing-on": "puzzles/p/{puzzle}/play/?do=A:AC",
    "picture": "puzzles/p/{puzzle}/picture.png",
    "sheet": "puzzles/{slug}/print/?n=12",
    "embedded": "embed/puzzle/{puzzle}/?card=AC",
    "position": "position/?do=A:AC",
    "build": "position/build/",
    "deal": "play/{game}/",
}
"""Pages that search for what they show, by what they show."""


@pytest.mark.parametrize("path", [pytest.param(path, id=name) for name, path in COMPUTED.items()])
def test_pages_that_search_are_counted(path, monkeypatch):
    """Reading them changes nothing, but each takes the machine a while, whatever their address holds."""
    monkeypatch.setitem(LIMITS, "computing", Limit("99/d", "2/d", LIMITS["computing"].methods))
    puzzle = Puzzle.objects.filter(theme="E4").select_related("theme").first()
    client = Client()
    wish = {"ruleset": "classic66", "opponent": "beginner", "coach": "asked", "counts": "shown", "length": "deal"}
    dealt = client.post("/en/play/", {**wish, "dealer": "any"}, REMOTE_ADDR=ADDRESS)["Location"]
    known = {"puzzle": puzzle.pk, "slug": puzzle.theme.slug, "day": timezone.now().date()}
    path = path.format(**known, game=dealt.split("/")[3])

    responses = [client.get(f"/en/{path}", REMOTE_ADDR=ADDRESS) for _ in range(3)]

    assert 429 not in [response.status_code for response in responses[:2]]
    assert responses[2].status_code == 429
    assert 0 < int(responses[2]["Retry-After"]) <= 86_400
    assert "no-store" in responses[2]["Cache-Control"]


def test_reading_is_not_counted():
    """Only what changes something."""
    client = Client()
    for _ in range(10):
        assert client.get(STEP.path()).status_code == 200
    assert answer(client).status_code == 200


ADDRESSES = {
    "plain": ("192.0.2.7", "", 0, "192.0.2.7"),
    "a-proxy-that-nobody-announced-is-not-believed": ("192.0.2.7", "198.51.100.1", 0, "192.0.2.7"),
    "our-proxy": ("10.0.0.1", "198.51.100.1", 1, "198.51.100.1"),
    "our-proxy-and-a-lie-before-it": ("10.0.0.1", "1.2.3.4, 198.51.100.1", 1, "198.51.100.1"),
    "two-of-ours": ("10.0.0.1", "1.2.3.4, 198.51.100.1, 10.0.0.9", 2, "198.51.100.1"),
    "our-proxy-says-nothing": ("10.0.0.1", "", 1, "10.0.0.1"),
    "fewer-than-announced": ("10.0.0.1", "198.51.100.1", 2, "10.0.0.1"),
    "junk": ("10.0.0.1", "<script>", 1, "10.0.0.1"),
    "a-household-with-ipv6": ("2001:db8:1:2:3:4:5:6", "", 0, "2001:db8:1:2::"),
    "a-socket": ("", "", 0, "unknown"),
}


@pytest.mark.parametrize(
    ("remote", "forwarded", "proxies", "expected"), [pytest.param(*row, id=name) for name, row in ADDRESSES.items()]
)
def test_address(settings, remote, forwarded, proxies, expected):
    """Only what our own proxies have written is believed."""
    settings.PROXIES = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}

    assert address_of(RequestFactory().get("/", REMOTE_ADDR=remote, headers=headers)) == expected


def test_the_table_is_generous_enough_for_a_class():
    """Sixty learners behind one address, each answering every five seconds and signing in at the same time."""
    for name, limit in LIMITS.items():
        if name in ("answers", "sign_in", "api"):
            continue  # made small above; no class asks the API
        visitor, address = (int(rate.partition("/")[0]) for rate in (limit.visitor, limit.address))
        assert address >= 10 * visitor, name


def test_a_page_about_a_limit_in_other_words():
    """Heading and advice, no number that nobody can check."""
    client = Client()
    for seen in range(5):
        response = client.post(STEP.path("it"), {"seen": seen, **STEP.wrong})
    page = read(response.content.removeprefix(b"<!doctype html>"))

    assert response.status_code == 429
    assert page.one("html").attrs["lang"] == "it"
    assert not [sign for sign in page.one("main").text if sign.isdigit()]
