"""Reads lesson files. Pure: no models, no request, no active language.

A lesson is one file ``content/<slug>.toml``:

- ``slug``, ``number`` (place in the learning path, 1 to 16), ``title``, ``goal``, ``minutes``, ``mastery`` (how many checks
  are right at the first try, of those under the classic rules), ``show_trump`` (``false`` before trumps have been explained), ``theme`` (the puzzles to
  go on with, such as ``R2``), ``after`` (slugs of the lessons that it builds on).
- ``[[step]]``, six to ten of them: ``key`` (unique in the lesson, part of the address of its texts, so it never changes),
  ``kind`` with the keys of its own (``docs/exercises.md``), ``rule`` (the rule id that the step asks about: hint 1 and the
  link) and perhaps ``rules`` (others that it needs), ``teaches`` (rule ids that its text explains), ``look`` (hint 2, a key of
  ``HINT_LOOK``). An answer is never written: the engine computes it.
- Texts of a step: ``teach`` (what is explained, first mention of a term as ``[[term|words]]``, term ids as in
  ``locale/TERMS.json``), ``task`` (what is to be done; left out, the task is worded by ``tutor/wording/tasks.py``).
  ``%(hand)s``, ``%(deck)s``, ``%(target)s``, ``%(two_points_below)s`` stand for numbers of the ruleset, ``%(exchange_card)s``
  and ``%(stock)s`` (cards in the stock after the deal) only after a colon.
- Rulesets: ``when`` is a condition in the language of the rule book (``tutor/content/conditions.py``; several joined by
  ``or``); a step whose condition does not hold is left out. ``position_20``, ``cards_20``, ``trick_20``, ``actions_20``, ``end_20``
  replace the key without ``_20`` under the pack of 20 cards. ``[[step.variant]]`` with ``key`` and ``when`` replaces any keys,
  ``teach`` and ``task`` too (``teaches`` adds to those of the step), where its condition holds (later ones win). ``[[step.also]]`` with ``key``, ``when`` and ``text``
  adds a sentence to ``teach``. ``[[step.statement]]`` (for ``pick``) has ``key``, ``text``, a claim (``tutor/exercises/predicates.py``),
  perhaps ``when``, and ``why``: the reason, where the claim is about the rules themselves.
- A step holds together under all presets: there is a test for every step, every preset, right and wrong answers. A step that
  cannot be asked under somebody's own rules is left out by itself.
- ``check = false``: a step that does not count for mastery.
"""

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
class Passage:
    """A text of a step beside ``teach`` and ``task``: ``role`` is ``statement``, ``why``, ``also``, ``teach`` or ``task``.

    ``name`` is the key of its statement or variant; it is said where the condition ``when`` holds.
    """

    role: str
    name: str
    when: str
    text: str


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

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Its texts beside the two that it always has, in the order of the file."""
        return tuple(_passages(self.data))


@dataclass(frozen=True, slots=True)
class LessonText:
    """One lesson as its file tells it."""

    slug: str
    data: Mapping[str, Any]
    steps: tuple[StepText, ...]


TEXTS = ("teach", "task")


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
            yield from _step_messages(step)


def passage_address(step: StepText, passage: Passage) -> str:
    """Return where a passage stands in the catalogs."""
    last = "" if passage.role == "statement" else f".{passage.role}"
    return f"{step.address}.{passage.name}{last}"


def _step_messages(step: StepText) -> Iterator[Message]:
    for name in TEXTS:
        if name in step.data:
            yield Message(f"{step.address}.{name}", step.data[name], f"step of kind {step.data['kind']}")
    for passage in step.passages:
        about = "sentence to choose" if passage.role == "statement" else passage.role
        where = "" if passage.when == "always" else f", shown when {passage.when}"
        yield Message(passage_address(step, passage), passage.text, f"{about}{where}")


def _passages(data: Mapping[str, Any]) -> Iterator[Passage]:
    for statement in data.get("statement", ()):
        when = statement.get("when", "always")
        yield Passage("statement", statement["key"], when, statement["text"])
        if "why" in statement:
            yield Passage("why", statement["key"], when, statement["why"])
    for also in data.get("also", ()):
        yield Passage("also", also["key"], also["when"], also["text"])
    for variant in data.get("variant", ()):
        for name in TEXTS:
            if name in variant:
                yield Passage(name, variant["key"], variant["when"], variant[name])


def _lesson(data: Mapping[str, Any]) -> LessonText:
    steps = tuple(StepText(data["slug"], step["key"], step) for step in data["step"])
    return LessonText(data["slug"], data, steps)
