"""The glossary as its file and the term base tell it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import LANGUAGES
from tutor.content.sync import IncompleteError
from tutor.glossary import sync as glossary_sync
from tutor.glossary.texts import REGIONS, Heard, TermText, terms

BASE = {
    term["id"]: term
    for term in json.loads((Path(__file__).parents[2] / "locale/TERMS.json").read_text(encoding="utf-8"))["terms"]
}
TERMS = [pytest.param(term, id=term.key) for term in terms()]


def named(key: str) -> TermText:
    """One term."""
    return next(term for term in terms() if term.key == key)


def test_there_are_about_sixty_terms():
    """Each once, and none that is only a word of the site."""
    keys = [term.key for term in terms()]

    assert 55 <= len(keys) == len(set(keys)) <= 76
    assert not {"undo", "hint", "puzzle", "lesson"} & set(keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_terms_have_the_same_word(language):
    """Nor does one lack it."""
    words = [term.words[language] for term in terms()]

    assert all(words)
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("term", TERMS)
def test_words_are_those_of_the_term_base(term):
    """Not translated anew; what is heard at tables is never the word itself, and has no placeholder."""
    for language in LANGUAGES[1:]:
        assert term.words[language] == BASE[term.key][language]["preferred"]
    for language in LANGUAGES:
        heard = [each.word for each in term.heard[language]]
        assert len(set(heard)) == len(heard)
        assert term.words[language] not in heard
        assert not [word for word in heard if set("{}%[]/") & set(word)]


@pytest.mark.parametrize("term", TERMS)
def test_what_a_term_is_not(term):
    """Terms that are there, another one than this, and a sentence for them."""
    assert set(term.confused_with) <= {other.key for other in terms()} - {term.key}
    assert bool(term.confused_with) is bool(term.difference)


@pytest.mark.parametrize("term", TERMS)
def test_a_meaning_is_short(term):
    """It opens in the middle of a rule: at most 36 words."""
    assert 6 <= len(term.meaning.split()) <= 36
    assert term.meaning[0].isupper()
    assert term.meaning.endswith(".")


def test_regions_of_words():
    """Read from the notes of the term base."""
    assert named("trick").heard["ar"] == (
        Heard("الأكلة", ("gulf", "levant", "egypt")),
        Heard("الحلّة", ("saudi",)),
        Heard("اللفّة", ("gulf",)),
    )
    assert {
        region for term in terms() for heard in term.heard.values() for each in heard for region in each.regions
    } == set(REGIONS)


def test_a_language_without_words_stops_the_sync(settings):
    """As a text without translation does: the error names what is missing."""
    settings.CONTENT_LANGUAGES = (*LANGUAGES, "eo")

    with pytest.raises(IncompleteError) as error:
        list(glossary_sync.rows())

    assert set(error.value.missing) == {"eo"}
    assert len(error.value.missing["eo"]) == len(terms())
