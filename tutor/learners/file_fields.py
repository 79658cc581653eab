"""What an entry in a file of progress holds: its columns, and how each value is read. What is wrong has a code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, NoReturn

from engine.errors import ReadError
from engine.problems.themes import Theme
from engine.ruleset import parse

_MAX_COUNT = 1_000_000
KEY = re.compile(r"[a-z0-9._-]{1,60}(\.[a-z0-9_-]{1,59})?", re.ASCII)
_TIME = re.compile(r"(20[0-9]{2})-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z", re.ASCII)


class FileFault(StrEnum):
    """What is wrong with a file."""

    MISSING = "missing"
    TOO_LARGE = "too_large"
    NOT_JSON = "not_json"
    OTHER_FORMAT = "other_format"
    NEWER = "newer"
    CHANGED = "changed"
    BAD_CONTENT = "bad_content"


class BadFileError(ValueError):
    """A file that is not taken. ``detail`` is for programmers; people get a sentence for ``fault``."""

    def __init__(self, fault: FileFault, detail: str = "") -> None:
        super().__init__(f"{fault.value}: {detail}")
        self.fault = fault


def fail(value: Any) -> NoReturn:
    """Refuse a value.

    Raises:
        BadFileError: always.
    """
    raise BadFileError(FileFault.BAD_CONTENT, repr(value)[:60])


def _bool(value: Any) -> bool:
    return value if isinstance(value, bool) else fail(value)


def _count(value: Any) -> int:
    good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MAX_COUNT
    return value if good else fail(value)


def _slug(value: Any) -> str:
    return value if isinstance(value, str) and KEY.fullmatch(value) and len(value) <= 60 else fail(value)


def _theme(value: Any) -> str:
    return str(value) if isinstance(value, str) and value in set(Theme) else fail(value)


def _moment(value: Any) -> datetime:
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        fail(value)
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        fail(value)


def _between(low: float, high: float) -> Callable[[Any], float]:
    def check(value: Any) -> float:
        good = isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
        return float(value) if good else fail(value)

    return check


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        return value if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high else fail(value)

    return check


def _one_of(*known: str) -> Callable[[Any], str]:
    return lambda value: value if isinstance(value, str) and value in known else fail(value)


def _ruleset(value: Any) -> str:
    try:
        return str(parse(value)) if isinstance(value, str) and len(value) <= 1000 else fail(value)
    except ReadError:
        fail(value)


def _opponent(value: Any) -> str:
    return value if isinstance(value, str) and re.fullmatch("[a-z0-9_-]{1,20}", value, re.ASCII) else fail(value)


def _causes(value: Any) -> dict[str, int]:
    if not isinstance(value, dict) or len(value) > 100:
        fail(value)
    return {_slug(name): _count(number) for name, number in value.items()}


def _or_none(check: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else check(value)


STEP_FIELDS: Mapping[str, Callable[[Any], Any]] = {
    "lesson": _slug,
    "solved": _bool,
    "first_try": _or_none(_bool),
    "tries": _count,
    "shown": _bool,
    "updated": _moment,
}
"""Column of a step -> how its value in a file is read."""

REVIEW_FIELDS: Mapping[str, Callable[[Any], Any]] = {
    "state": _whole(1, 3),
    "step": _or_none(_whole(0, 1)),
    "stability": _or_none(_between(0.001, 36500)),
    "difficulty": _or_none(_between(1, 10)),
    "due": _moment,
    "last_review": _or_none(_moment),
    "first_right": _or_none(_moment),
    "held": _bool,
    "misses": _count,
    "right": _count,
    "wrong": _count,
    "updated": _moment,
}
"""Column of a review -> how its value in a file is read."""

PUZZLE_FIELDS: Mapping[str, Callable[[Any], Any]] = {
    "theme": _theme,
    "solved": _bool,
    "first_try": _or_none(_bool),
    "tries": _count,
    "shown": _bool,
    "missed": _or_none(_moment),
    "updated": _moment,
}
"""Column of a puzzle -> how its value in a file is read. What it is about is known here by its id."""

DEAL_FIELDS: Mapping[str, Callable[[Any], Any]] = {
    "ruleset": _ruleset,
    "opponent": _opponent,
    "winner": _one_of("A", "B", ""),
    "points": _whole(0, 20),
    "counted": _bool,
    "closed": _one_of("", "made", "failed"),
    "claims_right": _whole(0, 50),
    "claims_wrong": _whole(0, 50),
    "causes": _causes,
    "updated": _moment,
}
"""Column of a result -> how its value in a file is read."""
