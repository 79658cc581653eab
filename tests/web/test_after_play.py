"""What comes after a practice deal: its review, going on from any of its positions, files, own mistakes, numbers."""

from __future__ import annotations

import json
import random
import re
from datetime import timedelta
from functools import cache
from itertools import count
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine.actions import Play
from engine.deal_file import DealFile, SeenFile, read_file, write_file
from engine.effects import final_count
from engine.events import SixtySixClaimed, StockClosed
from engine.history import replay
from engine.notation import read, read_action, write_action
from engine.review import Mark, review
from engine.ruleset import CLASSIC, PRESETS, parse
from engine.seats import Seat
from engine.view import View, view_of
from tests.engine.test_deal_file import BAD
from tests.engine.test_review import played
from tests.web.markup import Node
from tests.web.markup import read as parsed
from tests.web.people import Clock, Person, words_of
from tests.web.player import HTMX, Player, assert_nothing_hidden, game_at, offered
from tutor.learners.models import DealResult, RuleReview
from tutor.learners.reviews import miss_rules, today
from tutor.learners.transfer import MAX_DEALS, check_sum
from tutor.play import learning, reviewing, services, statistics
from tutor.play.deals import history, start_of, tries_of
from tutor.play.learning import kind_of
from tutor.play.models import DealReview, Game, Mistake
from tutor.play.statistics import tally
from tutor.play.statistics_presenters import tally_view
from tutor.wording.cards import card_name
from tutor.wording.events import told_action

pytestmark = pytest.mark.django_db


@cache
def _known_review(start: Any, actions: Any, tries: Any) -> Any:
    """The coach's opinion of a deal, worked out once for all tests."""
    return review(start, actions, Seat.A, random.Random(1), tries)


@pytest.fixture(autouse=True)
def _same_every_time(monkeypatch):
    """The same cards and the same opinions in every run."""
    turns = count(100)
    monkeypatch.setattr(services, "fresh_seed", lambda: next(turns))
    monkeypatch.setattr("tutor.play.openings.fresh_seed", lambda: next(turns))
    monkeypatch.setattr(
        reviewing, "review", lambda start, actions, seat, rng, tries: _known_review(start, actions, tries)
    )


def player(seed: int = 1, **more: Any) -> Player:
    """Somebody who plays any card, and asks nothing."""
    return Player(random.Random(seed), worlds=0, asks=0, **more)


def played_deal(seed: int = 1, **wish: Any) -> tuple[Player, Game]:
    """A deal that was played to its end over HTTP."""
    who = player(seed)
    return who, who.play(who.begin(**wish))


def path_of(game: Game, rest: str = "") -> str:
    """The address of a deal."""
    return f"/en/play/{game.key}/{rest}"


def page(who: Player | Person, path: str, status: int = 200, **more: Any) -> Node:
    """A page, parsed."""
    response = who.client.get(path, **more)
    assert response.status_code == status, (path, response.status_code, response.get("Location"))
    return parsed(response.content.decode().removeprefix("<!doctype html>"))


def reviewed(who: Player, game: Game) -> Node:
    """The review of a deal, worked out."""
    assert who.client.post(path_of(game, "review/work/"))["Location"] == path_of(game, "review/")
    return page(who, path_of(game, "review/"))


def opened(who: Player | Person, raw: bytes | str) -> Any:
    """Send a file."""
    content = raw if isinstance(raw, bytes) else raw.encode()
    return who.client.post("/en/play/open/", {"file": SimpleUploadedFile("deal.txt", content)})


def review_in(game: Game) -> Any:
    """The review that is kept of a deal."""
    found = reviewing.known_review(game)
    assert found is not None
    return found


# -- the review -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_the_review_of_a_deal(name):
    """Result, chart with its table, every action with its link and its page; all as the engine's review says it."""
    who, game = played_deal(3, ruleset=name)
    found = reviewed(who, game)
    kept = review_in(game)
    done = history(game)
    moments = [moment for moment in kept.moments if moment.option is not None]

    assert kept == _known_review(done.start, done.actions, tries_of(game))
    rows = found.one("table", "numbers").one("tbody").elements
    assert len(rows) == len(moments) > 2
    for row, moment in zip(rows, moments, strict=True):
        assert row.one("a").attrs["href"] == path_of(game, f"review/{moment.number + 1}/")
        shown = row.elements[1].text.replace("\u2212", "-")
        assert float(shown) == pytest.approx(moment.option.worth.value, abs=0.051)
    circles = found.one("svg", "chart__picture").all("circle")
    assert len(circles) == len(moments)
    mistakes = [moment for moment in kept.moments if moment.mark is Mark.MISTAKE]
    assert len(found.one("svg", "chart__picture").all("circle", "chart__point--wrong")) == len(mistakes)
    turning = found.all("ul", "turning")
    assert len(turning[0].elements if turning else []) == min(len(mistakes), 3)
    links = [link.attrs["href"] for link in found.one("ol", "moves").all("a")]
    assert links == [path_of(game, f"review/{n}/") for n in range(1, len(done.actions) + 1)]
    for number in (1, 2, 5, len(links), len(links) + 1):
        step = page(who, path_of(game, f"review/{number}/"))
        assert (step.by_id("forward") is None) == (number == len(links) + 1)
        assert (step.by_id("back") is None) == (number == 1)
    page(who, path_of(game, f"review/{len(links) + 2}/"), 404)
    page(who, path_of(game, "review/0/"), 404)


