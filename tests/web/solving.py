"""Somebody who solves puzzles, for tests: which answer is right is taken from the proof, not from the page."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.web.course import HTMX, seen_by
from tests.web.markup import Node, read
from tests.web.people import Person
from tutor.puzzles.models import AnyPuzzle, Puzzle
from tutor.puzzles.services import kind_of

THEMES = (*(f"R{n}" for n in range(1, 12)), "M1", "M2", *(f"E{n}" for n in range(1, 10)), "C1", "C2", "C3", "O1")


def puzzle_of(theme: str, at: int = 0) -> Puzzle:
    """A stored puzzle of a theme."""
    return Puzzle.objects.filter(theme=theme)[at]


def right_form(puzzle: AnyPuzzle) -> dict[str, list[str]]:
    """A proved answer as the form sends it. Of a line the proof holds the first action, so the rest is searched."""
    kind = kind_of(puzzle)
    answer = puzzle.problem.proof.answers[0]
    return kind.as_form(kind.right_answers()[0] if "actions" in answer else answer)


@cache
def _wrong(key: str) -> dict[str, list[str]]:
    puzzle = Puzzle.objects.get(pk=key)
    kind, proved = kind_of(puzzle), puzzle.problem.proof.answers
    costs = [text for text in puzzle.problem.reasons if text.startswith("A:")]
    if costs and puzzle.theme_id[0] in "ECO":
        return {"card": [costs[0][2:]]}
    return kind.as_form(next(each for each in kind.all_answers() if each not in proved and not kind.mark(each).right))


def wrong_form(puzzle: AnyPuzzle) -> dict[str, list[str]]:
    """A wrong answer as the form sends it: a card that costs something, or one that the proof does not name."""
    return dict(_wrong(puzzle.pk))


def send(person: Person, path: str, /, *, htmx: bool = False, seen: int | None = None, **form: Any) -> Node:
    """Send the form of a puzzle and return what is shown then."""
    url = f"/{person.language}/puzzles/{path}"
    if seen is None:
        seen = seen_by(read(person.client.get(url).content))
    response = person.client.post(url, {"seen": seen, **form}, headers=HTMX if htmx else {})
    if htmx:
        assert response.status_code == 200, response.content.decode()[:500]
        return read(response.content)
    assert response.status_code == 302
    return read(person.client.get(response["Location"].partition("#")[0]).content)


def phase(page: Node) -> str:
    """Where a puzzle stands, on its page or as a fragment."""
    return str(page.one("section", id="puzzle").attrs["data-phase"])
