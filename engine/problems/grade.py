"""The computed level of an item. Solve rates correct it later; this is where it starts."""

from __future__ import annotations

from typing import Any

from engine.problems.cases import Case
from engine.problems.item import Grade, level_in
from engine.problems.themes import Theme

CLOSE_CALL = 0.6
"""Game points between best and second best, below which a choice is hard to see."""


def grade_rule(case: Case, ask: dict[str, Any], rules: int, wrong: int) -> Grade:
    """Return the grade of a rule or memory item: more rules, more that has happened, more near misses, a trap."""
    steps = len(ask.get("actions", ()))
    weight = int(rules >= 3) + int(steps >= 3) + int(case.trap) + int(wrong >= 5)
    if case.theme is Theme.COUNT:
        weight = int(len(ask.get("cards", ())) > 4) + int(bool(steps)) + int(case.name in ("after", "left", "hand"))
    if case.theme is Theme.UNSEEN:
        weight = int(wrong >= 17) + int(case.trap)
    if case.theme is Theme.VARIANTS:
        weight = int(bool(steps)) + int(ask["ask"] in ("score", "legal")) + int(len(ask.get("options", ())) > 2)
    if case.theme is Theme.SPOT:
        weight = int(steps >= 7)
    if case.theme is Theme.ORDER:
        weight = int(len(ask["statements"][0]["order"]) > 3)
    if case.theme is Theme.DEDUCTION:
        weight = int(case.name == "strict" and steps > 3)
    return Grade(level_in(case.theme, weight), rules, steps, wrong, 0.0, case.trap)


def grade_search(theme: Theme, tricks: int, wrong: int, gap: float, hidden: int = 1) -> Grade:
    """Return the grade of an item that was searched: tricks of the line, cards that look as good, hidden deals."""
    close = int(0 < gap < CLOSE_CALL)
    if theme.family == "E":
        weight = tricks + int(wrong > 2) - 2
    elif theme is Theme.CERTAIN_CLOSE:
        weight = 2 + int(hidden > 7) + int(hidden > 84)
    else:
        weight = 2 + int(hidden > 7) + int(tricks > 4) + close
    level = max(1, min(5, 1 + weight))
    start = level_in(theme, 0)
    return Grade(level_in(theme, level - start), 1, tricks, wrong, round(gap, 4), False)
