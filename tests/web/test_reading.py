"""Reading pages: kept by browsers and proxies, asked for again cheaply, and nothing else is kept by anybody."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

import brotli
import pytest
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory

from tests.conftest import LANGUAGES
from tests.web.course import HTMX, PLACES
from tutor.content.models import Block
from tutor.web.build import ONLINE_ONLY, assets
from tutor.web.memory import ReadingMemory
from tutor.web.reading import NotKept, reading_page

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
PAGES = ["", "?card=TS", "rules/", "rules/?preset=santase", "rules/sources/"]


def keeping(response: HttpResponse) -> set[str]:
    """The words of Cache-Control."""
    return {word.strip() for word in response.headers.get("Cache-Control", "").split(",")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_may_be_kept_and_is_asked_for_cheaply(path, language):
    """Its tag answers the next question with 304 and nothing else; another language has another tag."""
    first = Client().get(f"/{language}/{path}")
    again = Client().get(f"/{language}/{path}", headers={"If-None-Match": first["ETag"]})
    other = "hi" if language != "hi" else "en"
    foreign = Client().get(f"/{other}/{path}", headers={"If-None-Match": first["ETag"]})

    assert {"public", "max-age=300", "stale-while-revalidate=86400"} <= keeping(first)
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert foreign.status_code == 200
    assert foreign["ETag"] != first["ETag"]


WISHES = {"gzip": "gzip", "br": "br", "gzip, deflate, br, zstd": "br", "br;q=0, gzip;q=0.5": "gzip", "GZIP": "gzip"}


@pytest.mark.parametrize(("wish", "packing"), WISHES.items())
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_packed_for_whoever_can_unpack(path, wish, packing):
    """The tag is the same, as it names the page and not its packing."""
    plain = Client().get(f"/en/{path}")
    packed = Client().get(f"/en/{path}", headers={"Accept-Encoding": wish})

    assert packed["Content-Encoding"] == packing
    assert {"gzip": gzip.decompress, "br": brotli.decompress}[packing](packed.content) == plain.content
    assert len(packed.content) < len(plain.content) / 2
    assert packed["ETag"] == plain["ETag"]
    assert "Accept-Encoding" in packed["Vary"]
    assert int(packed["Content-Length"]) == len(packed.content)


@pytest.mark.parametrize("wish", ["", "identity", "br;q=0", "deflate"])
def test_a_page_is_not_packed_for_who_cannot_unpack(wish):
    """Nor for whoever refuses it."""
    response = Client().get("/en/rules/", headers={"Accept-Encoding": wish})

    assert "Content-Encoding" not in response
    assert response.content.startswith(b"<!doctype html>")


@pytest.mark.parametrize("path", ["play/", "play/mistakes/", "progress/"])
def test_pages_that_are_never_kept_bring_style_sheets_of_their_own(path):
    """So the worker for reading without a connection leaves these out; no page that may be kept names them."""
    response = Client().get(f"/en/{path}")
    assert "public" not in keeping(response)
    assert any(sheet.rpartition("/")[2].removesuffix(".css") in response.content.decode() for sheet in ONLINE_ONLY)

    templates = [
        path for path in (ROOT / "templates").rglob("*.html") if any(s in path.read_text() for s in ONLINE_ONLY)
    ]
    assert {path.parent.name for path in templates} == {"play", "progress"}
    assert not [url for url in assets() if "after" in url or "play" in url]


# -- the memory of a worker ----------------------------------------------------------------------------------------


@pytest.fixture
def remembering(settings):
    """A worker that remembers pages, as it is served."""
    settings.PAGE_SECONDS = 60
    ReadingMemory.shelf.clear()
    yield ReadingMemory.shelf
    ReadingMemory.shelf.clear()


@pytest.mark.parametrize("path", PAGES)
def test_a_remembered_page_costs_nothing(path, remembering, django_assert_num_queries):
    """The same page and headers, without a query; HEAD and 304 as well."""
    first = Client().get(f"/ar/{path}", headers={"Accept-Encoding": "br"})
    with django_assert_num_queries(0):
        second = Client().get(f"/ar/{path}", headers={"Accept-Encoding": "br"})
        third = Client().get(f"/ar/{path}", headers={"Accept-Encoding": "br", "If-None-Match": first["ETag"]})

    assert second.content == first.content
    assert dict(second.items()) == dict(first.items())
    assert (third.status_code, third.content) == (304, b"")


def test_nothing_is_mixed_up(remembering):
    """Language, ruleset, piece or page, packing, host: each has its own."""
    asked = [
        (path, headers)
        for path in (
            "/en/",
            "/hi/",
            "/en/?card=TS",
            "/en/rules/",
            "/en/rules/?preset=santase",
            "/en/first-trick/?card=TS",
        )
        for headers in ({}, {"Accept-Encoding": "br"}, HTMX, {**HTMX, "Accept-Encoding": "br"}, {"Host": "localhost"})
    ]
    fresh = []
    for path, headers in asked:
        remembering.clear()
        response = Client().get(path, headers=headers)
        fresh.append((response.status_code, response.content, response.get("Content-Encoding")))
    remembering.clear()
    for _round in range(2):
        for (path, headers), expected in zip(asked, fresh, strict=True):
            response = Client().get(path, headers=headers)
            assert (response.status_code, response.content, response.get("Content-Encoding")) == expected


def test_a_question_about_a_tag_fills_the_memory(remembering, django_assert_num_queries):
    """The first asker may have an old copy; the next one is served from memory all the same."""
    tag = Client().get("/en/rules/")["ETag"]
    remembering.clear()
    assert Client().get("/en/rules/", headers={"If-None-Match": tag}).status_code == 304
    with django_assert_num_queries(0):
        assert Client().get("/en/rules/").status_code == 200


def test_only_reading_pages_are_remembered(remembering):
    """No step, no map, no error, no redirect; nobody's cookie."""
    visitor = Client()
    visitor.post(PLACES[0].path(), {"seen": 0, **PLACES[0].right})
    for path in (
        "/en/learn/",
        PLACES[0].path(),
        "/en/nothing/",
        "/rules/",
        "/en/?card=ZZ",
        "/health/live",
        "/admin/login/",
    ):
        visitor.get(path)
    assert not remembering._pages

    visitor.get("/en/rules/")
    (page,) = remembering._pages.values()
    assert "Set-Cookie" not in dict(page.headers)
    assert b"csrf" not in page.body


