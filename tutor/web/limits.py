"""How often one address may ask for something. One small function, so that a better one can take its place."""

from __future__ import annotations

import time

from django.core.cache import cache
from django.http import HttpRequest

WINDOW = 60
"""Seconds over which requests are counted."""


def within_limit(request: HttpRequest, what: str, most: int) -> bool:
    """Count a request and return whether this visitor's address has asked at most ``most`` times in this minute."""
    key = f"limit:{what}:{request.META.get('REMOTE_ADDR', '')}:{int(time.time()) // WINDOW}"
    cache.add(key, 0, 2 * WINDOW)
    try:
        return cache.incr(key) <= most
    except ValueError:
        return True  # the cache has just let the count go: the next request begins a new one