def test_a_step_says_what_was_better():
    """The mistake is set off, a better card too; what was done, why not, and how that is known."""
    who, game = played_deal(3)
    reviewed(who, game)
    moment = review_in(game).turning_points[0]
    step = page(who, path_of(game, f"review/{moment.number + 1}/"))

    judged = step.by_id("judged")
    assert "Something else was clearly better here." in judged.text
    assert "Game points that your choice lost" in judged.text
    assert "It was better to" in judged.text
    assert "Game points that you may expect" in judged.text
    hand = {card.code for card in moment.view.hand}
    assert len(step.all("ul", "hand")[-1].elements) == len(hand)
    best = moment.best.action
    if hasattr(best, "card"):
        assert next(card.attrs["aria-label"] for card in step.all("span", "card--right")).startswith(
            card_name(best.card)
        )
    assert any("the card that you played" in card.attrs["aria-label"] for card in step.all("span", "card--wrong"))
    # The learner's own knowledge is shown; the opponent's cards lie open only where that is asked for.
    backs = len(step.one("ul", "hand--opponent").all("span", "card--back"))
    assert backs == moment.view.opponent_cards - len(moment.view.known)
    open_page = page(who, step.by_id("open").attrs["href"])
    assert open_page.one("ul", "hand--opponent").all("span", "card--back") == []


