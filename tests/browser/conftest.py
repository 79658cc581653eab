"""A real Chromium and the site as ``make run`` serves it: production server, own database, collected files."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Start the production server; yield its address."""
    state = tmp_path_factory.mktemp("state")
    port = free_port()
    env = {
        **os.environ,
        "SIXTYSIX_STATE_DIR": str(state),
        "SIXTYSIX_SECRET_KEY": "only-for-browser-tests-and-long-enough",
        "SIXTYSIX_HOSTS": "127.0.0.1,localhost",
        "SIXTYSIX_DEBUG": "0",  # whatever the shell says: error pages and file names as they are served
        "SIXTYSIX_PAGE_SECONDS": "60",
        "DJANGO_SETTINGS_MODULE": "tutor.settings",
    }
    subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--no-access-log", "--log-level", "warning", "tutor.wsgi:application"]
    server = subprocess.Popen(command, cwd=ROOT, env=env)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/health")
        yield address
    finally:
        server.terminate()
        server.wait(10)


def wait_for(url: str) -> None:
    """Wait until the server answers."""
    for _ in range(150):
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("the site did not start")


@pytest.fixture(scope="package")
def chromium():
    """Start the browser; there is no skipping: without one the suite fails.

    It is closed when a worker leaves this folder: Playwright keeps an event loop, in which Django refuses its database.
    """
    path = os.environ.get("SIXTYSIX_TEST_BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
    assert path, "the browser tests need Chromium or Chrome: name it in SIXTYSIX_TEST_BROWSER"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, site):
    """Return a function that opens a path as a new visitor: ``open_page(path, width=, height=, dark=, scripts=)``."""
    contexts = []

    def visit(path, *, width=390, height=844, dark=False, scripts=True, reduced_motion=True):
        context = chromium.new_context(
            base_url=site,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            reduced_motion="reduce" if reduced_motion else "no-preference",
        )
        contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
