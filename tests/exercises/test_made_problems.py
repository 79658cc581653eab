"""Machine-made problems about every rule: asked, marked and worded by the kinds, who agree with the proof."""

from __future__ import annotations

import random
from itertools import cycle
from typing import Any

import pytest

from engine.cards import Card
from engine.problems.item import Item
from engine.problems.making import UNASKED, cases_for, make_for_rule
from engine.ruleset import PRESETS, Ruleset
from tests.exercises.test_kinds import FRAME, Attempt
from tutor.content.rule_links import rule_labels
from tutor.exercises.kinds import make
from tutor.exercises.presenters import exercise_view
from tutor.rules.texts import rule_book
from tutor.wording.cards import card_name

pytestmark = pytest.mark.django_db

TURNS = cycle(PRESETS.values())
ALL = sorted({clause.rule for section in rule_book() for clause in section.clauses})


def asked() -> list[Any]:
    """Each rule with a preset that it is asked under, the presets in turn."""
    found = []
    for rule in sorted({case.rule for name in ALL for case in cases_for(name)}):
        for _turn in PRESETS:
            rules = next(TURNS)
            if any(case.fits(rules) for case in cases_for(rule) if case.rule == rule):
                found.append(pytest.param(rule, rules, id=f"{rule}-{rules.name}"))
                break
    return found


def plain(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer where the order of cards does not matter, and nobody is a word."""
    found = {name: sorted(value) if name == "cards" else value for name, value in answer.items()}
    return {name: "none" if value is None else value for name, value in found.items()}


@pytest.mark.parametrize(("rule", "rules"), asked())
def test_a_made_problem(rule: str, rules: Ruleset):
    """The right answers are those of the proof; wrong ones have a reason; hints and controls are there."""
    item = next(
        made
        for seed in range(20)
        if isinstance(made := make_for_rule(rule, rules, random.Random(seed), str(seed)), Item)
    )
    kind = make(item.ask, rules)

    right = [plain(answer) for answer in kind.right_answers()]
    assert sorted(right, key=str) == sorted((plain(answer) for answer in item.proof.answers), key=str)
    wrong = [answer for answer in kind.all_answers() if not kind.mark(answer).right]
    assert wrong
    for answer in [*wrong[:5], kind.right_answers()[0]]:
        mark = kind.mark(answer)
        view = exercise_view(kind, Attempt("solved" if mark.right else "wrong", 1, answer, hint=3), FRAME)
        assert view.feedback is not None
        assert view.feedback.says
        assert mark.rule in rule_labels()
        assert kind.accepts(answer)
        assert kind.read_answer(kind.as_form(answer)) == answer
    assert exercise_view(kind, Attempt(), FRAME).task
    assert kind.answer_hint().text()


def test_rules_that_are_never_asked():
    """Few, and named by the maker."""
    assert len(UNASKED) < 8
    assert len(asked()) > 60


def test_tricks_before_the_position_are_told():
    """What has been played cannot be known otherwise: a line for each trick, with both its cards."""
    rules = PRESETS["classic66"]
    made = (make_for_rule("cards.pack", rules, random.Random(seed), str(seed)) for seed in range(30))
    item = next(item for item in made if isinstance(item, Item) and item.ask["kind"] == "unseen")

    lines = make(item.ask, rules).record()

    assert len(lines) == len(item.ask["tricks"]) >= 2
    for line, (led, answer, _winner) in zip(lines, item.ask["tricks"], strict=True):
        assert card_name(Card.parse(led)) in line
        assert card_name(Card.parse(answer)) in line
