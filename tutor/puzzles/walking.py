"""How somebody goes through puzzles, as the address says it: which set, and what is asked of its puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from engine.ruleset import PRESETS

SETS = ("theme", "mixed", "mistakes")
FAMILIES = ("R", "M", "E", "C", "O")
LEVELS = (1, 2, 3, 4, 5)
TO_DO, MISSED = "open", "missed"
STATES = (TO_DO, MISSED)


@dataclass(frozen=True, slots=True)
class Walk:
    """``within``: the set that the next puzzle comes from; the rest says which of its puzzles are wanted, "" or 0: any.

    ``rules`` is a preset under which the answers hold, ``named``: somebody has asked for the theme.
    """

    within: str = ""
    level: int = 0
    rules: str = ""
    family: str = ""
    state: str = ""
    named: bool = False

    @classmethod
    def read(cls, query: Mapping[str, Any]) -> Walk:
        """Read a query; what is not known is as if it were not there."""

        def one(name: str, known: tuple[str, ...]) -> str:
            found = query.get(name, "")
            return found if found in known else ""

        level = one("level", tuple(map(str, LEVELS)))
        return cls(
            within=one("in", SETS),
            level=int(level or 0),
            rules=one("rules", tuple(PRESETS)),
            family=one("family", FAMILIES),
            state=one("state", STATES),
            named=query.get("theme") == "shown",
        )

    @property
    def query(self) -> dict[str, str]:
        """The walk as an address carries it."""
        found = {"in": self.within, "level": str(self.level or ""), "rules": self.rules, "family": self.family}
        found |= {"state": self.state, "theme": "shown" if self.named else ""}
        return {name: value for name, value in found.items() if value}

    def with_(self, **changes: Any) -> Walk:
        """Return another walk like this one."""
        return replace(self, **changes)

    @property
    def narrowed(self) -> bool:
        """Not every puzzle of the set is wanted."""
        wanted = asdict(self)
        return any(wanted[name] for name in ("level", "rules", "family", "state"))

    def address(self, name: str, *args: Any, **more: Any) -> str:
        """Return an address with this walk in its query; ``more`` is added to it."""
        query = urlencode({**self.query, **{key: str(value) for key, value in more.items()}})
        return reverse(name, args=args) + (f"?{query}" if query else "")
