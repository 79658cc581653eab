"""Switches and the positions in which they matter, as templates show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString

from engine.ruleset import SWITCHES, Ruleset, Value, write_value
from engine.seats import Seat
from engine.view import view_of
from tutor.content.position_links import position_link
from tutor.rules.addresses import Place
from tutor.rules.examples import Example, Line, example_of
from tutor.rules.services import SwitchState
from tutor.rules.words import clause_text
from tutor.web.table import TableView, table_of
from tutor.wording.switches import HELP, switch_label, value_label
from tutor.wording.trials import told_trial, wish

YOU = Seat.A
GAME_SWITCHES = {"target", "count", "next_dealer"}
"""Switches that decide what a deal means for the game, so that their examples tell the game points."""


@dataclass(frozen=True, slots=True)
class LineView:
    """What comes of the action with one value of the switch. ``state``: ``now``, ``before``, or empty.

    ``table`` and ``wish`` only where the position is another one.
    """

    label: str
    state: str
    allowed: bool
    heading: str
    says: tuple[SafeString, ...]
    table: TableView | None = None
    table_id: str = ""
    wish: SafeString | str = ""


@dataclass(frozen=True, slots=True)
class ExampleView:
    """A position, what you want to do in it, and what comes of that."""

    id: str
    table: TableView
    table_id: str
    wish: SafeString
    lines: tuple[LineView, ...]
    try_url: str


@dataclass(frozen=True, slots=True)
class ValueView:
    """A value of a switch: words, what it brings, the address that turns the switch to it (empty: it is on)."""

    value: str
    label: str
    text: SafeString | str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class SwitchView:
    """A switch beside its clause."""

    name: str
    label: str
    help: str
    values: tuple[ValueView, ...]
    turned: bool
    example: ExampleView | None


def switch_view(state: SwitchState, place: Place) -> SwitchView:
    """Word a switch; after it was turned, its example tells before and now."""
    before: Value = getattr(place.was, state.name) if place.was is not None else None
    turned = before is not None and before != state.value
    example = example_of(state.name, place.rules, before if turned else None)
    values = tuple(
        ValueView(
            write_value(value),
            value_label(state.name, value),
            clause_text(clause, rules) if clause else "",
            "" if value == state.value else place.turned(rules).url(clause.rule if clause else ""),
            value == state.value,
        )
        for value, rules, clause in state.values
    )
    return SwitchView(
        state.name,
        switch_label(state.name),
        str(HELP[state.name]),
        values,
        turned,
        example_view(example, turned=turned) if example else None,
    )


def example_view(example: Example, *, turned: bool = False, names: Mapping[Value, str] | None = None) -> ExampleView:
    """Word an example. ``turned``: the other value is the one before; ``names``: what its values are called."""
    states = ["now" if turned else "", *("before" if turned else "" for _line in example.others)]
    lines = [
        _line(example, line, state, names or {})
        for line, state in zip((example.now, *example.others), states, strict=True)
    ]
    if turned:
        lines.reverse()
    return ExampleView(
        f"example-{example.switch}",
        table_of(view_of(example.before, YOU)),
        f"table-{example.switch}",
        wish(example.before, example.actions[-1]).html(),
        tuple(lines),
        position_link(example.before),
    )


def _line(example: Example, line: Line, state: str, names: Mapping[Value, str]) -> LineView:
    told = told_trial(line.tried, line.action, YOU, game=example.switch in GAME_SWITCHES)
    label = names.get(line.value) or value_label(example.switch, line.value)
    if line.deal.ruleset.deck == example.before.ruleset.deck:
        return LineView(label, state, told.allowed, told.heading, told.says)
    return LineView(
        label,
        state,
        told.allowed,
        told.heading,
        told.says,
        table_of(view_of(line.deal, YOU)),
        f"example-{example.switch}-{line.deal.ruleset.deck}",
        wish(line.deal, line.action).html(),
    )


def switch_words(names: Iterable[str], before: Ruleset, now: Ruleset) -> tuple[tuple[str, str, str], ...]:
    """Return label, value before and value now of the switches that a reader can turn."""
    return tuple(
        (
            switch_label(name),
            value_label(name, getattr(before, name)),
            value_label(name, getattr(now, name)),
        )
        for name in names
        if SWITCHES[name].offered and not (getattr(before, name) is None or getattr(now, name) is None)
    )
