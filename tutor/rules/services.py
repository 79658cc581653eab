"""The rule book for one ruleset, and what differs between two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from engine.nearest import Slip, nearest, turned
from engine.ruleset import CLASSIC, SWITCHES, Ruleset, Value, differences, parse, write_value
from tutor.content.conditions import holds
from tutor.content.models import Block
from tutor.content.rule_links import RuleLink, rule_url
from tutor.rules.examples import Example, example_of, places, values_of
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


class Book:
    """Every section and clause of the rule book, fetched once; a ruleset picks from them."""

    def __init__(self) -> None:
        self.sections = list(Section.objects.all())
        self.clauses = list(Clause.objects.all())

    def under(self, rules: Ruleset) -> tuple[NumberedSection, ...]:
        """Return the sections and clauses that hold under a ruleset, numbered as the page shows them."""
        clauses: dict[str, list[Clause]] = {}
        for clause in self.clauses:
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
            for section in self.sections
        )

    def by_rule(self, rules: Ruleset) -> dict[str, Clause]:
        """Return the clause of each rule that a ruleset shows."""
        return {clause.rule: clause for clause in self.clauses if holds(clause.shown_when, rules)}


def chosen_ruleset(text: str) -> tuple[Ruleset, tuple[Slip, ...]]:
    """Return the ruleset that an address names, or the nearest one there is, and what could not be read."""
    if not text:
        return CLASSIC, ()
    found = nearest(text)
    return found.ruleset, found.slips


def after_form(rules: Ruleset, posted: Mapping[str, str]) -> Ruleset:
    """Return the ruleset after the form with every switch; a value that was not touched gives way to those that were.

    What the form does not name, or names with a value that there is not, stays as it is.
    """
    asked: dict[str, Value] = {}
    for name, switch in SWITCHES.items():
        known = {write_value(value): value for value in switch.values}
        written = posted.get(name, "")
        if switch.offered and written in known and known[written] != getattr(rules, name):
            asked[name] = known[written]
    return turned(rules, asked)


def place_of(name: str, shown: Mapping[str, Clause]) -> str:
    """Return the rule beside which a switch stands, or an empty text where none of its rules is shown."""
    return next((rule for rule in places()[name].rules if rule in shown), "")


@dataclass(frozen=True, slots=True)
class Difference:
    """A switch whose value differs between two rulesets, the clauses that say so, and a position in which it matters.

    The position is judged under one of the two rulesets and under the same one with this switch alone turned.
    """

    name: str
    values: tuple[Value, Value]
    clauses: tuple[Clause | None, Clause | None]
    rulesets: tuple[Ruleset, Ruleset]
    example: Example | None
    mirrored: bool


def compare(first: Ruleset, second: Ruleset, book: Book) -> tuple[Difference, ...]:
    """Return what differs between two rulesets, in the order of the rule book.

    Left out are switches that apply to one of the two only: they come with another switch (closing, claims), which
    is there; and those that follow from the pack.
    """
    shown = book.by_rule(first), book.by_rule(second)
    differing = set(differences(first, second))
    return tuple(
        _difference(name, first, second, shown)
        for name in places()
        if name in differing and getattr(first, name) is not None and getattr(second, name) is not None
    )


def _difference(
    name: str, first: Ruleset, second: Ruleset, shown: tuple[dict[str, Clause], dict[str, Clause]]
) -> Difference:
    values = getattr(first, name), getattr(second, name)
    example = example_of(name, first, values[1])
    mirrored = example is None
    if mirrored:
        example = example_of(name, second, values[0])
    clauses = tuple(each.get(place_of(name, each)) for each in shown)
    return Difference(name, values, (clauses[0], clauses[1]), (first, second), example, mirrored)


@dataclass(frozen=True, slots=True)
class SwitchState:
    """A switch as it stands under a ruleset: for each value the ruleset and the clause that it brings."""

    name: str
    value: Value
    values: tuple[tuple[Value, Ruleset, Clause | None], ...]


def switches_of(rules: Ruleset, book: Book, names: tuple[str, ...] | None = None) -> tuple[SwitchState, ...]:
    """Return the switches that apply, with what each of their values would bring; ``names``: only these."""
    states = []
    for name in places() if names is None else names:
        values = []
        for value, other in values_of(name, rules):
            shown = book.by_rule(other)
            values.append((value, other, shown.get(place_of(name, shown))))
        if values:
            states.append(SwitchState(name, getattr(rules, name), tuple(values)))
    return tuple(states)


def switches_beside(rules: Ruleset, book: Book, section: str) -> dict[str, tuple[SwitchState, ...]]:
    """Return the switches that stand beside the clauses of a section, by rule.

    For the whole book (no section) the rules alone: what their values bring is told on the pages of the sections.
    """
    shown = book.by_rule(rules)
    beside: dict[str, tuple[str, ...]] = {}
    for name in places():
        rule = place_of(name, shown)
        if rule and getattr(rules, name) is not None and section in ("", rule.split(".")[0]):
            beside[rule] = (*beside.get(rule, ()), name)
    return {rule: switches_of(rules, book, names) if section else () for rule, names in beside.items()}


@dataclass(frozen=True, slots=True)
class SourcePage:
    """The page about the old texts: its own texts, the five texts, and the table of points with links to their rules."""

    blocks: Mapping[str, str]
    sources: list[Source]
    points: list[tuple[Point, RuleLink]]


def source_page() -> SourcePage:
    """Return the page about the old texts. Its blocks and the labels of rules are fetched together."""
    wanted = Q(key__startswith="sources.") | Q(key__endswith=".label")
    blocks = {block.key: block.text for block in Block.objects.filter(wanted)}
    points = [
        (point, RuleLink(point.rule, blocks[f"{point.rule}.label"], rule_url(point.rule, parse(point.ruleset))))
        for point in Point.objects.all()
    ]
    own = {key.removeprefix("sources."): words for key, words in blocks.items() if key.startswith("sources.")}
    return SourcePage(own, list(Source.objects.all()), points)
