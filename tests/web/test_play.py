"""Practice deals as learners play them: beginning, every action, asking the coach, undoing, the end, the next deal."""

from __future__ import annotations

import io
import json
import logging
import random
import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from html import unescape as html_words
from typing import Any
from unittest import mock

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from engine.actions import Claim, Close, Draw, Play
from engine.notation import read_action, write_action
from engine.players import PLAYERS
from engine.policy import choose, own_actions
from engine.referee import legal_actions
from engine.ruleset import PRESETS, preset
from engine.seats import Seat
from engine.view import view_of
from tests.conftest import LANGUAGES
from tests.web.markup import Node, read
from tests.web.people import PASSWORD, Person
from tests.web.player import (
    ASKED,
    HTMX,
    Player,
    assert_nothing_hidden,
    assert_result_is_right,
    assert_same_in_other_world,
    game_at,
    may_be_named,
    offered,
    seen_in,
    start_and_actions,
)
from tutor.exercises.deals import PracticeDeal, coach, take
from tutor.learners.models import Visitor
from tutor.play import services
from tutor.play.deals import deal_of, history, match_after, put, start_of, tries_of
from tutor.play.models import Game
from tutor.play.presenters import game_view
from tutor.web.limits import LIMITS, Limit
from tutor.web.logs import JsonLines, Lines, NamePages
from tutor.wording import answers
from tutor.wording import play as words
from tutor.wording.cards import card_name
from tutor.wording.deals import TIP_CLAIM
from tutor.wording.opponents import ABOUT, NAMES

pytestmark = pytest.mark.django_db


@pytest.fixture
def player():
    """Somebody at the first page."""
    return Player(random.Random(66), worlds=0, asks=0)


def text_of(html: str) -> str:
    """What a page says."""
    return " ".join(read(html.removeprefix("<!doctype html>")).text.split()) if "<main" in html else plain(html)


def plain(fragment: str) -> str:
    """What a part of a page says."""
    return " ".join(re.sub(r"<[^>]+>", " ", fragment).split())


def main_of(html: str) -> Node:
    """The main part of a page."""
    return read(html.removeprefix("<!doctype html>")).one("main")


def play_until(player: Player, url: str, wanted, most: int = 80) -> str:
    """Play on until the page is as wanted; new deals where one ends without it."""
    html = player.page(url)
    for _ in range(most):
        if wanted(html):
            return html
        html = player.post(url, html, **dict([player.rng.choice(sensible(html))]))
    raise AssertionError("it did not come about")


def sensible(html: str) -> list[tuple[str, str]]:
    return [button for button in offered(html) if not button[1].endswith("*")] or list(offered(html))


# -- whole deals ---------------------------------------------------------------------------------------------------

PAIRS = [
    (name, level) for place, level in enumerate(PLAYERS) for name in (list(PRESETS) * 3)[place * 2 : place * 2 + 2]
]


@pytest.mark.parametrize(("rules", "level"), PAIRS)
def test_deals_against_every_level(rules, level):
    """To the end, with htmx and without: nothing hidden in any response, the result is that of the engine."""
    number = PAIRS.index((rules, level))
    player = Player(random.Random(number), htmx=bool(number % 2), worlds=0.02)
    wish = {"coach": ("silent", "asked", "warns")[number % 3], "counts": ("shown", "hidden")[number % 2]}
    wish["dealer"] = ("you", "opponent")[number % 2]

    game = player.play(player.begin(ruleset=rules, opponent=level, seed=str(number + 1), **wish))

    assert_result_is_right(game)
    assert (game.ruleset, game.opponent) == (rules, level)
    assert player.looked > 5


def test_every_level_and_preset_is_among_them():
    """The sample leaves nobody out."""
    assert {level for _rules, level in PAIRS} == set(PLAYERS) == set(NAMES) == set(ABOUT)
    assert {rules for rules, _level in PAIRS} == set(PRESETS)


