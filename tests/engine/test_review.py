"""The review of a deal: what each action lost by what was known then, what was missed, what was refused."""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import Card
from engine.coach import Cause, advise
from engine.deal import Deal
from engine.effects import final_count
from engine.history import IllegalHistory
from engine.notation import read, read_action
from engine.players import PLAYERS
from engine.policy import choose, own_actions
from engine.referee import judge, legal_actions
from engine.review import MISTAKE, Mark, Miss, Missed, review, reviewing
from engine.review_data import read_review, write_review
from engine.ruleset import PRESETS, preset
from engine.scoring import GOAL
from engine.seats import Seat
from engine.verdict import Allowed, Reason
from engine.view import view_of
from tests.engine.walks import done, start


def played(rules, names: tuple[str, str], seed: int) -> tuple[Deal, list[Action]]:
    """A whole deal between two players."""
    begin = deal = start(rules, seed)
    actions, rng = [], random.Random(seed)
    while not deal.over:
        enough = rules.spoken and final_count(deal).points[deal.on_lead] >= GOAL
        if deal.played_out and not enough:
            break
        action = PLAYERS[names[deal.to_act]](view_of(deal, deal.to_act), rng).action
        actions.append(action)
        deal = done(deal, action)
    return begin, actions


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_a_whole_deal(rules):
    """Every action of the seat is a moment, in order; forced ones are not judged; losses are those of the advice."""
    begin, actions = played(rules, ("random", "cautious"), 3)
    found = review(begin, actions, Seat.A, random.Random(1))

    assert [moment.number for moment in found.moments] == [n for n, a in enumerate(actions) if a.by is Seat.A]
    assert [moment.action for moment in found.moments] == [a for a in actions if a.by is Seat.A]
    assert (found.done, found.fraction) == (found.total, 1)
    assert found.lost == sum(moment.lost for moment in found.moments) >= 0
    forced = [moment for moment in found.moments if moment.mark is Mark.FORCED]
    assert forced
    assert all(moment.advice is None and moment.lost == 0 for moment in forced)
    for moment in found.moments:
        if moment.advice is not None:
            assert moment.advice.option(moment.action).lost == moment.lost
            assert (moment.mark is Mark.MISTAKE) == (moment.lost >= MISTAKE)
            assert moment.best is not None
            assert moment.best.best


def test_it_sees_what_the_seat_saw():
    """Other hidden cards behind the same views give the same review."""
    begin, actions = played(preset("classic66"), ("cautious", "random"), 5)
    moment = next(m for m in review(begin, actions[:1], begin.to_act, random.Random(1)).moments)
    hidden = list(moment.view.unseen)
    random.Random(2).shuffle(hidden)
    other = review(moment.view.fill(hidden), actions[:1], begin.to_act, random.Random(1)).moments[0]

    assert other == moment


def test_turning_points():
    """The mistakes that cost most, three at most, in the order of play; the coach's own game has few."""
    begin, actions = played(preset("classic66"), ("random", "random"), 8)
    found = review(begin, actions, Seat.A, random.Random(1))
    mistakes = sorted((m.lost for m in found.moments if m.mark is Mark.MISTAKE), reverse=True)

    assert sorted((m.lost for m in found.turning_points), reverse=True) == mistakes[:3]
    assert [m.number for m in found.turning_points] == sorted(m.number for m in found.turning_points)
    assert 1 <= len(found.turning_points) <= 3
    for moment in found.turning_points:
        assert moment.option.reasons
        assert moment.best.action != moment.action


def test_who_follows_the_coach_makes_no_mistake():
    """In an ending with all cards known the best actions lose nothing."""
    deal = begin = read("TDJDQH9HKS/AC9CAHTH - D B:KC 29.3.0/36.4.0 - B0-0 -", preset("classic66"))
    assert isinstance(begin, Deal)
    actions: list[Action] = []
    while not deal.over and not deal.played_out:
        action = advise(view_of(deal, deal.to_act), random.Random(1)).options[0].action
        actions.append(action)
        deal = done(deal, action)
    for seat in Seat:
        found = review(begin, actions, seat, random.Random(1))
        assert (found.lost, found.turning_points) == (0, ())
        assert {moment.mark for moment in found.moments} <= {Mark.GOOD, Mark.FORCED}


