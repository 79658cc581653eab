"""``python -m engine problems``: options, progress bar, files."""

from __future__ import annotations

import argparse
import os
import sys
import time
from multiprocessing import Pool
from pathlib import Path

from engine.mining import Tally, mine, summary, target, write_items
from engine.problems.themes import Theme


def problems_parser(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument("--out", type=Path, required=True, help="folder for the files of items, one for each theme")
    parser.add_argument("--journal", type=Path, help="folder for what has been tried; a later run goes on from there")
    parser.add_argument("--themes", default="", help="R1,E4: these only; left out: all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes; the items do not hang on it")
    parser.add_argument("--few", type=int, default=0, help="at most that many items of each theme, to try it out")


def mine_problems(options: argparse.Namespace) -> int:
    """Mine, write, tell; the exit status is 1 where a theme stayed short."""
    names = [name for name in options.themes.split(",") if name] or [theme.value for theme in Theme]
    if unknown := [name for name in names if name not in set(Theme)]:
        print(f"no such theme: {', '.join(unknown)}", file=sys.stderr)
        return 2
    themes = [Theme(name) for name in names]
    wanted = {theme: min(target(theme), options.few or target(theme)) for theme in themes}
    tallies: list[Tally] = []
    began = time.monotonic()
    with Pool(options.jobs) as pool:
        for theme in themes:
            tally = Tally(theme, wanted[theme])
            for tally in mine(theme, wanted[theme], options.journal, pool):
                _show(tally, sum(len(done.items) for done in tallies), sum(wanted.values()))
            tallies.append(tally)
            write_items(options.out, theme, tally.items)
    print(summary(tallies))
    print(
        f"{sum(len(tally.items) for tally in tallies)} items, {time.monotonic() - began:.0f} s, {options.jobs} processes"
    )
    return 0 if all(tally.full for tally in tallies) else 1


def _show(tally: Tally, before: int, total: int) -> None:
    """Draw a bar on a terminal; a pipe or a file gets none."""
    if not sys.stderr.isatty():
        return
    done = before + len(tally.items)
    filled = 40 * done // max(1, total)
    tried = len(tally.items) + sum(tally.rejected.values())
    text = f"\r[{'#' * filled}{'.' * (40 - filled)}] {done}/{total} {tally.theme.value}: {tried} tried   "
    print(text, end="\n" if done == total else "", file=sys.stderr, flush=True)
