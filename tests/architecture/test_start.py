"""``make run`` and ``make test`` on machines where something is missing: one clear sentence, never a traceback."""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from tutor import machine, start

ROOT = Path(__file__).parents[2]
START = ROOT / "tutor/start.py"
MACHINE = ROOT / "tutor/machine.py"
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
RUN = "import runpy, sys; sys.argv = sys.argv[1:]; {spoil}; runpy.run_path(sys.argv[0], run_name='__main__')"


class House:
    """A copy of the project folder, as far as the start needs it, with an environment that is a stub."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start = folder / "tutor/start.py"
        self.start.parent.mkdir(parents=True)
        shutil.copy(START, self.start)
        shutil.copy(MACHINE, self.start.parent)
        shutil.copy(ROOT / "tutor/__init__.py", self.start.parent)
        shutil.copy(ROOT / "pyproject.toml", folder)
        self.env = {name: value for name, value in os.environ.items() if name not in ("PORT", "HOST", "CHROMIUM")}
        self.env = {name: value for name, value in self.env.items() if not name.startswith("SIXTYSIX_")}

    def build(self, python: str = "exit 1") -> None:
        """Make an environment that counts as installed; its Python is a script of one line."""
        bin_dir = self.folder / ".venv/bin"
        bin_dir.mkdir(parents=True)
        script = bin_dir / "python"
        script.write_text(f"#!/bin/sh\n{python}\n")
        script.chmod(0o755)
        wanted = hashlib.sha256((self.folder / "pyproject.toml").read_bytes() + sys.version.encode()).hexdigest()
        for stamp in ("installed", "installedtest"):
            (self.folder / ".venv" / stamp).write_text(wanted)

    def run(self, verb: str, spoil: str = "", **env: str) -> subprocess.CompletedProcess[str]:
        """Start a verb as make does; ``spoil`` is Python that runs before it."""
        command = [sys.executable, str(self.start), verb]
        if spoil:
            command = [sys.executable, "-c", RUN.format(spoil=spoil), str(self.start), verb]
        return subprocess.run(
            command, cwd=self.folder, env={**self.env, **env}, capture_output=True, text=True, timeout=60, check=False
        )


@pytest.fixture
def house(tmp_path):
    """A project folder without an environment."""
    return House(tmp_path / "project")


@pytest.fixture
def built(house):
    """A project folder whose environment is there."""
    house.build()
    return house


def assert_sentence(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """Status 1, one line on the error stream with these words, no traceback anywhere."""
    assert "Traceback" not in done.stderr + done.stdout
    assert done.returncode == 1, done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("Cannot go on: ")
    for word in words:
        assert word in lines[0]


# -- the machine ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["run", "test", "bench", "texts"])
@pytest.mark.parametrize(
    "version", [(3, 10, 14), (3, 9, 2), (2, 7, 18)], ids=lambda version: ".".join(map(str, version))
)
def test_python_too_old(house, verb, version):
    """Says which one is needed and which one this is."""
    written = ".".join(map(str, version))

    done = house.run(verb, f"sys.version_info, sys.version = {(*version, 'final', 0)}, '{written} (main)'")

    assert_sentence(done, "Python 3.11 or newer is needed", f"this is {written}.")
    assert not (house.folder / ".venv").exists()


@pytest.mark.parametrize("file", [START, MACHINE], ids=lambda file: file.name)
def test_an_old_python_can_read_the_file(file):
    """Otherwise it could not even say that it is too old."""
    assert ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize("file", [START, MACHINE], ids=lambda file: file.name)
def test_start_needs_nothing_but_the_standard_library(file):
    """It runs before anything is installed."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module != "tutor.machine":
            names.add(str(node.module).partition(".")[0])

    assert names
    assert names <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
@pytest.mark.parametrize("verb", ["run", "test"])
def test_module_missing(house, verb, module):
    """As on Debian without python3-venv: the package is named, and no broken environment is left behind."""
    done = house.run(verb, f"sys.modules['{module}'] = None")

    assert_sentence(done, "lacks the module venv", "python3-venv")
    assert not (house.folder / ".venv").exists()


def test_project_folder_that_cannot_be_written(house):
    """The environment has no place: a file stands where its folder should be."""
    (house.folder / ".venv").write_text("in the way")

    done = house.run("run")

    assert_sentence(done, ".venv", "cannot be written to")


