"""The explorer: any position, what may be done in it and why the rest may not, playing on, building one."""

from __future__ import annotations

import random
import re
from functools import cache
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.actions import Action, Play
from engine.deal import Deal
from engine.errors import Fault
from engine.notation import read, read_action, url_form, write, write_action, write_view
from engine.referee import legal_actions, refusal
from engine.ruleset import CLASSIC, PRESETS, Ruleset, parse, preset
from engine.seats import Seat
from engine.view import view_of
from tests.conftest import LANGUAGES
from tests.engine.walks import positions, start
from tests.web.markup import Node
from tests.web.markup import read as read_page
from tutor.content.position_links import position_link
from tutor.positions.building import build, draft_of
from tutor.positions.forms import values_of
from tutor.wording.faults import BUILD_FAULTS, FAULTS
from tutor.wording.refusals import HEADINGS

pytestmark = pytest.mark.django_db

STRICT = "KC9CADKS/KDQHAS - C B:QC 29.3.0/51.5.0 - A0-0 -"
OPEN = "9CTDKHQHASJS/ADTHJHTSQS9S ACQD9DQC9HKCTCKSAHJCJD.KD D A 0.0.0/0.0.0 - B0-0 -"


def page_at(path: str, status: int = 200) -> Node:
    """Open a page."""
    response = Client().get(path)
    assert response.status_code == status, path
    return read_page(response.content)


@cache
def ids_of(path: str) -> frozenset[str]:
    """The ids of a page that is the same for everybody."""
    return frozenset(page_at(path).ids)


def some_positions(rules: Ruleset, count: int) -> list[Deal]:
    """Positions of deals played by chance, the ends left out."""
    rng = random.Random(f"{rules}")
    found = [deal for seed in range(12) for deal in positions(start(rules, seed), rng) if not deal.over]
    return rng.sample(found, count)


def asked(url: str) -> tuple[Ruleset, Deal, tuple[Action, ...]]:
    """Read an address of the explorer back."""
    query = parse_qs(urlsplit(url).query)
    rules = parse(query["rules"][0])
    deal = read(query["p"][0], rules)
    assert isinstance(deal, Deal)
    done = query.get("do", [""])[0]
    return rules, deal, tuple(read_action(text) for text in done.split(",")) if done else ()


@pytest.mark.parametrize("name", PRESETS)
def test_what_may_be_done_and_why_the_rest_may_not(name):
    """The links are just the legal actions; every other card and act has its reason with the rule behind it."""
    for deal in some_positions(preset(name), 12):
        page = page_at(position_link(deal, "en"))
        links = [asked(link.attrs["href"]) for link in page.all("ul", "acts") for link in link.all("a")]
        assert {actions for _rules, _deal, actions in links} == {(action,) for action in legal_actions(deal)}
        assert all(there == deal for _rules, there, _actions in links)
        tries = (refusal(deal, Play(deal.to_act, card)) for card in deal.hands[deal.to_act])
        refused = [each for each in tries if each is not None]
        told = page.one("ul", "refusals").text if page.all("ul", "refusals") else ""
        for each in refused:
            assert str(HEADINGS[each.act]) in told
        for link in page.all("ul", "refusals"):
            for rule in link.all("a", "rule-link"):
                path, _hash, anchor = rule.attrs["href"].partition("#")
                assert anchor in ids_of(path)


def test_a_card_that_may_not_be_played():
    """Pressed all the same: the reason and its rule, and the same position; one that may is played."""
    url = position_link(read(STRICT, CLASSIC), "en")

    refused = page_at(f"{url}&card=9C")
    told = refused.by_id("refused")
    assert told.one("h2").text == "Not allowed: playing this card"
    assert "you must beat the card led" in told.text
    assert told.one("a", "rule-link").attrs["href"] == "/en/rules/strict/#strict.head"
    played = Client().get(f"{url}&card=KC")
    assert played.status_code == 302
    assert asked(played["Location"])[2] == (read_action("A:KC"),)


