"""What a visitor does, for tests that need a page in some state: steps, answers, and forms sent without a page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from engine.ruleset import CLASSIC
from tests.conftest import EVERYTHING, LANGUAGES
from tutor.exercises.kinds import KINDS
from tutor.exercises.kinds.base import Answer, Kind, Verdict
from tutor.lessons.services import steps_of
from tutor.lessons.texts import lessons
from tutor.lessons.variants import kind_of

__all__ = [
    "EVERYTHING",
    "LANGUAGES",
    "PAGES",
    "STEPS",
    "Step",
    "act",
    "by_turns",
    "every_step",
    "field_of",
    "in_turn",
    "step_at",
]

PAGES = {
    "home": "/",
    "learn": "/learn/",
    "lesson": "/learn/who-wins-the-trick/",
    "rules": "/rules/",
    "sources": "/rules/sources/",
    "glossary": "/glossary/",
    "term": "/glossary/trump/",
    "search": "/search/?q=66",
    "play": "/play/",
    "nothing": "/nothing/",
    "progress": "/progress/",
    "reset": "/progress/reset/",
    "review": "/review/",
    "settings": "/settings/",
    "account": "/account/",
    "sign-up": "/account/sign-up/",
    "sign-in": "/account/sign-in/",
    "about": "/about/",
    "privacy": "/privacy/",
    "accessibility": "/accessibility/",
}
"""Every type of page but steps, without the language."""


def in_turn(rows: Iterable[Any]) -> list[Any]:
    """Return rows of one value with the language they are looked at in: the five by turns, every other row in Arabic."""
    others = [language for language in LANGUAGES if language != "ar"]
    return [
        pytest.param(*row.values, language, id=f"{row.id}-{language}")
        for at, row in enumerate(rows)
        for language in (LANGUAGES if EVERYTHING else (others[at // 2 % len(others)] if at % 2 else "ar",))
    ]


def by_turns(things: list[Any], language: str) -> list[Any]:
    """Return what is looked at in a language: every fifth thing, so that the five languages share them."""
    return things if EVERYTHING else things[LANGUAGES.index(language) :: len(LANGUAGES)]


@dataclass(frozen=True)
class Step:
    """A step of a lesson file with the engine's opinion of its answers."""

    slug: str
    number: int
    kind_name: str
    kind: Kind
    key: str

    @property
    def path(self) -> str:
        """Its address without the language."""
        return f"/learn/{self.slug}/{self.number}/"

    @property
    def right(self) -> Answer:
        """A right answer."""
        return self.kind.right_answers()[0]

    def form(self, answer: Answer) -> dict[str, list[str]]:
        """An answer as the fields of the form."""
        return self.kind.as_form(answer)

    @cached_property
    def refuses(self) -> bool:
        """Whether the rules refuse one of the answers."""
        return any(self.kind.mark(answer).verdict is Verdict.REFUSED for answer in self.kind.all_answers())

    @property
    def wrong(self) -> Answer:
        """A wrong answer: refused by the rules where there is such a one."""
        wrong = [answer for answer in self.kind.all_answers() if not self.kind.mark(answer).right]
        refused = [answer for answer in wrong if self.kind.mark(answer).verdict is Verdict.REFUSED]
        return (refused or wrong)[0]


def every_step(slug: str) -> list[Step]:
    """Return the steps of a lesson under the classic rules, a whole deal left out."""
    return [
        Step(slug, number, text.data["kind"], kind_of(text, CLASSIC), text.key)
        for number, text in enumerate(steps_of(slug, CLASSIC), 1)
        if text.data["kind"] in KINDS
    ]


def step_at(slug: str, key: str | int) -> Step:
    """Return one step, by its key or its number."""
    return next(step for step in every_step(slug) if key in (step.key, step.number))


def _one_of_each_kind() -> dict[str, Step]:
    """Return a step of each kind; of cards and actions one that the rules refuse something in."""
    found: dict[str, Step] = {}
    for lesson in lessons():
        for step in every_step(lesson.slug):
            known = found.get(step.kind_name)
            if known is None or (step.refuses and not known.refuses):
                found[step.kind_name] = step
    return found


STEPS = {
    **_one_of_each_kind(),
    "play": step_at("when-the-stock-is-used-up", "no-choice-of-suit"),
    "who": step_at("who-wins-the-trick", "ten-over-king"),
    "legal": step_at("when-the-stock-is-used-up", "follow-suit"),
    "pick": step_at("trumps", "true-or-not"),
    "spot": step_at("when-the-stock-is-used-up", "spot-the-mistake"),
}
"""One step of each kind."""

assert all(step.kind_name == name for name, step in STEPS.items())
assert set(STEPS) == set(KINDS)


def field_of(html: str, name: str) -> str:
    """Return the value of a hidden field."""
    found = re.search(rf'name="{name}" value="([^"]*)"', html)
    assert found, name
    return found.group(1)


def act(request, path: str, fields: Answer) -> str:
    """Send a form of a step as the page would without scripts; return the page that follows.

    ``request`` is the request side of a browser context, so that the visitor is the one of its pages.
    """
    html = request.get(path).text()
    form = {"csrfmiddlewaretoken": field_of(html, "csrfmiddlewaretoken"), "seen": field_of(html, "seen"), **fields}
    body = "&".join(
        f"{name}={each}" for name, value in form.items() for each in ([value] if isinstance(value, str) else value)
    )
    response = request.post(path, data=body, headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert response.ok, response.text()
    return response.text()


def press_answer(page, step: Step, fields: Answer) -> None:
    """Give an answer with the mouse, as the page offers it; a line action by action."""
    form = step.kind.as_form(fields)
    if step.kind_name == "line":
        for action in fields["actions"]:
            control = page.locator(f"#card-{action[2:]}" if action[1] == ":" else f"button[name=act][value='{action}']")
            control.click()
            control.wait_for(state="detached")
        return
    if step.kind_name in ("play", "who", "act"):
        ((name, (value,)),) = form.items()
        page.locator(f"button[name='{name}'][value='{value}']").click()
        return
    for name, values in form.items():
        for value in values:
            fill(page, name, value)
    page.locator("#check").click()


def fill(page, name: str, value: str) -> None:
    """Choose or write one value of a field."""
    control = page.locator(f"[name='{name}']:not(button)").first
    tag, kind = control.evaluate("node => [node.tagName, node.type]")
    if tag == "SELECT":
        control.select_option(value)
    elif kind == "text":
        control.fill(value)
    elif kind == "checkbox":
        page.locator(f"label:has(input[name='{name}'][value='{value}'])").click()
    else:
        page.locator(f"input[name='{name}'][value='{value}']").check()
