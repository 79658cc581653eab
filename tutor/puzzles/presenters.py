"""A puzzle, already worded. It holds no hidden card, and no answer before one was given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tutor.exercises.presenters import Frame, exercise_view, notice_for
from tutor.puzzles.services import PuzzleOnPage
from tutor.wording.presets import ruleset_label


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """What stands around a puzzle. ``theme`` and ``theme_url`` are empty as long as its name is not shown."""

    key: str
    heading: str
    level: str
    ruleset: str
    theme: str
    about: str
    theme_slug: str


def address(page: PuzzleOnPage) -> str:
    """Return the address of the page, with the way that led there."""
    return page.walk.address("puzzles:puzzle", page.puzzle.pk)


def puzzle_context(page: PuzzleOnPage, notice: str) -> dict[str, Any]:
    """Word a puzzle as the visitor has left it, with what stands around it."""
    frame = Frame(
        url=address(page),
        draft_url=page.walk.address("puzzles:draft", page.puzzle.pk),
        next_url=page.walk.address("puzzles:home"),
        next_label=pgettext("button", "Next puzzle"),
        notice=notice_for(notice, page.kind),
    )
    return {"puzzle": puzzle_view(page), "exercise": exercise_view(page.kind, page.attempt, frame)}


def puzzle_view(page: PuzzleOnPage) -> PuzzleView:
    """Word what stands around a puzzle."""
    theme = page.puzzle.theme
    return PuzzleView(
        key=page.puzzle.pk,
        heading=pgettext("heading", "Puzzle"),
        level=_("Level %(n)s of 5") % {"n": page.puzzle.level},
        ruleset=ruleset_label(page.rules),
        theme=theme.name if page.named else "",
        about=theme.about if page.named else "",
        theme_slug=theme.slug if page.named else "",
    )
