"""Where things are kept: the database and the cache that the environment names, as Django wants to hear it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

KEEP_SECONDS = 60
"""How long a thread keeps its connection to PostgreSQL; it asks whether it still stands before each request."""


def database(url: str, sqlite_file: Path) -> dict[str, Any]:
    """Return the settings of the database: PostgreSQL where an address is given, else the SQLite file.

    Raises:
        ValueError: the address is none of PostgreSQL.

    >>> database("postgresql://me:p%40ss@db:5433/cards", Path("x"))["PASSWORD"]
    'p@ss'
    """
    return _postgresql(url) if url else _sqlite(sqlite_file)


def _sqlite(file: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": file,
        # An open connection holds the log open as well: where the disk is full, nothing new could be opened.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # Writers wait for one another instead of failing; readers never wait.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }


def _postgresql(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise ValueError("DATABASE_URL must look like postgresql://user:password@host:5432/name")
    options: dict[str, Any] = {
        "connect_timeout": 3,
        # Nothing here takes long; a statement that hangs must not hold a worker for ever.
        "options": "-c statement_timeout=15000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000",
        **dict(parse_qsl(parts.query)),
    }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),  # ?host= names the folder of a socket
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": KEEP_SECONDS,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def cache(url: str) -> dict[str, Any]:
    """Return the settings of the cache: Redis where an address is given, else the memory of each worker.

    Raises:
        ValueError: the address is none of Redis.
    """
    if not url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 50_000}}
    if urlsplit(url).scheme not in ("redis", "rediss", "unix"):
        raise ValueError("CACHE_URL must look like redis://host:6379/0")
    return {
        "BACKEND": "tutor.web.steady_cache.SteadyRedis",
        "LOCATION": url,
        "KEY_PREFIX": "sixtysix",
        # No second try: a worker has its own memory to go on with, and must not wait.
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5, "retry": None},
    }


def shared_cache(url: str, folder: Path) -> dict[str, Any]:
    """Return the settings of a cache that all workers share: Redis where an address is given, else files of this machine.

    Raises:
        ValueError: the address is none of Redis.
    """
    if url:
        return cache(url)
    return {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": folder,
        "OPTIONS": {"MAX_ENTRIES": 500},
    }
