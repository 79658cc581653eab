"""Mining the stored set of problems: attempt after attempt from numbered seeds, on all cores, into files of items.

The attempts of a theme are judged in the order of their numbers, whatever core has made them first, so the same seeds
give the same items. What has been tried is kept in a journal, and a run that was broken off goes on from there.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import ceil
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Final

from engine.problems.item import VERSION, Item, Rejected, from_json, likeness, to_json
from engine.problems.making import CASES, make
from engine.problems.themes import LEVELS, Theme
from engine.ruleset import PRESETS, preset

TARGETS: Final = {"R": 30, "M": 15, "E": 12, "C": 14, "O": 25}
"""Items of each theme in the stored set, by family."""
PATIENCE: Final = 4000
"""Attempts for one theme, after which it stays short."""
RULESETS: Final = {
    Theme.BREAK_MARRIAGE: ("eight66", "santase", "schnapsen"),
    Theme.CERTAIN_CLOSE: ("classic66", "pagat66", "santase", "schnapsen"),
    Theme.CLOSE_OR_NOT: ("classic66", "pagat66", "schnapsen"),
    Theme.CLOSED_PLAN: ("classic66", "pagat66", "santase", "schnapsen"),
}
"""Presets in which a theme can occur, where it is not all of them."""

Made = Item | Rejected
Task = tuple[Theme, int]


def target(theme: Theme) -> int:
    """Return how many items of a theme are wanted."""
    return TARGETS[theme.family]


def attempt(task: Task) -> Made:
    """Make the numbered attempt of a theme; the presets take turns."""
    theme, number = task
    names = RULESETS.get(theme, tuple(PRESETS))
    name = names[number % len(names)]
    seed = f"{theme.value}:{name}:{number}"
    return make(theme, preset(name), random.Random(seed), seed)


@dataclass
class Tally:
    """The items of one theme that have been taken so far, and why others were not."""

    theme: Theme
    wanted: int
    items: list[Item] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)
    seen: set[str] = field(default_factory=set)

    @property
    def full(self) -> bool:
        """Nothing more is wanted."""
        return len(self.items) >= self.wanted

    def judge(self, made: Made) -> None:
        """Take an attempt into the set, or count why not."""
        reason = made.reason if isinstance(made, Rejected) else self._objection(made)
        if reason:
            self.rejected[reason] += 1
        elif isinstance(made, Item):
            self.seen.add(likeness(made.theme, made.ask))
            self.items.append(made)

    def _objection(self, item: Item) -> str:
        """Say why an item is one too many: alike, or of a ruleset, case, level or answer of which there are enough."""
        if likeness(item.theme, item.ask) in self.seen:
            return "alike"
        shares = (
            ("ruleset_full", self._same(lambda other: other.ruleset == item.ruleset), self._ruleset_share()),
            ("case_full", self._same(lambda other: other.case == item.case), self._case_share(item.theme)),
            ("level_full", self._same(lambda other: other.level == item.level), self._level_share(item.theme)),
            ("answer_full", self._same(lambda other: other.proof.answers == item.proof.answers), _answer_share(item)),
        )
        return next((reason for reason, many, share in shares if many >= ceil(self.wanted * share)), "")

    def _same(self, alike: Callable[[Item], bool]) -> int:
        return sum(alike(item) for item in self.items)

    def _ruleset_share(self) -> float:
        names = len(RULESETS.get(self.theme, PRESETS))
        return 1.2 / names if self.theme in CASES else 1.7 / names

    def _case_share(self, theme: Theme) -> float:
        if theme in CASES:
            return max(1 / len(PRESETS), 2 / len(CASES[theme]))
        return 0.8 if theme in (Theme.DRAW_TRUMPS, Theme.KING_OR_QUEEN) else 1.0

    def _level_share(self, theme: Theme) -> float:
        low, high = LEVELS[theme]
        return 1.0 if low == high else 0.75


def _answer_share(item: Item) -> float:
    """Of questions with few answers none may be right too often."""
    return 0.55 if item.ask["kind"] in ("act", "who") else 1.0


def mine(theme: Theme, wanted: int, journal: Path | None, pool: Pool | None) -> Iterator[Tally]:
    """Yield the tally of a theme after every attempt, until it is full or patience ends."""
    tally = Tally(theme, wanted)
    known = list(_journal(theme, journal))
    for made in known:
        if not tally.full:
            tally.judge(made)
            yield tally
    if tally.full:
        return
    tasks = [(theme, number) for number in range(len(known), PATIENCE)]
    results: Iterable[Made] = map(attempt, tasks) if pool is None else _in_order(pool, tasks)
    for made in results:
        _note(theme, journal, made)
        tally.judge(made)
        yield tally
        if tally.full:
            return


def _in_order(pool: Pool, tasks: list[Task], ahead: int = 12) -> Iterator[Made]:
    """Yield the results in the order of the tasks; not much further ahead than they are wanted."""
    for at in range(0, len(tasks), ahead):
        yield from pool.map(attempt, tasks[at : at + ahead], chunksize=1)


def _journal(theme: Theme, journal: Path | None) -> Iterator[Made]:
    """Yield what was tried in earlier runs; nothing if another version of the makers wrote it."""
    path = journal and journal / f"{theme.value}.v{VERSION}.jsonl"
    if not path or not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        # A run that was broken off may have left half a line: what comes from there on is tried again.
        try:
            noted = json.loads(line)
        except ValueError:
            return
        yield Rejected(noted["rejected"]) if "rejected" in noted else from_json(line)


def _note(theme: Theme, journal: Path | None, made: Made) -> None:
    if journal is None:
        return
    journal.mkdir(parents=True, exist_ok=True)
    line = json.dumps({"rejected": made.reason}) if isinstance(made, Rejected) else to_json(made)
    with (journal / f"{theme.value}.v{VERSION}.jsonl").open("a", encoding="utf-8") as target:
        target.write(line + "\n")


def write_items(folder: Path, theme: Theme, items: Iterable[Item]) -> None:
    """Write the file of a theme: one item a line, easy ones first, in a fixed order."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [to_json(item) for item in sorted(items, key=lambda item: (item.level, item.id))]
    (folder / f"{theme.value}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_folder(folder: Path) -> list[Item]:
    """Read all items of the stored set.

    Raises:
        ValueError: a line is no item.
    """
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        found += [from_json(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return found


def summary(tallies: Iterable[Tally]) -> str:
    """Return what was found, theme by theme, and what was rejected for which reason."""
    lines = []
    for tally in tallies:
        levels = Counter(item.level for item in tally.items)
        rules = Counter(item.ruleset for item in tally.items)
        told = ", ".join(f"{reason} {many}" for reason, many in sorted(tally.rejected.items()))
        lines.append(
            f"{tally.theme.value:<4}{len(tally.items):>3} of {tally.wanted:<3} levels {_counts(levels)}; "
            f"{_counts(rules)}; rejected: {told or 'none'}"
        )
    return "\n".join(lines)


def _counts(found: Counter[int] | Counter[str]) -> str:
    return " ".join(f"{key}:{many}" for key, many in sorted(found.items(), key=lambda entry: str(entry[0])))