def test_any_point_opens_in_the_explorer():
    """The link leads to the position of that step, with the deal around it."""
    who, game = played_deal(3)
    reviewed(who, game)
    done = history(game)
    for number in (1, 4, len(done.actions), len(done.actions) + 1):
        link = page(who, path_of(game, f"review/{number}/")).by_id("explorer").attrs["href"]
        query = {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
        start = read(query["p"].replace("_", " "), parse(query["rules"]))
        actions = [read_action(text) for text in query["do"].split(",")][: int(query["at"])]
        assert replay(start, actions) == replay(done.start, done.actions[: number - 1])
        page(who, link)


def test_claims_and_refused_tries_are_told():
    """A wrong claim and a refused card stand in the review, each with its step; the rules come back tomorrow."""
    who = player(5)
    url = who.begin()
    html = who.page(url)
    game = game_at(url)
    card = next(card for card in start_of(game).hands[Seat.B])
    html = who.post(url, html, card=card.code)
    for _ in range(60):
        if ("weigh", "A*") in (buttons := list(offered(html))):
            break
        html = who.post(url, html, **dict([who.rng.choice(buttons)]))
    points = final_count(history(game_at(url)).deal).points[Seat.A]
    who.post(url, html, act="A*")
    game = game_at(url)
    found = reviewed(who, game)

    right = points >= 66
    expected = "You claimed 66 and had counted right." if right else "You claimed 66, but you had fewer points."
    assert f"{expected} Your points: {points}." in words_of(found)
    assert "Playing this card" in words_of(found) or found.all("ul", "refusals")
    assert len(found.one("ul", "refusals").elements) == 1
    rules = set(RuleReview.objects.values_list("rule", flat=True))
    assert rules == set(learning.missed_rules(game, review_in(game)))
    assert ("claim.points" in rules) == (not right)
    listed = {link.attrs["href"].partition("#")[2] for link in found.one("ul", "chips").all("a")}
    assert listed == rules


# -- worked out once ------------------------------------------------------------------------------------------------


@pytest.fixture
def worked(monkeypatch):
    """How often the coach has looked at a deal."""
    times: list[int] = []
    before = reviewing.review

    def looked(*args: Any) -> Any:
        times.append(1)
        return before(*args)

    monkeypatch.setattr(reviewing, "review", looked)
    return times


def test_looked_at_once(worked, monkeypatch):
    """First a page that asks for it, with and without scripts; then it is kept; who comes meanwhile is told to wait."""
    clock = Clock(monkeypatch)
    who, game = played_deal(3)
    waiting = page(who, path_of(game, "review/"))
    form = waiting.by_id("work")
    assert form.attrs["method"] == "post"
    assert form.attrs["hx-post"] == form.attrs["action"] == path_of(game, "review/work/")
    assert form.by_id("look") is not None
    assert worked == []

    DealReview.objects.create(game=game, started=clock.now)  # somebody else is at it
    busy = who.client.post(path_of(game, "review/work/"))
    assert busy["Location"] == path_of(game, "review/?busy")
    fragment = who.client.post(path_of(game, "review/work/"), headers=HTMX).content.decode()
    assert "delay:2s" in fragment
    assert fragment.count("still looking") == 2  # shown and spoken
    fragment = who.client.post(path_of(game, "review/work/"), {"again": "1"}, headers=HTMX).content.decode()
    assert fragment.count("still looking") == 1
    page(who, busy["Location"])
    assert worked == []

    clock.forward(seconds=31)  # and never came back
    response = who.client.post(path_of(game, "review/work/"), headers=HTMX)
    assert response["HX-Redirect"] == path_of(game, "review/")
    for _ in range(2):
        assert reviewed(who, game).by_id("chart-title") is not None
    assert worked == [1]
    before = (
        list(Mistake.objects.values_list("pk", flat=True)),
        list(RuleReview.objects.values_list("misses", flat=True)),
    )
    learning.take_note(game, review_in(game), clock.now)
    assert list(Mistake.objects.values_list("pk", flat=True)) == before[0] != []


@pytest.mark.parametrize("path", ["", "review/", "review/1/", "review/work/", "file/", "log/"])
@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_writes_nothing(worked, path, method):
    """Whatever is opened, ahead of time or by a robot: no review is worked out, and no row of any table changes."""
    who, game = played_deal(3)
    DealReview.objects.create(game=game, data={"version": 0})
    who.client.get(path_of(game))
    with CaptureQueriesContext(connection) as queries:
        assert getattr(who.client, method)(path_of(game, path)).status_code in (200, 302, 405)

    assert [query["sql"] for query in queries if not query["sql"].startswith("SELECT")] == []
    assert worked == []


def test_one_live_region(worked):
    """What is wrong stands at its field, which has the focus; the page has one region to speak and one for failures."""
    who, game = played_deal(3)
    bad = {"ruleset": "own", "own": "whist", "opponent": "beginner", "seed": "y", "length": "deal"}
    answers = [
        who.client.post("/en/play/", {**bad, "coach": "asked", "counts": "shown", "dealer": "any"}),
        opened(who, "x"),
        who.client.get(path_of(game, "review/")),
        who.client.get(path_of(game)),
    ]
    for answer in answers:
        found = parsed(answer.content.decode().removeprefix("<!doctype html>"))
        for role in ("status", "alert"):
            assert [node.attrs["id"] for node in found.all("", role=role)] == [role]
        wrong = [node for node in found.all("input") if node.attrs.get("aria-invalid")]
        assert ["autofocus" in node.attrs for node in wrong] == [True, False][: len(wrong)]
        for node in wrong:
            assert found.by_id(node.attrs["aria-describedby"].split()[-1]).text
    assert [answer.status_code for answer in answers] == [400, 400, 200, 200]


def test_a_review_of_another_version_is_made_anew(worked):
    """What cannot be read any more is forgotten, not shown and not an error."""
    who, game = played_deal(3)
    reviewed(who, game)
    DealReview.objects.update(data={"version": 0})

    assert page(who, path_of(game, "review/")).by_id("chart-title") is None
    assert reviewed(who, game).by_id("chart-title") is not None
    assert worked == [1, 1]


def test_nobody_elses_deal():
    """Each page after a deal belongs to whoever has played it."""
    who, game = played_deal(3)
    reviewed(who, game)
    mistake = Mistake.objects.first()
    other = player(9)
    for rest in ("review/", "review/1/", "file/", "log/"):
        page(other, path_of(game, rest), 404)
    assert other.client.post(path_of(game, "review/work/")).status_code == 404
    page(other, f"/en/play/mistakes/{mistake.pk}/", 404)
    assert other.client.post(path_of(game, "review/1/again/")).status_code == 404


# -- while the deal is on -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seed"), [("classic66", 4), ("schnapsen", 5), ("santase", 6)])
def test_a_running_deal_tells_nothing_hidden(name, seed):
    """After each action: file and log hold what the seat has seen, and no review is shown."""
    who = player(seed)
    url = who.begin(ruleset=name)
    html, looked = who.page(url), 0
    while buttons := list(offered(html)):
        game = game_at(url)
        view = view_of(history(game).deal, Seat.A)
        file = who.client.get(path_of(game, "file/")).content.decode()
        log = who.client.get(path_of(game, "log/")).content.decode()
        assert_nothing_hidden(game, file)
        assert_nothing_hidden(game, log)
        assert_nothing_hidden(game, who.client.get("/en/progress/export/").content.decode())
        assert str(game.seed) not in file.split()
        assert [card for card in view.unseen if card_name(card) in log] == []
        assert read_file(file.encode()) == SeenFile(view, history(game).actions, game.opponent)
        for rest in ("review/", "review/3/"):
            assert who.client.get(path_of(game, rest))["Location"] == path_of(game)
        assert who.client.post(path_of(game, "review/work/"))["Location"] == path_of(game)
        assert who.client.post(path_of(game, "review/3/again/")).status_code == 404
        looked += 1
        html = who.post(url, html, **dict([who.rng.choice(buttons)]))
    assert looked > 5
    assert DealReview.objects.count() == 0


def test_a_strict_table_tells_afterwards():
    """Where earlier cards are hidden, file and log are there once the deal is over."""
    who = player(4)
    url = who.begin(counts="hidden")
    game = game_at(url)
    for rest in ("file/", "log/"):
        page(who, path_of(game, rest), 404)
    assert "file/" not in who.page(url)
    game = who.play(url)
    for rest in ("file/", "log/"):
        assert who.client.get(path_of(game, rest)).status_code == 200


# -- again from here ------------------------------------------------------------------------------------------------


def test_again_from_here():
    """The same position, the same cards to come, marked as undo, and no part of the statistics; pressed twice it is one."""
    who, game = played_deal(3)
    reviewed(who, game)
    done = history(game)
    moment = review_in(game).turning_points[-1]
    form = page(who, path_of(game, f"review/{moment.number + 1}/")).by_id("again")
    assert form is not None
    answer = who.client.post(path_of(game, f"review/{moment.number + 1}/again/"))
    twice = who.client.post(path_of(game, f"review/{moment.number + 1}/again/"))
    fresh = game_at(answer["Location"])

    assert answer["Location"] == twice["Location"]
    assert fresh.key != game.key
    assert fresh.with_undo
    assert fresh.given
    assert history(fresh).actions == done.actions[: moment.number]
    assert history(fresh).deal == replay(done.start, done.actions[: moment.number]).deal
    assert "Played with undo." in words_of(page(who, answer["Location"]))
    over = who.play(answer["Location"])
    reviewed(who, over)
    assert list(DealResult.objects.filter(key=over.key).values_list("counted", flat=True)) == [False]
    assert all(row.number >= moment.number for row in Mistake.objects.filter(game=over.key))
    # The opponent's own actions are no place to begin.
    theirs = next(number for number, action in enumerate(done.actions, 1) if action.by is Seat.B)
    assert page(who, path_of(game, f"review/{theirs}/")).by_id("again") is None


def test_the_seed_of_a_game_that_goes_on_stays_secret():
    """The cards of later deals follow from it, so that a new game from an earlier deal has another one."""
    who, game = played_deal(3, length="game")
    if game.score_you or services.next_deal(game) is None:
        pytest.skip("the game was over after one deal")
    reviewed(who, game)
    fresh = game_at(who.client.post(path_of(game, "review/2/again/"))["Location"])

    assert fresh.seed != game.seed
    assert str(game.seed) not in who.client.get(path_of(game, "file/")).content.decode().split()


# -- files ----------------------------------------------------------------------------------------------------------


def test_a_finished_deal_travels():
    """Saved here, opened by somebody else: the same deal and its review; nothing of it counts as that reader's own."""
    who, game = played_deal(3)
    reviewed(who, game)
    raw = who.client.get(path_of(game, "file/"))
    assert raw["Content-Disposition"] == f'attachment; filename="sixty-six-deal-{game.key}.txt"'
    friend = player(9)
    answer = opened(friend, raw.content)
    theirs = game_at(answer["Location"])

    assert answer["Location"] == path_of(theirs, "review/")
    assert (theirs.winner, theirs.points) == (game.winner, game.points)
    assert history(theirs) == history(game)
    own = words_of(reviewed(who, game)), words_of(reviewed(friend, theirs))
    assert own[1].partition("Counting")[2][:200] == own[0].partition("Counting")[2][:200]
    assert set(Mistake.objects.values_list("game", flat=True)) == {game.key}
    assert set(DealResult.objects.values_list("key", flat=True)) == {game.key}
    assert opened(friend, raw.content)["Location"] == answer["Location"]


def test_an_unfinished_deal_is_played_on():
    """A file of another program: the deal goes on where it stands, against the opponent that is named."""
    start, actions = played(CLASSIC, ("cautious", "cautious"), 4)
    file = DealFile(start, tuple(actions[:9]), "strong")
    who = player(2)
    game = game_at(opened(who, write_file(file))["Location"])

    assert history(game).actions[:9] == file.actions
    assert (game.opponent, game.finished, game.given) == ("strong", None, True)
    over = who.play(path_of(game))
    assert over.finished
    assert DealResult.objects.get(key=over.key).counted is False


def test_a_played_out_deal_without_a_claim_is_over():
    """The file says that nobody claimed; the learner is not asked again."""
    for seed in range(200):
        start, actions = played(CLASSIC, ("random", "random"), seed)
        file = DealFile(start, tuple(actions))
        if file.outcome is not None and not file.history.deal.over:
            break
    who = player(2)
    answer = opened(who, write_file(file))
    assert answer["Location"].endswith("/review/")
    assert game_at(answer["Location"]).finished


def test_a_view_opens_in_the_explorer():
    """The file of a running deal leads to its position; no game comes of it."""
    who = player(4)
    url = who.begin()
    raw = who.client.get(path_of(game_at(url), "file/")).content
    answer = opened(player(5), raw)
    query = parse_qs(urlsplit(answer["Location"]).query)

    assert answer["Location"].startswith("/en/position/?")
    assert read(query["p"][0].replace("_", " "), CLASSIC) == view_of(history(game_at(url)).deal, Seat.A)
    assert isinstance(read(query["p"][0].replace("_", " "), CLASSIC), View)
    assert Game.objects.count() == 1


@pytest.mark.parametrize(("text", "fault", "line"), BAD)
def test_bad_files(text, fault, line):
    """Refused in words, with the line; nothing has changed, and nobody has become a visitor."""
    who = player(2)
    answer = opened(who, text)
    problem = parsed(answer.content.decode().removeprefix("<!doctype html>")).by_id("file-problem")

    assert answer.status_code == 400
    assert problem is not None
    assert ("Line" in problem.text) == bool(line)
    assert f"Line {line} of the file:" in problem.text or not line
    assert problem.text.endswith("Nothing was changed.") or not text
    assert Game.objects.count() == 0


def test_no_file():
    """The form without one."""
    answer = player(2).client.post("/en/play/open/")
    assert answer.status_code == 400
    assert "Choose a file first." in answer.content.decode()


def test_the_log():
    """Every card that was played, in words, in the language of the page; the end with the result."""
    who, game = played_deal(3)
    log = who.client.get(path_of(game, "log/"))
    text = log.content.decode()
    names = [card_name(action.card) for action in history(game).actions if isinstance(action, Play)]
    hindi = who.client.get(path_of(game, "log/").replace("/en/", "/hi/")).content.decode()

    assert log["Content-Type"] == "text/plain; charset=utf-8"
    assert len(names) > 5
    assert [name for name in names if name not in text] == []
    assert "game point" in text.splitlines()[-1]
    assert len(hindi.splitlines()) == len(text.splitlines())
    assert "You lead" not in hindi


# -- own mistakes ---------------------------------------------------------------------------------------------------


@pytest.fixture
def learner():
    """Somebody with a reviewed deal and some mistakes in it."""
    who, game = played_deal(3)
    reviewed(who, game)
    return who, list(Mistake.objects.order_by("number"))


def test_mistakes_are_those_of_the_review(learner):
    """One question for each clear mistake, with the engine's own opinion of every action."""
    who, rows = learner
    game = Game.objects.get(key=rows[0].game)
    found = [moment for moment in review_in(game).moments if moment.mark is Mark.MISTAKE]

    assert [row.number for row in rows] == [moment.number for moment in found]
    for row, moment in zip(rows, found, strict=True):
        kind = kind_of(row)
        assert kind.advised == moment.advice.options
        best = {write_action(option.action) for option in moment.advice.best}
        right = {f"A:{answer['card']}" if "card" in answer else answer["act"] for answer in kind.right_answers()}
        assert right == best
        assert write_action(moment.action) == row.made not in best
    listed = page(who, "/en/play/mistakes/").one("ul", "listed").elements
    assert len(listed) == len(rows)
    assert f"{len(rows)} position" in words_of(page(who, "/en/play/mistakes/"))


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "no-scripts"])
def test_a_mistake_is_solved(learner, htmx):
    """Wrong with the reasons and without the answer, then right; counted once; then the next one."""
    who, rows = learner
    row, kind = rows[0], kind_of(rows[0])
    url = f"/en/play/mistakes/{row.pk}/"
    first = page(who, url)
    did = told_action(read_action(row.made), Seat.A, answers=":" in row.position.split(" ")[3])
    assert f"In your deal you did this: {did} Something else was clearly better." in words_of(first)
    assert first.all("", "feedback") == []
    assert first.all("span", "card--right") == first.all("button", "card--look") == []
    made = {"card": row.made[2:]} if ":" in row.made else {"act": row.made}
    answer = kind.right_answers()[0]

    wrong = send(who, url, first, htmx=htmx, **made)
    assert wrong.by_id("feedback").text == "Allowed, but there is something better."
    told = wrong.one("div", "feedback").text
    assert "loses" in told
    again = send(who, url, wrong, htmx=htmx, do="retry")
    stale = send(who, url, first, htmx=htmx, **answer)
    assert "out of date" in stale.text
    solved = send(who, url, again, htmx=htmx, **answer)
    assert solved.by_id("feedback").text == "Correct."
    row.refresh_from_db()
    assert (row.solved, row.first_try, row.tries, row.phase) == (True, False, 2, "solved")
    following = solved.by_id("next").attrs["href"]
    assert following == (f"/en/play/mistakes/{rows[1].pk}/#panel" if len(rows) > 1 else "/en/play/mistakes/")
    assert "Solved" in words_of(page(who, "/en/play/mistakes/"))


