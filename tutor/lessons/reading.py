"""What the lessons teach, without their questions. Knows no visitor."""

from __future__ import annotations

from dataclasses import dataclass

from engine.ruleset import Ruleset
from tutor.lessons.models import Lesson, Step
from tutor.lessons.services import steps_of
from tutor.lessons.sync import step_key
from tutor.lessons.variants import said


@dataclass(frozen=True, slots=True)
class LessonTexts:
    """A lesson and what each of its steps teaches, in order; steps that teach nothing are left out."""

    lesson: Lesson
    teach: tuple[str, ...]


def titles() -> list[Lesson]:
    """Return all lessons in the order of the learning path."""
    return list(Lesson.objects.all())


def texts_of(slug: str, rules: Ruleset) -> LessonTexts | None:
    """Return the texts of a lesson under a ruleset; None where there is no such lesson."""
    lesson = Lesson.objects.filter(slug=slug).first()
    if lesson is None:
        return None
    rows = {step.key: step for step in Step.objects.filter(lesson=lesson).prefetch_related("passages")}
    taught = [_taught(rows[key], rules) for key in map(step_key, steps_of(slug, rules)) if key in rows]
    return LessonTexts(lesson, tuple(text for text in taught if text))


def _taught(step: Step, rules: Ruleset) -> str:
    passages = [(row.role, row.name, row.shown_when, row.text) for row in step.passages.all()]
    replaced, _sentences, also = said(passages, rules)
    return " ".join(text for text in (replaced.get("teach", step.teach), *also) if text)
