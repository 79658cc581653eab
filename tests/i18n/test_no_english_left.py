"""Every page in every state, in four languages: no English left over, no Latin word in Arabic or Hindi, same digits."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.test import Client

from engine.ruleset import PRESETS
from tests.conftest import EVERYTHING, LANGUAGES
from tests.i18n.english import english_in
from tests.i18n.pages import READING, SOLVED, Visitor, kinds
from tests.i18n.texts import Said, texts_of
from tutor.content.catalogs import DOMAINS, po_path
from tutor.exercises.kinds.base import Kind
from tutor.glossary.texts import terms

pytestmark = pytest.mark.django_db

OTHERS = LANGUAGES[1:]
LOCALE = Path(__file__).parents[2] / "locale"
OWN_NAMES = {name for _code, name in settings.LANGUAGES}
PLACEHOLDER = re.compile(r"%\(\w+\)s")
WORD = re.compile(r"[A-Za-z]+")
LONG = 12
"""Letters from which on an English message may stand inside a longer text to be taken for one."""


@cache
def english_messages(language: str) -> tuple[re.Pattern[str], dict[str, list[re.Pattern[str]]]]:
    """Return the English messages that a language words otherwise: whole texts, and parts of texts.

    The parts stand under their longest word: thousands of them, and few texts have such a word.
    """
    whole, parts = set(), {}
    for domain in DOMAINS:
        for entry in polib.pofile(str(po_path(LOCALE, language, domain))):
            translations = {entry.msgstr, *entry.msgstr_plural.values()}
            for english in filter(None, (entry.msgid, entry.msgid_plural)):
                if english in translations:
                    continue
                pieces = PLACEHOLDER.split(english)
                whole.add(pattern := ".+?".join(re.escape(piece) for piece in pieces))
                if len("".join(pieces)) >= LONG and " " in english:
                    longest = max(WORD.findall(" ".join(pieces)), key=len)
                    parts.setdefault(longest, set()).add(pattern)
    assert len(whole) > 600
    found = {word: [re.compile(pattern) for pattern in sorted(patterns)] for word, patterns in parts.items()}
    return re.compile("|".join(sorted(whole)), re.IGNORECASE), found


@cache
def heard_words(language: str) -> set[str]:
    """Return what the glossary says is heard at tables; Italians do say *jack*."""
    return {heard.word for term in terms() for heard in term.heard[language]}


@cache
def left_over(said: Said, language: str) -> list[str]:
    """Return what is English, or no text at all, in one text of a page in another language."""
    if said.lang != language or said.text in OWN_NAMES | heard_words(language):
        return []  # a text that says which other language it is in, or a word that players have borrowed
    whole, parts = english_messages(language)
    found = english_in(said.text, language)
    found += [piece for piece in re.split(r" [·–] ", said.text) if whole.fullmatch(piece)]
    if said.whole or len(said.text) > LONG:
        here = {word for word in WORD.findall(said.text) if word in parts}
        found += [part.pattern for word in here for part in parts[word] if part.search(said.text)]
    return found


def faults(visitor: Visitor) -> list[str]:
    """Return every fault of every page that a visitor met."""
    return [
        f"{where} <{said.where}> {said.text[:100]!r}: {found[:3]}"
        for where, html in visitor.met
        for said in texts_of(html, visitor.language)
        if (found := left_over(said, visitor.language))
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_pages_that_are_read(language):
    visitor = Visitor(language)
    visitor.read_everything()
    assert len(visitor.met) == len(READING) + 3
    said = [(where, each) for where, html in visitor.met for each in texts_of(html, language)]
    assert [(where, each, found) for where, each in said if (found := left_over(each, language))] == []
    assert len(said) > 1500
    # The page of a term names it in all languages.
    assert {
        each.text for where, each in said if each.lang != language and not where.startswith("/glossary/")
    } == OWN_NAMES - {dict(settings.LANGUAGES)[language]}


@pytest.mark.parametrize("language", OTHERS)
def test_progress_settings_account_and_review(language, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    visitor = Visitor(language)
    visitor.keep_things()
    assert len(visitor.met) > 45
    assert faults(visitor) == []
    met = dict(visitor.met)
    assert met["/account/sign-in/ wrong 9"] != met["/account/sign-in/ wrong 1"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_step_in_every_state(language):
    visitor = Visitor(language)
    steps = by_turns(list(kinds()), language)
    visitor.take_every_step(steps)
    assert {type(kind) for _path, kind in steps} == {type(kind) for _path, kind in kinds()}
    assert len(visitor.met) > 8 * len(steps) > 200
    assert faults(visitor) == []


def by_turns(steps: list[tuple[str, Kind]], language: str) -> list[tuple[str, Kind]]:
    """Return the steps that are read in a language: the first of each way of asking, and every fourth of all.

    Every step is read in one language at least, and ``SIXTYSIX_TEST_EVERYTHING`` has all read in all.
    """
    if EVERYTHING:
        return steps
    first = {type(kind): path for path, kind in reversed(steps)}
    turn = OTHERS.index(language)
    return [
        (path, kind)
        for number, (path, kind) in enumerate(steps)
        if number % len(OTHERS) == turn or first[type(kind)] == path
    ]


# Puzzles and deals have each two languages, one of them with letters of its own: their sentences are those of lessons and
# reviews for the most part, and every message is checked in its catalog.
@pytest.mark.parametrize("language", OTHERS if EVERYTHING else ("es", "ar"))
def test_puzzles_in_every_state(language):
    visitor = Visitor(language)
    visitor.solve_puzzles()
    assert len(visitor.met) > 6 * len(SOLVED)
    assert faults(visitor) == []


@pytest.mark.parametrize("language", OTHERS if EVERYTHING else ("it", "hi"))
def test_deals_from_start_to_review(language):
    visitor = Visitor(language)
    visitor.play_deals()
    assert len(visitor.met) > 60
    assert sum('id="turning-title"' in html or 'id="chart-title"' in html for _path, html in visitor.met) >= 2
    assert faults(visitor) == []


ERRORS = [
    pytest.param("get", "/nothing/", {}, 404, id="404"),
    pytest.param("get", "/?card=QQ", {}, 400, id="400"),
    pytest.param("get", "/rules/?preset=x", {}, 400, id="400-rules"),
    pytest.param("post", "/learn/trumps/1/", {"seen": "0"}, 403, id="403"),
]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("fragment", [pytest.param(False, id="page"), pytest.param(True, id="fragment")])
@pytest.mark.parametrize(("method", "path", "fields", "status"), ERRORS)
def test_error_pages(language, fragment, method, path, fields, status):
    client = Client(enforce_csrf_checks=True, headers={"HX-Request": "true"} if fragment else {})
    response = getattr(client, method)(f"/{language}{path}", fields)
    assert response.status_code == status
    html = response.content.decode()
    assert ("<html" in html) == (not fragment or path == "/rules/?preset=x")
    said = texts_of(html, language)
    assert said
    assert [text for text in said if left_over(text, language)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_address_decides_the_language(language):
    """Neither a cookie nor the browser's wish changes the language of a page or fragment."""
    other = "es" if language != "es" else "hi"
    visitor = Visitor(language, **{"accept-language": other})
    visitor.client.cookies["django_language"] = other
    visitor.get("/learn/trumps/3/")
    visitor.post("/learn/trumps/3/", {"card": "9C"}, "fragment", fragment=True)
    visitor.get("/first-trick/?card=QH", "fragment", **{"HX-Request": "true"})
    assert 'lang="' + language in visitor.met[0][1]
    assert faults(visitor) == []


