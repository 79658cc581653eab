"""How somebody does with puzzles: on the page of progress, and in the file of progress."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.conftest import LANGUAGES
from tests.web.markup import Node
from tests.web.people import Person
from tutor.learners.models import PuzzleAttempt
from tutor.learners.transfer import check_sum
from tutor.puzzles.models import Puzzle
from tutor.puzzles.services import kind_of

pytestmark = pytest.mark.django_db
KEPT = ("puzzle", "theme", "rule", "level", "ruleset", "solved", "first_try", "tries", "missed")


def answer(person: Person, puzzle: Puzzle, *, right: bool) -> None:
    """Answer a puzzle for the first time."""
    kind = kind_of(puzzle)
    given = next(answer for answer in kind.all_answers() if kind.mark(answer).right is right)
    response = person.post(f"puzzles/p/{puzzle.pk}/", seen=0, **kind.as_form(given))
    assert response.status_code == 302


def some(theme: str, number: int) -> list[Puzzle]:
    """The first puzzles of a theme."""
    return list(Puzzle.objects.filter(theme=theme)[:number])


@pytest.fixture
def ana() -> Person:
    """Somebody with three puzzles of one theme, two of them right, and one of another that was missed."""
    person = Person()
    for number, puzzle in enumerate(some("R1", 3)):
        answer(person, puzzle, right=number != 1)
    answer(person, some("R7", 1)[0], right=False)
    return person


def bars(page: Node, at: int) -> dict[str, tuple[str, int]]:
    """One list of bars: label -> its words, and the bar in percent."""
    part = page.all("ul", cls="bars")[at]
    return {
        line.one("a").text: (
            line.one("span", cls="bars__text").text,
            int(line.one("rect", cls="bar-chart__part").attrs["width"]),
        )
        for line in part.all("li")
    }


def test_rates_by_theme_and_rule(ana):
    """Each bar says in words what it shows; the weakest rule comes first."""
    part = ana.open("progress/").one("section", id="puzzle-stats")

    assert "4 puzzles answered. Right at the first try: 2 of 4" in part.text
    assert bars(part, 0) == {
        "Which cards you may play": ("Right at the first try: 2 of 3", 67),
        "Claiming 66": ("Right at the first try: 0 of 1", 0),
    }
    by_rule = bars(part, 1)
    answered = PuzzleAttempt.objects.values_list("rule", flat=True)
    assert len(by_rule) == len(set(answered))
    shares = [percent for _text, percent in by_rule.values()]
    assert shares == sorted(shares)
    assert all("aria-hidden" in chart.attrs for chart in part.all("svg"))


def test_a_second_try_changes_nothing(ana):
    """The first try counts, once."""
    before = ana.open("progress/").one("section", id="puzzle-stats").text
    missed = some("R1", 2)[1]
    kind = kind_of(missed)
    ana.post(f"puzzles/p/{missed.pk}/", seen=1, do="retry")
    ana.post(f"puzzles/p/{missed.pk}/", seen=2, **kind.as_form(kind.right_answers()[0]))

    assert PuzzleAttempt.objects.get(puzzle=missed.pk).solved
    assert ana.open("progress/").one("section", id="puzzle-stats").text == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_first_puzzle(language):
    """A sentence and the way there; looking makes nobody."""
    person = Person(language)
    part = person.open("progress/").one("section", id="puzzle-stats")

    assert part.one("a").attrs["href"] == f"/{language}/puzzles/"
    assert not part.all("svg")
    assert person.key == ""


def test_queries(ana, django_assert_max_num_queries):
    """Two more for the whole part, within those of a page."""
    ana.open("progress/")
    with django_assert_max_num_queries(8):
        ana.open("progress/")


# -- the file ------------------------------------------------------------------------------------------------------


def upload(person: Person, raw: bytes) -> Any:
    """Bring a file."""
    return person.post("progress/import/", way="merge", file=SimpleUploadedFile("progress.json", raw))


def kept(person: Person) -> list[tuple[Any, ...]]:
    """The puzzles of somebody."""
    return sorted(PuzzleAttempt.objects.filter(visitor_id=person.key).values_list(*KEPT), key=str)


def edited(raw: bytes, change: Any) -> bytes:
    """A file after a change, sealed anew."""
    data = json.loads(raw)
    change(data)
    data["check"] = check_sum(data)
    return json.dumps(data).encode()


def test_puzzles_travel_in_the_file(ana):
    """With what the site knows of them; a second reading changes nothing."""
    ben = Person("hi")
    assert upload(ben, ana.export()).status_code == 302

    assert kept(ben) == kept(ana)
    assert len(kept(ben)) == 4
    assert all(PuzzleAttempt.objects.filter(visitor_id=ben.key).values_list("counted", flat=True))
    assert json.loads(ben.export())["puzzles"] == json.loads(ana.export())["puzzles"]
    before = kept(ben)
    upload(ben, ana.export())
    assert kept(ben) == before


def test_an_older_file_without_puzzles(ana):
    """Version 1 is still read."""

    def older(data: dict[str, Any]) -> None:
        del data["puzzles"]
        data["version"] = 1

    ben = Person()
    assert upload(ben, edited(ana.export(), older)).status_code == 302
    assert kept(ben) == []


UNKNOWN = {
    "id": lambda data: data["puzzles"].update({"ffffffffff": next(iter(data["puzzles"].values()))}),
    "theme": lambda data: next(iter(data["puzzles"].values())).update(theme="E1"),
}
BAD = {
    "theme": lambda data: next(iter(data["puzzles"].values())).update(theme="X1"),
    "key": lambda data: data["puzzles"].update({"f" * 17: next(iter(data["puzzles"].values()))}),
    "more": lambda data: next(iter(data["puzzles"].values())).update(counted=True),
    "future": lambda data: next(iter(data["puzzles"].values())).update(missed="2099-01-01T00:00:00.000000Z"),
    "none": lambda data: data.pop("puzzles"),
    "list": lambda data: data.update(puzzles=[]),
}


@pytest.mark.parametrize("change", UNKNOWN.values(), ids=UNKNOWN)
def test_puzzles_that_are_not_here(ana, change):
    """They are left out, and that is said."""
    ben = Person()
    response = upload(ben, edited(ana.export(), change))

    assert "1 entry belongs to a step, rule or puzzle" in ben.client.get(response["Location"]).content.decode()
    assert {row[:2] for row in kept(ben)} <= {row[:2] for row in kept(ana)}


@pytest.mark.parametrize("change", BAD.values(), ids=BAD)
def test_what_cannot_be(ana, change):
    """The file is not taken."""
    ben = Person()

    assert upload(ben, edited(ana.export(), change)).status_code == 400
    assert not ben.key


def test_a_reset_takes_puzzles_along_and_brings_them_back(ana):
    """As everything that is kept of a visitor."""
    before = kept(ana)
    ana.post("progress/reset/")
    assert kept(ana) == []
    ana.post("progress/undo/")
    assert kept(ana) == before
