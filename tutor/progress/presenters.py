"""The page of progress, already worded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from math import cos, pi
from typing import Any

from django.urls import reverse

from engine.ruleset import Ruleset
from tutor.content.rule_links import RuleLink, rule_links
from tutor.learners.reviews import Today
from tutor.lessons.services import LessonOnMap
from tutor.progress.puzzle_presenters import StatsView, stats_view
from tutor.progress.services import Overview
from tutor.wording import answers
from tutor.wording import progress as words
from tutor.wording.sentences import counted, plain

STEP, HEIGHT = 36, 64
"""Distance of two stops of the picture, and its height."""
COUNTS = (words.ADDED, words.IMPROVED, words.SAME, words.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Stop:
    """A lesson on the path: its place in the picture, and its line in the list."""

    x: int
    y: int
    level: str
    level_word: str
    title: str
    place: int
    steps: str
    url: str


@dataclass(frozen=True, slots=True)
class WeakView:
    """A rule that was missed, with its lesson."""

    rule: RuleLink
    lesson_title: str
    lesson_url: str
    how: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TodayView:
    """What is due, in sentences."""

    due: int
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProgressView:
    """The whole page."""

    headline: str
    stops: tuple[Stop, ...]
    path: str
    width: int
    height: int
    today: TodayView
    weak: tuple[WeakView, ...]
    puzzles: StatsView
    account: str
    undo: str
    passed: str


def progress_view(found: Overview, rules: Ruleset, now: datetime) -> ProgressView:
    """Word everything."""
    stops = tuple(_stop(item) for item in found.lessons)
    done = sum(item.level in ("done", "proficient", "mastered") for item in found.lessons)
    titles = {item.lesson.slug: item.lesson.title for item in found.lessons}
    links = rule_links([weak.rule for weak in found.weak], rules)
    weak = tuple(
        WeakView(
            links[each.rule],
            titles[each.lesson],
            reverse("lessons:lesson", args=[each.lesson]),
            tuple(
                counted(message, n)
                for message, n in ((words.MISSED_REVIEWS, each.reviews), (words.MISSED_STEPS, each.steps))
                if n
            ),
        )
        for each in found.weak
    )
    return ProgressView(
        headline=plain(words.LESSONS_DONE, {"n": done, "total": len(stops)}),
        stops=stops,
        path=_path(stops),
        width=STEP * max(len(stops), 1),
        height=HEIGHT,
        today=today_view(found.today, now),
        weak=weak,
        puzzles=stats_view(found.puzzles, rules),
        account=found.account,
        undo=_undo(found.undo_until, now),
        passed=str(words.PASSED) if found.passed else "",
    )


def today_view(found: Today, now: datetime) -> TodayView:
    """Word what is due today, and when the next review comes."""
    says = []
    if found.due:
        says.append(counted(words.REVIEWS_DUE, len(found.due)))
    elif not found.elsewhere:
        says.append(str(words.NOTHING_DUE))
    if found.elsewhere:
        says.append(counted(words.REVIEWS_ELSEWHERE, found.elsewhere))
    if found.done:
        says.append(counted(words.REVIEWS_DONE, found.done))
    if found.later:
        says.append(counted(words.REVIEWS_LATER, found.later))
    if not found.due and not found.later and found.next_due:
        days = (found.next_due.date() - now.date()).days
        says.append(str(words.NEXT_TOMORROW) if days == 1 else counted(words.NEXT_IN_DAYS, days))
    if found.empty:
        says.append(str(words.NOTHING_YET))
    return TodayView(len(found.due), tuple(says))


def notice_of(notice: Mapping[str, Any]) -> str:
    """Word what has just been done: codes and counts that were kept in the session."""
    match notice.get("done"):
        case "imported":
            told = [counted(message, n) for message, n in zip(COUNTS, notice["counts"], strict=True) if n]
            return " ".join([str(words.IMPORTED), *told])
        case "reset":
            return str(words.RESET)
        case "undone":
            return str(words.UNDONE)
        case "nothing":
            return str(words.NOTHING_TO_UNDO)
    return ""


def problem_of(fault: str) -> str:
    """Word what is wrong with a file."""
    return f"{words.FILE_FAULTS[fault]} {words.NOTHING_CHANGED}"


def _stop(item: LessonOnMap) -> Stop:
    return Stop(
        x=STEP * (item.place - 1) + STEP // 2,
        y=round(HEIGHT / 2 - (HEIGHT / 2 - 16) * cos(pi * (item.place - 1) / 2.5)),
        level=item.level,
        level_word=str(answers.LEVELS[item.level]),
        title=item.lesson.title,
        place=item.place,
        steps=answers.STEPS_DONE % {"n": item.solved, "total": item.steps},
        url=reverse("lessons:lesson", args=[item.lesson.slug]),
    )


def _path(stops: tuple[Stop, ...]) -> str:
    """Return a smooth line through all stops."""
    if not stops:
        return ""
    parts = [f"M{stops[0].x} {stops[0].y}"]
    for before, after in pairwise(stops):
        middle = (before.x + after.x) // 2
        parts.append(f"C{middle} {before.y} {middle} {after.y} {after.x} {after.y}")
    return "".join(parts)


def _undo(until: datetime | None, now: datetime) -> str:
    if until is None:
        return ""
    return counted(words.UNDO_MINUTES, max(round((until - now).total_seconds() / 60), 1))
