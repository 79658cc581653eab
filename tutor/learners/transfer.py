"""Progress as a file: readable JSON with a version. Its format is described in ``docs/progress-file.md``.

A file comes from outside: everything in it is checked before anything is written, and what is wrong has a code.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, NoReturn

from engine.errors import ReadError
from engine.problems.themes import Theme
from engine.ruleset import parse
from tutor.learners.models import DealResult, PuzzleAttempt, RuleReview, StepProgress
from tutor.learners.preferences import Preferences, is_value
from tutor.learners.schedule import IN_REVIEW

FORMAT = "sixty-six progress"
VERSION = 2
WITH_PUZZLES = 2
"""The first version that holds puzzles."""
MAX_BYTES = 1000 * 1024
MAX_ENTRIES = 5000
MAX_DEALS = 1000
"""Results of deals in a file: the latest ones."""
_MAX_COUNT = 1_000_000
CLOCKS_DIFFER = timedelta(days=1)
"""How far ahead the clock of the machine may be that has written a file."""


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


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file holds: rows that belong to nobody yet. ``unknown`` counts what this site has no place for.

    ``others`` are steps and puzzles whose answers are written for the reader alone, and so are ``extras``: parts of
    other apps.
    """

    steps: list[StepProgress]
    reviews: list[RuleReview]
    preferences: Preferences
    unknown: int = 0
    others: list[StepProgress | PuzzleAttempt] = field(default_factory=list)
    puzzles: list[PuzzleAttempt] = field(default_factory=list)
    deals: list[DealResult] = field(default_factory=list)
    extras: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Owner:
    """The account that a file comes from, for the reader alone; it is never read back."""

    name: str = ""
    email: str = ""
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """What there is on this site: steps with their lesson, rules, and of some puzzles those that exist with their columns."""

    steps: Mapping[str, str] = field(default_factory=dict)
    rules: Collection[str] = ()
    puzzles: Callable[[Collection[str]], Mapping[str, Mapping[str, Any]]] = lambda _keys: {}


# -- writing -------------------------------------------------------------------------------------------------------


def write(contents: Contents, owner: Owner, now: datetime) -> bytes:
    """Return the file of a visitor: sorted, indented, with a check sum at its end.

    It can always be read back: what would make it too large is left out, parts for the reader alone first, then the
    oldest deals and puzzles. Under ``left_out`` the file names the parts that are missing or shorter.
    """
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "made": _time(now)}
    if owner.name:
        data["account"] = {"name": owner.name, "email": owner.email, "since": _time(owner.since)}
    data["settings"] = contents.preferences.chosen
    data["steps"] = {row.step: _entry(row, STEP_FIELDS) for row in sorted(contents.steps, key=lambda row: row.step)}
    data["reviews"] = {row.rule: _entry(row, REVIEW_FIELDS) for row in sorted(contents.reviews, key=lambda r: r.rule)}
    data["puzzles"] = {
        row.puzzle: _entry(row, PUZZLE_FIELDS) for row in sorted(contents.puzzles, key=lambda row: row.puzzle)
    }
    latest = sorted(contents.deals, key=lambda row: (row.updated, row.key))[-MAX_DEALS:]
    data["deals"] = {row.key: _entry(row, DEAL_FIELDS) for row in sorted(latest, key=lambda row: row.key)}
    if contents.others:
        rows = sorted(contents.others, key=_key_of)
        data["more"] = {_key_of(row): _more(row) for row in rows}
    data |= {name: part for name, part in contents.extras.items() if part}
    left_out: list[str] = []
    while len(raw := _sealed(data, left_out)) > MAX_BYTES or len(data["puzzles"]) > MAX_ENTRIES:
        name = _shortened(data, contents.extras)
        if not name:
            break
        left_out.append(name)
    return raw


def _sealed(data: Mapping[str, Any], left_out: Collection[str]) -> bytes:
    """Return a file with what it leaves out, and its check sum."""
    whole = {**data, "left_out": sorted(set(left_out))} if left_out else dict(data)
    whole["check"] = check_sum(whole)
    return (json.dumps(whole, indent=2, ensure_ascii=False) + "\n").encode()


