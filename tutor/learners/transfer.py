"""Progress as a file: readable JSON with a version. Its format is described in ``docs/progress-file.md``.

A file comes from outside: everything in it is checked before anything is written, and what is wrong has a code.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NoReturn

from tutor.learners.file_fields import (
    DEAL_FIELDS,
    KEY,
    PUZZLE_FIELDS,
    REVIEW_FIELDS,
    STEP_FIELDS,
    BadFileError,
    FileFault,
    fail,
)
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
_LONGEST_PUZZLE = 16
CLOCKS_DIFFER = timedelta(days=1)
"""How far ahead the clock of the machine may be that has written a file."""


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

    It can always be read back: where it would grow too large, parts for the reader alone are left out first, then the
    oldest deals and puzzles, and ``left_out`` names these parts.
    """
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "made": _time(now)}
    if owner.name:
        data["account"] = {"name": owner.name, "email": owner.email, "since": _time(owner.since)}
    data["settings"] = contents.preferences.chosen
    data["steps"] = _entries(contents.steps, "step", STEP_FIELDS)
    data["reviews"] = _entries(contents.reviews, "rule", REVIEW_FIELDS)
    data["puzzles"] = _entries(contents.puzzles, "puzzle", PUZZLE_FIELDS)
    data["deals"] = _entries(contents.deals, "key", DEAL_FIELDS, MAX_DEALS)
    if contents.others:
        data["more"] = {_key_of(row): _more(row) for row in sorted(contents.others, key=_key_of)}
    data |= {name: part for name, part in contents.extras.items() if part}
    left_out = set[str]()
    while len(raw := _sealed(data, left_out)) > MAX_BYTES and (name := _shortened(data, contents.extras)):
        left_out.add(name)
    return raw


def _entries(
    rows: Collection[Any], key: str, known: Mapping[str, Callable[[Any], Any]], most: int = MAX_ENTRIES
) -> dict[str, Any]:
    latest = sorted(rows, key=lambda row: (row.updated, getattr(row, key)))[-most:]
    return {getattr(row, key): _entry(row, known) for row in sorted(latest, key=lambda row: str(getattr(row, key)))}


def _sealed(data: Mapping[str, Any], left_out: Collection[str]) -> bytes:
    """Return a file with what it leaves out, and its check sum."""
    whole = {**data, "left_out": sorted(left_out)} if left_out else dict(data)
    whole["check"] = check_sum(whole)
    return (json.dumps(whole, indent=2, ensure_ascii=False) + "\n").encode()


def _shortened(data: dict[str, Any], extras: Collection[str]) -> str:
    """Take out the part that is missed least, or the oldest results of the largest part; return its name, if any."""
    for name in (*extras, "more"):
        if data.pop(name, None) is not None:
            return name
    name = max(("deals", "puzzles"), key=lambda name: len(json.dumps(data[name])))
    oldest = sorted(data[name], key=lambda key: (data[name][key]["updated"], key))
    for key in oldest[: len(oldest) // 8 + 1]:
        del data[name][key]
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
    return DealResult(key=key if len(key) <= 20 else fail(key), **_values(key, entry, DEAL_FIELDS, latest))


def _values(key: str, entry: Any, known: Mapping[str, Callable[[Any], Any]], latest: datetime) -> dict[str, Any]:
    if not KEY.fullmatch(key) or not isinstance(entry, dict) or entry.keys() != known.keys():
        raise BadFileError(FileFault.BAD_CONTENT, key[:60])
    values = {name: check(entry[name]) for name, check in known.items()}
    if any(isinstance(value, datetime) and value > latest for name, value in values.items() if name != "due"):
        raise BadFileError(FileFault.BAD_CONTENT, f"{key}: from the future")
    return {**values, "updated": min(values["updated"], latest - CLOCKS_DIFFER)}
