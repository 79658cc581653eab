"""Rulesets that come close: what was meant by a text with slips, and a ruleset with one switch turned."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass

from engine.errors import ReadCode
from engine.ruleset import CLASSIC, PRESETS, SWITCHES, Ruleset, Value, custom, differences, write_value

MAX_LENGTH = 1500
"""What comes after so many signs is not looked at: every switch with its longest value needs less."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One thing in a text that cannot be: its code, and the part of the text (``strict_head=maybe``)."""

    code: ReadCode
    part: str


@dataclass(frozen=True, slots=True)
class Nearest:
    """The ruleset that a text means, as far as it can be told, and what had to be left out or changed."""

    ruleset: Ruleset
    slips: tuple[Slip, ...]


def nearest(source: str) -> Nearest:
    """Read the text form as far as it goes. Never raises: what cannot be is left out and reported.

    >>> found = nearest("classic66;target=11;strict_haed=no")
    >>> str(found.ruleset), [slip.part for slip in found.slips]
    ('classic66;target=11', ['strict_haed=no'])
    """
    base, *parts = source[:MAX_LENGTH].strip().split(";")
    slips = [] if base in PRESETS else [Slip(ReadCode.UNKNOWN_RULESET, base)]
    changes: dict[str, Value] = {}
    for part in parts:
        name, _sign, written = part.partition("=")
        known = {write_value(value): value for value in SWITCHES[name].values} if name in SWITCHES else {}
        if written in known and name not in changes:
            changes[name] = known[written]
        else:
            slips.append(Slip(ReadCode.SWITCH_VALUE if known else ReadCode.UNKNOWN_SWITCH, part))
    base = base if base in PRESETS else CLASSIC.name
    rules = custom(base, _without_holes(base, changes, asked=()))
    slips += [
        Slip(ReadCode.SWITCH_VALUE, f"{name}={write_value(value)}")
        for name, value in changes.items()
        if getattr(rules, name) not in (value, None)
    ]
    return Nearest(rules, tuple(slips))


def turned(rules: Ruleset, changes: Mapping[str, Value]) -> Ruleset:
    """Return the ruleset with some switches turned; what these cannot stand beside gives way.

    A ruleset that is a preset in all but name becomes that preset.

    >>> from engine.ruleset import preset
    >>> str(turned(preset("eight66"), {"nobody_claims": "higher_total_table"}))
    'eight66;nobody_claims=higher_total_table;tie=draw_0'
    >>> turned(preset("schnapsen"), {"deck": 24}).hand
    6
    """
    base = PRESETS[rules.name]
    values: dict[str, Value] = {name: getattr(rules, name) for name in differences(rules, base)}
    values = {name: value for name, value in values.items() if value is not None}
    made = custom(rules.name, _without_holes(rules.name, {**values, **changes}, asked=changes))
    return next((preset for preset in PRESETS.values() if not differences(preset, made)), made)


def _without_holes(base: str, changes: Mapping[str, Value], asked: Container[str]) -> dict[str, Value]:
    """Return the changes with those left out or altered that cannot be, sparing the switches that were asked for."""
    wanted = {name: value for name, value in changes.items() if not SWITCHES[name].follows}

    def of(name: str) -> Value:
        return wanted.get(name, getattr(PRESETS[base], name))

    unsettled = of("nobody_claims") == "last_trick_table" and of("both_66_at_end") == "higher_total"
    if unsettled and of("claim_mode") == "spoken":
        if "both_66_at_end" in asked:
            wanted["nobody_claims"] = "higher_total_table"
        else:
            wanted["both_66_at_end"] = "last_trick_1"
    if of("nobody_claims") == "higher_total_table" and of("tie") == "not_possible":
        if "tie" in asked:
            wanted["nobody_claims"] = "last_trick_1"
        else:
            wanted["tie"] = "draw_0"
    return wanted