@pytest.mark.parametrize("name", PRESETS)
def test_a_whole_deal_by_links(name):
    """From the first lead to the end by pressing links; then back to the start and forward again."""
    rng, path = random.Random(name), f"/en/position/?rules={name}"
    pages = 0
    for _ in range(90):
        page = page_at(path)
        pages += 1
        links = [link.attrs["href"] for acts in page.all("ul", "acts") for link in acts.all("a")]
        if not links:
            break
        path = rng.choice([link for link in links if "*" not in link.rpartition("do=")[2]] or links)
    assert pages > 10
    assert page.by_id("ended")
    assert "game point" in page.by_id("ended").text
    steps = len(page.one("ol", "done").elements)
    assert steps == pages - 1
    back = page
    for left in range(steps - 1, -1, -1):
        back = page_at(back.by_id("back").attrs["href"])
        current = back.one("ol", "done").all("a")
        marked = [at for at, link in enumerate(current, 1) if link.attrs.get("aria-current")]
        assert marked == ([left] if left else [])
    assert back.by_id("back") is None
    assert back.by_id("forward")


def test_a_new_action_forgets_what_came_after():
    """Back by one, something else done: the old way is gone."""
    page = page_at(f"/en/position/?rules=classic66&p={url_form(OPEN)}&do=A:9C,B:9S,A!&at=0")

    for link in page.one("ul", "acts").all("a"):
        assert len(asked(link.attrs["href"])[2]) == 1


@pytest.mark.parametrize("seat", list(Seat))
def test_views_stay_views(seat):
    """What a seat does not know is on no page and in no link, until the reader asks for a deal of the rest."""
    deal = read(OPEN, CLASSIC)
    assert isinstance(deal, Deal)
    view = view_of(deal, seat)
    url = position_link(view, "en")
    html = Client().get(url).content.decode()
    page = read_page(html)

    assert page.by_id("unknown")
    shown = {node.attrs["href"].partition("#")[2] for node in page.by_id("table").all("use")}
    assert not shown & {card.code for card in view.unseen}
    if seat is deal.to_act:
        assert page.one("ul", "acts").all("a")
    deals = [link.attrs["href"] for link in page.by_id("unknown").all("a")]
    assert len(set(deals)) == 2
    for link in deals:
        _rules, dealt, _done = asked(link)
        assert view_of(dealt, seat) == view
        assert page_at(link).one("ul", "acts").all("a")
    assert [link.attrs["href"] for link in page_at(url).by_id("unknown").all("a")] == deals


def test_a_view_goes_as_far_as_it_can():
    """An own lead is played; then the other hand would have to be known."""
    deal = read(OPEN, CLASSIC)
    assert isinstance(deal, Deal)
    url = position_link(view_of(deal, Seat.A), "en")

    led = page_at(f"{url}&do=A:AS")
    assert not led.all("ul", "acts")
    assert led.by_id("unknown")
    assert Client().get(f"{url}&do=A:AS,B:9S").status_code == 400


