"""Opponents: they see a view only, play what is allowed, say true things, and get stronger from level to level."""

from __future__ import annotations

import random
from functools import partial

import pytest

from engine.actions import Announce, Claim, Close, Exchange, Play
from engine.arena import play_deal, results, tally
from engine.cards import Card, Rank
from engine.dealing import deal
from engine.effects import pair_of
from engine.match import Match
from engine.notation import read
from engine.players import PLAYERS, THINKERS, Player
from engine.policy import Choice, Want, after_closing, cannot_lose, choose, may_still_marry, own_actions
from engine.referee import judge, legal_actions, refusal
from engine.ruleset import PRESETS, preset
from engine.scoring import GOAL
from engine.search.exact import table
from engine.seats import Seat
from engine.thinkers import master, sampling
from engine.tricks import answer_wins
from engine.verdict import Allowed
from engine.view import View, view_of

DEALS = 30
QUICK = {
    **PLAYERS,
    "sampling": partial(sampling, samples=30),
    "master": partial(master, walks=120),
}
"""The players, those that search with fewer samples: what is tested here does not hang on how many."""


def positions(rules, player: Player, seed: int, deals: int = DEALS):
    """Yield the views and choices of deals that a player plays against itself."""
    for number in range(deals):
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
    outcome = play_deal(deal(Match.start(rules), random.Random(5)), (QUICK[name], QUICK[name]), random.Random(1), spent)

    assert outcome.game_points in (0, 1, 2, 3)
    assert spent[0]
    assert spent[1]


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_hidden_cards_change_nothing(rules, name):
    """Other hidden cards leave the view as it is, and with it the choice with the same seed."""
    tried, other_worlds, deals = 0, 0, 2 if name in THINKERS else DEALS // 5
    for position, view, _choice in positions(rules, PLAYERS["cautious"], seed=2, deals=deals):
        hidden = list(view.unseen)
        random.Random(tried).shuffle(hidden)
        world = view.fill(hidden)
        assert view_of(world, view.seat) == view
        assert QUICK[name](view_of(world, view.seat), random.Random(7)) == QUICK[name](view, random.Random(7))
        other_worlds += world.hands[view.seat.other] != position.hands[view.seat.other]
        tried += 1
    assert tried > 8 * deals
    assert other_worlds > tried // 2


@pytest.mark.parametrize("name", THINKERS)
def test_another_view_may_change_the_choice(name):
    """The test above is no accident: what the seat sees does matter to those that search."""
    chosen = {
        QUICK[name](view, random.Random(7)).action
        for _position, view, _choice in positions(preset("classic66"), PLAYERS["cautious"], seed=2, deals=3)
    }

    assert len(chosen) > 8


def _proved_better(position, action: Play, cheap: list[Card]) -> bool:
    """All cards are known, and every cheap card is worth less."""
    if position.turned is not None or position.closing is not None:
        return False
    values = table(position)
    return all(values[Play(action.by, card)] < values[action] for card in cheap)


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_no_ace_is_thrown_for_nothing(rules, name):
    """An ace or ten goes to a lost trick only where no cheaper card could go there, or where it is proved to pay."""
    answers, deals = 0, 8 if name in THINKERS else DEALS
    for position, view, choice in positions(rules, QUICK[name], seed=3, deals=deals):
        if not isinstance(choice.action, Play) or view.led is None:
            continue
        answers += 1
        card = choice.action.card
        if card.rank not in (Rank.ACE, Rank.TEN) or answer_wins(view.led, card, view.trump):
            continue
        allowed = [action.card for action in legal_actions(position) if isinstance(action, Play)]
        cheap = [other for other in allowed if other.points < 10 and not answer_wins(view.led, other, view.trump)]
        kept = [other for other in cheap if other.suit is not view.trump and not may_still_marry(view, other)]
        if kept and not _proved_better(position, choice.action, kept):
            raise AssertionError(f"{card} thrown while {kept} were there")
    assert answers > 3 * deals


