"""Faults tried on the site as ``make run`` serves it, with SQLite: what the visitor sees, and that nothing is lost.

Each test is a row of the table in ``docs/run-it-for-others.md``. Those with PostgreSQL and Redis are in ``tests/deploy``.
"""

from __future__ import annotations

import contextlib
import http.client
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.deploy.site import HTMX, ROOT, START, Visitor, Worker, environment, manage, prepare
from tests.web.course import PLACES, as_form, steps_of

LESSON = steps_of(PLACES[0].slug)[:4]
STEP = LESSON[0]
SOLVED = 'data-phase="solved"'


@pytest.fixture(scope="module")
def env(tmp_path_factory):
    """A site that has been prepared."""
    found = environment(tmp_path_factory.mktemp("state"))
    prepare(found)
    return found


@pytest.fixture
def worker(env):
    """Its server."""
    one = Worker(env).start()
    yield one
    one.stop()


def database(env: dict[str, str]) -> sqlite3.Connection:
    """The file, opened by somebody else."""
    return sqlite3.connect(Path(env["SIXTYSIX_STATE_DIR"]) / "sixtysix.sqlite3", timeout=20)


def rows(env: dict[str, str]) -> list[tuple[object, ...]]:
    """Steps that anybody has answered: actions, tries, solved."""
    with contextlib.closing(database(env)) as file:
        return file.execute("SELECT actions, tries, solved FROM learners_stepprogress").fetchall()


