"""Two that want to write the content, or prepare the site, at the same time: the second waits for the first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.conf import settings
from django.db import connection

SYNC: Final = 6601
PREPARE: Final = 6602
"""Numbers of the locks in PostgreSQL; nothing else there uses such."""


def one_at_a_time() -> None:
    """Wait until no other transaction writes content; the end of ours lets the next one in.

    SQLite needs nothing: a transaction that means to write is alone from its start (``IMMEDIATE``).
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = '5min'")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [SYNC])


@contextmanager
def alone() -> Iterator[None]:
    """Let only one process at a time through: by a lock of PostgreSQL, or a file beside the SQLite database."""
    if connection.vendor == "postgresql":
        yield from _alone_in_postgresql()
    else:
        yield from _alone_on_this_machine()


def _alone_in_postgresql() -> Iterator[None]:
    with connection.cursor() as cursor:
        # A migration may take its time, and so may the wait for the one who does it.
        cursor.execute("SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [PREPARE])
    try:
        yield
    finally:
        connection.close()  # the lock goes with the connection


def _alone_on_this_machine() -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # not on Windows; there nobody starts two at once
        yield
        return
    settings.STATE_DIR.mkdir(parents=True, exist_ok=True)
    with (settings.STATE_DIR / "prepare.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # the end of the process, however it comes, frees it
        yield
