"""The step that is a whole deal: kept as the draft of the step while it is played, as its answer once it is over."""

from __future__ import annotations

import random
from typing import Any

from engine.errors import ReadError
from tutor.exercises.attempts import AWAITING, SOLVED, Result
from tutor.exercises.deals import PracticeDeal, new_deal, restored, stored, take
from tutor.exercises.kinds.base import BadAnswerError, Posted
from tutor.learners.models import StepProgress
from tutor.learners.services import Session, act, lesson_progress
from tutor.lessons.services import StepOnPage

KIND = "deal"
OPPONENT = "beginner"
MOST_REFUSED = 2
"""Refused actions with which a deal still counts as played well."""
SEEDS = 1_000_000


def fresh_seed() -> int:
    """Return a seed that nobody can guess. Tests put another function in its place."""
    return random.SystemRandom().randrange(SEEDS)


def deal_of(page: StepOnPage) -> PracticeDeal | None:
    """Return the deal that is being played, or the one that was played last."""
    found = restored(page.progress.draft or page.progress.answer)
    return found if found is not None and found.rules == page.course.rules else None


def take_deal(session: Session, page: StepOnPage, do: str, seen: int, posted: Posted) -> Result:
    """Do what the form of a deal asks for: ``retry`` deals anew, ``hint`` asks the coach, else an action is tried.

    Raises:
        BadAnswerError: the form holds no action.
    """
    change = _dealt(page) if do == "retry" else _asked if do == "hint" else _acted(page, _posted_action(posted))
    if change is None:
        return Result.NOTHING_CHOSEN
    if not act(session, page.progress, seen, change):
        fresh = lesson_progress(session, page.step.lesson_id)
        page.progress = fresh.get(page.step.key) or StepProgress(step=page.step.key, lesson=page.step.lesson_id)
        return Result.STALE
    if page.progress.solved:
        page.solved |= {page.step.key}
    return Result.HINTED if do == "hint" else Result.RETRIED if do == "retry" else Result.ANSWERED


def _posted_action(posted: Posted) -> str:
    # A card that was chosen and not played yet comes with every button of the form.
    card, action = (posted.get("card") or [""])[-1], (posted.get("act") or [""])[-1]
    return action or (f"A:{card}" if card else "")


def _dealt(page: StepOnPage) -> Any:
    begun = stored(new_deal(page.course.rules, fresh_seed(), OPPONENT))

    def change(progress: StepProgress) -> None:
        progress.phase, progress.hint = AWAITING, 0
        progress.answer, progress.draft = None, begun

    return change


def _asked(progress: StepProgress) -> None:
    progress.hint = 1


def _acted(page: StepOnPage, text: str) -> Any:
    deal = deal_of(page)
    if deal is None or not text or deal.outcome is not None:
        return None
    try:
        after = take(deal, text)
    except ReadError as error:
        raise BadAnswerError(str(error)) from error
    kept, over = stored(after), after.outcome is not None

    def change(progress: StepProgress) -> None:
        progress.hint = 0
        progress.draft = kept
        if over:
            progress.phase, progress.draft, progress.answer = SOLVED, None, kept
            progress.tries += 1
            well = after.refused <= MOST_REFUSED
            progress.first_try = bool(progress.first_try) or well
            progress.solved = True

    return change