def answer(visitor: Visitor, form: dict[str, str]) -> int:
    """Send a form; return the status, or 0 where no answer came."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        return visitor.post(STEP.path(), form, **HTMX).status
    return 0


def test_killed_during_a_write(env):
    """Kill -9 at a random moment of an answer, six times: the file is sound, and the answer sent again counts once."""
    chance = random.Random(66)
    worker = Worker(env).start()
    visitor = Visitor(worker.port)
    visitor.post(STEP.path(), visitor.form(STEP.path(), **STEP.wrong), **HTMX)
    try:
        for number in range(1, 7):
            form = {**visitor.form(STEP.path(), **STEP.wrong), **({"do": "retry"} if number % 2 else {})}
            sending = threading.Thread(target=answer, args=(visitor, form))
            sending.start()
            time.sleep(chance.uniform(0, 0.04))
            worker.kill()
            sending.join()
            with contextlib.closing(database(env)) as file:
                assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            worker.start()
            assert answer(visitor, form) == 200
            assert visitor.get(STEP.path()).hidden("seen") == str(number + 1)
    finally:
        worker.stop()


def processes(worker: Worker) -> list[int]:
    """The server and its workers: everything in the session that we started."""
    listed = subprocess.run(["ps", "-eo", "pid=,sid="], capture_output=True, text=True, check=True).stdout.split("\n")
    assert worker.process is not None
    return [int(line.split()[0]) for line in listed if line.split()[1:] == [str(worker.process.pid)]]


@contextlib.contextmanager
def full_disk(worker: Worker):
    """No file of the server can grow any more, as on a disk that is full."""
    pids = processes(worker)
    assert len(pids) > 1
    before = [resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in pids]
    for pid, (_soft, hard) in zip(pids, before, strict=True):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, hard))
    yield
    for pid, limit in zip(pids, before, strict=True):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limit)


def test_disk_full(env, worker):
    """Reading goes on; an answer meets a clear page; with room again the same form counts, once."""
    visitor = Visitor(worker.port)
    visitor.post(STEP.path(), visitor.form(STEP.path(), **STEP.wrong), **HTMX)
    known = sorted(rows(env))
    form = visitor.form(STEP.path(), **STEP.right)
    with full_disk(worker):
        piece = visitor.post(STEP.path(), form, **HTMX)
        page = visitor.post(STEP.path("hi"), form)
        assert (piece.status, page.status) == (503, 503)
        assert "cannot answer right now" in piece.text
        assert '<html lang="hi"' in page.text
        assert visitor.get("/en/rules/").status == 200
        assert visitor.get(STEP.path()).status == 200
        assert visitor.get("/health/ready").status == 200
    assert sorted(rows(env)) == known
    assert SOLVED in visitor.post(STEP.path(), form, **HTMX).text
    with contextlib.closing(database(env)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_many_writers_at_once(env, worker):
    """Twelve visitors at two servers, all at the same time: every answer counts, nobody is refused."""
    other = Worker(env).start()
    before = len(rows(env))

    def learn(number: int) -> list[int]:
        visitor = Visitor((worker, other)[number % 2].port)
        statuses = []
        for place in LESSON:
            for fields in (as_form(place, place.wrong), as_form(place, place.right)):
                statuses.append(visitor.post(place.path(), visitor.form(place.path(), **fields), **HTMX).status)
        return statuses

    try:
        with ThreadPoolExecutor(12) as pool:
            told = list(pool.map(learn, range(12)))
    finally:
        other.stop()

    assert [status for statuses in told for status in statuses] == [200] * 12 * 8
    assert rows(env)[before:] == [(2, 2, 1)] * 48


def test_locked_for_a_while(env, worker):
    """Somebody else writes for three seconds: readers do not wait, the answer waits and counts."""
    visitor = Visitor(worker.port)
    visitor.post(STEP.path(), visitor.form(STEP.path(), **STEP.wrong), **HTMX)
    form = visitor.form(STEP.path(), **STEP.right)
    with contextlib.closing(database(env)) as file, ThreadPoolExecutor(1) as pool:
        file.isolation_level = None
        file.execute("BEGIN IMMEDIATE")
        sending = pool.submit(answer, visitor, form)
        started = time.monotonic()
        reader = Visitor(worker.port)
        assert reader.get("/it/rules/").status == 200
        assert reader.get(STEP.path()).status == 200
        assert time.monotonic() - started < 2.5
        time.sleep(max(0.0, 3 - (time.monotonic() - started)))
        assert not sending.done()
        file.execute("ROLLBACK")
        assert sending.result(25) == 200
    assert SOLVED in visitor.get(STEP.path()).text


@pytest.mark.django_db
def test_the_clock_goes_back(monkeypatch, client):
    """By a year, in the middle of a lesson: same visitor, same progress, the next answer counts; the content is in step."""
    from django.utils import timezone

    from tutor.content.state import note_sync, standing
    from tutor.learners.models import StepProgress

    client.post(STEP.path(), {"seen": 0, **STEP.wrong}, headers=HTMX)
    year = 365 * 86_400
    now, clock = timezone.now, time.time
    monkeypatch.setattr("django.utils.timezone.now", lambda: now() - timezone.timedelta(seconds=year))
    monkeypatch.setattr("time.time", lambda: clock() - year)

    response = client.post(STEP.path(), {"seen": 1, **STEP.right}, headers=HTMX)
    assert SOLVED in response.content.decode()
    row = StepProgress.objects.get()
    assert (row.actions, row.tries, row.solved) == (2, 2, True)
    assert client.get("/en/rules/").status_code == 200
    note_sync()
    assert standing() == "in step"


# -- starting ------------------------------------------------------------------------------------------------------


@pytest.fixture
def spoiled(env, tmp_path):
    """A copy of the catalogs that a test may spoil, with an environment that uses it."""
    locale = tmp_path / "locale"
    shutil.copytree(ROOT / "locale", locale)
    return locale, {**env, "SIXTYSIX_LOCALE_DIR": str(locale)}


@pytest.mark.parametrize("name", ["ar/LC_MESSAGES/content.po", "hi/LC_MESSAGES/django.po"])
def test_a_catalog_is_missing(spoiled, name):
    """Preparing stops and names it; the database keeps the content that it had."""
    locale, env = spoiled
    (locale / name).unlink()

    done = subprocess.run([*START, "prepare"], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)

    assert done.returncode == 1
    assert name in done.stderr
    assert "Traceback" not in done.stderr
    assert "could not be prepared" in done.stderr.splitlines()[-1]


def test_a_compiled_catalog_is_missing(spoiled):
    """The server does not start: it would show English in its place."""
    locale, env = spoiled
    (locale / "es/LC_MESSAGES/django.mo").unlink()

    done = subprocess.run([*START, "serve"], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)

    assert done.returncode == 1
    assert "es/LC_MESSAGES/django.mo is missing" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("verb", ["prepare", "sync_content"])
def test_two_at_once(tmp_path, verb):
    """Two starts of a fresh site at the same moment: the second waits, both succeed, the content is whole."""
    env = environment(tmp_path)
    if verb == "sync_content":
        manage(env, "migrate", "-v0")
    command = [*START, "prepare"] if verb == "prepare" else [sys.executable, "manage.py", "sync_content"]
    both = [
        subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [process.communicate(timeout=120) for process in both]

    assert [process.returncode for process in both] == [0, 0], told
    assert manage(env, "sync_content", "--check").stdout.strip().endswith("0 new, 0 changed, 0 deleted")


# -- backup --------------------------------------------------------------------------------------------------------


def test_dump_wipe_restore(env, worker, tmp_path):
    """The same visitor with the same cookie finds the same progress, and goes on."""
    visitor = Visitor(worker.port)
    visitor.post(STEP.path(), visitor.form(STEP.path(), **STEP.right), **HTMX)
    before = visitor.get("/en/learn/").text
    copy = tmp_path / "copy"
    manage(env, "backup", str(copy))  # while the site is being used
    worker.stop()
    for file in Path(env["SIXTYSIX_STATE_DIR"]).glob("sixtysix.sqlite3*"):
        file.unlink()

    manage(env, "restore", str(copy))
    worker.start()

    assert visitor.get("/en/learn/").text == before
    assert SOLVED in visitor.get(STEP.path()).text
    assert visitor.post(STEP.path(), {**visitor.form(STEP.path()), "do": "retry"}, **HTMX).status == 200


@pytest.mark.parametrize("content", [b"no copy", b"SQLite format 3\0" + b"\xff" * 9000, None])
def test_a_copy_that_is_none(env, tmp_path, content):
    """One sentence, and the database stays as it is."""
    if content is not None:
        (tmp_path / "copy").write_bytes(content)
    done = manage(env, "restore", str(tmp_path / "copy"), check=False)

    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "0 new, 0 changed, 0 deleted" in manage(env, "sync_content", "--check").stdout
