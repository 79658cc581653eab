"""Puzzles of one theme on paper: the questions first, the solutions from the next page on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

import segno
from django import forms
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tutor.content.rule_links import RuleLink, rule_links
from tutor.exercises.controls import Field, Form, Shown
from tutor.exercises.kinds.base import Kind
from tutor.puzzles.models import Puzzle, Theme
from tutor.puzzles.services import kind_of
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
    """The answer to a puzzle, why it is right, and the rule behind it."""

    answer: SafeString
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
        puzzles=_printed(rows[: choice.n]),
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
        code=mark_safe(
            segno.make(address, micro=False, error="m").svg_inline(
                border=2, omitsize=True, svgclass="qr", lineclass=None
            )
        ),
    )


def _printed(rows: Sequence[Puzzle]) -> tuple[PrintedPuzzle, ...]:
    kinds = [kind_of(row) for row in rows]
    marks = [kind.mark(kind.right_answers()[0]) for kind in kinds]
    # The words of a rule hang on the ruleset, the links of one sheet on few rulesets: one look-up for each.
    links: dict[str, dict[str, RuleLink]] = {}
    for kind in kinds:
        rules = {
            mark.rule for other, mark in zip(kinds, marks, strict=True) if str(other.link_rules) == str(kind.link_rules)
        }
        if str(kind.link_rules) not in links:
            links[str(kind.link_rules)] = dict(rule_links(rules, kind.link_rules))
    return tuple(
        PrintedPuzzle(
            number=number,
            level=row.level,
            ruleset=ruleset_label(kind.rules),
            turn=tuple(say.html() for say in kind.turn()),
            task=tuple(say.html() for say in kind.task()),
            record=kind.record(),
            table=kind.table(None),
            boxes=_boxes(kind),
            solution=Solution(
                kind.answer_hint().html(),
                tuple(say.html() for say in mark.says),
                links[str(kind.link_rules)].get(mark.rule),
            ),
        )
        for number, (row, kind, mark) in enumerate(zip(rows, kinds, marks, strict=True), 1)
    )


def _boxes(kind: Kind) -> tuple[Field, ...]:
    """Return the fields that make sense on paper: not the cards of the pack, nor the lists of a form."""
    return tuple(field for field in kind.fields(Shown(None)) if field.form in (Form.BUTTONS, Form.RADIOS, Form.LINES))
