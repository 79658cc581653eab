"""One puzzle: finding it, and what a visitor does with it. Takes models and plain values, never a request."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from engine.problems.item import Item
from engine.ruleset import Ruleset
from tutor.exercises.attempts import FREE_HINTS, SOLVED, WRONG, Change, Result, keep_draft, take
from tutor.exercises.kinds import make_item
from tutor.exercises.kinds.base import Kind, Posted
from tutor.learners.models import PuzzleAttempt
from tutor.learners.services import CHANGING, Session, act, visitor_id
from tutor.puzzles.models import AnyPuzzle, FreshPuzzle, Puzzle, PuzzleTally
from tutor.puzzles.playing import PlayedOn, can_be_played, play_on
from tutor.puzzles.scoring import count
from tutor.puzzles.walking import Walk


@dataclass(slots=True)
class PuzzleOnPage:
    """A puzzle, ready to be asked and marked, and where the visitor stands. ``day``: it is the puzzle of that day."""

    puzzle: AnyPuzzle
    kind: Kind
    attempt: PuzzleAttempt
    walk: Walk
    day: date | None = None

    @property
    def rules(self) -> Ruleset:
        """The ruleset that the puzzle is asked under."""
        return self.kind.rules

    @property
    def problem(self) -> Item:
        """What the engine knows of it."""
        return self.puzzle.problem

    @property
    def named(self) -> bool:
        """The theme may be shown: somebody has asked for it, or has the answer."""
        return self.walk.named or self.walk.within == "theme" or self.attempt.phase == SOLVED


def puzzle_by_id(key: str) -> AnyPuzzle | None:
    """Return a stored or a fresh puzzle with its theme and its tally; None where there is none of this id."""
    for model in (Puzzle, FreshPuzzle):
        found: AnyPuzzle | None = with_tally(model._default_manager.filter(pk=key)).first()
        if found is not None:
            return found
    return None


def with_tally(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return puzzles with their themes, and how many first answers to each were ``right`` and ``wrong``."""
    tally = PuzzleTally.objects.filter(pk=OuterRef("pk"))
    counts = {name: Coalesce(Subquery(tally.values(name)), 0) for name in ("right", "wrong")}
    return rows.select_related("theme").annotate(**counts)


def columns_by_id(keys: Collection[str]) -> dict[str, dict[str, Any]]:
    """Return, of some puzzles, those that there are: id -> what an attempt notes of it."""
    found: dict[str, dict[str, Any]] = {}
    for model in (Puzzle, FreshPuzzle):
        rows = model._default_manager.filter(pk__in=keys).values("pk", "theme_id", "rule", "level", "ruleset")
        found |= {row.pop("pk"): {"theme": row.pop("theme_id"), **row} for row in rows}
    return found


def kind_of(puzzle: AnyPuzzle) -> Kind:
    """Return the exercise that a puzzle is. Its proof goes along, for what is marked by more than one position."""
    return make_item(puzzle.problem)


def opened(session: Session, puzzle: AnyPuzzle, walk: Walk, day: date | None = None) -> PuzzleOnPage:
    """Return a puzzle as the visitor has left it. Looking creates nothing."""
    attempt = attempt_at(session, puzzle)
    kind = kind_of(puzzle)
    return PuzzleOnPage(puzzle, kind.resumed(attempt.answer or attempt.draft), attempt, walk, day)


def attempt_at(session: Session, puzzle: AnyPuzzle) -> PuzzleAttempt:
    """Return where a visitor stands with a puzzle: the row there is, or one that is not kept yet."""
    key = visitor_id(session)
    found = PuzzleAttempt.objects.filter(visitor_id=key, puzzle=puzzle.pk).first() if key else None
    return found or PuzzleAttempt(
        puzzle=puzzle.pk,
        theme=puzzle.theme_id,
        rule=puzzle.rule,
        level=puzzle.level,
        ruleset=puzzle.ruleset,
    )


def take_puzzle(session: Session, page: PuzzleOnPage, do: str, seen: int, posted: Posted, now: datetime) -> Result:
    """Do what the form of a puzzle asks for, once. The first answer, or the answer shown, is counted for the puzzle.

    Raises:
        BadAnswerError: the form holds what the puzzle does not offer.
    """
    attempt = page.attempt
    before = attempt.counted

    def keep(change: Change, *, counts: bool = True) -> bool:
        def noted(row: PuzzleAttempt) -> None:
            tries = row.tries
            change(row)
            note(row, now, answered=row.tries > tries)

        with transaction.atomic():  # both or neither: a form that failed can be sent again
            kept = act(session, attempt, seen, noted, counts=counts, changing=(*CHANGING, "counted", "missed"))
            if kept and attempt.counted and not before:
                count(page.puzzle.pk, right=bool(attempt.first_try))
        return kept

    result = take(page.kind, attempt, keep, do, posted)
    if result is Result.STALE:
        page.attempt = attempt_at(session, page.puzzle)
    return result


def note(attempt: PuzzleAttempt, now: datetime, *, answered: bool) -> None:
    """Keep the list of mistakes, and note that there has been a first answer.

    A puzzle that was missed leaves the list when it is solved without its answer on a later day: right after a miss that
    would prove nothing.
    """
    attempt.counted = attempt.counted or answered or attempt.shown
    if (answered and attempt.phase == WRONG) or attempt.shown:
        attempt.missed = now
    elif answered and attempt.missed is not None and _mended(attempt, attempt.missed, now):
        attempt.missed = None


def _mended(attempt: PuzzleAttempt, missed: datetime, now: datetime) -> bool:
    return missed.date() < now.date() and attempt.hint <= FREE_HINTS


def may_be_played(page: PuzzleOnPage) -> bool:
    """Return whether the position can be played on: hidden cards come to light, so only once it is solved."""
    return page.attempt.phase == SOLVED and can_be_played(page.problem)


def played_on(page: PuzzleOnPage, done: str, card: str) -> PlayedOn:
    """Return where playing on has come to. ``done``: the actions so far, ``card``: one that was just pressed.

    Raises:
        ReadError, ValueError: they cannot be read.
    """
    texts = [text for text in done.split(",") if text]
    return play_on(page.problem, [*texts, f"A:{card}"] if card else texts)


def keep_puzzle_draft(session: Session, page: PuzzleOnPage, seen: int, posted: Posted) -> None:
    """Remember what was ticked when the language changes in the middle of an answer. This counts as no action."""

    def keep(change: Change, *, counts: bool = True) -> bool:
        return act(session, page.attempt, seen, change, counts=counts)

    keep_draft(keep, page.kind.read_answer(posted))
