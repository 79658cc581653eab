"""``python -m tests.load`` (``make load``): the production server on this machine under 20 and 100 visitors at once.

Bounded in time and by itself over. Visitors come from processes of their own, so that they do not wait for one another.
The bare Django beside it is the yardstick: figures of one machine mean little, ratios travel.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.load.goals import Figures
from tests.load.visitor import LoadVisitor, Tally
from tests.services import end, free_port, listening, wait_until

ROOT = Path(__file__).parents[2]
PAUSE = (1.0, 3.0)
"""Seconds that a visitor reads before the next click."""


@contextmanager
def serving(application: str, env: dict[str, str]) -> Iterator[tuple[int, int, float]]:
    """Run the production server with one worker; yield its port, the process id and the seconds that its start took."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--workers", "1", "--blocking-threads", "4", "--no-access-log", "--log-level", "warning", application]
    server = subprocess.Popen(command, cwd=ROOT, env=env)
    try:
        started = time.perf_counter()
        wait_until(lambda: listening(port))
        yield port, server.pid, time.perf_counter() - started
    finally:
        end(server)


def visit(port: int, numbers: range, seconds: float, full: bool, told: multiprocessing.Queue) -> None:
    """Be several visitors at once, a thread each, for so many seconds."""
    from tests.load.scenarios import LANGUAGES, one_thing

    def be(number: int, tally: list[Tally]) -> None:
        visitor = LoadVisitor(port, number, LANGUAGES[number % len(LANGUAGES)])
        chance = random.Random(number)
        over = time.monotonic() + seconds
        if not full:
            time.sleep(chance.uniform(0, PAUSE[1]))
        while time.monotonic() < over:
            one_thing(visitor, chance)
            if not full:
                time.sleep(chance.uniform(*PAUSE))
        tally.append(visitor.tally)

    tallies: list[Tally] = []
    threads = [threading.Thread(target=be, args=(number, tallies)) for number in numbers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told.put(tallies)


def measure(port: int, visitors: int, seconds: float, *, full: bool = False) -> Tally:
    """Let so many visitors come; return what they met. ``full``: they do not pause to read."""
    told: multiprocessing.Queue = multiprocessing.Queue()
    crowds = [range(first, min(first + 25, visitors)) for first in range(0, visitors, 25)]
    # Daemons: whatever happens here, none of them stays behind.
    processes = [
        multiprocessing.Process(target=visit, args=(port, crowd, seconds, full, told), daemon=True) for crowd in crowds
    ]
    for process in processes:
        process.start()
    found = [tally for _ in processes for tally in told.get(timeout=seconds + 60)]
    for process in processes:
        process.join()
    whole = Tally()
    for tally in found:
        whole.errors += tally.errors
        for kind, times in tally.times.items():
            whole.times[kind] += times
    return whole


def show(name: str, tally: Tally, seconds: float) -> None:
    """Print one line for each kind of answer."""
    for kind, times in tally.times.items():
        if len(times) > 1:
            points = statistics.quantiles(times, n=100)
            print(
                f"{name:28} {kind:6} {len(times):6} answers {len(times) / seconds:7.1f}/s"
                f"   50 % {points[49]:7.1f} ms   95 % {points[94]:7.1f} ms   99 % {points[98]:7.1f} ms"
            )
    print(f"{name:28} errors {len(tally.errors)} {sorted(set(tally.errors))[:3]}")


def per_second(port: int, path: str, seconds: float) -> float:
    """Ask for one address on four lines without a pause; return how often a second it was answered."""
    counts: list[int] = []
    LoadVisitor(port, 1, "en").get("page", path, **{"Accept-Encoding": "gzip"})  # the first one makes the page

    def ask() -> None:
        visitor = LoadVisitor(port, 1, "en")
        over, count = time.monotonic() + seconds, 0
        while time.monotonic() < over:
            visitor.get("page", path, **{"Accept-Encoding": "gzip"})
            count += 1
        assert not visitor.tally.errors, visitor.tally.errors[:2]
        counts.append(count)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / seconds


def memory(pid: int) -> int:
    """Return the megabytes of the largest process that a server has started: its worker."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,rss="], capture_output=True, text=True, check=True).stdout
    rows = [tuple(map(int, line.split())) for line in listed.splitlines()]
    return max(rss for own, parent, rss in rows if pid in (own, parent)) // 1024


def work(pid: int) -> float:
    """Return the seconds of CPU that a server and its workers have used; 0 where the system does not tell."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            values = stat.read_text(encoding="utf-8").rpartition(") ")[2].split()
            if pid in (int(stat.parent.name), int(values[1])):
                ticks += int(values[11]) + int(values[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def site_environment(state: str) -> dict[str, str]:
    """The environment of the site under test: as it is served, behind one proxy, which the visitors play."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SIXTYSIX_")}
    if locale := os.environ.get("SIXTYSIX_LOCALE_DIR"):
        kept["SIXTYSIX_LOCALE_DIR"] = locale
    return {
        **kept,
        "SIXTYSIX_STATE_DIR": state,
        "SIXTYSIX_SECRET_KEY": "only-for-measuring-and-long-enough-to-serve",
        "SIXTYSIX_HOSTS": "127.0.0.1",
        "SIXTYSIX_PROXIES": "1",
        "DJANGO_SETTINGS_MODULE": "tutor.settings",
    }


def main() -> int:
    """Measure everything; the status is 1 where there was an error, and with --strict where a goal was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement (60 at most)")
    parser.add_argument("--strict", action="store_true", help="a goal that is missed is a failure")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as state:
        env = site_environment(state)
        subprocess.run(
            [sys.executable, "manage.py", "prepare"], cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL
        )
        figures = measured(env, min(60.0, options.seconds))
    for line in figures.lines():
        print(line)
    load = os.getloadavg()[0]
    print(f"load of the machine at the end: {load:.1f} on {os.cpu_count()} cores; above that, times tell of the others")
    missed = figures.missed()
    print(f"goals missed: {', '.join(missed) or 'none'}")
    return 1 if figures.errors or (options.strict and missed) else 0


def measured(env: dict[str, str], seconds: float) -> Figures:
    """Measure the yardstick, then the site."""
    with serving("tests.load.bare:application", env) as (port, _pid, _start):
        bare = per_second(port, "/", min(8.0, seconds))
    with serving("tutor.wsgi:application", env) as (port, pid, start):
        rules = per_second(port, "/en/rules/", min(8.0, seconds))
        measure(port, 20, min(5.0, seconds), full=True)  # a server that has just started has to load its words
        before = work(pid)
        first = measure(port, 20, seconds)
        second = measure(port, 100, seconds)
        spent = work(pid) - before
        flat_out = measure(port, 20, seconds, full=True)
        held = memory(pid)
    for name, tally in {"20 visitors": first, "100 visitors": second, "20 visitors, no pause": flat_out}.items():
        show(name, tally, seconds)
    answers = sum(len(times) for tally in (first, second) for times in tally.times.values())
    print(f"work of the worker: {1000 * spent / answers:.1f} ms of CPU an answer, whatever else the machine does")
    errors = sum(len(tally.errors) for tally in (first, second, flat_out))
    at_95 = {kind: statistics.quantiles(first.times[kind], n=100)[94] for kind in ("page", "piece")}
    return Figures(at_95["page"], at_95["piece"], rules / bare, start, held, errors)


if __name__ == "__main__":
    sys.exit(main())
