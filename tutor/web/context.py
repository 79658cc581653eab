"""What every template knows."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.errors import ReadError
from engine.ruleset import parse
from tutor.content.paths import path_of

DOORS = (
    ("lessons:map", "learn", pgettext_lazy("navigation", "Learn"), _("Short lessons, one step at a time")),
    (
        "puzzles:home",
        "puzzles",
        pgettext_lazy("navigation", "Puzzles"),
        _("Find the right card, and see why it is right"),
    ),
    ("play:start", "play", pgettext_lazy("navigation", "Play"), _("Deals against an opponent, with a coach")),
    ("rules:book", "rules", pgettext_lazy("navigation", "Rules"), _("Every rule, in five languages")),
    ("progress:show", "progress", pgettext_lazy("navigation", "Progress"), _("How far you are, and what to review")),
)
"""The rooms of the site: page, picture, label, one line about it."""

FOOT = (
    ("glossary:list", pgettext_lazy("navigation", "Glossary")),
    ("search:search", pgettext_lazy("navigation", "Search")),
    ("rules:sources", pgettext_lazy("link", "What the old texts say")),
    ("learners:settings", pgettext_lazy("navigation", "Settings")),
    ("accounts:account", pgettext_lazy("navigation", "Account")),
    ("web:about", pgettext_lazy("navigation", "About this site")),
    ("web:privacy", pgettext_lazy("navigation", "Privacy")),
    ("web:accessibility", pgettext_lazy("navigation", "Accessibility")),
)
"""The pages that stand at the foot of every page."""


@dataclass(frozen=True, slots=True)
class LanguageLink:
    """A page in another language."""

    code: str
    name: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class Door:
    """A link of the navigation."""

    label: str
    about: str
    url: str
    key: str
    current: bool


@dataclass(frozen=True, slots=True)
class FootLink:
    """A link at the foot of the page."""

    label: str
    url: str
    current: bool


def site(request: HttpRequest) -> Mapping[str, Any]:
    """Return the languages and doors for the base page."""
    return {
        "languages": language_links(request),
        "doors": doors(request.path),
        "foot": tuple(FootLink(str(label), url := path_of(name), request.path == url) for name, label in FOOT),
        "page_url": canonical_url(request),
        "site_address": absolute_url(request, "/").rstrip("/"),
        "any_language_url": without_language(request.get_full_path()),
    }


def canonical_url(request: HttpRequest) -> str:
    """Return the one address of this page: no query but the ruleset, since other rules are another page."""
    path = request.path
    preset = request.GET.get("preset", "")
    if preset:
        with suppress(ReadError):  # a ruleset that cannot be read names no page of its own
            path += "?" + urlencode({"preset": str(parse(preset))}, safe=";=")
    return absolute_url(request, path)


def absolute_url(request: HttpRequest, path: str) -> str:
    """Return an address of this site as others write it, with the name of the host."""
    if settings.PUBLIC_ADDRESS:
        return f"{settings.PUBLIC_ADDRESS}{path}"
    try:
        return request.build_absolute_uri(path)
    except DisallowedHost:
        return path  # the page that says so must not fail in turn


def language_links(request: HttpRequest) -> tuple[LanguageLink, ...]:
    """Return the page in every language: the same path and query under another prefix."""
    here = get_language() or settings.LANGUAGE_CODE
    return tuple(
        LanguageLink(code, name, in_language(request.get_full_path(), code), code == here)
        for code, name in settings.LANGUAGES
    )


def in_language(path: str, language: str) -> str:
    """Return a path under another language: only the prefix differs, slugs are the same everywhere.

    >>> in_language("/ar/learn/?x=1", "es")
    '/es/learn/?x=1'
    """
    codes = {code for code, _own_name in settings.LANGUAGES}
    first, _slash, rest = path.removeprefix("/").partition("/")
    if first in codes:
        return f"/{language}/{rest}"
    return f"/{language}/"


def without_language(path: str) -> str:
    """Return a path without its language: it leads each reader to the page in the own language.

    >>> without_language("/ar/learn/?x=1")
    '/learn/?x=1'
    """
    return in_language(path, "").removeprefix("/")


def doors(path: str, queries: Mapping[str, str] | None = None) -> tuple[Door, ...]:
    """Return the doors, with the current one marked. ``queries``: key of a door -> what its address asks for."""
    asked = queries or {}
    rooms = [(key, label, about, path_of(name)) for name, key, label, about in DOORS]
    return tuple(
        Door(str(label), str(about), url + asked.get(key, ""), key, path.startswith(url))
        for key, label, about, url in rooms
    )
