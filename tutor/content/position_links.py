"""Links from anywhere to a position in the explorer: lessons, puzzles, examples of the rule book."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import translation

from engine.actions import Action
from engine.deal import Deal
from engine.notation import url_form, write, write_action, write_view
from engine.ruleset import Ruleset
from engine.view import View

SAFE = ";=,:!@*~/?.-"
"""Signs of the notation that an address may hold as they are."""


def position_link(position: Deal | View, language: str | None = None, *, done: Iterable[Action] = ()) -> str:
    """Return the address of a position in the explorer, in a language or in that of the page.

    A view stays a view: what its seat does not know is not in the address. ``done``: actions that are taken there.

    Raises:
        ValueError: the deal has ended; link to its start and its actions instead.
    """
    written = write(position) if isinstance(position, Deal) else write_view(position)
    if language is None:
        return explorer_url(position.ruleset, written, done)
    with translation.override(language):
        return explorer_url(position.ruleset, written, done)


def explorer_url(rules: Ruleset, written: str, done: Iterable[Action] = (), at: int | None = None) -> str:
    """Return the address of a written position, with the actions taken there; ``at``: only so many of them shown."""
    query = {"rules": str(rules), "p": url_form(written)}
    actions = ",".join(write_action(action) for action in done)
    if actions:
        query["do"] = actions
    if at is not None:
        query["at"] = str(at)
    return f"{reverse('positions:position')}?{urlencode(query, safe=SAFE)}"
