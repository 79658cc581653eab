"""What ``python -m engine solve`` answers: the value of every action, with its kind, and the best line.

Unit: game points of the deal, for the player to act.
"""

from __future__ import annotations

import random
from typing import Any

from engine.actions import Action
from engine.deal import Deal
from engine.errors import ReadCode, ReadError
from engine.notation import read, write_action
from engine.problems.refuting import best_line
from engine.ruleset import parse
from engine.search.exact import table
from engine.search.plans import open_values
from engine.search.values import Worth, proved
from engine.search.worlds import count
from engine.view import View

MOST_TO_DRAW = 4
"""Cards left to draw up to which a position is searched; more take minutes in pure Python."""
SAMPLE = 60
"""Worlds looked at where they are too many to look at all."""


def solve(text: str, rules: str, seed: int = 66) -> dict[str, Any]:
    """Return value and kind of every action; with all cards known also the best line.

    Raises:
        ReadError: the position or ruleset cannot be read, or it is not the turn of the player whose hand is known.
    """
    position = read(text, parse(rules))
    if position.talon > MOST_TO_DRAW and position.closing is None:
        return {"ruleset": rules, "to_act": position.to_act.name, "searched": False, "why": _too_many(position.talon)}
    if isinstance(position, Deal):
        values = {action: proved(value) for action, value in table(position).items()}
        line = best_line(position)
    else:
        values, line = _hidden(position, seed), ()
    answer: dict[str, Any] = {
        "ruleset": rules,
        "to_act": position.to_act.name,
        "searched": True,
        "actions": [_row(action, worth) for action, worth in _ranked(values)],
    }
    if line:
        answer["line"] = [write_action(action) for action in line]
    if isinstance(position, View):
        answer["worlds"] = count(position)
    return answer


def _hidden(view: View, seed: int) -> dict[Action, Worth]:
    if view.seat is not view.to_act:
        raise ReadError(ReadCode.BAD_NOTATION, "the hand of the player to act is not known")
    return open_values(view, random.Random(seed), sample=SAMPLE, most=SAMPLE)


def _ranked(values: dict[Action, Worth]) -> list[tuple[Action, Worth]]:
    return sorted(values.items(), key=lambda item: (-item[1].value, write_action(item[0])))


def _row(action: Action, worth: Worth) -> dict[str, Any]:
    row: dict[str, Any] = {"action": write_action(action), "value": round(worth.value, 4), "kind": worth.kind.value}
    if worth.n > 1:
        row["worlds"] = worth.n
    if worth.error:
        row["standard_error"] = round(worth.error, 4)
    return row


def _too_many(talon: int) -> str:
    return f"{talon} cards are left to draw; positions with up to {MOST_TO_DRAW} are searched"
