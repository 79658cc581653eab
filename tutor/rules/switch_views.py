"""The page with every rule switch, as its template shows it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.nearest import Slip
from tutor.rules.addresses import Place
from tutor.rules.example_views import SwitchView, switch_view
from tutor.rules.examples import places
from tutor.rules.presenters import Chip, SlipView, preset_chips, slip_views
from tutor.rules.services import Book, switches_of
from tutor.wording.presets import ruleset_label


@dataclass(frozen=True, slots=True)
class GroupView:
    """The switches of one section."""

    title: str
    url: str
    switches: tuple[SwitchView, ...]


@dataclass(frozen=True, slots=True)
class OwnView:
    """The whole page."""

    label: str
    preset: str
    beside: str
    chips: tuple[Chip, ...]
    groups: tuple[GroupView, ...]
    book_url: str
    slips: tuple[SlipView, ...]


def own_view(place: Place, book: Book, slips: tuple[Slip, ...]) -> OwnView:
    """Word every switch that applies, with what each of its values brings, grouped by section."""
    states = switches_of(place.rules, book)
    groups = [
        GroupView(
            section.title,
            place.in_section(section.key).url(),
            tuple(switch_view(state, place) for state in states if places()[state.name].section == section.key),
        )
        for section in book.sections
    ]
    return OwnView(
        ruleset_label(place.rules),
        str(place.rules),
        place.beside,
        preset_chips(place, "own"),
        tuple(group for group in groups if group.switches),
        place.url(),
        slip_views(slips),
    )
