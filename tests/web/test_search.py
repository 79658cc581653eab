"""Searching as people type: in their language, in others, with accents or without, and whatever else comes in."""

from __future__ import annotations

import pytest
from django.test import Client

from engine.ruleset import SWITCHES
from tests.conftest import LANGUAGES
from tests.web.markup import Node, read
from tutor.content import places
from tutor.content.checks import PLACEHOLDER
from tutor.content.models import Place
from tutor.content.sync import sync
from tutor.glossary.texts import terms
from tutor.lessons.texts import lessons
from tutor.rules.places import ruleset_showing
from tutor.rules.texts import rule_book
from tutor.search.services import LIMIT, MOST, find_places

pytestmark = pytest.mark.django_db

IN_EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def results(language: str, query: str) -> Node:
    """The page that a query brings."""
    response = Client().get(f"/{language}/search/", {"q": query})
    assert response.status_code == 200
    return read(response.content)


def urls(page: Node) -> list[str]:
    """The addresses of the results, without the language."""
    return ["/" + node.elements[0].attrs["href"].split("/", 2)[2] for node in page.all("li", "result")]


# -- what is found -------------------------------------------------------------------------------------------------

FIRST = [
    pytest.param("en", "marriage", "/glossary/marriage/", id="en-term"),
    pytest.param("en", "TRICKS", "/glossary/trick/", id="en-plural-capitals"),
    pytest.param("en", "talon", "/glossary/stock/", id="en-heard-at-tables"),
    pytest.param("en", "schneider", "/glossary/under_33/", id="en-old-word"),
    pytest.param("en", "follow suit", "/glossary/follow_suit/", id="en-two-words"),
    pytest.param("es", "matrimonio", "/glossary/marriage/", id="es"),
    pytest.param("es", "diamántes", "/glossary/diamonds/", id="es-wrong-accent"),
    pytest.param("it", "briscole", "/glossary/trump/", id="it-plural"),
    pytest.param("it", "l'asso", "/glossary/ace/", id="it-apostrophe"),
    pytest.param("ar", "زواج", "/glossary/marriage/", id="ar-no-article"),
    pytest.param("ar", "اللمه", "/glossary/trick/", id="ar-ha-no-shadda"),
    pytest.param("ar", "الاس", "/glossary/ace/", id="ar-bare-alif"),
    pytest.param("ar", "طرنيب", "/glossary/trump/", id="ar-heard-in-the-levant"),
    pytest.param("hi", "बाजी", "/glossary/game/", id="hi-no-dot"),
    pytest.param("hi", "पत्तों", "/glossary/card/", id="hi-oblique"),
    pytest.param("en", "who wins the trick", "/learn/who-wins-the-trick/", id="lesson-by-its-title"),
]


@pytest.mark.parametrize(("language", "query", "url"), FIRST)
def test_first_result(language, query, url):
    """What bears the name comes first among its kind, and its kind is one of the first two."""
    page = results(language, query)

    firsts = [urls(group)[0] for group in page.one("main").all("section")]
    assert url in firsts[:2]
    found = urls(page)
    assert len(found) == len(set(found))


def test_a_word_that_is_only_heard_is_told():
    """Neither the title of the term nor its meaning has it, so it stands beside them, marked."""
    node = results("en", "talon").all("li", "result")[0]

    assert node.elements[0].text == "stock"
    assert node.all("span", "note")[0].one("mark").text == "talon"


@IN_EVERY_LANGUAGE
def test_every_term_is_found_by_its_words(language):
    """By its word, and by everything that is heard for it: all of it in its own language."""
    for term in terms():
        for word in (term.words[language], *(heard.word for heard in term.heard[language])):
            findings = find_places(word, language)
            assert findings.outcome.name == "FOUND", word
            assert term.key in [hit.place.key for hit in findings.hits if hit.matched.language == language], word


@IN_EVERY_LANGUAGE
def test_every_lesson_is_found_by_its_title(language):
    """And every rule by its name."""
    for kind, least in (("lesson", len(lessons())), ("rule", 80)):
        rows = Place.objects.filter(language=language, kind=kind)
        assert len(rows) >= least
        for place in rows:
            assert place.key in [hit.place.key for hit in find_places(place.title[:LIMIT], language).hits], place.title


def test_text_of_a_rule_is_found_with_its_numbers():
    """The values of the ruleset stand in what is searched: no placeholder is left."""
    assert "/rules/cards/#cards.pack" in urls(results("en", "pack of 24 cards"))
    assert not [place for place in Place.objects.all() if "%(" in place.text or "[[" in place.text]


def test_variants_are_told_apart():
    """A rule that is not classic names its ruleset, leads to it, and stands behind the classic ones."""
    page = results("en", "a claim after 66 wrong")
    nodes = page.all("li", "result")

    notes = [(node.elements[0].attrs["href"], [note.text for note in node.all("span", "note")]) for node in nodes]
    assert all(bool(note) is ("?preset=" in url) for url, note in notes)
    assert any(note for _url, note in notes)
    marks = [bool(note) for url, note in notes if "/rules/" in url]
    assert marks == sorted(marks)


