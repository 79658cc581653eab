"""What follows from an action that stands, and the counts and outcomes that hang on a position.

Nothing here asks whether an action is legal: that is ``engine.referee``, which calls these.
"""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import PACK_24, Card, Rank, Suit, holds, with_card, without
from engine.deal import Deal, Draft, Hands
from engine.events import (
    ANSWERED,
    DRAWN_UNSEEN,
    LED,
    WON,
    CardDrawn,
    DealEnded,
    Event,
    MarriageAnnounced,
    PointsReleased,
    SixtySixClaimed,
    StockClosed,
    StockUsedUp,
    TrumpExchanged,
)
from engine.scoring import GOAL, Closing, Count, Outcome, score_claim, score_played_out, score_reached
from engine.seats import Seat, changed
from engine.tricks import trick_winner
from engine.verdict import Allowed

_PAIRS = {suit: (Card.of(Rank.KING, suit), Card.of(Rank.QUEEN, suit)) for suit in Suit}
_KING = Rank.KING
_LOWEST: dict[tuple[str, Suit], Card] = {(card.rank, card.suit): card for card in PACK_24}


def unclaimed_outcome(deal: Deal) -> Outcome | None:
    """Return the outcome, or after the last trick the one that holds if its winner does not claim; else None.

    Rules: ``claim.last``, ``end.*``.
    """
    if deal.outcome is not None or not deal.played_out:
        return deal.outcome
    return _with_carry(deal, score_played_out(deal.ruleset, deal.on_lead, final_count(deal), deal.closing))


def final_count(deal: Deal) -> Count:
    """Return both players' card points and tricks; after the last trick of an open deal with its extra points.

    Rules: ``end.bonus``, ``close.bonus``.
    """
    points = deal.counted
    if deal.played_out and deal.closing is None and deal.ruleset.last_trick_points:
        bonus = points[deal.on_lead] + deal.ruleset.last_trick_points
        points = changed(points, deal.on_lead, bonus)
    return Count(points, deal.tricks)


def marriage_points(trump: Suit, suit: Suit) -> int:
    """Return what a marriage in ``suit`` is worth, in card points (rule ``marriage.pair``)."""
    return 40 if suit is trump else 20


def pair_of(suit: Suit) -> tuple[Card, Card]:
    """Return the king and the queen of a suit."""
    return _PAIRS[suit]


def pairs_in(hand: tuple[Card, ...]) -> list[Suit]:
    """Return the suits of which a hand holds both king and queen, in canonical order (rule ``marriage.pair``)."""
    return [card.suit for card in hand if card.rank is _KING and holds(hand, _PAIRS[card.suit][1])]


def play(deal: Deal, action: Play) -> Allowed:
    """Put a card on the table, or complete the trick with it."""
    seat, card, led = action.by, action.card, deal.led
    after = Draft(deal)
    after.hands = changed(deal.hands, seat, without(deal.hands[seat], card))
    if deal.shown:
        after.shown = tuple([item for item in deal.shown if item[1] is not card])
    if led is not None:
        return _complete_trick(after, led, card)
    if deal.announced is not None:
        king, queen = pair_of(deal.announced)
        after.shown = _show(after.shown, seat, queen if card is king else king)
    after.led = card
    return Allowed(after.finish(), (LED[seat][card.index],))


def _complete_trick(after: Draft, led: Card, answer: Card) -> Allowed:
    leader = after.on_lead
    winner = trick_winner(leader, led, answer, after.trump)
    won = WON[winner][led.index][answer.index]
    events: tuple[Event, ...] = (ANSWERED[leader.other][answer.index], won)
    released = after.pending[winner]
    if released:
        events = (*events, PointsReleased(winner, released))
        after.pending = changed(after.pending, winner, 0)
    after.led = None
    after.on_lead = winner
    after.announced = None
    after.before_draw = after.closing is None and after.turned is not None
    after.counted = changed(after.counted, winner, after.counted[winner] + won.points + released)
    after.tricks = changed(after.tricks, winner, after.tricks[winner] + 1)
    return _end_by_itself(after.finish(), events)


def _end_by_itself(deal: Deal, events: tuple[Event, ...]) -> Allowed:
    """End the deal where that needs no word of a player.

    With automatic claims: at 66, or after the last trick. With spoken claims the winner of the last trick may
    still speak (rule ``claim.last``), so the deal stays open.
    """
    rules = deal.ruleset
    if rules.spoken or not (deal.played_out or max(deal.counted) >= GOAL):
        return Allowed(deal, events)
    count = final_count(deal)
    for seat in Seat:
        if count.points[seat] >= GOAL:
            return _ended(deal, events, score_reached(rules, seat, count, deal.closing))
    return _ended(deal, events, score_played_out(rules, deal.on_lead, count, deal.closing))


