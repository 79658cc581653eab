"""The order of words in five languages. The browser's own collator is asked as well: tests/browser/test_glossary.py."""

from __future__ import annotations

import pytest

from tests.conftest import LANGUAGES
from tutor.content.collation import DIGITS, letter_of, sort_key, without_article
from tutor.glossary.texts import terms

ORDERS = [
    pytest.param("en", ["ace", "to beat", "the dealer", "trick"], id="en-to-and-the"),
    pytest.param("en", ["66", "ace"], id="digits-first"),
    pytest.param("es", ["árbol", "baza", "nube", "nuez", "ñandú", "orden"], id="es-enye-after-n"),
    pytest.param("es", ["as", "el mazo", "la muestra", "tantos"], id="es-article"),
    pytest.param("it", ["asso", "la briscola", "il computer", "è", "fante"], id="it-article-and-accent"),
    pytest.param("it", ["apertura", "l'avversario", "briscola"], id="it-elided-article"),
    pytest.param("ar", ["آس", "إعلان", "أوراق", "باقي"], id="ar-forms-of-alif"),
    pytest.param("ar", ["الباش", "الجولة", "زواج", "الملك", "نوع"], id="ar-article"),
    pytest.param("ar", ["حُكم", "حلّة"], id="ar-vowel-signs"),
    pytest.param("ar", ["لعب", "اللمّة"], id="ar-article-before-lam"),
    pytest.param("hi", ["अंक", "इक्का", "कंप्यूटर", "काट", "क्रम", "खुला"], id="hi-signs-after-letters"),
    pytest.param("hi", ["गड्डी", "ग़ुलाम", "गुलाम"], id="hi-dot"),
    pytest.param("hi", ["पाँच", "पान"], id="hi-half-nasal-first"),
]


@pytest.mark.parametrize(("language", "ordered"), ORDERS)
def test_order(language, ordered):
    """From whatever order they come."""
    mixed = [*ordered[1::2], *ordered[::2]]

    assert sorted(mixed, key=lambda word: sort_key(word, language)) == ordered


LETTERS = [
    pytest.param("en", "to lead", "L", id="en"),
    pytest.param("es", "ñandú", "Ñ", id="es-enye"),
    pytest.param("es", "órdenes", "O", id="es-accent"),
    pytest.param("it", "la briscola", "B", id="it-article"),
    pytest.param("ar", "الآس", "ا", id="ar-alif"),
    pytest.param("ar", "الزواج", "ز", id="ar-article"),
    pytest.param("ar", "إعلان 66", "ا", id="ar-hamza-below"),
    pytest.param("hi", "क़लम", "क", id="hi-dot"),
    pytest.param("hi", "66 बोलना", DIGITS, id="digits"),
]


@pytest.mark.parametrize(("language", "word", "letter"), LETTERS)
def test_letter(language, word, letter):
    """The letter of its own alphabet."""
    assert letter_of(word, language) == letter


@pytest.mark.parametrize(("language", "word"), [("en", "tooth"), ("it", "laguna"), ("ar", "الى"), ("es", "elite")])
def test_no_article(language, word):
    """A word that only begins like one."""
    assert without_article(word, language) in (word, word)
    assert without_article(word, language) == word


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_of_the_glossary_come_in_order(language):
    """Each letter once: a word never stands apart from the others of its letter."""
    words = sorted((term.words[language] for term in terms()), key=lambda word: sort_key(word, language))
    letters = [letter_of(word, language) for word in words]

    runs = [letter for at, letter in enumerate(letters) if at == 0 or letters[at - 1] != letter]
    assert len(runs) == len(set(runs)) > 10