@pytest.mark.parametrize("clause", [pytest.param(c, id=c.key) for section in rule_book() for c in section.clauses])
def test_a_clause_is_a_place(clause):
    """It leads to a rule book that shows it; one that no ruleset shows is not found."""
    place = Place.objects.filter(pk=f"en:rule:{clause.key}").first()

    if ruleset_showing(clause.when) is None:
        assert place is None
        assert clause.key == "end.both.most"
        return
    path, _hash, anchor = place.url.partition("#")
    page = read(Client().get(path).content)
    assert page.by_id(anchor).attrs["data-clause"] == clause.key


# -- other languages -----------------------------------------------------------------------------------------------

ELSEWHERE = [
    pytest.param("en", "baza", "/glossary/trick/", "es", id="spanish-word"),
    pytest.param("en", "tallone", "/glossary/stock/", "it", id="italian-word"),
    pytest.param("it", "الزواج", "/glossary/marriage/", "ar", id="arabic-word"),
    pytest.param("ar", "तुरुप", "/glossary/trump/", "hi", id="hindi-word"),
    pytest.param("hi", "schneider", "/glossary/under_33/", "en", id="english-word"),
]


@pytest.mark.parametrize(("language", "query", "url", "other"), ELSEWHERE)
def test_a_word_of_another_language(language, query, url, other):
    """The page in the reader's language, with the place of the other language marked as what it is."""
    page = results(language, query)

    assert url in urls(page)
    node = page.all("li", "result")[urls(page).index(url)]
    assert node.elements[0].attrs["href"].startswith(f"/{language}/")
    foreign = node.all(lang=other)
    assert foreign
    assert {part.attrs["dir"] for part in foreign} == {"rtl" if other == "ar" else "ltr"}
    assert [mark for part in foreign for mark in part.all("mark")]
    own = Place.objects.get(pk=f"{language}:term:{url.split('/')[2]}")
    assert node.elements[0].text == " ".join(own.title.split())


def test_the_own_language_comes_first():
    """Other languages are asked only where it has nothing: *mano* is heard in Spain and in Italy."""
    for language in ("es", "it"):
        assert {hit.matched.language for hit in find_places("mano", language).hits} == {language}
    assert {"es", "it"} <= {hit.matched.language for hit in find_places("mano", "hi").hits}


def test_some_of_the_words():
    """Where no place has all words, those with some are shown, and the page says so."""
    page = results("en", "marriage zzzz")

    assert find_places("marriage zzzz", "en").outcome.name == "SOME_WORDS"
    assert "No page has all of these words" in page.by_id("found").text
    assert "/glossary/marriage/" in urls(page)[:8]


# -- marks ---------------------------------------------------------------------------------------------------------

MARKED = [
    pytest.param("en", "TRICK", {"trick", "tricks"}, id="en"),
    pytest.param("ar", "لمه", {"اللمّة", "لمّة"}, id="ar"),
    pytest.param("hi", "बाजी", {"बाज़ी"}, id="hi"),
]


@pytest.mark.parametrize(("language", "query", "words"), MARKED)
def test_hits_are_marked(language, query, words):
    """As they are written in the text, in title and text, and nothing else."""
    marks = [mark.text.lower() for node in results(language, query).all("li", "result") for mark in node.all("mark")]

    assert words <= set(marks)
    assert len(marks) > 3
    for node in results(language, query).all("li", "result")[:5]:
        assert node.all("mark"), node.text


def test_a_long_text_is_cut_to_the_place_of_the_hit():
    """Lessons are long; what is shown holds a hit and is short."""
    page = results("en", "stock gone ace")
    texts = [node.all("p")[0] for node in results("en", "badge").all("li", "result")]

    assert page
    assert texts
    for text in texts:
        assert len(text.text) < 260
        assert text.all("mark")
        assert text.text.startswith("…") or text.text.endswith("…")


# -- whatever comes in ---------------------------------------------------------------------------------------------

