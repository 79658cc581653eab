"""The coach thinks longer: beside the requests, one deal at a time, for a few seconds. Pages look how far it is.

What it has found is kept in this process only. Where it is lost (the server was started again, or has several
processes), the quick advice stands there as before and the coach can be asked once more.
"""

from __future__ import annotations

import random
import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from django.utils import timezone

from engine.coach import Advice, think
from engine.view import View

KEPT = 64
"""Thoughts that are remembered."""
WAITING = 8
"""Thoughts that may wait for their turn, the one that is on among them."""
SECONDS = 20
"""After so many seconds of thinking, what has been found has to do."""


@dataclass(slots=True)
class Thought:
    """What the coach has found so far; None before the first answer. ``running``: more is to come."""

    advice: Advice | None = None
    running: bool = True
    stopped: threading.Event = field(default_factory=threading.Event)


_known: OrderedDict[str, Thought] = OrderedDict()
_guard = threading.Lock()
_turn = threading.Lock()


def begin(key: str, view: View, rng: random.Random) -> Thought | None:
    """Let the coach think about a position; asking twice does the work once. None: too many others are waiting."""
    with _guard:
        known = _known.get(key)
        if known is not None and not known.stopped.is_set():
            return known
        if sum(thought.running for thought in _known.values()) >= WAITING:
            return None
        thought = _known[key] = Thought()
        while len(_known) > KEPT:
            _known.popitem(last=False)[1].stopped.set()
    threading.Thread(target=_think, args=(thought, view, rng), name="coach", daemon=True).start()
    return thought


def look(key: str) -> Thought | None:
    """Return what is known of a position."""
    return _known.get(key)


def stop(key: str) -> None:
    """Let it be: what has been found so far stays."""
    thought = _known.get(key)
    if thought is not None:
        thought.stopped.set()
        thought.running = False


def _think(thought: Thought, view: View, rng: random.Random) -> None:
    try:
        with _turn:
            began = timezone.now()
            for advice in think(view, rng):
                if thought.stopped.is_set():
                    return
                thought.advice = advice
                if (timezone.now() - began).total_seconds() > SECONDS:
                    return
    finally:
        thought.running = False
