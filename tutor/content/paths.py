"""Paths of pages. A page has dozens of links, and the index of places thousands: each path is made once a language."""

from __future__ import annotations

from functools import lru_cache

from django.urls import get_urlconf, reverse
from django.utils.translation import get_language


def path_of(name: str, *args: object) -> str:
    """Return the path of a page in the language of this moment."""
    return _path_of(name, args, get_language(), get_urlconf())


@lru_cache(maxsize=8192)
def _path_of(name: str, args: tuple[object, ...], _language: str | None, urlconf: str | None) -> str:
    return reverse(name, urlconf=urlconf, args=args)