def _ended(deal: Deal, events: tuple[Event, ...], outcome: Outcome) -> Allowed:
    after = Draft(deal)
    after.outcome = _with_carry(deal, outcome)
    return Allowed(after.finish(), (*events, DealEnded(after.outcome)))


def _with_carry(deal: Deal, outcome: Outcome) -> Outcome:
    """Add the game point of a tied deal before this one (rule ``end.tie``)."""
    if not deal.carry or outcome.winner is None:
        return outcome
    return replace(outcome, game_points=outcome.game_points + 1, carried=True)


def draw(deal: Deal, action: Draw) -> Allowed:
    """Refill both hands, the winner of the trick first (rules ``open.draw``, ``open.last``)."""
    if not deal.before_draw:
        return Allowed(deal, ())
    winner, loser = action.by, action.by.other
    if len(deal.stock) == 1:
        return _last_draw(deal, winner, loser, deal.stock[0])
    first, second = deal.stock[:2]
    after = Draft(deal)
    after.hands = _drawn(deal.hands, winner, first, second)
    after.stock = deal.stock[2:]
    after.before_draw = False
    return Allowed(after.finish(), (DRAWN_UNSEEN[winner][first.index], DRAWN_UNSEEN[loser][second.index]))


def _last_draw(deal: Deal, winner: Seat, loser: Seat, first: Card) -> Allowed:
    """The loser of the trick draws the face-up trump, before everybody's eyes (rule ``open.last``)."""
    turned = deal.turned
    assert turned is not None
    after = Draft(deal)
    after.hands = _drawn(deal.hands, winner, first, turned)
    after.stock = ()
    after.turned = None
    after.before_draw = False
    after.shown = _show(deal.shown, loser, turned)
    events = (DRAWN_UNSEEN[winner][first.index], CardDrawn(loser, turned, True), StockUsedUp())
    return Allowed(after.finish(), events)


def _drawn(hands: Hands, winner: Seat, first: Card, second: Card) -> Hands:
    theirs = with_card(hands[winner], first), with_card(hands[winner.other], second)
    return theirs if winner is Seat.A else (theirs[1], theirs[0])


def announce(deal: Deal, action: Announce) -> Allowed:
    """Count a marriage, or let its points wait (rule ``marriage.count``)."""
    seat, points = action.by, marriage_points(deal.trump, action.suit)
    waits = deal.ruleset.meld_pending_until_trick and not deal.tricks[seat]
    event = MarriageAnnounced(seat, action.suit, points, waits)
    after = Draft(deal)
    after.announced = action.suit
    if waits:
        after.pending = changed(deal.pending, seat, deal.pending[seat] + points)
        return Allowed(after.finish(), (event,))
    after.counted = changed(deal.counted, seat, deal.counted[seat] + points)
    return _end_by_itself(after.finish(), (event,))


def exchange(deal: Deal, action: Exchange) -> Allowed:
    """Lay the lowest trump in place of the face-up trump (rule ``exchange.what``)."""
    seat, lowest, took = action.by, lowest_trump(deal), deal.turned
    assert took is not None
    after = Draft(deal)
    after.hands = changed(deal.hands, seat, with_card(without(deal.hands[seat], lowest), took))
    after.turned = lowest
    after.shown = _show(deal.shown, seat, took)
    return Allowed(after.finish(), (TrumpExchanged(seat, lowest, took),))


def close(deal: Deal, action: Close) -> Allowed:
    """Turn the face-up trump face down (rule ``close.what``)."""
    after = Draft(deal)
    after.closing = Closing(action.by, deal.counted, deal.tricks)
    after.before_draw = False
    return Allowed(after.finish(), (StockClosed(action.by),))


def claim(deal: Deal, action: Claim) -> Allowed:
    """End the deal by the count (rules ``claim.right``, ``claim.wrong``)."""
    outcome = score_claim(deal.ruleset, action.by, final_count(deal), deal.closing)
    return _ended(deal, (SixtySixClaimed(action.by),), outcome)


def _show(shown: tuple[tuple[Seat, Card], ...], seat: Seat, card: Card) -> tuple[tuple[Seat, Card], ...]:
    return tuple(sorted({*shown, (seat, card)}))


def lowest_trump(deal: Deal) -> Card:
    """:meth:`Ruleset.lowest_trump`, looked up."""
    return _LOWEST[deal.ruleset.exchange_card, deal.trump]
