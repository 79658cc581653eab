"""An item: one problem with its answer, its proof and its grade. Written as one line of JSON, read back the same."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from engine.cards import Card, parse_cards
from engine.deal import Deal
from engine.notation import read, write_view
from engine.problems.renaming import Ask, canonical, identity
from engine.problems.themes import LEVELS, Theme
from engine.ruleset import parse
from engine.seats import Seat
from engine.view import view_of

Answer = dict[str, Any]
"""An answer as JSON values, in the form of its kind."""

VERSION: Final = 1
"""Version of makers and marking. An item that was made by another one may be made differently now."""
OPEN_KINDS: Final = frozenset({"line", "spot", "score"})
"""Kinds that lay both hands open; of the others the learner sees what seat A may know."""
HAND: Final = "hand:"
"""Begins the code of a proof that names the opponent's hand against which a closing fails."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """Nothing fit to publish came of it; ``reason`` is a code that the miner counts."""

    reason: str


@dataclass(frozen=True, slots=True)
class Grade:
    """The computed level, and what it was computed from.

    ``rules`` involved, ``steps`` (actions that have happened or tricks of the line), ``wrong`` plausible wrong answers,
    ``gap`` between best and second best in game points (0: not a matter of value), ``trap``: the quick answer is wrong.
    """

    level: int
    rules: int
    steps: int
    wrong: int
    gap: float
    trap: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """What is known to be so. ``answers``: every right answer; they form one class.

    ``best`` and ``second``: the value to seat A of the right answer and of the best wrong one, None where values decide
    nothing. ``worlds``: deals or orders that were gone through. ``codes``: the conditions behind the label.
    """

    answers: tuple[Answer, ...]
    best: float | None = None
    second: float | None = None
    worlds: int = 1
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """One problem. ``ask`` is the question in the form of its kind; seat A is the learner.

    ``deal`` is the whole position with its hidden cards where ``ask`` holds a view only, for playing on: it never
    reaches a page before an answer. ``presets``: those under which the same answers are right. ``reasons``: option ->
    why it is wrong (for values: what it costs).
    """

    id: str
    theme: Theme
    case: str
    ruleset: str
    ask: Mapping[str, Any]
    deal: str | None
    rule: str
    rules: tuple[str, ...]
    seed: str
    grade: Grade
    presets: tuple[str, ...]
    proof: Proof
    reasons: Mapping[str, str]
    version: int = VERSION

    @property
    def level(self) -> int:
        """1 to 5."""
        return self.grade.level


def named_hand(codes: Iterable[str]) -> tuple[Card, ...]:
    """Return the hand that the codes of a proof name, empty where they name none."""
    code = next((code for code in codes if code.startswith(HAND)), HAND)
    return parse_cards(code.removeprefix(HAND))


def visible(ask: Ask) -> dict[str, Any]:
    """Return a question without what the learner does not see and what does not matter, to compare it with others."""
    shown = {key: value for key, value in ask.items() if key not in ("rule", "rules")}
    if "position" not in ask or ask["kind"] in OPEN_KINDS or "??" in ask["position"]:
        return shown
    deal = read(ask["position"], parse(ask["ruleset"] if "ruleset" in ask else ask["rulesets"][0]))
    assert isinstance(deal, Deal)
    if ask["kind"] == "legal":
        del shown["position"]
        return shown | _what_decides(deal)
    return shown | {"position": write_view(view_of(deal, Seat.A))}


def _what_decides(deal: Deal) -> dict[str, Any]:
    """Which cards may be played hangs on no more than this."""
    return {
        "cards": [card.code for card in deal.hands[Seat.A]],
        "led": deal.led and deal.led.code,
        "trump": deal.trump.value,
        "strict": deal.strict,
        "announced": deal.announced and deal.announced.value,
    }


def identity_of(theme: Theme, ask: Ask) -> str:
    """Return the id of an item: the same for problems that differ in the names of the suits only."""
    return identity(theme.value, visible(ask))


def likeness(theme: Theme, ask: Ask) -> str:
    """Return one text for all items that are the same to a learner: whatever the suits are called, in any ruleset."""
    shown = visible(ask)
    shown.pop("ruleset", None)
    shown.pop("rulesets", None)
    return theme.value + canonical(shown)


def level_in(theme: Theme, weight: int) -> int:
    """Return the level for a weight that counts from 0, kept within the levels of the theme."""
    low, high = LEVELS[theme]
    return max(low, min(high, low + weight))


def to_json(item: Item) -> str:
    """Return an item as one line, keys in a fixed order."""
    data = asdict(item)
    data["theme"] = item.theme.value
    return json.dumps(data, sort_keys=True, ensure_ascii=True)


def from_json(line: str) -> Item:
    """Read one line.

    Raises:
        ValueError: it is no item.
    """
    return from_data(json.loads(line))


def from_data(written: Mapping[str, Any]) -> Item:
    """Read the values of one line.

    Raises:
        ValueError: they are no item.
    """
    try:
        data = dict(written)
        proof = dict(data.pop("proof"))
        return Item(
            **{
                **data,
                "theme": Theme(data["theme"]),
                "rules": tuple(data["rules"]),
                "presets": tuple(data["presets"]),
                "grade": Grade(**data["grade"]),
                "proof": Proof(
                    **{**proof, "answers": tuple(proof.pop("answers")), "codes": tuple(proof.pop("codes"))},
                ),
            }
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"no item: {error}") from None
