"""Which deals are kept, for how long, and what a form that comes twice or from an old page does to them."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine.actions import Claim
from engine.notation import write_action
from engine.review import MISTAKE, Mark
from engine.seats import Seat
from tests.web.markup import Node, read
from tests.web.people import Person
from tests.web.player import HTMX, Player, game_at, offered, seen_in
from tutor.exercises.deals import coach
from tutor.learners.models import DealResult, RuleReview
from tutor.play import reviewing, services, statistics
from tutor.play.deals import deal_of, goes_on, history, match_after, score_after, tries_of
from tutor.play.models import DealReview, Game, Mistake
from tutor.wording import play as words

pytestmark = pytest.mark.django_db


@pytest.fixture
def player():
    """Somebody who plays any card, and asks nothing."""
    return Player(random.Random(66), worlds=0, asks=0)


def page(client: Client, path: str) -> Node:
    """A page, parsed."""
    response = client.get(path)
    assert response.status_code == 200
    return read(response.content.decode().removeprefix("<!doctype html>"))


def start_form(client: Client, **wish: str) -> dict[str, str]:
    """What the form of the start page sends, with other choices on top."""
    form = page(client, "/en/play/").one("form", "start__form")
    fields = {}
    for node in form.all("input"):
        if node.attrs.get("type") != "radio" or "checked" in node.attrs:
            fields[node.attrs["name"]] = node.attrs.get("value", "")
    return {**fields, **wish}


def finished_rows(game: Game, number: int) -> None:
    """As many more deals that are over, each older than the one before, with a review each."""
    for age in range(1, number + 1):
        row = Game.objects.get(pk=game.pk)
        row.pk, row.key, row.previous = None, f"old{age}", None
        row.finished = row.updated = game.updated - timedelta(days=age)
        row.save(force_insert=True)
        DealReview.objects.create(game=row)


# -- the form of the start page -------------------------------------------------------------------------------------


@pytest.mark.parametrize("later", [False, True], ids=["at once", "from an old page"])
def test_the_start_form_sent_twice_deals_once(player, later):
    """The second one leads to the deal of the first, also when that has been played on."""
    form = start_form(player.client, opponent="random")
    first = player.client.post("/en/play/", form)["Location"]
    if later:
        html = player.page(first)
        player.post(first.partition("#")[0], html, **dict([next(iter(offered(html)))]))
    before = list(Game.objects.values())

    assert player.client.post("/en/play/", form)["Location"] == first
    assert list(Game.objects.values()) == before


def test_two_posts_at_the_same_moment_deal_once(player, monkeypatch):
    """Neither has seen the other's deal when it begins its own."""
    form = start_form(player.client, opponent="random")
    first = player.client.post("/en/play/", form)["Location"]
    real, key = Game.objects.filter, first.split("/")[3]
    monkeypatch.setattr(
        services.Game.objects,
        "filter",
        lambda *args, **more: Game.objects.none() if more.get("key") == key else real(*args, **more),
    )
    again = player.client.post("/en/play/", form)
    monkeypatch.undo()

    assert again["Location"] == first
    assert Game.objects.count() == 1


WHAT_ELSE = {"another page": {"once": "another"}, "another choice": {"opponent": "cautious"}, "a program": {"once": ""}}


@pytest.mark.parametrize("other", [pytest.param(more, id=name) for name, more in WHAT_ELSE.items()])
def test_another_form_deals_anew(player, other):
    """So does the same page with another choice, and a form that names no page."""
    form = start_form(player.client, opponent="random")
    first = player.client.post("/en/play/", {**form, **({"once": ""} if other == {"once": ""} else {})})["Location"]

    assert player.client.post("/en/play/", {**form, **other})["Location"] != first
    assert Game.objects.count() == 2


def test_the_form_of_a_deal_that_is_over_deals_anew(player):
    """Whoever goes back to the start page and presses the button again wants cards."""
    form = start_form(player.client, opponent="random")
    first = player.client.post("/en/play/", form)["Location"]
    player.play(first)

    assert player.client.post("/en/play/", form)["Location"] != first


def test_the_form_of_somebody_else_leads_to_no_deal_of_theirs(player):
    """What stands in a form is no key to a deal; neither is one's own after a reset."""
    form = start_form(player.client, opponent="random")
    first = player.client.post("/en/play/", form)["Location"]
    stranger = Client()
    theirs = stranger.post("/en/play/", form)["Location"]
    player.client.post("/en/progress/reset/")
    mine = player.client.post("/en/play/", form)["Location"]

    assert len({first, theirs, mine}) == 3
    assert player.client.get(mine.partition("#")[0]).status_code == 200


def test_every_showing_of_the_page_has_a_form_of_its_own(player):
    """The hidden value is another one each time."""
    assert len({start_form(player.client)["once"] for _ in range(3)}) == 3


