"""Which rows the lessons make."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.content.sync import Row
from tutor.lessons.models import Lesson, Passage, Step
from tutor.lessons.texts import TEXTS, StepText, lessons, passage_address
from tutor.lessons.variants import stored

PLAIN = ("number", "minutes", "mastery", "show_trump")


def rows() -> Iterator[Row]:
    """Yield every row, parents before their children."""
    for lesson in lessons():
        texts = {name: f"lesson.{lesson.slug}.{name}" for name in ("title", "goal")}
        values = {name: lesson.data[name] for name in PLAIN} | {"theme": lesson.data.get("theme", "")}
        yield Row(Lesson, lesson.slug, values, texts)
    for lesson in lessons():
        for position, step in enumerate(lesson.steps, 1):
            yield _step_row(step, position)
    for lesson in lessons():
        for step in lesson.steps:
            yield from _passage_rows(step)


def step_key(step: StepText) -> str:
    """Return the key of a step in the database and in a learner's progress."""
    return f"{step.lesson}.{step.key}"


def _step_row(step: StepText, position: int) -> Row:
    texts = {name: f"{step.address}.{name}" for name in TEXTS if name in step.data}
    data = stored(step.data)
    values = {"lesson_id": step.lesson, "position": position, "kind": step.data["kind"], "data": data}
    return Row(Step, step_key(step), values, texts)


def _passage_rows(step: StepText) -> Iterator[Row]:
    for position, passage in enumerate(step.passages, 1):
        address = passage_address(step, passage)
        values = {
            "step_id": step_key(step),
            "position": position,
            "role": passage.role,
            "name": passage.name,
            "shown_when": passage.when,
        }
        yield Row(Passage, address.removeprefix("lesson."), values, {"text": address})
