"""Making problems about rules: every theme, every rule that can be asked, the same seed the same item."""

import random
import re
from itertools import islice, permutations
from pathlib import Path

import pytest

from engine.problems.answers import reasons, right_answers
from engine.problems.item import Item, Rejected, from_json, identity_of, to_json
from engine.problems.making import CASES, UNASKED, cases_for, make, make_for_rule
from engine.problems.renaming import renamed
from engine.problems.themes import LEVELS, Theme
from engine.ruleset import PRESETS, parse
from tests.engine import naive_problems

ROOT = Path(__file__).parents[2]
RULES = re.findall(r"^\| `([a-z]+\.[a-z]+)` \|", (ROOT / "engine/RULES.md").read_text(encoding="utf-8"), re.M)
FREE = parse("classic66;strict_follow=no;strict_head=no;strict_trump=no")
ALL = [parse(name) for name in PRESETS]


def made(theme: Theme, rules, many: int) -> list[Item]:
    """Some items of a theme; misses left out."""
    tries = (make(theme, rules, random.Random(f"{theme}:{rules}:{seed}")) for seed in range(9 * many))
    return list(islice((item for item in tries if isinstance(item, Item)), many))


def row(rules):
    return pytest.param(rules, id=rules.name)


@pytest.mark.parametrize("rules", [row(rules) for rules in ALL])
@pytest.mark.parametrize("theme", list(CASES))
def test_items_of_every_theme(theme, rules):
    """Made, of a level of the theme, with the answers that the second referee finds, and a reason for the rest."""
    items = made(theme, rules, 3)
    assert len(items) == 3
    for item in items:
        assert list(item.proof.answers) == naive_problems.answers(dict(item.ask)), item
        assert LEVELS[theme][0] <= item.level <= LEVELS[theme][1]
        assert rules.name in item.presets
        assert item.reasons
        assert item.rule == item.rules[0] == item.ask["rule"]


@pytest.mark.parametrize("theme", list(CASES))
def test_the_answer_is_not_always_the_same(theme):
    """Nobody can answer without looking."""
    answers = [
        str(sorted(answer.items())) for rules in ALL for item in made(theme, rules, 4) for answer in item.proof.answers
    ]

    assert len(set(answers)) > 1
    assert max(answers.count(answer) for answer in answers) < 0.75 * len(answers)


@pytest.mark.parametrize("rule", RULES)
def test_rule_is_asked_about_or_listed(rule):
    """Every rule id of the register gives a fresh item in some ruleset, or it is listed with the reason why not."""
    found = (make_for_rule(rule, rules, random.Random(f"{rule}:{rules}")) for rules in (*ALL, FREE))
    items = list(islice((item for item in found if isinstance(item, Item)), 2))

    assert bool(items) is (rule not in UNASKED), rule
    assert bool(cases_for(rule)) is (rule not in UNASKED)
    for item in items:
        assert rule in item.rules
        assert list(item.proof.answers) == naive_problems.answers(dict(item.ask))


def test_unasked_rules_are_rules():
    """Nothing is excused that does not exist."""
    assert set(UNASKED) < set(RULES)
    assert len(RULES) > 80


def test_unknown_rule():
    """A code, no exception."""
    assert make_for_rule("no.such", ALL[0], random.Random(1)) == Rejected("unasked")


@pytest.mark.parametrize("theme", list(CASES))
def test_the_same_seed_makes_the_same_item(theme):
    """Reported items can be made again."""
    assert made(theme, ALL[0], 2) == made(theme, ALL[0], 2)


@pytest.mark.parametrize("theme", list(CASES))
def test_written_and_read_back(theme):
    """One line, the same item."""
    for item in made(theme, ALL[0], 3):
        line = to_json(item)
        assert "\n" not in line
        assert from_json(line) == item


@pytest.mark.parametrize("line", ["{}", "[]", '{"id": 1}', "no json"])
def test_what_is_no_item_is_refused(line):
    """With an error of one kind."""
    with pytest.raises(ValueError):  # noqa: PT011
        from_json(line)


@pytest.mark.parametrize("theme", list(CASES))
def test_other_suits_are_the_same_item(theme):
    """Renamed, a question has the same id and the renamed answers."""
    for item in made(theme, ALL[0], 2):
        for names in list(permutations("CDHS"))[1::7]:
            other = renamed(item.ask, dict(zip("CDHS", names, strict=True)))
            assert identity_of(theme, other) == item.id
            assert len(right_answers(other)) == len(item.proof.answers)
            assert sorted(reasons(other).values()) == sorted(item.reasons.values())


def test_different_questions_have_different_ids():
    """The id tells items apart."""
    items = [item for rules in ALL for item in made(Theme.ANNOUNCE, rules, 8)]
    asks = {str(renamed(item.ask, dict(zip("CDHS", "CDHS", strict=True)))) for item in items}

    assert len({item.id for item in items}) > 0.9 * len(asks)
