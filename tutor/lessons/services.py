"""The course: lessons, steps, and what a visitor does in them. Takes models and plain values, never a request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from engine.ruleset import CLASSIC, Ruleset
from tutor.exercises.attempts import Change, Result, keep_draft, take
from tutor.exercises.kinds import KINDS, make
from tutor.exercises.kinds.base import Kind, Posted
from tutor.learners.models import RuleReview, StepProgress
from tutor.learners.reviews import level_with_reviews, reviews_of
from tutor.learners.services import Session, act, current_ruleset, lesson_progress, touched_steps
from tutor.lessons.models import Lesson, Step
from tutor.lessons.syllabus import reviewed_rules
from tutor.lessons.sync import step_key
from tutor.lessons.texts import LessonText, StepText, lessons
from tutor.lessons.variants import can_be_asked, resolved, said


@dataclass(frozen=True, slots=True)
class Course:
    """How the course is walked: the ruleset, and whether only questions are wanted, without the teaching.

    ``query`` is what the addresses carry of it: nothing where the ruleset is the visitor's own.
    """

    rules: Ruleset
    query: Mapping[str, str]
    test: bool = False


@dataclass(frozen=True, slots=True)
class LessonOnMap:
    """A lesson with its place among those that are built, and how far the visitor is."""

    lesson: Lesson
    place: int
    total: int
    solved_steps: tuple[bool, ...]
    level: str
    after: tuple[str, ...] = ()

    @property
    def steps(self) -> int:
        """How many steps it has under the ruleset."""
        return len(self.solved_steps)

    @property
    def solved(self) -> int:
        """How many of them are solved."""
        return sum(self.solved_steps)


@dataclass(slots=True)
class StepOnPage:
    """A step with its place in the lesson, its kind, its texts, and where the visitor stands."""

    course: Course
    step: Step
    kind: Kind | None
    """None where the step is no exercise but a whole deal."""
    teach: str
    also: list[str]
    task: str
    place: int
    total: int
    lesson_place: int
    lesson_total: int
    progress: StepProgress
    solved: frozenset[str]
    step_keys: tuple[str, ...]


def course_for(session: Session, rules: Ruleset | None, query: Mapping[str, str], *, test: bool) -> Course:
    """Return how the course is walked: under the ruleset of the address, else under the visitor's own."""
    return Course(rules or current_ruleset(session), query, test)


def steps_of(slug: str, rules: Ruleset) -> tuple[StepText, ...]:
    """Return the steps of a lesson that are asked under a ruleset; none where there is no such lesson."""
    return tuple(
        step for lesson in lessons() if lesson.slug == slug for step in lesson.steps if can_be_asked(step, rules)
    )


def checks_of(slug: str, rules: Ruleset) -> tuple[StepText, ...]:
    """Return the steps of a lesson that count for mastery."""
    return tuple(step for step in steps_of(slug, rules) if step.data.get("check", True))


def lesson_map(session: Session, course: Course) -> list[LessonOnMap]:
    """Return all lessons in the order of the learning path."""
    return map_of(touched_steps(session), reviews_of(session), course.rules)


def map_of(touched: Iterable[StepProgress], reviews: Mapping[str, RuleReview], rules: Ruleset) -> list[LessonOnMap]:
    """Return all lessons with the levels that steps and reviews make."""
    known: dict[str, dict[str, StepProgress]] = {}
    for progress in touched:
        known.setdefault(progress.lesson, {})[progress.step] = progress
    rows = {lesson.slug: lesson for lesson in Lesson.objects.all()}
    return [
        _on_map(rows[text.slug], text, place, known.get(text.slug, {}), reviews, rules)
        for place, text in enumerate(lessons(), 1)
        if text.slug in rows
    ]


def _on_map(
    row: Lesson,
    text: LessonText,
    place: int,
    progress: Mapping[str, StepProgress],
    reviews: Mapping[str, RuleReview],
    rules: Ruleset,
) -> LessonOnMap:
    steps = [step_key(step) for step in steps_of(text.slug, rules)]
    level = level_of(text, rules, progress)
    return LessonOnMap(
        lesson=row,
        place=place,
        total=len(lessons()),
        solved_steps=tuple(key in progress and progress[key].solved for key in steps),
        level=level_with_reviews(level, reviewed_rules(text.slug, rules), reviews),
        after=tuple(text.data.get("after", ())),
    )


def lesson_titles() -> dict[str, str]:
    """Return the titles of all lessons in the language of the page, by slug."""
    return dict(Lesson.objects.values_list("slug", "title"))


