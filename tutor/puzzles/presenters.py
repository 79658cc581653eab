"""A puzzle, already worded. It holds no hidden card, and no answer before one was given."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.deal import Deal
from engine.notation import read
from tutor.content.position_links import position_link
from tutor.exercises.attempts import SOLVED
from tutor.exercises.presenters import ExerciseView, Frame, exercise_view, notice_for
from tutor.puzzles.following_presenters import Follows, NearMiss, follows_view, near_miss_views
from tutor.puzzles.playing import can_be_played
from tutor.puzzles.services import PuzzleOnPage
from tutor.wording import puzzles as words
from tutor.wording.dates import day_text
from tutor.wording.presets import LABELS, ruleset_label
from tutor.wording.sentences import plain

ENOUGH = 5
"""First answers from which on their number is told."""


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """What stands around a puzzle. ``theme`` and what goes with it are empty as long as its name is not shown.

    ``presets``: the rulesets under which the same answer is right, ``others``: how others have answered, once it is known.
    """

    key: str
    heading: str
    level: str
    ruleset: str
    theme: str
    about: str
    theme_url: str
    show_theme_url: str
    crumb_url: str
    crumb: str
    solved: bool
    another_url: str
    play_url: str
    next_url: str
    frame_end: str
    presets: tuple[str, ...] = ()
    others: str = ""
    misses: tuple[NearMiss, ...] = ()
    follows: Follows | None = None
    frame_start: str = '<iframe src="'
    """What others put into a page of theirs, up to the address of this site, and ``frame_end`` after it."""


def address(page: PuzzleOnPage) -> str:
    """Return the address of the page, with the way that led there."""
    if page.day is not None:
        return reverse("puzzles:day", args=[page.day])
    return page.walk.address("puzzles:puzzle", page.puzzle.pk)


def next_address(page: PuzzleOnPage) -> str:
    """Return where the page leads to: the next puzzle of the set."""
    if page.day is not None:
        return reverse("puzzles:days")
    if page.walk.within == "mistakes":
        return reverse("puzzles:mistakes")
    walk = page.walk if page.walk.within else page.walk.with_(within="mixed")
    return walk.with_(named=False).address("puzzles:next", after=page.puzzle.pk)


def next_label(page: PuzzleOnPage) -> str:
    """Return the words of the door to it."""
    if page.day is not None:
        return _("All days")
    if page.walk.within == "mistakes":
        return _("Back to my mistakes")
    return pgettext("button", "Next puzzle")


def puzzle_context(page: PuzzleOnPage, notice: str, wish: str = "", trick: int = 0) -> dict[str, Any]:
    """Word a puzzle as the visitor has left it, with what stands around it.

    ``wish``: a wrong action whose refutation is asked for, ``trick``: how far it is followed.
    """
    frame = Frame(
        url=address(page),
        draft_url=page.walk.address("puzzles:draft", page.puzzle.pk),
        next_url=next_address(page),
        next_label=next_label(page),
        notice=notice_for(notice, page.kind),
    )
    exercise = exercise_view(page.kind, page.attempt, frame)
    exercise = replace(exercise, explorer_url=_explorer_url(page, exercise))
    return {"puzzle": puzzle_view(page, exercise, wish, trick), "exercise": exercise}


def _explorer_url(page: PuzzleOnPage, exercise: ExerciseView) -> str:
    """Return the position in the explorer once the puzzle is solved: with all its cards where they were all seen."""
    item = page.problem
    if exercise.explorer_url and item.theme.family == "E":
        position = read(item.ask["position"], page.rules)
        return position_link(position) if isinstance(position, Deal) else ""
    return exercise.explorer_url


def puzzle_view(page: PuzzleOnPage, exercise: ExerciseView, wish: str, trick: int) -> PuzzleView:
    """Word what stands around a puzzle."""
    theme, walk, key = page.puzzle.theme, page.walk, page.puzzle.pk
    solved = exercise.phase == SOLVED
    within = walk.within == "theme"
    mistakes = walk.within == "mistakes"
    return PuzzleView(
        key=key,
        heading=_heading(page),
        level=plain(words.LEVEL_OF, {"n": page.puzzle.level}),
        ruleset=ruleset_label(page.rules),
        theme=theme.name if page.named else "",
        about=theme.about if page.named else "",
        theme_url=reverse("puzzles:theme", args=[theme.slug]) if page.named else "",
        show_theme_url="" if page.named or page.day else walk.with_(named=True).address("puzzles:puzzle", key),
        crumb_url=reverse("puzzles:theme", args=[theme.slug])
        if within
        else reverse("puzzles:mistakes")
        if mistakes
        else "",
        crumb=theme.name if within else _("My mistakes") if mistakes else "",
        solved=solved,
        another_url=walk.with_(within="theme", named=False).address("puzzles:another", key) if solved else "",
        play_url=reverse("puzzles:play", args=[key]) if solved and can_be_played(page.problem) else "",
        next_url=next_address(page),
        frame_end=_frame_end(key),
        presets=_presets(page) if solved else (),
        others=_others(page) if solved else "",
        misses=tuple(near_miss_views(page, address(page))) if solved else (),
        follows=follows_view(page, address(page), wish, trick),
    )


def _presets(page: PuzzleOnPage) -> tuple[str, ...]:
    """Return the rulesets under which the answer is the same; none where two rulesets are what is asked about."""
    known = page.problem.presets if page.problem.ask["kind"] != "diff" else ()
    return tuple(str(LABELS[name]) for name in known) if len(known) > 1 else ()


def _others(page: PuzzleOnPage) -> str:
    """Say how others have answered, once that are enough to mean something."""
    total = page.puzzle.right + page.puzzle.wrong
    return plain(words.FIRST_ANSWERS, {"n": page.puzzle.right, "total": total}) if total >= ENOUGH else ""


def _heading(page: PuzzleOnPage) -> str:
    if page.day is not None:
        return plain(words.PUZZLE_OF_DAY, {"date": day_text(page.day)})
    return page.puzzle.theme.name if page.named else str(words.PUZZLE)


def _frame_end(key: str) -> str:
    title = escape(_("A puzzle of Sixty-Six"))
    return f'{reverse("embed:puzzle", args=[key])}" title="{title}" width="100%" height="760" loading="lazy"></iframe>'