@pytest.mark.parametrize("asked", ASKED)
def test_a_page_does_not_hang_on_hidden_cards(player, asked):
    """Word for word the same where the cards that nobody has seen lie elsewhere."""
    done = 0
    for seed in range(3):
        url = player.begin(seed=str(seed), opponent="cautious")
        html = player.page(url)
        for _ in range(4):
            if buttons := sensible(html):
                html = player.post(url, html, **dict([player.rng.choice(buttons)]))
        game = game_at(url)
        if game.finished is None:
            done += assert_same_in_other_world(game, player.rng, (asked,))

    assert done


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_asked_names_nothing_hidden(language):
    """At every moment of a deal each panel is opened; a name that slips into one of them is found."""
    player = Player(random.Random(4), language=language, worlds=0, asks=0, htmx=language in ("es", "hi"))
    url = player.begin(seed="12", coach="warns", opponent="cautious", dealer="opponent")
    html, looked = player.page(url), 0
    while looked < 12 and (buttons := sensible(html)):
        for asked in re.findall(r'name="do" value="(advice|why|cannot)"', html):
            html = player.post(url, html, do=asked)
            game = game_at(url)
            assert game.asked == asked
            secret = next(iter(set(view_of(history(game).deal, Seat.A).unseen) - may_be_named(game)), None)
            if secret is not None:
                with override(language), pytest.raises(AssertionError):
                    assert_nothing_hidden(game, f"{html}<p>{card_name(secret)}</p>", language)
                looked += 1
        html = player.post(url, html, **dict([player.rng.choice(buttons)]))
    assert looked >= 12


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_goes_wrong_and_what_is_logged_names_nothing_hidden(player, form, monkeypatch, settings):
    """Every kind of error while a deal is on, as page and as fragment; all that any logger has to say meanwhile."""
    url = player.begin(seed="123456789", dealer="opponent", opponent="cautious")
    player.page(url)
    game, lines = game_at(url), io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter({"text": Lines, "json": JsonLines}[form]())
    handler.addFilter(NamePages())
    root, before = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        statuses = {answer.status_code for answer in _all_go_wrong(player, game, monkeypatch, settings)}
    finally:
        root.removeHandler(handler)
        root.setLevel(before)

    assert statuses == {200, 400, 403, 404, 405, 429, 500}
    written = lines.getvalue()
    assert "play:game" in written
    assert "RuntimeError" in written
    assert game.key not in written
    assert_nothing_hidden(game, written)


def _all_go_wrong(player: Player, game: Game, monkeypatch, settings) -> Iterator[Any]:
    """Everything that can be asked for wrongly, each answer searched."""
    url = f"/en/play/{game.key}/"
    client, strict = player.client, Client(enforce_csrf_checks=True)
    client.raise_request_exception = strict.raise_request_exception = False
    strict.cookies = client.cookies
    hidden = next(iter(view_of(history(game).deal, Seat.A).unseen)).code

    def failing(*_args: object, **_more: object) -> None:
        raise RuntimeError(f"{hidden} lies there: {start_of(game)}")

    def asked(headers: dict[str, str]) -> Iterator[Any]:
        yield client.get(url, headers=headers)
        for fields in ({"seen": 0, "act": "B:KS"}, {"seen": "x"}, {"seen": 0, "do": "tell"}):
            yield client.post(url, fields, headers=headers)
        yield strict.post(url, {"seen": 0, "act": "A*"}, headers=headers)
        for rest in ("nothing/", "review/0/", "review/1/again/"):
            yield client.post(url + rest, headers=headers)
        yield client.get(url.replace(game.key, "nobodys"), headers=headers)
        for name in ("game_view", "services.act", "services.find"):
            with monkeypatch.context() as broken:
                broken.setattr(f"tutor.play.{'presenters.' * (name == 'game_view')}{name}", failing)
                yield client.post(
                    url, {"seen": 0, "act": "A:AH", "do": "undo" * (name == "game_view")}, headers=headers
                )
                yield client.get(url, headers=headers)
        settings.RATELIMIT_ENABLE = True
        with monkeypatch.context() as strictly:
            strictly.setitem(LIMITS, "deals", Limit("1/d", "1/d"))
            yield client.post(url, {"seen": 9, "do": "undo"}, headers=headers)
            yield client.post(url, {"seen": 9, "do": "undo"}, headers=headers)
        settings.RATELIMIT_ENABLE = False
        cache.clear()

    for headers in ({}, HTMX):
        for answer in asked(headers):
            if answer.status_code != 302:
                assert_nothing_hidden(game_at(url), answer.content.decode() + str(answer.headers))
                yield answer


