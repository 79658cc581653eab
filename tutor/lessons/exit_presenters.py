"""The exit test as templates show it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tutor.content.marks import without_marks
from tutor.content.rule_links import RuleLink, rule_links
from tutor.exercises.attempts import AWAITING
from tutor.exercises.presenters import ExerciseView, Frame, exercise_view
from tutor.lessons.exit_test import QUESTIONS, TO_PASS, QuestionOnPage, Run, lessons_for
from tutor.lessons.presenters import address, lesson_text
from tutor.lessons.services import Course
from tutor.wording.presets import rule_facts, ruleset_label
from tutor.wording.sentences import plain


@dataclass(frozen=True, slots=True)
class Missed:
    """A rule that was answered wrongly, and the lesson that explains it."""

    rule: RuleLink
    lesson_url: str


@dataclass(frozen=True, slots=True)
class ExitView:
    """The page of the test: what it asks for, how far it is, how it ended."""

    ruleset: str
    about: str
    progress: str
    result: str
    tone: str
    missed: tuple[Missed, ...]
    seen: int
    url: str
    next_url: str
    begun: bool
    over: bool


@dataclass(frozen=True, slots=True)
class QuestionView:
    """What stands around a question."""

    line: str
    ruleset: str
    exit_url: str
    marks: tuple[tuple[str, str], ...]


def exit_view(run: Run | None, course: Course, seen: int) -> ExitView:
    """Word the page of the test."""
    over = run is not None and run.over
    return ExitView(
        ruleset=ruleset_label(course.rules),
        about=_(
            "%(total)s questions from all lessons, each asked once and without hints. To pass, answer %(needed)s of them."
        )
        % {"total": QUESTIONS, "needed": TO_PASS},
        progress=_("Questions answered: %(n)s of %(total)s") % {"n": run.answered, "total": len(run.questions)}
        if run
        else "",
        result=_result(run) if run and over else "",
        tone="right" if run and run.passed else "look",
        missed=_missed(run, course) if run else (),
        seen=seen,
        url=address("lessons:exit", course),
        next_url=address("lessons:question", course, run.next_number) if run else "",
        begun=run is not None,
        over=over,
    )


def _result(run: Run) -> str:
    told = ngettext("%(n)s answer is correct.", "%(n)s answers are correct.", run.right) % {"n": run.right}
    passed = _("You have passed the test.") if run.passed else _("You have not passed the test yet.")
    return f"{told} {passed}"


def _missed(run: Run, course: Course) -> tuple[Missed, ...]:
    rows = {question.rule: run.row_of(question.number) for question in run.questions}
    rules = [rule for rule, row in rows.items() if row.phase != AWAITING and not row.solved]
    links = rule_links(rules, course.rules)
    found = []
    for rule in rules:
        slugs = lessons_for(rule, course.rules)
        found.append(Missed(links[rule], address("lessons:lesson", course, slugs[0]) if slugs else ""))
    return tuple(found)


def question_view(page: QuestionOnPage, course: Course) -> QuestionView:
    """Word what stands around a question."""
    run = page.run
    return QuestionView(
        line=_("Question %(n)s of %(total)s") % {"n": page.question.number, "total": len(run.questions)},
        ruleset=ruleset_label(course.rules),
        exit_url=address("lessons:exit", course),
        marks=tuple(
            (_state(page, question.number), address("lessons:question", course, question.number))
            for question in run.questions
        ),
    )


def _state(page: QuestionOnPage, number: int) -> str:
    if number == page.question.number:
        return "now"
    return "open" if page.run.row_of(number).phase == AWAITING else "done"


def question_exercise(page: QuestionOnPage, course: Course, notice: str) -> ExerciseView:
    """Word the exercise of a question: no teaching, no hints, one try."""
    number, total = page.question.number, len(page.run.questions)
    last = number == total
    rules = course.rules
    frame = Frame(
        url=address("lessons:question", course, number),
        draft_url=address("lessons:question_draft", course, number),
        next_url=address("lessons:exit", course)
        if last
        else address("lessons:question", course, number + 1) + "#panel",
        next_label=_("See the result") if last else _("Next question"),
        task=lesson_text(page.task, rules, set()),
        spoken_task=plain(without_marks(page.task), rule_facts(rules)),
        notice=notice,
        one_try=True,
    )
    return exercise_view(page.kind, page.progress, frame)
