"""Translatable blocks of the content files. Pure: no models, no request, no active language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module

APPS = ("tutor.rules", "tutor.lessons", "tutor.glossary", "tutor.puzzles")
"""The apps whose content files hold text; each has a ``texts`` module with ``messages()``."""


@dataclass(frozen=True, slots=True)
class Message:
    """One translatable text: ``context`` is its address and its ``msgctxt``, ``text`` its English."""

    context: str
    text: str
    comment: str = ""


def all_messages() -> Iterator[Message]:
    """Yield every text block of every app, in the order of the files."""
    for app in APPS:
        messages: Callable[[], Iterator[Message]] = import_module(f"{app}.texts").messages
        yield from messages()
