"""Every rule case of ``tests/data/rule_cases.json``, one row for each ruleset that it names."""

import json
from pathlib import Path

import pytest

from engine.lines import answer_case
from engine.ruleset import PRESETS

DATA = json.loads((Path(__file__).parent.parent / "data" / "rule_cases.json").read_text(encoding="utf-8"))
CASES = DATA["cases"]
ROWS = [pytest.param(name, case, id=f"{case['id']}-{name}") for case in CASES for name in case["rulesets"]]
ORDERED = {"tricks_won"}


def differences(expected: object, got: object, path: str = "") -> list[str]:
    """Where an answer does not agree with ``expected``: objects key by key, lists of cards as sets, all else exactly."""
    if isinstance(expected, dict):
        if not isinstance(got, dict):
            return [f"{path}: {got!r} is no object"]
        missing = [f"{path}.{key} is missing" for key in expected if key not in got]
        shared = [key for key in expected if key in got]
        return missing + [line for key in shared for line in differences(expected[key], got[key], f"{path}.{key}")]
    if isinstance(expected, list) and path.rpartition(".")[2] not in ORDERED:
        agrees = isinstance(got, list) and sorted(got) == sorted(expected)
    else:
        agrees = type(got) is type(expected) and got == expected
    return [] if agrees else [f"{path}: {got!r} instead of {expected!r}"]


@pytest.mark.parametrize(("name", "case"), ROWS)
def test_case(name, case):
    """The engine answers what the case expects."""
    line = {key: case[key] for key in ("id", "kind", "position", "action")}

    answer = answer_case({**line, "ruleset": name})

    assert differences(case["expect"], answer) == []


def test_every_case_is_a_row():
    """The table is the whole file: 116 cases, 258 pairs."""
    assert (len(CASES), len(ROWS)) == (116, 258)
    assert len({case["id"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("name", DATA["rulesets"])
def test_preset_is_that_of_the_file(name):
    """A preset has exactly the switch values that the case file names."""
    named = DATA["rulesets"][name]["switches"]
    switches = PRESETS[name].switches()

    assert {switch: switches[switch] for switch in named} == named
    assert [type(switches[switch]) for switch in named] == [type(value) for value in named.values()]


def test_presets_are_those_of_the_file():
    """No preset is left out, none is added, and no switch is without a value in the file but the unused ones."""
    unnamed = {name: set(PRESETS[name].switches()) - set(DATA["rulesets"][name]["switches"]) for name in PRESETS}

    assert set(PRESETS) == set(DATA["rulesets"])
    assert unnamed == {name: {"whitewash_double"} for name in PRESETS}


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        pytest.param({"legal": True}, {"legal": 1}, id="one-is-not-true"),
        pytest.param({"legal": ["TD"]}, {"legal": ["TD", "9H"]}, id="a-card-too-many"),
        pytest.param({"pending": {"A": 20}}, {"pending": {"A": 0, "B": 20}}, id="the-other-side"),
        pytest.param({"turned": None}, {}, id="a-key-missing"),
        pytest.param({"tricks_won": [[1], [2]]}, {"tricks_won": [[2], [1]]}, id="tricks-in-another-order"),
        pytest.param({"deal": {"winner": "A"}}, {"deal": None}, id="no-result"),
    ],
)
def test_comparison_sees_a_difference(expected, got):
    """The comparison itself can fail."""
    assert differences(expected, got) != []
