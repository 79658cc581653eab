"""Lesson files: their shape, and every step under every preset."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from engine.ruleset import CLASSIC, PRESETS, Ruleset, custom
from tutor.content.checks import load_terms
from tutor.content.conditions import any_holds, holds
from tutor.content.marks import has_broken_marks, marked_terms, without_marks
from tutor.exercises.kinds import KINDS
from tutor.exercises.kinds.base import Kind
from tutor.lessons.services import allowed_misses, checks_of, steps_of
from tutor.lessons.texts import CONTENT_DIR, StepText, lessons, messages
from tutor.lessons.variants import can_be_asked, kind_of, taught_by
from tutor.rules.texts import rule_book
from tutor.wording.answers import HINT_LOOK

LESSONS = [pytest.param(lesson, id=lesson.slug) for lesson in lessons()]
STEPS = [step for lesson in lessons() for step in lesson.steps]
STEP_ROWS = [pytest.param(step, id=f"{step.lesson}-{step.key}") for step in STEPS]
PRESET_ROWS = [pytest.param(rules, id=name) for name, rules in PRESETS.items()]
LONGEST_SENTENCE = 35
OWN_KINDS = {"deal"}
"""Kinds of steps that have a page of their own."""


@cache
def shown(rules: Ruleset) -> frozenset[str]:
    """The rule ids that the rule book words under a ruleset."""
    clauses = [clause for section in rule_book() for clause in section.clauses]
    return frozenset(clause.rule for clause in clauses if holds(clause.when, rules))


RULE_IDS = frozenset(clause.rule for section in rule_book() for clause in section.clauses)


def asked_rules(step: StepText, rules: Ruleset) -> set[str]:
    """The rule ids that a step asks about under a ruleset."""
    if step.data["kind"] in OWN_KINDS:
        return set(step.data.get("rules", ()))
    data = kind_of(step, rules).data
    return {data["rule"], *data.get("rules", ())}


# -- files ---------------------------------------------------------------------------------------------------------


def test_there_are_lessons():
    """In the order of their numbers, each in a file of its own name."""
    numbers = [lesson.data["number"] for lesson in lessons()]

    assert numbers == sorted(set(numbers))
    assert {path.stem for path in Path(CONTENT_DIR).glob("*.toml")} == {lesson.slug for lesson in lessons()}


@pytest.mark.parametrize("lesson", LESSONS)
def test_lesson_file(lesson):
    """Six to ten steps with keys of their own, a mastery that can be reached, minutes that can be believed."""
    keys = [step.key for step in lesson.steps]
    checks = checks_of(lesson.slug, CLASSIC)

    assert 6 <= len(steps_of(lesson.slug, CLASSIC)) <= 12
    assert len(set(keys)) == len(keys)
    assert 0 <= allowed_misses(lesson) <= 3
    assert len(checks) >= 5
    assert 3 <= lesson.data["minutes"] <= 10
    assert lesson.data["theme"]
    slugs = [other.slug for other in lessons() if other.data["number"] < lesson.data["number"]]
    assert set(lesson.data["after"]) <= set(slugs)


@pytest.mark.parametrize("step", STEP_ROWS)
def test_step_in_its_file(step):
    """A known kind, rules that there are, a place to look, no answer."""
    data: dict[str, Any] = dict(step.data)

    assert data["kind"] in KINDS or data["kind"] in OWN_KINDS
    assert {data["rule"], *data.get("rules", ()), *data.get("teaches", ())} <= RULE_IDS
    assert data.get("look", "position") in HINT_LOOK
    keys = [passage.name for passage in step.passages if passage.role == "statement"]
    assert len(set(keys)) == len(keys)
    assert not {"answer", "answers", "right", "solution", "correct"} & data.keys()
    for statement in data.get("statement", ()):
        assert not {"true", "right", "answer"} & statement.keys()


@pytest.mark.parametrize("message", [pytest.param(message, id=message.context) for message in messages()])
def test_text(message):
    """Short sentences, known terms, placeholders of the ruleset."""
    bare = without_marks(message.text)
    terms = {term["id"] for term in load_terms(Path(settings.LOCALE_PATHS[0]))["terms"]}

    assert set(marked_terms(message.text)) <= terms
    assert not has_broken_marks(message.text)
    for sentence in re.split(r"(?<=[.?:!])\s", bare):
        assert len(sentence.split()) <= LONGEST_SENTENCE, sentence


def test_kinds_of_the_course():
    """All twelve ways of asking occur once the sixteen lessons are there."""
    used = {step.data["kind"] for step in STEPS}

    if len(lessons()) == 16:
        assert used == set(KINDS) | OWN_KINDS


# -- under every ruleset -------------------------------------------------------------------------------------------

UNDER = [
    pytest.param(step, rules, id=f"{step.lesson}-{step.key}-{name}")
    for name, rules in PRESETS.items()
    for step in STEPS
    if any_holds(step.data.get("when", "always"), rules)
]


@pytest.mark.parametrize(("step", "rules"), UNDER)
def test_step_under_preset(step, rules):
    """A step whose condition holds can be asked, right and wrong, each with a reason and a rule that is shown there."""
    assert can_be_asked(step, rules)
    if step.data["kind"] in OWN_KINDS:
        return
    kind = kind_of(step, rules)
    answers = kind.all_answers()
    marks = [kind.mark(answer) for answer in answers]

    assert any(mark.right for mark in marks)
    assert any(not mark.right for mark in marks) or kind.data.get("goal") == "legal"
    assert asked_rules(step, rules) <= shown(kind.link_rules)
    for answer, mark in zip(answers, marks, strict=True):
        assert mark.says
        assert mark.rule in shown(kind.link_rules), (answer, mark.rule)
        assert all(len(say.text().split()) >= 2 for say in mark.says)
    assert kind.answer_hint().text() != kind.narrowing_hint().text() or kind.narrowing_is_answer()
    if step.data["kind"] == "pick":
        assert sum(mark.right for mark in marks) == 1
        assert len(answers) >= 2


@pytest.mark.parametrize("rules", PRESET_ROWS)
@pytest.mark.parametrize("lesson", LESSONS)
def test_lesson_holds_together(lesson, rules):
    """Under every preset enough is left of a lesson, and its level can be reached."""
    if lesson.slug == "closing" and not rules.close:
        assert len(steps_of(lesson.slug, rules)) >= 2
        return
    assert len(steps_of(lesson.slug, rules)) >= 5
    assert len(checks_of(lesson.slug, rules)) > allowed_misses(lesson)


@pytest.mark.parametrize("rules", PRESET_ROWS)
def test_every_rule_is_taught_before_it_is_tested(rules):
    """Walking the course in its order, no step asks for what no text has explained."""
    taught: set[str] = set()
    for lesson in lessons():
        for step in steps_of(lesson.slug, rules):
            taught |= taught_by(step, rules)
            assert asked_rules(step, rules) <= taught, (lesson.slug, step.key, asked_rules(step, rules) - taught)
    assert taught


CUSTOM = {
    "no-duties": custom("classic66", {"strict_follow": False, "strict_head": False, "strict_trump": False}),
    "no-closing": custom("classic66", {"close": False}),
    "automatic": custom("classic66", {"claim_mode": "automatic"}),
    "twenty-four-schnapsen": custom("schnapsen", {"deck": 24}),
    "twenty-classic": custom("classic66", {"deck": 20}),
    "king-only": custom("classic66", {"meld_lead_card": "king", "exchange_off_lead": True}),
}


@pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in CUSTOM.items()])
def test_own_rules(rules):
    """Whatever is left of the course under somebody's own rules can be asked and answered."""
    count = 0
    for lesson in lessons():
        for step in steps_of(lesson.slug, rules):
            if step.data["kind"] not in OWN_KINDS:
                kind: Kind = kind_of(step, rules)
                assert all(kind.mark(answer).says for answer in kind.all_answers())
                count += 1
    assert count > 4 * len(lessons())
