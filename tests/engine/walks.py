"""Seeded starts, every conceivable action, and random play that closes, announces, exchanges and claims often."""

import random
from collections.abc import Iterator

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import PACK_24, Suit
from engine.deal import Deal
from engine.dealing import deal
from engine.effects import final_count
from engine.match import Match
from engine.referee import judge, legal_actions
from engine.ruleset import Ruleset
from engine.scoring import GOAL
from engine.seats import Seat
from engine.verdict import Allowed

CONCEIVABLE: tuple[Action, ...] = tuple(
    action
    for seat in Seat
    for action in (
        *(Play(seat, card) for card in PACK_24),
        *(Announce(seat, suit) for suit in Suit),
        *(Exchange(seat, card) for card in PACK_24),
        Exchange(seat),
        Draw(seat),
        Close(seat),
        Claim(seat),
    )
)
"""Whatever either player can try, also with cards that are not held or not in the pack."""

_WEIGHTS = {Play: 2.0, Draw: 5.0, Announce: 12.0, Exchange: 12.0, Close: 1.5}
LONGEST = 80
"""No deal has as many actions: 24 cards, 12 draws at most, an announcement and an exchange on each lead."""


def start(rules: Ruleset, seed: int) -> Deal:
    """Deal from a seed; the seed also says who deals."""
    return deal(Match.start(rules, Seat(seed % 2)), random.Random(seed))


def done(deal: Deal, *actions: Action) -> Deal:
    """The position after actions that all stand."""
    for action in actions:
        verdict = judge(deal, action)
        assert isinstance(verdict, Allowed), (action, verdict)
        deal = verdict.deal
    return deal


def walk(deal: Deal, rng: random.Random) -> Iterator[tuple[Deal, Action, Allowed]]:
    """Play one deal to its end: each position, the action chosen there, and the verdict on it."""
    for _ in range(LONGEST):
        actions = legal_actions(deal)
        if not actions:
            return
        action = rng.choices(actions, [_weight(deal, action) for action in actions])[0]
        verdict = judge(deal, action)
        assert isinstance(verdict, Allowed), (action, verdict)
        yield deal, action, verdict
        deal = verdict.deal
    raise AssertionError("a deal without an end")


def positions(deal: Deal, rng: random.Random) -> list[Deal]:
    """Every position of one random deal, the start and the end included."""
    return [deal, *(verdict.deal for _, _, verdict in walk(deal, rng))]


def _weight(deal: Deal, action: Action) -> float:
    if isinstance(action, Claim):
        return 12.0 if final_count(deal).points[action.by] >= GOAL else 0.3
    return _WEIGHTS[type(action)]
