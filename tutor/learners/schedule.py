"""When a rule comes back. The one place that knows the package ``fsrs``.

Everything is a plain value and the moment is handed in, so that days can pass in a test. Intervals are whole days: a
right answer makes them grow, a miss brings the rule back on the next day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from fsrs import Card, Rating, Scheduler, State

DAY = timedelta(days=1)
FIRST_INTERVAL = DAY
"""From the lesson to the first review."""

IN_REVIEW = State.Review.value
"""The state of a card that has left its first day; only then it has no step."""

_SCHEDULER = Scheduler(
    desired_retention=0.9,
    learning_steps=(DAY,),
    relearning_steps=(DAY,),
    maximum_interval=365,
    enable_fuzzing=False,  # the same answers on the same days give the same dates
)


class Grade(StrEnum):
    """How a rule was answered. With hints beyond the first it is no miss, but it comes back sooner."""

    RIGHT = "right"
    HELPED = "helped"
    MISSED = "missed"


_RATINGS = {Grade.RIGHT: Rating.Good, Grade.HELPED: Rating.Hard, Grade.MISSED: Rating.Again}


@dataclass(frozen=True, slots=True)
class Memory:
    """How well a rule is remembered, and when it is due."""

    due: datetime
    state: int = State.Learning.value
    step: int | None = 0
    stability: float | None = None
    difficulty: float | None = None
    last_review: datetime | None = None


def after_review(memory: Memory, grade: Grade, now: datetime) -> Memory:
    """Return the memory after an answer.

    >>> from datetime import UTC
    >>> monday = datetime(2026, 1, 5, 18, tzinfo=UTC)
    >>> first = after_review(Memory(due=monday), Grade.RIGHT, monday)
    >>> (first.due - monday).days
    2
    >>> (after_review(first, Grade.MISSED, first.due).due - first.due).days
    1
    """
    card = Card(
        card_id=1,  # named, because the package would wait a millisecond to make one up
        state=State(memory.state),
        step=memory.step,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=memory.due,
        last_review=memory.last_review,
    )
    reviewed, _log = _SCHEDULER.review_card(card, _RATINGS[grade], now)
    return Memory(
        due=reviewed.due,
        state=reviewed.state.value,
        step=reviewed.step,
        stability=reviewed.stability,
        difficulty=reviewed.difficulty,
        last_review=reviewed.last_review,
    )
