"""The statistics of puzzles, already worded: each bar says in words what it shows."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from engine.ruleset import Ruleset
from tutor.content.rule_links import rule_links
from tutor.progress.puzzle_stats import PuzzleStats, Rate
from tutor.wording import progress as words
from tutor.wording.sentences import counted

FIRST_RULES = 6
"""Rules that are shown at once; the others wait behind a line to open."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One line: what it is about, the same in words, and the bar in percent."""

    label: str
    url: str
    text: str
    percent: int


@dataclass(frozen=True, slots=True)
class StatsView:
    """The whole part of the page; without ``headline`` nothing has been answered yet."""

    headline: str = ""
    themes: tuple[Bar, ...] = ()
    rules: tuple[Bar, ...] = ()
    more_rules: tuple[Bar, ...] = ()


def stats_view(found: PuzzleStats, rules: Ruleset) -> StatsView:
    """Word the statistics."""
    if found.whole is None:
        return StatsView()
    links = rule_links([rate.key for rate in found.rules], rules)
    by_rule = tuple(_bar(links[rate.key].label, links[rate.key].url, rate) for rate in found.rules)
    return StatsView(
        headline=f"{counted(words.PUZZLES_ANSWERED, found.whole.answered)} {_text(found.whole)}",
        themes=tuple(
            _bar(theme.name, reverse("puzzles:theme", args=[theme.slug]), rate) for theme, rate in found.themes
        ),
        rules=by_rule[:FIRST_RULES],
        more_rules=by_rule[FIRST_RULES:],
    )


def _bar(label: str, url: str, rate: Rate) -> Bar:
    return Bar(label, url, _text(rate), round(100 * rate.share))


def _text(rate: Rate) -> str:
    return words.RIGHT_AT_FIRST % {"n": rate.right, "total": rate.answered}
