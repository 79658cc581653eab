"""PostgreSQL, Redis and nginx for tests: real ones from the packages of the system, in a temporary folder, on free ports.

``python -m tests.services COMMAND …`` starts PostgreSQL and Redis, runs the command with ``DATABASE_URL`` and
``CACHE_URL`` set, and stops them. They run as an unprivileged user also where the caller is root, since PostgreSQL
refuses that. Standard library only.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PACKAGES = {"initdb": "postgresql", "redis-server": "redis-server", "nginx": "nginx-light"}
"""Program -> the Debian package that brings it."""


MARK = "SIXTYSIX_TEST_SERVICES"
"""Set while services run: their folder. Whatever a test starts has it too, and can be found and ended by it."""


class MissingError(Exception):
    """A program is not on this machine."""


def program(name: str) -> str:
    """Return the path of a program, wherever Debian puts it.

    Raises:
        MissingError: it is not installed.
    """
    places = [
        *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True),
        Path("/usr/sbin"),
        Path("/usr/local/sbin"),
    ]
    found = shutil.which(name) or next((str(at / name) for at in places if os.access(at / name, os.X_OK)), None)
    if found is None:
        raise MissingError(f"{name} is needed (the package {PACKAGES.get(name, name)})")
    return found


def install_missing() -> None:
    """Install what is missing with apt-get, where we are root on a Debian.

    Raises:
        MissingError: that is not possible here.
    """
    for _attempt in range(2):
        missing = sorted({PACKAGES[name] for name in PACKAGES if not _there(name)})
        if not missing:
            return
        if os.geteuid() or not shutil.which("apt-get"):
            break
        print(f"installing {', '.join(missing)}", flush=True)
        quiet = {"stdout": subprocess.DEVNULL, "env": dict(os.environ, DEBIAN_FRONTEND="noninteractive")}
        subprocess.call(["apt-get", "update", "-qq"], **quiet)
        subprocess.call(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing], **quiet)
    raise MissingError(f"these packages are needed: {', '.join(missing)}")


def _there(name: str) -> bool:
    with contextlib.suppress(MissingError):
        return bool(program(name))
    return False


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listening(port: int) -> bool:
    """Whether somebody answers on a port of this machine."""
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(true: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait until a function returns something true.

    Raises:
        TimeoutError: it never did.
    """
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(f"{true} was never true")
        time.sleep(0.05)


def unprivileged() -> str | None:
    """Return the user that services run as when we are root; None where we are not."""
    if os.geteuid():
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def identity() -> dict[str, Any]:
    """Return how ``subprocess`` runs something as the unprivileged user."""
    user = unprivileged()
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []} if user else {}


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """Make a folder that belongs to the unprivileged user."""
    path = Path(tempfile.mkdtemp(prefix="sixtysix-services-", dir=os.environ.get(MARK) or "/tmp"))
    user = unprivileged()
    if user:
        shutil.chown(path, user)
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@dataclass
class PostgreSQL:
    """A cluster of its own. Losing power is not among the tests, so it does not wait for the disk."""

    where: Path
    port: int = field(default_factory=free_port)

    @property
    def url(self) -> str:
        """What ``DATABASE_URL`` is set to."""
        return f"postgresql://sixtysix@127.0.0.1:{self.port}/sixtysix"

    def create(self) -> PostgreSQL:
        """Make the cluster, start it, make the database."""
        initdb = [program("initdb"), "-D", str(self.where / "data"), "-U", "sixtysix", "--auth=trust", "-E", "UTF8"]
        self._call([*initdb, "--no-locale", "--no-sync"])
        self.start()
        self.make_database("sixtysix")
        return self

    def make_database(self, name: str) -> None:
        """Make an empty database, in the place of one that there may be."""
        for statement in (f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name}"):
            self._call(
                [
                    program("psql"),
                    "-qX",
                    "-h",
                    "127.0.0.1",
                    "-p",
                    str(self.port),
                    "-U",
                    "sixtysix",
                    "-d",
                    "postgres",
                    "-c",
                    statement,
                ]
            )

    def start(self) -> None:
        """Start it and wait until it answers."""
        settings = f"-p {self.port} -k {self.where} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200"
        self._ctl("start", "-o", settings, "-l", str(self.where / "postgresql.log"))

    def stop(self) -> None:
        """Stop it at once, as a machine does that is switched off in order."""
        self._ctl("stop", "-m", "fast")

    def _ctl(self, *arguments: str) -> None:
        self._call([program("pg_ctl"), "-D", str(self.where / "data"), "-w", *arguments])

    def _call(self, command: list[str]) -> None:
        subprocess.run(
            command, cwd=self.where, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **identity()
        )


@dataclass
class Redis:
    """A Redis that keeps nothing on disk."""

    where: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """What ``CACHE_URL`` is set to."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> Redis:
        """Start it and wait until it answers."""
        command = [
            program("redis-server"),
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(self.where),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **identity())
        wait_until(lambda: listening(self.port))
        return self

    def stop(self) -> None:
        """Stop it."""
        if self.process is not None:
            end(self.process)
            wait_until(lambda: not listening(self.port))
            self.process = None


def end(process: subprocess.Popen[bytes], how: int = signal.SIGTERM) -> None:
    """End a process that we started, and wait for it."""
    if process.poll() is None:
        process.send_signal(how)
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(5)


def end_all(where: str) -> None:
    """End whatever was started under a mark and is still there: a test that was killed could not do it itself."""
    wanted = f"{MARK}={where}".encode()
    for how in (signal.SIGINT, signal.SIGKILL):
        for environ in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if wanted in environ.read_bytes().split(b"\0"):
                    os.kill(int(environ.parent.name), how)
        time.sleep(0.5)


@contextlib.contextmanager
def database_and_cache() -> Iterator[tuple[PostgreSQL, Redis]]:
    """Start both; stop both whatever happens."""
    with folder() as path:
        postgresql, redis = PostgreSQL(path), Redis(path)
        try:
            postgresql.create()
            redis.start()
            yield postgresql, redis
        finally:
            redis.stop()
            if (path / "data/postmaster.pid").exists():
                postgresql.stop()


def main(command: list[str]) -> int:
    """Run a command between start and stop."""
    try:
        install_missing()
    except MissingError as problem:
        print(f"Cannot go on: {problem}", file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # whoever ends us leaves no service behind
    with database_and_cache() as (postgresql, redis):
        where = str(postgresql.where)
        try:
            env = {**os.environ, "DATABASE_URL": postgresql.url, "CACHE_URL": redis.url, MARK: where}
            return subprocess.call(command, env=env)
        finally:
            end_all(where)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
