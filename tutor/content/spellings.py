"""How terms are written: learnt from the texts that mark them, so that sentences without marks can be read for them.

Sentences about an answer come from ``tutor.wording`` and carry no marks. In every language the marked texts show which
words, with which endings, stand for which term; the same words mean the same in a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from django.utils.html import escape
from django.utils.translation import get_language

from tutor.content.marks import MARK
from tutor.content.models import Spelling
from tutor.content.rows import Row

SHORTEST = 3
"""Letters that a spelling has at least: shorter ones mean too many things."""
LETTER = r"[\w\u0300-\u036f\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0951-\u0957]"
"""A letter or a sign upon one; Python takes vowel signs of Arabic and Hindi for the end of a word."""


def spelling_rows(texts: Mapping[str, Mapping[str, str]]) -> Iterator[Row]:
    """Yield a row for each language; ``texts`` holds all texts by language and address."""
    for language, known in texts.items():
        yield Row(Spelling, language, {"words": spellings(known.values())})


def spellings(texts: Iterable[str]) -> dict[str, str]:
    """Return what stands for which term: of several terms the one that is written so most often.

    >>> spellings(["the [[stock|stock]]", "[[stock|Stock]]", "[[talon|stock]]", "[[ace|it]]"])
    {'stock': 'stock'}
    """
    found: dict[str, Counter[str]] = {}
    for text in texts:
        for term, words in MARK.findall(text):
            if len(words) >= SHORTEST and "%" not in words:
                found.setdefault(words.casefold(), Counter())[term] += 1
    return {words: terms.most_common(1)[0][0] for words, terms in sorted(found.items())}


def known_spellings() -> Mapping[str, str]:
    """Return the spellings in the language of the page, as they stand in HTML."""
    row = Spelling.objects.filter(pk=get_language() or "en").first()
    return {escape(words): term for words, term in row.words.items()} if row else {}


@lru_cache(maxsize=16)
def pattern(words: frozenset[str]) -> re.Pattern[str]:
    """Return what finds whole words, the longest first."""
    either = "|".join(re.escape(each) for each in sorted(words, key=lambda each: (-len(each), each)))
    return re.compile(rf"(?<!{LETTER})(?:{either})(?!{LETTER})", re.IGNORECASE)
