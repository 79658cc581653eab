"""A visitor who plays whole deals over HTTP, reads every page, and looks in each of them for what nobody may know."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.test import Client
from django.utils.translation import override

from engine.cards import Card
from engine.deal import Deal
from engine.dealing import deal as deal_out
from engine.effects import unclaimed_outcome
from engine.history import IllegalHistory, replay
from engine.match import Match
from engine.notation import read, read_action, write, write_action
from engine.ruleset import parse
from engine.seats import Seat
from engine.view import View, view_of
from tutor.exercises.deals import coach
from tutor.play import thinking
from tutor.play.advising import thought_key
from tutor.play.deals import deal_of, history
from tutor.play.models import Game
from tutor.play.presenters import game_view
from tutor.wording.cards import card_name

HTMX = {"HX-Request": "true"}
CODE = re.compile(r"(?<![A-Za-z0-9])([ATKQJ9][SHDC])(?![A-Za-z0-9])")
ASKED = ("", "advice", "cannot", "why")
"""What can stand open on the page of a deal."""
MOST = 400


@dataclass
class Player:
    """One visitor. ``times``: seconds of each post; ``looked``: responses that were searched."""

    rng: random.Random
    language: str = "en"
    htmx: bool = False
    worlds: float = 0.1
    """How often a page is held against another world."""
    asks: float = 0.2
    """How often something else is done than playing: asking, undoing."""
    client: Client = field(default_factory=Client)
    times: list[float] = field(default_factory=list)
    looked: int = 0
    compared: int = 0

    def begin(self, **wish: Any) -> str:
        """Begin a deal; return its address."""
        usual = {"ruleset": "classic66", "opponent": "beginner", "coach": "asked", "counts": "shown"}
        form = {**usual, "length": "deal", "dealer": "any", **wish}
        response = self.client.post(f"/{self.language}/play/", form)
        assert response.status_code == 302, response.content.decode()[-4000:]
        assert_nothing_hidden(game_at(response["Location"]), str(response.headers), self.language)
        return str(response["Location"]).partition("#")[0]

    def page(self, url: str) -> str:
        """Open the page of a deal."""
        response = self.client.get(url.partition("#")[0])
        assert response.status_code == 200
        self.look(response, url)
        return str(response.content.decode())

    def post(self, url: str, html: str, **fields: str) -> str:
        """Send what a button sends; return the page or the part of it that answers."""
        began = time.perf_counter()
        headers = HTMX if self.htmx else {}
        response = self.client.post(url, {"seen": seen_in(html), **fields}, headers=headers)
        self.times.append(time.perf_counter() - began)
        if response.status_code == 302 and not self.htmx:
            self.look(response, url)
            return self.page(response["Location"])
        assert response.status_code == 200, response.content.decode()[:3000]
        self.look(response, url)
        return str(response.content.decode())

    def play(self, url: str, html: str = "") -> Game:
        """Play a deal to its end as anybody might; return it."""
        html = html or self.page(url)
        for _ in range(MOST):
            buttons = list(offered(html))
            if not buttons:
                return game_at(url)
            html = self.post(url, html, **self._pick(buttons, html))
        raise AssertionError("the deal does not end")

    def _pick(self, buttons: list[tuple[str, str]], html: str) -> dict[str, str]:
        asks = re.findall(r'name="do" value="(advice|why|cannot|undo)"', html)
        if asks and self.rng.random() < self.asks:
            return {"do": self.rng.choice(asks)}
        meant = re.search(r'id="insist" name="act" value="([^"]+)"', html)
        if meant and self.rng.random() < 0.7:
            return {"act": meant.group(1)}
        # A wrong claim ends a deal at once, so few are made.
        few = [button for button in buttons if not button[1].endswith("*") or self.rng.random() < 0.05]
        return dict([self.rng.choice(few or buttons)])

    def look(self, response: Any, url: str) -> None:
        """Search a response for what the seat cannot know."""
        game = game_at(url)
        text = response.content.decode() + str(response.headers)
        self.looked += 1
        if game.finished is None:
            assert_nothing_hidden(game, text, self.language)
            if self.rng.random() < self.worlds:
                self.compared += assert_same_in_other_world(game, self.rng)


def seen_in(html: str) -> str:
    """The version that a page knows."""
    found = re.search(r'name="seen" value="(\d+)"', html)
    assert found
    return found.group(1)


def offered(html: str) -> Iterator[tuple[str, str]]:
    """The buttons of cards and actions."""
    yield from re.findall(r'name="(card|act|weigh)" value="([^"]+)"', html)


def game_at(url: str) -> Game:
    """The row of a deal."""
    return Game.objects.get(key=urlsplit(url).path.split("/")[3])


def assert_nothing_hidden(game: Game, text: str, language: str = "en") -> None:
    """No code or name of a card that this seat cannot know, and nothing from which the cards follow.

    Names may stand where the coach or a refusal speaks of a card wherever it lies; no others, in any panel.
    """
    view = view_of(history(game).deal, Seat.A)
    hidden = set(view.unseen)
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)
    assert {Card.parse(code) for code in CODE.findall(text)} & hidden == set()
    if len(str(game.seed)) > 5:
        assert str(game.seed) not in text
    for link in re.findall(r'href="([^"]*/position/\?[^"]*)"', text):
        query = parse_qs(urlsplit(unquote(link.replace("&amp;", "&"))).query)
        position = read(query["p"][0].replace("_", " "), parse(game.ruleset))
        assert isinstance(position, View) or not hidden
        assert (position.hand if isinstance(position, View) else position.hands[Seat.A]) == view.hand
    with override(language):
        named = {card for card in hidden if card_name(card) in text}
    assert not named or named <= may_be_named(game)


def may_be_named(game: Game) -> set[Card]:
    """Cards that an open panel may speak of although they are hidden: what follows from the seat's own view, no more."""
    deal = deal_of(game)
    now, found = deal.history.deal, set()
    if game.asked == "cannot" or game.tried:
        found |= {now.ruleset.lowest_trump(now.trump), *cards_in(read_action(game.tried) if game.tried else None)}
    if game.asked == "advice" or game.held:
        thought = thinking.look(thought_key(game))
        advice = thought.advice if thought and thought.advice else coach(deal)
        options = advice.options if advice else ()
        options = [option for option in options if game.asked or write_action(option.action) == game.held]
        found |= {card for option in options for card in cards_in((option.action, option.reasons))}
    return found


