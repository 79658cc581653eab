"""Plain minimax through the referee, without any pruning; and small endings to try it on.

The players here are not made to claim: what they lose by waiting, or win, is found out.
"""

import random
from dataclasses import replace

from engine.actions import Action, Claim, Draw, Exchange
from engine.cards import card_points
from engine.deal import Deal
from engine.effects import final_count, unclaimed_outcome
from engine.invariants import placed_cards
from engine.referee import legal_actions, refusal
from engine.ruleset import Ruleset
from engine.scoring import GOAL
from engine.search.bits import signed
from engine.seats import Seat
from tests.engine.walks import done, start


def asks(deal: Deal) -> bool:
    """The opponent of the player who has just closed may exchange."""
    return deal.just_closed and refusal(deal, Exchange(deal.on_lead.other)) is None


def choices(deal: Deal) -> list[Action]:
    """What the player to act can do, wrong claims left out."""
    enough = final_count(deal).points[deal.on_lead] >= GOAL
    actions = [action for action in legal_actions(deal) if action.by is deal.to_act]
    return [action for action in actions if enough or not isinstance(action, Claim)]


def plain_value(deal: Deal, asked: bool = False) -> int:
    """The value for seat A. ``asked``: the exchange right after a closing has been offered."""
    if deal.outcome is not None:
        return signed(deal.outcome)
    if asks(deal) and not asked:
        other = deal.on_lead.other
        pick = max if other is Seat.A else min
        return pick(plain_value(done(deal, Exchange(other)), True), plain_value(deal, True))
    values = [plain_value(done(deal, action), asked and deal.led is None) for action in choices(deal)]
    if deal.played_out:
        silent = unclaimed_outcome(deal)
        assert silent is not None
        values.append(signed(silent))
    return (max if deal.to_act is Seat.A else min)(values)


def plain_table(deal: Deal) -> dict[Action, int]:
    """Every action and its value to the player to act."""
    sign = 1 if deal.to_act is Seat.A else -1
    actions = choices(deal)
    if asks(deal):
        actions.append(Exchange(deal.on_lead.other))
    asked = deal.closing is not None
    return {action: sign * plain_value(done(deal, action), asked) for action in actions}


def random_steps(deal: Deal, rng: random.Random, cards: int, close: float) -> Deal | None:
    """Play at random until each hand holds at most ``cards`` and nobody draws; None where the deal ended before."""
    while not (deal.strict and max(len(hand) for hand in deal.hands) <= cards):
        if deal.over or deal.played_out:
            return None
        actions = [action for action in choices(deal) if not isinstance(action, Claim)]
        shut = [action for action in actions if type(action).__name__ == "Close"]
        draw = [action for action in actions if isinstance(action, Draw)]
        if shut and rng.random() < close:
            deal = done(deal, shut[0])
        else:
            others = draw or [action for action in actions if action not in shut]
            deal = done(deal, rng.choice(others))
    return None if deal.over or deal.played_out else deal


def small_ending(rules: Ruleset, rng: random.Random, cards: int, close: float = 0.0) -> Deal:
    """A position that random play reached, with at most ``cards`` in each hand and nobody drawing."""
    while True:
        deal = random_steps(start(rules, rng.randrange(2**32)), rng, cards, close)
        if deal is not None and deal.over is False and (deal.closing is None) == (close == 0.0):
            return deal


def small_open(rules: Ruleset, rng: random.Random, cards: int, talon: int) -> Deal:
    """A position on lead with ``talon`` cards left to draw and hands cut down to ``cards`` cards each."""
    while True:
        deal = start(rules, rng.randrange(2**32))
        while deal.talon > talon or deal.before_draw:
            actions = [action for action in choices(deal) if type(action).__name__ not in ("Close", "Claim")]
            if deal.over or not actions:
                break
            deal = done(deal, rng.choice([action for action in actions if isinstance(action, Draw)] or actions))
        if not deal.over and deal.talon == talon and deal.led is None and not deal.before_draw:
            return deal if cards >= rules.hand else _cut(deal, rng, cards)


def _cut(deal: Deal, rng: random.Random, cards: int) -> Deal:
    """Take cards out of both hands, those of an announced marriage last, and spread their points."""
    hands = []
    for seat in Seat:
        kept = [card for card in deal.hands[seat] if deal.announced is not None and card.suit is deal.announced]
        others = [card for card in deal.hands[seat] if card not in kept]
        rng.shuffle(others)
        royal = [card for card in others if card.rank in "KQ9J"]
        order = kept + (royal + [card for card in others if card not in royal] if rng.random() < 0.6 else others)
        chosen = set(order[: max(cards, 2)])
        hands.append(tuple(card for card in deal.hands[seat] if card in chosen))
    small = replace(deal, hands=(hands[0], hands[1]), shown=())
    gone = card_points(deal.ruleset.pack) - card_points(placed_cards(small)) - sum(deal.counted)
    share = max(0, gone) // 2
    counted = (min(deal.counted[0] + share, 65), min(deal.counted[1] + share, 65))
    return replace(small, counted=tuple(c if t else 0 for c, t in zip(counted, small.tricks, strict=True)))


def tightened(deal: Deal, rng: random.Random) -> Deal:
    """The same cards with points that leave both sides something to fight for."""
    floor = deal.closing.counted if deal.closing else (0, 0)
    points = [max(floor[seat], rng.randint(15, 64)) if deal.tricks[seat] else deal.counted[seat] for seat in (0, 1)]
    if not deal.ruleset.spoken:
        points = [min(value, 65) for value in points]
    return replace(deal, counted=(points[0], points[1]))
