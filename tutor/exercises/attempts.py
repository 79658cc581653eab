"""What becomes of a form: an answer, a hint, the answer shown, another try. Where it is kept is the caller's matter."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Protocol

from tutor.exercises.kinds.base import Answer, BadAnswerError, Kind, Posted

HINTS = 4
FREE_HINTS = 1
"""Hints up to this level keep the credit of the first try."""

AWAITING, WRONG, SOLVED = "awaiting", "wrong", "solved"


class Attempt(Protocol):
    """Where somebody stands in one exercise: a row of a database, or any object with these attributes.

    ``actions`` counts what was done here: a form that carries another number is stale and counts nothing.
    ``answer`` is the last one given, ``draft`` one that was not sent yet. ``first_try`` is None until the first answer.
    """

    phase: Any
    actions: Any
    answer: Any
    draft: Any
    hint: Any
    shown: Any
    tries: Any
    first_try: Any
    solved: Any


class Result(StrEnum):
    """What became of a form."""

    ANSWERED = "answered"
    GOES_ON = "goes_on"
    HINTED = "hinted"
    RETRIED = "retried"
    NOTHING_CHOSEN = "nothing_chosen"
    STALE = "stale"


Change = Callable[[Any], None]


class Keep(Protocol):
    """Applies a change to the attempt and keeps it, once; returns whether it was applied.

    ``counts``: it is an action, so that forms that do not know it are stale.
    """

    def __call__(self, change: Change, *, counts: bool = True) -> bool:
        """Apply and keep."""
        ...


def take(kind: Kind, attempt: Attempt, keep: Keep, do: str, posted: Posted) -> Result:
    """Do what a form asks for: ``answer``, ``hint``, ``show``, ``retry`` or ``restart``, which goes back to the start.

    Raises:
        BadAnswerError: the form holds what the exercise does not offer.
    """
    if do == "hint":
        return _kept(keep, _hinted(kind, attempt.hint + 1, posted), Result.HINTED)
    if do == "show":
        return _kept(keep, _hinted(kind, HINTS, posted), Result.HINTED)
    if do == "retry":
        return _kept(keep, _fresh(kind), Result.RETRIED)
    if do == "restart":
        return _kept(keep, _fresh(kind, whole=True), Result.RETRIED)
    answer = kind.read_answer(posted)
    if answer is None:
        return Result.NOTHING_CHOSEN
    if not kind.is_complete(answer):
        keep_draft(keep, answer)
        return Result.GOES_ON if kind.goes_on(answer) else Result.NOTHING_CHOSEN
    return _kept(keep, _answered(kind, answer), Result.ANSWERED)


def keep_draft(keep: Keep, draft: Answer | None) -> None:
    """Remember what was chosen so far. This counts as no action."""

    def change(attempt: Attempt) -> None:
        attempt.draft = draft

    keep(change, counts=False)


def agrees(kind: Kind, attempt: Attempt) -> bool:
    """Return whether what is remembered still is an answer to this exercise, and stands as it stood.

    It may not: the ruleset has changed since, or the position of the exercise.
    """
    if not attempt.answer:
        return bool(attempt.phase == AWAITING)
    try:
        readable = kind.accepts(attempt.answer)
        right = readable and kind.mark(attempt.answer).right
    except (ArithmeticError, BadAnswerError, LookupError, TypeError, ValueError):
        return False
    return bool(readable and right == (attempt.phase == SOLVED))


def _kept(keep: Keep, change: Change, result: Result) -> Result:
    return result if keep(change) else Result.STALE


def _answered(kind: Kind, answer: Answer) -> Change:
    right = kind.mark(answer).right

    def change(attempt: Attempt) -> None:
        attempt.answer, attempt.draft = answer, None
        attempt.phase = SOLVED if right else WRONG
        attempt.tries += 1
        attempt.shown = False
        if attempt.first_try is None:
            attempt.first_try = right and attempt.hint <= FREE_HINTS
        attempt.solved = attempt.solved or right

    return change


def _hinted(kind: Kind, level: int, posted: Posted) -> Change:
    draft = kind.read_answer(posted) if kind.drafts else None
    if level == HINTS - 1 and kind.narrowing_is_answer():
        level = HINTS

    def change(attempt: Attempt) -> None:
        attempt.hint = min(level, HINTS)
        if kind.drafts:
            attempt.draft = draft
        if attempt.hint == HINTS:
            attempt.phase, attempt.shown, attempt.solved = SOLVED, True, True
            attempt.first_try = bool(attempt.first_try)
            attempt.answer = kind.right_answers()[0]
            attempt.draft = None

    return change


def _fresh(kind: Kind, *, whole: bool = False) -> Change:
    def change(attempt: Attempt) -> None:
        if attempt.first_try is None and attempt.hint > FREE_HINTS:
            attempt.first_try = False  # the hints go, what they told does not
        wrong = attempt.answer if attempt.phase == WRONG else None
        attempt.phase = AWAITING
        attempt.draft = kind.kept_on_retry(wrong) if wrong and not whole else None
        attempt.answer, attempt.hint, attempt.shown = None, 0, False

    return change
