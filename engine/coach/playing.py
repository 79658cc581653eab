"""Reasons that speak of one card, led or answered: what it is sure to do, and what it gives away."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Card, Rank, Suit
from engine.coach.causes import Cause, Told
from engine.coach.runs import run
from engine.coach.scene import Scene, high, partner
from engine.effects import marriage_points, pair_of
from engine.scoring import GOAL
from engine.tricks import answer_wins, playable_answers

DEAR_TRICK = 10
"""A card led with so many points is worth a trump."""


def said_of(scene: Scene, card: Card) -> Iterator[Told]:
    """Yield every reason that is true of playing ``card`` now."""
    yield from _counts(scene, card)
    yield from _marriages(scene, card)
    yield from _exchange(scene, card)
    if scene.view.led is None:
        yield from _lead(scene, card)
        if scene.view.strict:
            yield from _strict_lead(scene, card)
    else:
        yield from _answer(scene, card, scene.view.led)
    yield from _face_up_trump(scene, card)


# -- what counts -------------------------------------------------------------------------------------------------


def _counts(scene: Scene, card: Card) -> Iterator[Told]:
    view = scene.view
    if scene.may_claim_rightly:
        yield Told(Cause.LEAVES_CLAIM, points=scene.final)
    if not scene.wins(card):
        return
    after = scene.after_winning(scene.least_trick(card))
    if after >= GOAL > scene.final:
        yield Told(Cause.MAKES_66, points=after)
    if view.pending[scene.me]:
        yield Told(Cause.RELEASES_MARRIAGE, points=view.pending[scene.me])
    if view.pending[scene.me.other]:
        yield Told(Cause.HOLDS_BACK_MARRIAGE, points=view.pending[scene.me.other])
    if usual_stakes(scene):
        if not view.tricks[scene.me]:
            yield Told(Cause.FIRST_TRICK)
        if scene.mine < view.ruleset.two_points_below <= after < GOAL:
            yield Told(Cause.REACHES_33, points=after)


def usual_stakes(scene: Scene, *, lost: bool = True) -> bool:
    """Return whether what the loser has at the end decides the game points: if I lose, or if I win."""
    closing = scene.view.closing
    if closing is None:
        return True
    winner = scene.me.other if lost else scene.me
    return closing.by is winner and scene.view.ruleset.close_success_basis == "total"


# -- marriages and the exchange ----------------------------------------------------------------------------------


def _marriages(scene: Scene, card: Card) -> Iterator[Told]:
    other, announced = partner(card), scene.view.announced
    later = scene.marry_later()
    mine = [suit for suit in scene.pairs if suit is not announced]
    spared = later and any(c not in pair_of(card.suit) for c in scene.cards)
    if other in scene.view.hand and card.suit in mine and (spared or card.suit in scene.announceable):
        yield Told(Cause.SPOILS_MARRIAGE, pair=pair_of(card.suit))
    elif scene.announceable:
        suit = dearest(scene, scene.announceable)
        yield Told(Cause.LEAVES_MARRIAGE, pair=pair_of(suit), points=worth(scene, suit))
    kept = [suit for suit in mine if suit is not card.suit or other is None]
    if later and kept and any(c in pair_of(suit) for suit in kept for c in scene.cards):
        yield Told(Cause.KEEPS_MARRIAGE, pair=pair_of(dearest(scene, kept)))


def dearest(scene: Scene, suits: tuple[Suit, ...] | list[Suit]) -> Suit:
    """Return the suit whose marriage is worth most."""
    return max(suits, key=lambda suit: worth(scene, suit))


def worth(scene: Scene, suit: Suit) -> int:
    """Return what a marriage counts."""
    return marriage_points(scene.view.trump, suit)


def _exchange(scene: Scene, card: Card) -> Iterator[Told]:
    view, rules = scene.view, scene.view.ruleset
    low = rules.lowest_trump(view.trump)
    if view.turned is None or view.closing is not None or view.turned is low or low not in view.hand:
        return
    now = scene.may_exchange
    later = view.talon - 2 >= rules.exchange_min_talon
    if now and not later:
        yield Told(Cause.MISSES_EXCHANGE, card=view.turned)
    if card is low and (now or later):
        yield Told(Cause.SPENDS_LOWEST_TRUMP, card=view.turned)


def _face_up_trump(scene: Scene, card: Card) -> Iterator[Told]:
    """With two cards to draw, the winner of the trick draws the hidden one and the loser the face-up trump."""
    view = scene.view
    if view.strict or view.talon != 2 or view.turned is None:
        return
    if scene.wins(card):
        if scene.after_winning(scene.least_trick(card)) < GOAL:
            yield Told(Cause.LEAVES_FACE_UP_TRUMP, card=view.turned)
    elif view.led is not None and scene.after_losing(view.led.points + card.points) < GOAL:
        yield Told(Cause.GETS_FACE_UP_TRUMP, card=view.turned)


# -- leads -------------------------------------------------------------------------------------------------------


def _lead(scene: Scene, card: Card) -> Iterator[Told]:
    beaters = scene.beaters(card)
    if not beaters:
        yield Told(Cause.SURE_TRICK)
        return
    deadly = tuple(reply for reply in beaters if scene.after_losing(card.points + reply.points) >= GOAL)
    if deadly:
        yield Told(Cause.MAY_GIVE_66, cards=deadly)
    if high(card):
        yield Told(Cause.MAY_LOSE_HIGH_CARD, cards=beaters)
    if not scene.view.strict and card.suit is scene.view.trump:
        yield Told(Cause.LEADS_TRUMP_EARLY)
    if card.points == min(other.points for other in scene.cards) < max(other.points for other in scene.cards):
        yield Told(Cause.LEADS_LITTLE, points=card.points)


def _strict_lead(scene: Scene, card: Card) -> Iterator[Told]:
    view, replies = scene.view, scene.replies(card)
    if not replies:
        return
    wins = scene.wins(card)
    points, leads = run(scene) if view.announced is None else (0, ())
    if leads and leads[0] is card and len(leads) > 1 and points >= GOAL > scene.final:
        yield Told(Cause.RUNS_TO_66, points=points)
    if wins and all(high(reply) for reply in replies):
        yield Told(Cause.CATCHES_HIGH_CARD, cards=replies)
    if wins and card.suit is view.trump and view.ruleset.strict_follow:
        if len(scene.trumps_out) == 1:
            yield Told(Cause.LAST_TRUMP, card=scene.trumps_out[0])
        elif scene.trumps_out:
            yield Told(Cause.DRAWS_TRUMPS, cards=scene.trumps_out)
    if card.suit is not view.trump and all(reply.suit is view.trump for reply in replies):
        yield Told(Cause.FORCES_TRUMP, suit=card.suit)
    if len(view.hand) > 1 and all(answer_wins(card, reply, view.trump) for reply in replies):
        yield Told(Cause.MAKES_THEM_LEAD)
    yield from _their_marriage(scene, card)


def _their_marriage(scene: Scene, card: Card) -> Iterator[Told]:
    """Whether the opponent, whose hand is known, can marry after this lead, or has to break its marriage."""
    theirs = scene.theirs_known
    if theirs is None or not scene.marry_later():
        return
    replies = playable_answers(scene.view.ruleset, theirs, card, scene.view.trump)
    for pair in [pair_of(suit) for suit in Suit if set(pair_of(suit)) <= set(theirs)]:
        if all(reply in pair for reply in replies):
            yield Told(Cause.BREAKS_MARRIAGE, pair=pair)
            return
    for reply in replies:
        rest = tuple(held for held in theirs if held is not reply)
        if answer_wins(card, reply, scene.view.trump) and any(set(pair_of(suit)) <= set(rest) for suit in Suit):
            yield from _can_marry(scene, rest)
            return


def _can_marry(scene: Scene, theirs: tuple[Card, ...]) -> Iterator[Told]:
    suits = [suit for suit in Suit if set(pair_of(suit)) <= set(theirs)]
    if suits:
        yield Told(Cause.LETS_MARRY, pair=pair_of(dearest(scene, suits)))


# -- answers -----------------------------------------------------------------------------------------------------


def _answer(scene: Scene, card: Card, led: Card) -> Iterator[Told]:
    view, trick = scene.view, led.points + card.points
    winners = [other for other in scene.cards if answer_wins(led, other, view.trump)]
    losers = [other for other in scene.cards if other not in winners]
    if card in winners:
        yield from _winning(scene, card, led, winners, losers)
        return
    after = scene.after_losing(trick)
    if after >= GOAL:
        yield Told(Cause.GIVES_66, points=after)
    if view.pending[scene.me.other]:
        yield Told(Cause.RELEASES_THEIRS, points=view.pending[scene.me.other])
    if winners:
        yield Told(Cause.GIVES_UP_TRICK, points=trick)
    cheapest = min(losers, key=lambda other: (other.points, other.suit is view.trump, other.index))
    if card.points > cheapest.points:
        yield Told(Cause.THROWS_POINTS, card=cheapest)
    elif card.points < max(other.points for other in losers):
        yield Told(Cause.LOSES_LITTLE, points=trick)
    theirs = scene.theirs_known
    if view.strict and theirs is not None and scene.marry_later():
        yield from _can_marry(scene, theirs)


def _winning(scene: Scene, card: Card, led: Card, winners: list[Card], losers: list[Card]) -> Iterator[Told]:
    view, trick = scene.view, led.points + card.points
    totals = [scene.after_losing(led.points + other.points) for other in losers]
    if totals and min(totals) >= GOAL:
        yield Told(Cause.STOPS_66, points=min(totals))
    ace = Card.of(Rank.ACE, card.suit)
    if card.rank is Rank.TEN and ace in scene.possible:
        yield Told(Cause.SAVES_TEN, ace=ace)
    yield Told(Cause.TAKES_TRICK, points=trick)
    cheapest = min(winners, key=lambda other: (other.points, other.suit is view.trump, other.index))
    if card.points > cheapest.points:
        yield Told(Cause.TOO_DEAR, card=cheapest)
    elif card.points < max(other.points for other in winners):
        yield Told(Cause.WINS_CHEAPLY)
    spent = card.suit is view.trump and led.suit is not view.trump and led.points < DEAR_TRICK
    if spent and any(other.suit is not view.trump for other in scene.cards):
        yield Told(Cause.WASTES_TRUMP, points=trick)
