"""Two ways to play compared, and all presets side by side, as templates show them."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString

from engine.nearest import Slip
from engine.ruleset import PRESETS, Ruleset
from tutor.rules.addresses import Place
from tutor.rules.example_views import ExampleView, example_view
from tutor.rules.examples import places
from tutor.rules.models import Clause
from tutor.rules.presenters import SlipView, slip_views
from tutor.rules.services import Book, Difference, place_of
from tutor.rules.words import clause_text
from tutor.wording.presets import LABELS, ruleset_in_short, ruleset_label
from tutor.wording.switches import switch_label, value_label


@dataclass(frozen=True, slots=True)
class SideView:
    """What one of the two rulesets says: the value, the clause, and where it stands in its rule book."""

    ruleset: str
    value: str
    text: SafeString | str
    url: str


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """One switch that differs, told from both sides, with a position in which it matters."""

    name: str
    label: str
    sides: tuple[SideView, SideView]
    example: ExampleView | None


@dataclass(frozen=True, slots=True)
class Option:
    """An entry of a list of rulesets."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class CompareView:
    """The whole comparison."""

    labels: tuple[str, str]
    in_short: tuple[str, str]
    urls: tuple[str, str]
    choices: tuple[tuple[Option, ...], tuple[Option, ...]]
    rows: tuple[DifferenceView, ...]
    swap_url: str
    slips: tuple[SlipView, ...]


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One switch under every preset; ``same``: all say the same."""

    label: str
    url: str
    cells: tuple[str, ...]
    same: bool


@dataclass(frozen=True, slots=True)
class MatrixView:
    """All presets against all switches, by section of the rule book."""

    presets: tuple[str, ...]
    groups: tuple[tuple[str, tuple[MatrixRow, ...]], ...]

    @property
    def columns(self) -> int:
        """The names of the switches, and one column a preset."""
        return 1 + len(self.presets)


def compare_view(
    first: Ruleset, second: Ruleset, differences: tuple[Difference, ...], slips: tuple[Slip, ...]
) -> CompareView:
    """Word a comparison."""
    return CompareView(
        (ruleset_label(first), ruleset_label(second)),
        (ruleset_in_short(first), ruleset_in_short(second)),
        (Place(first).url(), Place(second).url()),
        (_choices(first), _choices(second)),
        tuple(_row(difference) for difference in differences),
        f"{reverse('rules:compare')}?a={second}&b={first}",
        slip_views(slips),
    )


def matrix_view(book: Book) -> MatrixView:
    """Word the table of all presets and switches."""
    titles = {section.key: section.title for section in book.sections}
    groups: dict[str, list[MatrixRow]] = {}
    shown = {name: book.by_rule(rules) for name, rules in PRESETS.items()}
    for name, place in places().items():
        cells = tuple(value_label(name, getattr(rules, name)) for rules in PRESETS.values())
        home = next(preset for preset in PRESETS if getattr(PRESETS[preset], name) is not None)
        url = Place(PRESETS[home], section=place.section).url(place_of(name, shown[home]))
        groups.setdefault(place.section, []).append(MatrixRow(switch_label(name), url, cells, len(set(cells)) == 1))
    return MatrixView(
        tuple(str(label) for label in LABELS.values()),
        tuple((titles[key], tuple(groups[key])) for key in titles if key in groups),
    )


def _choices(chosen: Ruleset) -> tuple[Option, ...]:
    options = [Option(name, str(LABELS[name]), preset == chosen) for name, preset in PRESETS.items()]
    if not chosen.is_preset:
        options.append(Option(str(chosen), ruleset_label(chosen), True))
    return tuple(options)


def _row(difference: Difference) -> DifferenceView:
    sides = tuple(_side(difference, at) for at in (0, 1))
    example = difference.example and example_view(difference.example)
    return DifferenceView(difference.name, switch_label(difference.name), (sides[0], sides[1]), example)


def _side(difference: Difference, at: int) -> SideView:
    rules, clause = difference.rulesets[at], difference.clauses[at]
    return SideView(
        ruleset_label(rules),
        value_label(difference.name, difference.values[at]),
        clause_text(clause, rules) if clause else "",
        _url(rules, clause),
    )


def _url(rules: Ruleset, clause: Clause | None) -> str:
    return Place(rules, section=clause.section_id).url(clause.rule) if clause else Place(rules).url()
