"""Puzzles of one theme on paper: the questions first, the solutions from the next page on."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django import forms
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tutor.content.rule_links import RuleLink, rule_links
from tutor.exercises.controls import Field, Form, Shown
from tutor.exercises.kinds.base import Answer, Kind
from tutor.exercises.kinds.diff import DiffKind
from tutor.exercises.kinds.line import LineKind
from tutor.exercises.kinds.pick import PickKind
from tutor.puzzles.models import Puzzle, Theme
from tutor.puzzles.services import kind_of
from tutor.web.codes import picture_of
from tutor.web.table import TableView
from tutor.wording.presets import ruleset_label

COUNTS = (4, 6, 8, 12)
USUAL = 6


@dataclass(frozen=True, slots=True)
class Choice:
    """How many puzzles, of which level (0: any), from which place in the theme on."""

    n: int = USUAL
    level: int = 0
    start: int = 0

    def url(self, slug: str) -> str:
        """Return the address of this sheet."""
        query = {"n": self.n, "level": self.level or "", "start": self.start or ""}
        return reverse("puzzles:print", args=[slug]) + "?" + urlencode({k: v for k, v in query.items() if v})


class SheetForm(forms.Form):
    """What the address of a sheet may hold; anything else is as if it were not there."""

    n = forms.IntegerField(min_value=1, max_value=max(COUNTS), required=False)
    level = forms.IntegerField(min_value=1, max_value=5, required=False)
    start = forms.IntegerField(min_value=0, max_value=10_000, required=False)

    def choice(self) -> Choice:
        """Return what is wanted."""
        self.full_clean()
        found = self.cleaned_data
        return Choice(found.get("n") or USUAL, found.get("level") or 0, found.get("start") or 0)


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to a puzzle, or a best line with all replies, why it is right, and the rule behind it."""

    answer: tuple[SafeString, ...]
    line: tuple[str, ...]
    why: tuple[SafeString, ...]
    rule: RuleLink | None


@dataclass(frozen=True, slots=True)
class PrintedPuzzle:
    """One puzzle as it is printed. ``boxes``: fields to tick or to write into."""

    number: int
    level: int
    ruleset: str
    turn: tuple[SafeString, ...]
    task: tuple[SafeString, ...]
    record: tuple[str, ...]
    table: TableView
    boxes: tuple[Field, ...]
    solution: Solution


@dataclass(frozen=True, slots=True)
class Chip:
    """A link to another sheet."""

    label: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class SheetView:
    """The whole sheet, and the ways to others."""

    theme: Theme
    puzzles: tuple[PrintedPuzzle, ...]
    counts: tuple[Chip, ...]
    levels: tuple[Chip, ...]
    more: str
    shown_address: str
    code: SafeString


def sheet_view(theme: Theme, choice: Choice, address: str) -> SheetView:
    """Return puzzles of a theme, ready to be printed."""
    found = Puzzle.objects.filter(theme=theme, **({"level": choice.level} if choice.level else {}))
    rows = list(found.select_related("theme")[choice.start : choice.start + choice.n + 1])
    more = Choice(choice.n, choice.level, choice.start + choice.n) if len(rows) > choice.n else None
    known = set(Puzzle.objects.filter(theme=theme).values_list("level", flat=True))
    return SheetView(
        theme=theme,
        puzzles=tuple(_printed(number, row) for number, row in enumerate(rows[: choice.n], 1)),
        counts=tuple(Chip(str(n), Choice(n, choice.level).url(theme.slug), n == choice.n) for n in COUNTS),
        levels=(
            Chip(pgettext("level of puzzles", "Any level"), Choice(choice.n).url(theme.slug), not choice.level),
            *(
                Chip(_("Level %(n)s") % {"n": level}, Choice(choice.n, level).url(theme.slug), level == choice.level)
                for level in sorted(known)
            ),
        ),
        more=more.url(theme.slug) if more else "",
        shown_address=address.partition("://")[2] or address,
        code=picture_of(address),
    )


def _printed(number: int, row: Puzzle) -> PrintedPuzzle:
    kind = kind_of(row)
    return PrintedPuzzle(
        number=number,
        level=row.level,
        ruleset=ruleset_label(kind.rules),
        turn=tuple(say.html() for say in kind.turn()),
        task=tuple(say.html() for say in kind.task()),
        record=kind.record(),
        table=kind.table(None),
        boxes=_boxes(kind),
        solution=_solution(kind),
    )


def _solution(kind: Kind) -> Solution:
    right = kind.right_answers()[0]
    mark = kind.mark(right)
    if isinstance(kind, LineKind):
        return Solution((), kind.resumed(right).record(), (mark.says[-1].html(),), None)
    answer = _answer(kind, right)
    link = rule_links({mark.rule}, kind.link_rules).get(mark.rule)
    why = () if isinstance(kind, DiffKind) else tuple(say.html() for say in mark.says)
    return Solution(answer, (), tuple(say for say in why if say not in answer), link)


def _answer(kind: Kind, right: Answer) -> tuple[SafeString, ...]:
    """Return the answer in words that stand alone, without the page on which it could be marked."""
    if isinstance(kind, PickKind):
        return (conditional_escape(kind.text_of(right["statement"])),)
    if isinstance(kind, DiffKind):
        return kind.narrowing_hint().html(), kind.answer_hint().html()
    return (kind.answer_hint().html(),)


def _boxes(kind: Kind) -> tuple[Field, ...]:
    """Return the fields that make sense on paper: not the cards of the pack, nor the lists of a form, nor one move."""
    if isinstance(kind, LineKind):
        return ()
    return tuple(field for field in kind.fields(Shown(None)) if field.form in (Form.BUTTONS, Form.RADIOS, Form.LINES))
