"""Dump, wipe, restore on PostgreSQL; two who prepare or sync at the same moment."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.deploy.site import HTMX, ROOT, START, Visitor, Worker, environment, manage, prepare
from tests.web.course import PLACES

STEP = PLACES[0]


@pytest.fixture
def fresh_env(services, tmp_path, request):
    """A site with an empty database of its own."""
    postgresql, redis = services
    name = f"own_{abs(hash(request.node.name))}"
    postgresql.make_database(name)
    url = f"{postgresql.url.rpartition('/')[0]}/{name}"
    return environment(tmp_path, DATABASE_URL=url, CACHE_URL=redis.url)


def test_dump_wipe_restore(services, fresh_env, tmp_path):
    """The same visitor with the same cookie finds the same progress, and goes on."""
    prepare(fresh_env)
    worker = Worker(fresh_env).start()
    visitor = Visitor(worker.port)
    visitor.post(STEP.path(), visitor.form(STEP.path(), **STEP.right), **HTMX)
    before = visitor.get("/en/learn/").text
    copy = tmp_path / "copy"
    assert "is copied" in manage(fresh_env, "backup", str(copy)).stdout  # while the site is being used
    assert copy.stat().st_mode & 0o077 == 0
    worker.stop()

    services[0].make_database(fresh_env["DATABASE_URL"].rpartition("/")[2])
    manage(fresh_env, "restore", str(copy))
    worker.start()
    try:
        assert visitor.get("/en/learn/").text == before
        assert 'data-phase="solved"' in visitor.get(STEP.path()).text
        assert visitor.post(STEP.path(), {**visitor.form(STEP.path()), "do": "retry"}, **HTMX).status == 200
    finally:
        worker.stop()
    assert "is there already" in manage(fresh_env, "backup", str(copy), check=False).stderr


def test_a_copy_replaces_what_came_after_it(fresh_env, tmp_path):
    """Going back in time, with the tables still there."""
    manage(fresh_env, "migrate", "-v0")
    manage(fresh_env, "backup", str(tmp_path / "copy"))
    add = "from tutor.learners.models import Visitor as V; V.objects.create(); print(V.objects.count())"
    count = "from tutor.learners.models import Visitor as V; print(V.objects.count())"
    assert manage(fresh_env, "shell", "--no-imports", "-c", add).stdout.strip() == "1"

    manage(fresh_env, "restore", str(tmp_path / "copy"))

    assert manage(fresh_env, "shell", "--no-imports", "-c", count).stdout.strip() == "0"
    (tmp_path / "junk").write_text("no copy")
    failed = manage(fresh_env, "restore", str(tmp_path / "junk"), check=False)
    assert failed.returncode == 1
    assert "Traceback" not in failed.stderr


@pytest.mark.parametrize("verb", ["prepare", "sync_content"])
def test_two_at_once(fresh_env, verb):
    """Two machines of one release start together: the second waits, both succeed, the content is whole."""
    if verb == "sync_content":
        manage(fresh_env, "migrate", "-v0")
    command = [*START, "prepare"] if verb == "prepare" else [sys.executable, "manage.py", "sync_content"]
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    both = [subprocess.Popen(command, cwd=ROOT, env=fresh_env, **quiet) for _ in range(2)]
    told = [process.communicate(timeout=120) for process in both]

    assert [process.returncode for process in both] == [0, 0], told
    assert manage(fresh_env, "sync_content", "--check").stdout.strip().endswith("0 new, 0 changed, 0 deleted")