def send(who: Player, url: str, shown: Node, *, htmx: bool, **form: Any) -> Node:
    """Send the form of a question."""
    seen = next(node.attrs["value"] for node in shown.all("input") if node.attrs.get("name") == "seen")
    response = who.client.post(url, {"seen": seen, **form}, headers=HTMX if htmx else {})
    if htmx:
        assert response.status_code == 200
        return parsed(response.content)
    assert response.status_code == 302
    return page(who, url)


def test_hints_of_a_mistake(learner):
    """Four of them; the last one gives the answer, which then is no first try."""
    who, rows = learner
    for row in rows:
        url = f"/en/play/mistakes/{row.pk}/"
        shown = page(who, url)
        for level in range(1, 5):
            shown = send(who, url, shown, htmx=False, do="hint")
            assert len(shown.by_id("hints").elements) == level
        row.refresh_from_db()
        assert (row.solved, row.first_try) == (True, False)


def test_an_action_that_was_not_offered(learner):
    """A form that no page of ours sends is a bad request; a refused card has its reason."""
    who, rows = learner
    url = f"/en/play/mistakes/{rows[0].pk}/"
    for form in ({"card": "XX"}, {"act": "B@"}, {"act": "nonsense"}):
        assert who.client.post(url, {"seen": 0, **form}).status_code == 400