WANTS = {
    Want.HAS_66: lambda view, action: isinstance(action, Claim),
    Want.GETS_CARD: lambda view, action: view.before_draw,
    Want.TAKES_TRUMP: lambda view, action: isinstance(action, Exchange),
    Want.SURE_66: lambda view, action: isinstance(action, Close),
    Want.CLOSING_PAYS: lambda view, action: isinstance(action, Close),
    Want.MARRIAGE_POINTS: lambda view, action: isinstance(action, Announce),
    Want.PROVED_BEST: lambda view, action: (
        table(view.fill(view.unseen))[action] == max(table(view.fill(view.unseen)).values())
        and not view.face_down
        and view.closing is None
    ),
    Want.SURE_TRICK: lambda view, action: cannot_lose(view, action.card),
    Want.DRAWS_TRUMPS: lambda view, action: (
        action.card.suit is view.trump
        and view.strict
        and view.ruleset.strict_follow
        and any(card.suit is view.trump for card in (*view.unseen, *view.known))
    ),
    Want.WINS_POINTS: lambda view, action: answer_wins(view.led, action.card, view.trump),
    Want.WINS_CHEAPLY: lambda view, action: answer_wins(view.led, action.card, view.trump),
    Want.SAVES_TEN: lambda view, action: (
        action.card.rank is Rank.TEN
        and view.led.suit is action.card.suit
        and Card.of(Rank.ACE, action.card.suit) in (*view.unseen, *view.known, view.turned)
    ),
    Want.LEADS_FROM_MARRIAGE: lambda view, action: (
        action.card.suit is view.announced and action.card.rank in (Rank.KING, Rank.QUEEN)
    ),
    Want.ONLY_CARD: lambda view, action: sum(isinstance(other, Play) for other in own_actions(view)) == 1,
    Want.GIVES_LITTLE: lambda view, action: all(
        other.points >= action.card.points
        or other.suit is view.trump
        or may_still_marry(view, other)
        or (view.led is not None and answer_wins(view.led, other, view.trump))
        for other in _cards(view)
    ),
    Want.KEEPS_MARRIAGE: lambda view, action: any(
        card.rank in (Rank.KING, Rank.QUEEN)
        and card is not action.card
        and action.card not in pair_of(card.suit)
        and may_still_marry(view, card)
        for card in _cards(view)
    ),
}
"""What has to hold where a code is given, by what the seat sees; the rest is told of the search, not of the position."""


def _cards(view: View) -> list[Card]:
    return [action.card for action in own_actions(view) if isinstance(action, Play)]


@pytest.mark.parametrize("name", ["cautious", *THINKERS])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_what_it_wanted_is_true(rules, name):
    """A code is given only where it holds in the position; whoever searches always gives one."""
    told, deals = 0, 6 if name in THINKERS else DEALS
    for _position, view, choice in positions(rules, QUICK[name], seed=4, deals=deals):
        assert choice.wants
        for want in choice.wants:
            if want in WANTS:
                assert WANTS[want](view, choice.action), (want, choice.action)
                told += 1
    assert told > 2 * deals


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
    for stronger, weaker, deals in (
        ("beginner", "random", 160),
        ("cautious", "beginner", 160),
        ("sampling", "cautious", 80),
        ("master", "cautious", 80),
    ):
        spent = [[], []]
        scores = list(results(QUICK[stronger], QUICK[weaker], preset("classic66"), deals, 66, spent))
        found = tally(scores, spent)
        assert found.deals == deals
        assert found.average > 2 * found.error > 0


def test_order_of_the_list():
    """From the weakest to the strongest, as measured by ``python -m engine bench --strength``."""
    assert list(PLAYERS) == ["random", "beginner", "cautious", "sampling", "strong", "master"]


def test_same_seed_same_deals():
    """A pairing can be repeated."""
    first = list(results(PLAYERS["cautious"], PLAYERS["random"], preset("schnapsen"), 10, 3, [[], []]))
    second = list(results(PLAYERS["cautious"], PLAYERS["random"], preset("schnapsen"), 10, 3, [[], []]))

    assert first == second
    assert len(first) == 10


@pytest.mark.parametrize(
    ("name", "takes"), [pytest.param("pagat66", True, id="allowed"), pytest.param("classic66", False, id="not-allowed")]
)
def test_after_a_closing_the_other_one_takes_the_trump(name, takes):
    """Where the rules let the lowest trump go for the face-up one right after a closing, nobody lets that pass."""
    seen = 0
    for seed in range(60):
        position = deal(Match.start(preset(name)), random.Random(seed))
        while not position.over and position.talon > 2:
            closed = judge(position, Close(position.to_act))
            other = position.to_act.other
            if isinstance(closed, Allowed) and position.turned is not None:
                trumps = [card for card in position.ruleset.pack if card.suit is position.trump]
                lowest = min(trumps, key=lambda card: card.strength)
                found = after_closing(closed.deal)
                held = lowest in position.hands[other]
                assert (found is not None) == (takes and held), seed
                if found is not None:
                    after = judge(closed.deal, found.action)
                    assert isinstance(after, Allowed)
                    assert position.turned in after.deal.hands[other]
                    assert after_closing(after.deal) is None
                seen += held
                break
            verdict = judge(position, choose(view_of(position, position.to_act)).action)
            assert isinstance(verdict, Allowed)
            position = verdict.deal
    assert seen > 3
