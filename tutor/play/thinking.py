"""The coach thinks longer: beside the requests, one deal at a time, for a few seconds. Pages look how far it is.

What it has found lies in a cache that all workers share, so that any of them can show it and stop it. Where it is lost
the quick advice stands there as before, and the coach can be asked once more.
"""

from __future__ import annotations

import random
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.core.cache import caches
from django.utils import timezone

from engine.coach import Advice, think
from engine.review_data import read_option, write_option
from engine.seats import Seat
from engine.view import View

KEPT_SECONDS = 3600
"""How long a thought is remembered."""
WAITING = 8
"""Threads of one worker that may think or wait for their turn."""
SECONDS = 20
"""After so many seconds of thinking, what has been found has to do."""
PATIENCE = 30
"""After so many seconds without a sign of life nobody is thinking any more: the worker is gone."""
LOOK_SECONDS = 1.0
"""How often a thread that waits for its turn looks whether it was stopped, and gives a sign of life."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What the coach has found so far; None before the first answer. ``running``: more is to come.

    ``seconds``: how long ago it was begun. ``stopped``: by the visitor, or since its worker is gone.
    """

    name: str
    advice: Advice | None
    running: bool
    stopped: bool
    seconds: float


_guard = threading.Lock()
_turn = threading.Lock()
_threads: set[threading.Thread] = set()


def begin(key: str, view: View, rng: random.Random) -> Thought | None:
    """Let the coach think about a position; asking twice does the work once. None: too many others are waiting."""
    with _guard:
        known = look(key)
        if known is not None and not known.stopped:
            return known
        if len(_threads) >= WAITING:
            return None
        work = _Work(key)
        work.tell()
        thread = threading.Thread(target=_think, args=(work, view, rng), name="coach", daemon=True)
        _threads.add(thread)
    try:
        thread.start()
    except RuntimeError:  # the machine has no thread left: too many others, just as above
        with _guard:
            _threads.discard(thread)
        with suppress(OSError):
            caches["thoughts"].delete(_place(key))
        return None
    return look(key)


def look(key: str) -> Thought | None:
    """Return what is known of a position, whichever worker has found it."""
    found = caches["thoughts"].get_many([_place(key), _place(key, "stop")])
    data = found.get(_place(key))
    if data is None:
        return None
    now = timezone.now().timestamp()
    stopped = found.get(_place(key, "stop")) == data["name"]
    gone = data["running"] and now - data["at"] > PATIENCE
    running = data["running"] and not stopped and not gone
    return Thought(data["name"], _read(data), running, stopped or gone, now - data["began"])


def stop(key: str) -> None:
    """Let it be: what has been found so far stays."""
    thought = look(key)
    if thought is not None and thought.running:
        _keep(_place(key, "stop"), thought.name)


class _Work:
    """One thread's work on one position, as the shared cache tells of it."""

    def __init__(self, key: str) -> None:
        self.key, self.name = key, secrets.token_hex(8)
        self.began = timezone.now().timestamp()
        self.advice: list[Any] | None = None

    def tell(self, *, running: bool = True) -> None:
        """Say how far it is."""
        now = timezone.now().timestamp()
        data = {"name": self.name, "began": self.began, "at": now, "running": running, "advice": self.advice}
        _keep(_place(self.key), data)

    def found(self, advice: Advice) -> None:
        """Keep what was found last."""
        options = [write_option(option) for option in advice.options]
        self.advice = [advice.seat.name, options, advice.done, advice.total]
        self.tell()

    @property
    def wanted(self) -> bool:
        """Whether nobody has stopped it, and no other thread works on the position by now."""
        thought = look(self.key)
        return thought is None or (thought.name == self.name and not thought.stopped)


def _think(work: _Work, view: View, rng: random.Random) -> None:
    try:
        with _own_turn(work) as mine:
            if mine:
                _step_by_step(work, view, rng)
        thought = look(work.key)
        if thought is None or thought.name == work.name:
            work.tell(running=False)
    finally:
        with _guard:
            _threads.discard(threading.current_thread())


@contextmanager
def _own_turn(work: _Work) -> Iterator[bool]:
    """Wait until no other thread is thinking; False where the work is wanted no longer."""
    while work.wanted:
        if _turn.acquire(timeout=LOOK_SECONDS):
            try:
                yield work.wanted
            finally:
                _turn.release()
            return
        if work.wanted:
            work.tell()
    yield False


def _step_by_step(work: _Work, view: View, rng: random.Random) -> None:
    began = time.monotonic()  # a clock that is set back must not keep everybody else waiting
    for advice in think(view, rng):
        if not work.wanted:
            return
        work.found(advice)
        if time.monotonic() - began > SECONDS:
            return


def _keep(place: str, value: Any) -> None:
    """Write into the shared cache; where the disk is full, the quick advice has to do, and a thought ends by itself."""
    with suppress(OSError):
        caches["thoughts"].set(place, value, KEPT_SECONDS)


def _read(data: dict[str, Any]) -> Advice | None:
    """Return the advice of a thought from data; what another version has written is none."""
    if data["advice"] is None:
        return None
    seat, options, done, total = data["advice"]
    try:
        return Advice(Seat[seat], tuple(read_option(option) for option in options), done, total)
    except (KeyError, TypeError, ValueError):
        return None


def _place(key: str, what: str = "thought") -> str:
    """Return the name of a position in the cache."""
    return f"{what}:{sha256(key.encode()).hexdigest()}"