def test_again_from_here_only_where_there_is_an_action(player):
    """No copy of a whole deal comes of a number beyond its end."""
    url = player.begin(opponent="random")
    game = player.play(url)
    actions = len(history(game).actions)
    for number in (0, actions + 1, actions + 2, 9999):
        assert player.client.post(f"{url}review/{number}/again/").status_code == 404
    assert Game.objects.count() == 1
    assert player.client.post(f"{url}review/{actions}/again/").status_code == 302


# -- undo -----------------------------------------------------------------------------------------------------------


def test_undo_forgets_what_was_tried_later(player):
    """A refused try and a warning belong to a moment; when that is taken back they go, those of earlier moments stay."""
    url = player.begin(seed="5", dealer="opponent", opponent="cautious")
    html = player.page(url)
    hidden = [card.code for card in deal_of(game_at(url)).start.hands[Seat.B]]
    html = player.post(url, html, card=hidden[0])
    for _ in range(2):
        html = player.post(
            url, html, **dict([next(each for each in offered(html) if each[0] == "card" or "!" in each[1])])
        )
    html = player.post(url, html, card=hidden[1])
    Game.objects.update(warned=[[0, "too_dear", "A:KS"], [len(game_at(url).actions.split()), "too_dear", "A:KS"]])
    assert [at > 0 for at, _action in game_at(url).tries] == [False, True]

    html = player.post(url, html, do="undo")
    game = game_at(url)
    assert [at for at, _action in game.tries] == [0]
    assert [each[0] for each in game.warned] == [0]
    assert [at for at, _action in tries_of(game)] == [0]
    player.post(url, html, do="undo")
    assert [at for at, _action in game_at(url).tries] == [0]  # it was tried at the moment that is reached again


# -- the lists of the start page ------------------------------------------------------------------------------------


def listed(client: Client, title: str) -> list[Node]:
    """The links of a list of the start page."""
    found = page(client, "/en/play/").by_id(title)
    section = re.search(
        rf'<section aria-labelledby="{title}">.*?</section>', client.get("/en/play/").content.decode(), re.DOTALL
    )
    return read(section[0]).all("a") if found is not None and section else []


def test_a_game_between_two_deals_is_one_to_play_on(player):
    """Until somebody has won it; then its last deal stands among those that are over, like the deals before it."""
    url = player.begin(ruleset="classic66", length="game", opponent="random")
    between = 0
    for _ in range(30):
        game = player.play(url)
        after = match_after(game)
        won = after.winner is not None
        assert goes_on(game) is not won
        assert score_after(game) == after.score
        running = [node.attrs["href"] for node in listed(player.client, "running-title")]
        assert running == ([] if won else [url])
        assert (url in [node.attrs["href"] for node in listed(player.client, "finished-title")]) == won
        if won:
            break
        between += 1
        text = page(player.client, "/en/play/").all("ul", "games")[0].text
        assert words.score_line(game.number + 1, *after.score, 7, down=False) in text
        url = player.client.post(url, {"seen": game.version, "do": "next"})["Location"].partition("#")[0]
        assert [node.attrs["href"] for node in listed(player.client, "running-title")] == [url]
    assert won
    assert between


def test_every_running_deal_is_listed(player):
    """More than the deals that are over: whoever has begun many finds each of them."""
    urls = {player.begin(opponent="random") for _ in range(services.LISTED + 2)}

    assert {node.attrs["href"] for node in listed(player.client, "running-title")} == urls


# -- how many are kept ----------------------------------------------------------------------------------------------


def test_the_oldest_deals_that_are_over_are_forgotten(player, monkeypatch):
    """With their reviews, when another deal is begun, opened or played again; running deals and other people's stay."""
    monkeypatch.setattr(services, "KEPT", 3)
    other = Person()
    other.post("play/", **start_form(other.client))
    waiting = player.begin()
    url = player.begin(opponent="random")
    game = player.play(url)
    for begin in (
        lambda: player.begin(opponent="random"),
        lambda: player.client.post(f"{url}review/1/again/"),
    ):
        Game.objects.filter(key__startswith="old").delete()
        finished_rows(game, 5)
        begin()
        over = set(Game.objects.filter(finished__isnull=False).values_list("key", flat=True))
        assert over == {game.key, "old1", "old2"}
        assert set(DealReview.objects.values_list("game__key", flat=True)) == {"old1", "old2"}
    assert player.client.get(waiting).status_code == 200
    assert player.client.get(url).status_code == 200
    assert Game.objects.exclude(visitor=game.visitor).count() == 1
    assert DealResult.objects.filter(key=game.key).exists()


def test_the_next_deal_follows_where_the_one_before_is_forgotten(player, monkeypatch):
    """A game to the target goes on, however many deals were played since."""
    monkeypatch.setattr(services, "KEPT", 1)
    url = player.begin(length="game", opponent="random")
    game = player.play(url)
    finished_rows(game, 2)
    Game.objects.filter(pk=game.pk).update(updated=game.updated - timedelta(days=9))
    after = player.client.post(url, {"seen": game.version, "do": "next"})

    assert after.status_code == 302
    assert player.client.get(after["Location"].partition("#")[0]).status_code == 200