def test_a_game_to_the_target(player):
    """Deal after deal, each with the score and the dealer that follow from the one before, until somebody has won."""
    url = player.begin(ruleset="classic66", length="game", opponent="random")
    for _ in range(30):
        game = player.play(url)
        assert_result_is_right(game)
        before, after = game, match_after(game)
        if after.winner is not None:
            break
        assert str(game.first_seed) not in player.page(url)
        response = player.client.post(url, {"seen": game.version, "do": "next"})
        url = response["Location"].partition("#")[0]
        game = game_at(url)
        assert (game.score_you, game.score_opponent) == after.score
        assert game.dealer == after.dealer.name
        assert game.number == before.number + 1
    assert after.winner is not None

    page = player.page(url)
    assert str(words.GAME_YOURS if after.winner is Seat.A else words.GAME_OPPONENTS) in page
    assert str(game.first_seed) in page
    assert game.number > 1


def test_next_deal_twice_is_one_deal(player):
    """The same button pressed twice leads to the same deal."""
    url = player.begin(length="game", opponent="random")
    game = player.play(url)
    where = {player.client.post(url, {"seen": game.version, "do": "next"})["Location"] for _ in range(2)}

    assert len(where) == 1
    assert Game.objects.count() == 2


# -- beginning -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_in_every_language(language):
    """Looking keeps nothing of anybody."""
    client = Client()
    page = read(client.get(f"/{language}/play/").content.decode().removeprefix("<!doctype html>"))

    assert {node.attrs["value"] for node in page.all("input", name="opponent")} == set(PLAYERS)
    assert {node.attrs["value"] for node in page.all("input", name="ruleset")} == {*PRESETS, "own"}
    assert not Visitor.objects.exists()
    assert "sessionid" not in client.cookies


def test_own_rules(player):
    """A ruleset as text is played with."""
    url = player.begin(ruleset="own", own="classic66;target=11")

    assert game_at(url).ruleset == "classic66;target=11"


def test_own_rules_with_a_fault(player):
    """The page says what is wrong with which field, keeps what was written, and deals nothing."""
    response = player.client.post("/en/play/", _form(ruleset="own", own="classic66;nonsense=1", seed="12a"))
    page = read(response.content.decode().removeprefix("<!doctype html>"))
    assert response.status_code == 400
    assert page.by_id("own-problem").text
    assert page.by_id("seed-problem").text == str(words.BAD_SEED)
    assert page.by_id("own").attrs["value"] == "classic66;nonsense=1"
    assert not Game.objects.exists()


def _form(**wish: str) -> dict[str, str]:
    usual = {"ruleset": "classic66", "opponent": "beginner", "coach": "asked", "counts": "shown"}
    return {**usual, "length": "deal", "dealer": "any", **wish}


@pytest.mark.parametrize("bad", [{"opponent": "nobody"}, {"coach": ""}, {"ruleset": "x"}, {"dealer": "A"}])
def test_a_form_that_no_page_sends(player, bad):
    """400, and nothing is dealt."""
    assert player.client.post("/en/play/", _form(**bad)).status_code == 400
    assert not Game.objects.exists()


@pytest.mark.parametrize("digits", ["123456", "١٢٣٤٥٦", "१२३४५६"])
def test_the_same_number_is_the_same_deal(player, digits):
    """For somebody else as well, and in any digits; the opponent does the same."""
    games = []
    for _ in range(2):
        player.client = Client()
        url = player.begin(seed=digits, opponent="sampling", dealer="you")
        html = player.page(url)
        player.post(url, html, card=next(value for name, value in offered(html) if name == "card"))
        games.append(game_at(url))

    assert games[0].actions == games[1].actions
    assert games[0].seed == 123456
    assert games[0].given


def test_the_link_to_the_same_cards(player):
    """It stands on the page once the deal is over, and begins the same deal."""
    url = player.begin(opponent="random", counts="hidden", coach="silent")
    game = player.play(url)
    page = main_of(player.page(url))
    again = page.by_id("same").attrs["href"]
    start = read(Client().get(again).content.decode().removeprefix("<!doctype html>"))
    chosen = {node.attrs["name"]: node.attrs["value"] for node in start.all("input") if "checked" in node.attrs}

    assert chosen == {
        "ruleset": "classic66",
        "opponent": "random",
        "counts": "hidden",
        "coach": "silent",
        "length": "deal",
        "dealer": "you" if game.dealer == "A" else "opponent",
    }
    assert start.by_id("seed").attrs["value"] == str(game.seed)


