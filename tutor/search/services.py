"""Finding places by words: first in the language of the page, then in the others."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from django.conf import settings

from tutor.content import index
from tutor.content.models import Place
from tutor.content.words import query_stems

LIMIT = 100
"""Characters of a query."""
WORDS = 12
"""Words of a query that are looked for."""
MOST = 60
"""Places that are shown."""


class Outcome(Enum):
    """What came of a search."""

    NOT_ASKED = "not asked"
    TOO_LONG = "too long"
    NO_WORDS = "no words"
    NOTHING = "nothing"
    FOUND = "found"
    SOME_WORDS = "some words"


@dataclass(frozen=True, slots=True)
class Hit:
    """A place in the language of the page. ``matched`` is where the words were met: it can be in another language."""

    place: Place
    matched: Place


@dataclass(frozen=True, slots=True)
class Findings:
    """Query, outcome, hits from the best on, and what to mark, by language."""

    query: str
    outcome: Outcome
    hits: tuple[Hit, ...] = ()
    more: bool = False
    stems: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def find_places(text: str, language: str) -> Findings:
    """Return what a reader of a language finds with a query."""
    query = cleaned(text)
    if not query:
        return Findings("", Outcome.NOT_ASKED)
    if len(query) > LIMIT:
        return Findings(query[:LIMIT], Outcome.TOO_LONG)
    languages = [language, *(other for other in settings.CONTENT_LANGUAGES if other != language)]
    stems = {each: query_stems(query, each)[:WORDS] for each in languages}
    if not stems[language]:
        return Findings(query, Outcome.NO_WORDS)
    keys, outcome = _found_keys(stems, language)
    hits = _hits(keys[:MOST], language, stems)
    return Findings(query, outcome, hits, len(keys) > MOST, stems)


def cleaned(text: str) -> str:
    r"""Return a query with single spaces and without what no keyboard writes; signs that join letters go unseen.

    >>> cleaned(" a\tb\x00c ")
    'a b c'
    """
    kinds = ((sign, unicodedata.category(sign)) for sign in text)
    return " ".join("".join("" if kind == "Cf" else " " if kind[0] == "C" else sign for sign, kind in kinds).split())


def _found_keys(stems: Mapping[str, tuple[str, ...]], language: str) -> tuple[list[str], Outcome]:
    """All words in the own language; all words in others, whose stems differ; some words in the own one."""
    own = index.find([language], stems[language])
    if own:
        return own, Outcome.FOUND
    others = [other for other in stems if other != language]
    elsewhere = [key for other in others for key in index.find([other], stems[other])]
    if elsewhere:
        return elsewhere, Outcome.FOUND
    some = index.find([language], stems[language], every=False) if len(stems[language]) > 1 else []
    return some, Outcome.SOME_WORDS if some else Outcome.NOTHING


def _hits(keys: Iterable[str], language: str, stems: Mapping[str, tuple[str, ...]]) -> tuple[Hit, ...]:
    """Each place once, by its row in the language of the page; a place met in several languages by the first."""
    matched: dict[str, str] = {}
    for key in keys:
        matched.setdefault(f"{language}:{key.partition(':')[2]}", key)
    rows = Place.objects.in_bulk([*matched, *matched.values()])
    found = [Hit(rows[own], rows[key]) for own, key in matched.items() if own in rows and key in rows]
    return tuple(sorted(found, key=lambda hit: _weight(hit, stems)))


def _weight(hit: Hit, stems: Mapping[str, tuple[str, ...]]) -> tuple[bool, bool]:
    """What bears just these words as its title comes first, what holds under other rules than the classic last."""
    language = hit.matched.language
    exact = query_stems(hit.matched.title, language) == stems[language]
    return not exact, bool(hit.place.about)