def test_the_memory_has_an_end(remembering, monkeypatch):
    """The pages that were asked for last stay."""
    monkeypatch.setattr("tutor.web.memory.MOST_BYTES", 100_000)
    for target in (7, 8, 10, 11):
        Client().get(f"/en/rules/?preset=classic66;target={target}")
    kept = list(remembering._pages)

    assert 1 <= len(kept) < 4
    assert kept[-1][2] == "/en/rules/?preset=classic66;target=11"
    assert remembering._bytes == sum(len(page.body) for page in remembering._pages.values()) <= 100_000


def test_a_page_is_forgotten_after_a_minute(remembering, monkeypatch):
    """New content is seen then."""
    Client().get("/en/rules/")
    Block.objects.filter(key__endswith=".label").update(text_en="changed")
    now = time.monotonic()
    monkeypatch.setattr("tutor.web.memory.time.monotonic", lambda: now + 61)

    assert remembering.find(next(iter(remembering._pages))) is None


def test_whoever_opens_the_address_of_a_piece_gets_the_page():
    """With the card that was played; also when htmx restores its history."""
    for headers in ({}, {**HTMX, "HX-History-Restore-Request": "true"}):
        response = Client().get("/it/first-trick/?card=TS", headers=headers)
        assert response.status_code == 302
        assert response["Location"] == "/it/?card=TS"
        assert "no-store" in keeping(response)


NOT_KEPT = {
    "redirect-by-language": ("/rules/", {}),
    "map": ("/en/learn/", {}),
    "step": (PLACES[0].path(), {}),
    "not-found": ("/en/nothing/", {}),
    "unreadable": ("/en/?card=ZZ", {}),
    "unreadable-ruleset": ("/en/rules/?preset=nobody", {}),
    "health": ("/health", {}),
    "admin": ("/admin/login/", {}),
}


@pytest.mark.parametrize(("path", "headers"), [pytest.param(*row, id=name) for name, row in NOT_KEPT.items()])
def test_nothing_else_is_kept(path, headers):
    """Redirects that depend on the reader, errors, personal pages."""
    assert "no-store" in keeping(Client().get(path, headers=headers))


# -- views that ask for what is personal ---------------------------------------------------------------------------


def with_token(request):
    """A page with a form that posts."""
    return HttpResponse(get_token(request))


def with_session(request):
    """A page that looks who asks."""
    return HttpResponse(request.session.get("visitor", ""))


def with_cookie(_request):
    """A page that remembers something."""
    response = HttpResponse("page")
    response.set_cookie("seen", "1")
    return response


def failed(_request):
    """A page that is an error."""
    return HttpResponse("page", status=400)


@pytest.mark.parametrize("view", [with_token, with_session, with_cookie, failed], ids=lambda view: view.__name__)
def test_a_marked_view_that_is_personal_is_not_kept(view):
    """The mark cannot make a cache keep what belongs to one reader."""
    client = Client()
    client.get(PLACES[0].path())
    request = RequestFactory().get("/en/rules/")
    request.session = client.session

    response = NotKept(reading_page(view))(request)

    assert keeping(response) == {"private", "no-store"}
    assert not response.has_header("ETag")


def test_a_form_that_was_sent_is_not_kept():
    """Only reading is."""
    response = NotKept(reading_page(lambda request: HttpResponse("page")))(RequestFactory().post("/en/rules/"))

    assert keeping(response) == {"private", "no-store"}
