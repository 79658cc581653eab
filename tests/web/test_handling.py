"""How a table is handled: one press or two for a card, a question before closing and claiming, the table in words."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace

import pytest
from django.utils.translation import override

from engine.actions import Claim, Close
from engine.cards import Card, Suit
from engine.notation import read_action, write_action
from engine.policy import choose
from engine.referee import legal_actions
from engine.ruleset import PRESETS, preset
from engine.scoring import Closing
from engine.seats import Seat
from engine.view import view_of
from tests.conftest import LANGUAGES
from tests.web.course import HTMX, PLACES, Place
from tests.web.markup import read
from tests.web.people import Person
from tests.web.player import Player, assert_nothing_hidden, game_at
from tutor.learners.models import StepProgress
from tutor.play import presenters, services
from tutor.play.deals import history
from tutor.play.services import MOST_TRIES
from tutor.web.table import (
    cards_table,
    counts_table,
    empty_table,
    open_deal_table,
    table_of,
    trick_table,
    undealt_table,
)
from tutor.web.table_words import lines
from tutor.wording import play as words
from tutor.wording.cards import CARD_NAMES, card_name

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[True, False], ids=["htmx", "no-scripts"])
def player(request):
    """Somebody who plays, with htmx and without."""
    return Player(random.Random(66), htmx=request.param, worlds=0, asks=0)


def chosen(player: Player, **settings: str) -> Player:
    """The same player with other settings."""
    player.client.post("/en/settings/", settings)
    return player


def part(html: str):
    """A page or a part of one, to be asked."""
    return read(f"<main>{html.removeprefix('<!doctype html>')}</main>")


def until(player: Player, kind: type, **wish: str) -> tuple[str, str]:
    """The address and the page of a deal in which an action of a kind is offered."""
    for seed in range(40):
        url = player.begin(seed=str(seed), **wish)
        html = player.page(url)
        for _ in range(30):
            game = game_at(url)
            if game.finished is not None:
                break
            if any(isinstance(read_action(text), kind) for text in re.findall(r'name="weigh" value="([^"]+)"', html)):
                return url, html
            cards = re.findall(r'name="(card)" value="([^"]+)"', html)
            acts = [each for each in re.findall(r'name="(act)" value="([^"]+)"', html) if not each[1].endswith("*")]
            html = player.post(url, html, **dict([player.rng.choice(cards or acts)]))
    raise AssertionError("it was never offered")


# -- closing and claiming ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Close, Claim], ids=["close", "claim"])
def test_it_is_asked_first(player, kind):
    """The first press says what is at stake, with its rule; the second does it, or nothing at all is done."""
    url, html = until(player, kind)
    before = game_at(url)
    text = write_action(kind(Seat.A))

    html = player.post(url, html, weigh=text)

    asked, page = game_at(url), part(html)
    assert (asked.actions, asked.held, asked.version) == (before.actions, text, before.version + 1)
    assert page.by_id("warning").text == str(words.SURE)
    risk, rule = words.RISKS[kind]
    assert str(risk) in page.text
    assert any(rule in link.attrs["href"] for link in page.all("a", "rule-link"))

    left = player.post(url, html, do="leave")
    assert game_at(url).held == ""
    assert game_at(url).actions == before.actions
    assert part(left).by_id("warning") is None

    html = player.post(url, left, weigh=text)
    player.post(url, html, act=part(html).by_id("insist").attrs["value"])
    assert game_at(url).actions.startswith(f"{before.actions} {text}".strip())


@pytest.mark.parametrize(
    ("closed_by", "rule"),
    [
        pytest.param(None, "claim.wrong", id="nobody-has-closed"),
        pytest.param(Seat.A, "close.wrong", id="learner-has-closed"),
        pytest.param(Seat.B, "claim.wrong", id="opponent-has-closed"),
    ],
)
def test_the_rule_of_a_claim_after_a_closing(closed_by, rule):
    """A22: for the player who has closed another rule says what a wrong claim costs; the clause itself says so."""
    closing = None if closed_by is None else Closing(closed_by, (20, 20), (1, 1))
    now = SimpleNamespace(closing=closing, trump=Suit.HEARTS)
    deal = SimpleNamespace(history=SimpleNamespace(deal=now), rules=preset("classic66"))

    asked = presenters._weighed(SimpleNamespace(held="A*"), deal)

    assert asked.rule.rule == rule
    assert str(words.RISKS[Claim][0]) in asked.spoken


def test_the_question_does_not_tell_whether_one_has_66(player):
    """Word for word the same with 66 and without, at a strict table; somebody careful plays until both have come about."""
    said: dict[bool, set[str]] = {}
    for seed in range(40):
        url = player.begin(seed=str(seed), counts="hidden", opponent="random")
        html = player.page(url)
        while game_at(url).finished is None:
            deal = history(game_at(url)).deal
            action = choose(view_of(deal, Seat.A)).action
            if Claim(Seat.A) in legal_actions(deal):
                html = player.post(url, html, weigh="A*")
                panel = part(html).by_id("panel").one("div", "feedback")
                said.setdefault(isinstance(action, Claim), set()).add(panel.text)
                if isinstance(action, Claim):
                    break
                html = player.post(url, html, do="leave")
            if deal.to_act is not Seat.A or deal.played_out:
                break
            html = player.post(url, html, act=write_action(action))
        if len(said) == 2:
            break
    assert said.keys() == {True, False}
    assert said[True] == said[False]
    assert len(said[True]) == 1


def test_whoever_wants_can_do_it_at_once(player):
    """With the setting there is one press."""
    url, _html = until(player, Close)
    chosen(player, sure="straight")
    html = player.page(url)

    assert 'name="weigh"' not in html
    text = write_action(Close(Seat.A))
    assert f'name="act" value="{text}"' in html
    player.post(url, html, act=text)
    assert text in game_at(url).actions.split()


def test_the_coach_warns_in_the_place_of_the_question(player):
    """Not both: a warning asks as well. It counts among what the coach had to say, the question does not."""
    seen = set()
    for seed in range(4):
        url, html = until(player, Close, coach="warns", dealer=("you", "opponent")[seed % 2])
        html = player.post(url, html, weigh=write_action(Close(Seat.A)))
        game, page = game_at(url), part(html)
        heading = page.by_id("warning").text
        assert (heading == str(words.WARNING)) == bool(game.warned)
        assert (page.by_id("leave") is None) == bool(game.warned)
        seen.add(heading)
        player.rng = random.Random(seed)
        if len(seen) == 2:
            break
    assert str(words.WARNING) in seen


@pytest.mark.parametrize("text", ["A*", "A:9C", "B*", "zzz", "A@"])
def test_what_is_weighed_and_cannot_be(text):
    """Refused as if it had been tried; what is no action at all is answered with 400, and the deal stays."""
    player = Player(random.Random(1), worlds=0, asks=0)
    url = player.begin(seed="5", dealer="opponent")
    before = game_at(url)
    response = player.client.post(url, {"seen": before.version, "weigh": text})

    assert response.status_code in (302, 400)
    after = game_at(url)
    assert after.actions == before.actions
    assert after.held in ("", text)
    assert (after.held == "") or response.status_code == 302


def test_the_latest_warning_is_kept():
    """However often the coach has warned before: the page must be able to tell what it warns of."""
    player = Player(random.Random(1), worlds=0, asks=0)
    url, html = until(player, Close, coach="warns")
    game = game_at(url)
    game.warned = [[0, "search_lower", "A:9C"]] * MOST_TRIES
    game.save()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "warning", lambda *_: "search_lower")
        html = player.post(url, html, weigh=write_action(Close(Seat.A)))

    assert part(html).by_id("warning").text == str(words.WARNING)
    assert len(game_at(url).warned) == MOST_TRIES


# -- two presses ---------------------------------------------------------------------------------------------------

BY_PRESS = [place for place in PLACES if place.kind.hand_mode == "buttons"]


@pytest.mark.parametrize("place", BY_PRESS, ids=lambda place: place.id)
def test_a_card_is_chosen_and_then_played(place: Place):
    """Radio buttons of the same name and ids; Enter presses the button that plays, since it is the first of the form."""
    ana = Person()
    path = place.path().removeprefix("/en/")
    plain = ana.open(path)
    ana.post("settings/", press="twice")
    page = ana.open(path)
    form = page.by_id("answer-form")

    radios = form.all("input", type="radio", name="card")
    assert [radio.attrs["id"] for radio in radios] == [
        card.attrs["id"] for card in plain.by_id("answer-form").all("button", name="card")
    ]
    assert radios
    assert all(radio.attrs["aria-label"] for radio in radios)
    first = next(node for node in form.walk() if node.tag == "button")
    assert "visually-hidden" in first.classes
    assert page.by_id("play-card").attrs["hx-post"] == form.attrs["action"]

    response = ana.client.post(form.attrs["action"], {"seen": 0, "act": ""}, headers=HTMX)
    assert 'id="notice"' in response.content.decode()
    assert not StepProgress.objects.filter(solved=True)


def test_a_chosen_card_is_not_played_by_another_button(player):
    """What was chosen goes along with every button of the form: only its own button plays it."""
    url, html = until(chosen(player, press="twice"), Close)
    card = part(html).all("input", type="radio", name="card")[0].attrs["value"]
    before = game_at(url).actions

    html = player.post(url, html, card=card, weigh=write_action(Close(Seat.A)))
    assert game_at(url).held == write_action(Close(Seat.A))
    html = player.post(url, html, card=card, do="cannot")
    assert game_at(url).actions == before
    html = player.post(url, html, card=card, act=write_action(Close(Seat.A)))
    assert game_at(url).actions.startswith(f"{before} {write_action(Close(Seat.A))}".strip())
    html = player.post(url, html, act="", card=part(html).all("input", type="radio", name="card")[0].attrs["value"])
    assert len(game_at(url).actions) > len(before) + 3


def test_nothing_chosen_in_a_deal(player):
    """It is said, in the practice room and in the deal of the course, and nothing else happens."""
    chosen(player, press="twice")
    url = player.begin(seed="5", dealer="opponent")
    html = player.post(url, player.page(url), act="")
    assert part(html).by_id("notice").text == str(words.NOTHING_CHOSEN)

    url = "/en/learn/a-whole-deal/6/"
    player.client.post(url, {"seen": 0, "do": "retry"})
    headers = HTMX if player.htmx else {}
    response = player.client.post(url, {"seen": 1, "act": ""}, headers=headers)
    if not player.htmx:
        response = player.client.get(response["Location"].partition("#")[0])
    page = part(response.content.decode())
    assert page.by_id("notice").text == str(words.NOTHING_CHOSEN)
    assert page.by_id("play-card") is not None
    assert b'id="notice"' not in player.client.get(url).content


# -- the table in words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_words_say_what_the_table_shows(preset, language):
    """Every card of one's own by its whole name, once, trumps first; no card that is hidden; the opponent's are counted."""
    player = Player(random.Random(preset), language=language, worlds=0, asks=0)
    url = player.begin(ruleset=preset, opponent="cautious", seed="7")
    html, looked = player.page(url), 0
    for _ in range(60):
        game = game_at(url)
        if game.finished is not None:
            break
        deal = history(game).deal
        view = view_of(deal, Seat.A)
        with override(language):
            said = lines(table_of(view))
            text = "\n".join(said)
            names = {card: card_name(card) for card in view.hand}
            assert all(text.count(name) >= 1 for name in names.values())
            hands = [line for line in said if any(name in line for name in names.values())]
            trumps = [card for card in view.hand if card.suit is view.trump]
            own = [line for line in hands if all(names[card] in line for card in trumps)]
            if trumps:
                assert said.index(own[0]) <= min(said.index(line) for line in hands if line not in said[:2])
            unseen = {card_name(card) for card in view.unseen} - {str(CARD_NAMES[card.code]) for card in view.known}
            assert not [name for name in unseen if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
        shown = part(html).by_id("words")
        assert [line.text for line in shown.all("li")] == [" ".join(line.split()) for line in said]
        assert_nothing_hidden(game, html, language)
        looked += 1
        buttons = re.findall(r'name="(card|act)" value="([^"]+)"', html)
        html = player.post(url, html, **dict([player.rng.choice([b for b in buttons if not b[1].endswith("*")])]))
    assert looked > 5


def test_open_hands_are_said(player):
    """At the end of a deal both hands lie open, and the words say so."""
    url = player.begin(seed="5", dealer="opponent")
    deal = history(game_at(url)).deal
    said = "\n".join(lines(open_deal_table(deal, Seat.A)))

    assert all(card_name(card) in said for card in deal.hands[Seat.B])
    assert "cards in hand" not in said


@pytest.mark.parametrize("trump", list(Suit), ids=lambda suit: suit.value)
def test_trumps_come_first(trump):
    """Whatever the suit."""
    from engine.dealing import deal as deal_out
    from engine.match import Match

    dealt = (deal_out(Match.start(PRESETS["classic66"]), random.Random(seed)) for seed in range(200))
    view = next(
        v for v in (view_of(d, Seat.A) for d in dealt) if v.trump is trump and any(c.suit is trump for c in v.hand)
    )
    said = [line for line in lines(table_of(view)) if line.startswith("In your hand")]

    assert said[0].startswith("In your hand, trumps: ")
    assert sum(line.count(" of ") for line in said) == len(view.hand)
    assert {Card.parse(code) for code, name in CARD_NAMES.items() if str(name) in " ".join(said)} == set(view.hand)


BARE = [
    pytest.param(empty_table(), id="nothing"),
    pytest.param(undealt_table(24), id="the-pack"),
    pytest.param(counts_table((20, 30), (1, 2)), id="counts"),
    pytest.param(cards_table([Card.parse("AS"), Card.parse("TD")]), id="cards"),
    pytest.param(trick_table(Seat.A, Card.parse("AS"), Card.parse("9S"), Suit.HEARTS), id="a-trick"),
]


@pytest.mark.parametrize("table", BARE)
def test_nothing_is_said_of_a_table_without_a_hand(table):
    """Where a trick lies and nothing else, the picture has its names already."""
    assert lines(table) == ()


def test_words_lead_to_the_keys(ana):
    """The list of single keys is one link from each table; it names those that the script hears."""
    page = ana.open("position/?rules=classic66")
    link = page.by_id("keys-help")
    assert link.attrs["href"] == "/en/accessibility/#keys"
    listed = [key.text for key in ana.open("accessibility/").all("kbd")]

    assert listed == ["1 – 6", "M", "X", "C", "O", "H", "R", "?"]
