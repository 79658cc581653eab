"""Reads the glossary: its own file and the term base. Pure: no models, no request, no active language."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tutor.content.messages import Message

CONTENT_DIR = Path(__file__).with_name("content")
TERM_BASE = Path(__file__).parents[2] / "locale/TERMS.json"

REGIONS = {
    "gulf": r"\bGulf\b",
    "levant": r"\bLevant\b",
    "egypt": r"\bEgypt\b",
    "saudi": r"\bSaudi\b",
    "maghreb": r"\bMaghreb\b",
    "spain": r"\bSpain\b",
    "america": r"\bAmerica\b",
    "argentina": r"\bArgentina\b",
    "river_plate": r"\bRiver Plate\b",
    "chile": r"\bChile\b",
    "north_india": r"\bHindi belt\b",
}
"""Where a word is heard: our key, and how the notes of the term base say it."""
SHORT_NOTE = 40
"""A longer note explains something else than where a word is heard."""
FORMS = (
    "singular", "plural", "dual", "plural_3_10", "counted_11_up", "collective", "pl_general", "short", "feminine",
    "direct_sg", "direct_pl", "oblique_sg", "oblique_pl", "noun", "verbal_noun", "verb", "imperative_tu", "label",
)  # fmt: skip
"""The forms of the term base under which a word is found."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Another word for the same, and the regions where it is heard, if it belongs to some."""

    word: str
    regions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TermText:
    """One term. ``words``, ``heard`` and ``forms`` go by language."""

    key: str
    sign: str
    meaning: str
    difference: str
    confused_with: tuple[str, ...]
    words: Mapping[str, str]
    heard: Mapping[str, tuple[Heard, ...]]
    forms: Mapping[str, tuple[str, ...]]


@cache
def terms() -> tuple[TermText, ...]:
    """Return the terms in the order of the file."""
    file = tomllib.loads((CONTENT_DIR / "glossary.toml").read_text(encoding="utf-8"))
    base = {term["id"]: term for term in json.loads(TERM_BASE.read_text(encoding="utf-8"))["terms"]}
    return tuple(_term(data, base[data["id"]]) for data in file["term"])


def messages() -> Iterator[Message]:
    """Yield every translatable text. The words themselves are those of the term base."""
    for term in terms():
        word = term.words["en"]
        yield Message(f"term.{term.key}.meaning", term.meaning, f"glossary, what this word means: {word}")
        if term.difference:
            others = ", ".join(term.confused_with)
            yield Message(
                f"term.{term.key}.difference", term.difference, f"glossary, {word} is not the same as {others}"
            )


def _term(data: Mapping[str, Any], base: Mapping[str, Any]) -> TermText:
    words = {language: entry for language, entry in base.items() if isinstance(entry, dict)}
    unheard = set(data.get("not_heard", ()))
    heard = {"en": tuple(Heard(word) for word in data.get("heard", ()))}
    return TermText(
        key=data["id"],
        sign=data.get("sign", ""),
        meaning=data["meaning"],
        difference=data.get("difference", ""),
        confused_with=tuple(data.get("confused_with", ())),
        words={"en": data["word"], **{language: entry["preferred"] for language, entry in words.items()}},
        heard=heard | {language: _heard(entry, unheard) for language, entry in words.items()},
        forms={language: _forms(entry) for language, entry in words.items()},
    )


def _heard(entry: Mapping[str, Any], unheard: set[str]) -> tuple[Heard, ...]:
    notes = entry.get("alternatives_note", {})
    return tuple(Heard(word, regions(notes.get(word, ""))) for word in entry["alternatives"] if word not in unheard)


def regions(note: str) -> tuple[str, ...]:
    """Return the regions that a note of the term base names.

    >>> regions("Gulf, Levant, also Egypt"), regions("Spain, rule books; avoid"), regions("as players say it")
    (('gulf', 'levant', 'egypt'), ('spain',), ())
    """
    first = note.split(";")[0]
    if len(first) > SHORT_NOTE:
        return ()
    return tuple(region for region, said in REGIONS.items() if re.search(said, first))


def _forms(entry: Mapping[str, Any]) -> tuple[str, ...]:
    forms = entry.get("forms", {})
    return tuple(form for name in FORMS if (form := forms.get(name, "—")) != "—")
