"""Own mistakes as their pages show them. What is best is not told before it has been found or asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.notation import read_action
from engine.ruleset import parse
from engine.seats import Seat
from tutor.exercises.attempts import Result
from tutor.exercises.presenters import Frame, exercise_view
from tutor.play.learning import kind_of, next_mistake
from tutor.play.models import Mistake
from tutor.wording import answers, reviewed
from tutor.wording.events import told_action
from tutor.wording.presets import ruleset_label
from tutor.wording.sentences import plain


@dataclass(frozen=True, slots=True)
class Listed:
    """A position in the list: what was done there, under which rules, and whether it has been solved since."""

    url: str
    text: str
    ruleset: str
    when: datetime
    solved: bool


@dataclass(frozen=True, slots=True)
class MistakesView:
    """The list."""

    says: str
    waiting: tuple[Listed, ...]
    solved: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class QuestionView:
    """What stands around a question."""

    heading: str
    about: str
    ruleset: str


def mistakes_view(rows: list[Mistake]) -> MistakesView:
    """Word the list."""
    listed = [_listed(row) for row in rows]
    waiting = tuple(each for each in listed if not each.solved)
    says = reviewed.LEFT % {"n": len(waiting)} if waiting else reviewed.ALL_SOLVED if listed else reviewed.NONE_YET
    return MistakesView(str(says), waiting, tuple(each for each in listed if each.solved))


def question_context(row: Mistake, notice: str) -> dict[str, Any]:
    """Word a question as the visitor has left it, with what stands around it."""
    following = next_mistake(row)
    frame = Frame(
        url=reverse("play:mistake", args=[row.pk]),
        draft_url="",
        next_url=reverse("play:mistake", args=[following.pk]) + "#panel" if following else reverse("play:mistakes"),
        next_label=pgettext("button", "Next position") if following else pgettext("button", "To the list"),
        notice=_notice(notice),
    )
    around = QuestionView(
        heading=_("A position from your deal"),
        about=plain(reviewed.DID, {"did": _did(row)}),
        ruleset=ruleset_label(parse(row.ruleset)),
    )
    return {"question": around, "exercise": exercise_view(kind_of(row), row, frame)}


def _listed(row: Mistake) -> Listed:
    return Listed(
        url=reverse("play:mistake", args=[row.pk]),
        text=_did(row),
        ruleset=ruleset_label(parse(row.ruleset)),
        when=row.created,
        solved=row.solved,
    )


def _did(row: Mistake) -> str:
    led = ":" in row.position.split(" ")[3]
    return told_action(read_action(row.made), Seat.A, answers=led)


def _notice(key: str) -> str:
    if key == Result.STALE.value:
        return str(answers.OLD_PAGE)
    return str(answers.CHOOSE_FIRST) if key == Result.NOTHING_CHOSEN.value else ""