def test_equal_choices_are_no_errors():
    """Two cards that come to the same: neither is a mistake."""
    begin = read("KDJD/AH - H B:AC 55.5.0/37.5.0 - B0-0 -", preset("classic66"))
    assert isinstance(begin, Deal)
    for card in ("KD", "JD"):
        moment = review(begin, [Play(Seat.A, Card.parse(card))], Seat.A, random.Random(1)).moments[0]
        option = moment.option
        assert option is not None
        assert (moment.mark, option.best, option.lost) == (Mark.GOOD, True, 0)


def test_progress_can_be_stopped():
    """One answer an action, each with one more moment; the last is the whole review."""
    begin, actions = played(preset("schnapsen"), ("cautious", "cautious"), 2)
    every = list(reviewing(begin, actions, Seat.B, random.Random(1)))
    own = sum(action.by is Seat.B for action in actions)

    assert [len(found.moments) for found in every[: own + 1]] == list(range(own + 1))
    assert [found.done for found in every] == sorted(found.done for found in every)
    assert every[-1] == review(begin, actions, Seat.B, random.Random(1))
    assert [f.done for f in islice(reviewing(begin, actions, Seat.B, random.Random(1)), 2)] == [0, 1]


def test_refused_tries_are_told():
    """What was tried in vain has its reason; what would have stood is left out."""
    begin, actions = played(preset("classic66"), ("cautious", "cautious"), 4)
    seat = begin.on_lead
    tries = [(0, Claim(seat)), (0, Exchange(seat)), (0, actions[0]), (999, Close(seat))]
    found = review(begin, actions, seat, random.Random(1), tries)

    assert [(each.number, each.action) for each in found.tried] == tries[:2]
    assert found.tried[0].refused.reason is Reason.CLAIM_NOT_NOW


def test_an_impossible_record_is_refused():
    """The record is replayed through the referee."""
    begin, actions = played(preset("classic66"), ("cautious", "cautious"), 4)
    with pytest.raises(IllegalHistory):
        review(begin, [actions[0], actions[0]], Seat.A, random.Random(1))


# -- what was missed -----------------------------------------------------------------------------------------------

SIXTY_SIX = "AH9H/TDQD - C A 70.6.0/26.4.0 - B0-0 -"


def record(text: str, *written: str) -> tuple[Deal, list[Action]]:
    """A start and actions as text."""
    deal = read(text, preset("classic66"))
    assert isinstance(deal, Deal)
    return deal, [read_action(each) for each in written]


def misses(begin: Deal, actions: list[Action], seat: Seat = Seat.A) -> dict[int, tuple[Missed, ...]]:
    """Number of an action -> what it let go."""
    found = review(begin, actions, seat, random.Random(1))
    return {moment.number: moment.missed for moment in found.moments if moment.missed}


def long_deal(seed: int, *, announces: bool, exchanges: bool) -> tuple[Deal, list[Action], Seat]:
    """A deal of plays and draws in which the first player to lead never announces, exchanges or claims unless told."""
    begin = deal = start(preset("classic66"), seed)
    actions, rng = [], random.Random(seed)
    while legal_actions(deal) and not deal.played_out:
        legal = [a for a in legal_actions(deal) if a.by is deal.to_act]
        kinds = (Play, Draw, *((Announce,) if announces else ()), *((Exchange,) if exchanges else ()))
        chosen = [a for a in legal if isinstance(a, kinds)]
        special = [a for a in chosen if isinstance(a, (Announce, Exchange))]
        action = rng.choice(special or chosen)
        actions.append(action)
        verdict = judge(deal, action)
        assert isinstance(verdict, Allowed)
        deal = verdict.deal
    return begin, actions, begin.on_lead


