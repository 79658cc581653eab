"""Results of a search as templates show them: hits marked, long texts cut to where the words are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import get_language_info

from tutor.content.models import Place
from tutor.content.places import sources
from tutor.content.words import WRITTEN, meets, stems, words_of
from tutor.search.services import LIMIT, Findings, Hit, Outcome

BEFORE, LENGTH = 60, 220
"""Characters before the first hit, and of the whole piece that is shown."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text, marked if it is one of the words that were looked for."""

    text: str
    marked: bool


@dataclass(frozen=True, slots=True)
class Result:
    """One place. ``language`` is set, with name and direction, if the words were met in another language.

    ``also`` holds the other words of the place that were looked for, where neither title nor text has them.
    """

    url: str
    title: tuple[Piece, ...]
    about: str
    text: tuple[Piece, ...]
    language: str = ""
    language_name: str = ""
    direction: str = ""
    other_title: tuple[Piece, ...] = ()
    also: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """The results of one kind."""

    kind: str
    heading: str
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class SearchView:
    """The page."""

    query: str
    outcome: str
    limit: int
    shown: int
    more: bool
    elsewhere: bool
    groups: tuple[Group, ...]

    @classmethod
    def of(cls, findings: Findings) -> SearchView:
        """Word what was found: kinds in the order of their best hit."""
        kinds = dict.fromkeys(hit.place.kind for hit in findings.hits)
        headings = {kind: str(module.HEADING) for kind, module in sources().items()}
        groups = tuple(
            Group(
                kind, headings[kind], tuple(_result(hit, findings) for hit in findings.hits if hit.place.kind == kind)
            )
            for kind in kinds
        )
        return cls(
            query=findings.query,
            outcome=findings.outcome.name.lower(),
            limit=LIMIT,
            shown=len(findings.hits),
            more=findings.more,
            elsewhere=findings.outcome is Outcome.FOUND and any(hit.place is not hit.matched for hit in findings.hits),
            groups=groups,
        )


def _result(hit: Hit, findings: Findings) -> Result:
    place, matched = hit.place, hit.matched
    wanted = findings.stems[matched.language]
    text = excerpt(matched.text, matched.language, wanted)
    title = pieces(matched.title, matched.language, wanted)
    also = () if any(piece.marked for piece in (*title, *text)) else _also(matched, wanted)
    if place.pk == matched.pk:
        return Result(place.url, title, place.about, text, also=also)
    info = get_language_info(matched.language)
    return Result(
        url=place.url,
        title=(Piece(place.title, False),),
        about=place.about,
        text=text,
        language=matched.language,
        language_name=dict(settings.LANGUAGES)[matched.language],
        direction="rtl" if info["bidi"] else "ltr",
        other_title=title,
        also=also,
    )


def _also(place: Place, wanted: Sequence[str]) -> tuple[Piece, ...]:
    met = [word for word in place.also.split(" · ") if hits(word, place.language, wanted)]
    return pieces(" · ".join(dict.fromkeys(met)), place.language, wanted)


def pieces(text: str, language: str, wanted: Sequence[str]) -> tuple[Piece, ...]:
    """Return a text in pieces, with the words that were looked for marked.

    >>> [piece.text for piece in pieces("Las bazas, la mano", "es", ("baz",)) if piece.marked]
    ['bazas']
    """
    found: list[Piece] = []
    end = 0
    for start, stop in hits(text, language, wanted):
        found += [Piece(text[end:start], False), Piece(text[start:stop], True)]
        end = stop
    found.append(Piece(text[end:], False))
    return tuple(piece for piece in found if piece.text)


def hits(text: str, language: str, wanted: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the words stand that were looked for."""
    return [
        (match.start(), match.end())
        for match in WRITTEN.finditer(text)
        if any(
            meets(stem, each) for folded in words_of(match[0]) for stem in stems(folded, language) for each in wanted
        )
    ]


def excerpt(text: str, language: str, wanted: Sequence[str]) -> tuple[Piece, ...]:
    """Return the part of a text around the first hit, in pieces; cut between words, with dots where it was cut."""
    if len(text) <= LENGTH:
        return pieces(text, language, wanted)
    found = hits(text, language, wanted)
    first = max(0, found[0][0] - BEFORE) if found else 0
    start = text.find(" ", first) + 1 if first else 0
    last = min(len(text), start + LENGTH)
    end = text.rfind(" ", start, last) if last < len(text) else last
    cut = text[start:end]
    return pieces(f"{'… ' if start else ''}{cut}{' …' if end < len(text) else ''}", language, wanted)
