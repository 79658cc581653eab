"""A step under one ruleset: which of its data and texts hold, and whether it can be asked at all. Pure data in and out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from engine.ruleset import Ruleset
from tutor.content.conditions import any_holds
from tutor.exercises.kinds import KINDS, make
from tutor.exercises.kinds.base import Kind
from tutor.lessons.texts import TEXTS, LessonText, StepText, lessons

NOT_DATA = (*TEXTS, "also", "variant", "statement")
"""Keys of a step that are texts or say when others hold."""
FOR_20 = "_20"
"""Keys that end in this hold under the pack of 20 cards."""


def stored(step: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the database keeps of a step: all but its texts."""
    data = {name: value for name, value in step.items() if name not in NOT_DATA}
    data["statements"] = [_bare(item, "text", "why") for item in step.get("statement", ())]
    data["variants"] = [_bare(item, *TEXTS) for item in step.get("variant", ())]
    return data


def resolved(data: Mapping[str, Any], rules: Ruleset) -> dict[str, Any]:
    """Return the data of a step as it is asked under a ruleset."""
    found = dict(data)
    for variant in found.pop("variants", ()):
        if any_holds(variant["when"], rules):
            found |= _bare(variant, "when", "key")
    for name in [name for name in found if name.endswith(FOR_20)]:
        value = found.pop(name)
        if rules.deck == 20:
            found[name.removesuffix(FOR_20)] = value
    return found


def taught_by(step: StepText, rules: Ruleset) -> frozenset[str]:
    """Return the rule ids that a step explains under a ruleset: its own, and those of its variants that hold."""
    variants = [variant for variant in step.data.get("variant", ()) if any_holds(variant["when"], rules)]
    return frozenset(rule for data in (step.data, *variants) for rule in data.get("teaches", ()))


def said(
    passages: Iterable[tuple[str, str, str, str]], rules: Ruleset
) -> tuple[dict[str, str], dict[str, str], list[str]]:
    """Sort the passages of a step (role, name, condition, text): texts that replace teach and task, sentences by key, and
    what is said in addition.
    """
    replaced: dict[str, str] = {}
    sentences: dict[str, str] = {}
    also: list[str] = []
    for role, name, when, text in passages:
        if not any_holds(when, rules):
            continue
        if role in TEXTS:
            replaced[role] = text
        elif role == "also":
            also.append(text)
        else:
            sentences[name if role == "statement" else f"{name}.why"] = text
    return replaced, sentences, also


def can_be_asked(step: StepText, rules: Ruleset) -> bool:
    """Return whether a step is asked under a ruleset: its condition holds, and the engine finds an answer."""
    return _can_be_asked(step.lesson, step.key, rules)


@lru_cache(maxsize=4096)
def _can_be_asked(slug: str, key: str, rules: Ruleset) -> bool:
    step = next(step for step in _lesson_of(slug).steps if step.key == key)
    if not any_holds(step.data.get("when", "always"), rules):
        return False
    if step.data["kind"] not in KINDS:
        return True
    try:
        return bool(kind_of(step, rules).right_answers())
    except (AssertionError, LookupError, ValueError):
        return False  # the position cannot occur under these rules, or the question makes no sense


def kind_of(step: StepText, rules: Ruleset) -> Kind:
    """Return a step of a lesson file, ready to be asked under a ruleset, without its translated sentences."""
    show_trump = bool(_lesson_of(step.lesson).data["show_trump"])
    return make(resolved(stored(step.data), rules), rules, show_trump=show_trump)


def _lesson_of(slug: str) -> LessonText:
    return next(lesson for lesson in lessons() if lesson.slug == slug)


def _bare(item: Mapping[str, Any], *without: str) -> dict[str, Any]:
    return {name: value for name, value in item.items() if name not in without}