BAD = [
    pytest.param("rules=whist", id="rules"),
    pytest.param("rules=classic66&p=x", id="notation"),
    pytest.param(f"p={url_form(STRICT).replace('KDQHAS', 'KCQHAS')}", id="card-twice"),
    pytest.param(f"p={url_form(STRICT).replace('29.3.0', '30.3.0')}", id="points"),
    pytest.param(f"p={url_form(STRICT)}&do=A:9C", id="illegal-action"),
    pytest.param(f"p={url_form(STRICT)}&do=A:KC,", id="half-an-action"),
    pytest.param(f"p={url_form(STRICT)}&at=1", id="step-that-is-not-there"),
    pytest.param(f"p={url_form(STRICT)}&at=x", id="no-step"),
    pytest.param(f"p={url_form(STRICT)}&card=QQ", id="no-card"),
    pytest.param("p=" + "A" * 4000, id="long"),
    pytest.param("do=" + "A!," * 500, id="many"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", BAD)
def test_bad_links(query, language):
    """400 in the language of the reader, with what is wrong."""
    response = Client().get(f"/{language}/position/?{query}")

    assert response.status_code == 400
    page = read_page(response.content)
    assert page.one("html").attrs["lang"] == language
    assert len(page.one("main").all("p")) >= 2 or "QQ" in query


@given(st.text(max_size=60), st.text(max_size=30), st.text(max_size=4))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_address_breaks_it(written, done, at):
    """Read or refused, never a failure."""
    response = Client().get("/en/position/", {"p": written, "do": done, "at": at, "rules": "classic66"})

    assert response.status_code in (200, 400)


def test_if_the_deal_ended_now():
    """What a claim of either player would be worth."""
    page = page_at(
        position_link(read("JH9HJS/ACKHKS KCJCQHAHQCQDTD.9S S A 35.2.0/26.3.0 B@0.0/12.2 A0-0 -", CLASSIC), "en")
    )

    told = page.by_id("endings")
    assert [head.text for head in told.all("h3")] == ["If you claimed 66 now", "If your opponent claimed 66 now"]
    assert "Your opponent scores 3 game points." in told.text or "Your opponent scores 2 game points." in told.text


def test_the_same_cards_under_other_rules():
    """Presets under which the position can occur; a pack of 20 is none of them."""
    page = page_at(position_link(read(STRICT, CLASSIC), "en"))

    links = page.all("a", "chip")
    names = [parse_qs(urlsplit(link.attrs["href"]).query)["rules"][0] for link in links]
    assert names == ["classic66", "eight66", "pagat66", "santase"]
    eight = page_at(links[1].attrs["href"])
    assert "nine of clubs" in eight.one("ul", "acts").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_in_a_language(language):
    """The helper makes links in any language; the page is the same position."""
    deal = read(STRICT, CLASSIC)
    assert isinstance(deal, Deal)
    url = position_link(deal, language, done=(read_action("A:KC"),))

    assert url.startswith(f"/{language}/position/?rules=classic66&p=KC9CADKS/KDQHAS_-_C_B:QC_")
    assert url.endswith("&do=A:KC")
    assert page_at(url).one("html").attrs["lang"] == language
    with override(language):
        assert position_link(deal) == url.removesuffix("&do=A:KC")


# -- the form ------------------------------------------------------------------------------------------------------


def filled(page: Node) -> dict[str, str]:
    """What a browser would send: the fields of the form as they are."""
    form = page.one("form")
    fields = {box.attrs["name"]: box.attrs.get("value", "") for box in form.all("input")}
    for box in form.all("select"):
        chosen = [option.attrs["value"] for option in box.all("option") if "selected" in option.attrs]
        fields[box.attrs["name"]] = (chosen or [box.all("option")[0].attrs["value"]])[0]
    return {**fields, "build": "1"}


@pytest.mark.parametrize("name", PRESETS)
def test_from_a_position_to_the_form_and_back(name):
    """The form that a position fills builds the same position: cards, points, tricks, closing, marriages."""
    rules = preset(name)
    for deal in some_positions(rules, 25):
        page = page_at(f"/en/position/build/?rules={name}&p={url_form(write(deal))}")
        response = Client().get("/en/position/build/", filled(page))
        assert response.status_code == 302, write(deal)
        _rules, built, _done = asked(response["Location"])
        assert (built.hands, built.stock, built.turned, built.led) == (deal.hands, deal.stock, deal.turned, deal.led)
        assert (built.counted, built.tricks, built.pending) == (deal.counted, deal.tricks, deal.pending)
        assert (built.closing, built.announced, built.before_draw) == (deal.closing, deal.announced, deal.before_draw)
        assert (built.on_lead, built.dealer, built.score) == (deal.on_lead, deal.dealer, deal.score)


def test_every_card_is_a_list_with_its_name():
    """24 lists, or 20, in the order of the pack."""
    page = page_at("/en/position/build/")
    lists = [box for box in page.all("select") if box.attrs["name"].startswith("card_")]

    assert [box.attrs["name"] for box in lists] == [f"card_{card}" for card in CLASSIC.pack]
    assert {len(box.all("option")) for box in lists} == {7}
    labels = {label.attrs["for"]: label.text for label in page.all("label")}
    assert labels["card_TH"] == "ten of hearts"
    assert (
        len(
            [
                box
                for box in page_at("/en/position/build/?rules=schnapsen").all("select")
                if "card_" in box.attrs["name"]
            ]
        )
        == 20
    )


START = values_of(draft_of(read(OPEN, CLASSIC)))

WRONG = [
    pytest.param({"card_9C": "stock"}, FAULTS[Fault.ODD_STOCK], id="odd-stock"),
    pytest.param(
        {"card_9C": "theirs"}, "Your hand has the wrong number of cards. Cards now: 5. Cards needed: 6.", id="hand"
    ),
    pytest.param({"card_AC": "turned"}, BUILD_FAULTS["several-face-up"], id="two-face-up"),
    pytest.param({"card_9C": "led", "card_TD": "led"}, BUILD_FAULTS["several-led"], id="two-led"),
    pytest.param({"card_9C": "my-tricks"}, BUILD_FAULTS["half-a-trick"], id="half-a-trick"),
    pytest.param({"trump": "S"}, FAULTS[Fault.FACE_UP_SUIT], id="other-trumps"),
    pytest.param({"dealer": "you"}, FAULTS[Fault.DEALER_LEADS], id="dealer-leads"),
    pytest.param({"announced": "C"}, FAULTS[Fault.MARRIAGE_CARDS], id="no-marriage"),
    pytest.param({"announced": "H"}, FAULTS[Fault.PENDING_MISSING], id="marriage-without-points"),
    pytest.param({"marriages_you": "30"}, FAULTS[Fault.PENDING_SIZE], id="odd-points"),
    pytest.param({"closed": "opponent"}, FAULTS[Fault.CLOSED_EARLY], id="closed-by-the-other"),
    pytest.param({"closed": "you", "tricks_closed_you": "4"}, FAULTS[Fault.CLOSED_STOCK_SIZE], id="closed-later"),
    pytest.param({"game_you": "7"}, FAULTS[Fault.GAME_ENDED], id="game-over"),
]


@pytest.mark.parametrize(("changed", "sentence"), WRONG)
def test_what_cannot_be_is_said_in_words(changed, sentence):
    """One sentence says what is wrong; everything that was filled in is still there."""
    fields = {**START, "rules": "classic66", **changed, "build": "1"}

    page = page_at("/en/position/build/?" + "&".join(f"{name}={value}" for name, value in fields.items()))

    assert str(sentence) in page.by_id("problem").text
    assert filled(page) == fields


@pytest.mark.parametrize("broken", [{"card_9C": "pocket"}, {"lead": "nobody"}, {"order": "x"}, {"trump": ""}])
def test_a_list_with_a_value_that_it_does_not_offer(broken):
    """No page of ours sends it; the form says so and nothing fails."""
    page = page_at("/en/position/build/?" + "&".join(f"{n}={v}" for n, v in {**START, "build": "1", **broken}.items()))

    assert "Choose one of the values" in page.by_id("problem").text


def test_a_number_that_is_none():
    """The field says so; nothing else is lost. Digits of other scripts are digits."""
    fields = {**START, "rules": "classic66", "build": "1"}

    page = page_at(
        "/en/position/build/?" + "&".join(f"{n}={v}" for n, v in {**fields, "marriages_you": "many"}.items())
    )
    assert "whole number" in page.by_id("marriages_you-error").text
    assert page.by_id("marriages_you").attrs["value"] == "many"
    for digits in ("20", "٢٠", "२०", "۲۰"):
        response = Client().get("/en/position/build/", {**fields, "announced": "H", "marriages_you": digits})
        assert response.status_code == 302
        assert asked(response["Location"])[1].pending == (20, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_words(language):
    """Each fault of the engine in every language."""
    with override(language):
        words = [str(words) for words in FAULTS.values()]

    assert set(FAULTS) | {Fault.HAND_SIZE} == set(Fault)
    assert all(re.search(r"\w", text) for text in words)


def test_waiting_for_a_draw_follows_from_the_cards():
    """Hands a card short: nobody has to say that the draw is due."""
    deal = next(deal for deal in some_positions(CLASSIC, 60) if deal.before_draw)

    assert build(draft_of(deal)).before_draw


def test_hidden_cards_are_not_shown_in_text_form():
    """The line in the notation of a view has its question marks."""
    deal = read(OPEN, CLASSIC)
    assert isinstance(deal, Deal)
    page = page_at(position_link(view_of(deal, Seat.A), "en"))

    assert page.one("code", "notation").text == write_view(view_of(deal, Seat.A))


def test_write_action_is_read_back():
    """What stands in addresses is the notation of the engine."""
    for action in legal_actions(read(OPEN, CLASSIC)):
        assert read_action(write_action(action)) == action
