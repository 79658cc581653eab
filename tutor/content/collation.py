"""Words in the order of a dictionary of their language, and the letter under which a word stands there.

The order is that of CLDR at its first level. It can be had from code points once what does not count has been taken
away: Latin accents (but the Spanish ñ is a letter), Arabic vowel signs, the dot of Hindi letters. Only the forms of alif
(أ إ آ) stand together under one letter, as in printed glossaries; CLDR tells them apart. An article before the word does
not count either, nor the English "to" of a verb.
"""

from __future__ import annotations

import re
import unicodedata

LEADING = {
    "en": ("to ", "the "),
    "es": ("el ", "la ", "los ", "las "),
    "it": ("il ", "lo ", "la ", "i ", "gli ", "le ", "l'", "l’"),
    "ar": ("ال",),
}
UNCOUNTED = re.compile("[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u093c\u200c\u200d]")
SAME = str.maketrans({"ى": "ي", "ة": "ت", "ٱ": "ا", "ँ": "ं"})
ENYE = "n\U0010ffff"
"""After every other word with n."""
DIGITS = "0–9"


def sort_key(word: str, language: str) -> tuple[str, str]:
    """Return what words are sorted by.

    >>> sorted(["ácido", "zeta", "nube", "ñandú", "nz"], key=lambda word: sort_key(word, "es"))
    ['ácido', 'nube', 'nz', 'ñandú', 'zeta']
    >>> sorted(["المباراة", "آس", "لعب"], key=lambda word: sort_key(word, "ar"))
    ['آس', 'لعب', 'المباراة']
    """
    return _primary(without_article(word, language), language), word


def letter_of(word: str, language: str) -> str:
    """Return the heading under which a word stands.

    >>> letter_of("el ñandú", "es"), letter_of("الآس", "ar"), letter_of("66 बोलना", "hi"), letter_of("«क़लम»", "hi")
    ('Ñ', 'ا', '0–9', 'क')
    """
    primary = _primary(without_article(word, language), language)
    if primary.startswith(ENYE):
        return "Ñ"
    return DIGITS if primary[:1].isdigit() else primary[:1].upper()


def without_article(word: str, language: str) -> str:
    """Return a word without what stands before it and does not count.

    >>> without_article("la briscola", "it"), without_article("laguna", "it"), without_article("الورق", "ar")
    ('briscola', 'laguna', 'ورق')
    """
    for article in LEADING.get(language, ()):
        if word.startswith(article) and len(word) > len(article) + 1:
            return word[len(article) :]
    return word


def _primary(word: str, language: str) -> str:
    low = re.sub(r"^\W+", "", word.casefold())
    if language == "es":
        low = unicodedata.normalize("NFC", low).replace("ñ", ENYE)
    return UNCOUNTED.sub("", unicodedata.normalize("NFD", low)).translate(SAME)
