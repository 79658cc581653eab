"""The places of the site that can be found by their words: rules, lessons, terms, themes of puzzles.

An app adds its own with a module ``places``: ``KIND``, ``HEADING`` (lazy, over its results), and ``places(texts)``,
which yields the places in the active language; ``texts`` maps the address of a text to the text in that language. Rows
are written by ``sync_content``; the words are then put into the index.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module, util
from types import ModuleType

from django.db import models
from django.utils import translation

from tutor.content import index
from tutor.content.checks import PLACEHOLDER
from tutor.content.marks import marked_terms, without_marks
from tutor.content.messages import APPS
from tutor.content.models import Place
from tutor.content.rows import Row
from tutor.content.words import all_stems


@dataclass(frozen=True, slots=True)
class PlaceText:
    """One place in one language. ``about`` tells it from others of the same title; ``also`` is searched, not shown."""

    key: str
    url: str
    title: str
    text: str
    about: str = ""
    also: str = ""


def sources() -> dict[str, ModuleType]:
    """Return the modules of the apps that have places: kind -> module."""
    names = [f"{app}.places" for app in APPS]
    modules = [import_module(name) for name in names if util.find_spec(name)]
    return {module.KIND: module for module in modules}


def place_rows(texts: Mapping[str, Mapping[str, str]]) -> Iterator[Row]:
    """Yield a row for each place in each language; ``texts`` holds all texts by language and address."""
    for language, known in texts.items():
        with translation.override(language):
            for kind, module in sources().items():
                for position, place in enumerate(module.places(known), 1):
                    yield _row(language, kind, position, place)


def _row(language: str, kind: str, position: int, place: PlaceText) -> Row:
    text = PLACEHOLDER.sub("…", place.text)
    values = {
        "language": language,
        "kind": kind,
        "key": place.key,
        "position": position,
        "url": place.url,
        "title": place.title,
        "about": place.about,
        "text": squeezed(without_marks(text)),
        "also": place.also,
        "terms": "".join(f" {term} " for term in dict.fromkeys(marked_terms(text))),
    }
    return Row(Place, f"{language}:{kind}:{place.key}", values)


def squeezed(text: str) -> str:
    """Return a text with single spaces."""
    return re.sub(r"\s+", " ", text).strip()


def rebuild_index(*, if_needed: bool = False) -> None:
    """Put the words of all places into the index; ``if_needed``, only when it has lost some."""
    if if_needed and index.size() == _all_places().count():
        return
    index.rebuild(
        index.Entry(
            place.pk,
            place.language,
            all_stems(f"{place.title} {place.also}", place.language),
            all_stems(place.text, place.language),
        )
        for place in _all_places()
    )


def _all_places() -> models.QuerySet[Place]:
    return models.QuerySet(Place).order_by("kind", "position")


def places_with_term(term: str, language: str) -> list[Place]:
    """Return the places of a language whose text marks a term, in their order."""
    return list(Place.objects.filter(language=language, terms__contains=f" {term} "))
