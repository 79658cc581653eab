"""The stored problems about rules and memory, proved again by the second referee; and what the set is made of."""

import itertools
import random
from collections import Counter
from pathlib import Path

import pytest

from engine.mining import attempt, read_folder
from engine.problems.answers import reasons, right_answers
from engine.problems.item import identity_of, likeness, to_json
from engine.problems.proving import holds_in
from engine.problems.themes import LEVELS, Theme
from engine.ruleset import PRESETS
from tests.engine import naive_problems

FOLDER = Path(__file__).parents[2] / "tutor/puzzles/content/items"
ITEMS = read_folder(FOLDER)
BY_THEME = {theme: [item for item in ITEMS if item.theme is theme] for theme in Theme}
RULES = [theme for theme in Theme if theme.family in "RM"]
LEAST = {"R": 20, "M": 10, "E": 10, "C": 10, "O": 20}
TOGETHER = {"R": 240, "M": 20, "E": 90, "C": 30, "O": 20}


@pytest.mark.parametrize("theme", RULES)
def test_rule_items_have_the_answers_of_the_second_referee(theme):
    """Found by trying everything; exactly one class of answers."""
    for item in BY_THEME[theme]:
        answers = naive_problems.answers(dict(item.ask))
        assert answers == list(item.proof.answers), item.id
        assert len(answers) == 1 or item.ask["kind"] == "act"


@pytest.mark.parametrize("theme", RULES)
def test_rule_items_are_marked_as_they_are_stored(theme):
    """Answers, reasons of the wrong options and presets are what the engine computes now."""
    for item in BY_THEME[theme]:
        assert right_answers(item.ask) == item.proof.answers, item.id
        assert reasons(item.ask) == dict(item.reasons) != {}, item.id
        assert holds_in(item.ask, item.proof.answers) == item.presets, item.id


@pytest.mark.parametrize("theme", RULES)
def test_a_changed_answer_is_seen(theme):
    """The proof does not agree with everything: another item's answer is not right here."""
    items = BY_THEME[theme]
    other = [b for a, b in itertools.pairwise(items) if a.proof.answers != b.proof.answers]
    wrong = [naive_problems.answers(dict(a.ask)) != list(b.proof.answers) for a, b in itertools.pairwise(items)]

    assert len(other) == sum(wrong) > 0


@pytest.mark.parametrize("theme", list(Theme))
def test_enough_items_of_every_theme(theme):
    """And their levels are those of the theme."""
    items = BY_THEME[theme]
    low, high = LEVELS[theme]

    assert len(items) >= LEAST[theme.family]
    assert low == high or len({item.level for item in items}) > 1
    assert all(low <= item.level <= high for item in items)
    assert all(item.rule == item.rules[0] == item.ask["rule"] for item in items)


def test_the_whole_set():
    """As many as wanted, of every level, for every preset; every id fits its question."""
    families = Counter(item.theme.family for item in ITEMS)

    assert all(families[family] >= many for family, many in TOGETHER.items()), families
    assert {item.level for item in ITEMS} == {1, 2, 3, 4, 5}
    assert {item.ruleset for item in ITEMS} >= set(PRESETS)
    assert min(Counter(name for item in ITEMS for name in item.presets).values()) >= 60
    assert [item.id for item in ITEMS if identity_of(item.theme, item.ask) != item.id] == []


def test_no_two_items_are_the_same():
    """Neither by id nor when suits are renamed and the ruleset is left aside."""
    assert len({item.id for item in ITEMS}) == len(ITEMS)
    assert len({likeness(item.theme, item.ask) for item in ITEMS}) == len(ITEMS)


def test_files_are_sorted_one_item_a_line():
    """So that a change of one item is a change of one line."""
    for theme in Theme:
        lines = (FOLDER / f"{theme.value}.jsonl").read_text(encoding="utf-8").splitlines()
        items = sorted(BY_THEME[theme], key=lambda item: (item.level, item.id))
        assert lines == [to_json(item) for item in items]


def test_the_same_seeds_make_the_same_items():
    """Some of the set are made again from their numbers.

    A change of the rule players can change what they do in a few deals; then ``make puzzles`` makes a set of its own.
    """
    chosen = [random.Random(theme.value).choice(BY_THEME[theme]) for theme in RULES]
    again = [attempt((item.theme, int(item.seed.rpartition(":")[2]))) == item for item in chosen]

    assert sum(again) > 0.7 * len(again)
