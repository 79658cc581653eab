"""What is due, and a question about it, already worded."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tutor.content.rule_links import RuleLink, rule_links
from tutor.exercises.presenters import Frame, exercise_view, notice_for
from tutor.learners.reviews import A_DAY
from tutor.progress.presenters import TodayView, today_view
from tutor.progress.reviewing import Question, Review
from tutor.wording import progress as words
from tutor.wording.presets import ruleset_label
from tutor.wording.sentences import counted


@dataclass(frozen=True, slots=True)
class DueView:
    """A rule that is due: why, where it can be read, and the lesson that it comes from."""

    rule: RuleLink
    why: str
    lesson_title: str
    lesson_url: str


@dataclass(frozen=True, slots=True)
class ReviewView:
    """The page of what is due. ``started``: a question is open and waits for its answer. ``a_day``: how many at most."""

    today: TodayView
    due: tuple[DueView, ...]
    next_url: str
    started: bool
    ruleset: str
    a_day: str


@dataclass(frozen=True, slots=True)
class QuestionView:
    """What stands around a question. The rule is not named before the answer: that would be a hint."""

    heading: str
    why: str
    ruleset: str
    go_on: bool


def review_view(found: Review, now: datetime) -> ReviewView:
    """Word what is due."""
    links = rule_links([due.rule for due in found.today.due], found.rules)
    due = tuple(
        DueView(
            links[each.rule],
            why(each.why.value, each.days),
            found.titles[found.lessons[each.rule]],
            reverse("lessons:lesson", args=[found.lessons[each.rule]]),
        )
        for each in found.today.due
    )
    return ReviewView(
        today=today_view(found.today, now),
        due=due,
        next_url=reverse("progress:question", args=[found.number]),
        started=found.started,
        ruleset=ruleset_label(found.rules),
        a_day=counted(words.QUESTIONS_A_DAY, A_DAY),
    )


def why(code: str, days: int) -> str:
    """Say why a rule is due, and how long ago that was."""
    return f"{words.WHY[code]} {counted(words.DAYS_AGO, days) if days else words.EARLIER_TODAY}"


def question_context(found: Question, notice: str) -> dict[str, Any]:
    """Word a question as the visitor has left it, with what stands around it."""
    item = found.item
    frame = Frame(
        url=reverse("progress:question", args=[item.number]),
        draft_url=reverse("progress:draft", args=[item.number]),
        next_url=reverse("progress:question", args=[item.number + 1]) + "#panel",
        next_label=pgettext("button, review", "Next rule"),
        notice=notice_for(notice, found.kind),
    )
    around = QuestionView(
        heading=_("Question %(n)s") % {"n": item.number},
        why=why(item.why, item.days),
        ruleset=ruleset_label(found.rules),
        go_on=item.counted,
    )
    return {"question": around, "exercise": exercise_view(found.kind, item, frame)}
