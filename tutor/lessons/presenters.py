"""The course as templates show it: already worded, and it holds no hidden card and no answer before it is due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from engine.ruleset import CLASSIC, Ruleset
from tutor.content.marks import without_marks
from tutor.content.paths import path_of
from tutor.content.terms import Part, marked_up
from tutor.exercises.presenters import ExerciseView, Frame, exercise_view
from tutor.lessons.models import Lesson
from tutor.lessons.reading import LessonTexts
from tutor.lessons.services import Course, LessonOnMap, StepOnPage
from tutor.wording import answers
from tutor.wording.presets import rule_facts, ruleset_label
from tutor.wording.sentences import fill, plain


@dataclass(frozen=True, slots=True)
class LessonCard:
    """A lesson on the map."""

    title: str
    goal: str
    number: int
    place: str
    level: str
    level_key: str
    level_help: str
    steps_done: str
    percent: int
    minutes: int
    url: str
    mark: str = ""
    after: tuple[tuple[str, str], ...] = ()
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class MapSummary:
    """What stands above and below the map."""

    done: str
    percent: int
    ruleset: str
    exit: str
    exit_url: str


MARKS = {"done": "✓", "proficient": "★", "mastered": "★"}
"""The sign of a level beside its word."""


@dataclass(frozen=True, slots=True)
class StepView:
    """What stands around the exercise of a step."""

    lesson_title: str
    lesson_url: str
    lesson_line: str
    step_line: str
    ruleset: str
    progress: tuple[tuple[str, str], ...]
    previous_url: str


def address(name: str, course: Course, *args: object) -> str:
    """Return the address of a page of the course; it carries what the address of this page carries."""
    query = urlencode(course.query, safe=";=")
    return path_of(name, *args) + (f"?{query}" if query else "")


def lesson_cards(items: list[LessonOnMap], course: Course) -> list[LessonCard]:
    """Word the map. The first lesson that is not done is the one to take next."""
    titles = {item.lesson.slug: item.lesson.title for item in items}
    following = next((item for item in items if item.level in ("new", "started")), None)
    return [lesson_card(item, course, titles, is_next=item is following) for item in items]


def lesson_card(
    item: LessonOnMap, course: Course, titles: Mapping[str, str] | None = None, *, is_next: bool = False
) -> LessonCard:
    """Word a lesson for the map."""
    facts = rule_facts(course.rules)
    return LessonCard(
        title=item.lesson.title,
        goal=plain(without_marks(item.lesson.goal), facts),
        number=item.place,
        place=_("Lesson %(n)s of %(total)s") % {"n": item.place, "total": item.total},
        level=str(answers.LEVELS[item.level]),
        level_key=item.level,
        level_help=str(answers.LEVEL_HELP.get(item.level, "")),
        steps_done=answers.STEPS_DONE % {"n": item.solved, "total": item.steps},
        percent=round(100 * item.solved / item.steps) if item.steps else 0,
        minutes=item.lesson.minutes,
        url=address("lessons:lesson", course, item.lesson.slug),
        mark=MARKS.get(item.level, ""),
        after=tuple(
            (titles[slug], address("lessons:lesson", course, slug)) for slug in item.after if titles and slug in titles
        ),
        is_next=is_next,
    )


def map_summary(items: list[LessonOnMap], course: Course) -> MapSummary:
    """Word how far the whole course is."""
    done = sum(item.level not in ("new", "started") for item in items)
    return MapSummary(
        done=_("Lessons done: %(n)s of %(total)s") % {"n": done, "total": len(items)},
        percent=round(100 * done / len(items)) if items else 0,
        ruleset=ruleset_label(course.rules),
        exit=_("When you have gone through the lessons, a test of mixed questions shows what has stayed."),
        exit_url=address("lessons:exit", course),
    )


def lesson_context(item: LessonOnMap, items: list[LessonOnMap], course: Course) -> dict[str, object]:
    """Word the page of a lesson."""
    titles = {found.lesson.slug: found.lesson.title for found in items}
    return {
        "lesson": lesson_card(item, course, titles),
        "steps": lesson_steps(item, course),
        "ruleset": ruleset_label(course.rules),
        "map_url": address("lessons:map", course),
        "rules_url": reverse("rules:book"),
        "puzzles_url": puzzles_url(item.lesson.theme),
        "texts_url": text_address("lessons:lesson_texts", course.rules, item.lesson.slug),
    }


@dataclass(frozen=True, slots=True)
class TextLink:
    """A lesson whose texts can be read."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class TextsView:
    """The texts of a lesson on one page."""

    title: str
    goal: str
    ruleset: str
    teach: tuple[tuple[Part, ...], ...]
    lesson_url: str
    all_url: str


