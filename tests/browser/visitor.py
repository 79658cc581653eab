"""What a visitor does, for tests that need a page in some state: steps, answers, and forms sent without a page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.ruleset import CLASSIC
from tests.conftest import LANGUAGES
from tutor.exercises.kinds import KINDS
from tutor.exercises.kinds.base import Answer, Kind, Verdict
from tutor.lessons.sync import step_key
from tutor.lessons.texts import lessons
from tutor.lessons.variants import kind_of

__all__ = ["LANGUAGES", "PAGES", "STEPS", "Step", "act", "every_step", "field_of", "step_at"]

PAGES = {
    "home": "/",
    "learn": "/learn/",
    "lesson": "/learn/who-wins-the-trick/",
    "rules": "/rules/",
    "sources": "/rules/sources/",
    "glossary": "/glossary/",
    "term": "/glossary/trump/",
    "search": "/search/?q=66",
    "nothing": "/nothing/",
}
"""Every type of page but steps, without the language."""


@dataclass(frozen=True)
class Step:
    """A step of a lesson file with the engine's opinion of its answers."""

    slug: str
    number: int
    kind_name: str
    kind: Kind

    @property
    def path(self) -> str:
        """Its address without the language."""
        return f"/learn/{self.slug}/{self.number}/"

    @property
    def right(self) -> Answer:
        """A right answer, as fields of the form."""
        return self.kind.right_answers()[0]

    @property
    def wrong(self) -> Answer:
        """A wrong answer: refused by the rules where there is such a one."""
        wrong = [answer for answer in self.kind.all_answers() if not self.kind.mark(answer).right]
        refused = [answer for answer in wrong if self.kind.mark(answer).verdict is Verdict.REFUSED]
        return (refused or wrong)[0]


def every_step(slug: str) -> list[Step]:
    """Return the steps of a lesson."""
    lesson = next(lesson for lesson in lessons() if lesson.slug == slug)
    found = []
    for number, text in enumerate(lesson.steps, 1):
        assert step_key(text).startswith(slug)
        found.append(Step(slug, number, text.data["kind"], kind_of(text, CLASSIC)))
    return found


def step_at(slug: str, number: int) -> Step:
    """Return one step."""
    return every_step(slug)[number - 1]


STEPS = {
    "play": step_at("when-the-stock-is-used-up", 2),
    "who": step_at("who-wins-the-trick", 2),
    "legal": step_at("when-the-stock-is-used-up", 1),
    "pick": step_at("trumps", 8),
    "spot": step_at("when-the-stock-is-used-up", 8),
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
    """Give an answer with the mouse, as the page offers it."""
    if step.kind_name == "legal":
        for code in fields["cards"]:
            page.locator(f"label:has(#card-{code})").click()
    elif step.kind_name == "play":
        page.locator(f"#card-{fields['card']}").click()
    elif step.kind_name == "who":
        page.locator(f"#who-{fields['who']}").click()
    else:
        value = fields["statement"] if step.kind_name == "pick" else fields["line"]
        page.locator(f"input[type=radio][value='{value}']").check()
        if step.kind_name == "spot":
            page.locator("#reason").select_option(fields["reason"])
    if step.kind_name in ("legal", "pick", "spot"):
        page.locator("#check").click()
