"""The same problem in other suits: what an item is when only the names of the suits differ."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, Final

from engine.cards import Card, Suit, in_order

Ask = Mapping[str, Any]
"""What a problem asks: plain JSON values, see ``engine/RULES.md``, part 4."""
Names = Mapping[str, str]
"""Letter of a suit -> letter of another."""

_PAIRS: Final = re.compile(r"([AKQJT9])([CDHS])")
_ALL: Final = tuple(dict(zip("CDHS", names, strict=True)) for names in permutations("CDHS"))
_SORTED: Final = {"cards", "taken"}
_OUT: Final = {"rule", "rules", "ruleset", "rulesets", "kind", "ask", "goal", "of", "key", "switch", "leader"}


def renamed(ask: Ask, names: Names) -> dict[str, Any]:
    """Return the same question with its suits renamed, lists of cards in canonical order.

    >>> renamed({"kind": "count", "of": "cards", "cards": ["KC", "9S"]}, dict(zip("CDHS", "SHDC")))["cards"]
    ['9C', 'KS']
    """
    return {key: _value(key, value, names) for key, value in ask.items()}


def canonical(ask: Ask) -> str:
    """Return one text for all questions that differ in the names of the suits only."""
    return min(json.dumps(_unordered(renamed(ask, names)), sort_keys=True, separators=(",", ":")) for names in _ALL)


def identity(theme: str, ask: Ask) -> str:
    """Return the id of an item: its theme and a hash of its canonical form."""
    return f"{theme.lower()}-{hashlib.sha256(canonical(ask).encode()).hexdigest()[:10]}"


def _unordered(ask: dict[str, Any]) -> dict[str, Any]:
    """The order of what is offered, and the keys of statements, make no other question."""
    if "options" in ask:
        ask["options"] = sorted(ask["options"])
    if "statements" in ask:
        plain = [{key: value for key, value in item.items() if key != "key"} for item in ask["statements"]]
        ask["statements"] = sorted(plain, key=lambda item: json.dumps(item, sort_keys=True))
    return ask


def rename_position(text: str, names: Names) -> str:
    """Return a position in other suits."""
    hands, stock, trump, turn, score, closed, match, shown = text.split(" ")
    shown, dot, gone = shown.partition(".")
    fields = (
        "/".join(_hand(hand, names) for hand in hands.split("/")),
        _cards(stock, names),
        names[trump],
        _turn(turn, names),
        score,
        closed,
        match,
        _shown(shown, names) + dot + (_hand(gone, names) if gone else ""),
    )
    return " ".join(fields)


def rename_action(text: str, names: Names) -> str:
    """Return an action in other suits: ``A:KS``, ``A=D``, ``A~9H``.

    >>> rename_action("A=D", {"D": "H"}), rename_action("A:KD", {"D": "H"}), rename_action("A@", {})
    ('A=H', 'A:KH', 'A@')
    """
    if len(text) < 3 or text == "none":
        return text
    return text[:-1] + names[text[-1]]


def _value(key: str, value: Any, names: Names) -> Any:
    if key in _OUT or value is None or isinstance(value, (int, float)):
        return value
    if key == "position":
        return rename_position(value, names)
    if key in _SORTED:
        return _in_order([_cards(code, names) for code in value])
    return _inside(value, names)


def _inside(value: Any, names: Names) -> Any:
    """Rename what lists and mappings hold: actions, options, tricks, statements."""
    if isinstance(value, str):
        return _word(value, names)
    if isinstance(value, Mapping):
        return {key: _value(key, inner, names) for key, inner in value.items()}
    if isinstance(value, Sequence):
        return [_inside(inner, names) for inner in value]
    return value


def _word(text: str, names: Names) -> str:
    if len(text) == 1 and text in names and text in set(Suit):
        return names[text]
    if len(text) > 2 and text[1] in ":=~" and text[0] in "AB":
        return rename_action(text, names)
    if " " in text:
        return " ".join(_in_order([_cards(code, names) for code in text.split(" ")]))
    return _cards(text, names)


def _cards(text: str, names: Names) -> str:
    return _PAIRS.sub(lambda found: found.group(1) + names[found.group(2)], text)


def _hand(text: str, names: Names) -> str:
    codes = [text[at : at + 2] for at in range(0, len(text), 2)]
    known = _in_order([_cards(code, names) for code in codes if code not in ("??", "-")])
    return "".join(known) + "??" * codes.count("??") or "-"


def _shown(text: str, names: Names) -> str:
    if text == "-":
        return text
    items = [item[0] + _cards(item[1:], names) for item in text.split(",")]
    return ",".join(sorted(items, key=lambda item: (item[0], Card.parse(item[1:]).index)))


def _turn(text: str, names: Names) -> str:
    who, announced, rest = text[0], "", text[1:]
    if rest.startswith("="):
        announced, rest = f"={names[rest[1]]}", rest[2:]
    return who + announced + _cards(rest, names)


def _in_order(codes: Sequence[str]) -> list[str]:
    return [card.code for card in in_order(Card.parse(code) for code in codes)]
