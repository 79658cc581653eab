"""The rule book as templates show it: already worded."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from engine.cards import Suit
from engine.ruleset import PRESETS, Ruleset
from tutor.content.marks import without_marks
from tutor.content.terms import Part, marked_up
from tutor.rules.services import NumberedClause, NumberedSection
from tutor.web.table import SuitView, suit_view
from tutor.wording.cards import LOWEST_TRUMPS
from tutor.wording.presets import LABELS, ruleset_in_short, ruleset_label
from tutor.wording.sentences import fill


@dataclass(frozen=True, slots=True)
class ClauseView:
    """One clause: ``anchor`` is the rule id, ``silent`` says that the old texts do not tell it.

    ``parts`` are the text with its terms as controls, ``text`` is the same without them.
    """

    anchor: str
    key: str
    number: str
    text: SafeString
    parts: tuple[Part, ...]
    note: str
    silent: bool


@dataclass(frozen=True, slots=True)
class SectionView:
    """One section."""

    anchor: str
    number: int
    title: str
    clauses: tuple[ClauseView, ...]


@dataclass(frozen=True, slots=True)
class PresetChip:
    """A preset to choose."""

    name: str
    label: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class BookView:
    """The whole page."""

    label: str
    in_short: str
    sections: tuple[SectionView, ...]
    suits: tuple[SuitView, ...]
    chips: tuple[PresetChip, ...]

    @classmethod
    def of(cls, rules: Ruleset, sections: tuple[NumberedSection, ...]) -> BookView:
        """Word the rule book of one ruleset."""
        seen: set[str] = set()
        return cls(
            ruleset_label(rules),
            ruleset_in_short(rules),
            tuple(_section(section, rules, seen) for section in sections),
            tuple(suit_view(suit) for suit in Suit),
            preset_chips(rules),
        )


def preset_chips(rules: Ruleset) -> tuple[PresetChip, ...]:
    """Return the five presets as links to their rule book."""
    book = reverse("rules:book")
    return tuple(
        PresetChip(name, str(LABELS[name]), f"{book}?preset={name}", rules == preset)
        for name, preset in PRESETS.items()
    )


def _section(numbered: NumberedSection, rules: Ruleset, seen: set[str]) -> SectionView:
    section = numbered.section
    title = section.title if rules.spoken or not section.title_automatic else section.title_automatic
    clauses = tuple(_clause(item, rules, seen) for item in numbered.clauses)
    return SectionView(section.key, numbered.number, title, clauses)


def _clause(item: NumberedClause, rules: Ruleset, seen: set[str]) -> ClauseView:
    clause = item.clause
    text = fill(clause.text, switch_words(clause.text, rules))
    return ClauseView(
        anchor=clause.rule,
        key=clause.key,
        number=item.number,
        text=mark_safe(without_marks(text)),
        parts=marked_up(text, seen),
        note=clause.note,
        silent=is_silent(clause.source),
    )


def switch_words(text: str, rules: Ruleset) -> dict[str, object]:
    """Return the switches that a clause names, in words."""
    words: dict[str, object] = {
        "deck": rules.deck,
        "hand": rules.hand,
        "target": rules.target,
        "two_points_below": rules.two_points_below,
        "exchange_card": LOWEST_TRUMPS[rules.exchange_card],
    }
    return {name: word for name, word in words.items() if f"%({name})s" in text}


def is_silent(source: str) -> bool:
    """Return whether a clause rests on our reading alone: neither on an old text nor on another named rule book.

    >>> is_silent("A19"), is_silent("C12 E7"), is_silent("pagat A24")
    (True, False, False)
    """
    marks = source.split()
    return bool(marks) and all(mark[0] == "A" and mark[1:].isdigit() for mark in marks)