def test_points_shown_or_hidden_as_in_the_settings(player):
    """The setting is the default of the form."""
    player.client.post("/en/settings/", {"count": "hidden"})
    page = main_of(player.client.get("/en/play/").content.decode())

    assert "checked" in page.by_id("counts-hidden").attrs


# -- playing -------------------------------------------------------------------------------------------------------


def test_a_refused_action_tells_reason_and_rule(player):
    """Nothing changes, it is noted for the review, and the same page says why."""
    url = player.begin(seed="5", dealer="opponent")
    html = player.post(url, player.page(url), act="A~")
    game = game_at(url)

    assert tries_of(game) == ((0, read_action("A~")),)
    assert game.actions == ""
    assert main_of(html).one(cls="feedback").all("a", cls="rule-link")


def test_the_focus_goes_where_it_goes_on(player):
    """After a card to its place in the hand, after the last trick to the sentence about it, never to a claim."""
    player.htmx, found = True, Counter()
    for seed in range(12):
        url = player.begin(
            seed=str(seed), opponent=("random", "cautious")[seed % 2], ruleset=("classic66", "schnapsen")[seed % 3 % 2]
        )
        html = player.page(url)
        while buttons := sensible(html):
            name, value = player.rng.choice(buttons)
            hand = re.findall(r'id="card-(\w+)" name="card"', html)
            response = player.client.post(url, {"seen": seen_in(html), name: value}, headers=HTMX)
            html = response.content.decode()
            target = json.loads(response["HX-Trigger-After-Settle"])["sixtysix:focus"]["id"]
            assert f'id="{target}"' in html
            assert not re.search(rf'id="{target}" name="(?:act|weigh)" value="A\*"', html)
            after = re.findall(r'id="card-(\w+)" name="card"', html)
            now = history(game_at(url)).deal
            if target.startswith("card-"):
                place = hand.index(value) if name == "card" else 0
                assert target == f"card-{after[min(place, len(after) - 1)]}"
                found["same place"] += name == "card" and 0 < place < len(after)
            elif now.played_out and game_at(url).finished is None:
                assert target == "task"
                found["last trick"] += 1
            else:
                assert target in ("feedback", "warning") or re.search(rf'button--main" id="{target}"', html)
    assert found["same place"] > 10
    assert found["last trick"]


def test_what_is_read_aloud_is_whole_sentences(player):
    """A warning and each refusal are one sentence of a catalog with its action, so that every language ends it its own way."""
    url = player.begin(seed="5", dealer="opponent")
    player.htmx = True
    html = player.post(url, player.page(url), do="cannot")
    said = re.search(r'id="status"[^>]*>(.*?)</div>', html, re.S)[1]
    view = game_view(game_at(url))

    assert len(view.cannot) > 2
    for each in view.cannot:
        assert f"{each.heading}. The reason: {plain(each.says)}" in plain(html_words(said))
    with mock.patch.object(words, "_", lambda text: text.replace(".", "।")):
        assert game_view(game_at(url)).spoken.count("।") == len(view.cannot)
        assert words.warned_of("x").endswith("x।")


def test_no_action_of_the_opponent_can_be_sent(player):
    """400, and nothing changes."""
    url = player.begin(seed="5")
    seen = seen_in(player.page(url))
    for action in ("B:KS", "A:XX", "nonsense"):
        assert player.client.post(url, {"seen": seen, "act": action}).status_code == 400
    assert game_at(url).version == 0


@pytest.mark.parametrize("htmx", [False, True])
def test_a_doubled_or_stale_post_changes_nothing(player, htmx):
    """The second one says so."""
    url = player.begin(seed="5", dealer="opponent")
    html = player.page(url)
    card = next(value for name, value in offered(html) if name == "card")
    player.htmx = htmx
    player.post(url, html, card=card)
    after = Game.objects.values().get()
    again = player.post(url, html, card=card)

    assert Game.objects.values().get() == after
    assert str(answers.OLD_PAGE) in text_of(again)


def test_nothing_is_chosen(player):
    """A form without an action says so."""
    url = player.begin(seed="5", dealer="opponent")

    assert str(words.NOTHING_CHOSEN) in text_of(player.post(url, player.page(url)))


