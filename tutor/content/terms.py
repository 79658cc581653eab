"""Marked terms as parts of a page: the first mention of each opens its meaning in place.

The pages of the terms are an app of their own, which hands its words in with ``register``. A term that nobody knows
(yet) is plain text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.core.cache import cache
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeData, mark_safe

from tutor.content.marks import MARK
from tutor.content.spellings import known_spellings, pattern
from tutor.content.state import words_key

TAG = re.compile(r"(<[^>]+>)")


class TermWords(NamedTuple):
    """A term in the language of the page."""

    key: str
    word: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TermLink:
    """What opens beside a marked term: its word, its meaning, and the address of its page."""

    key: str
    word: str
    meaning: str
    url: str


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a text. With ``term`` it is a control that opens the element with the id ``anchor``."""

    text: str
    term: TermLink | None = None
    anchor: str = ""


_sources: list[Callable[[], Iterable[TermWords]]] = []


def register(source: Callable[[], Iterable[TermWords]]) -> None:
    """Tell where the words come from. Asked once a minute in each language."""
    _sources[:] = [source]


def known_terms() -> Mapping[str, TermWords]:
    """Return every term in the language of the page. They are remembered for a minute."""
    key = words_key("terms")
    found: dict[str, TermWords] | None = cache.get(key)
    if found is None:
        found = {term.key: term for source in _sources for term in source()}
        cache.set(key, found, 60)
    return found


def spelled() -> Mapping[str, str]:
    """Return what stands for which term in a sentence: its word and its spellings. They are remembered for a minute."""
    key = words_key("spelled")
    found: dict[str, str] | None = cache.get(key)
    if found is None:
        found = {escape(term.word).casefold(): term.key for term in known_terms().values()} | known_spellings()
        cache.set(key, found, 60)
    return found


def marked_up(text: str, seen: set[str], *, prefix: str = "term") -> tuple[Part, ...]:
    """Return a text in parts. ``seen`` is the page's: a term becomes a control once, later mentions are plain.

    Placeholders are filled before; a safe string stays safe. A second text on the same page, such as the rule book in
    another language, has a ``seen`` and a ``prefix`` of its own, and is asked for with its language active.
    """
    safe: Callable[[str], str] = mark_safe if isinstance(text, SafeData) else str
    if "[[" not in text:
        return (Part(text),)
    terms = known_terms()
    parts: list[Part] = []
    end = 0
    for match in MARK.finditer(text):
        parts.append(Part(safe(text[end : match.start()])))
        parts.append(_part(terms.get(match[1]), safe(match[2]), seen, prefix))
        end = match.end()
    parts.append(Part(safe(text[end:])))
    return tuple(part for part in parts if part.text)


def spotted(html: str, seen: set[str], *, prefix: str = "said") -> tuple[Part, ...]:
    """Return a finished sentence in parts, like :func:`marked_up`; the terms are found by how they are written.

    What stands in an element of its own, such as the name of a card, is left alone.
    """
    terms, words = known_terms(), spelled()
    if not words:
        return (Part(mark_safe(html)),)
    found, inside = pattern(frozenset(words)), 0
    parts: list[Part] = []
    for piece in TAG.split(html):
        if piece.startswith("<"):
            inside += -1 if piece.startswith("</") else 1
            parts.append(Part(mark_safe(piece)))
            continue
        end = 0
        for match in () if inside else found.finditer(piece):
            parts.append(Part(mark_safe(piece[end : match.start()])))
            term = terms.get(words.get(match[0].casefold(), ""))
            parts.append(_part(term, mark_safe(match[0]), seen, prefix))
            end = match.end()
        parts.append(Part(mark_safe(piece[end:])))
    return tuple(part for part in parts if part.text)


def _part(term: TermWords | None, words: str, seen: set[str], prefix: str) -> Part:
    if term is None or term.key in seen:
        return Part(words)
    seen.add(term.key)
    link = TermLink(term.key, term.word, term.meaning, reverse("glossary:term", args=[term.key]))
    return Part(words, link, f"{prefix}-{term.key}")
