"""Words as a search compares them: without accents, vowel signs, spelling variants and endings.

Text and query go the same way: ``fold`` takes away what writers leave out or write in two ways, ``stems`` what
inflection adds. Spanish, Italian, English and Hindi endings are taken off by Snowball; Arabic is done here, since
Snowball mistakes the first letter of many words for *and*.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import snowballstemmer

IGNORED = re.compile(
    "[\u0300-\u036f"  # Latin accents
    "\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed"  # Arabic vowel signs, stretching, hamza above and below
    "\u093c"  # the dot of Hindi letters
    "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"  # what nobody sees
)
LETTERS = str.maketrans(
    {
        "ى": "ي",
        "ی": "ي",
        "ک": "ك",
        "ہ": "ه",
        "ٱ": "ا",
        "ँ": "ं",
        **{chr(start + digit): str(digit) for start in (0x660, 0x6F0, 0x966) for digit in range(10)},
    }
)
HALF_NASAL = re.compile("[ङञणनम]\u094d(?=[क-भ])")
WORD = re.compile("[^\\W_](?:[^\\W_]|[\u0900-\u0903\u093a-\u094f\u0962\u0963])*")
WRITTEN = re.compile(
    "[^\\W_](?:[^\\W_]|[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0962\u0963"
    "\u200c\u200d])*"
)
"""A word with all its signs, as it stands on a page."""
SNOWBALL = {"en": "english", "es": "spanish", "it": "italian", "hi": "hindi"}

ARABIC_ARTICLE = re.compile("^[وف]?(?:[بك]?ال|لل)(?=..)")
ARABIC_ENDING = re.compile("(?:تان|تين|تا|ات|ان|ين|ون|ها|هم|ية|ة|ا|ي)$")
ARABIC_CLITICS = "وفبكل"
SMALL = {
    "en": ["a", "an", "and", "in", "is", "of", "or", "the", "to"],
    "es": ["a", "al", "de", "del", "el", "en", "es", "la", "las", "lo", "los", "o", "un", "una", "y"],
    "it": ["a", "al", "d", "del", "della", "di", "e", "gli", "i", "il", "in", "l", "la", "le", "lo", "o", "un", "una"],
    "ar": ["ان", "او", "الي", "علي", "عن", "في", "ما", "من", "هي", "هو"],
    "hi": ["और", "का", "की", "के", "को", "में", "पर", "या", "से", "है"],
}
"""Words, folded, that are looked for only where a query has no others."""
SHORT = 3
"""Shorter stems are compared whole, longer ones by their beginning."""


def fold(text: str) -> str:
    """Return a text in small letters without what spellings differ in.

    >>> fold("Lección Ñ"), fold("اللمّة إلى الآس"), fold("ज़ हिन्दी पाँच"), fold("٦٦ ६६")
    ('leccion n', 'اللمة الي الاس', 'ज हिंदी पांच', '66 66')
    """
    plain = IGNORED.sub("", unicodedata.normalize("NFKD", text.casefold())).translate(LETTERS)
    return HALF_NASAL.sub("ं", plain)


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded.

    >>> words_of("L'asso, 66 punti!"), words_of("पत्ते")
    (['l', 'asso', '66', 'punti'], ['पत्ते'])
    """
    return WORD.findall(fold(text))


@lru_cache(maxsize=50_000)
def stems(word: str, language: str) -> tuple[str, ...]:
    """Return the stem of a folded word first; then others that it could have, if a small word is joined to it.

    >>> stems("bazas", "es"), stems("اللمة", "ar"), stems("وملكة", "ar"), stems("पत्तों", "hi"), stems("tricks", "xx")
    (('baz',), ('لمة',), ('وملك', 'ملك'), ('पत्त',), ('tricks',))
    """
    if language == "ar":
        return _arabic(word)
    if language == "hi":
        word = re.sub("(?<=.)यी$", "ई", re.sub("(?<=.)ये$", "ए", word))
    name = SNOWBALL.get(language)
    # A stemmer keeps its state in itself and is no good for two threads; making one costs little.
    return (snowballstemmer.stemmer(name).stemWord(word) if name else word,)


def query_stems(text: str, language: str) -> tuple[str, ...]:
    """Return what to look for, each stem once; small words only if there are no others.

    >>> query_stems("Las bazas, la baza", "es"), query_stems("the", "en")
    (('baz',), ('the',))
    """
    words = words_of(text)
    told = [word for word in words if word not in SMALL.get(language, ())] or words
    return tuple(dict.fromkeys(stems(word, language)[0] for word in told))


def all_stems(text: str, language: str) -> list[str]:
    """Return everything under which a text can be found."""
    return [stem for word in words_of(text) for stem in stems(word, language)]


def meets(stem: str, wanted: str) -> bool:
    """Return whether a stem of a text is one that was looked for.

    >>> meets("marriag", "marri"), meets("asso", "as"), meets("as", "as")
    (True, False, True)
    """
    return stem == wanted or (len(wanted) >= SHORT and stem.startswith(wanted))


def _arabic(word: str) -> tuple[str, ...]:
    word = re.sub("ه$", "ة", word)  # many write the one for the other
    bare = ARABIC_ARTICLE.sub("", word)
    found = [_without_ending(bare)]
    if bare == word and word[0] in ARABIC_CLITICS and len(word) > SHORT:
        found.append(_without_ending(word[1:]))
    return tuple(dict.fromkeys(found))


def _without_ending(word: str) -> str:
    match = ARABIC_ENDING.search(word)
    if match is None or match.start() < 2:
        return word
    rest = word[: match.start()]
    # Two letters are no stem, they are many a small word: the plural of لمة stays beside it, and away from لم.
    return rest if len(rest) > 2 else f"{rest}ة"
