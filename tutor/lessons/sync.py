"""Which rows the lessons make."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.content.sync import Row
from tutor.lessons.models import Lesson, Statement, Step
from tutor.lessons.texts import StepText, lessons

PLAIN = ("number", "minutes", "mastery", "ruleset", "show_trump")


def rows() -> Iterator[Row]:
    """Yield every row, parents before their children."""
    for lesson in lessons():
        texts = {name: f"lesson.{lesson.slug}.{name}" for name in ("title", "goal")}
        yield Row(Lesson, lesson.slug, {name: lesson.data[name] for name in PLAIN}, texts)
    for lesson in lessons():
        for position, step in enumerate(lesson.steps, 1):
            yield _step_row(step, position)
    for lesson in lessons():
        for step in lesson.steps:
            yield from _statement_rows(step)


def step_key(step: StepText) -> str:
    """Return the key of a step in the database and in a learner's progress."""
    return f"{step.lesson}.{step.key}"


def _step_row(step: StepText, position: int) -> Row:
    texts = {name: f"{step.address}.{name}" for name in ("teach", "task") if name in step.data}
    data = {name: value for name, value in step.data.items() if name not in ("teach", "task", "statement")}
    data["statements"] = [
        {name: value for name, value in statement.items() if name != "text"}
        for statement in step.data.get("statement", ())
    ]
    values = {"lesson_id": step.lesson, "position": position, "kind": step.data["kind"], "data": data}
    return Row(Step, step_key(step), values, texts)


def _statement_rows(step: StepText) -> Iterator[Row]:
    for position, statement in enumerate(step.data.get("statement", ()), 1):
        key = f"{step_key(step)}.{statement['key']}"
        values = {"step_id": step_key(step), "position": position}
        yield Row(Statement, key, values, {"text": f"{step.address}.{statement['key']}"})
