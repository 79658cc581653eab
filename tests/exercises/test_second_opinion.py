"""Every answer to every exercise, marked by the site and by a second opinion: rows of this folder, and all lessons
under all presets.
"""

from __future__ import annotations

import pytest

from engine.ruleset import CLASSIC, PRESETS
from tests.exercises.rows import ROWS
from tests.exercises.second_opinion import OPINIONS, is_right
from tutor.exercises.kinds import KINDS, make
from tutor.lessons.texts import lessons
from tutor.lessons.variants import can_be_asked, kind_of

LESSON_ROWS = [
    pytest.param(step, rules, id=f"{step.lesson}-{step.key}-{name}")
    for name, rules in PRESETS.items()
    for lesson in lessons()
    for step in lesson.steps
    if step.data["kind"] in KINDS and can_be_asked(step, rules)
]


def test_every_kind_has_a_second_opinion():
    """None goes unchecked."""
    assert set(OPINIONS) == set(KINDS)
    assert len(LESSON_ROWS) > 700


@pytest.mark.parametrize("data", [pytest.param(data, id=name) for name, data, _answers in ROWS])
def test_rows(data):
    """The exercises of this folder."""
    kind = make(data, CLASSIC)
    for answer in kind.all_answers():
        assert kind.mark(answer).right is is_right(data, CLASSIC, answer), answer


@pytest.mark.parametrize(("step", "rules"), LESSON_ROWS)
def test_lessons(step, rules):
    """All that a page offers, right and wrong, under each preset."""
    kind = kind_of(step, rules)
    for answer in kind.all_answers():
        assert kind.mark(answer).right is is_right(kind.data, rules, answer), answer
