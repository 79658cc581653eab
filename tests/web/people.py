"""Learners for tests of progress, accounts and reviews: browsers that can be told what time it is."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from tests.web.course import PLACES, Place, seen_by
from tests.web.markup import Node, read
from tutor.learners.models import StepProgress

NAME, PASSWORD = "Ana María", "seven green cards"
MONDAY = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
COUNTED = ("step", "lesson", "solved", "first_try", "tries")


class Clock:
    """The time of the site: it stands still until it is set forward."""

    def __init__(self, monkeypatch: Any, now: datetime = MONDAY) -> None:
        self.now = now
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def forward(self, **how_long: float) -> datetime:
        """Let time pass."""
        self.now += timedelta(**how_long)
        return self.now


def right_of(place: Place) -> dict[str, list[str]]:
    """The right answer to a step, as its form sends it; what is right is tried elsewhere (``test_steps``)."""
    return place.kind.as_form(place.kind.right_answers()[0])


def wrong_of(place: Place) -> dict[str, list[str]]:
    """A wrong answer to a step, as its form sends it."""
    kind = place.kind
    return kind.as_form(next(answer for answer in kind.all_answers() if not kind.mark(answer).right))


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self.client = Client()

    def open(self, path: str, status: int = 200) -> Node:
        """A page, with its doctype taken off."""
        response = self.client.get(f"/{self.language}/{path}")
        assert response.status_code == status, (response.status_code, response.get("Location"))
        return read(response.content.decode().removeprefix("<!doctype html>"))

    def post(self, path: str, **form: Any) -> Any:
        """Send a form; the answer as it is."""
        return self.client.post(f"/{self.language}/{path}", form)

    def then(self, path: str, **form: Any) -> Node:
        """Send a form and open the page that it leads to."""
        response = self.post(path, **form)
        assert response.status_code == 302, response.content.decode()[:3000]
        return read(self.client.get(response["Location"].partition("#")[0]).content)

    def answer(self, place: Place, answer: Any) -> None:
        """Answer a step of a lesson."""
        seen = seen_by(read(self.client.get(place.path()).content))
        assert self.client.post(place.path(), {"seen": seen, **answer}).status_code == 302

    def solve(self, *places: Place) -> None:
        """Solve steps at the first try."""
        for place in places:
            self.answer(place, right_of(place))

    def miss(self, *places: Place) -> None:
        """Get steps wrong."""
        for place in places:
            self.answer(place, wrong_of(place))

    def sign_up(self, name: str = NAME, password: str = PASSWORD, **more: Any) -> Any:
        """Make an account."""
        return self.post("account/sign-up/", username=name, password=password, **more)

    def sign_in(self, name: str = NAME, password: str = PASSWORD) -> Any:
        """Sign in."""
        return self.post("account/sign-in/", username=name, password=password)

    def export(self) -> bytes:
        """The file of progress."""
        response = self.client.get(f"/{self.language}/progress/export/")
        assert response.status_code == 200
        return bytes(response.content)

    @property
    def key(self) -> str:
        """The key of the visitor in the session."""
        return str(self.client.session.get("visitor", ""))

    @property
    def steps(self) -> dict[str, tuple[Any, ...]]:
        """What the site remembers of this visitor's steps: the columns that count."""
        rows = StepProgress.objects.filter(visitor_id=self.key or None).values_list(*COUNTED)
        return {row[0]: row[1:] for row in rows}


def words_of(page: Node) -> str:
    """The text of the main part."""
    return page.one("main").text


def numbers_in(text: str) -> list[int]:
    """The numbers of a text."""
    return [int(number) for number in re.findall(r"\d+", text)]


assert len(PLACES) > 10
