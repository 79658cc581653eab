"""The review: one question at a time about a rule that is due, made fresh each time and counted once."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from engine.problems.item import Item
from engine.problems.making import make_for_rule
from engine.ruleset import Ruleset, parse
from tutor.exercises.attempts import Change, Result, keep_draft, take
from tutor.exercises.kinds import make
from tutor.exercises.kinds.base import Kind, Posted
from tutor.learners.models import ReviewItem, RuleReview
from tutor.learners.reviews import Due, Today, postpone, record
from tutor.learners.schedule import Grade
from tutor.learners.services import CHANGING, Session, current_ruleset, visitor_id
from tutor.lessons.services import lesson_titles
from tutor.lessons.syllabus import lesson_of_rule
from tutor.progress.services import due_today

SEEDS = 2**48
"""Seeds are below this: they fit into every database and can be typed."""


@dataclass(frozen=True, slots=True)
class Review:
    """What is due, under which rules, and the number of the question to go to.

    ``lessons``: rule -> lesson, ``titles``: lesson -> title in the language of the page.
    """

    today: Today
    rules: Ruleset
    number: int
    started: bool
    lessons: Mapping[str, str]
    titles: Mapping[str, str]


@dataclass(slots=True)
class Question:
    """A question of the review, ready to be asked and marked."""

    item: ReviewItem
    kind: Kind
    rules: Ruleset


def review_of(session: Session, now: datetime) -> Review:
    """Return everything that the page of reviews shows."""
    found, _reviews = due_today(session, now)
    item = open_item(session)
    return Review(
        today=found,
        rules=current_ruleset(session),
        number=next_number(item),
        started=item is not None and not item.counted,
        lessons=lesson_of_rule(),
        titles=lesson_titles(),
    )


def open_item(session: Session) -> ReviewItem | None:
    """Return the question that a visitor has open, answered or not."""
    key = visitor_id(session)
    return ReviewItem.objects.filter(visitor_id=key).first() if key else None


def next_number(item: ReviewItem | None) -> int:
    """Return the number of the question to go to: the open one, or the one after it where it has been answered."""
    if item is None:
        return 1
    return item.number + 1 if item.counted else item.number


def find_question(session: Session, number: int, now: datetime, rng: random.Random) -> Question | None:
    """Return a question by its number: the open one, or a new one after it; None where there is none of that number.

    ``rng`` chooses the seed, which is kept with the question.
    """
    item = open_item(session)
    if item is None or item.number != number:
        if number != next_number(item):
            return None
        item = _draw(session, number, now, rng)
    return _question(item) if item else None


def _question(item: ReviewItem) -> Question:
    rules = parse(item.ruleset)
    kind = make(item.ask, rules)
    return Question(item, kind.resumed(item.answer or item.draft), rules)


def _draw(session: Session, number: int, now: datetime, rng: random.Random) -> ReviewItem | None:
    """Make the next question, about any of the rules that are due: the order would give away which one it is.

    A rule about which nothing can be found waits until tomorrow.
    """
    found, reviews = due_today(session, now)
    rules = current_ruleset(session)
    for due in rng.sample(found.due, len(found.due)):
        seed = rng.randrange(SEEDS)
        made = make_for_rule(due.rule, rules, random.Random(seed), str(seed))
        if isinstance(made, Item):
            return _keep(session, number, due, made, seed, now)
        postpone(reviews[due.rule], now)
    return None


def _keep(session: Session, number: int, due: Due, made: Item, seed: int, now: datetime) -> ReviewItem | None:
    """Put a question in the place of the last one; where another tab was faster, its question stands."""
    fresh = ReviewItem(
        visitor_id=visitor_id(session),
        number=number,
        rule=due.rule,
        why=due.why.value,
        days=due.days,
        ruleset=made.ruleset,
        seed=seed,
        ask=dict(made.ask),
        updated=now,
    )
    try:
        with transaction.atomic():
            ReviewItem.objects.filter(visitor_id=fresh.visitor_id, number__lt=number).delete()
            fresh.save(force_insert=True)
    except IntegrityError:
        return ReviewItem.objects.filter(visitor_id=fresh.visitor_id, number=number).first()
    return fresh


def take_question(session: Session, question: Question, do: str, seen: int, posted: Posted, now: datetime) -> Result:
    """Do what the form of a question asks for. The first answer, or the answer shown, goes into the schedule, once.

    Raises:
        BadAnswerError: the form holds what the question does not offer.
    """
    item = question.item

    def keep(change: Change, *, counts: bool = True) -> bool:
        return _act(item, seen, change, now, counts=counts)

    result = take(question.kind, item, keep, do, posted)
    if result is Result.STALE:
        fresh = open_item(session)
        question.item = fresh if fresh and fresh.number == item.number else item
    return result


def keep_question_draft(question: Question, seen: int, posted: Posted, now: datetime) -> None:
    """Remember what was ticked when the language changes in the middle of an answer. This counts as no action."""

    def keep(change: Change, *, counts: bool = True) -> bool:
        return _act(question.item, seen, change, now, counts=counts)

    keep_draft(keep, question.kind.read_answer(posted))


def grade_of(item: ReviewItem) -> Grade:
    """Return how a question was answered the first time: alone, with more than the first hint, or not."""
    if item.shown or not item.solved:
        return Grade.MISSED
    return Grade.RIGHT if item.first_try else Grade.HELPED


def _act(item: ReviewItem, seen: int, change: Change, now: datetime, *, counts: bool) -> bool:
    """Apply a change where the question still is as the form knew it; return whether it was applied.

    The first answer and its place in the schedule are kept together or not at all: a form that failed can be sent again.
    """
    if item.actions != seen:
        return False
    before = item.counted
    change(item)
    item.actions += counts
    item.counted = item.counted or bool(item.tries) or item.shown
    values = {name: getattr(item, name) for name in (*CHANGING, "counted")}
    rows = ReviewItem.objects.filter(pk=item.pk, number=item.number, actions=seen)
    with transaction.atomic():
        kept = rows.update(**values, updated=now) == 1
        if kept and item.counted and not before:
            _into_schedule(item, now)
    return kept


def _into_schedule(item: ReviewItem, now: datetime) -> None:
    row = RuleReview.objects.filter(visitor_id=item.visitor_id, rule=item.rule).first()
    if row is not None:
        record(row, grade_of(item), now)