def cards_in(value: Any) -> Iterator[Card]:
    """Every card in actions, reasons and their facts."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple | list | set | frozenset):
        for each in value:
            yield from cards_in(each)
    elif isinstance(value, Mapping):
        yield from cards_in(list(value.values()))
    elif is_dataclass(value):
        yield from cards_in([getattr(value, name.name) for name in fields(value)])


def assert_same_in_other_world(game: Game, rng: random.Random, asked: tuple[str, ...] = ASKED) -> int:
    """The page is word for word the same where the cards that this seat does not know lie elsewhere; return 1.

    ``asked``: what stands open there. 0 where no other place for the cards was found: what was played since then fits
    them only as they lie.
    """
    start, actions = start_and_actions(game)
    view = view_of(replay(start, actions).deal, Seat.A)
    before = game.asked, game.start
    for _ in range(20):
        other = _dealt_anew(start, set(view.unseen), rng)
        try:
            after = replay(other, actions).deal
        except IllegalHistory:
            continue
        if other == start or view_of(after, Seat.A) != view:
            continue
        for game.asked in asked:
            game.start = write(start)
            here = game_view(game)
            game.start = write(other)
            assert game_view(game) == here
        game.asked, game.start = before
        return 1
    return 0


def _dealt_anew(start: Deal, hidden: set[Card], rng: random.Random) -> Deal:
    """The same start with the hidden cards in other places."""
    loose = [card for card in (*start.hands[Seat.B], *start.stock) if card in hidden]
    rng.shuffle(loose)
    pile = iter(loose)
    hand = [next(pile) if card in hidden else card for card in start.hands[Seat.B]]
    stock = tuple(next(pile) if card in hidden else card for card in start.stock)
    ordered = tuple(card for card in start.ruleset.pack if card in hand)
    return replace(start, hands=(start.hands[Seat.A], ordered), stock=stock)


def start_and_actions(game: Game) -> tuple[Deal, list[Any]]:
    """The deal as the engine deals it from the seed, and what was done."""
    score = game.score_you, game.score_opponent
    before = Match(parse(game.ruleset), Seat[game.dealer], score, game.carry)
    start = deal_out(before, random.Random(game.seed))
    return start, [read_action(text) for text in game.actions.split() if text != "-"]


def assert_result_is_right(game: Game) -> None:
    """Winner and game points are those of the engine's own replay."""
    start, actions = start_and_actions(game)
    outcome = unclaimed_outcome(replay(start, actions).deal)
    assert game.finished is not None
    assert outcome is not None
    sign = {Seat.A: 1, Seat.B: -1, None: 0}[outcome.winner]
    assert (game.winner, game.points) == (
        outcome.winner.name if outcome.winner is not None else "",
        sign * outcome.game_points,
    )
