"""A whole deal as a small text file, and back. The format is told in ``docs/deal-file.md``; other programs may write it.

A is whoever reads the file, B the opponent. A file comes from outside: it is bounded, every line of it is checked, and
what is wrong has a code and the number of its line.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NoReturn

from engine.actions import Action, Play
from engine.cards import parse_cards
from engine.deal import Deal
from engine.dealing import deal as deal_out
from engine.dealing import deal_pack
from engine.effects import unclaimed_outcome
from engine.errors import ReadError
from engine.history import History, IllegalHistory, replay
from engine.match import Match, match_winner
from engine.notation import read, read_action, write, write_action, write_view
from engine.ruleset import Ruleset, parse
from engine.scoring import Outcome
from engine.seats import Seat
from engine.verdict import Refused
from engine.view import View, view_of

HEAD: Final = "sixty-six deal"
VERSION: Final = 1
MAX_BYTES: Final = 8 * 1024
MAX_LINES: Final = 200
MAX_ACTIONS: Final = 80
"""No deal has as many."""
MAX_SEED: Final = 2**63 - 1
END: Final = "end"
TIED: Final = "tied"


class FileFault(StrEnum):
    """What is wrong with a file. Stable names, each with a sentence of its own."""

    TOO_LARGE = "too_large"
    NOT_TEXT = "not_text"
    OTHER_FORMAT = "other_format"
    NEWER = "newer"
    BAD_LINE = "bad_line"
    UNKNOWN_NAME = "unknown_name"
    NAME_TWICE = "name_twice"
    NO_RULES = "no_rules"
    BAD_RULES = "bad_rules"
    NO_START = "no_start"
    SEVERAL_STARTS = "several_starts"
    BAD_START = "bad_start"
    BAD_VIEW = "bad_view"
    BAD_PACK = "bad_pack"
    BAD_SEED = "bad_seed"
    BAD_DEALER = "bad_dealer"
    BAD_SCORE = "bad_score"
    BAD_NAME = "bad_name"
    BAD_UNDO = "bad_undo"
    BAD_ACTION = "bad_action"
    TOO_MANY_ACTIONS = "too_many_actions"
    ILLEGAL_ACTION = "illegal_action"
    BAD_RESULT = "bad_result"
    OTHER_RESULT = "other_result"
    NO_END = "no_end"
    AFTER_END = "after_end"


class DealFileError(ValueError):
    """A file that is not read. ``line`` counts from 1, 0 where the whole file is meant.

    ``cause`` says more where the engine does: what is wrong with rules, position or card, or why an action is refused.
    """

    def __init__(self, fault: FileFault, line: int = 0, cause: ReadError | Refused | None = None) -> None:
        super().__init__(f"line {line}: {fault.value}")
        self.fault = fault
        self.line = line
        self.cause = cause


@dataclass(frozen=True, slots=True)
class DealFile:
    """A deal of which every card is known: its start and its actions. ``opponent`` and ``undo`` are remarks."""

    start: Deal
    actions: tuple[Action, ...] = ()
    opponent: str = ""
    undo: bool = False

    @property
    def history(self) -> History:
        """The deal replayed."""
        return replay(self.start, self.actions)

    @property
    def outcome(self) -> Outcome | None:
        """How the deal has ended; None where it goes on."""
        return unclaimed_outcome(self.history.deal)


@dataclass(frozen=True, slots=True)
class SeenFile:
    """A deal under way as player A knows it: the position now, and what has been done since the cards were dealt.

    Neither names a card that A has not seen. The actions are a record to be read; they cannot be replayed.
    """

    view: View
    actions: tuple[Action, ...] = ()
    opponent: str = ""
    undo: bool = False


# -- writing -----------------------------------------------------------------------------------------------------


def write_file(file: DealFile | SeenFile, remarks: Iterable[str] = ()) -> str:
    """Return the text of a file. ``remarks`` stand behind ``#`` and are for people alone."""
    start = file.start if isinstance(file, DealFile) else file.view
    lines = [f"{HEAD} {VERSION}", *(f"# {remark}" for remark in remarks), f"rules: {start.ruleset}"]
    lines.append(f"start: {write(file.start)}" if isinstance(file, DealFile) else f"view: {write_view(file.view)}")
    if file.opponent:
        lines.append(f"opponent: {file.opponent}")
    if file.undo:
        lines.append("undo: yes")
    if isinstance(file, DealFile) and file.outcome is not None:
        lines.append(f"result: {_result(file.outcome)}")
    return "\n".join([*lines, "actions:", *_trick_by_trick(file.actions), END, ""])


