"""Rulesets with slips, and switches turned one by one: whatever comes, a ruleset that can be played comes out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ReadCode
from engine.nearest import nearest, turned
from engine.ruleset import CLASSIC, PRESETS, SWITCHES, Ruleset, differences, parse, preset, text
from tests.engine.strategies import rulesets

SLIPS = [
    pytest.param("classic66;strict_haed=no;target=11", "classic66;target=11", ["strict_haed=no"], id="switch"),
    pytest.param("classic66;target=9", "classic66", ["target=9"], id="value"),
    pytest.param("whist;target=8", "classic66;target=8", ["whist"], id="name"),
    pytest.param("classic66;target=8;target=11", "classic66;target=8", ["target=11"], id="twice"),
    pytest.param("classic66;tie=not_possible", "classic66", ["tie=not_possible"], id="hole"),
    pytest.param("classic66;hand=5", "classic66", ["hand=5"], id="follows-from-the-pack"),
    pytest.param("", "classic66", [""], id="empty"),
    pytest.param("santase;close=no;;", "santase;close=no", ["", ""], id="semicolons"),
]


@pytest.mark.parametrize(("source", "meant", "parts"), SLIPS)
def test_slips(source, meant, parts):
    """What can be read is kept, the rest is named."""
    found = nearest(source)

    assert str(found.ruleset) == meant
    assert [slip.part for slip in found.slips] == parts


def test_codes_of_slips():
    """The codes of the strict reader."""
    codes = [slip.code for slip in nearest("whist;x=1;target=9").slips]

    assert codes == [ReadCode.UNKNOWN_RULESET, ReadCode.UNKNOWN_SWITCH, ReadCode.SWITCH_VALUE]


@given(rulesets())
@settings(max_examples=60, deadline=None)
def test_what_can_be_read_is_read(rules: Ruleset):
    """Where the strict reader reads, this one reads the same and complains of nothing."""
    found = nearest(text(rules))

    assert found.ruleset == parse(text(rules))
    assert found.slips == ()


@given(st.lists(st.sampled_from(["classic66", "santase", "deck=20", "tie=not_possible", "x", "=", "a=b;"]), max_size=9))
@settings(max_examples=60, deadline=None)
def test_nothing_breaks_it(parts):
    """Any text gives a ruleset that the strict reader accepts."""
    rules = nearest(";".join(parts)).ruleset

    assert parse(text(rules)) == rules


@given(rulesets(), st.sampled_from(sorted(SWITCHES)), st.integers(0, 3))
@settings(max_examples=150, deadline=None)
def test_a_switch_is_turned(rules: Ruleset, name: str, at: int):
    """Turning gives the value that was asked for wherever the switch applies, and a ruleset that can be played."""
    switch = SWITCHES[name]
    value = switch.values[at % len(switch.values)]
    if not switch.offered or getattr(rules, name) is None:
        return
    made = turned(rules, {name: value})

    assert getattr(made, name) == value
    assert parse(text(made)) == made
    free = set(differences(rules, made)) - {name}
    assert free <= {"hand", "exchange_card", "tie", "both_66_at_end", "nobody_claims"} | {
        other for other, needs in SWITCHES.items() if needs.needs and needs.needs[0] == name
    }


def test_a_ruleset_that_is_a_preset_becomes_it():
    """Four turns lead from the classic rules to the German ones."""
    rules = CLASSIC
    for name in differences(CLASSIC, preset("pagat66")):
        rules = turned(rules, {name: getattr(preset("pagat66"), name)})

    assert rules == PRESETS["pagat66"]
