"""Practice deals in numbers, worded: a part of the page of progress."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from engine.coach import Cause
from engine.ruleset import parse
from tutor.play.statistics import Line, Tally
from tutor.wording import tally as words
from tutor.wording.opponents import opponent_name
from tutor.wording.presets import ruleset_label
from tutor.wording.sentences import plain


@dataclass(frozen=True, slots=True)
class LineView:
    """One row: ruleset and opponent, deals, deals won, game points of both."""

    ruleset: str
    opponent: str
    deals: int
    won: int
    points: int
    against: int
    share: int


@dataclass(frozen=True, slots=True)
class SaidView:
    """A reason of the coach, and how often it spoke against what was done."""

    says: str
    times: str


@dataclass(frozen=True, slots=True)
class TallyView:
    """The whole part."""

    says: tuple[str, ...]
    lines: tuple[LineView, ...]
    facts: tuple[str, ...]
    said: tuple[SaidView, ...]
    mistakes_url: str


def tally_view(found: Tally) -> TallyView:
    """Word the numbers."""
    says = [str(words.DEALS % {"n": found.deals}) if found.deals else str(words.NO_DEALS)]
    if found.not_counted:
        says.append(str(words.NOT_COUNTED % {"n": found.not_counted}))
    facts = []
    if found.made or found.failed:
        facts.append(plain(words.CLOSES, {"made": found.made, "failed": found.failed}))
    if found.right or found.wrong:
        facts.append(plain(words.CLAIMS, {"right": found.right, "wrong": found.wrong}))
    return TallyView(
        says=tuple(says),
        lines=tuple(_line(line) for line in found.lines),
        facts=tuple(facts),
        said=tuple(_said(cause, n) for cause, n in found.said),
        mistakes_url=reverse("play:mistakes") if found.deals else "",
    )


def _line(line: Line) -> LineView:
    return LineView(
        ruleset=ruleset_label(parse(line.ruleset)),
        opponent=opponent_name(line.opponent),
        deals=line.deals,
        won=line.won,
        points=line.points,
        against=line.points_against,
        share=round(100 * line.won / line.deals),
    )


def _said(cause: Cause, times: int) -> SaidView:
    return SaidView(str(words.SAID[cause]), str(words.TIMES % {"n": times}))
