"""Everything that belongs to a visitor, as lists of rows that can be moved, merged, set aside and brought back.

A table that belongs to visitors is named here once (``RECORDS``); signing in, importing, resetting, undoing and
deleting then know it. Merging never loses anything: of two rows for the same thing the best of both is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models, transaction

from tutor.learners.models import DealResult, PuzzleAttempt, ReviewItem, RuleReview, StepProgress, Visitor

WHOLE = ("exit",)
"""Lessons whose rows are kept together: the exit test."""
Row = Any
"""A row of one of the tables below: it has ``visitor`` and ``updated``."""


@dataclass(frozen=True, slots=True)
class Records:
    """A table whose rows belong to visitors.

    ``key`` tells which rows of two visitors are about the same thing. ``merge`` changes its first row to the best of
    both and is None where the first row simply stays. ``columns`` are those that a merge can change.
    """

    model: type[models.Model]
    key: Callable[[Row], str]
    merge: Callable[[Row, Row], None] | None
    columns: Sequence[str] = ()

    def of(self, visitor: Visitor) -> list[Row]:
        """Return the rows of a visitor."""
        return list(self.model._default_manager.filter(visitor=visitor))


@dataclass(slots=True)
class Merged:
    """What a merge did, in rows."""

    added: int = 0
    improved: int = 0
    same: int = 0


def combine(records: Records, visitor: Visitor, rows: Iterable[Row]) -> Merged:
    """Give rows to a visitor. Rows of another visitor move, new ones are written, known ones are merged.

    Undoing takes none of them away again, not even where a file has put the row that they are merged into.
    """
    mine_all, rows = _whole_ones(records, records.of(visitor), list(rows))
    known = {records.key(row): row for row in mine_all}
    moving, fresh, changed, met, done = [], [], [], [], Merged()
    for row in rows:
        mine = known.get(records.key(row))
        if mine is None:
            row.visitor = visitor
            (fresh if row.pk is None else moving).append(row)
        elif _merged(records, mine, row):
            changed.append(mine)
        else:
            done.same += 1
        if mine is not None and mine.pk is not None:
            met.append(mine.pk)
    _keep_for_good(records, visitor, met)
    manager = records.model._default_manager
    if moving:
        manager.filter(pk__in=[row.pk for row in moving]).update(visitor=visitor)
    manager.bulk_create(fresh)
    if changed:
        manager.bulk_update(changed, records.columns)
    done.added, done.improved = len(moving) + len(fresh), len(changed)
    return done


def _keep_for_good(records: Records, visitor: Visitor, keys: Sequence[int]) -> None:
    """Take rows off the list of those that a file has put in the place of others, and that undoing would delete."""
    shadow = Visitor.objects.filter(shadow_of=visitor, placed__isnull=False).first() if keys else None
    if shadow is None:
        return
    name = records.model._meta.label_lower
    shadow.placed[name] = sorted(set(shadow.placed.get(name, ())) - set(keys))
    shadow.save(update_fields=["placed"])


def _whole_ones(records: Records, mine: list[Row], other: list[Row]) -> tuple[list[Row], list[Row]]:
    """Return the rows of both sides that are merged one by one.

    The rows of a test belong together, since its questions follow from its seed: where both sides have one, the later
    one is kept whole and the other one goes.
    """
    if records.model is not StepProgress:
        return mine, other
    for lesson in WHOLE:
        sides = [[row for row in side if row.lesson == lesson] for side in (mine, other)]
        if not all(sides):
            continue
        newest = [max(row.updated for row in side) for side in sides]
        if newest[1] > newest[0]:
            StepProgress.objects.filter(pk__in=[row.pk for row in sides[0]]).delete()
            mine = [row for row in mine if row not in sides[0]]
        else:
            other = [row for row in other if row.lesson != lesson]
    return mine, other


def _merged(records: Records, mine: Row, other: Row) -> bool:
    """Merge the second row into the first; return whether that changed anything."""
    if records.merge is None:
        return False
    before = [getattr(mine, name) for name in records.columns]
    records.merge(mine, other)
    return before != [getattr(mine, name) for name in records.columns]


@transaction.atomic
def absorb(visitor: Visitor, other: Visitor) -> None:
    """Give everything of one visitor to another; the first one is left with what was merged away."""
    for records in RECORDS:
        combine(records, visitor, records.of(other))


def wipe(visitor: Visitor) -> None:
    """Delete the rows of a visitor."""
    for records in RECORDS:
        records.model._default_manager.filter(visitor=visitor).delete()


def placed_now(visitor: Visitor) -> dict[str, list[int]]:
    """Return the keys of all rows of a visitor, by table, as ``take_away`` wants them."""
    found = {}
    for records in RECORDS:
        rows = records.model._default_manager.filter(visitor=visitor)
        found[records.model._meta.label_lower] = list(rows.order_by("pk").values_list("pk", flat=True))
    return found


def take_away(visitor: Visitor, placed: Mapping[str, Sequence[int]], until: datetime) -> None:
    """Delete the rows with these keys, those excepted that somebody has touched since that moment."""
    for records in RECORDS:
        keys = placed.get(records.model._meta.label_lower, ())
        records.model._default_manager.filter(visitor=visitor, pk__in=keys, updated__lte=until).delete()


# -- the best of two rows ------------------------------------------------------------------------------------------


def merge_steps(mine: Row, other: Row) -> None:
    """Keep what was reached at either; the attempt that is under way is the later one."""
    reached = (mine.solved, mine.first_try, mine.tries)
    mine.solved = mine.solved or other.solved
    mine.first_try = _best_first_try(mine.first_try, other.first_try)
    mine.tries = max(mine.tries, other.tries)
    if other.pk is not None and other.updated > mine.updated:
        for name in ("phase", "answer", "draft", "hint", "shown", "updated"):
            setattr(mine, name, getattr(other, name))
        mine.actions = max(mine.actions, other.actions) + 1  # pages that are open elsewhere are out of date
    elif reached != (mine.solved, mine.first_try, mine.tries):
        mine.actions += 1


def _best_first_try(one: bool | None, other: bool | None) -> bool | None:
    if one or other:
        return True
    return None if one is None and other is None else False


def merge_puzzles(mine: PuzzleAttempt, other: PuzzleAttempt) -> None:
    """Keep what was reached at either, as with steps."""
    mine.counted = mine.counted or other.counted
    if other.updated > mine.updated:
        mine.missed = other.missed
    merge_steps(mine, other)


def merge_reviews(mine: RuleReview, other: RuleReview) -> None:
    """Take the schedule of the later review; what either has reached stays reached, unless a miss has undone it."""
    unbroken = not mine.misses and not other.misses
    held = mine.held or other.held
    first_right = min(filter(None, (mine.first_right, other.first_right)), default=None)
    right, wrong, updated = (max(getattr(mine, name), getattr(other, name)) for name in ("right", "wrong", "updated"))
    if _later(other, mine):
        for name in REVIEW_COLUMNS:
            setattr(mine, name, getattr(other, name))
    if unbroken:
        mine.held, mine.first_right = held, first_right
    mine.right, mine.wrong, mine.updated = right, wrong, updated


def _later(one: RuleReview, other: RuleReview) -> bool:
    if one.last_review is None:
        return False
    return other.last_review is None or one.last_review > other.last_review


def merge_results(mine: DealResult, other: DealResult) -> None:
    """A deal has ended as it has; what the coach said of it may be known on one side alone."""
    if not mine.causes:
        mine.causes = other.causes


STEP_COLUMNS = ("phase", "actions", "answer", "draft", "hint", "shown", "tries", "first_try", "solved", "updated")
REVIEW_COLUMNS = (
    *("state", "step", "stability", "difficulty", "due", "last_review"),
    *("first_right", "held", "misses", "right", "wrong", "updated"),
)
PUZZLE_COLUMNS = (*STEP_COLUMNS, "counted", "missed")

RECORDS: list[Records] = [
    Records(StepProgress, lambda row: row.step, merge_steps, STEP_COLUMNS),
    Records(RuleReview, lambda row: row.rule, merge_reviews, REVIEW_COLUMNS),
    Records(ReviewItem, lambda row: "the open one", None),
    Records(PuzzleAttempt, lambda row: row.puzzle, merge_puzzles, PUZZLE_COLUMNS),
    Records(DealResult, lambda row: row.key, merge_results, ("causes",)),
]
"""Every table whose rows belong to visitors."""


def records_of(model: type[models.Model]) -> Records:
    """Return the records of a table."""
    return next(records for records in RECORDS if records.model is model)