def text_links(lessons: list[Lesson], rules: Ruleset) -> tuple[TextLink, ...]:
    """Word the list of texts."""
    return tuple(TextLink(lesson.title, text_address("lessons:lesson_texts", rules, lesson.slug)) for lesson in lessons)


def texts_view(found: LessonTexts, rules: Ruleset) -> TextsView:
    """Word the texts of a lesson; the first mention of a term on the page opens its meaning."""
    seen: set[str] = set()
    return TextsView(
        title=found.lesson.title,
        goal=plain(without_marks(found.lesson.goal), rule_facts(rules)),
        ruleset=ruleset_label(rules),
        teach=tuple(lesson_text(text, rules, seen) for text in found.teach),
        lesson_url=text_address("lessons:lesson", rules, found.lesson.slug),
        all_url=text_address("lessons:texts", rules),
    )


def text_address(name: str, rules: Ruleset, *args: object) -> str:
    """Return an address that names its ruleset, unless that is the classic one."""
    query = "" if rules == CLASSIC else "?" + urlencode({"preset": str(rules)}, safe=";=")
    return reverse(name, args=args) + query


def lesson_steps(item: LessonOnMap, course: Course) -> tuple[tuple[str, str], ...]:
    """Return how each step of a lesson stands, and its address."""
    return tuple(
        ("done" if solved else "open", address("lessons:step", course, item.lesson.slug, number))
        for number, solved in enumerate(item.solved_steps, 1)
    )


def puzzles_url(theme: str) -> str:
    """Return the address of the puzzles that go on with a lesson; nothing as long as there are none."""
    try:
        return reverse("puzzles:theme", args=[theme]) if theme else ""
    except NoReverseMatch:
        return ""


def step_view(page: StepOnPage) -> StepView:
    """Word what stands around the exercise."""
    course, lesson = page.course, page.step.lesson
    return StepView(
        lesson_title=lesson.title,
        lesson_url=address("lessons:lesson", course, lesson.slug),
        lesson_line=_("Lesson %(n)s of %(total)s") % {"n": page.lesson_place, "total": page.lesson_total},
        step_line=_("Step %(n)s of %(total)s") % {"n": page.place, "total": page.total},
        ruleset=ruleset_label(course.rules),
        progress=_progress(page),
        previous_url=step_url(page, page.place - 1) if page.place > 1 else "",
    )


def step_exercise(page: StepOnPage, *, next_url: str, next_label: str, notice: str = "") -> ExerciseView:
    """Word the exercise of a step as the visitor has left it."""
    frame = step_frame(page, next_url=next_url, next_label=next_label, notice=notice)
    assert page.kind is not None
    return exercise_view(page.kind, page.progress, frame)


def step_frame(page: StepOnPage, *, next_url: str, next_label: str, notice: str = "") -> Frame:
    """Word the texts of a step and its addresses. In a test nothing is taught."""
    rules = page.course.rules
    seen: set[str] = set()
    teach = [] if page.course.test else [text for text in (page.teach, *page.also) if text]
    return Frame(
        url=step_url(page, page.place),
        draft_url=address("lessons:draft", page.course, page.step.lesson_id, page.place),
        next_url=next_url,
        next_label=next_label,
        teach=lesson_text(" ".join(teach), rules, seen),
        task=lesson_text(page.task, rules, seen),
        spoken_task=plain(without_marks(page.task), rule_facts(rules)),
        notice=notice,
    )


def lesson_text(text: str, rules: Ruleset, seen: set[str]) -> tuple[Part, ...]:
    """Return a text of a lesson with the numbers of the ruleset; the first mention of a term opens its meaning."""
    return marked_up(fill(text, rule_facts(rules)), seen) if text else ()


def step_url(page: StepOnPage, number: int) -> str:
    """Return the address of a step of the same lesson."""
    return address("lessons:step", page.course, page.step.lesson_id, number)


def _progress(page: StepOnPage) -> tuple[tuple[str, str], ...]:
    """One pair a step: how it stands, and its address."""
    found = []
    for number, key in enumerate(page.step_keys, 1):
        state = "now" if number == page.place else "done" if key in page.solved else "open"
        found.append((state, step_url(page, number)))
    return tuple(found)
