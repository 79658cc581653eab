"""Copies of the whole database, and the way back. SQLite copies itself; PostgreSQL is asked with its own programs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import connection, connections


class BackupError(Exception):
    """What is in the way, in one sentence."""


def backup(target: Path) -> None:
    """Write a copy of the database to a new file. Visitors may go on meanwhile; the copy is of one moment.

    Raises:
        BackupError: the file is there already, or a program is missing or fails.
    """
    if target.exists():
        raise BackupError(f"{target} is there already; choose another name.")
    part = target.with_name(target.name + ".part")  # a copy that was cut short must not look like one
    part.unlink(missing_ok=True)
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(part)) as copy:
            _sqlite_connection().backup(copy)
    else:
        _call(["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part}"])
    part.chmod(0o600)
    part.rename(target)


def restore(source: Path) -> None:
    """Put a copy in the place of what the database holds. No worker may be running.

    Raises:
        BackupError: the file is no such copy, or a program is missing or fails.
    """
    if not source.is_file():
        raise BackupError(f"there is no file {source}.")
    if connection.vendor == "sqlite":
        _restore_sqlite(source)
    else:
        options = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
        connections.close_all()
        _call(["pg_restore", *options, f"--dbname={_postgresql()['dbname']}", str(source)])


def _restore_sqlite(source: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise BackupError(f"{source} is damaged.")
            copy.backup(_sqlite_connection())
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{source} is no copy of a database: {error}.") from None


def _sqlite_connection() -> sqlite3.Connection:
    connection.ensure_connection()
    found: sqlite3.Connection = connection.connection
    return found


def _postgresql() -> dict[str, Any]:
    return {name: str(value) for name, value in connection.get_connection_params().items() if name in PLACES}


PLACES = {"dbname": "PGDATABASE", "user": "PGUSER", "password": "PGPASSWORD", "host": "PGHOST", "port": "PGPORT"}


def _call(command: list[str]) -> None:
    """Run a program of PostgreSQL; the password goes by the environment, where no list of processes shows it."""
    if shutil.which(command[0]) is None:
        raise BackupError(f"the program {command[0]} is needed; it comes with the client programs of PostgreSQL.")
    env = {**os.environ, **{PLACES[name]: value for name, value in _postgresql().items()}}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupError(f"{command[0]} says: {done.stderr.strip()}")
