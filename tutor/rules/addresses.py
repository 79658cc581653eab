"""The addresses of the rule pages. Everything that a reader has chosen stands in them, and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse

from engine.ruleset import CLASSIC, Ruleset


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reader is: the ruleset, the second language, the ruleset before a switch was turned, the section."""

    rules: Ruleset
    beside: str = ""
    was: Ruleset | None = None
    section: str = ""

    def url(self, anchor: str = "") -> str:
        """Return the address of this place."""
        page = reverse("rules:section", args=[self.section]) if self.section else reverse("rules:book")
        return self._with_query(page, anchor)

    def at(self, name: str, **more: str) -> str:
        """Return another page of the rule book for the same ruleset and second language."""
        return replace(self, was=None)._with_query(reverse(f"rules:{name}"), "", more)

    def under(self, rules: Ruleset) -> Place:
        """Return the same place with another ruleset chosen: nothing is marked."""
        return replace(self, rules=rules, was=None)

    def turned(self, rules: Ruleset) -> Place:
        """Return the same place after a switch was turned: what changed since is marked."""
        return replace(self, rules=rules, was=self.rules)

    def beside_language(self, language: str) -> Place:
        """Return the same place with another second language, or none."""
        return replace(self, beside=language)

    def in_section(self, section: str) -> Place:
        """Return the place of a section, or of the whole book for an empty one."""
        return replace(self, section=section)

    def _with_query(self, page: str, anchor: str, more: dict[str, str] | None = None) -> str:
        query = {} if self.rules == CLASSIC else {"preset": str(self.rules)}
        if self.beside:
            query["with"] = self.beside
        if self.was is not None and self.was != self.rules:
            query["was"] = str(self.was)
        query.update(more or {})
        address = page + ("?" + urlencode(query, safe=";=") if query else "")
        return f"{address}#{anchor}" if anchor else address
