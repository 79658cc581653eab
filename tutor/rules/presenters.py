"""The rule book as templates show it: already worded, in one language or in two beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.cards import Suit
from engine.nearest import Slip
from engine.ruleset import PRESETS, Ruleset, differences
from tutor.content.terms import Part
from tutor.rules.addresses import Place
from tutor.rules.beside import Beside, second_language
from tutor.rules.example_views import SwitchView, switch_view, switch_words
from tutor.rules.models import Clause
from tutor.rules.services import Book, NumberedClause, NumberedSection, SwitchState
from tutor.rules.texts import points_by_rule
from tutor.rules.words import clause_parts, clause_text
from tutor.web.table import SuitView, suit_view
from tutor.wording.presets import CUSTOM, LABELS, ruleset_in_short, ruleset_label
from tutor.wording.refusals import READ_ERRORS

MOST_SLIPS = 5
"""So many things that cannot be read are told; the rest of a broken address is of no use to anybody."""


@dataclass(frozen=True, slots=True)
class Words:
    """What is said of a clause in one language."""

    text: SafeString
    note: str


@dataclass(frozen=True, slots=True)
class ClauseView:
    """One clause: ``anchor`` is the rule id, ``silent`` says that the old texts do not tell it.

    ``parts`` are the text with its terms as controls, ``text`` is the same without them.
    ``state``: what the old texts are to the rule (``silent``: our reading; ``elsewhere``: from another rule book;
    ``differ``, ``slips``, or nothing to tell), and ``source_url`` where that stands. ``mark``: ``changed`` or ``new`` since a switch was turned; ``before`` is what
    stood here then.
    """

    anchor: str
    key: str
    number: str
    text: SafeString
    parts: tuple[Part, ...]
    note: str
    silent: bool
    state: str = ""
    url: str = ""
    mark: str = ""
    before: SafeString | str = ""
    beside: Words | None = None
    source_url: str = ""
    switches: tuple[SwitchView, ...] = ()
    example_url: str = ""


@dataclass(frozen=True, slots=True)
class SectionView:
    """One section. ``gone``: clauses that hold no longer since a switch was turned."""

    anchor: str
    number: int
    title: str
    clauses: tuple[ClauseView, ...]
    url: str = ""
    beside_title: str = ""
    gone: tuple[SafeString, ...] = ()


@dataclass(frozen=True, slots=True)
class Chip:
    """Something to choose."""

    name: str
    label: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class SlipView:
    """Something in an address that cannot be: a sentence, and the part of the address."""

    sentence: str
    part: str


@dataclass(frozen=True, slots=True)
class BookView:
    """What every page of the rule book shows around its sections."""

    label: str
    in_short: str
    sections: tuple[SectionView, ...]
    suits: tuple[SuitView, ...]
    chips: tuple[Chip, ...]
    place: Place
    beside: Beside | None = None
    languages: tuple[Chip, ...] = ()
    turned: tuple[tuple[str, str, str], ...] = ()
    back_url: str = ""
    keep_url: str = ""
    alone_url: str = ""
    book_url: str = ""
    own: Chip | None = None
    previous: Chip | None = None
    following: Chip | None = None
    contents: tuple[Chip, ...] = ()
    doors: tuple[Chip, ...] = ()
    slips: tuple[SlipView, ...] = field(default=())


def book_view(
    place: Place, book: Book, switches: Mapping[str, tuple[SwitchState, ...]], slips: tuple[Slip, ...] = ()
) -> BookView:
    """Word the rule book, or one section of it; ``switches`` stand beside the clauses of their rules."""
    sections = book.under(place.rules)
    contents = tuple(_contents(sections, place))
    page = _Page(place, second_language(place.beside), book.by_rule(place.was) if place.was else {}, switches)
    return BookView(
        label=ruleset_label(place.rules),
        in_short=ruleset_in_short(place.rules),
        sections=tuple(page.section(item) for item in sections if place.section in ("", item.section.key)),
        suits=tuple(suit_view(suit) for suit in Suit),
        chips=preset_chips(place),
        place=place,
        beside=page.beside,
        languages=language_chips(place),
        turned=_turned(place),
        back_url=place.under(place.was).url() if place.was else "",
        keep_url=place.under(place.rules).url(),
        alone_url=place.beside_language("").url(),
        book_url=place.in_section("").url(),
        own=Chip("own", str(CUSTOM), place.at("own"), not place.rules.is_preset),
        previous=_neighbour(contents, -1),
        following=_neighbour(contents, 1),
        contents=contents,
        doors=doors(place),
        slips=slip_views(slips),
    )


def preset_chips(place: Place, page: str = "") -> tuple[Chip, ...]:
    """Return the five presets as links to this place under their rules, or to another page of the rule book."""
    chips = []
    for name, preset in PRESETS.items():
        there = place.under(preset)
        chips.append(Chip(name, str(LABELS[name]), there.at(page) if page else there.url(), place.rules == preset))
    return tuple(chips)


def language_chips(place: Place) -> tuple[Chip, ...]:
    """Return the other languages as links to this place with that language beside it, and one to have none."""
    here = translation.get_language()
    beside = second_language(place.beside)
    chips = [
        Chip(code, name, place.beside_language(code).url(), beside is not None and beside.code == code)
        for code, name in settings.LANGUAGES
        if code != here
    ]
    return tuple(chips)


def doors(place: Place) -> tuple[Chip, ...]:
    """Return the other pages about the same rules."""
    return (
        Chip("own", _("Turn the rule switches"), place.at("own"), False),
        Chip("compare", _("Compare two ways to play"), _compare_url(place), False),
        Chip("sources", _("What the old texts say"), reverse("rules:sources"), False),
        Chip("print", _("Print the rules"), place.at("print"), False),
        Chip("position", _("Try any position"), f"{reverse('positions:position')}?rules={place.rules}", False),
    )


def slip_views(slips: tuple[Slip, ...]) -> tuple[SlipView, ...]:
    """Return what is wrong with an address, each in one sentence."""
    return tuple(SlipView(str(READ_ERRORS[slip.code]), slip.part[:60]) for slip in slips[:MOST_SLIPS])


def _compare_url(place: Place) -> str:
    other = "eight66" if place.rules.name == "classic66" else "classic66"
    return f"{reverse('rules:compare')}?a={place.rules}&b={other}"


def _turned(place: Place) -> tuple[tuple[str, str, str], ...]:
    if place.was is None:
        return ()
    return switch_words(differences(place.was, place.rules), place.was, place.rules)


def _contents(sections: tuple[NumberedSection, ...], place: Place) -> Iterable[Chip]:
    for item in sections:
        key = item.section.key
        url = place.in_section(key).url() if place.section else f"#{key}"
        yield Chip(key, title_of(item, place.rules), url, key == place.section)


def _neighbour(contents: tuple[Chip, ...], step: int) -> Chip | None:
    """Return the section before or after the one that is shown."""
    at = next((number for number, entry in enumerate(contents) if entry.current), None)
    if at is None or not 0 <= at + step < len(contents):
        return None
    return contents[at + step]


def title_of(numbered: NumberedSection, rules: Ruleset) -> str:
    """Return the heading of a section under a ruleset, in the active language."""
    section = numbered.section
    return section.title if rules.spoken or not section.title_automatic else section.title_automatic


@dataclass(frozen=True, slots=True)
class _Page:
    """What the words of every section and clause of a page hang on."""

    place: Place
    beside: Beside | None
    before: Mapping[str, Clause]
    switches: Mapping[str, tuple[SwitchState, ...]]
    seen: set[str] = field(default_factory=set)
    """The terms that have been explained on this page: each opens once."""

    def section(self, item: NumberedSection) -> SectionView:
        key, rules = item.section.key, self.place.rules
        here = {numbered.clause.rule for numbered in item.clauses}
        gone = [clause for rule, clause in self.before.items() if clause.section_id == key and rule not in here]
        return SectionView(
            key,
            item.number,
            title_of(item, rules),
            tuple(self.clause(numbered) for numbered in item.clauses),
            self.place.in_section(key).url(),
            self.beside.worded(lambda: title_of(item, rules)) if self.beside else "",
            tuple(clause_text(clause, self.place.was or rules) for clause in gone),
        )

    def clause(self, item: NumberedClause) -> ClauseView:
        clause, rules, place = item.clause, self.place.rules, self.place
        text = clause_text(clause, rules)
        mark, before = self.since(clause, text)
        point, state = points_by_rule().get(clause.rule, ("", ""))
        silent = is_silent(clause.source)
        if state == "silent":
            state = "" if NOT_ELSEWHERE & {mark[0] for mark in clause.source.split()} else "elsewhere"
        states = self.switches.get(clause.rule, ()) if place.section else ()
        whole = clause.rule in self.switches and not place.section
        return ClauseView(
            anchor=clause.rule,
            key=clause.key,
            number=item.number,
            text=text,
            parts=clause_parts(clause, rules, self.seen),
            note=clause.note,
            silent=silent,
            state="silent" if silent else state,
            url=place.url(clause.rule),
            mark=mark,
            before=before,
            beside=self.beside.worded(lambda: self.second(clause)) if self.beside else None,
            source_url=reverse("rules:sources") + (f"#{point}" if point else "") if silent or point else "",
            switches=tuple(switch_view(state, place) for state in states),
            example_url=place.in_section(clause.section_id).url(clause.rule) if whole else "",
        )

    def second(self, clause: Clause) -> Words:
        """Word a clause in the second language, which is active."""
        return Words(clause_text(clause, self.place.rules), clause.note)

    def since(self, clause: Clause, text: SafeString) -> tuple[str, SafeString | str]:
        """What a turned switch has done to a clause: its mark, and what stood in its place."""
        if self.place.was is None:
            return "", ""
        before = self.before.get(clause.rule)
        if before is None:
            return "new", ""
        was = clause_text(before, self.place.was)
        return ("changed", was) if was != text else ("", "")


NOT_ELSEWHERE = {"C", "E", "–"}
"""The first sign of a source: a clause of the classic text, one of the text to eight, a rule that tables have."""


def is_silent(source: str) -> bool:
    """Return whether a clause rests on our reading alone: neither on an old text nor on another named rule book.

    >>> is_silent("A19"), is_silent("C12 E7"), is_silent("pagat A24")
    (True, False, False)
    """
    marks = source.split()
    return bool(marks) and all(mark[0] == "A" and mark[1:].isdigit() for mark in marks)
