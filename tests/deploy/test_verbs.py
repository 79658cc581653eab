"""The verbs that stand in deploy/, run as the containers and the units run them."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import LANGUAGES
from tests.deploy.site import HTMX, ROOT, START, Visitor, Worker
from tests.services import free_port, listening, wait_until
from tests.web.course import PLACES

STEP = PLACES[0]


def verb(env: dict[str, str], name: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a verb to its end."""
    return subprocess.run(
        [*START, name], cwd=ROOT, env={**env, **more}, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture
def worker(site_env):
    """One worker of a test alone."""
    made = Worker(site_env).start()
    yield made
    made.stop()


def test_healthy_and_the_end_of_a_server(site_env, worker):
    """Asked like the image asks. A signal to the first process alone, as ``docker stop`` sends it, ends all in order."""
    port = str(worker.port)
    visitor = Visitor(worker.port)
    visitor.post(STEP.path(), visitor.form(STEP.path(), **STEP.right), **HTMX)
    good = verb(site_env, "healthy", PORT=port)
    worker.process.terminate()
    status = worker.process.wait(8)
    wait_until(lambda: not listening(worker.port), 2)
    bad = verb(site_env, "healthy", PORT=port)

    assert (good.returncode, status, bad.returncode) == (0, 0, 1)
    assert json.loads(good.stdout)["database"] == "there", good.stdout
    assert "Traceback" not in bad.stderr
    with pytest.raises(ProcessLookupError):  # nothing of it is left behind
        os.killpg(worker.process.pid, 0)


def test_tidy(site_env):
    """Says what went, and fails where there is no database."""
    done = verb(site_env, "tidy")
    away = verb(site_env, "tidy", DATABASE_URL=f"postgresql://sixtysix@127.0.0.1:{free_port()}/sixtysix")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("deleted: ")
    assert away.returncode != 0


def bare_environment(where: Path) -> dict[str, str]:
    """The environment of an image that is being built: no key, no services; packages are there already."""
    python = where / "venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    stamp = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + sys.version.encode()).hexdigest()
    (where / "venv/installed").write_text(stamp)
    named = {"VENV": where / "venv", "STATE_DIR": where / "state", "STATIC_ROOT": where / "static"}
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("SIXTYSIX_", "DATABASE_", "CACHE_"))
    }
    if locale := os.environ.get("SIXTYSIX_LOCALE_DIR"):
        kept["SIXTYSIX_LOCALE_DIR"] = locale
    return {**kept, **{f"SIXTYSIX_{name}": str(path) for name, path in named.items()}}


def test_install(tmp_path):
    """Static files with digests, and what the proxy shows, without any setting; no key and no database stay behind."""
    done = verb(bare_environment(tmp_path), "install")
    static = tmp_path / "static"
    pages = {f"{kind}-{language}.html" for kind in ("page", "piece") for language in LANGUAGES}

    assert done.returncode == 0, done.stderr
    for status in ("413", "503"):
        assert {path.name for path in (static / "away" / status).iterdir()} == pages
    assert (static / "staticfiles.json").exists()
    assert not list((tmp_path / "state").glob("*"))