def test_the_page_about_privacy_says_how_many(client):
    """The same number as is kept."""
    text = page(client, "/en/privacy/").one("main").text

    assert f"the latest {services.KEPT}" in text


# -- levels that are gone -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("over", [False, True])
def test_a_level_that_there_is_no_more(player, over):
    """The deal is shown, listed and played on; nothing is an error."""
    url = player.begin(opponent="random")
    if over:
        player.play(url)
    Game.objects.update(opponent="champion")
    DealResult.objects.update(opponent="champion")
    if over:
        assert reviewing.worked_out(game_at(url), timezone.now())
    rests = ("review/", "review/1/", "file/", "log/") if over else ("file/", "log/")
    for path in (url, "/en/play/", "/en/progress/", "/en/progress/export/", *(url + rest for rest in rests)):
        assert player.client.get(path).status_code == 200, path
    assert "champion" in player.client.get("/en/play/").content.decode()
    if not over:
        assert player.play(url).finished


# -- what the coach had to say --------------------------------------------------------------------------------------


def warned_deal(heed: bool) -> tuple[Player, str, str]:
    """A deal whose first action the coach has warned of; whether it was done all the same."""
    for seed in range(60):
        player = Player(random.Random(seed), worlds=0, asks=0)
        url = player.begin(seed=str(seed), coach="warns", opponent="random", dealer="opponent")
        worst = coach(deal_of(game_at(url))).options[-1]
        if worst.lost < MISTAKE or isinstance(worst.action, Claim):
            continue
        text = write_action(worst.action)
        for _ in range(2):  # warned of the same twice is warned once
            html = player.post(url, player.page(url), act=text)
            html = player.post(url, html, do="cannot")
        html = player.post(url, html, act=text)
        if not heed:
            player.post(url, html, act=text)
        Game.objects.filter(key=game_at(url).key).update(coach="asked")  # no more of it
        if heed:
            best = write_action(coach(deal_of(game_at(url))).options[0].action)
            player.post(url, player.page(url), act=best)
        player.play(url)
        DealResult.objects.update(counted=True)  # a deal with a number counts nowhere
        return player, url, worst.reasons[0].cause.value
    raise AssertionError("no mistake found")


@pytest.mark.parametrize("heed", [False, True])
def test_warnings_count_among_what_the_coach_had_to_say(heed):
    """At the end of the deal, before any review; the review counts what was done, and a warning that was heeded stays."""
    player, url, cause = warned_deal(heed)
    game = game_at(url)
    assert DealResult.objects.get(key=game.key).causes == {cause: 1}
    found = reviewing.worked_out(game, timezone.now())
    own = [moment for moment in found.moments if moment.lost and moment.option is not None]
    said = [moment.option.reasons[0].cause.value for moment in own]

    assert DealResult.objects.get(key=game.key).causes[cause] == said.count(cause) + heed
    assert sum(DealResult.objects.get(key=game.key).causes.values()) == len(said) + heed
    assert player.client.get("/en/progress/").status_code == 200


# -- cost -----------------------------------------------------------------------------------------------------------


def test_queries_of_the_fragment_that_ends_a_deal(player, monkeypatch, django_assert_max_num_queries):
    """Five, also where the oldest results have to go."""
    monkeypatch.setattr(statistics, "MOST_KEPT", 1)
    for _ in range(3):
        url = player.begin(opponent="random", seed="5")
        html = player.page(url)
        for _ in range(200):
            button = dict([player.rng.choice(list(offered(html)))])
            with django_assert_max_num_queries(5):
                answer = player.client.post(url, {"seen": seen_in(html), **button}, headers=HTMX)
            assert answer.status_code == 200
            if game_at(url).finished:
                break
            html = player.page(url)
        assert game_at(url).finished
    assert DealResult.objects.count() == 1


def test_queries_of_working_out_a_review(player):
    """The most there can be: with mistakes, with rules that were missed before and others that were not."""
    url = player.begin(seed="5", dealer="opponent", opponent="random")
    html = player.page(url)
    player.post(url, html, card=deal_of(game_at(url)).start.hands[Seat.B][0].code)
    player.play(url)
    game = game_at(url)
    RuleReview.objects.create(visitor=game.visitor, rule="trick.win", due=timezone.now())
    with CaptureQueriesContext(connection) as found:
        review = reviewing.worked_out(game, timezone.now())

    assert any(moment.mark is Mark.MISTAKE for moment in review.moments)
    assert Mistake.objects.exists()
    assert RuleReview.objects.count() > 1
    asked = [each["sql"] for each in found if "SAVEPOINT" not in each["sql"]]
    assert len(asked) <= 9, asked  # with session and deal eleven, once in the life of a deal
