"""A puzzle inside a page of somebody else. Nothing is kept: what has been answered stands in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from tutor.exercises.attempts import AWAITING, Change, Result, take
from tutor.exercises.kinds.base import Kind, Posted
from tutor.exercises.presenters import ExerciseView, Frame, exercise_view
from tutor.puzzles.models import AnyPuzzle
from tutor.puzzles.services import kind_of
from tutor.wording.presets import ruleset_label

SO_FAR = "so_far"
"""Field with the actions of a line that stand already."""


@dataclass
class Passing:
    """An attempt that nobody keeps."""

    phase: str = AWAITING
    actions: int = 0
    answer: Any = None
    draft: Any = None
    hint: int = 0
    shown: bool = False
    tries: int = 0
    first_try: bool | None = None
    solved: bool = False


@dataclass(frozen=True, slots=True)
class EmbedView:
    """The whole page: the exercise, its level and rules, and what a line carries along."""

    exercise: ExerciseView
    level: int
    ruleset: str
    so_far: tuple[str, ...]
    url: str
    site_url: str


def embed_view(puzzle: AnyPuzzle, query: Mapping[str, list[str]]) -> EmbedView:
    """Return a puzzle with the answer of an address, if it holds one.

    Raises:
        BadAnswerError: the address holds what the puzzle does not offer.
    """
    url = reverse("embed:puzzle", args=[puzzle.pk])
    kind, attempt, result = _answered(kind_of(puzzle), query)
    notice = str(kind.choose_first) if result is Result.NOTHING_CHOSEN and query else ""
    view = exercise_view(kind, attempt, Frame(url, url, url, "", notice=notice))
    return EmbedView(
        exercise=view,
        level=puzzle.level,
        ruleset=ruleset_label(puzzle.rules),
        so_far=tuple((attempt.draft or {}).get("actions", ())) if view.live else (),
        url=url,
        site_url=reverse("puzzles:puzzle", args=[puzzle.pk]),
    )


def _answered(kind: Kind, query: Posted) -> tuple[Kind, Passing, Result]:
    attempt = Passing()
    before = query.get(SO_FAR)
    if before:
        attempt.draft = kind.read_answer({"actions": before})
    kind = kind.resumed(attempt.draft)

    def keep(change: Change, *, counts: bool = True) -> bool:
        change(attempt)
        return True

    asked = {name: values for name, values in query.items() if name not in (SO_FAR, "actions")}
    return kind, attempt, take(kind, attempt, keep, "answer", asked)
