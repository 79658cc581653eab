"""What this machine has: ports, folders, a browser. For ``tutor/start.py``; standard library only, for old versions as well."""

import os
import shutil
import socket
import subprocess
import tempfile
import time


class Problem(Exception):
    """Something that the person at the keyboard has to put right, in one sentence."""


def wanted_port():
    """Return the port from the environment."""
    text = os.environ.get("PORT") or "8000"
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 0 < int(text) < 65536):
        raise Problem(f"PORT must be a number from 1 to 65535, not {text}.")
    return int(text)


def need_free_port(host, port):
    """Refuse a port that somebody else listens on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            raise Problem(f"port {port} needs special rights; choose another one: make run PORT=8001") from None
        except OSError as error:
            if error.errno in (98, 48, 10048):
                raise Problem(f"port {port} is taken; choose another one: make run PORT={port + 1}") from None
            raise Problem(f"nothing can be served at {host}: {error.strerror or error}.") from None


def find_browser(python):
    """Return the path of a Chromium or Chrome: named, on the PATH, or fetched."""
    named = os.environ.get("SIXTYSIX_TEST_BROWSER") or os.environ.get("CHROMIUM")
    if named:
        if not os.access(named, os.X_OK):
            raise Problem(f"there is no browser at {named}.")
        return named
    for name in (
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chrome",
    ):
        found = shutil.which(name)
        if found:
            return found
    return fetched_browser(python)


def fetched_browser(python):
    """Fetch a browser: a Debian package where that is possible, else Playwright's own download.

    The package without windows is the same Chromium; tests take a third less time in it.
    """
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {"stdout": subprocess.DEVNULL, "env": dict(os.environ, DEBIAN_FRONTEND="noninteractive")}
        subprocess.call(["apt-get", "update", "-qq"], **quiet)
        for package in ("chromium-headless-shell", "chromium"):
            say(f"installing the package {package}")
            subprocess.call(["apt-get", "install", "-y", "-qq", "--no-install-recommends", package], **quiet)
            found = shutil.which(package)
            if found:
                return found
    say("downloading a browser for the tests")
    subprocess.call([python, "-m", "playwright", "install", "chromium"])
    code = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    asked = subprocess.run([python, "-c", code], stdout=subprocess.PIPE, text=True)
    path = asked.stdout.strip()
    if path and os.access(path, os.X_OK):
        return path
    raise Problem(
        "the browser tests need Chromium or Chrome and none could be had; install one, or name it in SIXTYSIX_TEST_BROWSER."
    )


def make_folder(path):
    """Make a folder that can be written to."""
    try:
        os.makedirs(path, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):  # a name of its own: two may start at once
            pass
    except OSError:
        raise Problem(f"the folder {path} cannot be written to.") from None


def read(path):
    """Return the text of a small file, empty where there is none."""
    try:
        with open(path, encoding="utf-8") as source:
            return source.read().strip()
    except OSError:
        return ""


def write(path, text):
    """Write a small file."""
    with open(path, "w", encoding="utf-8") as target:
        target.write(text)


def write_once(path, text):
    """Write a small private file that is whole at once; of two who do it in the same moment the first one's text stays."""
    handle, draft = tempfile.mkstemp(dir=os.path.dirname(path))  # readable by its owner only
    with os.fdopen(handle, "w", encoding="utf-8") as target:
        target.write(text)
    try:
        os.link(draft, path)
    except FileExistsError:
        if not read(path):  # cut short some time ago
            os.replace(draft, path)
            return
    os.remove(draft)


def say(line):
    """Tell what is being done, in one line."""
    print(line, flush=True)


def free_port():
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_served(port, site):
    """Wait until the site answers, half a minute at most."""
    for _ in range(150):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if site.poll() is not None:
            break
        time.sleep(0.2)
    raise Problem("the site did not start.")