def test_only_the_latest_mistakes_are_kept(learner, monkeypatch):
    """No table grows for ever."""
    _who, rows = learner
    monkeypatch.setattr(learning, "MOST_KEPT", 1)
    learning.keep_mistakes(
        Game.objects.get(key=rows[0].game), review_in(Game.objects.get(key=rows[0].game)), timezone.now()
    )
    assert Mistake.objects.count() == 1


# -- rules that come back -------------------------------------------------------------------------------------------


def test_missed_rules_come_back_tomorrow(monkeypatch):
    """A rule that was missed is due on the next day, as missed; it takes nothing from today's reviews."""
    clock = Clock(monkeypatch)
    _who, game = played_deal(3)
    later = clock.now + timedelta(days=20)
    RuleReview.objects.create(
        visitor=game.visitor,
        rule="trick.win",
        due=later,
        right=3,
        last_review=clock.now,
        state=2,
        step=None,
        stability=9.0,
        difficulty=5.0,
    )
    RuleReview.objects.create(visitor=game.visitor, rule="claim.when", due=clock.now)
    miss_rules(game.visitor_id, ["trick.win", "claim.when", "exchange.when", "trick.win"], clock.now)
    rows = {row.rule: row for row in RuleReview.objects.filter(visitor=game.visitor)}

    tomorrow = clock.now + timedelta(days=1)
    assert {rule: (row.due, row.misses, row.wrong) for rule, row in rows.items()} == {
        "trick.win": (tomorrow, 1, 1),
        "claim.when": (clock.now, 1, 1),
        "exchange.when": (tomorrow, 1, 1),
    }
    assert rows["trick.win"].stability == 9.0
    found = today(rows.values(), {}, tomorrow)
    assert {due.rule: due.why.value for due in found.due} == dict.fromkeys(rows, "missed")
    assert found.done == 0


