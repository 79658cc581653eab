"""Lists of puzzles, already worded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.translation import pgettext

from tutor.puzzles.choosing import Listed, Mistake, Room, Standing
from tutor.puzzles.models import Theme
from tutor.puzzles.walking import FAMILIES, LEVELS, STATES, Walk
from tutor.wording import puzzles as words
from tutor.wording.dates import day_text, month_text, weekday_text
from tutor.wording.presets import LABELS
from tutor.wording.sentences import counted, plain


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a list in the form."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """A list in the form that narrows the puzzles."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class ThemeCard:
    """A theme in the room."""

    name: str
    about: str
    url: str
    levels: str
    solved: str
    percent: int


@dataclass(frozen=True, slots=True)
class FamilyView:
    """The themes of one family; without those that the form leaves out."""

    name: str
    about: str
    key: str
    themes: tuple[ThemeCard, ...]


@dataclass(frozen=True, slots=True)
class RoomView:
    """The whole room. ``own``: the visitor's level, only where it is asked for."""

    total: str
    today: str
    today_url: str
    today_state: str
    today_done: bool
    mixed_url: str
    mistakes: str
    rules_due: str
    own: str
    own_url: str
    fields: tuple[ChoiceField, ...]
    narrowed: bool
    families: tuple[FamilyView, ...]


@dataclass(frozen=True, slots=True)
class PuzzleLink:
    """A puzzle in the list of a theme. ``label`` is what is read aloud."""

    number: int
    url: str
    state: str
    label: str


@dataclass(frozen=True, slots=True)
class LevelView:
    """The puzzles of one level."""

    name: str
    note: str
    puzzles: tuple[PuzzleLink, ...]


@dataclass(frozen=True, slots=True)
class ThemeView:
    """The page of a theme."""

    name: str
    about: str
    slug: str
    solved: str
    percent: int
    go_url: str
    started: bool
    left: bool
    levels: tuple[LevelView, ...]
    states: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MistakeView:
    """A puzzle that was missed; the form behind it begins it anew."""

    url: str
    seen: int
    theme: str
    level: str
    day: str


@dataclass(frozen=True, slots=True)
class DayView:
    """A day of the archive."""

    day: str
    weekday: str
    url: str
    level: str
    state: str
    label: str


@dataclass(frozen=True, slots=True)
class MonthLink:
    """A month of the archive."""

    label: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class DaysView:
    """The archive of one month."""

    month: str
    days: tuple[DayView, ...]
    months: tuple[MonthLink, ...]


@dataclass(frozen=True, slots=True)
class NoneView:
    """Nothing is left in a set. ``wider_url``: the same without what narrows it."""

    theme: str
    theme_url: str
    wider_url: str


def room_view(found: Room, today: date, *, own: bool) -> RoomView:
    """Word the room of the puzzles."""
    walk = found.walk
    standing = found.today.standing if found.today else Standing.NEW
    home = reverse("puzzles:home")
    return RoomView(
        total=counted(words.PUZZLES, len(found.listed)),
        today=day_text(today),
        today_url=reverse("puzzles:day", args=[today]) if found.today else "",
        today_state=str(words.STANDINGS[standing]),
        today_done=standing in (Standing.ALONE, Standing.LATER),
        mixed_url=walk.with_(within="mixed").address("puzzles:next"),
        mistakes=counted(words.MISTAKES, found.mistakes) if found.mistakes else "",
        rules_due=counted(words.RULES_DUE, found.rules_due) if found.rules_due else "",
        own=_own(found.own_level) if own else "",
        own_url=home if own else f"{home}?own=shown#own",
        fields=fields(walk),
        narrowed=walk.narrowed,
        families=tuple(view for family in FAMILIES if (view := _family(found, family)).themes),
    )


def _own(level: int | None) -> str:
    return str(words.NO_LEVEL_YET) if level is None else plain(words.OWN_LEVEL, {"n": level})


def _family(found: Room, family: str) -> FamilyView:
    cards = []
    for theme in found.themes:
        listed = [each for each in found.listed if each.theme == theme.pk]
        if theme.family == family and listed:
            cards.append(_card(theme, listed, found.walk))
    return FamilyView(str(words.FAMILIES[family]), str(words.FAMILIES_IN_SHORT[family]), family, tuple(cards))


def _card(theme: Theme, listed: Sequence[Listed], walk: Walk) -> ThemeCard:
    solved = sum(each.done for each in listed)
    return ThemeCard(
        name=theme.name,
        about=theme.about,
        url=walk.with_(within="", family="").address("puzzles:theme", theme.slug),
        levels=_levels(listed),
        solved=plain(words.SOLVED_OF, {"n": solved, "total": len(listed)}),
        percent=round(100 * solved / len(listed)),
    )


