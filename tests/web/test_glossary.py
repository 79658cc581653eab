"""The list of terms and the page of each: words, order, links, and what a cache may keep."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from tests.conftest import LANGUAGES
from tests.web.course import HTMX, PLACES
from tests.web.markup import Node, read
from tutor.content.collation import letter_of, sort_key
from tutor.content.marks import marked_terms
from tutor.content.messages import Message, all_messages
from tutor.content.models import Place
from tutor.content.state import files_digest
from tutor.content.sync import sync
from tutor.glossary.models import Term
from tutor.glossary.presenters import REGION_NAMES, TermView
from tutor.glossary.texts import REGIONS, TermText, terms
from tutor.rules.texts import rule_book

pytestmark = pytest.mark.django_db

IN_EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
TERMS = [pytest.param(term, id=term.key) for term in terms()]


@pytest.fixture(autouse=True)
def _fresh():
    """What is remembered for a minute belongs to another test."""
    cache.clear()


def page_of(language: str, path: str) -> Node:
    """A page that is there."""
    response = Client().get(f"/{language}/glossary/{path}")
    assert response.status_code == 200
    return read(response.content)


def squeezed(text: str) -> str:
    """Single spaces."""
    return " ".join(text.split())


# -- the list ------------------------------------------------------------------------------------------------------


@IN_EVERY_LANGUAGE
def test_list(language):
    """Every term once, in the order of the language, under its letter, with a link to its page."""
    page = page_of(language, "")

    words = {squeezed(term.words[language]): term for term in terms()}
    links = [link for node in page.all("dt") for link in node.all("a")]
    assert [link.text for link in links] == sorted(words, key=lambda word: sort_key(word, language))
    for link in links:
        assert link.attrs["href"] == f"/{language}/glossary/{words[link.text].key}/"
    for section in page.one("", "glossary__columns").all("section"):
        letter = page.by_id(section.attrs["aria-labelledby"]).text
        assert {letter_of(node.all("a")[0].text, language) for node in section.all("dt")} == {letter}
    assert len(page.all("dd")) == len(links) > 55


@IN_EVERY_LANGUAGE
def test_letters(language):
    """A link to each letter that there is, in order."""
    page = page_of(language, "")

    links = page.one("ul", "letters").all("a")
    assert [link.text for link in links] == [page.by_id(link.attrs["href"][1:]).text for link in links]
    assert len(links) == len(page.all("h2")) > 10


# -- a term --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("term", TERMS)
def test_term(term: TermText):
    """Its word in all five languages, each marked as what it is, with what is heard at tables."""
    page = page_of("ar", f"{term.key}/")

    assert page.one("h1").text.removesuffix(term.sign).strip() == squeezed(term.words["ar"])
    rows = page.one("dl", "tongues").elements
    assert len(rows) == len(LANGUAGES)
    for row, language in zip(rows, LANGUAGES, strict=True):
        direction = "rtl" if language == "ar" else "ltr"
        word = row.one("strong").one("bdi")
        assert (word.attrs["lang"], word.attrs["dir"], word.text) == (
            language,
            direction,
            squeezed(term.words[language]),
        )
        heard = [item.one("bdi").text for item in row.all("li")]
        assert heard == [squeezed(each.word) for each in term.heard[language]]


def test_regions_are_told():
    """In the language of the page; every region has a name."""
    row = page_of("en", "trick/").one("dl", "tongues").elements[LANGUAGES.index("ar")]

    assert row.all("li")[0].text == "الأكلة the Gulf · the Levant · Egypt"
    assert set(REGION_NAMES) == set(REGIONS)


@pytest.mark.parametrize("term", [row for row in TERMS if row.values[0].confused_with])
def test_what_it_is_not(term: TermText):
    """Links to the other terms, and the sentence that tells them apart."""
    page = page_of("en", f"{term.key}/")
    words = {other.key: other.words["en"] for other in terms()}

    section = next(node for node in page.all("section", aria_labelledby="confused-title"))
    assert [link.attrs["href"] for link in section.all("a")] == [f"/en/glossary/{key}/" for key in term.confused_with]
    assert [link.text for link in section.all("a")] == [words[key] for key in term.confused_with]
    assert section.one("p").text == term.difference


def rules_that_mark(key: str) -> set[str]:
    """The rules of the file with a clause that marks a term, and that some ruleset shows."""
    shown = {place.key for place in Place.objects.filter(language="en", kind="rule")}
    clauses = (clause for section in rule_book() for clause in section.clauses if clause.key in shown)
    return {clause.rule for clause in clauses if key in marked_terms(clause.text)}


@pytest.mark.parametrize("term", TERMS)
def test_where_it_is_used(term: TermText):
    """The rules whose clauses mark it, found by reading them; nobody types the list."""
    page = page_of("hi", f"{term.key}/")

    links = {link.attrs["href"] for node in page.all("ul", "uses") for link in node.all("a")}
    assert {link.partition("#")[2] for link in links if "/rules/" in link} == rules_that_mark(term.key)
    assert all(link.startswith("/hi/") for link in links)


def test_uses_in_lessons_come_by_themselves(monkeypatch):
    """A lesson that marks a term is named on the page of the term after the next sync."""
    lesson = Place.objects.filter(language="en", kind="lesson").first()
    from tutor.lessons import places

    real = places.places
    monkeypatch.setattr(
        places,
        "places",
        lambda texts: (
            type(place)(place.key, place.url, place.title, place.text + " [[entry|x]]") for place in real(texts)
        ),
    )
    assert not page_of("en", "entry/").all("ul", "uses")

    sync()

    links = [link for node in page_of("en", "entry/").all("ul", "uses") for link in node.all("a")]
    assert (lesson.title, lesson.url) in [(link.text, link.attrs["href"]) for link in links]


def test_some_terms_are_used():
    """The rule book marks about half of them."""
    assert sum(bool(rules_that_mark(term.key)) for term in terms()) > 30


@pytest.mark.parametrize("path", ["nothing/", "TRICK/", "trick/x/", "[[stock/", "stock|x/"])
def test_no_such_term(path):
    """404 in the language of the address."""
    response = Client().get(f"/it/glossary/{path}")

    assert response.status_code == 404
    assert response["Content-Language"] == "it"


# -- doors ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "learn/", "rules/", "rules/sources/", "glossary/", "search/", "nothing/"])
def test_glossary_and_search_are_reached_from_every_page(path):
    """The bottom of the page names both, the head of the page has the search."""
    page = read(Client().get(f"/es/{path}").content)

    foot = [link.attrs["href"] for link in page.one("footer").all("a")]
    assert {"/es/glossary/", "/es/search/"} <= set(foot)
    find = page.one("header").one("a", "find")
    assert find.attrs["href"] == "/es/search/"
    assert find.attrs["aria-label"]
    assert (find.attrs.get("aria-current") == "page") is (path == "search/")


def test_the_rule_book_leads_to_the_glossary():
    """Above its first rule."""
    assert "/ar/glossary/" in [
        link.attrs["href"] for link in read(Client().get("/ar/rules/").content).one("main").all("a")
    ]


# -- what a page costs ---------------------------------------------------------------------------------------------

READING = ["glossary/", "glossary/trick/", "glossary/clubs/"]


@pytest.mark.parametrize("path", READING)
@IN_EVERY_LANGUAGE
def test_caches_may_keep_it(language, path):
    """No cookie, a mark, some minutes; whoever has the page already gets no second copy."""
    first = Client().get(f"/{language}/{path}")

    assert not first.cookies
    assert {part.strip() for part in first["Cache-Control"].split(",")} == {
        "public",
        "max-age=300",
        "stale-while-revalidate=86400",
    }
    again = Client().get(f"/{language}/{path}", headers={"If-None-Match": first["ETag"]})
    other = Client().get(f"/{language}/{path}", headers={"If-None-Match": '"other"'})
    assert (again.status_code, again.content) == (304, b"")
    assert (other.status_code, other.content) == (200, first.content)


def test_a_page_that_is_not_there_is_not_kept():
    """An error is nobody's to keep."""
    response = Client().get("/en/glossary/nothing/")

    assert "public" not in response.get("Cache-Control", "")


