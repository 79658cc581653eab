"""The page that begins a deal: what can be chosen, and the deals there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from engine.errors import ReadError
from engine.players import PLAYERS
from engine.ruleset import PRESETS, Ruleset, custom, parse
from tutor.play.deals import goes_on, history, rules_of, score_after
from tutor.play.forms import OWN
from tutor.play.models import Game, new_key
from tutor.wording import play as words
from tutor.wording.opponents import ABOUT, NAMES, opponent_name
from tutor.wording.presets import CUSTOM, CUSTOM_IN_SHORT, IN_SHORT, ruleset_label
from tutor.wording.presets import LABELS as PRESET_LABELS

DEFAULTS = {"opponent": "beginner", "coach": "asked", "length": "deal", "dealer": "any"}


@dataclass(frozen=True, slots=True)
class Choosable:
    """A value that can be chosen."""

    value: str
    label: str
    about: str
    checked: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of a game with its values."""

    name: str
    label: str
    options: tuple[Choosable, ...]

    @property
    def current(self) -> str:
        """The label of what is chosen."""
        return next(option.label for option in self.options if option.checked)


@dataclass(frozen=True, slots=True)
class Listed:
    """A deal in a list."""

    url: str
    opponent: str
    ruleset: str
    how: str
    when: datetime


@dataclass(frozen=True, slots=True)
class StartView:
    """The whole page. ``own``: the text of own rules, ``problems``: what is wrong with a field."""

    opponent: Setting
    ruleset: Setting
    open: bool
    summary: tuple[str, ...]
    settings: tuple[Setting, ...]
    own: str
    own_problem: str
    seed: str
    seed_label: str
    seed_help: str
    seed_problem: str
    once: str
    running: tuple[Listed, ...]
    finished: tuple[Listed, ...]
    example: str = str(custom("classic66", {"target": 11, "strict_head": False}))


def chosen(data: Mapping[str, str], rules: Ruleset, counts: bool, last: Game | None) -> dict[str, str]:
    """Return what stands chosen on the page: what the form or a link says, else what was played last, else the usual."""
    usual = {**DEFAULTS, "counts": "shown" if counts else "hidden", "ruleset": rules.name if rules.is_preset else OWN}
    usual |= {"own": str(rules), "seed": ""}
    if last is not None:
        usual |= {"opponent": last.opponent, "coach": last.coach, "length": "game" if last.whole else "deal"}
    found = {name: data.get(name, value)[:2000] for name, value in usual.items()}
    if "rules" in data:  # the short form of links
        found |= _linked(data["rules"])
    return found


def _linked(text: str) -> dict[str, str]:
    try:
        rules = parse(text)
    except ReadError:
        return {}
    return {"ruleset": rules.name if rules.is_preset else OWN, "own": str(rules)}


def start_view(
    values: Mapping[str, str],
    problems: Mapping[str, str],
    *,
    linked: bool,
    running: Iterable[Game],
    finished: Iterable[Game],
) -> StartView:
    """Word the page; ``linked``: its address asks for something, so that everything is laid open."""
    presets = {name: (PRESET_LABELS[name], IN_SHORT[name]) for name in PRESETS}
    tables = {
        "opponent": {name: (NAMES[name], ABOUT[name]) for name in PLAYERS},
        "coach": words.COACH,
        "counts": words.COUNTS,
        "length": words.LENGTH,
        "dealer": words.DEALER,
    }
    opponent, *others = (_setting(name, table, values) for name, table in tables.items())
    ruleset = _setting("ruleset", {**presets, OWN: (CUSTOM, CUSTOM_IN_SHORT)}, values)
    return StartView(
        opponent=opponent,
        ruleset=ruleset,
        settings=tuple(others),
        open=linked or bool(problems),
        summary=tuple(f"{setting.label}: {setting.current}" for setting in (ruleset, *others)),
        own=values["own"],
        own_problem=problems.get("own", ""),
        seed=values["seed"],
        seed_label=str(words.LABELS["seed"]),
        seed_help=str(words.SEED_HELP),
        seed_problem=problems.get("seed", ""),
        once=new_key(),
        running=tuple(_listed(game) for game in running),
        finished=tuple(_listed(game) for game in finished),
    )


def _setting(name: str, table: Mapping[str, tuple[object, object]], values: Mapping[str, str]) -> Setting:
    current = values[name] if values[name] in table else next(iter(table))
    options = tuple(
        Choosable(value, str(label), str(about), value == current) for value, (label, about) in table.items()
    )
    return Setting(name, str(words.LABELS[name]), options)


def _listed(game: Game) -> Listed:
    rules = rules_of(game)
    if goes_on(game):  # between two deals: the number is that of the next one
        down = rules.count == "down"
        how = words.score_line(game.number + 1, *score_after(game), rules.target, down=down)
    elif game.points is not None:
        how = words.game_points(game.points)
    else:
        how = words.tricks_played(history(game).deal.tricks_played)
    return Listed(
        reverse("play:game", args=[game.key]), opponent_name(game.opponent), ruleset_label(rules), how, game.updated
    )