def _shortened(data: dict[str, Any], extras: Collection[str]) -> str:
    """Take out the part that is missed least, or the oldest results; return the name of the part, empty for none."""
    many = len(data["puzzles"]) > MAX_ENTRIES
    part = next((name for name in (*extras, "more") if name in data and not many), None)
    if part is not None:
        del data[part]
        return part
    name = "puzzles" if many else max(("deals", "puzzles"), key=lambda name: len(json.dumps(data[name])))
    rows = data[name]
    oldest = sorted(rows, key=lambda key: (rows[key]["updated"], key))[: len(rows) // 8 + 1]
    data[name] = {key: rows[key] for key in sorted(rows.keys() - set(oldest))}
    return name if oldest else ""


def _more(row: StepProgress | PuzzleAttempt) -> dict[str, Any]:
    """Return what is told of a row to the reader alone.

    A deal or a test that is under way stands in the draft; its seed would tell cards and questions that are still hidden.
    """
    draft = row.draft
    if isinstance(draft, dict):
        draft = {name: value for name, value in draft.items() if name != "seed"}
    return {"answer": row.answer, "draft": draft, "solved": row.solved}


def _key_of(row: StepProgress | PuzzleAttempt) -> str:
    return row.puzzle if isinstance(row, PuzzleAttempt) else row.step


def check_sum(data: Mapping[str, Any]) -> str:
    """Return the check sum of a file without its field ``check``. It shows a slip, it keeps no secret."""
    rest = {name: value for name, value in data.items() if name != "check"}
    plain = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + hashlib.sha256(plain.encode()).hexdigest()


def _entry(row: Any, known: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in known}
    return {name: _time(value) if isinstance(value, datetime) else value for name, value in values.items()}


def _time(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z") if moment else None


# -- reading -------------------------------------------------------------------------------------------------------


def read(raw: bytes, known: Known, now: datetime) -> Contents:
    """Return what a file holds.

    Raises:
        BadFileError: it is too large, no JSON, of another format or a newer version, changed, or holds what cannot be.
    """
    data = _document(raw)
    steps, reviews = (_section(data, name) for name in ("steps", "reviews"))
    puzzles = _section(data, "puzzles") if data["version"] >= WITH_PUZZLES else {}
    deals = _section(data, "deals") if "deals" in data else {}  # older files have none
    latest = now + CLOCKS_DIFFER
    step_rows = [_step(key, entry, latest) for key, entry in steps.items()]
    review_rows = [_review(key, entry, latest) for key, entry in reviews.items()]
    good_steps = [row for row in step_rows if known.steps.get(row.step) == row.lesson]
    good_reviews = [row for row in review_rows if row.rule in known.rules]
    results = [_result(key, entry, latest) for key, entry in deals.items()]
    puzzle_rows = [_puzzle(key, entry, latest) for key, entry in puzzles.items()]
    good_puzzles = _placed(puzzle_rows, known)
    unknown = sum(map(len, (step_rows, review_rows, puzzle_rows)))
    unknown -= sum(map(len, (good_steps, good_reviews, good_puzzles)))
    return Contents(good_steps, good_reviews, _preferences(data), unknown, puzzles=good_puzzles, deals=results)


def _document(raw: bytes) -> dict[str, Any]:
    if len(raw) > MAX_BYTES:
        raise BadFileError(FileFault.TOO_LARGE)
    try:
        data = json.loads(raw.decode("utf-8-sig"), parse_constant=_no_number)
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadFileError(FileFault.OTHER_FORMAT)
        version = data.get("version")
        if type(version) is not int or version < 1:
            raise BadFileError(FileFault.OTHER_FORMAT, "version")
        if version > VERSION:
            raise BadFileError(FileFault.NEWER, str(version))
        if data.get("check") != check_sum(data):
            raise BadFileError(FileFault.CHANGED)
    except BadFileError:
        raise
    except (ValueError, RecursionError) as error:
        raise BadFileError(FileFault.NOT_JSON, str(error)[:200]) from error
    return data


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _section(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    entries = data.get(name)
    if not isinstance(entries, dict) or len(entries) > MAX_ENTRIES:
        raise BadFileError(FileFault.BAD_CONTENT, name)
    return entries


def _preferences(data: Mapping[str, Any]) -> Preferences:
    values = data.get("settings")
    if not isinstance(values, dict) or not all(is_value(name, value) for name, value in values.items()):
        raise BadFileError(FileFault.BAD_CONTENT, "settings")
    return Preferences.read(values)


def _step(key: str, entry: Any, latest: datetime) -> StepProgress:
    return StepProgress(step=key, **_values(key, entry, STEP_FIELDS, latest))


def _review(key: str, entry: Any, latest: datetime) -> RuleReview:
    values = _values(key, entry, REVIEW_FIELDS, latest)
    empty = [values[name] is None for name in ("last_review", "stability", "difficulty")]
    in_review = values["state"] == IN_REVIEW
    if any(empty) != all(empty) or in_review != (values["step"] is None) or (in_review and all(empty)):
        raise BadFileError(FileFault.BAD_CONTENT, f"{key}: half a memory")
    return RuleReview(rule=key, **values)


def _puzzle(key: str, entry: Any, latest: datetime) -> PuzzleAttempt:
    values = _values(key, entry, PUZZLE_FIELDS, latest)
    if len(key) > _LONGEST_PUZZLE:
        raise BadFileError(FileFault.BAD_CONTENT, key[:60])
    # How often a puzzle is solved is counted where it happens, never from a file.
    return PuzzleAttempt(puzzle=key, counted=values["first_try"] is not None, **values)


def _placed(rows: list[PuzzleAttempt], known: Known) -> list[PuzzleAttempt]:
    """Return the rows of puzzles that exist, with what the site itself says of them."""
    found, good = known.puzzles([row.puzzle for row in rows]), []
    for row in rows:
        columns = found.get(row.puzzle)
        if columns is not None and columns["theme"] == row.theme:
            for name, value in columns.items():
                setattr(row, name, value)
            good.append(row)
    return good


def _result(key: str, entry: Any, latest: datetime) -> DealResult:
    return DealResult(key=key if len(key) <= 20 else _fail(key), **_values(key, entry, DEAL_FIELDS, latest))


def _values(key: str, entry: Any, known: Mapping[str, Callable[[Any], Any]], latest: datetime) -> dict[str, Any]:
    if not _KEY.fullmatch(key) or not isinstance(entry, dict) or entry.keys() != known.keys():
        raise BadFileError(FileFault.BAD_CONTENT, key[:60])
    values = {name: check(entry[name]) for name, check in known.items()}
    if any(isinstance(value, datetime) and value > latest for name, value in values.items() if name != "due"):
        raise BadFileError(FileFault.BAD_CONTENT, f"{key}: from the future")
    return {**values, "updated": min(values["updated"], latest - CLOCKS_DIFFER)}


_KEY = re.compile(r"[a-z0-9._-]{1,60}(\.[a-z0-9_-]{1,59})?", re.ASCII)
_LONGEST_PUZZLE = 16
_TIME = re.compile(r"(20[0-9]{2})-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z", re.ASCII)


def _fail(value: Any) -> NoReturn:
    raise BadFileError(FileFault.BAD_CONTENT, repr(value)[:60])


def _bool(value: Any) -> bool:
    return value if isinstance(value, bool) else _fail(value)


def _count(value: Any) -> int:
    good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MAX_COUNT
    return value if good else _fail(value)


def _slug(value: Any) -> str:
    return value if isinstance(value, str) and _KEY.fullmatch(value) and len(value) <= 60 else _fail(value)


def _theme(value: Any) -> str:
    return str(value) if isinstance(value, str) and value in set(Theme) else _fail(value)


def _moment(value: Any) -> datetime:
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        _fail(value)
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        _fail(value)


def _between(low: float, high: float) -> Callable[[Any], float]:
    def check(value: Any) -> float:
        good = isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
        return float(value) if good else _fail(value)

    return check


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        return (
            value if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high else _fail(value)
        )

    return check


def _one_of(*known: str) -> Callable[[Any], str]:
    return lambda value: value if isinstance(value, str) and value in known else _fail(value)


def _ruleset(value: Any) -> str:
    try:
        return str(parse(value)) if isinstance(value, str) and len(value) <= 1000 else _fail(value)
    except ReadError:
        _fail(value)


def _opponent(value: Any) -> str:
    return value if isinstance(value, str) and re.fullmatch("[a-z0-9_-]{1,20}", value, re.ASCII) else _fail(value)


def _causes(value: Any) -> dict[str, int]:
    if not isinstance(value, dict) or len(value) > 100:
        _fail(value)
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
