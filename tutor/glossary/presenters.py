"""The glossary as templates show it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language_info, pgettext_lazy

from tutor.content.collation import letter_of, sort_key
from tutor.content.models import Place
from tutor.content.places import sources
from tutor.content.terms import TermWords
from tutor.glossary.models import Term

REGION_NAMES = {
    "gulf": pgettext_lazy("where a word is heard", "the Gulf"),
    "levant": pgettext_lazy("where a word is heard", "the Levant"),
    "egypt": pgettext_lazy("where a word is heard", "Egypt"),
    "saudi": pgettext_lazy("where a word is heard", "Saudi Arabia"),
    "maghreb": pgettext_lazy("where a word is heard", "the Maghreb"),
    "spain": pgettext_lazy("where a word is heard", "Spain"),
    "america": pgettext_lazy("where a word is heard", "Latin America"),
    "argentina": pgettext_lazy("where a word is heard", "Argentina"),
    "river_plate": pgettext_lazy("where a word is heard", "the River Plate region"),
    "chile": pgettext_lazy("where a word is heard", "Chile"),
    "north_india": pgettext_lazy("where a word is heard", "northern India"),
}


@dataclass(frozen=True, slots=True)
class TermLine:
    """A term in the list."""

    word: str
    sign: str
    meaning: str
    url: str


@dataclass(frozen=True, slots=True)
class Letter:
    """The terms under one letter."""

    anchor: str
    letter: str
    terms: tuple[TermLine, ...]


@dataclass(frozen=True, slots=True)
class GlossaryView:
    """The list."""

    letters: tuple[Letter, ...]

    @classmethod
    def of(cls, terms: Iterable[Term], language: str) -> GlossaryView:
        """Sort the terms as a dictionary of the language does."""
        ordered = sorted(terms, key=lambda term: sort_key(term.word, language))
        groups = groupby(ordered, key=lambda term: letter_of(term.word, language))
        return cls(
            tuple(
                Letter(f"letter-{number}", letter, tuple(_line(term) for term in group))
                for number, (letter, group) in enumerate(groups, 1)
            )
        )


@dataclass(frozen=True, slots=True)
class HeardWord:
    """Another word for the same. ``regions`` are worded in the language of the page, one after the other."""

    word: str
    regions: str


@dataclass(frozen=True, slots=True)
class InLanguage:
    """The word in one language."""

    code: str
    direction: str
    name: str
    word: str
    heard: tuple[HeardWord, ...]


@dataclass(frozen=True, slots=True)
class Uses:
    """The places of one kind that use a term: title and address."""

    heading: str
    links: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TermView:
    """The page of one term."""

    word: str
    sign: str
    meaning: str
    difference: str
    confused_with: tuple[TermLine, ...]
    languages: tuple[InLanguage, ...]
    uses: tuple[Uses, ...]

    @classmethod
    def of(cls, term: Term, uses: Iterable[Place], known: Mapping[str, TermWords]) -> TermView:
        """Word the page; ``known`` are the other terms in the language of the page.

        A worker of an old release may read a row that a newer one has written, and remember no word for what it names.
        """
        return cls(
            word=term.word,
            sign=term.sign,
            meaning=term.meaning,
            difference=term.difference,
            confused_with=tuple(_known_line(known[key]) for key in term.confused_with.split() if key in known),
            languages=tuple(_in_language(term, code, name) for code, name in settings.LANGUAGES),
            uses=_uses(uses),
        )


def _line(term: Term) -> TermLine:
    return TermLine(term.word, term.sign, term.meaning, reverse("glossary:term", args=[term.key]))


def _known_line(term: TermWords) -> TermLine:
    return TermLine(term.word, "", term.meaning, reverse("glossary:term", args=[term.key]))


def _in_language(term: Term, code: str, name: str) -> InLanguage:
    """Words of languages that have no column (those of tests) are those of the page."""
    heard = tuple(
        HeardWord(word, " · ".join(str(REGION_NAMES[region]) for region in regions))
        for word, regions in term.heard.get(code, ())
    )
    word = getattr(term, f"word_{code.replace('-', '_')}", None) or term.word
    direction = "rtl" if get_language_info(code)["bidi"] else "ltr"
    return InLanguage(code, direction, name, word, heard)


def _uses(places: Iterable[Place]) -> tuple[Uses, ...]:
    """One link for each title: variants of a rule share theirs."""
    found: dict[str, dict[str, str]] = {}
    for place in places:
        found.setdefault(place.kind, {}).setdefault(place.title, place.url)
    headings = {kind: str(module.HEADING) for kind, module in sources().items()}
    return tuple(Uses(headings[kind], tuple(links.items())) for kind, links in found.items())