def test_missed_marriages_and_exchanges():
    """Each chance that was never taken is told once, at the last action that let it go; taken ones are not."""
    marriages = swaps = 0
    for seed in range(30):
        begin, actions, _ = long_deal(seed, announces=False, exchanges=False)
        taken = long_deal(seed, announces=True, exchanges=True)
        for seat in Seat:
            found = [miss for each in _missed(begin, actions, seat).values() for miss in each]
            kinds = [miss.miss for miss in found]
            marriages += kinds.count(Miss.MARRIAGE)
            swaps += kinds.count(Miss.EXCHANGE)
            assert kinds.count(Miss.EXCHANGE) <= 1
            assert len({miss.cards for miss in found if miss.miss is Miss.MARRIAGE}) == kinds.count(Miss.MARRIAGE)
            after = [miss.miss for each in _missed(taken[0], taken[1], seat).values() for miss in each]
            assert Miss.EXCHANGE not in after
    assert marriages > 5
    assert swaps > 3


def test_who_wins_at_once_has_missed_nothing():
    """An exchange that stood when 66 was claimed is no chance let go; the same record with a card led instead is one."""
    found, rng = 0, random.Random(66)
    for seed in range(500):
        begin = deal = start(preset("classic66"), seed)
        actions: list[Action] = []
        while not deal.over and not deal.played_out:
            view = view_of(deal, deal.to_act)
            swap = Exchange(view.seat) in own_actions(view)
            action = choose(view).action
            if not isinstance(action, Claim):
                action = rng.choice([a for a in own_actions(view) if isinstance(a, (Play, Draw, Announce))])
            actions.append(action)
            if isinstance(action, Claim) and swap:
                found += 1
                kinds = [miss.miss for each in _missed(begin, actions, view.seat).values() for miss in each]
                assert Miss.EXCHANGE not in kinds
                actions[-1] = next(a for a in own_actions(view) if isinstance(a, Play))
                kinds = [miss.miss for miss in _missed(begin, actions, view.seat)[len(actions) - 1]]
                assert kinds.count(Miss.EXCHANGE) == 1
            deal = done(deal, action)
    assert found > 2


def _missed(begin: Deal, actions: list[Action], seat: Seat) -> dict[int, tuple[Missed, ...]]:
    from engine.review import _missed as missed
    from engine.review import _positions

    return missed(_positions(begin, actions), actions, seat)


def test_missed_claim():
    """A card led with 66 points is a claim missed; claiming is not."""
    begin, actions = record(SIXTY_SIX, "A:AH")
    assert misses(begin, actions) == {0: (Missed(Miss.CLAIM, points=70),)}
    assert misses(*record(SIXTY_SIX, "A*")) == {}


def test_a_wrong_claim_is_a_mistake():
    """It costs the deal, and the reason says how much was missing."""
    begin, actions = record("AH9H/TDQD - C A 60.6.0/36.4.0 - B0-0 -", "A*")
    moment = review(begin, actions, Seat.A, random.Random(1)).moments[0]

    assert moment.mark is Mark.MISTAKE
    assert moment.option is not None
    assert (moment.option.reasons[0].cause, moment.option.reasons[0].facts["missing"]) == (Cause.CLAIM_TOO_EARLY, 6)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_kept_as_data(rules):
    """Through JSON and back it is the same review: advice, reasons, misses and refused tries; wrong data is refused."""
    begin, actions = played(rules, ("random", "cautious"), 6)
    wrong = Play(begin.to_act.other, begin.hands[begin.to_act.other][0])
    tries = [(0, wrong)]
    found = review(begin, actions, begin.to_act.other, random.Random(1), tries)

    data = json.loads(json.dumps(write_review(found)))

    assert read_review(data, begin, actions) == found
    assert len(found.tried) == 1
    assert any(moment.advice for moment in found.moments)
    for broken in ({**data, "version": 0}, {**data, "seat": "C"}, {**data, "seat": begin.to_act.name}, {"version": 1}):
        with pytest.raises(ValueError):  # noqa: PT011
            read_review(broken, begin, actions)
