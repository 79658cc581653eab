"""Workers of the site as ``tutor/start.py serve`` starts them, and visitors who keep their cookies."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import ssl
import subprocess
import sys
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

from tests.services import MARK, end, free_port, wait_until

ROOT = Path(__file__).parents[2]
KEY = "only-for-tests-of-many-workers-and-long-enough"
START = [sys.executable, str(ROOT / "tutor/start.py")]
HTMX = {"HX-Request": "true"}


def environment(state: Path, **more: str) -> dict[str, str]:
    """Return the environment of a site: nothing of the shell's own settings, ``more`` on top."""
    kept = {name: value for name, value in os.environ.items() if name == MARK or not name.startswith("SIXTYSIX_")}
    for name in ("DATABASE_URL", "CACHE_URL", "HOST", "PORT"):
        kept.pop(name, None)
    if locale := os.environ.get("SIXTYSIX_LOCALE_DIR"):
        kept["SIXTYSIX_LOCALE_DIR"] = locale
    return {
        **kept,
        "SIXTYSIX_VENV": sys.prefix,
        "SIXTYSIX_STATE_DIR": str(state),
        "SIXTYSIX_SECRET_KEY": KEY,
        "SIXTYSIX_HOSTS": "127.0.0.1,localhost",
        "DJANGO_SETTINGS_MODULE": "tutor.settings",
        **more,
    }


def manage(env: dict[str, str], *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a command of manage.py."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert not check or done.returncode == 0, done.stderr
    return done


def prepare(env: dict[str, str]) -> None:
    """Prepare the site as a deployment does."""
    done = subprocess.run(
        [*START, "prepare"], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@dataclass
class Worker:
    """One server with one worker, on a port of its own."""

    env: dict[str, str]
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> Worker:
        """Start it and wait until it answers."""
        env = {**self.env, "PORT": str(self.port)}
        # A session of its own, so that the server and its worker can be ended together.
        self.process = subprocess.Popen(
            [*START, "serve"], cwd=ROOT, env=env, start_new_session=True, stdout=subprocess.DEVNULL
        )
        try:
            wait_until(self.alive, 60)
        except BaseException:
            self.kill()  # nothing that we started stays behind
            raise
        return self

    def alive(self) -> bool:
        """Whether it answers."""
        assert self.process is not None
        assert self.process.poll() is None, "the server has ended"
        try:
            host = self.env["SIXTYSIX_HOSTS"].split(",")[0]
            return Visitor(self.port, host=host).get("/health/live").status == 200
        except OSError:
            return False

    def kill(self) -> None:
        """End it at once and without warning, as a power cut does: server and worker alike."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, 9)
        self.process.wait(10)

    def stop(self) -> None:
        """End it in order."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, 15)
            end(self.process)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        """The page."""
        return self.body.decode()

    @property
    def json(self) -> dict[str, object]:
        """The answer to a machine."""
        found: dict[str, object] = json.loads(self.body)
        return found

    def hidden(self, name: str) -> str:
        """The value of a hidden field."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        assert found, (name, self.status)
        return found[1]


class Visitor:
    """A browser that keeps cookies, whichever worker it meets."""

    def __init__(self, port: int, *, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> None:
        self.port, self.host, self.tls = port, host, tls
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> Answer:
        """Open a path."""
        return self.ask("GET", path, headers)

    def post(self, path: str, form: dict[str, str], **headers: str) -> Answer:
        """Send a form; the token in it belongs to the cookie."""
        told = {"Content-Type": "application/x-www-form-urlencoded", **headers}
        if self.tls:
            told["Referer"] = f"https://{self.host}{path}"
        return self.ask("POST", path, told, urlencode(form, doseq=True))

    def ask(self, method: str, path: str, headers: dict[str, str], body: str | None = None) -> Answer:
        """Send one request on a line of its own."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=40)
        if self.tls:
            line = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=40, context=self.tls)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent.setdefault("Host", self.host)
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            line.request(method, path, body, sent)
            response = line.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        finally:
            line.close()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(cookie).items()}
        return answer

    def form_of(self, path: str, **fields: object) -> dict[str, str]:
        """Return a form that needs its token alone."""
        return {"csrfmiddlewaretoken": self.get(path).hidden("csrfmiddlewaretoken"), **fields}

    def form(self, path: str, **fields: object) -> dict[str, str]:
        """Return the form of a step as the page shows it now, with an answer filled in."""
        page = self.get(path)
        hidden = {name: page.hidden(name) for name in ("csrfmiddlewaretoken", "seen")}
        return {**hidden, **fields}