def test_the_page_of_a_failure_is_in_the_language_of_the_address(rf):
    """500 is rendered without session, user or database."""
    from tutor.web.errors import server_error, too_many_requests

    for language in OTHERS:
        for handler, status in ((server_error, 500), (too_many_requests, 429)):
            response = handler(rf.get(f"/{language}/learn/"))
            assert response.status_code == status
            said = texts_of(response.content.decode(), language)
            assert len(said) > 10
            assert [text for text in said if left_over(text, language)] == []


# -- the same numbers in all languages -----------------------------------------------------------------------------

CLAUSE = re.compile(r'<div class="clause" id="[^"]*" data-clause="([^"]*)">(.*?)</div>\s*</div>', re.DOTALL)


def clauses(language: str, preset: str) -> dict[str, str]:
    """Return the text of each clause of a rule book."""
    html = Client().get(f"/{language}/rules/?preset={preset}").content.decode()
    found = {}
    for key, body in CLAUSE.findall(html):
        text = re.sub(r'<a class="number".*?</a>', "", body)
        found[key] = unescape(re.sub(r"<[^>]*>", " ", text))
    return found


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", OTHERS)
def test_every_clause_names_the_same_numbers(language, preset):
    english, other = clauses("en", preset), clauses(language, preset)
    assert english.keys() == other.keys()
    assert len(english) > 50
    wrong = {}
    for key, text in english.items():
        numbers, others = (set(re.findall(r"\d+", each)) for each in (text, other[key]))
        # A claim is a claim of 66, and other languages may say so.
        if others != numbers and not ("claim" in text and others == numbers | {"66"}):
            wrong[key] = (sorted(numbers), sorted(others))
    assert wrong == {}
    assert set(re.findall(r"\d+", " ".join(english.values()))) >= {"66", "20", "40", "33", "120"}


# -- the checks see faults -----------------------------------------------------------------------------------------

SEEDED = [
    pytest.param("ar", "<p>Skip to content</p>", id="message"),
    pytest.param("es", "<p>Skip to content</p>", id="message-es"),
    pytest.param("it", '<button aria-label="queen of hearts"></button>', id="card-name"),
    pytest.param("it", "<title>Learn · Sessantasei</title>", id="title"),
    pytest.param("es", "<h1>Step 3 of 8</h1>", id="with-numbers"),
    pytest.param("hi", '<p title="Trumps">तुरुप</p>', id="attribute"),
    pytest.param("ar", "<p>ورقة <b>ace</b></p>", id="latin-word"),
    pytest.param("hi", '<meta name="description" content="Learn">', id="description"),
    pytest.param("es", "<template><p>There is no connection</p></template>", id="template"),
    pytest.param("ar", "<p>%(n)s</p>", id="placeholder"),
    pytest.param("it", "<option>Choose a reason</option>", id="option"),
]
SOUND = [
    pytest.param("ar", '<a lang="es">Español</a><p translate="no">A K Q J</p>', id="marked"),
    pytest.param("hi", "<script>const the = 'trick'</script><svg><text>A</text></svg>", id="not-shown"),
    pytest.param("es", "<p>Schnapsen (Austria)</p>", id="same-in-both"),
    pytest.param("ar", "<p>66 ♥</p>", id="signs"),
]


@pytest.mark.parametrize(("language", "html"), SEEDED)
def test_english_is_seen(language, html):
    assert any(left_over(said, language) for said in texts_of(html, language))


@pytest.mark.parametrize(("language", "html"), SOUND)
def test_what_is_no_english_is_let_through(language, html):
    assert [said for said in texts_of(html, language) if left_over(said, language)] == []