def test_no_connection(house):
    """Packages that cannot be installed are no riddle."""
    house.build("exit 1")
    for stamp in (house.folder / ".venv").glob("installed*"):
        stamp.unlink()

    done = house.run("run")

    assert_sentence(done, "could not be installed", "connection")


@pytest.mark.parametrize("key", [{}, {"SIXTYSIX_SECRET_KEY": "given"}], ids=["key-is-made", "key-is-given"])
def test_state_folder_that_cannot_be_written(built, key):
    """A path below a file: nobody can make that, not even root."""
    blocked = built.folder / "pyproject.toml/state"

    done = built.run("run", PORT=str(free_port()), SIXTYSIX_STATE_DIR=str(blocked), **key)

    assert_sentence(done, str(blocked), "cannot be written to")


def test_many_start_at_once(tmp_path):
    """A folder that is being tried by others counts as one that can be written; all find the same key, private."""
    together = Barrier(8)

    def begin(_: int) -> str:
        together.wait()
        machine.make_folder(str(tmp_path))
        return start.secret_key(str(tmp_path))

    with ThreadPoolExecutor(8) as threads:
        (key,) = set(threads.map(begin, range(8)))

    assert len(key) > 50
    assert [file.name for file in tmp_path.iterdir()] == ["secret-key"]
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_a_key_that_was_cut_short_is_made_anew(tmp_path):
    """An empty file is no key."""
    (tmp_path / "secret-key").touch()
    key = start.secret_key(str(tmp_path))
    assert len(key) > 50
    assert start.secret_key(str(tmp_path)) == key
    assert [file.name for file in tmp_path.iterdir()] == ["secret-key"]


def test_preparing_fails(built):
    """What the lines above say is not repeated, and nothing is served."""
    done = built.run("run", PORT=str(free_port()))

    assert_sentence(done, "could not be prepared")
    assert "is at http://" not in done.stdout