def seen_file(history: History, opponent: str = "", *, undo: bool = False) -> SeenFile:
    """Return what player A may take along of a deal that is still going on.

    Raises:
        ValueError: the deal has ended; then everything may be told.
    """
    if history.deal.over:
        raise ValueError("the deal has ended")
    return SeenFile(view_of(history.deal, Seat.A), history.actions, opponent, undo)


def _result(outcome: Outcome) -> str:
    return TIED if outcome.winner is None else f"{outcome.winner.name} {outcome.game_points}"


def _trick_by_trick(actions: Sequence[Action]) -> list[str]:
    """One line for each trick, with what was done before it was led."""
    lines: list[list[str]] = [[]]
    played = 0
    for action in actions:
        lines[-1].append(write_action(action))
        played += isinstance(action, Play)
        if isinstance(action, Play) and played % 2 == 0:
            lines.append([])
    return [" ".join(line) for line in lines if line]


# -- reading -----------------------------------------------------------------------------------------------------


def read_file(raw: bytes) -> DealFile | SeenFile:
    """Read a file.

    Raises:
        DealFileError: something in it is not as the format wants it, or against the rules of the game.
    """
    lines = _lines(raw)
    values, actions = _values(lines)
    rules = _rules(values)
    kinds = [name for name in _STARTS if name in values]
    if len(kinds) != 1:
        fault = FileFault.SEVERAL_STARTS if kinds else FileFault.NO_START
        raise DealFileError(fault, values[kinds[1]][0] if kinds else 0)
    opponent = _one(values, "opponent", _NAME, FileFault.BAD_NAME)
    undo = _one(values, "undo", re.compile("yes|no"), FileFault.BAD_UNDO) == "yes"
    if kinds[0] == "view":
        _refuse(values, ("dealer", "score", "result"), FileFault.BAD_LINE)
        return SeenFile(_view(values["view"], rules), tuple(action for _, action in actions), opponent, undo)
    start = _STARTS[kinds[0]](values, rules)
    file = DealFile(start, tuple(action for _, action in actions), opponent, undo)
    _hold_to_the_rules(file, actions)
    _compare_result(values, file)
    return file


_Values = Mapping[str, tuple[int, str]]
"""Name -> number of its line and what stands there."""
_NAMES: Final = frozenset(
    {"rules", "start", "view", "pack", "seed", "dealer", "score", "opponent", "undo", "result", "actions"}
)
_LINE: Final = re.compile(r"([a-z]{1,20}):(?: (.*))?")
_NAME: Final = re.compile(r"[a-z0-9_-]{1,30}", re.ASCII)
_SCORE: Final = re.compile(r"(0|[1-9][0-9]?)-(0|[1-9][0-9]?)(\.1)?", re.ASCII)
_SEED: Final = re.compile(r"0|[1-9][0-9]{0,18}", re.ASCII)
_RESULT: Final = re.compile(r"tied|[AB] [0-9]", re.ASCII)


def _lines(raw: bytes) -> list[str]:
    if len(raw) > MAX_BYTES:
        raise DealFileError(FileFault.TOO_LARGE)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DealFileError(FileFault.NOT_TEXT) from None
    if "\0" in text:
        raise DealFileError(FileFault.NOT_TEXT)
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    if len(lines) > MAX_LINES:
        raise DealFileError(FileFault.TOO_LARGE)
    _head(lines[0])
    return lines


def _head(line: str) -> None:
    head, _, version = line.rpartition(" ")
    if head != HEAD or not re.fullmatch("[1-9][0-9]{0,8}", version, re.ASCII):
        raise DealFileError(FileFault.OTHER_FORMAT, 1)
    if int(version) > VERSION:
        raise DealFileError(FileFault.NEWER, 1)


def _values(lines: list[str]) -> tuple[dict[str, tuple[int, str]], list[tuple[int, Action]]]:
    """Return the named values, and the actions, each with the number of its line."""
    values: dict[str, tuple[int, str]] = {}
    actions: list[tuple[int, Action]] = []
    ended = False
    for number, line in enumerate(lines[1:], 2):
        if not line or line.startswith("#"):
            continue
        if ended:
            raise DealFileError(FileFault.AFTER_END, number)
        if line == END:
            ended = True
        elif "actions" in values:
            actions += _actions(line, number, len(actions))
        else:
            name, value = _named(line, number, values)
            values[name] = (number, value)
            if name == "actions" and value:
                actions += _actions(value, number, len(actions))
    if not ended:
        raise DealFileError(FileFault.NO_END, len(lines))
    return values, actions


def _named(line: str, number: int, known: _Values) -> tuple[str, str]:
    found = _LINE.fullmatch(line)
    if not found:
        raise DealFileError(FileFault.BAD_LINE, number)
    name, value = found.group(1), (found.group(2) or "").strip()
    if name not in _NAMES:
        raise DealFileError(FileFault.UNKNOWN_NAME, number)
    if name in known:
        raise DealFileError(FileFault.NAME_TWICE, number)
    return name, value