def test_a_deal_of_somebody_else(player):
    """Nobody else can open it."""
    url = player.begin()
    other = Client()
    other.post("/en/play/", _form())

    assert other.get(url).status_code == Client().get(url).status_code == 404
    assert player.client.get("/en/play/nothinghere/").status_code == 404


def test_the_browser_was_closed(player):
    """The deal stands in the list of the start, and is as it was."""
    url = player.begin(seed="5")
    before = main_of(player.page(url)).text
    again = Client()
    again.cookies["sessionid"] = player.client.cookies["sessionid"].value
    page = main_of(again.get("/en/play/").content.decode())

    assert page.one(cls="games").one("a").attrs["href"] == url
    assert main_of(again.get(url).content.decode()).text == before


@pytest.mark.parametrize("seed", ["1", "2"])
def test_undo_brings_the_same_future(player, seed):
    """Undone to the start and played again with the same actions, everything comes as before."""
    url = player.begin(seed=seed, opponent="sampling")
    html, done = player.page(url), []
    for _ in range(6):
        done.append(dict([player.rng.choice([each for each in sensible(html) if each[1] != "A@"])]))
        html = player.post(url, html, **done[-1])
    before = game_at(url)
    assert before.finished is None
    own = [text for text in before.actions.split() if text.startswith("A")]
    assert len(own) >= 3
    for _ in done:
        html = player.post(url, html, do="undo")
    assert not any(text.startswith("A") for text in game_at(url).actions.split())
    assert 'id="undo"' not in html
    for action in done:
        html = player.post(url, html, **action)
    after = game_at(url)

    assert after.with_undo
    assert not before.with_undo
    assert (after.actions, after.reasons) == (before.actions, before.reasons)
    assert str(words.WITH_UNDO) in text_of(html)


def test_a_deal_that_is_over_is_not_undone(player):
    """It stays as it has ended."""
    url = player.begin(seed="3", opponent="random")
    game = player.play(url)

    assert services.undo(game, game.version) is services.Became.STALE
    assert game_at(url).actions == game.actions


def test_a_strict_table(player):
    """No points, no tricks, no record of the deal; and no tip that hangs on the count."""
    url = player.begin(seed="7", counts="hidden", opponent="random")
    html = play_until(player, url, lambda html: game_at(url).actions.count(":") >= 6)
    page = main_of(html)

    assert page.all(cls="seat__count") == page.all(cls="game__log") == []
    assert "/position/?" not in html
    assert not re.search(r"\d+ points", page.text)
    shown = player.begin(seed="7", counts="shown", opponent="random")
    assert main_of(play_until(player, shown, lambda html: "seat__count" in html)).all(cls="game__log")


def test_the_claim_button_never_tells(player):
    """It is there by the rules of when a claim may be made, the same with 66 points and without."""
    found: dict[bool, str] = {}
    for seed in range(60):
        url = player.begin(seed=str(seed), counts="hidden", opponent="random")
        game = game_at(url)
        for deal in _careful(deal_of(game)):
            now = deal.history.deal
            if Claim(Seat.A) not in legal_actions(now) or now.led is not None or now.played_out:
                continue
            put(game, deal)
            game.save()
            html = found[now.counted[Seat.A] >= 66] = player.page(url)
            assert 'value="A*"' in html
            assert str(TIP_CLAIM) not in html
        if len(found) == 2:
            return
    raise AssertionError(found.keys())


def _careful(deal: PracticeDeal) -> Iterator[PracticeDeal]:
    """The deal at each turn of somebody who plays carefully and never claims."""
    while deal.outcome is None and deal.history.deal.to_act is Seat.A and not deal.history.deal.played_out:
        yield deal
        view = deal.view
        action = choose(view).action
        if isinstance(action, Claim | Close):
            action = next(each for each in own_actions(view) if isinstance(each, Play | Draw))
        deal = take(deal, write_action(action))


# -- the coach -----------------------------------------------------------------------------------------------------


def test_what_should_i_do(player):
    """An action with reasons, how sure that is, what the others lose; asking again closes it."""
    url = player.begin(seed="5", dealer="opponent")
    html = player.post(url, player.page(url), do="advice")
    panel = main_of(html).by_id("advice")
    advice = coach(deal_of(game_at(url)))

    assert re.search(r"Proved|Certain|Average over|Estimate from", panel.text)
    assert len(panel.all("dt")) == len(advice.options) - 1
    assert main_of(player.post(url, html, do="advice")).by_id("advice") is None


