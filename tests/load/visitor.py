"""A visitor under load: an address of its own, its own cookies, a line that stays open, and a clock for each answer."""

from __future__ import annotations

import http.client
import random
import re
import time
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode

HIDDEN = re.compile(r'name="(csrfmiddlewaretoken|seen)" value="([^"]*)"')


@dataclass
class Tally:
    """What was measured: milliseconds by kind of answer, and what went wrong."""

    times: dict[str, list[float]] = field(default_factory=lambda: {"page": [], "piece": []})
    errors: list[str] = field(default_factory=list)


class LoadVisitor:
    """One visitor of a site behind a proxy that we play ourselves (``X-Forwarded-For``)."""

    def __init__(self, port: int, number: int, language: str) -> None:
        self.port, self.language = port, language
        self.address = f"10.66.{number // 250}.{number % 250 + 1}"
        self.chance = random.Random(number)
        self.cookies: dict[str, str] = {}
        self.tally = Tally()
        self.deal = self.leads_to = ""
        """The address of the deal that is being played."""
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def get(self, kind: str, path: str, **headers: str) -> bytes:
        """Open a path."""
        return self._ask(kind, "GET", path, None, headers)

    def post(self, kind: str, path: str, form: dict[str, object], **headers: str) -> bytes:
        """Send a form."""
        sent = {"Content-Type": "application/x-www-form-urlencoded", **headers}
        return self._ask(kind, "POST", path, urlencode(form, doseq=True), sent)

    def send(self, path: str, form: dict[str, object]) -> str:
        """Send a form without htmx; return the address that it leads to."""
        self.leads_to = ""
        self.post("page", path, form)
        return self.leads_to.partition("#")[0]

    def hidden(self, page: str) -> list[tuple[str, str]]:
        """Return the hidden fields of a page."""
        return HIDDEN.findall(page)

    def _ask(self, kind: str, method: str, path: str, body: str | None, headers: dict[str, str]) -> bytes:
        told = {"X-Forwarded-For": self.address, **headers}
        if self.cookies:
            told["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        started = time.perf_counter()
        try:
            self.line.request(method, path, body, told)
            answer = self.line.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.line.close()
            self.tally.errors.append(f"{method} {path}: {type(error).__name__}")
            return b""
        self.tally.times[kind].append((time.perf_counter() - started) * 1000)
        self.leads_to = answer.headers.get("Location", "") if answer.status == 302 else ""
        if answer.status not in (200, 302):
            self.tally.errors.append(f"{method} {path}: {answer.status}")
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(cookie).items()}
        return content