def _actions(line: str, number: int, before: int) -> list[tuple[int, Action]]:
    found = line.split()
    if before + len(found) > MAX_ACTIONS:
        raise DealFileError(FileFault.TOO_MANY_ACTIONS, number)
    try:
        return [(number, read_action(text)) for text in found]
    except ReadError as error:
        raise DealFileError(FileFault.BAD_ACTION, number, error) from error


def _rules(values: _Values) -> Ruleset:
    if "rules" not in values:
        raise DealFileError(FileFault.NO_RULES)
    number, text = values["rules"]
    try:
        return parse(text)
    except ReadError as error:
        raise DealFileError(FileFault.BAD_RULES, number, error) from error


def _one(values: _Values, name: str, form: re.Pattern[str], fault: FileFault) -> str:
    """Return a value of a given form, empty where it is not named."""
    number, text = values.get(name, (0, ""))
    if number and not form.fullmatch(text):
        raise DealFileError(fault, number)
    return text


def _refuse(values: _Values, names: Iterable[str], fault: FileFault) -> None:
    for name in names:
        if name in values:
            raise DealFileError(fault, values[name][0])


def _view(value: tuple[int, str], rules: Ruleset) -> View:
    number, text = value
    position = _position(number, text, rules, FileFault.BAD_VIEW)
    found = view_of(position, Seat.A) if isinstance(position, Deal) else position
    if found.seat is not Seat.A:
        raise DealFileError(FileFault.BAD_VIEW, number)
    return found


def _position(number: int, text: str, rules: Ruleset, fault: FileFault) -> Deal | View:
    try:
        return read(text, rules)
    except ReadError as error:
        raise DealFileError(fault, number, error) from error


def _from_start(values: _Values, rules: Ruleset) -> Deal:
    number, text = values["start"]
    _refuse(values, ("dealer", "score"), FileFault.BAD_LINE)
    position = _position(number, text, rules, FileFault.BAD_START)
    if isinstance(position, View):
        raise DealFileError(FileFault.BAD_START, number)
    return position


def _from_pack(values: _Values, rules: Ruleset) -> Deal:
    number, text = values["pack"]
    try:
        return deal_pack(_match(values, rules), parse_cards(text))
    except ReadError as error:
        raise DealFileError(FileFault.BAD_PACK, number, error) from error
    except ValueError as error:
        raise DealFileError(FileFault.BAD_PACK, number) from error


def _from_seed(values: _Values, rules: Ruleset) -> Deal:
    seed = int(_one(values, "seed", _SEED, FileFault.BAD_SEED))
    if seed > MAX_SEED:
        raise DealFileError(FileFault.BAD_SEED, values["seed"][0])
    return deal_out(_match(values, rules), random.Random(seed))


def _no_start(values: _Values, rules: Ruleset) -> NoReturn:
    raise AssertionError("a view is no start")


_STARTS: Final[Mapping[str, Callable[[_Values, Ruleset], Deal]]] = {
    "start": _from_start,
    "pack": _from_pack,
    "seed": _from_seed,
    "view": _no_start,
}


def _match(values: _Values, rules: Ruleset) -> Match:
    """Return the state before the deal: who deals, and the game points."""
    dealer = _one(values, "dealer", re.compile("[AB]"), FileFault.BAD_DEALER)
    if not dealer:
        raise DealFileError(FileFault.BAD_DEALER)
    match = Match.start(rules, Seat[dealer])
    if "score" not in values:
        return match
    number, text = values["score"]
    found = _SCORE.fullmatch(text)
    if not found:
        raise DealFileError(FileFault.BAD_SCORE, number)
    mine, theirs, carry = found.groups()
    score = (int(mine), int(theirs))
    beyond = rules.count == "down" and max(score) > rules.target
    if beyond or match_winner(rules, score) is not None or (carry and not rules.carries):
        raise DealFileError(FileFault.BAD_SCORE, number)
    return Match(rules, Seat[dealer], score, bool(carry))


def _hold_to_the_rules(file: DealFile, actions: list[tuple[int, Action]]) -> None:
    try:
        replay(file.start, file.actions)
    except IllegalHistory as error:
        raise DealFileError(FileFault.ILLEGAL_ACTION, actions[error.index][0], error.refused) from error


def _compare_result(values: _Values, file: DealFile) -> None:
    """A result that is named has to be that of the actions: who writes another one means other rules."""
    text = _one(values, "result", _RESULT, FileFault.BAD_RESULT)
    if "result" in values and (file.outcome is None or text != _result(file.outcome)):
        raise DealFileError(FileFault.OTHER_RESULT, values["result"][0])
