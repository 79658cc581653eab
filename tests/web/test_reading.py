"""Reading pages: kept by browsers and proxies, asked for again cheaply, and nothing else is kept by anybody."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory

from tests.conftest import LANGUAGES
from tests.web.course import HTMX, PLACES
from tutor.web.reading import NotKept, reading_page

pytestmark = pytest.mark.django_db

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


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_packed_for_whoever_can_unpack(path):
    """The tag is the same, as it names the page and not its packing."""
    plain = Client().get(f"/en/{path}")
    packed = Client().get(f"/en/{path}", headers={"Accept-Encoding": "gzip"})

    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 2
    assert packed["ETag"] == plain["ETag"]
    assert "Accept-Encoding" in packed["Vary"]


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