def test_a_silent_coach(player):
    """There is no button, and a form with the words of one is refused."""
    url = player.begin(coach="silent", seed="5")
    html = player.page(url)

    assert 'value="advice"' not in html
    assert player.client.post(url, {"seen": seen_in(html), "do": "advice"}).status_code == 400
    assert 'id="advice"' not in player.page(url)


def test_why_did_it_play_that(player):
    """Said of each action of the opponent since one's own last one, also of its very first."""
    url = player.begin(seed="5", dealer="you", opponent="cautious")
    page = main_of(player.post(url, player.page(url), do="why"))

    assert "Your opponent leads" in page.by_id("why").text
    assert game_at(url).reasons not in ("", ".")


def test_why_can_i_not(player):
    """Everything that does not stand now, each with its rule."""
    url = player.begin(seed="5", dealer="opponent")
    page = main_of(player.post(url, player.page(url), do="cannot"))

    assert page.by_id("cannot").all("a", cls="rule-link")


def test_the_coach_warns_before_a_mistake():
    """Once: the action is held back with the reason, and taken when it is sent again."""
    for seed in range(60):
        player = Player(random.Random(seed), worlds=0, asks=0)
        url = player.begin(seed=str(seed), coach="warns", opponent="cautious", dealer="opponent")
        deal = deal_of(game_at(url))
        worst = coach(deal).options[-1]
        html = player.post(url, player.page(url), act=write_action(worst.action))
        game = game_at(url)
        if worst.lost < 0.25 or deal.actions:
            continue
        assert game.held == write_action(worst.action)
        assert game.actions == " ".join(deal.actions)
        assert game.warned == [[0, worst.reasons[0].cause.value, game.held]]
        assert main_of(html).by_id("warning").text == str(words.WARNING)
        player.post(url, html, act=game.held)
        assert game_at(url).actions.split()[0] == game.held
        return
    raise AssertionError("no mistake found")


# -- keeping -------------------------------------------------------------------------------------------------------


def test_what_is_stored_names_no_hidden_card(player):
    """Ruleset, seed and actions, as text; the same deal comes out of them."""
    game = player.play(player.begin(seed="21", opponent="random"))
    start, actions = start_and_actions(game)

    assert not game.start
    assert history(game).start == start
    assert list(history(game).actions) == actions


def test_abandoned_deals_are_deleted(player):
    """After sixty days; what is finished stays."""
    url, over = player.begin(), player.begin(opponent="random")
    player.play(over)
    Game.objects.update(updated=timezone.now() - timedelta(days=61))
    call_command("tidy", verbosity=0)

    assert [game.key for game in Game.objects.all()] == [over.split("/")[3]]
    assert player.client.get(url).status_code == 404


def test_deals_come_along_to_an_account_and_go_with_it():
    """Signing up keeps them; a reset sets them aside and can be undone."""
    person = Person()
    person.post("play/", **_form())
    person.sign_up()
    assert person.open("play/").all(cls="games")
    person.post("progress/reset/")
    assert not person.open("play/").all(cls="games")
    person.post("progress/undo/")
    assert person.open("play/").all(cls="games")

    elsewhere = Person()
    elsewhere.post("play/", **_form(opponent="master"))
    elsewhere.sign_in(password=PASSWORD)
    assert len(elsewhere.open("play/").one(cls="games").all("li")) == 2


@pytest.mark.parametrize(("path", "most"), [("", 8), ("game", 8), ("part", 5)])
def test_queries(player, path, most, django_assert_max_num_queries):
    """Eight for a page, five for a part of one."""
    url = player.begin(seed="5", dealer="opponent")
    html = player.page(url)
    card = next(value for name, value in offered(html) if name == "card")
    player.page(url)
    with django_assert_max_num_queries(most):
        if path == "part":
            assert player.client.post(url, {"seen": 0, "card": card}, headers=HTMX).status_code == 200
        else:
            assert player.client.get(url if path else "/en/play/").status_code == 200


def test_every_preset_is_dealt_by_its_rules(player):
    """As many cards in hand as the ruleset says."""
    for name in PRESETS:
        page = main_of(player.page(player.begin(ruleset=name, dealer="opponent")))
        assert len(page.all("button", cls="card")) == preset(name).hand
