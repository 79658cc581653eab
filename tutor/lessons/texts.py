"""Reads lesson files. Pure: no models, no request, no active language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tutor.content.messages import Message

CONTENT_DIR = Path(__file__).with_name("content")


@dataclass(frozen=True, slots=True)
class StepText:
    """One step: its address in the catalogs and all that its file says."""

    lesson: str
    key: str
    data: Mapping[str, Any]

    @property
    def address(self) -> str:
        """Where its texts stand in the catalogs."""
        return f"lesson.{self.lesson}.{self.key}"


@dataclass(frozen=True, slots=True)
class LessonText:
    """One lesson as its file tells it."""

    slug: str
    data: Mapping[str, Any]
    steps: tuple[StepText, ...]


@cache
def lessons() -> tuple[LessonText, ...]:
    """Return every lesson in the order of the learning path."""
    found = [_lesson(tomllib.loads(path.read_text(encoding="utf-8"))) for path in CONTENT_DIR.glob("*.toml")]
    return tuple(sorted(found, key=lambda lesson: int(lesson.data["number"])))


def messages() -> Iterator[Message]:
    """Yield every translatable text of every lesson."""
    for lesson in lessons():
        for name in ("title", "goal"):
            yield Message(f"lesson.{lesson.slug}.{name}", lesson.data[name], f"{name} of a lesson")
        for step in lesson.steps:
            kind = step.data["kind"]
            for name in ("teach", "task"):
                if name in step.data:
                    yield Message(f"{step.address}.{name}", step.data[name], f"step of kind {kind}")
            for statement in step.data.get("statement", ()):
                yield Message(f"{step.address}.{statement['key']}", statement["text"], "sentence to choose")


def _lesson(data: Mapping[str, Any]) -> LessonText:
    steps = tuple(StepText(data["slug"], step["key"], step) for step in data["step"])
    return LessonText(data["slug"], data, steps)
