"""The lists around the puzzles: the room, themes, days, mistakes, sets, and fresh puzzles."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from engine.problems.themes import GIVES_AWAY, LEVELS, LIVE
from engine.problems.themes import Theme as Kind
from tests.conftest import LANGUAGES
from tests.web.markup import Node
from tests.web.people import Person, words_of
from tests.web.solving import THEMES, phase, puzzle_of, right_form, send, wrong_form
from tutor.learners.models import PuzzleAttempt
from tutor.lessons.texts import lessons
from tutor.puzzles.choosing import next_puzzle
from tutor.puzzles.daily import FIRST, WEEK, daily
from tutor.puzzles.fresh import made_from
from tutor.puzzles.models import FreshPuzzle, Puzzle, PuzzleTally, Theme
from tutor.puzzles.rating import difficulty
from tutor.puzzles.texts import items, themes
from tutor.puzzles.walking import Walk
from tutor.web.limits import LIMITS, Limit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("the_same_puzzles")]


def links(page: Node) -> list[str]:
    """Every address on a page, its bar and foot left out."""
    return [a.attrs["href"] for a in page.one("main").all("a")]


def states(page: Node) -> list[str]:
    """How the puzzles of a theme stand, in the order of the list."""
    return [a.attrs["class"].partition("number--")[2] for a in page.all("a", "number")]


# -- content -------------------------------------------------------------------------------------------------------


def test_the_themes_are_those_of_the_engine():
    """Each once, with its levels; the flag says which names give the answer away; no slug hides another page."""
    assert tuple(theme.key for theme in themes()) == THEMES
    assert {theme.key for theme in themes() if theme.gives_away} == {theme.value for theme in GIVES_AWAY}
    assert {theme.key: theme.levels for theme in themes()} == {theme.value: levels for theme, levels in LEVELS.items()}
    assert not {theme.slug for theme in themes()} & {"p", "next", "daily", "mistakes"}


def test_every_stored_puzzle_is_there():
    """As many rows as lines, easy ones first; no address tells the theme."""
    written = list(items())
    rows = list(Puzzle.objects.select_related("theme"))

    assert len(rows) == len(written) == 535
    assert {row.pk for row in rows} == {item["id"].split("-")[1] for item in written}
    by_theme = {theme: [row.level for row in rows if row.theme_id == theme] for theme in THEMES}
    assert all(levels == sorted(levels) and levels for levels in by_theme.values())


# -- the room ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_room(language):
    """Each theme by its name, with how many are solved; doors to the day and to the sets."""
    page = Person(language).open("puzzles/")
    names = [theme.one("strong").text for theme in page.all("a", "theme")]

    assert sorted(names) == sorted(getattr(theme, f"name_{language}") for theme in Theme.objects.all())
    assert f"/{language}/puzzles/next/?in=mixed" in links(page)
    assert page.by_id("today").attrs["href"].startswith(f"/{language}/puzzles/daily/2")
    assert page.one("nav", "doors").one("a", **{"aria-current": "page"}).attrs["href"] == f"/{language}/puzzles/"


FILTERS = {
    "level": ("level=5", lambda row: row.level == 5),
    "rules": ("rules=schnapsen", lambda row: " schnapsen " in row.presets),
    "family": ("family=C", lambda row: row.theme_id[0] == "C"),
    "together": (
        "level=4&rules=classic66&family=E",
        lambda r: r.level == 4 and " classic66 " in r.presets and r.theme_id[0] == "E",
    ),
    "unknown": ("level=9&rules=whist&family=X&state=old", lambda row: True),
}


@pytest.mark.parametrize(("query", "fits"), FILTERS.values(), ids=FILTERS)
def test_the_form_narrows(ana, query, fits):
    """Counts, themes and the mixed set follow the form; what it does not know is as if it were not there."""
    page = ana.open(f"puzzles/?{query}")
    fitting = [row for row in Puzzle.objects.all() if fits(row)]

    assert fitting
    assert page.one("div", "room__mixed").all("p")[0].text == f"{len(fitting)} puzzles"
    assert len(page.all("a", "theme")) == len({row.theme_id for row in fitting})
    mixed = page.by_id("mixed").attrs["href"]
    for _ in range(3):
        target = ana.client.get(mixed)["Location"]
        assert re.search(r"/p/(\w+)/", target)[1] in {row.pk for row in fitting}


def test_how_puzzles_stand(ana):
    """Open, solved at the first try, solved later, missed: in the list and in the counts."""
    first, second, third = (puzzle_of("R2", at) for at in range(3))
    send(ana, f"p/{first.pk}/", **right_form(first))
    send(ana, f"p/{second.pk}/", **wrong_form(second))
    send(ana, f"p/{third.pk}/", do="hint")

    page = ana.open("puzzles/trick-winner/")
    assert states(page)[:4] == ["alone", "missed", "new", "new"]
    assert "Solved: 1 of 30" in words_of(page)
    assert states(ana.open("puzzles/trick-winner/?state=open")) == ["missed"] + ["new"] * 28
    assert "1 puzzle that you have missed" in words_of(ana.open("puzzles/"))
    assert ana.open("puzzles/nowhere/", status=404)


def test_lessons_lead_to_themes(ana):
    """A lesson names themes by their keys, which never change; the address of each leads to its page."""
    named = {theme for lesson in lessons() for theme in [lesson.data.get("theme")] if theme}
    assert named
    for theme in sorted(named):
        target = ana.client.get(f"/en/puzzles/{theme}/")["Location"]
        assert target == f"/en/puzzles/{Theme.objects.get(pk=theme).slug}/"
        assert ana.client.get(target).status_code == 200


def test_the_own_level_shows_only_if_wanted(ana):
    """Never by itself; it follows the first answers."""
    assert "Your level shows after your first puzzle." in words_of(ana.open("puzzles/?own=shown"))
    puzzle = puzzle_of("R2")
    send(ana, f"p/{puzzle.pk}/", **right_form(puzzle))

    assert "at the first try." not in words_of(ana.open("puzzles/"))
    assert "You solve about half of the puzzles of level 1 at the first try." in words_of(
        ana.open("puzzles/?own=shown")
    )


def test_what_others_miss_is_harder():
    """The number of a puzzle moves with first answers, so the mixed set gives a beginner other puzzles."""
    easy = {row.pk for row in Puzzle.objects.filter(level=1)}
    before = {next_puzzle({}, Walk(within="mixed"), "", "", random.Random(seed)) for seed in range(12)}
    assert before <= easy
    hard = sorted(easy)[: len(easy) - 5]
    PuzzleTally.objects.bulk_create([PuzzleTally(pk=key, wrong=30) for key in hard])
    after = {next_puzzle({}, Walk(within="mixed"), "", "", random.Random(seed)) for seed in range(12)}

    assert not after & set(hard)
    assert difficulty(1, 0, 30) > difficulty(2, 0, 0)


# -- going on ------------------------------------------------------------------------------------------------------


def test_a_theme_is_gone_through_in_order(ana):
    """Next leads to the next one of the list that is not solved, round to the first, then says that none is left."""
    rows = list(Puzzle.objects.filter(theme="E1", level=2))
    walk = "in=theme&level=2"
    url = ana.open("puzzles/way-to-66/?level=2").by_id("go").attrs["href"]
    for row in rows:
        target = ana.client.get(url)["Location"].partition("#")[0]
        assert target == f"/en/puzzles/p/{row.pk}/?{walk}"
        page = send(ana, target.removeprefix("/en/puzzles/"), **right_form(row))
        url = page.by_id("next").attrs["href"]
    end = ana.open(url.removeprefix("/en/"))
    assert end.one("h1").text == "No puzzle is left"
    assert "/en/puzzles/next/?in=theme&of=way-to-66" in links(end)


def test_another_like_this(ana):
    """A fresh one of the same theme and ruleset, next to its level; everybody can open its address."""
    for theme in ("R1", "E2"):
        puzzle = puzzle_of(theme)
        assert ana.client.get(f"/en/puzzles/p/{puzzle.pk}/another/").status_code == 405
        target = ana.post(f"puzzles/p/{puzzle.pk}/another/?in=theme")["Location"].partition("#")[0]
        fresh = FreshPuzzle.objects.latest("made")
        assert target == f"/en/puzzles/p/{fresh.pk}/?in=theme"
        assert (fresh.theme_id, fresh.ruleset) == (theme, puzzle.ruleset)
        assert fresh.pk != puzzle.pk
        bea = Person("es")
        page = send(bea, f"p/{fresh.pk}/", htmx=True, **right_form(fresh))
        assert phase(page) == "solved"
        made = made_from(Kind(theme), puzzle.ruleset, puzzle.level, int(fresh.item["seed"].split(":")[-1]))
        assert made.id.endswith(fresh.pk)


def test_another_where_making_takes_long(ana):
    """From the stored set: same theme, next to the level, one that is not solved."""
    puzzle = puzzle_of("E4")
    assert Kind("E4") not in LIVE
    target = ana.post(f"puzzles/p/{puzzle.pk}/another/")["Location"]
    other = Puzzle.objects.get(pk=re.search(r"/p/(\w+)/", target)[1])

    assert (other.theme_id, other.level) == ("E4", puzzle.level)
    assert other.pk != puzzle.pk
    assert not FreshPuzzle.objects.exists()


def test_fresh_ones_are_made_at_a_limited_rate(ana, settings, monkeypatch):
    """Making costs the server something."""
    settings.RATELIMIT_ENABLE = True
    monkeypatch.setitem(LIMITS, "thinking", Limit("1/d", "1/d", ("GET", "HEAD", "POST")))
    puzzle = puzzle_of("R2")
    answers = [ana.post(f"puzzles/p/{puzzle.pk}/another/").status_code for _ in range(3)]
    assert answers[-1] == 429


def test_fresh_ones_go_when_nobody_tries_them(ana, clock):
    """After three months; what somebody has answered stays, so that its address holds."""
    for theme in ("R1", "R2"):
        ana.post(f"puzzles/p/{puzzle_of(theme).pk}/another/")
    tried, untried = FreshPuzzle.objects.order_by("theme")
    send(ana, f"p/{tried.pk}/", do="hint")
    call_command("tidy", stdout=StringIO())
    assert FreshPuzzle.objects.count() == 2
    clock.forward(days=91)
    call_command("tidy", stdout=StringIO())

    assert list(FreshPuzzle.objects.all()) == [tried]
    assert ana.client.get(f"/en/puzzles/p/{untried.pk}/").status_code == 404


# -- mistakes ------------------------------------------------------------------------------------------------------


def test_my_mistakes(ana, clock):
    """What is missed is listed; it begins anew from there, and leaves the list when it is solved on a later day."""
    puzzle = puzzle_of("R2")
    path = f"p/{puzzle.pk}/"
    assert "No puzzle waits here." in words_of(ana.open("puzzles/mistakes/"))
    send(ana, path, **wrong_form(puzzle))
    send(ana, path, do="retry")
    send(ana, path, **right_form(puzzle))

    def row() -> Node:
        return ana.open("puzzles/mistakes/").one("ol", "mistakes").one("form")

    def begin() -> Node:
        form = row()
        fields = {box.attrs["name"]: box.attrs["value"] for box in form.all("input", name="seen")}
        url = form.attrs["action"].removeprefix("/en/puzzles/")
        return send(ana, url, seen=int(fields["seen"]), do="retry")

    assert phase(begin()) == "awaiting"
    send(ana, f"{path}?in=mistakes", **right_form(puzzle))
    assert row()  # right after the miss that proves nothing
    clock.forward(days=1)
    begin()
    send(ana, f"{path}?in=mistakes", do="show")
    assert row()
    clock.forward(days=1)
    begin()
    page = send(ana, f"{path}?in=mistakes", **right_form(puzzle))

    assert page.by_id("next").attrs["href"] == "/en/puzzles/mistakes/"
    assert "No puzzle waits here." in words_of(ana.open("puzzles/mistakes/"))
    assert PuzzleAttempt.objects.get().first_try is False


# -- days ----------------------------------------------------------------------------------------------------------


def test_the_puzzle_of_the_day(clock):
    """The same for everybody and in every language; today's address leads to it, tomorrow's does not exist."""
    today = clock.now.date()
    response = Client().get("/en/puzzles/daily/")
    assert response["Location"] == f"/en/puzzles/daily/{today}/"
    tables = set()
    for language in ("en", "ar"):
        page = Person(language).open(f"puzzles/daily/{today}/")
        assert page.one("form", id="answer-form").attrs["action"] == f"/{language}/puzzles/daily/{today}/"
        assert page.one("section", id="puzzle")
        tables.add(tuple(node.attrs["href"] for node in page.all("use")))
    assert len(tables) == 1
    for wrong in (today + timedelta(days=1), FIRST - timedelta(days=1), "2027-02-30", "today"):
        assert Client().get(f"/en/puzzles/daily/{wrong}/").status_code == 404


def test_the_day_is_solved_in_its_place(ana, clock):
    """Its answer counts for the puzzle wherever that is met, and the archive shows it."""
    today = clock.now.date()
    key = daily(today, Puzzle.objects.values_list("pk", "level"))
    puzzle = Puzzle.objects.get(pk=key)
    page = send(ana, f"daily/{today}/", **right_form(puzzle))

    assert phase(page) == "solved"
    assert phase(ana.open(f"puzzles/p/{key}/")) == "solved"
    assert page.by_id("next").attrs["href"] == "/en/puzzles/daily/all/"
    archive = ana.open("puzzles/daily/all/")
    assert [a.attrs["href"] for a in archive.all("a", "day")] == [f"/en/puzzles/daily/{today}/"]
    assert "Solved at the first try" in words_of(archive)
    older = ana.open("puzzles/daily/all/?month=2026-12")
    assert len(older.all("a", "day")) == 31


def test_days_are_steady():
    """Mondays are easy and Sundays hard; a puzzle that comes or goes changes few days."""
    puzzles = list(Puzzle.objects.values_list("pk", "level"))
    levels = dict(puzzles)
    days = [FIRST + timedelta(days=number) for number in range(200)]
    before = {day: daily(day, puzzles) for day in days}
    after = {day: daily(day, puzzles[3:]) for day in days}

    assert all(levels[key] == WEEK[day.weekday()] for day, key in before.items())
    gone = {key for key, _level in puzzles[:3]}
    assert {day for day in days if before[day] != after[day]} == {day for day in days if before[day] in gone}
    assert len(set(before.values())) > 120
    assert date(2026, 11, 1) == FIRST
