"""Is the site alive, and ready: for whoever watches it or sends visitors to it. No page for people."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from tutor.content.state import standing
from tutor.content.sync import IncompleteError, sync

LOOK_SECONDS = 30.0
"""How long the answer of the long look is kept."""


@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """Answer 200 as long as this worker answers at all; it asks nobody else."""
    return _answer({"worker": "alive"}, True)


@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 when visitors may be sent here: database there, content of this release in it. One cheap query.

    A cache that is away makes the site slower, never wrong: it is told, but is no reason to send nobody.
    """
    try:
        content = standing()
    except (DatabaseError, InterfaceError):
        return _answer({"database": "away", "cache": _cache_state()}, False)
    return _answer({"database": "there", "cache": _cache_state(), "content": content}, content != "other")


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Answer 200 when every text in the database is what the files say, else 503. Reads everything: for an upgrade.

    Whoever asks often, or many at once, get what the last look saw.
    """
    with _Look.lock:
        if _Look.seen is None or time.monotonic() - _Look.when > LOOK_SECONDS:
            _Look.seen = _long_look()
            _Look.when = time.monotonic()
        return _answer(*_Look.seen)


class _Look:
    """What the last long look of this worker saw, and when."""

    lock = threading.Lock()
    seen: tuple[dict[str, Any], bool] | None = None
    when = 0.0


def _long_look() -> tuple[dict[str, Any], bool]:
    try:
        report = sync(write=False)
    except IncompleteError as error:
        missing = {language: len(keys) for language, keys in error.missing.items()}
        return {"content": "incomplete", "missing": missing}, False
    return {"content": "in step" if report.clean else "stale", "texts": dict(report.texts)}, report.clean


def _cache_state() -> str:
    """Return where the cache is: ``own`` memory of the worker, Redis ``there``, or Redis ``away``."""
    answers: Callable[[], bool] | None = getattr(cache, "answers", None)
    if answers is None:
        return "own"
    return "there" if answers() else "away"


def _answer(body: dict[str, Any], good: bool) -> JsonResponse:
    return JsonResponse(body, status=200 if good else 503, headers={"Cache-Control": "no-store"})
