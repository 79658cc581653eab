"""Words of a text that lead to the glossary: ``[[term|words]]``. Without a page for the term the words stand alone."""

from __future__ import annotations

import re

from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

TERM = re.compile(r"\[\[([a-z0-9_]+)\|([^\[\]|]+)\]\]")


def linked(text: SafeString) -> SafeString:
    """Return a text that is already escaped with its terms as links."""
    return mark_safe(TERM.sub(_link, text))


def unlinked(text: str) -> str:
    """Return a text with the bare words of its terms.

    >>> unlinked("A [[trick|trick]] is two cards.")
    'A trick is two cards.'
    """
    return TERM.sub(r"\2", text)


def _link(found: re.Match[str]) -> str:
    term, words = found.groups()
    try:
        url = reverse("glossary:term", args=[term])
    except NoReverseMatch:
        return words
    return format_html('<a class="term" href="{}">{}</a>', url, mark_safe(words))
