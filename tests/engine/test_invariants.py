"""What holds in every position that play can reach, under every ruleset; and that refusals change nothing."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play, act_of
from engine.cards import Card, Suit, card_points
from engine.deal import Deal
from engine.effects import final_count, unclaimed_outcome
from engine.errors import ReadCode, ReadError
from engine.events import DealEnded
from engine.invariants import check, gone_cards, placed_cards
from engine.referee import judge, legal_actions, playable_cards, refusal
from engine.ruleset import PRESETS, Ruleset
from engine.seats import Seat
from engine.verdict import RULE_OF, Allowed, Refused
from tests.engine.strategies import open_deals, rulesets, seeds
from tests.engine.walks import CONCEIVABLE, done, positions, start, walk

DEALS = 400
"""Random deals for each preset."""


def check_position(deal: Deal) -> None:
    """Every card once, all points in the pack, and a position that the reader would take."""
    placed = list(placed_cards(deal))
    assert len(placed) == len(set(placed))
    assert len(placed) + len(gone_cards(deal)) == deal.ruleset.deck
    assert len(gone_cards(deal)) == 2 * deal.tricks_played
    assert card_points(placed) + card_points(gone_cards(deal)) == 120
    assert sum(final_count(deal).points) - sum(deal.counted) in (0, 10)
    if deal.over:
        assert not legal_actions(deal)
        assert unclaimed_outcome(deal) == deal.outcome
        assert deal.outcome.game_points in ((0,) if deal.outcome.winner is None else (1, 2, 3))
    else:
        check(deal)
        assert deal.played_out or playable_cards(deal) or deal.before_draw
        assert legal_actions(deal)


def check_judge(deal: Deal, judged: Counter[str]) -> None:
    """The judge answers whatever anybody tries; what is legal is listed, what is refused names its rule."""
    listed = set(legal_actions(deal))
    for action in CONCEIVABLE:
        verdict = judge(deal, action)
        judged[type(verdict).__name__] += 1
        if isinstance(verdict, Refused):
            assert action not in listed
            assert verdict == refusal(deal, action)
            assert verdict.act is act_of(action)
            assert verdict.rule == RULE_OF[verdict.reason, verdict.act]
        else:
            idle = isinstance(action, Draw) and verdict == Allowed(deal, ())
            named = isinstance(action, Exchange) and replace(action, give=None) in listed
            assert action in listed or idle or named


def walked(rules: Ruleset, seed: int) -> Counter[str]:
    """Check every position of one random deal; return what kinds of action it held."""
    deal = start(rules, seed)
    check_position(deal)
    kinds: Counter[str] = Counter()
    for _, action, verdict in walk(deal, random.Random(seed)):
        check_position(verdict.deal)
        ended = [event for event in verdict.events if isinstance(event, DealEnded)]
        assert len(ended) == verdict.deal.over
        kinds[act_of(action).value] += 1
    return kinds


@pytest.mark.parametrize("name", PRESETS)
def test_presets_stay_possible(name):
    """Hundreds of random deals; all kinds of action occur often."""
    kinds: Counter[str] = Counter()
    for seed in range(DEALS):
        kinds += walked(PRESETS[name], seed)

    usual = {"play", "draw", "marriage", "exchange"}
    expected = usual | ({"close"} if PRESETS[name].close else set()) | ({"claim"} if PRESETS[name].spoken else set())
    assert {kind for kind, number in kinds.items() if number >= DEALS / 10} == expected


@settings(max_examples=500)
@given(rulesets(), seeds)
def test_custom_rulesets_stay_possible(rules, seed):
    """Random deals under random rulesets."""
    kinds = walked(rules, seed)

    assert kinds["play"] >= 2


@settings(max_examples=300)
@given(open_deals())
def test_judge_answers_whatever_is_tried(deal):
    """Both seats try everything: cards not held, cards not in the pack, every suit, every card to give."""
    judged: Counter[str] = Counter()

    check_judge(deal, judged)

    assert judged.total() == len(CONCEIVABLE) == 112
    assert judged["Allowed"] >= 1


@pytest.mark.parametrize("name", PRESETS)
def test_nothing_stands_once_a_deal_has_ended(name):
    """In an ended deal everything is refused with the same reason, but for what the ruleset does not know at all."""
    ended = positions(start(PRESETS[name], 5), random.Random(5))[-1]
    unknown = {"no_closing_in_ruleset", "no_claims_in_ruleset"}

    reasons = {judge(ended, action).reason.value for action in CONCEIVABLE}

    assert ended.over
    assert "deal_over" in reasons
    assert reasons - unknown == {"deal_over"}


@settings(max_examples=200)
@given(open_deals())
def test_refusals_change_nothing(deal):
    """A refusal carries no position, and the one that was judged is as before."""
    before = replace(deal)
    refused = [verdict for verdict in (judge(deal, action) for action in CONCEIVABLE) if isinstance(verdict, Refused)]

    assert len(refused) > 60
    assert deal == before
    assert all(not hasattr(verdict, "deal") for verdict in refused)


# -- one action at a time: only what it speaks of changes --------------------------------------------------------

_MAY_CHANGE = {
    Play: {"hands", "led", "shown", "on_lead", "announced", "before_draw", "counted", "pending", "tricks", "outcome"},
    Draw: {"hands", "stock", "turned", "before_draw", "shown"},
    Announce: {"announced", "counted", "pending", "outcome"},
    Exchange: {"hands", "turned", "shown"},
    Close: {"closing", "before_draw"},
    Claim: {"outcome"},
}


@pytest.mark.parametrize("kind", _MAY_CHANGE)
def test_an_action_changes_only_its_own(kind):
    """No action touches what it does not speak of (a claim moves no cards, a closing no points)."""
    steps = [
        (before, verdict.deal)
        for seed in range(150)
        for before, action, verdict in walk(start(PRESETS["pagat66"], seed), random.Random(seed))
        if isinstance(action, kind)
    ]
    fields = Deal.__dataclass_fields__
    changed = {name for before, after in steps for name in fields if getattr(before, name) != getattr(after, name)}

    assert len(steps) >= 20
    assert changed
    assert changed <= _MAY_CHANGE[kind]


# -- the checks themselves can fail ------------------------------------------------------------------------------


def _start() -> Deal:
    return start(PRESETS["classic66"], 1)


def _after_trick() -> Deal:
    deal = _start()
    for _ in range(2):
        deal = done(deal, Play(deal.to_act, deal.hands[deal.to_act][0]))
    return deal


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        pytest.param(
            lambda: replace(_start(), stock=(_start().hands[0][0], *_start().stock[1:])),
            ReadCode.CARD_TWICE,
            id="a-card-twice",
        ),
        pytest.param(
            lambda: replace(_start(), ruleset=PRESETS["schnapsen"]),
            ReadCode.UNKNOWN_CARD,
            id="a-nine-among-20-cards",
        ),
        pytest.param(
            lambda: replace(_start(), hands=(_start().hands[0][1:], _start().hands[1])),
            ReadCode.HAND_SIZE,
            id="a-card-short",
        ),
        pytest.param(
            lambda: replace(_start(), trump=next(suit for suit in Suit if suit is not _start().trump)),
            ReadCode.IMPOSSIBLE_POSITION,
            id="another-trump",
        ),
        pytest.param(
            lambda: replace(_after_trick(), counted=(0, 0)), ReadCode.IMPOSSIBLE_POSITION, id="points-of-a-trick-lost"
        ),
        pytest.param(
            lambda: replace(_after_trick(), before_draw=False), ReadCode.IMPOSSIBLE_POSITION, id="a-draw-skipped"
        ),
        pytest.param(
            lambda: replace(_after_trick(), tricks=(0, 0)), ReadCode.IMPOSSIBLE_POSITION, id="a-trick-uncounted"
        ),
        pytest.param(
            lambda: replace(_start(), shown=((Seat.A, Card.parse("AC")), (Seat.B, Card.parse("AC")))),
            ReadCode.IMPOSSIBLE_POSITION,
            id="shown-by-both",
        ),
    ],
)
def test_check_refuses(deal, code):
    """The invariants refuse what play cannot reach."""
    with pytest.raises(ReadError) as caught:
        check(deal())

    assert caught.value.code is code


def test_conceivable_actions_are_different():
    """The list of what is tried holds no action twice and both seats alike."""
    by: dict[Seat, list[Action]] = {seat: [action for action in CONCEIVABLE if action.by is seat] for seat in Seat}

    assert len(set(CONCEIVABLE)) == len(CONCEIVABLE)
    assert len(by[Seat.A]) == len(by[Seat.B]) == 56
