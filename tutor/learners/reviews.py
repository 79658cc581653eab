"""Rules that come back: which are due and why, what an answer changes, and what reviews mean for a lesson's level.

Days are days of UTC: what is due on a day is due from its first minute. The moment is always handed in.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import DateTimeField, F, Value
from django.db.models.functions import Least

from tutor.learners.models import RuleReview, StepProgress
from tutor.learners.records import REVIEW_COLUMNS
from tutor.learners.schedule import FIRST_INTERVAL, Grade, Memory, after_review
from tutor.learners.services import Session, visitor_id

A_DAY = 12
"""Reviews that are offered on one day at most."""
HOLD = timedelta(days=6)
"""A rule counts for mastery when it is right again this long after it was right for the first time."""
LEVELS = ("new", "started", "done", "proficient", "mastered")


class Why(StrEnum):
    """Why a rule is due."""

    FIRST = "first"
    SHOWN = "shown"
    MISSED = "missed"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class Taught:
    """A rule that a lesson has taught: when, and whether the answer had to be shown."""

    rule: str
    when: datetime
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Due:
    """A rule that is due. ``days`` have passed since what ``why`` speaks of."""

    rule: str
    why: Why
    days: int


@dataclass(frozen=True, slots=True)
class Today:
    """The reviews of a day: what is due now, how many were done, when the next one comes.

    ``elsewhere`` counts rules that are due, but cannot be asked under the visitor's ruleset. ``empty``: nothing is in the
    schedule, neither for today nor for another day.
    """

    due: tuple[Due, ...]
    done: int
    later: int
    next_due: datetime | None
    elsewhere: int = 0
    empty: bool = False


TELLERS: dict[str, Callable[[Session, datetime], Today]] = {}
"""Who can say what is due of a visitor: the app above that knows what was taught and what can be asked, by its name."""


def rules_due(session: Session, now: datetime) -> int:
    """Return how many rules a visitor can review now: as many as the page of reviews offers."""
    return sum(len(tell(session, now).due) for tell in TELLERS.values())


def reviews_of(session: Session) -> dict[str, RuleReview]:
    """Return what a visitor has in the schedule, by rule. Looking creates nothing."""
    key = visitor_id(session)
    return {row.rule: row for row in RuleReview.objects.filter(visitor_id=key)} if key else {}


def enrol(session: Session, taught: Iterable[Taught]) -> dict[str, RuleReview]:
    """Bring the schedule of a visitor up to date with what lessons have taught, and return it.

    A new rule is due on the day after its lesson. One whose answer was shown since its last review is due on the day
    after that, whatever its interval.
    """
    known, key = reviews_of(session), visitor_id(session)
    fresh: dict[str, RuleReview] = {}
    for each in sorted(taught, key=lambda each: each.when):
        due = each.when + FIRST_INTERVAL
        row = known.get(each.rule)
        if row is None:
            fresh.setdefault(each.rule, RuleReview(visitor_id=key, rule=each.rule, due=due, updated=each.when))
        elif each.shown and row.last_review is not None and row.last_review < each.when and due < row.due:
            row.due = due
            RuleReview.objects.filter(pk=row.pk).update(due=due)
    if not fresh:
        return known
    RuleReview.objects.bulk_create(fresh.values(), ignore_conflicts=True)
    return reviews_of(session)  # somebody else may have been faster, and rows need their keys


def today(
    reviews: Iterable[RuleReview],
    shown: Mapping[str, datetime],
    now: datetime,
    asked: Collection[str] | None = None,
) -> Today:
    """Return what is due, the longest overdue first.

    ``shown``: rules whose answer a lesson had to show -> when. ``asked``: rules about which there are questions under the
    visitor's ruleset, None for all.
    """
    every = sorted(reviews, key=lambda row: (row.due, row.rule))
    rows = [row for row in every if asked is None or row.rule in asked]
    done = sum(row.last_review is not None and row.last_review.date() == now.date() for row in every)
    waiting = [row for row in rows if row.due.date() <= now.date()]
    offered = waiting[: max(A_DAY - done, 0)]
    coming = [row.due for row in rows if row.due.date() > now.date()]
    return Today(
        due=tuple(_due(row, shown, now) for row in offered),
        done=done,
        later=len(waiting) - len(offered),
        next_due=min(coming, default=None),
        elsewhere=sum(row.due.date() <= now.date() for row in every) - len(waiting),
        empty=not every,
    )


def _due(row: RuleReview, shown: Mapping[str, datetime], now: datetime) -> Due:
    why, since = _why(row, shown)
    return Due(row.rule, why, max((now.date() - since.date()).days, 0))


def _why(row: RuleReview, shown: Mapping[str, datetime]) -> tuple[Why, datetime]:
    """Return why a rule is due, and when that was."""
    if row.misses:
        return Why.MISSED, row.updated  # in a review or in a deal, which is no review
    if row.rule in shown:
        return Why.SHOWN, shown[row.rule]
    if row.last_review is None:
        return Why.FIRST, min(row.updated, row.due - FIRST_INTERVAL)  # it may have been postponed since its lesson
    return Why.AGAIN, row.last_review


def record(row: RuleReview, grade: Grade, now: datetime) -> bool:
    """Note an answer, once: a row that was reviewed elsewhere meanwhile stays as it is. Return whether it counted."""
    before = row.last_review
    memory = Memory(row.due, row.state, row.step, row.stability, row.difficulty, row.last_review)
    for name, value in asdict(after_review(memory, grade, now)).items():
        setattr(row, name, value)
    if grade is Grade.MISSED:
        row.misses += 1
        row.wrong += 1
    elif grade is Grade.RIGHT:
        _note_right(row, now)
    values = {name: getattr(row, name) for name in REVIEW_COLUMNS if name != "updated"}
    return RuleReview.objects.filter(pk=row.pk, last_review=before).update(**values, updated=now) == 1


def miss_rules(visitor: uuid.UUID, rules: Iterable[str], now: datetime) -> None:
    """Let rules that were missed in a game come back on the next day.

    A game is no review: what is known of the memory stays, and the day's number of reviews is not used up.
    """
    wanted, due = tuple(dict.fromkeys(rules)), now + FIRST_INTERVAL
    if not wanted:
        return
    known = RuleReview.objects.filter(visitor_id=visitor, rule__in=wanted)
    sooner = Least(F("due"), Value(due, DateTimeField()))
    changed = known.update(misses=F("misses") + 1, wrong=F("wrong") + 1, due=sooner, updated=now)
    if changed < len(wanted):
        fresh = [RuleReview(visitor_id=visitor, rule=rule, due=due, misses=1, wrong=1, updated=now) for rule in wanted]
        RuleReview.objects.bulk_create(fresh, ignore_conflicts=True)


def _note_right(row: RuleReview, now: datetime) -> None:
    row.right += 1
    if row.misses or row.first_right is None:
        row.misses, row.held, row.first_right = 0, False, now  # after a miss it has to be shown anew
    elif now - row.first_right >= HOLD:
        row.held = True


def postpone(row: RuleReview, now: datetime) -> None:
    """Leave a rule for the next day: no question about it was found."""
    row.due = now + FIRST_INTERVAL
    RuleReview.objects.filter(pk=row.pk).update(due=row.due)


def level_with_reviews(level: str, rules: Collection[str], reviews: Mapping[str, RuleReview]) -> str:
    """Return a lesson's level after its reviews: mastered where all its rules hold, lower where one was missed.

    ``level`` is what its steps say, ``rules`` are those of the lesson that can be reviewed. Each miss lowers by one
    level until the rule is right again, never below ``started``.

    >>> level_with_reviews("proficient", ["trick.win"], {"trick.win": RuleReview(rule="trick.win", misses=1)})
    'done'
    >>> level_with_reviews("started", ["trick.win"], {"trick.win": RuleReview(rule="trick.win", misses=3)})
    'started'
    """
    if level == "new":
        return level
    rows = [reviews[rule] for rule in rules if rule in reviews]
    place = LEVELS.index(level)
    if level == "proficient" and rules and len(rows) == len(rules) and all(row.held for row in rows):
        place = LEVELS.index("mastered")
    return LEVELS[max(place - sum(row.misses for row in rows), LEVELS.index("started"))]


def shown_rules(
    steps: Iterable[StepProgress], rule_of: Mapping[str, str], reviews: Mapping[str, RuleReview]
) -> dict[str, datetime]:
    """Return the rules whose answer was shown in a lesson since their last review, with when that was last."""
    found: dict[str, datetime] = {}
    for step in steps:
        rule = rule_of.get(step.step, "")
        row = reviews.get(rule)
        if rule and step.shown and (row is None or row.last_review is None or row.last_review < step.updated):
            found[rule] = max(step.updated, found.get(rule, step.updated))
    return found
