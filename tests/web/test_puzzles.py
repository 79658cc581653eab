"""Puzzles as people solve them: each theme right and wrong, with and without scripts, counted once, nothing given away."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from engine.notation import read as read_position
from engine.notation import read_action
from engine.problems.refuting import refute
from engine.ruleset import PRESETS
from tests.conftest import LANGUAGES
from tests.web.course import HTMX, focus_of
from tests.web.markup import Node, read
from tests.web.people import Person, words_of
from tests.web.solving import THEMES, phase, puzzle_of, right_form, send, wrong_form
from tutor.learners.models import PuzzleAttempt, Visitor
from tutor.learners.records import absorb
from tutor.puzzles.following import follow, near_misses
from tutor.puzzles.models import Puzzle, PuzzleTally, Theme

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("the_same_puzzles")]


def attempt_at(puzzle: Puzzle) -> PuzzleAttempt:
    """The only attempt at a puzzle."""
    return PuzzleAttempt.objects.get(puzzle=puzzle.pk)


def followed(page: Node) -> Node | None:
    """The part in which a wrong answer is followed."""
    return page.by_id("follows")


# -- solving -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_right_and_wrong(ana, theme):
    """A wrong answer is refused with its reason and can be mended, a right one ends it; scripts on or off in turn."""
    puzzle, htmx = puzzle_of(theme, 1), THEMES.index(theme) % 2 == 0
    path = f"p/{puzzle.pk}/"

    wrong = send(ana, path, htmx=htmx, **wrong_form(puzzle))
    assert phase(wrong) == "wrong"
    assert wrong.one("h2", id="feedback").text
    assert len(wrong.one("div", "feedback").text) > len(wrong.one("h2", id="feedback").text) + 15
    again = send(ana, path, htmx=not htmx, do="retry")
    assert phase(again) == "awaiting"
    right = send(ana, path, htmx=not htmx, **right_form(puzzle))

    assert phase(right) == "solved"
    assert right.one("h2", id="feedback").text == "Correct."
    assert right.by_id("next").attrs["href"].startswith("/en/puzzles/next/?in=mixed")
    attempt = attempt_at(puzzle)
    assert (attempt.first_try, attempt.solved, attempt.tries, attempt.counted) == (False, True, 2, True)


@pytest.mark.parametrize("theme", ["C2", "C3", "O1", "E9", "R4", "R7"])
def test_every_proved_answer_is_right(theme):
    """Cards that are equally good are all right: no second right answer is marked wrong."""
    rows = [row for row in Puzzle.objects.filter(theme=theme) if len(row.problem.proof.answers) > 1][:2]
    if theme in ("O1", "C3"):
        assert rows
    for puzzle in rows:
        for answer in puzzle.problem.proof.answers:
            ((name, value),) = answer.items()
            assert phase(send(Person(), f"p/{puzzle.pk}/", htmx=True, **{name: value})) == "solved"


def test_a_line_of_equal_worth_is_right(ana):
    """An ending is played card by card; where two cards are worth the same either goes on."""
    puzzle = next(
        row for row in Puzzle.objects.filter(theme__in=["E1", "E2", "E6"]) if len(row.problem.proof.answers) > 1
    )
    for answer in puzzle.problem.proof.answers:
        card = answer["actions"][0][2:]
        page = send(Person(), f"p/{puzzle.pk}/", card=card)
        assert phase(page) in ("awaiting", "solved")
        assert "Allowed, but there is something better." not in words_of(page)


def test_an_ending_is_played_out(ana):
    """The opponent answers by itself, and each card of ours is a post of its own."""
    puzzle = puzzle_of("E5")
    line = right_form(puzzle)["actions"]
    path, shown = f"p/{puzzle.pk}/", []
    for text in line:
        form = {"card": text[2:]} if text.startswith("A:") else {"act": text}
        page = send(ana, path, **form)
        shown.append(phase(page))
    assert shown == ["awaiting"] * (len(line) - 1) + ["solved"]
    assert attempt_at(puzzle).first_try


# -- nothing is given away -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_no_answer_before_an_attempt(theme):
    """The page of a puzzle is the same whatever its proof says: answers, reasons, hidden deal, theme."""
    puzzle = puzzle_of(theme)
    path = f"/en/puzzles/p/{puzzle.pk}/"
    before = _bare(Client().get(path).content.decode())
    item = puzzle.item
    names = list(item["proof"]["answers"])
    Puzzle.objects.filter(pk=puzzle.pk).update(
        item={
            **item,
            "proof": {**item["proof"], "answers": [], "codes": []},
            "reasons": {},
            "deal": None,
            "presets": [],
        }
    )

    assert _bare(Client().get(path).content.decode()) == before
    assert names
    theme_row = Theme.objects.get(pk=theme)
    assert theme_row.name not in before.partition("<main")[2]
    assert not re.search(r'card--(right|wrong|look)"|choice--|id="solved"|id="follows"', before)
    if item["deal"]:
        assert item["deal"] not in before


def _bare(html: str) -> str:
    """A page without what is new in every answer."""
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", html)


def test_the_theme_shows_when_asked_for_or_solved(ana):
    """Hidden at first; by its link, in a set of that theme, and after the answer."""
    puzzle = puzzle_of("E4")
    path, name = f"p/{puzzle.pk}/", Theme.objects.get(pk="E4").name
    page = ana.open(f"puzzles/{path}")
    link = next(a.attrs["href"] for a in page.one("main").all("a") if "theme=shown" in a.attrs["href"])

    assert page.one("h1").text == "Puzzle"
    assert ana.open(link.removeprefix("/en/")).one("h1").text == name
    assert ana.open(f"puzzles/{path}?in=theme").one("h1").text == name
    assert f"Theme: {name}" in words_of(send(ana, path, **right_form(puzzle)))


def test_a_wrong_try_does_not_show_the_others(ana):
    """What follows the own answer may be seen; near misses only once the puzzle is solved."""
    puzzle = puzzle_of("E4")
    own, other = list(puzzle.problem.reasons)[:2]
    wrong = send(ana, f"p/{puzzle.pk}/", card=own[2:])
    assert "Why other answers fail" not in words_of(wrong)
    asked = ana.open(f"puzzles/p/{puzzle.pk}/?try={other}&trick=1")

    named = followed(asked).one("h2").text
    assert named == followed(wrong).one("h2").text
    nobody = Person().open(f"puzzles/p/{puzzle.pk}/?try={other}&trick=1")
    assert followed(nobody) is None


# -- counted once --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "no-scripts"])
def test_counted_once(ana, htmx):
    """A doubled post, the Back button, two tabs: one answer, one count; the page says so."""
    puzzle = puzzle_of("R2")
    path, right, wrong = f"p/{puzzle.pk}/", right_form(puzzle), wrong_form(puzzle)
    send(ana, path, seen=0, **wrong)
    stale = [send(ana, path, htmx=htmx, seen=0, **right), send(ana, path, htmx=htmx, seen=0, **wrong)]

    tally = PuzzleTally.objects.get(pk=puzzle.pk)
    assert (tally.right, tally.wrong, attempt_at(puzzle).tries) == (0, 1, 1)
    assert all(page.by_id("notice").text for page in stale)
    send(ana, path, do="retry")
    send(ana, path, **right)
    tally.refresh_from_db()
    assert (tally.right, tally.wrong) == (0, 1)
    send(Person(), path, **right)
    tally.refresh_from_db()
    assert (tally.right, tally.wrong) == (1, 1)


def test_the_answer_shown_counts_as_missed(ana):
    """Hints open one by one as in the course; the fourth gives the answer with its reason."""
    puzzle = puzzle_of("R2")
    pages = [send(ana, f"p/{puzzle.pk}/", htmx=True, do="hint") for _ in range(3)]
    assert all(len(page.one("ol", "hints").elements) == n for n, page in enumerate(pages, 1))
    shown = send(ana, f"p/{puzzle.pk}/", htmx=True, do="show")

    assert phase(shown) == "solved"
    attempt = attempt_at(puzzle)
    assert (attempt.first_try, attempt.missed is not None) == (False, True)
    assert PuzzleTally.objects.get(pk=puzzle.pk).wrong == 1


def test_bad_forms(ana):
    """What no page of ours sends is refused, and nothing is kept."""
    puzzle = puzzle_of("R2")
    for form in ({}, {"seen": "x"}, {"seen": 0, "who": "C"}, {"seen": 0, "do": "win"}):
        assert ana.post(f"puzzles/p/{puzzle.pk}/", **form).status_code == 400
    assert ana.post("puzzles/p/nowhere/", seen=0).status_code == 404
    assert not PuzzleAttempt.objects.exists()
    nothing = send(ana, f"p/{puzzle.pk}/", seen=0)
    assert nothing.by_id("notice").text


def test_the_language_changes_in_the_middle(ana):
    """What was ticked is there in the other language."""
    puzzle = puzzle_of("R1")
    card = puzzle.item["ask"]["position"][:2]
    response = ana.post(f"puzzles/p/{puzzle.pk}/draft/?in=theme", seen=0, language="es", cards=[card])

    assert response["Location"] == f"/es/puzzles/p/{puzzle.pk}/?in=theme"
    page = read(ana.client.get(response["Location"]).content)
    assert [box.attrs["value"] for box in page.all("input", type="checkbox") if "checked" in box.attrs] == [card]


# -- refutations ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["E1", "E4", "E7", "E8", "E9"])
def test_what_follows_is_shown_trick_by_trick(ana, theme):
    """Plain links lead from the first trick to the end, where the deal is lost by as much as the proof says."""
    puzzle = puzzle_of(theme)
    action, cost = next(iter(near_misses(puzzle.problem).items()))
    page = send(ana, f"p/{puzzle.pk}/", **({"card": action[2:]} if action[1] == ":" else {"act": action}))
    link = followed(page).one("a", id="follows-start").attrs["href"]
    seen = []
    while link:
        page = ana.open(link.removeprefix("/en/").partition("#")[0])
        part = followed(page)
        seen.append(part.one("ol", "told").text)
        assert part.one("section", id="follows-table")
        onward = page.by_id("follows-forward")
        link = onward.attrs["href"] if onward else ""

    item = puzzle.problem
    deal = read_position(item.ask["position"], PRESETS[item.ruleset])
    assert len(seen) == len(follow(item, action, None).tricks) > 0
    assert refute(deal, read_action(action)).lost == cost
    points = "1 game point" if cost == 1 else f"{cost:.0f} game points"
    assert f"This costs you {points} in this deal." in part.text
    assert "score" in part.one("p", "follows__end").text


def test_a_hidden_hand_is_refuted_by_one_that_may_be(ana):
    """The hand that punishes the answer most is laid open: not the one of the stored deal, unless that is it."""
    puzzle = puzzle_of("O1", 2)
    action = next(iter(near_misses(puzzle.problem)))
    page = send(ana, f"p/{puzzle.pk}/", card=action[2:])
    part = followed(ana.open(followed(page).one("a", id="follows-start").attrs["href"][4:].partition("#")[0]))

    assert "Your opponent may hold this hand." in part.text
    assert len(part.one("ul", "hand--opponent").elements) >= 4
    assert "card--back" not in str([node.classes for node in part.one("ul", "hand--opponent").walk()])


@pytest.mark.parametrize("theme", ["R1", "R10", "M2", "E6", "O1"])
def test_why_near_misses_fail(ana, theme):
    """After the right answer each wrong one has its reason, and endings lead to what follows it."""
    puzzle = puzzle_of(theme, 2)
    page = send(ana, f"p/{puzzle.pk}/", **right_form(puzzle))

    rows = page.one("ul", "misses").elements
    assert rows
    for row in rows:
        assert len(row.text) > len(row.one("strong").text) + 10
    if theme[0] in "EO":
        link = rows[0].one("a").attrs["href"]
        assert rows[0].one("strong").text in followed(ana.open(link[4:].partition("#")[0])).one("h2").text


def test_what_is_told_of_the_puzzle_once_it_is_solved(ana):
    """The rulesets under which the answer is the same, and how others have answered, once they are some."""
    puzzle = next(row for row in Puzzle.objects.filter(theme="R2") if len(row.problem.presets) == 5)
    PuzzleTally.objects.create(pk=puzzle.pk, right=3, wrong=4)
    path = f"p/{puzzle.pk}/"
    told = "First answers of all visitors: 7. Right at the first try: 3."
    wrong = send(ana, path, **wrong_form(puzzle))
    assert told not in words_of(wrong)
    assert not wrong.all("ul", "presets")
    send(ana, path, do="retry")
    right = send(ana, path, **right_form(puzzle))

    assert "First answers of all visitors: 8. Right at the first try: 3." in words_of(right)
    assert len(right.one("ul", "presets").elements) == 5


def test_a_closing_that_one_hand_stops(ana):
    """No number tells what that costs: the hand is named, and shown trick by trick."""
    puzzle = next(row for row in Puzzle.objects.filter(theme="C1") if "A@" in row.problem.reasons)
    page = send(ana, f"p/{puzzle.pk}/", act="none")
    row = page.one("ul", "misses").elements[0]
    told = followed(ana.open(row.one("a").attrs["href"][4:].partition("#")[0]))

    assert "If you close, your opponent can stop you with this hand:" in row.text
    hand = {name.attrs["aria-label"] for name in told.one("ul", "hand--opponent").all("span", "card")}
    assert hand
    assert "game point" in told.text


# -- playing on ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["E2", "C3", "O1"])
def test_playing_on(ana, theme):
    """Only after the answer; each card is a link or a button of a form that keeps nothing, up to the end of the deal."""
    puzzle = puzzle_of(theme)
    play = f"puzzles/p/{puzzle.pk}/play/"
    assert ana.client.get(f"/en/{play}")["Location"] == f"/en/puzzles/p/{puzzle.pk}/"
    solved = send(ana, f"p/{puzzle.pk}/", **right_form(puzzle))
    assert solved.by_id("play-on").attrs["href"] == f"/en/{play}"
    page = ana.open(play)
    backs = "card--back" in str([node.classes for node in page.one("ul", "hand--opponent").walk()])
    assert backs == (theme != "E2")
    for _ in range(8):
        cards = page.one("form", id="answer-form").all("button", "card")
        if not cards:
            break
        done = [box.attrs["value"] for box in page.all("input", name="do")]
        for card in cards:
            query = f"?card={card.attrs['value']}" + (f"&do={done[0]}" if done else "")
            page = ana.open(play + query)
            if page.by_id("feedback") is None:
                break

    assert "score" in page.by_id("ended").text or "Nobody" in page.by_id("ended").text
    assert ana.client.get(f"/en/{play}?do=nonsense").status_code == 400


def test_the_explorer_opens_only_after_the_answer(ana):
    """With all cards where all were seen; a hidden hand stays hidden."""
    for theme, hidden in (("E1", False), ("O1", True)):
        puzzle = puzzle_of(theme)
        assert "/position/" not in str([a.attrs for a in ana.open(f"puzzles/p/{puzzle.pk}/").one("main").all("a")])
        page = send(ana, f"p/{puzzle.pk}/", **right_form(puzzle))
        url = next(a.attrs["href"] for a in page.all("a") if "/position/" in a.attrs["href"])
        assert ("??" in url) == hidden
        assert ana.client.get(url).status_code == 200


# -- fragments and queries -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fragment_is_the_part_of_the_page(language):
    """The same markup whether scripts are on or off, in each language; the focus goes to what is new."""
    ana, puzzle = Person(language), puzzle_of("E3")
    path = f"/{language}/puzzles/p/{puzzle.pk}/"
    response = ana.client.post(path, {"seen": 0, **wrong_form(puzzle)}, headers=HTMX)

    fragment = read(response.content)
    page = ana.open(f"puzzles/p/{puzzle.pk}/")
    assert fragment.elements[0].same_as(page.one("section", id="puzzle"), ignore=frozenset({"csrfmiddlewaretoken"}))
    assert focus_of(response) in fragment.elements[0].ids
    assert fragment.by_id("status").text


PAGES = (
    "",
    "?level=2&rules=santase&family=E&state=open",
    "legal-cards/",
    "mistakes/",
    "daily/2026-11-20/",
    "daily/all/",
)


def test_queries(ana, django_assert_max_num_queries):
    """Eight for a page and five for a fragment at most, for somebody who is known."""
    puzzle = puzzle_of("E3")
    send(ana, f"p/{puzzle.pk}/", **wrong_form(puzzle))
    send(ana, f"p/{puzzle.pk}/", do="retry")
    for path in (*PAGES, f"p/{puzzle.pk}/", f"p/{puzzle.pk}/?trick=1"):
        with django_assert_max_num_queries(8):
            assert ana.client.get(f"/en/puzzles/{path}").status_code == 200
    fresh = puzzle_of("R2")
    send(Person(), f"p/{fresh.pk}/", **right_form(fresh))  # the very first answer of all costs one query more
    send(ana, f"p/{fresh.pk}/", do="hint")
    with django_assert_max_num_queries(5):
        send_now = ana.client.post(f"/en/puzzles/p/{fresh.pk}/", {"seen": 1, **right_form(fresh)}, headers=HTMX)
    assert send_now.status_code == 200
    assert PuzzleTally.objects.get(pk=fresh.pk).right == 2


def test_looking_creates_nothing():
    """No visitor and no cookie of a session before the first answer."""
    client = Client()
    for path in (*PAGES, f"p/{puzzle_of('R1').pk}/", "next/?in=mixed"):
        assert client.get(f"/en/puzzles/{path}").status_code in (200, 302)
    assert not Visitor.objects.exists()
    assert not PuzzleAttempt.objects.exists()
    assert "sessionid" not in client.cookies


def test_progress_goes_along_to_an_account(ana):
    """Two visitors who become one: the best of both, the list of mistakes of the later one."""
    one, two = puzzle_of("R2"), puzzle_of("R2", 1)
    bea = Person()
    send(ana, f"p/{one.pk}/", **wrong_form(one))
    send(bea, f"p/{one.pk}/", **right_form(one))
    send(bea, f"p/{two.pk}/", **wrong_form(two))
    absorb(Visitor.objects.get(pk=ana.key), Visitor.objects.get(pk=bea.key))

    rows = {row.puzzle: row for row in PuzzleAttempt.objects.filter(visitor_id=ana.key)}
    assert (rows[one.pk].first_try, rows[one.pk].solved, rows[one.pk].missed) == (True, True, None)
    assert rows[two.pk].missed is not None