@pytest.mark.parametrize("path", READING)
def test_queries(path, django_assert_max_num_queries):
    """Three at most, with nothing remembered."""
    cache.clear()
    with django_assert_max_num_queries(3):
        assert Client().get(f"/en/{path}").status_code == 200


def test_two_releases_share_a_cache(monkeypatch):
    """Each remembers its own words: whatever pages keep of texts stands under a name with the digest of their files."""
    kept: list[str] = []
    remember = cache.set
    monkeypatch.setattr(cache, "set", lambda key, *rest: (kept.append(key), remember(key, *rest)), raising=False)
    for path in (
        "glossary/trick/",
        "glossary/",
        "rules/close/",
        PLACES[0].path("it").removeprefix("/it/"),
        "search/?q=re",
    ):
        assert Client().get(f"/it/{path}").status_code == 200
    Client().post(PLACES[0].path("it"), {"seen": 0, **PLACES[0].wrong}, headers=HTMX)

    assert {key.partition(":")[0] for key in kept} == {"terms", "spelled", "rule-labels"}
    assert all(files_digest() in key.split(":") for key in kept)


def test_a_term_that_is_not_remembered_yet():
    """A newer release has written a word beside which this worker knows none: the page leaves it out."""
    key = next(term.key for term in terms() if term.confused_with)
    row = Term.objects.get(pk=key)
    page = TermView.of(row, [], {})

    assert page.confused_with == ()
    assert page.word == row.word


def test_the_files_of_the_glossary_hold_no_marks():
    """A meaning opens in place; there is nothing to open inside it."""
    meanings: list[Message] = [message for message in all_messages() if message.context.startswith("term.")]

    assert len(meanings) > 100
    assert not [message for message in meanings if marked_terms(message.text)]
