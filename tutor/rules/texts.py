"""Reads the rule book and the sources. Pure: no models, no request, no active language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tutor.content.messages import Message

CONTENT_DIR = Path(__file__).with_name("content")


@dataclass(frozen=True, slots=True)
class ClauseText:
    """One clause. ``key`` is the id of its rule, plus the variant where a switch has several."""

    key: str
    when: str
    text: str
    note: str
    codes: tuple[str, ...]
    source: str

    @property
    def rule(self) -> str:
        """The rule id: the parts of the key before the variant."""
        return ".".join(self.key.split(".")[:2])


@dataclass(frozen=True, slots=True)
class SectionText:
    """One section with its clauses, and the labels of its rules."""

    key: str
    title: str
    title_automatic: str
    clauses: tuple[ClauseText, ...]
    labels: Mapping[str, str]


@cache
def rule_book() -> tuple[SectionText, ...]:
    """Return the sections of the rule book in the order of the page."""
    return tuple(_section(data) for data in _load("rulebook.toml")["section"])


@cache
def sources() -> dict[str, Any]:
    """Return the page about the old texts, as it stands in its file."""
    return _load("sources.toml")


POINT_TEXTS = ("classic", "eight", "reading", "slips")
"""What a point tells: the classic text, the text to eight, how it is played here; where translations went wrong."""


@cache
def points_by_rule() -> Mapping[str, tuple[str, str]]:
    """Return for each rule that the sources tell something of: the key of the point, and its state.

    The state is ``silent``, ``differ`` or ``slips``; a rule on which all texts agree is left out.
    """
    found: dict[str, tuple[str, str]] = {}
    for point in sources()["point"]:
        for rule in (point["rule"], *point.get("also", ())):
            if point["state"] != "agree":
                found.setdefault(rule, (point["key"], point["state"]))
    return found


def messages() -> Iterator[Message]:
    """Yield every translatable text of the rule book and of the sources."""
    for section in rule_book():
        yield Message(f"{section.key}.title", section.title, "heading")
        if section.title_automatic:
            yield Message(f"{section.key}.title.automatic", section.title_automatic, "heading, automatic claims")
        for clause in section.clauses:
            yield Message(clause.key, clause.text, f"rule, shown when {clause.when}")
            if clause.note:
                yield Message(f"{clause.key}.note", clause.note, "small note under the rule")
        for rule, label in section.labels.items():
            yield Message(f"{rule}.label", label, "name of the rule, after a colon")
    yield from _source_messages()


def _source_messages() -> Iterator[Message]:
    page = sources()
    for name in ("title", "intro", "why"):
        yield Message(f"sources.{name}", page[name])
    for source in page["source"]:
        for name in ("title", "text", "slips"):
            yield Message(f"source.{source['key']}.{name}", source[name])
    for point in page["point"]:
        for name in POINT_TEXTS:
            if name in point:
                yield Message(f"point.{point['key']}.{name}", point[name], "cell of a table")


def _section(data: Mapping[str, Any]) -> SectionText:
    clauses = tuple(
        ClauseText(
            key=clause["id"],
            when=clause["when"],
            text=clause["text"],
            note=clause.get("note", ""),
            codes=tuple(clause.get("codes", ())),
            source=clause["source"],
        )
        for clause in data["clause"]
    )
    return SectionText(data["key"], data["title"], data.get("title_automatic", ""), clauses, data["labels"])


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((CONTENT_DIR / name).read_text(encoding="utf-8"))
