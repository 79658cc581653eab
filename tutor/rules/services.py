"""The rule book for one ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import ReadError
from engine.ruleset import CLASSIC, Ruleset, parse
from tutor.content.conditions import holds
from tutor.content.models import Block
from tutor.rules.models import Clause, Point, Section, Source


@dataclass(frozen=True, slots=True)
class NumberedClause:
    """A clause that is shown, with its number on the page (``7.2``)."""

    number: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class NumberedSection:
    """A section that is shown, with its clauses."""

    number: int
    section: Section
    clauses: tuple[NumberedClause, ...]


def chosen_ruleset(text: str) -> tuple[Ruleset, ReadError | None]:
    """Return the ruleset that an address names; where it cannot be read, the classic one and the error."""
    try:
        return (parse(text) if text else CLASSIC), None
    except ReadError as error:
        return CLASSIC, error


def book_for(rules: Ruleset) -> tuple[NumberedSection, ...]:
    """Return the sections and clauses that hold under a ruleset, numbered as the page shows them."""
    clauses: dict[str, list[Clause]] = {}
    for clause in Clause.objects.all():
        if holds(clause.shown_when, rules):
            clauses.setdefault(clause.section_id, []).append(clause)
    return tuple(
        NumberedSection(
            section.position,
            section,
            tuple(
                NumberedClause(f"{section.position}.{number}", clause)
                for number, clause in enumerate(clauses.get(section.key, ()), 1)
            ),
        )
        for section in Section.objects.all()
    )


def source_page() -> tuple[Mapping[str, str], list[Source], list[Point]]:
    """Return the texts of the page about the sources, its sources and its points."""
    blocks = {
        block.key.removeprefix("sources."): block.text for block in Block.objects.filter(key__startswith="sources.")
    }
    return blocks, list(Source.objects.all()), list(Point.objects.all())