# -- the port ------------------------------------------------------------------------------------------------------


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_port_is_taken(built):
    """Says which one, and how to choose another."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        done = built.run("run", PORT=str(port))

    assert_sentence(done, f"port {port} is taken", f"make run PORT={port + 1}")


BAD_PORTS = ["abc", "0", "65536", "-1", "80.5", "8000 ", "8000x", "1e4", "²", "9" * 5000]


@pytest.mark.parametrize("port", BAD_PORTS, ids=lambda port: ascii(port[:8]))
def test_bad_port(built, port):
    """Says what a port is."""
    done = built.run("run", PORT=port)

    assert_sentence(done, "PORT must be a number from 1 to 65535")


@pytest.mark.parametrize("host", ["nowhere.invalid", "300.1.1.1", "203.0.113.7"])
def test_host_that_is_not_this_machine(built, host):
    """An address where nothing can be served."""
    done = built.run("run", HOST=host, PORT=str(free_port()))

    assert_sentence(done, f"nothing can be served at {host}")


@pytest.mark.parametrize(
    ("verb", "host", "asked", "told"),
    [
        pytest.param("run", "127.0.0.1", [], False, id="run-for-oneself"),
        pytest.param("run", "0.0.0.0", ["yes"], True, id="run-for-a-room"),
        pytest.param("serve", "127.0.0.1", [""], False, id="serve-behind-a-proxy"),
        pytest.param("serve", "0.0.0.0", [""], False, id="serve-for-anybody"),
    ],
)
def test_every_name_without_tls(house, verb, host, asked, told):
    """A room without TLS is served by ``run``, which says what that means; ``serve`` never decides it by itself."""
    house.build('case "$2" in tutor.web.safety) echo "[$SIXTYSIX_PLAIN_HTTP]" >> asked;; esac')
    server = house.folder / ".venv/bin/granian"
    server.write_text("#!/bin/sh\necho served\n")
    server.chmod(0o755)

    done = house.run(verb, HOST=host, PORT=str(free_port()))
    log = house.folder / "asked"

    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "served"), done.stderr
    assert (log.read_text().split() if log.exists() else []) == [f"[{value}]" for value in asked]
    assert ("Without TLS" in done.stdout) is told


# -- the browser ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["SIXTYSIX_TEST_BROWSER", "CHROMIUM"])
def test_browser_that_is_named_but_missing(built, name):
    """The name is repeated."""
    done = built.run("test", **{name: "/nowhere/chromium"})

    assert_sentence(done, "there is no browser at /nowhere/chromium")


def test_no_browser_can_be_had(built, tmp_path):
    """None on the PATH, none fetched: one sentence, and no test is skipped in silence."""
    empty = tmp_path / "empty"
    empty.mkdir()

    done = built.run("test", PATH=str(empty))

    assert_sentence(done, "need Chromium or Chrome", "SIXTYSIX_TEST_BROWSER")


def test_a_check_that_fails_fails_the_whole(built, tmp_path):
    """With a browser but a broken tool the status is not 0, and the name of the check is told."""
    browser = tmp_path / "chromium"
    browser.write_text("#!/bin/sh\n")
    browser.chmod(0o755)
    ruff = built.folder / ".venv/bin/ruff"
    ruff.write_text("#!/bin/sh\nexit 3\n")
    ruff.chmod(0o755)

    done = built.run("test", SIXTYSIX_TEST_BROWSER=str(browser))

    assert done.returncode == 3
    assert done.stderr.splitlines() == ["failed: style"]


# -- the verbs -----------------------------------------------------------------------------------------------------


def verbs_of_start() -> set[str]:
    """The verbs that the start knows: the keys of its table."""
    for node in ast.walk(ast.parse(START.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "VERBS":
            return set(ast.literal_eval(ast.Tuple(node.value.keys, ast.Load())))
    raise AssertionError("no table of verbs")


TARGETS = dict(re.findall(r"(?m)^([a-z-]+):.*\n\t(.*)$", MAKEFILE))
FOR_MACHINES = {"install", "prepare", "serve", "healthy", "tidy"}
"""Verbs that stand in deploy/ and have no target."""


def test_make_calls_verbs_that_there_are():
    """Each target that calls the start names a verb of its table, and each verb has a target of the same name."""
    called = {
        target: match[1] for target, line in TARGETS.items() if (match := re.search(r"tutor/start\.py ([\w-]+)", line))
    }

    assert called
    assert all(target == verb for target, verb in called.items())
    assert set(called) == verbs_of_start() - FOR_MACHINES
    assert set(re.search(r"\.PHONY: (.*)", MAKEFILE)[1].split()) == set(TARGETS)


@pytest.mark.parametrize("verb", ["", "nothing"])
def test_unknown_verb(house, verb):
    """Says which ones there are."""
    done = house.run(verb)

    assert done.returncode == 2
    assert done.stdout.startswith("usage: ")
    assert all(known in done.stdout for known in verbs_of_start())
    assert done.stderr == ""


def test_readme_names_targets_that_there_are():
    """Every ``make …`` in it, the two commands first of all."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = " ".join([*re.findall(r"(?s)```.*?```", readme), *re.findall(r"`[^`\n]+`", readme)])
    named = re.findall(r"\bmake ([a-z-]+)\b", code)

    assert {"run", "test"} <= set(named)
    assert set(named) <= set(TARGETS)


def test_readme_names_files_that_there_are():
    """Every path in it, as far as it is written whole."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    paths = set(re.findall(r"`((?:engine|tutor|templates|locale|tests|docs|deploy|\.ci)/[\w./-]*)`", readme))
    paths |= set(re.findall(r"!\[[^\]]*\]\(([^)]+)\)", readme))

    assert len(paths) > 20
    assert sorted(path for path in paths if not (ROOT / path).exists()) == []


def test_ci_calls_the_same_command():
    """What is checked elsewhere is what people type: on SQLite, then on PostgreSQL with Redis."""
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("make ")] == ["make test", "make test-postgres"]
    assert os.access(ROOT / ".ci/run", os.X_OK)


def test_what_the_second_database_is_spared():
    """Files that there are; never those that try what PostgreSQL refuses and SQLite takes, or what is kept of visitors."""
    spared = {ROOT / f"tests/web/test_{name}.py" for name in start.ASK_NO_DATABASE}
    assert {file for file in spared if not file.exists()} == set()
    needed = {"fuzz", "access", "accounts", "keeping", "play", "privacy", "puzzles", "review", "steps"}
    assert needed & set(start.ASK_NO_DATABASE) == set()