def level_of(lesson: LessonText, rules: Ruleset, progress: Mapping[str, StepProgress]) -> str:
    """Return the level that steps make: ``new``, ``started``, ``done`` (all steps solved), ``proficient`` (enough checks
    right at the first try). Reviews come on top (``tutor.learners.reviews``).

    Under a ruleset that leaves steps out as many mistakes are allowed as under one that has them all.
    """
    steps = [step_key(step) for step in steps_of(lesson.slug, rules)]
    if not all(key in progress and progress[key].solved for key in steps):
        return "started" if progress else "new"
    checks = [step_key(step) for step in checks_of(lesson.slug, rules)]
    missed = sum(not progress[key].first_try for key in checks)
    return "done" if missed > allowed_misses(lesson) else "proficient"


def allowed_misses(lesson: LessonText) -> int:
    """Return how many checks of a lesson may be missed at the first try for the level ``proficient``.

    The file tells mastery for the classic rules.
    """
    mastery: int = lesson.data["mastery"]
    return len(checks_of(lesson.slug, CLASSIC)) - mastery


def next_step(session: Session, slug: str, course: Course) -> int:
    """Return the number of the first step that is not solved; the first one when all are."""
    known = lesson_progress(session, slug)
    for number, step in enumerate(steps_of(slug, course.rules), 1):
        key = step_key(step)
        if key not in known or not known[key].solved:
            return number
    return 1


def next_check(slug: str, number: int, course: Course) -> int | None:
    """Return the number of the first check after a step; None after the last one."""
    for place, step in enumerate(steps_of(slug, course.rules), 1):
        if place > number and step.data.get("check", True):
            return place
    return None


def find_step(session: Session, slug: str, number: int, course: Course) -> StepOnPage | None:
    """Return a step and where the visitor stands in it; None where there is no such step."""
    keys = tuple(step_key(step) for step in steps_of(slug, course.rules))
    if not 1 <= number <= len(keys):
        return None
    step = Step.objects.select_related("lesson").filter(key=keys[number - 1]).first()
    if step is None:
        return None
    passages = [(row.role, row.name, row.shown_when, row.text) for row in step.passages.all()]
    replaced, sentences, also = said(passages, course.rules)
    data = resolved({**step.data, "kind": step.kind}, course.rules)
    known = lesson_progress(session, slug)
    slugs = [lesson.slug for lesson in lessons()]
    return StepOnPage(
        course=course,
        step=step,
        kind=_kind(step, data, course, sentences, known.get(step.key)),
        teach=replaced.get("teach", step.teach),
        also=also,
        task=replaced.get("task", step.task),
        place=number,
        total=len(keys),
        lesson_place=slugs.index(slug) + 1,
        lesson_total=len(slugs),
        progress=known.get(step.key) or StepProgress(step=step.key, lesson=slug),
        solved=frozenset(key for key, row in known.items() if row.solved),
        step_keys=keys,
    )


def _kind(
    step: Step, data: Mapping[str, Any], course: Course, sentences: Mapping[str, str], progress: StepProgress | None
) -> Kind | None:
    if step.kind not in KINDS:
        return None
    kind = make(data, course.rules, show_trump=step.lesson.show_trump, texts=sentences)
    return kind.resumed(progress.draft if progress else None)


def next_lesson(slug: str) -> str | None:
    """Return the slug of the lesson after this one."""
    for lesson, following in pairwise(lessons()):
        if lesson.slug == slug:
            return following.slug
    return None


def take_step(session: Session, page: StepOnPage, do: str, seen: int, posted: Posted) -> Result:
    """Do what the form of a step asks for, and remember it, once.

    Raises:
        BadAnswerError: the form holds what the step does not offer.
    """

    def keep(change: Change, *, counts: bool = True) -> bool:
        return act(session, page.progress, seen, change, counts=counts)

    assert page.kind is not None
    result = take(page.kind, page.progress, keep, do, posted)
    if result is Result.STALE:
        fresh = lesson_progress(session, page.step.lesson_id)
        page.progress = fresh.get(page.step.key) or StepProgress(step=page.step.key, lesson=page.step.lesson_id)
    elif page.progress.solved:
        page.solved |= {page.step.key}
    return result


def keep_step_draft(session: Session, page: StepOnPage, seen: int, posted: Posted) -> None:
    """Remember what was ticked when the language changes in the middle of an answer. This counts as no action."""

    def keep(change: Change, *, counts: bool = True) -> bool:
        return act(session, page.progress, seen, change, counts=counts)

    assert page.kind is not None
    keep_draft(keep, page.kind.read_answer(posted))
