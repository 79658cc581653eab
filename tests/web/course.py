"""The steps of the course for tests: every one for walks, a few of each kind for what is true of a kind."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from engine.ruleset import CLASSIC
from tests.conftest import LANGUAGES
from tests.exercises.second_opinion import is_right
from tests.web.markup import Node, read
from tutor.exercises.kinds import KINDS, make
from tutor.exercises.kinds.base import Answer, Kind
from tutor.lessons.models import Lesson, Step
from tutor.lessons.services import steps_of as steps_under
from tutor.lessons.sync import rows, step_key
from tutor.lessons.texts import lessons as texts
from tutor.lessons.variants import resolved

HTMX = {"HX-Request": "true"}
TOKEN = frozenset({"csrfmiddlewaretoken"})
OTHER_LANGUAGES = tuple(language for language in LANGUAGES if language != "en")


@dataclass(frozen=True)
class Place:
    """One step as its file says it."""

    slug: str
    number: int
    key: str
    kind_name: str
    data: Mapping[str, Any]
    lesson: Mapping[str, Any]

    @property
    def id(self) -> str:
        """The name of the row in a table of tests."""
        return self.key

    @cached_property
    def kind(self) -> Kind:
        """The step as the site reads it."""
        return make(
            resolved({**self.data, "kind": self.kind_name}, CLASSIC), CLASSIC, show_trump=self.lesson["show_trump"]
        )

    def path(self, language: str = "en") -> str:
        """The address of the step."""
        return f"/{language}/learn/{self.slug}/{self.number}/"

    @cached_property
    def answers(self) -> list[Answer]:
        """Every answer that the page offers, as the site counts them."""
        with override("en"):
            return self.kind.all_answers()

    @cached_property
    def refuses(self) -> bool:
        """Whether the rules refuse one of the answers."""
        marked = (self.kind.mark(answer) for answer in self.answers) if self.kind_name in ("play", "act") else ()
        return any(mark.verdict.value == "refused" for mark in marked)

    @cached_property
    def tried(self) -> list[Answer]:
        """A fair choice of the answers: a right one, and up to three others with each way of being wrong among them."""
        wrong = [answer for answer in self.answers if expected(self, answer) != "right"]
        firsts = {expected(self, answer): answer for answer in reversed(wrong)}
        return [self.right, *([*firsts.values(), *(answer for answer in wrong if answer not in firsts.values())][:3])]

    @property
    def right(self) -> Answer:
        """An answer that the second opinion calls right."""
        return next(answer for answer in self.answers if expected(self, answer) == "right")

    @property
    def wrong(self) -> Answer:
        """An answer that the second opinion does not call right; every step has one."""
        return next(answer for answer in self.answers if expected(self, answer) != "right")


def _places() -> Iterator[Place]:
    found = list(rows())
    lessons = {row.key: row.values for row in found if row.model is Lesson}
    steps = {row.key: row.values for row in found if row.model is Step}
    for lesson in texts():
        for number, step in enumerate(steps_under(lesson.slug, CLASSIC), 1):
            values = steps[step_key(step)]
            if values["kind"] in KINDS:
                yield Place(lesson.slug, number, step_key(step), values["kind"], values["data"], lessons[lesson.slug])


ALL = tuple(_places())
"""Every step of the course under the classic rules."""


def _sample() -> Iterator[Place]:
    """Two steps of each kind: what is true of a kind need not be tried 150 times. One refuses an answer, if any does."""
    for kind in KINDS:
        first, *others = [place for place in ALL if place.kind_name == kind]
        yield first
        yield next((place for place in others if place.refuses), others[0])


PLACES = tuple(_sample())
SLUGS = tuple(dict.fromkeys(place.slug for place in ALL))
DEAL = "deal"
COMPOSED = ("legal", "count", "order", "score", "spot", "unseen", "pick", "diff")
"""Kinds whose answer is put together before it is sent."""
PRESSED = ("play", "who", "act")
"""Kinds that are answered by one press."""


def each(places: tuple[Place, ...] | list[Place] = PLACES) -> list[Any]:
    """The steps as rows with names."""
    assert places
    return [pytest.param(place, id=place.id) for place in places]


def of_kind(*names: str) -> list[Place]:
    """The steps of some kinds."""
    return [place for place in PLACES if place.kind_name in names]


def steps_of(slug: str) -> list[Place]:
    """The steps of one lesson, a whole deal left out."""
    return [place for place in ALL if place.slug == slug]


def named(answer: Answer) -> str:
    """An answer as the name of a row."""
    return "-".join("+".join(value) if isinstance(value, list) else str(value) for value in answer.values())


def as_form(place: Place, answer: Answer | None) -> dict[str, Any]:
    """An answer as the fields of the form."""
    return place.kind.as_form(answer) if answer else {}


@dataclass
class Visitor:
    """Somebody with a browser of their own."""

    language: str = "en"
    htmx: bool = False

    def __post_init__(self) -> None:
        self.client = Client()

    def open(self, place: Place) -> Node:
        """The page of a step."""
        response = self.client.get(place.path(self.language))
        assert response.status_code == 200
        return read(response.content)

    def send(self, place: Place, **form: Any) -> Any:
        """Post a form as it is."""
        headers = HTMX if self.htmx else {}
        return self.client.post(place.path(self.language), form, headers=headers)

    def act(self, place: Place, do: str = "answer", answer: Answer | None = None, seen: int | None = None) -> Node:
        """Post with the number of actions that the page knows, and return what is shown then."""
        if seen is None:
            seen = seen_by(self.open(place))
        response = self.send(place, seen=seen, do=do, **as_form(place, answer))
        if self.htmx:
            assert response.status_code == 200, response.status_code
            return read(response.content)
        assert response.status_code in (302, 303), response.status_code
        assert response["Location"].partition("#")[0] == place.path(self.language)
        return self.open(place)


def seen_by(page: Node) -> int:
    """The number of actions that a step on a page carries."""
    return int(page.one("input", name="seen").attrs["value"])


def phase_of(page: Node) -> str:
    """Where the step on a page stands."""
    return page.one("section", id="step").attrs["data-phase"]


def focus_of(response: Any) -> str:
    """The id that a fragment names for the focus."""
    (named_id,) = (value["id"] for value in json.loads(response["HX-Trigger-After-Settle"]).values())
    return str(named_id)


def hints_on(page: Node) -> list[str]:
    """The texts of the opened hints, without their numbers."""
    hints = page.by_id("hints")
    return [item.elements[1].text for item in hints.elements] if hints else []


def ticked_on(page: Node) -> dict[str, list[str]]:
    """What is ticked, chosen or written in the form of a step, as the fields of the form."""
    found: dict[str, list[str]] = {}
    for box in page.all("input"):
        kind, name = box.attrs["type"], box.attrs.get("name", "")
        if "checked" in box.attrs or (kind == "text" and box.attrs["value"]):
            found.setdefault(name, []).append(box.attrs["value"])
    for select in page.all("select"):
        chosen = [option.attrs["value"] for option in select.all("option") if "selected" in option.attrs]
        if chosen and chosen[0]:
            found[select.attrs["name"]] = chosen
    return found


def expected(place: Place, answer: Answer) -> str:
    """How an answer stands. Whether it is right says the second opinion, how a wrong one is told says the site."""
    if is_right(place.kind.data, CLASSIC, answer):
        return "right"
    verdict = place.kind.mark(answer).verdict.value
    assert verdict != "right"
    return verdict