def test_a_review_names_no_day_on_which_rules_come_back(monkeypatch):
    """It is read on any day, also when they have come back long ago."""
    clock = Clock(monkeypatch)
    who, game = played_deal(3)
    monkeypatch.setattr("tutor.play.review_presenters.missed_rules", lambda *_args: ("trick.win",))
    reviewed(who, game)
    clock.forward(days=30)

    section = page(who, path_of(game, "review/")).one("section", **{"aria-labelledby": "rules-title"})

    assert "Rules that were missed in this deal come back for review:" in section.text
    assert "tomorrow" not in section.text


# -- numbers --------------------------------------------------------------------------------------------------------


def result(**values: Any) -> DealResult:
    """A row that belongs to nobody."""
    usual = {"key": "k", "ruleset": "classic66", "opponent": "strong", "winner": "A", "points": 1, "counted": True}
    return DealResult(**{**usual, **values})


def test_adding_up():
    """By ruleset and opponent; what does not count is told by its number alone; the coach's words by how often."""
    rows = [
        result(points=2, closed="made", claims_right=1, causes={"too_dear": 2, "search_lower": 9}),
        result(winner="B", points=3, closed="failed", causes={"too_dear": 1, "leaves_claim": 1, "unheard_of": 5}),
        result(winner="", points=0),
        result(opponent="master", winner="B", points=1, claims_wrong=1),
        result(counted=False, points=3, closed="made", claims_right=1, causes={"too_dear": 50}),
    ]
    found = tally(rows)

    assert (found.deals, found.not_counted) == (5, 1)
    assert [(line.opponent, line.deals, line.won, line.points, line.points_against) for line in found.lines] == [
        ("strong", 3, 1, 2, 3),
        ("master", 1, 0, 0, 1),
    ]
    assert (found.made, found.failed, found.right, found.wrong) == (1, 1, 1, 1)
    assert [(cause.value, n) for cause, n in found.said] == [("too_dear", 3), ("leaves_claim", 1)]


