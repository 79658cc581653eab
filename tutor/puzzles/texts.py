"""Reads the themes and the stored puzzles. Pure: no models, no request, no active language."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.problems.themes import LEVELS, Theme
from tutor.content.messages import Message

CONTENT_DIR = Path(__file__).with_name("content")
ITEMS = CONTENT_DIR / "items"


@dataclass(frozen=True, slots=True)
class ThemeText:
    """One theme. ``gives_away``: its name says what to do, so it is not shown before an answer."""

    key: str
    slug: str
    name: str
    about: str
    gives_away: bool
    levels: tuple[int, int]


@cache
def themes() -> tuple[ThemeText, ...]:
    """Return the themes in the order of the file."""
    file = tomllib.loads((CONTENT_DIR / "themes.toml").read_text(encoding="utf-8"))
    return tuple(
        ThemeText(
            key=data["id"],
            slug=data["slug"],
            name=data["name"],
            about=data["about"],
            gives_away=data.get("gives_away", False),
            levels=LEVELS[Theme(data["id"])],
        )
        for data in file["theme"]
    )


def messages() -> Iterator[Message]:
    """Yield every translatable text."""
    for theme in themes():
        yield Message(f"puzzles.{theme.key}.name", theme.name, "puzzle theme, a heading")
        yield Message(f"puzzles.{theme.key}.about", theme.about, f"puzzle theme, what is asked under: {theme.name}")


def items() -> Iterator[Mapping[str, Any]]:
    """Yield every stored puzzle as it is written, theme by theme."""
    for theme in themes():
        for line in (ITEMS / f"{theme.key}.jsonl").read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield json.loads(line)
