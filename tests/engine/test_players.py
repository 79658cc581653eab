"""Opponents: they see a view only, play what is allowed, say true things, and get stronger from level to level."""

from __future__ import annotations

import random

import pytest

from engine.actions import Claim, Close, Exchange, Play
from engine.arena import play_deal, results, tally
from engine.cards import Card, Rank
from engine.dealing import deal
from engine.match import Match
from engine.notation import read
from engine.players import PLAYERS, Player
from engine.policy import Choice, Want, cannot_lose, choose, may_still_marry
from engine.referee import judge, legal_actions, refusal
from engine.ruleset import PRESETS, preset
from engine.scoring import GOAL
from engine.seats import Seat
from engine.tricks import answer_wins
from engine.verdict import Allowed
from engine.view import View, view_of

DEALS = 30


def positions(rules, player: Player, seed: int):
    """Yield the views and choices of deals that a player plays against itself."""
    for number in range(DEALS):
        rng = random.Random(f"{seed}:{number}")
        position = deal(Match.start(rules), rng)
        while not position.over and not position.played_out:
            view = view_of(position, position.to_act)
            choice = player(view, rng)
            yield position, view, choice
            verdict = judge(position, choice.action)
            assert isinstance(verdict, Allowed)
            position = verdict.deal


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_plays_whole_deals(rules, name):
    """Every choice is allowed, and every deal comes to its end."""
    spent = [[], []]
    outcome = play_deal(
        deal(Match.start(rules), random.Random(5)), (PLAYERS[name], PLAYERS[name]), random.Random(1), spent
    )

    assert outcome.game_points in (0, 1, 2, 3)
    assert spent[0]
    assert spent[1]


@pytest.mark.parametrize("name", PLAYERS)
def test_hidden_cards_change_nothing(name):
    """The same view over other hidden cards gives the same choice with the same seed."""
    tried = 0
    for position, view, _choice in positions(preset("classic66"), PLAYERS["cautious"], seed=2):
        hidden = list(view.unseen)
        random.Random(tried).shuffle(hidden)
        other = view_of(view.fill(hidden), view.seat)
        assert PLAYERS[name](other, random.Random(7)) == PLAYERS[name](view, random.Random(7))
        assert view == view_of(position, view.seat)
        tried += 1
    assert tried > 200


@pytest.mark.parametrize("name", ["beginner", "cautious"])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_no_ace_is_thrown_for_nothing(rules, name):
    """An ace or ten goes to a lost trick only where no cheaper card could go there."""
    answers = 0
    for position, view, choice in positions(rules, PLAYERS[name], seed=3):
        if not isinstance(choice.action, Play) or view.led is None:
            continue
        answers += 1
        card = choice.action.card
        if card.rank not in (Rank.ACE, Rank.TEN) or answer_wins(view.led, card, view.trump):
            continue
        allowed = [action.card for action in legal_actions(position) if isinstance(action, Play)]
        cheap = [other for other in allowed if other.points < 10 and not answer_wins(view.led, other, view.trump)]
        kept = [other for other in cheap if other.suit is not view.trump and not may_still_marry(view, other)]
        assert not kept, f"{card} thrown while {kept} were there"
    assert answers > 100


WANTS = {
    Want.HAS_66: lambda view, action: isinstance(action, Claim),
    Want.GETS_CARD: lambda view, action: view.before_draw,
    Want.TAKES_TRUMP: lambda view, action: isinstance(action, Exchange),
    Want.SURE_66: lambda view, action: isinstance(action, Close),
    Want.SURE_TRICK: lambda view, action: cannot_lose(view, action.card),
    Want.DRAWS_TRUMPS: lambda view, action: action.card.suit is view.trump,
    Want.WINS_POINTS: lambda view, action: answer_wins(view.led, action.card, view.trump),
    Want.WINS_CHEAPLY: lambda view, action: answer_wins(view.led, action.card, view.trump),
    Want.SAVES_TEN: lambda view, action: action.card.rank is Rank.TEN,
}


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_what_it_wanted_is_true(rules):
    """A code is given only where it holds in the position."""
    told = 0
    for _position, view, choice in positions(rules, PLAYERS["cautious"], seed=4):
        for want in choice.wants:
            if want in WANTS:
                assert WANTS[want](view, choice.action), (want, choice.action)
                told += 1
    assert told > 50


CHOICES = [
    pytest.param(
        "TDJDQH9HKS/AC9CAHTH - D B:KC 29.3.0/36.4.0 - B0-0 -", "JD", Want.WINS_CHEAPLY, id="ruffs-with-the-jack"
    ),
    pytest.param("QH9HKS/JDTH - D B:KC 49.3.0/48.6.0 - B0-0 -", "9H", Want.GIVES_LITTLE, id="throws-the-nine"),
]


@pytest.mark.parametrize(("text", "code", "want"), CHOICES)
def test_choice(text, code, want):
    """Named positions with the card that the rules name."""
    position = read(text, preset("classic66"))
    assert not isinstance(position, View)

    choice = choose(view_of(position, Seat.A))

    assert isinstance(choice.action, Play)
    assert choice.action.card is Card.parse(code)
    assert want in choice.wants


def test_claims_as_soon_as_the_count_is_right():
    """Nobody who has 66 leads on."""
    claims = 0
    for position, view, choice in positions(preset("classic66"), PLAYERS["cautious"], seed=6):
        if view.counted[view.seat] >= GOAL and refusal(position, Claim(view.seat)) is None:
            assert choice == Choice(Claim(view.seat), (Want.HAS_66,))
            claims += 1
    assert claims > 5


def test_levels_are_in_order():
    """Over the same packs the cautious player beats the beginner, and the beginner the random one."""
    for stronger, weaker in (("beginner", "random"), ("cautious", "beginner"), ("strong", "cautious")):
        spent = [[], []]
        scores = list(results(PLAYERS[stronger], PLAYERS[weaker], preset("classic66"), 160, 66, spent))
        table = tally(scores, spent)
        assert table.deals == 160
        assert table.average > 2 * table.error > 0


def test_same_seed_same_deals():
    """A pairing can be repeated."""
    first = list(results(PLAYERS["cautious"], PLAYERS["random"], preset("schnapsen"), 10, 3, [[], []]))
    second = list(results(PLAYERS["cautious"], PLAYERS["random"], preset("schnapsen"), 10, 3, [[], []]))

    assert first == second
    assert len(first) == 10
