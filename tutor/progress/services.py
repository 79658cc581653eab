"""What a learner has reached and what comes back, put together from lessons and reviews."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.ruleset import Ruleset
from tutor.learners.keeping import UNDO
from tutor.learners.models import RuleReview, StepProgress, Visitor
from tutor.learners.reviews import Taught, Today, enrol, shown_rules, today
from tutor.learners.services import Session, current_ruleset, touched_steps, visitor_of
from tutor.learners.transfer import Known
from tutor.lessons.exit_test import COURSE, PASSED
from tutor.lessons.services import LessonOnMap, map_of
from tutor.lessons.syllabus import askable, ever_asked, lesson_by_step, lesson_of_rule, rules_by_step
from tutor.progress.puzzle_stats import PuzzleStats, puzzle_stats
from tutor.puzzles.services import columns_by_id


@dataclass(frozen=True, slots=True)
class Weak:
    """A rule that was missed: in how many steps, and in how many reviews since it was right."""

    rule: str
    lesson: str
    steps: int
    reviews: int


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything that the page of progress shows."""

    lessons: list[LessonOnMap]
    today: Today
    weak: list[Weak]
    account: str
    undo_until: datetime | None
    puzzles: PuzzleStats
    passed: bool


def overview(session: Session, now: datetime) -> Overview:
    """Return how far a visitor is."""
    visitor, steps = visitor_of(session), touched_steps(session)
    reviews, puzzles = enrol(session, taught(steps)), puzzle_stats(session)
    rules = current_ruleset(session)
    return Overview(
        lessons=map_of(steps, reviews, rules),
        today=_due(steps, reviews, rules, now),
        weak=weak_rules(steps, reviews),
        account=_account(visitor),
        undo_until=_undo_until(visitor, now),
        passed=any(step.step == PASSED and step.solved for step in steps),
        puzzles=puzzles,
    )


def due_today(session: Session, now: datetime) -> tuple[Today, dict[str, RuleReview]]:
    """Return what is due under the visitor's ruleset, and the whole schedule. Every page that counts it asks here."""
    steps = touched_steps(session)
    reviews = enrol(session, taught(steps))
    return _due(steps, reviews, current_ruleset(session), now), reviews


def _due(steps: Collection[StepProgress], reviews: Mapping[str, RuleReview], rules: Ruleset, now: datetime) -> Today:
    return today(reviews.values(), shown_rules(steps, rule_of_step(), reviews), now, askable(rules))


def known_here() -> Known:
    """Return the steps, rules and puzzles that there are, for reading a file."""
    return Known({**lesson_by_step(), PASSED: COURSE}, frozenset(lesson_of_rule()), columns_by_id)


def rule_of_step() -> dict[str, str]:
    """Return the rule that each step is about."""
    return {step: rules[0] for step, rules in rules_by_step().items()}


def taught(steps: Iterable[StepProgress]) -> list[Taught]:
    """Return the rules that a visitor has met in solved steps, as far as questions can be made about them.

    An answer that was shown speaks of the first rule of its step alone.
    """
    rules = rules_by_step()
    return [
        Taught(rule, step.updated, step.shown and place == 0)
        for step in steps
        if step.solved
        for place, rule in enumerate(rules.get(step.step, ()))
        if rule in ever_asked()
    ]


def weak_rules(steps: Iterable[StepProgress], reviews: Mapping[str, RuleReview]) -> list[Weak]:
    """Return the rules that were missed and have not been right in a review since, the most missed ones first."""
    rules, missed = rule_of_step(), dict[str, int]()
    for step in steps:
        rule = rules.get(step.step)
        if rule is not None and step.first_try is False and not _right_since(reviews.get(rule), step):
            missed[rule] = missed.get(rule, 0) + 1
    again = {rule: row.misses for rule, row in reviews.items() if row.misses}
    found = [
        Weak(rule, lesson_of_rule()[rule], missed.get(rule, 0), again.get(rule, 0))
        for rule in _known({*missed, *again})
    ]
    return sorted(found, key=lambda weak: (-weak.reviews, -weak.steps, weak.rule))


def _right_since(row: RuleReview | None, step: StepProgress) -> bool:
    return row is not None and not row.misses and row.last_review is not None and row.last_review > step.updated


def _known(rules: Collection[str]) -> list[str]:
    return sorted(rule for rule in rules if rule in lesson_of_rule())


def _account(visitor: Visitor | None) -> str:
    user = visitor.user if visitor else None
    return str(user.first_name or user.get_username()) if user else ""


def _undo_until(visitor: Visitor | None, now: datetime) -> datetime | None:
    shadow = getattr(visitor, "shadow", None) if visitor else None
    if shadow is None or shadow.shadowed is None or shadow.shadowed + UNDO <= now:
        return None
    return shadow.shadowed + UNDO
