"""The form that builds a position, as its template shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import pgettext

from engine.cards import Card, Suit
from engine.ruleset import PRESETS, Ruleset
from tutor.positions.building import Spot
from tutor.positions.forms import CHOOSE, PAIRS, SEATS, BuildForm, card_field
from tutor.web.table import SuitView, suit_view
from tutor.wording.cards import card_name, suit_name
from tutor.wording.places import GAME_POINTS_LEFT, NOBODY, NUMBERS, PLAYERS, SPOTS
from tutor.wording.presets import LABELS, ruleset_label


@dataclass(frozen=True, slots=True)
class Option:
    """An entry of a list."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ListView:
    """A list to choose from, with its label."""

    name: str
    label: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class NumberView:
    """A number to fill in."""

    name: str
    label: str
    value: str
    error: str


@dataclass(frozen=True, slots=True)
class BuildView:
    """The whole page."""

    rules: str
    label: str
    presets: tuple[tuple[str, str, bool], ...]
    suits: tuple[tuple[SuitView, tuple[ListView, ...]], ...]
    lead: ListView
    dealer: ListView
    trump: ListView
    announced: ListView
    closed: ListView
    numbers: tuple[tuple[NumberView, ...], ...]
    order: str
    errors: tuple[str, ...]
    open: bool


def build_view(rules: Ruleset, values: Mapping[str, str], form: BuildForm | None = None) -> BuildView:
    """Word the form, filled with ``values``; ``form``: what is wrong with them."""
    players = [(name, str(PLAYERS[name])) for name in SEATS]
    suits = [(suit.value, suit_name(suit)) for suit in Suit]
    nobody = [("", str(NOBODY))]
    build = reverse("positions:build")
    return BuildView(
        rules=str(rules),
        label=ruleset_label(rules),
        presets=tuple(
            (str(LABELS[name]), f"{build}?rules={name}", preset == rules) for name, preset in PRESETS.items()
        ),
        suits=tuple(
            (suit_view(suit), tuple(_spots(card, values) for card in rules.pack if card.suit is suit)) for suit in Suit
        ),
        lead=_list("lead", pgettext("label, position", "Who leads this trick"), players, values),
        dealer=_list("dealer", pgettext("label, position", "Who dealt"), players, values),
        trump=_list("trump", pgettext("label, position", "Trump suit"), suits, values),
        announced=_list(
            "announced",
            pgettext("label, position", "Marriage announced on this lead"),
            [("", pgettext("no marriage", "none")), *suits],
            values,
        ),
        closed=_list("closed", pgettext("label, position", "Who closed the stock"), nobody + players, values),
        numbers=tuple(tuple(_number(name, who, rules, values, form) for who in SEATS) for name in PAIRS),
        order=values.get("order", ""),
        errors=_errors(form),
        open=form is not None or any(values.get(name) for name in ("announced", "closed")),
    )


def _errors(form: BuildForm | None) -> tuple[str, ...]:
    """What is wrong with the whole; a list with a value that it does not offer is told once for all lists."""
    if form is None:
        return ()
    lists = [name for name in form.errors if name in form.fields and name.rpartition("_")[0] not in PAIRS]
    return (*(str(error) for error in form.non_field_errors()), *([str(CHOOSE)] if lists else []))


def _spots(card: Card, values: Mapping[str, str]) -> ListView:
    return _list(card_field(card), card_name(card), [(spot.value, str(SPOTS[spot.value])) for spot in Spot], values)


def _list(name: str, label: str, options: list[tuple[str, str]], values: Mapping[str, str]) -> ListView:
    chosen = values.get(name, "")
    return ListView(name, label, tuple(Option(value, text, value == chosen) for value, text in options))


def _number(name: str, who: str, rules: Ruleset, values: Mapping[str, str], form: BuildForm | None) -> NumberView:
    field = f"{name}_{who}"
    label = GAME_POINTS_LEFT[who] if name == "game" and rules.count == "down" else NUMBERS[name, who]
    errors = form.errors.get(field, []) if form else []
    return NumberView(field, str(label), values.get(field, ""), " ".join(str(error) for error in errors))
