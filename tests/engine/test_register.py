"""The register of rules beside what hangs on it: refusals, the rule book, and a row for every rule and switch."""

import re
import tomllib
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import pytest

from engine.ruleset import SWITCHES, Ruleset, differences, parse
from engine.verdict import RULE_OF
from tests.engine.rule_rows import FACTS, ROWS, run

ROOT = Path(__file__).parents[2]
REGISTER_LINE = re.compile(r"\| `([a-z]+\.[a-z]+)` \|.*\| ([^|]*) \|")


def register() -> dict[str, list[str]]:
    """Rule id -> its switches, out of the tables of ``engine/RULES.md``, part 1."""
    text = (ROOT / "engine" / "RULES.md").read_text(encoding="utf-8")
    part = text.split("\n## ")[1]
    assert part.startswith("1. The rules")
    found = REGISTER_LINE.findall(part)
    rules = {rule: re.findall(r"`([a-z0-9_]+)`", switches) for rule, switches in found}
    assert len(rules) == len(found) == part.count("\n| `")
    return rules


def clauses() -> list[dict[str, object]]:
    """Every clause of the rule book."""
    book = tomllib.loads((ROOT / "tutor" / "rules" / "content" / "rulebook.toml").read_text(encoding="utf-8"))
    return [clause for section in book["section"] for clause in section["clause"]]


def rule_of(clause_id: str) -> str:
    """The rule of a clause: its id without the variant."""
    return ".".join(clause_id.split(".")[:2])


RULES = register()
CLAUSES = clauses()
SWITCHED = [
    pytest.param(rule, switch, id=f"{rule}-{switch}")
    for rule, switches in RULES.items()
    for switch in switches
    if len(SWITCHES[switch].values) > 1
]

# Rules that a switch is named for although turning it gives no other answer, or no answer of that rule.
_SECTION = "without closing there is no such rule; close.none and close.what show both values"
_OTHER_PACK = "a position of 24 cards is none of 20: the rows have their own"
_OTHER_RULE = "without that duty strict.none says the same"
_NEVER = "no 10 either way: that is the rule"
_BASICS = ("close.none", "close.what")
NO_FLIP = {
    **{(rule, "close"): _SECTION for rule in RULES if rule.startswith("close.") and rule not in _BASICS},
    ("open.draw", "hand"): _OTHER_PACK,
    ("exchange.card", "exchange_card"): _OTHER_PACK,
    ("pay.trick", "deck"): _OTHER_PACK,
    ("strict.follow", "strict_trump"): _OTHER_RULE,
    ("close.bonus", "last_trick"): _NEVER,
}


@pytest.mark.parametrize("row", [pytest.param(row, id=row.id) for row in ROWS])
def test_row(row):
    """What the row says comes out; a refusal names the rule of the row, or the one that the row names instead."""
    came = run(row)

    expected = dict(row.facts)
    if expected["reason"] != "ok":
        expected.setdefault("cites", row.rule)
    assert {name: FACTS[name](came) for name in expected} == expected


def test_every_rule_has_a_row():
    """No rule of the register is untried, and no row tries a rule that is not there."""
    assert {row.rule for row in ROWS} == set(RULES)
    assert len(RULES) > 80


def test_rows_have_different_names():
    """A red line names one row."""
    assert len({row.id for row in ROWS}) == len(ROWS)


def test_every_row_says_more_than_that_it_stands():
    """A row that names only ``ok`` would prove nothing."""
    assert [row.id for row in ROWS if row.facts == {"reason": "ok"}] == []


def test_every_switch_hangs_on_a_rule():
    """Switches of the register are those of the engine."""
    named = {switch for switches in RULES.values() for switch in switches}

    assert named <= set(SWITCHES)
    assert set(SWITCHES) - named == {"whitewash_double", "hand"} - named


def differ(one: Ruleset, two: Ruleset) -> set[str]:
    """Switches that differ, but for those that apply in one of the rulesets only."""
    names = differences(one, two)
    return {name for name in names if None not in (getattr(one, name), getattr(two, name))}


@pytest.mark.parametrize(("rule", "switch"), SWITCHED)
def test_rows_turn_the_switch(rule, switch):
    """Two rows of the rule have the same position and actions, differ in this switch, and end differently."""
    groups = defaultdict(list)
    for row in ROWS:
        if row.rule == rule:
            groups[row.position, row.do].append(row)
    flips = [
        differ(parse(one.rules), parse(two.rules))
        for group in groups.values()
        for one, two in combinations(group, 2)
        if one.facts != two.facts and switch in differences(parse(one.rules), parse(two.rules))
    ]

    if (rule, switch) in NO_FLIP:
        assert flips == []
    else:
        assert min(len(flip) for flip in flips) <= 3


# -- refusals and the rule book ----------------------------------------------------------------------------------

LINKS = {f"{reason.value}:{act.value}": rule for (reason, act), rule in RULE_OF.items()}


def test_refusals_name_rules_of_the_register():
    """No refusal rests on a rule that is not there."""
    assert set(LINKS.values()) <= set(RULES)
    assert len(LINKS) == len(RULE_OF) > 40


def test_rule_book_words_the_register():
    """Every rule has a clause, every clause a rule."""
    assert {rule_of(str(clause["id"])) for clause in CLAUSES} == set(RULES)
    assert len({clause["id"] for clause in CLAUSES}) == len(CLAUSES)


def test_codes_of_the_rule_book_are_the_refusals():
    """A refusal links to a clause of its rule, and each link of a clause is a refusal of that rule."""
    linked = {(code, rule_of(str(clause["id"]))) for clause in CLAUSES for code in clause.get("codes", [])}

    assert linked == set(LINKS.items())


def test_every_refusal_is_tried_by_a_row():
    """Each reason for each kind of action is met in a row, but those that only an announcement with its lead has."""
    met = set()
    for row in ROWS:
        refused = run(row).refused
        if refused is not None:
            met.add(f"{refused.reason.value}:{refused.act.value}")

    assert set(LINKS) - met == {"must_lead_from_pair:marriage", "must_lead_king:marriage"}
