"""A cache in Redis that is never missed: while Redis is gone, each worker goes on with its own memory.

What is cached here may be lost at any time without harm: words that the database has too, and counters of limits,
which are then counted by each worker for itself.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger(__name__)

REST_SECONDS = 5.0
"""How long Redis is left alone after it failed, so that not every request waits for it."""

Result = TypeVar("Result")


class _Rest:
    """Until when Redis is left alone; one for the whole worker."""

    until = 0.0


class SteadyRedis(RedisCache):
    """Django's Redis cache, with the memory of the worker for the time that Redis is gone."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = {**params.get("OPTIONS", {}), "retry": Retry(NoBackoff(), 0)}
        super().__init__(server, {**params, "OPTIONS": options})
        self._memory = LocMemCache("while-redis-is-gone", {"OPTIONS": {"MAX_ENTRIES": 50_000}})

    def _steadily(
        self, ask: Callable[..., Result], instead: Callable[..., Result], *args: Any, **kwargs: Any
    ) -> Result:
        if time.monotonic() >= _Rest.until:
            try:
                return ask(*args, **kwargs)
            except (RedisError, OSError) as error:
                _Rest.until = time.monotonic() + REST_SECONDS
                log.warning("Redis does not answer (%s); this worker goes on with its own memory", type(error).__name__)
        return instead(*args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> Any:
        """Set a value that is not there yet; return whether that was so."""
        return self._steadily(super().add, self._memory.add, *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        """Return a value."""
        return self._steadily(super().get, self._memory.get, *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Set a value."""
        self._steadily(super().set, self._memory.set, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        """Keep a value longer."""
        return self._steadily(super().touch, self._memory.touch, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        """Forget a value."""
        return self._steadily(super().delete, self._memory.delete, *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        """Return several values."""
        return self._steadily(super().get_many, self._memory.get_many, *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        """Set several values."""
        return self._steadily(super().set_many, self._memory.set_many, *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        """Forget several values."""
        self._steadily(super().delete_many, self._memory.delete_many, *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        """Whether a value is there."""
        return self._steadily(super().has_key, self._memory.has_key, *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        """Count on."""
        return self._steadily(super().incr, self._memory.incr, *args, **kwargs)

    def clear(self) -> Any:
        """Forget everything."""
        return self._steadily(super().clear, self._memory.clear)

    def answers(self) -> bool:
        """Whether Redis answers right now; for the health page."""
        try:
            super().has_key("health")
        except (RedisError, OSError):
            return False
        return True
