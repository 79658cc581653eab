"""What the opponent wanted with its actions: while a deal is on and after it, when more of its hand may be spoken of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString

from engine.actions import Claim, Draw
from engine.history import History, replay
from engine.notation import read_action
from engine.policy import Choice, Want
from engine.seats import Seat
from tutor.exercises.deals import GO_ON, OPPONENT, PracticeDeal
from tutor.wording.events import told_action
from tutor.wording.wants import wanted


@dataclass(frozen=True, slots=True)
class Aim:
    """An action of the opponent, told in ``heading``, and what it wanted. ``number`` counts the actions of the deal from 0."""

    number: int
    heading: str
    says: tuple[SafeString, ...]
    spoken: str


def aims(deal: PracticeDeal, *, over: bool, first: int = 0, begun: int = 0) -> Iterator[Aim]:
    """Yield what the opponent wanted with each action but drawing; ``first``: of the stored ones from that place on.

    Of the ``begun`` actions with which a deal was opened it may not be known; then nothing is said.
    """
    history, number = replay(deal.start), -1
    for place, text in enumerate(deal.actions):
        if text == GO_ON:
            continue
        number += 1
        action, answers_card = read_action(text), history.deal.led is not None
        step = history.then(action)
        assert isinstance(step, History)
        history = step
        reason = deal.reasons[place] if place < len(deal.reasons) else ""
        if place < first or action.by is not OPPONENT or isinstance(action, Draw) or not (reason or number >= begun):
            continue
        yield _aim(number, told_action(action, Seat.A, answers=answers_card), reason, over=over)


def _aim(number: int, heading: str, reason: str, *, over: bool) -> Aim:
    wants = tuple(Want(code) for code in reason.split(",") if code)
    says = wanted(Choice(Claim(OPPONENT), wants), over=over)
    spoken = " ".join([heading, *(say.text() for say in says)])
    return Aim(number, heading, tuple(say.html() for say in says), spoken)
