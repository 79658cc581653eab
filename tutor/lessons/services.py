"""The course: lessons, steps, and what a visitor does in them. Takes models and plain values, never a request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from tutor.learners.models import StepProgress
from tutor.learners.services import Session, Tally, act, progress_of, solved_steps, tallies
from tutor.lessons.kinds import kind_of
from tutor.lessons.kinds.base import Answer, Kind, Posted
from tutor.lessons.models import Lesson, Step

HINTS = 4
FREE_HINTS = 1
"""Hints up to this level keep the credit of the first try."""


class Result(StrEnum):
    """What became of a form."""

    ANSWERED = "answered"
    HINTED = "hinted"
    RETRIED = "retried"
    NOTHING_CHOSEN = "nothing_chosen"
    STALE = "stale"


@dataclass(frozen=True, slots=True)
class LessonOnMap:
    """A lesson with its place among those that are built, and how far the visitor is."""

    lesson: Lesson
    place: int
    total: int
    steps: int
    solved: int
    level: str


@dataclass(slots=True)
class StepOnPage:
    """A step with its place in the lesson, its kind, and where the visitor stands."""

    step: Step
    kind: Kind
    place: int
    total: int
    lesson_place: int
    lesson_total: int
    progress: StepProgress
    solved: frozenset[str]
    step_keys: tuple[str, ...]


def lesson_map(session: Session) -> list[LessonOnMap]:
    """Return all lessons in the order of the learning path."""
    known = tallies(session)
    lessons = list(Lesson.objects.prefetch_related("steps"))
    return [
        LessonOnMap(
            lesson=lesson,
            place=place,
            total=len(lessons),
            steps=len(lesson.steps.all()),
            solved=known.get(lesson.slug, Tally()).solved,
            level=level_of(lesson, len(lesson.steps.all()), known.get(lesson.slug, Tally())),
        )
        for place, lesson in enumerate(lessons, 1)
    ]


def level_of(lesson: Lesson, steps: int, tally: Tally) -> str:
    """Return the level: ``new``, ``started``, ``done`` (all steps solved), ``proficient`` (enough at the first try)."""
    if tally.solved < steps:
        return "started" if tally.touched else "new"
    return "proficient" if tally.first_try >= lesson.mastery else "done"


def next_step(session: Session, lesson: Lesson) -> int:
    """Return the number of the first step that is not solved; the first one when all are."""
    solved = solved_steps(session, lesson.slug)
    for number, step in enumerate(lesson.steps.all(), 1):
        if step.key not in solved:
            return number
    return 1


def find_step(session: Session, slug: str, number: int) -> StepOnPage | None:
    """Return a step and where the visitor stands in it; None where there is no such step."""
    lessons = list(Lesson.objects.prefetch_related("steps"))
    for place, lesson in enumerate(lessons, 1):
        steps = list(lesson.steps.all())
        if lesson.slug == slug and 1 <= number <= len(steps):
            step = steps[number - 1]
            step.lesson = lesson
            return StepOnPage(
                step=step,
                kind=kind_of(step),
                place=number,
                total=len(steps),
                lesson_place=place,
                lesson_total=len(lessons),
                progress=progress_of(session, step.key) or StepProgress(step=step.key, lesson=slug),
                solved=frozenset(solved_steps(session, slug)),
                step_keys=tuple(item.key for item in steps),
            )
    return None


def next_lesson(slug: str) -> Lesson | None:
    """Return the lesson after this one."""
    lessons = list(Lesson.objects.all())
    for lesson, following in pairwise(lessons):
        if lesson.slug == slug:
            return following
    return None


def answer_step(session: Session, page: StepOnPage, seen: int, posted: Posted) -> tuple[StepProgress, Result]:
    """Mark the answer in a form and remember it, once.

    Raises:
        BadAnswerError: the form holds what the step does not offer.
    """
    answer = page.kind.read_answer(posted)
    if answer is None or not page.kind.is_complete(answer):
        page.progress.draft = answer
        return page.progress, Result.NOTHING_CHOSEN
    return _act(session, page, seen, _answered(page.kind, answer), Result.ANSWERED)


def hint_step(session: Session, page: StepOnPage, seen: int, posted: Posted) -> tuple[StepProgress, Result]:
    """Open the next hint; the last one is the answer. What was ticked so far stays ticked."""
    return _act(session, page, seen, _hinted(page.kind, page.progress.hint + 1, posted), Result.HINTED)


def show_answer(session: Session, page: StepOnPage, seen: int, posted: Posted) -> tuple[StepProgress, Result]:
    """Open all hints."""
    return _act(session, page, seen, _hinted(page.kind, HINTS, posted), Result.HINTED)


def retry_step(session: Session, page: StepOnPage, seen: int) -> tuple[StepProgress, Result]:
    """Go back to the same position; hints belong to one attempt and go with it."""
    return _act(session, page, seen, _fresh, Result.RETRIED)


def keep_draft(session: Session, page: StepOnPage, seen: int, posted: Posted) -> None:
    """Remember what was ticked when the language changes in the middle of an answer. This counts as no action."""
    answer = page.kind.read_answer(posted)

    def change(progress: StepProgress) -> None:
        progress.draft = answer
        progress.actions -= 1

    act(session, page.step.lesson_id, page.step.key, seen, change)


def _act(
    session: Session, page: StepOnPage, seen: int, change: Callable[[StepProgress], None], result: Result
) -> tuple[StepProgress, Result]:
    progress, applied = act(session, page.step.lesson_id, page.step.key, seen, change)
    return progress, result if applied else Result.STALE


def _answered(kind: Kind, answer: Answer) -> Callable[[StepProgress], None]:
    right = kind.mark(answer).right

    def change(progress: StepProgress) -> None:
        progress.answer, progress.draft = answer, None
        progress.phase = StepProgress.Phase.SOLVED if right else StepProgress.Phase.WRONG
        progress.tries += 1
        if progress.first_try is None:
            progress.first_try = right and progress.hint <= FREE_HINTS
        progress.solved = progress.solved or right

    return change


def _hinted(kind: Kind, level: int, posted: Posted) -> Callable[[StepProgress], None]:
    draft = kind.read_answer(posted) if kind.drafts else None
    if level == HINTS - 1 and kind.narrowing_is_answer():
        level = HINTS

    def change(progress: StepProgress) -> None:
        progress.hint = min(level, HINTS)
        progress.draft = draft
        if progress.hint == HINTS:
            progress.phase, progress.shown, progress.solved = StepProgress.Phase.SOLVED, True, True
            progress.first_try = bool(progress.first_try)
            progress.answer = kind.right_answers()[0]

    return change


def _fresh(progress: StepProgress) -> None:
    progress.phase = StepProgress.Phase.AWAITING
    progress.answer, progress.draft, progress.hint, progress.shown = None, None, 0, False