@pytest.mark.parametrize(
    ("counted", "not_counted", "says"),
    [
        pytest.param(2, 0, ["2 deals were played to their end."], id="all-counted"),
        pytest.param(
            7, 3, ["10 deals were played to their end.", "Of these, 3 deals are not counted below,"], id="some"
        ),
        pytest.param(
            0, 2, ["2 deals were played to their end.", "Of these, 2 deals are not counted below,"], id="none"
        ),
    ],
)
def test_the_numbers_of_deals_add_up(counted, not_counted, says):
    """The first sentence counts all of them, the second some of the same; the table holds the others."""
    rows = [result() for _ in range(counted)] + [result(counted=False) for _ in range(not_counted)]
    view = tally_view(tally(rows))

    assert [told[: len(begins)] for told, begins in zip(view.says, says, strict=True)] == says
    assert sum(line.deals for line in view.lines) == counted


def test_results_are_those_of_the_deals():
    """Points, closings and claims of some deals, held to the events of the engine's replay; shown on the page."""
    who = player(11)
    games = [
        who.play(who.begin(opponent="beginner", ruleset=name))
        for name in ("classic66", "pagat66", "schnapsen", "classic66")
    ]
    for game in games:
        row = DealResult.objects.get(key=game.key)
        events = history(game).events
        closed = any(isinstance(event, StockClosed) and event.by is Seat.A for event in events)
        assert (row.winner, row.points) == (game.winner, abs(game.points))
        assert row.closed == (("made" if game.winner == "A" else "failed") if closed else "")
        claimed = [event for event in events if isinstance(event, SixtySixClaimed) and event.by is Seat.A]
        assert row.claims_right + row.claims_wrong == len(claimed)
        assert row.claims_wrong == (len(claimed) if game.winner == "B" else 0)
        assert row.counted
    assert any(row.closed for row in DealResult.objects.all())
    words = words_of(page(who, "/en/progress/"))
    assert "4 deals were played to their end." in words
    assert "Your closings." in words
    who.client.post(path_of(games[0], "review/work/"))
    assert DealResult.objects.get(key=games[0].key).causes
    assert "What the coach had to say most often" in words_of(page(who, "/en/progress/"))


def test_nothing_played_yet():
    """The page of progress of somebody new."""
    assert "You have not played a practice deal to its end yet." in words_of(Person().open("progress/"))


