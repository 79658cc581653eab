"""Marked terms: from ``[[id|words]]`` in a content file to a control on the page, once for each term."""

from __future__ import annotations

from collections import Counter

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.html import conditional_escape
from django.utils.safestring import SafeData, mark_safe
from django.utils.translation import override

from engine.ruleset import PRESETS
from tests.conftest import LANGUAGES
from tests.web.markup import read
from tutor.content import terms as content_terms
from tutor.content.marks import has_broken_marks, marked_terms, without_marks
from tutor.content.messages import all_messages
from tutor.content.spellings import known_spellings
from tutor.content.terms import known_terms, marked_up, spotted
from tutor.glossary.texts import terms
from tutor.rules.texts import rule_book

pytestmark = pytest.mark.django_db

KEYS = {term.key for term in terms()}
MARKED = {message.context: message.text for message in all_messages() if marked_terms(message.text)}


@pytest.fixture(autouse=True)
def _fresh():
    """What is remembered for a minute belongs to another test."""
    cache.clear()


# -- the texts -----------------------------------------------------------------------------------------------------


def test_every_marked_term_is_in_the_glossary():
    """A mark that leads nowhere would be plain text for ever."""
    assert len(MARKED) > 35
    assert {term for text in MARKED.values() for term in marked_terms(text)} <= KEYS


def test_marks_are_whole():
    """No brackets are left, no term is marked twice in a text, and no mark lies in a heading or label."""
    for message in all_messages():
        assert not has_broken_marks(message.text), message.context
        assert max(Counter(marked_terms(message.text)).values(), default=1) == 1, message.context
    assert not [address for address in MARKED if address.endswith((".label", ".title", ".meaning", ".difference"))]


# -- in parts ------------------------------------------------------------------------------------------------------

TEXTS = [
    pytest.param("No term.", ["No term."], id="plain"),
    pytest.param("The [[stock|stock]].", ["The ", "<stock>", "."], id="one"),
    pytest.param("[[trick|Tricks]]", ["<Tricks>"], id="whole-text"),
    pytest.param("[[trick|A]] and [[stock|B]]", ["<A>", " and ", "<B>"], id="two"),
    pytest.param("[[trick|A]], [[trick|B]]", ["<A>", ", ", "B"], id="second-mention"),
    pytest.param("[[nobody|knows]] it", ["knows", " it"], id="unknown-term"),
    pytest.param("[[trick]] [trick|x]", ["[[trick]] [trick|x]"], id="no-mark"),
]


@pytest.mark.parametrize(("text", "parts"), TEXTS)
def test_parts(text, parts):
    """A control for the first mention of a known term, text for everything else, and nothing is lost."""
    found = marked_up(text, set())

    assert [f"<{part.text}>" if part.term else part.text for part in found] == parts
    assert "".join(part.text for part in found) == without_marks(text)


def test_a_term_is_a_control_once_a_page():
    """``seen`` goes from text to text; another half of the page has its own, with ids of its own."""
    seen: set[str] = set()
    first, second = (marked_up("The [[stock|stock]]", seen)[-1] for _ in range(2))
    other = marked_up("The [[stock|stock]]", set(), prefix="with-term")[-1]

    assert (first.term.url, first.anchor) == ("/en/glossary/stock/", "term-stock")
    assert (second.term, second.text) == (None, "stock")
    assert other.anchor == "with-term-stock"
    assert first.term.meaning == next(term.meaning for term in terms() if term.key == "stock")


@pytest.mark.parametrize("make", [str, mark_safe], ids=["plain", "safe"])
def test_parts_are_as_safe_as_their_text(make):
    """A filled sentence keeps its HTML, a bare one is escaped by the template."""
    parts = marked_up(make("<b> [[stock|<i>]] <u>"), set())

    assert len(parts) == 3
    for part in parts:
        assert isinstance(part.text, SafeData) is (make is mark_safe)
        assert ("&lt;" in conditional_escape(part.text)) is (make is str)


def test_the_meaning_is_in_the_language_of_the_page():
    """And is remembered for each language apart."""
    words = {}
    for language in LANGUAGES:
        with override(language):
            words[language] = marked_up("[[trick|x]]", set())[0].term.word
    assert words == {language: next(t for t in terms() if t.key == "trick").words[language] for language in LANGUAGES}
    assert len(set(words.values())) == len(LANGUAGES)


def test_without_a_glossary_terms_are_plain_text(monkeypatch):
    """The texts do not need the app."""
    monkeypatch.setattr(content_terms, "_sources", [])

    assert known_terms() == {}
    assert [part.term for part in marked_up("The [[stock|stock]].", set())] == [None, None, None]


# -- on the page ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_of_the_rule_book(language, preset):
    """In every language the same terms, each once, each with its meaning and a link beside it."""
    page = read(Client().get(f"/{language}/rules/?preset={preset}").content)
    with override(language):
        known = known_terms()

    buttons = page.all("button", "term")
    keys = [button.attrs["popovertarget"].removeprefix("term-") for button in buttons]
    assert len(keys) == len(set(keys)) > 20
    shown = {node.attrs["data-clause"] for node in page.all("div", "clause")}
    clauses = [clause for section in rule_book() for clause in section.clauses if clause.key in shown]
    assert set(keys) == {term for clause in clauses for term in marked_terms(clause.text)}
    for button, key in zip(buttons, keys, strict=True):
        note = page.by_id(button.attrs["popovertarget"])
        assert button.attrs["type"] == "button"
        assert "popover" in note.attrs
        assert note.one("strong").text == " ".join(known[key].word.split())
        assert " ".join(known[key].meaning.split()) in note.text
        assert note.one("a").attrs["href"] == f"/{language}/glossary/{key}/"
    assert "[[" not in page.text


# -- sentences without marks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_marked_spelling_is_found_again(language):
    """What is a term in a text is the same term in a sentence without marks; card names are left alone."""
    with override(language):
        words = {form: term for form, term in known_spellings().items() if term in known_terms()}
        assert len(words) > 20
        for form, term in words.items():
            parts = spotted(f"<bdi>{form}</bdi>, {form}!", set())
            assert [(part.term.key, part.text.casefold()) for part in parts if part.term] == [(term, form)]
            assert "".join(part.text for part in parts) == f"<bdi>{form}</bdi>, {form}!"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        pytest.param("en", "the stockings and a semitrick", id="longer-words"),
        pytest.param("hi", "जोड़ीदार रंगों", id="a-vowel-sign-goes-on"),
        pytest.param("ar", "زواجات", id="another-ending"),
    ],
)
def test_part_of_a_word_is_no_term(language, sentence):
    """Vowel signs belong to the word, too."""
    with override(language):
        assert not any(part.term for part in spotted(sentence, set()))


def test_terms_of_an_answer_open_in_place():
    """The sentences about an answer name terms; each opens once, and none that the task has opened."""
    seen: set[str] = set()
    first = spotted("You announced a marriage. A marriage needs king and queen.", seen)
    assert [part.term.key for part in first if part.term].count("marriage") == 1
    assert not any(part.term and part.term.key == "marriage" for part in spotted("The marriage counts.", seen))