ODD = [
    pytest.param("", "not_asked", id="empty"),
    pytest.param("   \t ", "not_asked", id="blank"),
    pytest.param("!", "no_words", id="sign"),
    pytest.param("'\"*():^-+", "no_words", id="fts-signs"),
    pytest.param("♥♠", "no_words", id="suits"),
    pytest.param("🂡", "no_words", id="card-sign"),
    pytest.param("\u064b", "no_words", id="vowel-sign-alone"),
    pytest.param("\u094d", "no_words", id="virama-alone"),
    pytest.param("zzzz", "nothing", id="nothing"),
    pytest.param('"trick', "found", id="open-quote"),
    pytest.param("trick*", "found", id="star"),
    pytest.param("trick AND", "some_words", id="operator"),
    pytest.param("NEAR(trick stock)", "some_words", id="near"),
    pytest.param("title:trick", "some_words", id="column"),
    pytest.param("trick' OR 1=1 --", "some_words", id="sql"),
    pytest.param("trick\\", "found", id="backslash"),
    pytest.param("trick\x07", "found", id="bell-inside"),
    pytest.param("t\u200brick", "found", id="zero-width"),
    pytest.param("\u202etrick", "found", id="bidi-control"),
    pytest.param("%(n)s %s {{ trick }} <trick>", "some_words", id="templates"),
    pytest.param("\ufffd\ud7ff trick", "found", id="replacement"),
    pytest.param(" ".join(["trick"] * 16), "found", id="many-times"),
    pytest.param("a b c d e f g h i j k l m n o p trick", "some_words", id="many-words"),
    pytest.param("ΑΒΓ日本語ไทย", "nothing", id="other-scripts"),
]


@pytest.mark.parametrize(("query", "outcome"), ODD)
def test_odd_queries(query, outcome):
    """No failure, a sensible answer, and what was typed stands in the box as text."""
    if outcome == "some_words" and query in ("trick AND", "a b c d e f g h i j k l m n o p trick"):
        assert find_places(query, "en").outcome.name.lower() in ("some_words", "found")
    else:
        assert find_places(query, "en").outcome.name.lower() == outcome
    page = results("en", query)
    assert page.one("main").one("input").attrs["value"] == find_places(query, "en").query
    assert len(page.all("h1")) == 1


@pytest.mark.parametrize("raw", ["%ff%fe", "%ed%a0%80", "%07", "q", "%C0%80trick"])
def test_bytes_that_are_no_text(raw):
    """An address that somebody has mistyped."""
    assert Client().get(f"/ar/search/?q={raw}").status_code == 200


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("length", [LIMIT, LIMIT + 1, 4000])
def test_length(language, length):
    """A hundred characters at most; more is a fault of the sender, told on the page of the search."""
    response = Client().get(f"/{language}/search/", {"q": "z" * length})
    page = read(response.content)

    assert response.status_code == (200 if length <= LIMIT else 400)
    assert bool(page.by_id("found").all("p", "panel--wrong")) is (length > LIMIT)
    assert str(LIMIT) in page.by_id("found").text or length <= LIMIT
    assert page.one("main").one("input").attrs["maxlength"] == str(LIMIT)


def test_not_more_than_can_be_read():
    """The best are shown, and the page says that there is more."""
    page = results("en", "the")

    assert len(urls(page)) == MOST
    assert "More was found" in page.by_id("found").text
    assert "More was found" not in results("en", "talon").by_id("found").text


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_other_verbs(method):
    """Searching reads."""
    assert getattr(Client(), method)("/en/search/?q=trick").status_code == 405


# -- the page ------------------------------------------------------------------------------------------------------


@IN_EVERY_LANGUAGE
def test_what_people_look_for_is_kept_nowhere(language):
    """No cookie, no cache; the language links keep the query."""
    response = Client().get(f"/{language}/search/?q=66")
    page = read(response.content)

    assert not response.cookies
    assert "no-store" in response["Cache-Control"]
    assert "private" in response["Cache-Control"]
    links = page.by_id("languages").all("a")
    assert [link.attrs["href"] for link in links] == [f"/{other}/search/?q=66" for other in LANGUAGES]
    form = page.one("main").one("form")
    assert (form.attrs["method"], form.attrs["action"]) == ("get", f"/{language}/search/")


@pytest.mark.parametrize(("query", "most"), [("trick", 2), ("baza", 6), ("zzzz", 6), ("", 0), ("z" * 200, 0)])
def test_queries(query, most, django_assert_max_num_queries):
    """Few, however much is found."""
    with django_assert_max_num_queries(most):
        Client().get("/en/search/", {"q": query})


def test_another_app_adds_its_places(monkeypatch):
    """A module with a kind, a heading and places is all that it takes."""

    class Themes:
        KIND = "theme"
        HEADING = "Themes"

        @staticmethod
        def places(texts):
            yield places.PlaceText("e1", "/en/puzzles/e1/", "Quartz endings", "How to end a deal with quartz.")

    real = places.sources()
    monkeypatch.setattr(places, "sources", lambda: {**real, "theme": Themes})
    monkeypatch.setattr("tutor.search.presenters.sources", places.sources)
    assert urls(results("en", "quartz")) == []

    sync()

    page = results("en", "quartz")
    assert urls(page) == ["/puzzles/e1/"]
    assert page.by_id("group-theme").text == "Themes"


def test_places_hold_no_placeholder_of_a_switch():
    """Every switch that a clause names is filled."""
    named = {name for section in rule_book() for c in section.clauses for name in PLACEHOLDER.findall(c.text)}

    assert named <= set(SWITCHES)
    assert not Place.objects.filter(kind="rule", text__contains="…").exists()
