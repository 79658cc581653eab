"""The course: lessons, steps, and what a visitor does in them. Takes models and plain values, never a request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from tutor.learners.models import RuleReview, StepProgress
from tutor.learners.reviews import level_with_reviews, reviews_of
from tutor.learners.services import Session, Tally, act, lesson_progress, steps_of, tallies
from tutor.lessons.kinds import kind_of
from tutor.lessons.kinds.base import Answer, Kind, Posted
from tutor.lessons.models import Lesson, Statement, Step
from tutor.lessons.syllabus import rules_of_lesson
from tutor.lessons.sync import step_key
from tutor.lessons.texts import lessons

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
    statements: tuple[Statement, ...]


def lesson_map(session: Session) -> list[LessonOnMap]:
    """Return all lessons in the order of the learning path."""
    return map_of(steps_of(session), reviews_of(session))


def map_of(steps: Iterable[StepProgress], reviews: Mapping[str, RuleReview]) -> list[LessonOnMap]:
    """Return all lessons with the levels that steps and reviews make."""
    known = tallies(steps)
    rows = list(Lesson.objects.all())
    found = []
    for place, lesson in enumerate(rows, 1):
        keys, tally = step_keys(lesson.slug), known.get(lesson.slug, Tally())
        level = level_with_reviews(level_of(lesson, len(keys), tally), rules_of_lesson(lesson.slug), reviews)
        found.append(LessonOnMap(lesson, place, len(rows), len(keys), tally.solved, level))
    return found


def level_of(lesson: Lesson, steps: int, tally: Tally) -> str:
    """Return the level: ``new``, ``started``, ``done`` (all steps solved), ``proficient`` (enough at the first try)."""
    if tally.solved < steps:
        return "started" if tally.touched else "new"
    return "proficient" if tally.first_try >= lesson.mastery else "done"


def next_step(session: Session, slug: str) -> int:
    """Return the number of the first step that is not solved; the first one when all are."""
    known = lesson_progress(session, slug)
    for number, key in enumerate(step_keys(slug), 1):
        if key not in known or not known[key].solved:
            return number
    return 1


def step_keys(slug: str) -> tuple[str, ...]:
    """Return the keys of a lesson's steps in order; empty where there is no such lesson."""
    return tuple(step_key(step) for lesson in lessons() if lesson.slug == slug for step in lesson.steps)


def find_step(session: Session, slug: str, number: int) -> StepOnPage | None:
    """Return a step and where the visitor stands in it; None where there is no such step."""
    keys = step_keys(slug)
    if not 1 <= number <= len(keys):
        return None
    step = Step.objects.select_related("lesson").filter(key=keys[number - 1]).first()
    if step is None:
        return None
    known = lesson_progress(session, slug)
    slugs = [lesson.slug for lesson in lessons()]
    return StepOnPage(
        step=step,
        kind=kind_of(step),
        place=number,
        total=len(keys),
        lesson_place=slugs.index(slug) + 1,
        lesson_total=len(slugs),
        progress=known.get(step.key) or StepProgress(step=step.key, lesson=slug),
        solved=frozenset(key for key, row in known.items() if row.solved),
        step_keys=keys,
        statements=tuple(step.statements.all()) if step.kind == "pick" else (),
    )


def next_lesson(slug: str) -> str | None:
    """Return the slug of the lesson after this one."""
    for lesson, following in pairwise(lessons()):
        if lesson.slug == slug:
            return following.slug
    return None


def answer_step(session: Session, page: StepOnPage, seen: int, posted: Posted) -> tuple[StepProgress, Result]:
    """Mark the answer in a form and remember it, once.

    Raises:
        BadAnswerError: the form holds what the step does not offer.
    """
    answer = page.kind.read_answer(posted)
    if answer is None or not page.kind.is_complete(answer):
        if answer is not None:
            _keep(session, page, seen, answer)
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
    _keep(session, page, seen, page.kind.read_answer(posted))


def _keep(session: Session, page: StepOnPage, seen: int, draft: Answer | None) -> None:
    def change(progress: StepProgress) -> None:
        progress.draft = draft

    act(session, page.progress, seen, change, counts=False)


def _act(
    session: Session, page: StepOnPage, seen: int, change: Callable[[StepProgress], None], result: Result
) -> tuple[StepProgress, Result]:
    if act(session, page.progress, seen, change):
        if page.progress.solved:
            page.solved |= {page.step.key}
        return page.progress, result
    fresh = lesson_progress(session, page.step.lesson_id)
    return fresh.get(page.step.key) or StepProgress(step=page.step.key, lesson=page.step.lesson_id), Result.STALE


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
    if progress.first_try is None and progress.hint > FREE_HINTS:
        progress.first_try = False  # the hints go, what they told does not
    progress.phase = StepProgress.Phase.AWAITING
    progress.answer, progress.draft, progress.hint, progress.shown = None, None, 0, False
