"""In which presets a question has the same answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.problems.answers import reasons, right_answers
from engine.problems.item import Answer
from engine.ruleset import PRESETS


def holds_in(ask: Mapping[str, Any], answers: tuple[Answer, ...], same_reasons: bool = True) -> tuple[str, ...]:
    """Return the presets under which a question can be asked and has the same answers.

    ``same_reasons``: and the wrong ones are wrong for the same reasons; values may differ.
    """
    if "rulesets" in ask:
        return tuple(name for name in PRESETS if name in ask["rulesets"])
    here, found = reasons(ask), []
    for name in PRESETS:
        under = {**ask, "ruleset": name}
        try:
            same = right_answers(under) == answers and (not same_reasons or reasons(under) == here)
        except (ValueError, AssertionError, LookupError):
            continue
        if same:
            found.append(name)
    return tuple(found)