def _levels(listed: Iterable[Listed]) -> str:
    levels = {each.level for each in listed}
    low, high = min(levels), max(levels)
    return plain(words.LEVEL, {"n": low}) if low == high else plain(words.LEVELS, {"low": low, "high": high})


def fields(walk: Walk) -> tuple[ChoiceField, ...]:
    """Return the lists of the form that narrows the puzzles."""
    any_level = pgettext("choice of puzzles, level", "Any")
    any_rules = pgettext("choice of puzzles, rules", "Any")
    levels = {str(each): plain(words.LEVEL_WITH_NOTE, {"n": each, "note": words.LEVEL_NOTES[each]}) for each in LEVELS}
    return (
        _field("level", pgettext("label", "Level"), any_level, levels, str(walk.level or "")),
        _field("rules", pgettext("label", "Rules"), any_rules, {k: str(v) for k, v in LABELS.items()}, walk.rules),
        _field(
            "family",
            pgettext("label", "Kind"),
            pgettext("choice of puzzles, kind", "All kinds"),
            {key: str(words.FAMILIES[key]) for key in FAMILIES},
            walk.family,
        ),
        _field(
            "state",
            pgettext("label, puzzles", "Which"),
            pgettext("choice of puzzles", "All puzzles"),
            {key: str(words.STATES[key]) for key in STATES},
            walk.state,
        ),
    )


def _field(name: str, label: str, none: str, known: dict[str, str], chosen: str) -> ChoiceField:
    choices = (Choice("", none, not chosen), *(Choice(key, text, key == chosen) for key, text in known.items()))
    return ChoiceField(name, label, choices)


def theme_view(theme: Theme, listed: Sequence[Listed], walk: Walk) -> ThemeView:
    """Word the page of a theme."""
    inside = walk.with_(within="theme", family="")
    solved = sum(each.done for each in listed)
    return ThemeView(
        name=theme.name,
        about=theme.about,
        slug=theme.slug,
        solved=plain(words.SOLVED_OF, {"n": solved, "total": len(listed)}),
        percent=round(100 * solved / len(listed)) if listed else 0,
        go_url=inside.address("puzzles:next", of=theme.slug),
        started=any(each.standing is not Standing.NEW for each in listed),
        left=solved < len(listed),
        levels=tuple(_level(level, listed, inside) for level in sorted({each.level for each in listed})),
        states=tuple((key, str(text)) for key, text in words.STANDINGS.items()),
    )


def _level(level: int, listed: Sequence[Listed], walk: Walk) -> LevelView:
    links = []
    for number, each in enumerate(listed, 1):
        if each.level != level:
            continue
        state = str(words.STANDINGS[each.standing])
        label = plain(words.NUMBERED, {"n": number, "state": state})
        links.append(PuzzleLink(number, walk.address("puzzles:puzzle", each.key), each.standing.value, label))
    return LevelView(plain(words.LEVEL, {"n": level}), str(words.LEVEL_NOTES[level]), tuple(links))


def mistakes_view(found: Iterable[Mistake]) -> tuple[MistakeView, ...]:
    """Word the puzzles that were missed."""
    walk = Walk(within="mistakes")
    return tuple(
        MistakeView(
            url=walk.address("puzzles:puzzle", each.key),
            seen=each.seen,
            theme="" if each.theme.gives_away else each.theme.name,
            level=plain(words.LEVEL, {"n": each.level}),
            day=day_text(each.missed.date()),
        )
        for each in found
    )


def days_view(found: Iterable[tuple[date, Listed]], month: date, known: Iterable[date]) -> DaysView:
    """Word the archive of a month."""
    url = reverse("puzzles:days")
    return DaysView(
        month=month_text(month),
        days=tuple(
            DayView(
                day=day_text(day),
                weekday=weekday_text(day),
                url=reverse("puzzles:day", args=[day]),
                level=plain(words.LEVEL, {"n": each.level}),
                state=each.standing.value,
                label=str(words.STANDINGS[each.standing]),
            )
            for day, each in found
        ),
        months=tuple(MonthLink(month_text(each), f"{url}?month={each:%Y-%m}", each == month) for each in known),
    )


def none_view(walk: Walk, theme: Theme | None) -> NoneView:
    """Word that nothing is left."""
    wider = Walk(within=walk.within) if walk.narrowed else None
    of = {"of": theme.slug} if theme else {}
    return NoneView(
        theme=theme.name if theme else "",
        theme_url=reverse("puzzles:theme", args=[theme.slug]) if theme else "",
        wider_url=wider.address("puzzles:next", **of) if wider else "",
    )
