"""What goes wrong is said in the language of the address, as a page or as a fragment, and never with a traceback."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.test import Client
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import ReadCode
from tests.conftest import LANGUAGES
from tests.web.course import HTMX, PLACES, Visitor, each, of_kind
from tests.web.markup import read
from tutor.learners.models import StepProgress
from tutor.web.errors import PAGES
from tutor.web.limits import LIMITS, Limit
from tutor.wording.refusals import READ_ERRORS

pytestmark = pytest.mark.django_db

# Hypothesis runs many requests inside the transaction of one test; nothing is undone between them, and need not be.
MANY = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
DIRECTIONS = {"ar": "rtl"}
STEP = PLACES[0]
OTHER_WISHES = {"en": ("hi", "it"), "es": ("ar", "hi"), "it": ("en", "ar"), "ar": ("es", "en"), "hi": ("it", "es")}


def break_down(*_args: Any, **_kwargs: Any) -> None:
    """Stands in for a view that fails."""
    raise RuntimeError("secret detail")


def forbid(*_args: Any, **_kwargs: Any) -> None:
    """Stands in for a view that nobody may open."""
    raise PermissionDenied("secret detail")


def ask_400(client, language, headers, monkeypatch):
    """A card that there is not."""
    return client.get(f"/{language}/first-trick/?card=ZZ", headers=headers)


def ask_403(client, language, headers, monkeypatch):
    """A view that refuses."""
    monkeypatch.setattr("tutor.lessons.services.lesson_map", forbid)
    return client.get(f"/{language}/learn/", headers=headers)


def ask_404(client, language, headers, monkeypatch):
    """A page that there is not."""
    return client.get(f"/{language}/nothing/", headers=headers)


def ask_413(client, language, headers, monkeypatch):
    """More than any form or file needs."""
    return client.post(f"/{language}/learn/", "x" * 2_000_000, content_type="text/plain", headers=headers)


def ask_429(client, language, headers, monkeypatch):
    """Somebody who answers without a pause."""
    monkeypatch.setattr("django.conf.settings.RATELIMIT_ENABLE", True)
    monkeypatch.setitem(LIMITS, "answers", Limit("1/h", "1/h"))
    cache.clear()
    client.post(STEP.path(language) + "draft/", headers=headers)
    return client.post(STEP.path(language) + "draft/", headers=headers)


def ask_500(client, language, headers, monkeypatch):
    """A view that fails."""
    monkeypatch.setattr("tutor.lessons.services.lesson_map", break_down)
    client.raise_request_exception = False
    return client.get(f"/{language}/learn/", headers=headers)


def away(*_args: Any, **_kwargs: Any) -> None:
    """Stands in for a database that does not answer."""
    raise OperationalError("secret detail")


def ask_503(client, language, headers, monkeypatch):
    """A view that finds no database."""
    monkeypatch.setattr("tutor.lessons.services.lesson_map", away)
    client.raise_request_exception = False
    return client.get(f"/{language}/learn/", headers=headers)


ASKED = [
    pytest.param(ask_400, 400, id="400"),
    pytest.param(ask_403, 403, id="403"),
    pytest.param(ask_404, 404, id="404"),
    pytest.param(ask_413, 413, id="413"),
    pytest.param(ask_429, 429, id="429"),
    pytest.param(ask_500, 500, id="500"),
    pytest.param(ask_503, 503, id="503"),
]


def stubborn(language: str) -> tuple[Client, dict[str, str]]:
    """A browser whose cookie and wishes name other languages than the address."""
    cookie, wish = OTHER_WISHES[language]
    client = Client()
    client.cookies["django_language"] = cookie
    return client, {"Accept-Language": wish}


def heading(status: int, language: str) -> str:
    """The heading of an error page."""
    with override(language):
        return str(PAGES[status][0])


def test_headings_differ_by_status_and_language():
    """So that what follows tells them apart."""
    assert PAGES.keys() == {400, 403, 404, 413, 429, 500, 503}
    assert len({heading(status, language) for status in PAGES for language in LANGUAGES}) == 35


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ask", "status"), ASKED)
def test_error_page(ask, status, language, monkeypatch):
    """A whole page: heading, what to do, doors; in the language of the address whatever the browser says."""
    client, headers = stubborn(language)

    response = ask(client, language, headers, monkeypatch)

    assert response.status_code == status
    assert response["Content-Language"] == language
    assert "no-store" in response["Cache-Control"]
    source = response.content.decode()
    assert "secret detail" not in source
    assert "Traceback" not in source
    page = read(source.removeprefix("<!doctype html>"))
    html = page.one("html")
    assert (html.attrs["lang"], html.attrs["dir"]) == (language, DIRECTIONS.get(language, "ltr"))
    assert page.one("h1").text == heading(status, language)
    assert page.one("title").text.startswith(heading(status, language))
    doors = [link.attrs["href"] for link in page.one("main").all("a")]
    assert doors == [f"/{language}/{room}/" for room in ("learn", "puzzles", "play", "rules", "progress")]
    assert [link.attrs["lang"] for link in page.by_id("languages").all("a") if link.attrs.get("aria-current")] == [
        language
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ask", "status"), ASKED)
def test_error_fragment(ask, status, language, monkeypatch):
    """For htmx a paragraph for the alert region, in the same words."""
    client, headers = stubborn(language)

    response = ask(client, language, {**headers, **HTMX}, monkeypatch)

    assert response.status_code == status
    assert response["Content-Language"] == language
    source = response.content.decode()
    assert "secret detail" not in source
    fragment = read(source)
    (root,) = fragment.elements
    assert root.one("strong").text == heading(status, language)
    assert len(root.text) > len(heading(status, language))
    assert "<html" not in source


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ask", "status"), ASKED)
def test_history_gets_the_whole_page(ask, status, language, monkeypatch):
    """Htmx restoring its history needs a page, also of an error."""
    client, headers = stubborn(language)

    response = ask(client, language, {**headers, **HTMX, "HX-History-Restore-Request": "true"}, monkeypatch)

    assert response.status_code == status
    assert read(response.content).one("h1").text == heading(status, language)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_without_its_token(language, headers):
    """403 in the language of the address; nothing is remembered."""
    client = Client(enforce_csrf_checks=True)
    client.cookies["django_language"] = OTHER_WISHES[language][0]

    response = client.post(STEP.path(language), {"seen": 0, **STEP.right}, headers=headers)

    assert response.status_code == 403
    assert heading(403, language) in read(response.content).text
    assert response["Content-Language"] == language
    assert not StepProgress.objects.exists()


def test_a_form_with_its_token():
    """The page brings along what its own form needs."""
    client = Client(enforce_csrf_checks=True)
    form = read(client.get(STEP.path()).content).one("form", id="answer-form")
    token = form.one("input", name="csrfmiddlewaretoken").attrs["value"]

    response = client.post(STEP.path(), {"seen": 0, "csrfmiddlewaretoken": token, **STEP.right}, headers=HTMX)

    assert response.status_code == 200
    assert StepProgress.objects.get().solved


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_a_foreign_host(headers):
    """A host that is not ours is a request that cannot be read, and the page that says so works."""
    client = Client()
    client.raise_request_exception = False

    response = client.get("/es/rules/", headers={**headers, "Host": "evil.example"})

    assert response.status_code == 400
    assert heading(400, "es") in read(response.content).text
    assert "evil.example" not in response.content.decode()


def test_an_error_without_a_database():
    """The page of a failure asks neither session nor database."""
    client = Client()
    client.raise_request_exception = False

    response = client.get("/it/nothing/")

    assert response.status_code == 404
    assert not response.cookies
    assert not {"cookie"} & {name.strip().lower() for name in response.headers.get("Vary", "").split(",")}


# -- addresses -----------------------------------------------------------------------------------------------------

BAD_CARDS = [
    pytest.param("ZZ", id="no-card"),
    pytest.param("9C", id="not-in-the-hand"),
    pytest.param("as", id="small-letters"),
    pytest.param("AS ", id="with-a-space"),
    pytest.param("<b>", id="markup"),
    pytest.param("A" * 4000, id="long"),
    pytest.param("A" * 500_000, id="longer-than-anything"),
    pytest.param("\0", id="nul"),
]


@pytest.mark.parametrize("path", ["/en/", "/en/first-trick/"], ids=["page", "fragment-address"])
@pytest.mark.parametrize("card", BAD_CARDS)
def test_bad_card_code(path, card):
    """400, as page and as fragment."""
    for headers in ({}, HTMX):
        response = Client().get(path, {"card": card}, headers=headers)

        assert response.status_code == 400
        assert heading(400, "en") in read(response.content).text
        assert "<b>" not in response.content.decode().replace("<b aria", "")


MISSING = [
    pytest.param("learn/nothing/", id="lesson"),
    pytest.param("learn/nothing/1/", id="step-of-no-lesson"),
    pytest.param(f"learn/{STEP.slug}/0/", id="step-zero"),
    pytest.param(f"learn/{STEP.slug}/99/", id="step-too-high"),
    pytest.param(f"learn/{STEP.slug}/{'9' * 400}/", id="step-huge"),
    pytest.param(f"learn/{STEP.slug}/-1/", id="step-negative"),
    pytest.param(f"learn/{STEP.slug}/%D9%A1/", id="step-in-other-digits"),
    pytest.param("rules/nothing/", id="rules"),
    pytest.param("..%2f..%2fetc/passwd", id="climbing"),
    pytest.param("%00", id="nul"),
    pytest.param("x" * 5000, id="long"),
]


@pytest.mark.parametrize("path", MISSING)
def test_not_found(path):
    """404 in the language of the address, for reading and for posting."""
    for language in ("ar", "es"):
        response = Client().get(f"/{language}/{path}", follow=True)
        assert response.status_code == 404
        assert read(response.content).one("h1").text == heading(404, language)


def test_posting_to_a_step_that_is_not_there():
    """404 as well, and nothing is remembered."""
    for path in (f"/en/learn/{STEP.slug}/99/", "/en/learn/nothing/1/", f"/en/learn/{STEP.slug}/99/draft/"):
        assert Client().post(path, {"seen": 0, "language": "es", **STEP.right}).status_code == 404
    assert not StepProgress.objects.exists()


JUNK = [
    pytest.param("nothing", ReadCode.UNKNOWN_RULESET, id="unknown-ruleset"),
    pytest.param("classic66;nothing=1", ReadCode.UNKNOWN_SWITCH, id="unknown-switch"),
    pytest.param("classic66;target=9", ReadCode.SWITCH_VALUE, id="value"),
    pytest.param("classic66;", ReadCode.UNKNOWN_SWITCH, id="nothing-after-the-semicolon"),
    pytest.param("classic66;target=7;target=8", ReadCode.SWITCH_VALUE, id="switch-twice"),
    pytest.param("classic66;tie=not_possible", ReadCode.SWITCH_VALUE, id="cannot-be-played"),
    pytest.param("classic66;hand=5", ReadCode.SWITCH_VALUE, id="hand-without-its-pack"),
    pytest.param("<script>alert(1)</script>", ReadCode.UNKNOWN_RULESET, id="markup"),
    pytest.param("x" * 4000, ReadCode.UNKNOWN_RULESET, id="very-long"),
    pytest.param("classic66" + ";target=7" * 250, ReadCode.SWITCH_VALUE, id="very-many"),
    pytest.param("\a", ReadCode.UNKNOWN_RULESET, id="bell"),
    pytest.param("कखग", ReadCode.UNKNOWN_RULESET, id="other-script"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("preset", "code"), JUNK)
def test_junk_as_ruleset(preset, code, language):
    """400, what is wrong in words, and the classic rules all the same."""
    response = Client().get(f"/{language}/rules/", {"preset": preset})
    classic = read(Client().get(f"/{language}/rules/").content)

    assert response.status_code == 400
    page = read(response.content)
    with override(language):
        assert page.by_id("problem").text.startswith(str(READ_ERRORS[code]))
    assert [node.attrs["data-clause"] for node in page.all("div", "clause")] == [
        node.attrs["data-clause"] for node in classic.all("div", "clause")
    ]
    assert page.one("h1").text == classic.one("h1").text
    assert "<script>alert" not in response.content.decode()


@pytest.mark.parametrize("preset", ["", "classic66", " classic66 "], ids=["empty", "named", "spaces"])
def test_no_problem_with_a_ruleset_that_can_be_read(preset):
    """The classic rules, and no word of a problem."""
    response = Client().get("/en/rules/", {"preset": preset})

    assert response.status_code == 200
    assert read(response.content).by_id("problem") is None


@MANY
@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(
            st.sampled_from(
                ["classic66", "santase", "deck=20", "close=no", "target=11", "tie=", "=", "hand=5", " ", "\n"]
            ),
            max_size=6,
        ).map(";".join),
    )
)
def test_no_text_as_ruleset_breaks_the_rules_page(preset):
    """Read or refused, never a failure."""
    response = Client().get("/en/rules/", {"preset": preset})

    assert response.status_code in (200, 400)
    assert read(response.content).one("h1")


@MANY
@given(st.text(max_size=40))
def test_no_text_as_card_breaks_the_home_page(card):
    """Played, or refused."""
    response = Client().get("/en/", {"card": card})

    assert response.status_code == (200 if card in ("", "JD", "QH", "JH", "AS", "TS", "9S") else 400)


# -- forms ---------------------------------------------------------------------------------------------------------

BAD_FORMS = [
    pytest.param({}, id="empty"),
    pytest.param({"seen": ""}, id="seen-empty"),
    pytest.param({"seen": "x"}, id="seen-no-number"),
    pytest.param({"seen": "-1"}, id="seen-negative"),
    pytest.param({"seen": "9" * 5000}, id="seen-huge"),
    pytest.param({"seen": "0", "do": "win"}, id="do-unknown"),
    pytest.param({"seen": "0", "do": "\0"}, id="do-nul"),
]


@pytest.mark.parametrize("form", BAD_FORMS)
@pytest.mark.parametrize(
    "place",
    each(
        [
            of_kind(kind)[0]
            for kind in ("play", "who", "legal", "pick", "spot", "count", "order", "act", "score", "unseen", "diff")
        ]
    ),
)
def test_bad_form(place, form):
    """400 as page and fragment; nothing is remembered."""
    for visitor in (Visitor("it"), Visitor("it", htmx=True)):
        response = visitor.send(place, **{**place.right, **form})

        assert response.status_code == 400
        assert heading(400, "it") in read(response.content).text
    assert not StepProgress.objects.exists()


BAD_ANSWERS = [
    pytest.param("play", {"card": "ZZ"}, id="play-no-card"),
    pytest.param("play", {"card": "tc"}, id="play-small-letters"),
    pytest.param("who", {"who": "nobody"}, id="who-nobody"),
    pytest.param("legal", {"cards": ["ZZ"]}, id="legal-no-card"),
    pytest.param("legal", {"cards": ["JC"]}, id="legal-not-in-the-hand"),
    pytest.param("pick", {"statement": "no-such-sentence"}, id="pick-unknown"),
    pytest.param("spot", {"line": "8", "reason": "must_head"}, id="spot-line-past-the-end"),
    pytest.param("spot", {"line": "-1", "reason": "must_head"}, id="spot-line-negative"),
    pytest.param("spot", {"line": "5", "reason": "deal_over"}, id="spot-reason-not-offered"),
]


@pytest.mark.parametrize(("kind", "answer"), BAD_ANSWERS)
def test_bad_answer(kind, answer):
    """A value that the page does not offer: 400 for an answer, for a hint and for a draft; nothing is remembered."""
    place = of_kind(kind)[0]
    for headers in ({}, HTMX):
        response = Client().post(place.path("hi"), {"seen": 0, **answer}, headers=headers)
        assert response.status_code == 400
        assert heading(400, "hi") in read(response.content).text
    draft = Client().post(place.path() + "draft/", {"seen": 0, "language": "es", **answer})

    assert draft.status_code == 400
    assert not StepProgress.objects.exists()


@pytest.mark.parametrize(
    "form",
    [
        pytest.param({"seen": 0, "language": "xx"}, id="unknown-language"),
        pytest.param({"seen": 0, "language": "//evil.example/"}, id="address-as-language"),
        pytest.param({"seen": 0}, id="no-language"),
        pytest.param({"language": "es"}, id="no-count"),
    ],
)
def test_bad_draft(form):
    """400; nobody is sent elsewhere."""
    place = of_kind("legal")[0]

    response = Client().post(place.path() + "draft/", {**place.right, **form})

    assert response.status_code == 400
    assert "Location" not in response.headers


def test_too_many_fields():
    """400 in the language of the address, not a failure."""
    response = Client().post(STEP.path("ar"), {"seen": 0, "cards": ["AS"] * 200})

    assert response.status_code == 400
    assert read(response.content).one("h1").text == heading(400, "ar")


def test_too_much_at_once():
    """The same for a body that is too large."""
    response = Client().post(
        STEP.path("ar"), f"seen=0&card={'x' * 300_000}", content_type="application/x-www-form-urlencoded"
    )

    assert response.status_code == 400
    assert read(response.content).one("h1").text == heading(400, "ar")


NAMES = st.sampled_from(
    ["seen", "do", "card", "cards", "who", "statement", "number", "act", "line", "reason", "language", "x", ""]
)
WORDS = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        ["0", "1", "-1", "answer", "hint", "show", "retry", "AS", "9C", "TD", "you", "must_head", "5", "٣"]
    ),
    st.integers().map(str),
)
BODIES = st.dictionaries(NAMES, st.lists(WORDS, max_size=4), max_size=6)


@MANY
@given(st.sampled_from(PLACES), st.lists(BODIES, min_size=1, max_size=4), st.booleans())
def test_no_form_breaks_a_step(place, bodies, htmx):
    """Whatever is posted, several times over: shown, refused or unreadable, and the page can still be opened."""
    client = Client()
    for body in bodies:
        response = client.post(place.path(), body, headers=HTMX if htmx else {})
        assert response.status_code in ((200, 400) if htmx else (302, 400))
    assert client.get(place.path()).status_code == 200


@MANY
@given(st.sampled_from(PLACES), BODIES)
def test_no_form_breaks_a_draft(place, body):
    """The same for a change of language."""
    client = Client()

    response = client.post(place.path() + "draft/", body)

    assert response.status_code in (302, 400)
    assert client.get(place.path()).status_code == 200


@settings(MANY, max_examples=40)
@given(
    st.binary(max_size=200), st.sampled_from(["multipart/form-data; boundary=x", "application/json", "text/plain", "x"])
)
def test_no_bytes_break_a_step(body, content_type):
    """A body that is no form at all."""
    response = Client().post(STEP.path(), body, content_type=content_type)

    assert response.status_code in (302, 400)


# -- methods -------------------------------------------------------------------------------------------------------

READ_ONLY = ["/en/", "/en/first-trick/", "/en/rules/", "/en/rules/sources/", "/en/learn/", f"/en/learn/{STEP.slug}/"]
WRONG_METHODS = [
    *(pytest.param("post", path, id=f"post-{path}") for path in [*READ_ONLY, "/health"]),
    *(
        pytest.param(method, path, id=f"{method}-{path}")
        for method in ("put", "delete")
        for path in [*READ_ONLY, STEP.path()]
    ),
    pytest.param("get", STEP.path() + "draft/", id="get-draft"),
    pytest.param("put", STEP.path() + "draft/", id="put-draft"),
]


@pytest.mark.parametrize(("method", "path"), WRONG_METHODS)
def test_wrong_method(method, path):
    """405 with the methods that would do."""
    response = getattr(Client(), method)(path)

    assert response.status_code == 405
    allowed = set(re.split(r",\s*", response["Allow"]))
    assert allowed <= {"GET", "HEAD", "POST"}
    assert method.upper() not in allowed


@pytest.mark.parametrize("path", [*READ_ONLY, STEP.path()])
def test_head(path):
    """Whoever asks for the head alone gets it."""
    response = Client().head(path, headers=HTMX if "first-trick" in path else {})

    assert response.status_code == 200
    assert response.content == b""
