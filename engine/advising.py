"""What ``python -m engine coach`` answers: the value of every action with its kind, and why, as JSON data."""

from __future__ import annotations

import random
from typing import Any

from engine.cards import Card
from engine.coach import Option, Told, think
from engine.deal import Deal
from engine.errors import ReadCode, ReadError
from engine.notation import read, write_action
from engine.ruleset import parse
from engine.verdict import Fact
from engine.view import view_of


def coach(text: str, rules: str, seed: int = 66, steps: int = 1) -> dict[str, Any]:
    """Return the coach's advice to the player to act, which sees its own hand only, whatever the text shows.

    ``steps``: answers to wait for; more of them look longer.

    Raises:
        ReadError: the position or ruleset cannot be read, or there is nothing to do for the player whose hand is known.
    """
    position = read(text, parse(rules))
    view = view_of(position, position.to_act) if isinstance(position, Deal) else position
    try:
        answers = think(view, random.Random(seed))
    except ValueError as error:
        raise ReadError(ReadCode.BAD_NOTATION, "the player whose hand is known has nothing to do now") from error
    advice = next(answers)
    for _, advice in zip(range(steps - 1), answers, strict=False):  # noqa: B007
        pass
    return {
        "ruleset": rules,
        "to_act": advice.seat.name,
        "forced": advice.forced,
        "done": advice.done,
        "of": advice.total,
        "actions": [option_data(option) for option in advice.options],
    }


def option_data(option: Option) -> dict[str, Any]:
    """Return one action with its worth and reasons."""
    worth = option.worth
    data: dict[str, Any] = {
        "action": write_action(option.action),
        "best": option.best,
        "value": round(worth.value, 4),
        "kind": worth.kind.value,
        "ground": option.ground.value,
        "deals": worth.n,
    }
    if worth.error:
        data["standard_error"] = round(worth.error, 4)
    if option.plan is not None:
        data["plan"] = round(option.plan.value, 4)
    if not option.best:
        data["lost"] = round(option.lost, 4)
    data["reasons"] = [reason_data(told) for told in option.reasons]
    return data


def reason_data(told: Told) -> dict[str, Any]:
    """Return a reason and its facts in codes and numbers."""
    return {"code": told.cause.value, **{name: _fact(value) for name, value in told.facts.items()}}


def _fact(value: Fact) -> Any:
    if isinstance(value, tuple):
        return [card.code for card in value]
    return value.code if isinstance(value, Card) else value