def test_results_travel_in_the_file_of_progress():
    """Taken along, read back once; a file that was read twice changes nothing; what cannot be is refused."""
    who, game = played_deal(3)
    reviewed(who, game)
    raw = who.client.get("/en/progress/export/").content
    data = json.loads(raw)
    assert list(data["deals"]) == [game.key]
    assert read_file("\n".join(data["played"]["deals"][0]).encode()) == DealFile(*deal_in(game), game.opponent)
    assert len(data["played"]["mistakes"]) == Mistake.objects.count() > 0
    other = Person()
    for _ in range(2):
        upload(other, data)
    mine, theirs = (
        [{**row, "id": 0, "visitor_id": 0} for row in DealResult.objects.filter(visitor_id=key).values()]
        for key in (game.visitor_id, other.key)
    )
    assert mine == theirs != []
    older = {name: value for name, value in data.items() if name != "deals"}
    upload(Person(), older)

    entry = data["deals"][game.key]
    for name, value in (
        ("winner", "C"),
        ("points", -1),
        ("ruleset", "bridge"),
        ("closed", 1),
        ("causes", []),
        ("counted", 1),
    ):
        upload(Person(), {**data, "deals": {game.key: {**entry, name: value}}}, status=400)
    upload(Person(), {**data, "deals": {"x" * 40: entry}}, status=400)
    upload(Person(), {**data, "deals": []}, status=400)


def deal_in(game: Game) -> tuple[Any, Any]:
    """Start and actions of a deal."""
    return start_of(game), history(game).actions


def upload(person: Person, data: dict[str, Any], status: int = 302) -> None:
    """Send a file of progress with a good check sum."""
    content = json.dumps({**data, "check": check_sum(data)}).encode()
    form = {"file": SimpleUploadedFile("progress.json", content), "way": "merge"}
    response = person.client.post("/en/progress/import/", form)
    assert response.status_code == status, response.content.decode()[:2000]


def test_only_the_latest_results_are_kept(monkeypatch):
    """As many as a file of progress can hold."""
    assert statistics.MOST_KEPT == MAX_DEALS
    monkeypatch.setattr(statistics, "MOST_KEPT", 2)
    who = player(3)
    keys = [who.play(who.begin()).key for _ in range(3)]
    assert set(DealResult.objects.values_list("key", flat=True)) == set(keys[1:])


def test_reset_and_undo(learner):
    """Deals, reviews, mistakes and numbers go with the rest, and come back together."""
    who, rows = learner
    tables = (Game, Mistake, DealResult, RuleReview)
    before = [
        list(table.objects.filter(visitor_id=rows[0].visitor_id).values_list("pk").order_by("pk")) for table in tables
    ]
    assert page(who, "/en/progress/reset/").by_id("reset") is not None
    who.client.post("/en/progress/reset/")
    page(who, f"/en/play/{rows[0].game}/", 404)
    assert "You have not played a practice deal" in words_of(page(who, "/en/progress/"))
    assert page(who, "/en/progress/reset/").by_id("reset") is None
    who.client.post("/en/progress/undo/")

    after = [
        list(table.objects.filter(visitor_id=rows[0].visitor_id).values_list("pk").order_by("pk")) for table in tables
    ]
    assert after == before
    assert page(who, f"/en/play/{rows[0].game}/review/").by_id("chart-title") is not None


# -- cost and shape -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rest", ["review/", "review/4/", "file/", "log/", "mistakes", "mistake", "progress"])
def test_queries(rest, django_assert_max_num_queries):
    """Eight for a page at most."""
    who, game = played_deal(3)
    reviewed(who, game)
    elsewhere = {
        "mistakes": "/en/play/mistakes/",
        "mistake": f"/en/play/mistakes/{Mistake.objects.first().pk}/",
        "progress": "/en/progress/",
    }
    path = elsewhere.get(rest) or path_of(game, rest)
    page(who, path)
    with django_assert_max_num_queries(8):
        assert who.client.get(path).status_code == 200


def test_queries_of_fragments(learner, django_assert_max_num_queries):
    """Five for a fragment that changes little; the review asks for more once, when it is worked out."""
    who, rows = learner
    game = Game.objects.get(key=rows[0].game)
    with django_assert_max_num_queries(5):
        who.client.post(path_of(game, "review/work/"), headers=HTMX)
    with django_assert_max_num_queries(5):
        who.client.post(f"/en/play/mistakes/{rows[0].pk}/", {"seen": 0, "do": "hint"}, headers=HTMX)


@pytest.mark.parametrize("language", ["es", "ar", "hi"])
def test_pages_in_other_languages(learner, language):
    """Each page says its language; no placeholder and no markup is left over."""
    who, rows = learner
    key = rows[0].game
    for rest in (f"{key}/review/", f"{key}/review/2/", "mistakes/", f"mistakes/{rows[0].pk}/"):
        html = who.client.get(f"/{language}/play/{rest}").content.decode()
        assert f'<html lang="{language}"' in html
        assert not re.search(r"%\(|%s|\bNone\b|\{\{|&lt;bdi", html.partition("<main")[2]), rest
