"""Which rows the rule book and its sources make."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.content.models import Block
from tutor.content.sync import Row
from tutor.rules.models import Clause, Point, Section, Source
from tutor.rules.texts import POINT_TEXTS, rule_book, sources


def rows() -> Iterator[Row]:
    """Yield every row, parents before their children."""
    for position, section in enumerate(rule_book(), 1):
        texts = {"title": f"{section.key}.title"}
        if section.title_automatic:
            texts["title_automatic"] = f"{section.key}.title.automatic"
        yield Row(Section, section.key, {"position": position}, texts)
        for rule in section.labels:
            yield Row(Block, f"{rule}.label", texts={"text": f"{rule}.label"})
    for section in rule_book():
        for position, clause in enumerate(section.clauses, 1):
            texts = {"text": clause.key}
            if clause.note:
                texts["note"] = f"{clause.key}.note"
            values = {
                "section_id": section.key,
                "rule": clause.rule,
                "position": position,
                "shown_when": clause.when,
                "source": clause.source,
            }
            yield Row(Clause, clause.key, values, texts)
    yield from _source_rows()


def _source_rows() -> Iterator[Row]:
    page = sources()
    for name in ("title", "intro", "why"):
        yield Row(Block, f"sources.{name}", texts={"text": f"sources.{name}"})
    for position, source in enumerate(page["source"], 1):
        texts = {name: f"source.{source['key']}.{name}" for name in ("title", "text", "slips")}
        yield Row(Source, source["key"], {"position": position, "language": source["language"]}, texts)
    for position, point in enumerate(page["point"], 1):
        texts = {name: f"point.{point['key']}.{name}" for name in POINT_TEXTS if name in point}
        yield Row(
            Point,
            point["key"],
            {"position": position, "rule": point["rule"], "ruleset": point.get("ruleset", "classic66")},
            texts,
        )
