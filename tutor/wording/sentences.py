"""Filling a message: every inserted name escaped and isolated, the result safe to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from engine.cards import Card, Suit
from tutor.wording.cards import ListKind, card_list, card_list_html, card_name, isolated, suit_name, with_symbol
from tutor.wording.numbers import signed_html, signed_text


def fill(message: object, facts: Mapping[str, Any] | None = None, lists: ListKind = "and") -> SafeString:
    """Return the message as HTML with its placeholders filled by engine values, numbers or text.

    A tuple of cards becomes a list of names, a float a signed number. Whatever is inserted stands in its own ``<bdi>``.
    """
    escaped = conditional_escape(str(message))
    if not facts:
        return mark_safe(escaped)
    return mark_safe(escaped % _Words(facts, lists, _in_html))


def plain(message: object, facts: Mapping[str, Any] | None = None, lists: ListKind = "and") -> str:
    """Return the message as plain text: for titles, attributes and the status region."""
    if not facts:
        return str(message)
    return str(message) % _Words(facts, lists, in_words)


@dataclass(frozen=True, slots=True)
class _Words:
    """Facts in words as a message asks for them: a ruleset has twenty numbers, and a sentence names two."""

    facts: Mapping[str, Any]
    lists: ListKind
    worded: Callable[[Any, ListKind], str]

    def __getitem__(self, name: str) -> str:
        return self.worded(self.facts[name], self.lists)


def _in_html(value: Any, lists: ListKind) -> SafeString:
    match value:
        case Card():
            return with_symbol(card_name(value), value.suit)
        case Suit():
            return with_symbol(suit_name(value), value)
        case tuple():
            return card_list_html(value, lists)
        case float():
            return signed_html(value)
        case _:
            return isolated(in_words(value, lists))


def in_words(value: Any, lists: ListKind = "and") -> str:
    """Return an engine value in words."""
    match value:
        case Card():
            return card_name(value)
        case Suit():
            return suit_name(value)
        case tuple():
            return card_list(value, lists)
        case float():
            return signed_text(value)
        case _:
            return str(value)


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence that is still in no language: a lazy message and its facts. Word it when the page is made."""

    message: object
    facts: Mapping[str, Any] = field(default_factory=dict)
    lists: ListKind = "and"

    def html(self) -> SafeString:
        """The sentence as HTML in the active language."""
        return fill(self.message, self.facts, self.lists)

    def text(self) -> str:
        """The sentence as plain text in the active language."""
        return plain(self.message, self.facts, self.lists)


def counted(message: Any, n: int, **more: object) -> str:
    """Return a message in the form that a number needs, filled."""
    return str(message % {"n": n, **more})
