"""Positions in which a rule switch matters, judged by the engine whenever they are asked for.

``content/switches.toml`` holds positions and actions only. What is allowed, what follows and what it is worth under
each value of a switch is worked out here; nothing of it is written down anywhere. Pure: no words, no models.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

from engine.actions import Action
from engine.deal import Deal
from engine.errors import ReadError
from engine.nearest import turned
from engine.notation import read_action, read_deal, write
from engine.ruleset import SWITCHES, Ruleset, Value
from engine.trying import Tried, try_actions

FILE = Path(__file__).with_name("content") / "switches.toml"


@dataclass(frozen=True, slots=True)
class Case:
    """A position by its text, game points counted up, and what is tried in it."""

    position: str
    actions: tuple[Action, ...]

    def deal(self, rules: Ruleset) -> Deal | None:
        """Return the position under a ruleset, None where it cannot occur under it.

        Game points count as won so far, so that the same case serves where they are counted down.
        """
        fields = self.position.split(" ")
        if rules.count == "down":
            dealer, score = fields[6][0], fields[6][1:].split("-")
            fields[6] = dealer + "-".join(str(rules.target - int(points)) for points in score)
        try:
            return read_deal(" ".join(fields), rules)
        except ReadError:
            return None


@dataclass(frozen=True, slots=True)
class SwitchPlace:
    """Where a switch stands in the rule book (the first of these rules that is shown), and its positions."""

    name: str
    rules: tuple[str, ...]
    cases: tuple[Case, ...]

    @property
    def section(self) -> str:
        """The section of the rule book."""
        return self.rules[0].split(".")[0]


@dataclass(frozen=True, slots=True)
class Line:
    """What comes of the actions under one value of the switch."""

    value: Value
    ruleset: Ruleset
    deal: Deal
    action: Action
    tried: Tried


@dataclass(frozen=True, slots=True)
class Example:
    """A position under the ruleset in force and what comes of it; ``others`` have another value of the switch.

    ``before`` is the position in which the last action is tried. ``differs`` says which of the others tell something
    else.
    """

    switch: str
    before: Deal
    actions: tuple[Action, ...]
    now: Line
    others: tuple[Line, ...]

    @property
    def differs(self) -> tuple[bool, ...]:
        """For each of the others: whether it comes out in another way. Two refusals do not show much."""
        return tuple(_differ(line.tried, self.now.tried) for line in self.others)

    @property
    def text(self) -> str:
        """The position before the first action, in notation."""
        return write(self.now.deal)


def _differ(one: Tried, other: Tried) -> bool:
    return one.facts != other.facts and not (one.refused and other.refused)


@cache
def places() -> Mapping[str, SwitchPlace]:
    """Return every switch by name, in the order of the rule book."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return MappingProxyType({item["name"]: _place(item) for item in data["switch"]})


def values_of(name: str, rules: Ruleset) -> tuple[tuple[Value, Ruleset], ...]:
    """Return every value that a switch can take beside the others, each with the ruleset that it brings.

    Empty where the switch does not apply.
    """
    if getattr(rules, name) is None:
        return ()
    made = ((value, turned(rules, {name: value})) for value in SWITCHES[name].values)
    return tuple((value, other) for value, other in made if getattr(other, name) == value)


@lru_cache(maxsize=2000)
def example_of(name: str, rules: Ruleset, only: Value = None) -> Example | None:
    """Return the position that shows best what a switch does, or None where it makes no difference that is known.

    ``only``: compare with this value; otherwise with all the others, and the position that tells most of them apart
    is taken.
    """
    now = getattr(rules, name)
    others = tuple((value, other) for value, other in values_of(name, rules) if value != now and only in (None, value))
    best: Example | None = None
    for case in places()[name].cases:
        made = _example(name, case, rules, others)
        if made and any(made.differs) and (best is None or sum(made.differs) > sum(best.differs)):
            best = made
    return best


def _example(name: str, case: Case, rules: Ruleset, others: Iterable[tuple[Value, Ruleset]]) -> Example | None:
    deal = case.deal(rules)
    if deal is None:
        return None
    lines = [_line(name, case, value, other) for value, other in others]
    now = Line(getattr(rules, name), rules, deal, case.actions[-1], try_actions(deal, case.actions))
    before = try_actions(deal, case.actions[:-1]).deal
    return Example(name, before, case.actions, now, tuple(line for line in lines if line))


def _line(name: str, case: Case, value: Value, rules: Ruleset) -> Line | None:
    """Another pack needs a position of its own: the first one of this switch that it has."""
    for tried in places()[name].cases if name == "deck" else (case,):
        deal = tried.deal(rules)
        if deal is not None:
            return Line(value, rules, deal, tried.actions[-1], try_actions(deal, tried.actions))
    return None


def _place(item: Mapping[str, object]) -> SwitchPlace:
    cases = item.get("case", ())
    assert isinstance(cases, Iterable)
    rules = item["rules"]
    assert isinstance(rules, list)
    return SwitchPlace(
        str(item["name"]),
        tuple(rules),
        tuple(Case(case["position"], tuple(read_action(text) for text in case["actions"])) for case in cases),
    )
