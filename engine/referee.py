"""Judges actions. The only module that decides what is legal and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from engine.actions import Act, Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import Card, Rank, Suit, in_order
from engine.deal import Deal, Hands
from engine.events import (
    CardAnswered,
    CardDrawn,
    CardLed,
    DealEnded,
    Event,
    MarriageAnnounced,
    PointsReleased,
    SixtySixClaimed,
    StockClosed,
    StockUsedUp,
    TrickWon,
    TrumpExchanged,
)
from engine.ruleset import Ruleset
from engine.scoring import (
    GOAL,
    Closing,
    Count,
    Outcome,
    score_claim,
    score_played_out,
    score_reached,
)
from engine.seats import Seat, changed
from engine.tricks import playable_answers, trick_winner
from engine.verdict import Allowed, Reason, Refused, Verdict


def judge(deal: Deal, action: Action) -> Verdict:
    """Answer whether ``action`` stands in ``deal``. Never raises for a wrong action.

    Of several reasons the one is given that a player would be told first: what no waiting mends, whose turn and
    moment it is, what the rule asks for, what is held, the duty.

    >>> import random
    >>> from engine.dealing import deal
    >>> from engine.match import Match
    >>> from engine.ruleset import preset
    >>> start = deal(Match.start(preset("classic66"), dealer=Seat.B), random.Random(1))
    >>> judge(start, Close(Seat.B)).reason.value
    'not_on_lead'
    """
    refused = refusal(deal, action)
    if refused is not None:
        return refused
    effect: Callable[[Deal, Any], Allowed] = _EFFECTS[type(action)]
    return effect(deal, action)


def refusal(deal: Deal, action: Action) -> Refused | None:
    """Return why ``action`` does not stand, or None where it does. Cheaper than :func:`judge`."""
    check: Callable[[Deal, Any], Refused | None] = _CHECKS[type(action)]
    return check(deal, action)


def legal_actions(deal: Deal) -> tuple[Action, ...]:
    """Return every action that stands for either player, in a fixed order.

    Left out are draws that would change nothing, and exchanges that name the lowest trump.
    """
    return tuple(action for action in _conceivable(deal) if refusal(deal, action) is None)


def playable_cards(deal: Deal) -> tuple[Card, ...]:
    """Return every card that the player to act may put down now, in canonical order."""
    seat = deal.to_act
    hand = deal.hands[seat]
    return tuple(card for card in hand if refusal(deal, Play(seat, card)) is None)


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


def marriage_points(deal: Deal, suit: Suit) -> int:
    """Return what a marriage in ``suit`` is worth, in card points (rule ``marriage.pair``)."""
    return 40 if suit is deal.trump else 20


def pair_of(suit: Suit) -> tuple[Card, Card]:
    """Return the king and the queen of a suit."""
    return Card.of(Rank.KING, suit), Card.of(Rank.QUEEN, suit)


# -- what is refused, and why ------------------------------------------------------------------------------------


def _check_play(deal: Deal, action: Play) -> Refused | None:
    seat, card = action.by, action.card
    if deal.over or deal.played_out:
        return _no(Reason.DEAL_OVER, Act.PLAY)
    if seat is not deal.to_act:
        return _no(Reason.NOT_YOUR_TURN, Act.PLAY)
    if deal.before_draw:
        return _no(Reason.DRAW_FIRST, Act.PLAY)
    hand = deal.hands[seat]
    if card not in hand:
        return _no(Reason.CARD_NOT_HELD, Act.PLAY, card=card)
    if deal.led is None:
        return _check_lead(deal, card, Act.PLAY)
    if deal.strict:
        return answer_refusal(deal.ruleset, hand, deal.led, deal.trump, card)
    return None


def _check_lead(deal: Deal, card: Card, act: Act) -> Refused | None:
    """After an announcement only the marriage may be led (rule ``marriage.lead``)."""
    if deal.announced is None:
        return None
    if card not in pair_of(deal.announced):
        return _no(Reason.MUST_LEAD_FROM_PAIR, act, pair=pair_of(deal.announced))
    if deal.ruleset.meld_lead_card == "king" and card.rank is not Rank.KING:
        return _no(Reason.MUST_LEAD_KING, act)
    return None


def answer_refusal(rules: Ruleset, hand: tuple[Card, ...], led: Card, trump: Suit, card: Card) -> Refused | None:
    """Return why ``card`` of ``hand`` may not answer ``led`` once nobody draws, or None where it may.

    Rules: ``strict.follow``, ``strict.head``, ``strict.trump``.
    """
    playable = playable_answers(rules, hand, led, trump)
    if card in playable:
        return None
    if all(other.suit is not led.suit for other in hand):
        return _no(Reason.MUST_TRUMP, Act.PLAY, suit=led.suit, trump=trump, playable=playable)
    if card.suit is not led.suit and rules.strict_follow:
        return _no(Reason.MUST_FOLLOW, Act.PLAY, suit=led.suit, playable=playable)
    return _no(Reason.MUST_HEAD, Act.PLAY, card=led, playable=playable)


def _check_draw(deal: Deal, action: Draw) -> Refused | None:
    if deal.over:
        return _no(Reason.DEAL_OVER, Act.DRAW)
    if action.by is not deal.to_act:
        return _no(Reason.NOT_YOUR_TURN, Act.DRAW)
    return None


def _check_announce(deal: Deal, action: Announce) -> Refused | None:
    rules, act = deal.ruleset, Act.MARRIAGE
    if deal.over or deal.played_out:
        return _no(Reason.DEAL_OVER, act)
    if deal.closing is not None and not rules.meld_after_close:
        return _no(Reason.STOCK_CLOSED, act)
    if deal.turned is None and not rules.meld_after_stock:
        return _no(Reason.STOCK_EXHAUSTED, act)
    wrong = _check_on_lead(deal, action.by, act) or _check_drawn(deal, act)
    if wrong:
        return wrong
    if rules.meld_first_lead == "forbidden" and not deal.tricks_played:
        return _no(Reason.FIRST_TRICK, act)
    if deal.announced is not None:
        return _no(Reason.ONE_MARRIAGE_PER_LEAD, act)
    hand = deal.hands[action.by]
    if not all(card in hand for card in pair_of(action.suit)):
        return _no(Reason.NO_PAIR, act, suit=action.suit)
    return None


def _check_exchange(deal: Deal, action: Exchange) -> Refused | None:
    rules, act, seat = deal.ruleset, Act.EXCHANGE, action.by
    if deal.over or deal.played_out:
        return _no(Reason.DEAL_OVER, act)
    if deal.turned is None:
        return _no(Reason.STOCK_EXHAUSTED, act)
    # The player who did not close may exchange at once: no turn, no full hand, no trick needed (close.exchange).
    at_once = rules.exchange_by_other_on_close and deal.just_closed and _closer(deal) is seat.other
    if deal.closing is not None and not at_once:
        return _no(Reason.STOCK_CLOSED, act)
    if not at_once:
        wrong = _check_exchange_turn(deal, seat) or _check_drawn(deal, act)
        if wrong:
            return wrong
        if rules.exchange_needs_trick and not deal.tricks[seat]:
            return _no(Reason.NO_TRICK_YET, act)
    if deal.full_talon < rules.exchange_min_talon:
        return _no(Reason.TALON_TOO_SMALL, act, left=deal.full_talon, needed=rules.exchange_min_talon)
    lowest = rules.lowest_trump(deal.trump)
    if action.give is not None and action.give is not lowest:
        return _no(Reason.NOT_LOWEST_TRUMP, act, card=action.give)
    if lowest not in deal.hands[seat]:
        return _no(Reason.CARD_NOT_HELD, act, card=lowest)
    return None


def _check_exchange_turn(deal: Deal, seat: Seat) -> Refused | None:
    if deal.ruleset.exchange_off_lead and deal.led is not None and seat is deal.to_act:
        return None
    return _check_on_lead(deal, seat, Act.EXCHANGE)


def _check_close(deal: Deal, action: Close) -> Refused | None:
    rules, act = deal.ruleset, Act.CLOSE
    if not rules.close:
        return _no(Reason.NO_CLOSING_IN_RULESET, act)
    if deal.over or deal.played_out:
        return _no(Reason.DEAL_OVER, act)
    if deal.closing is not None:
        return _no(Reason.ALREADY_CLOSED, act)
    if deal.turned is None:
        return _no(Reason.STOCK_EXHAUSTED, act)
    wrong = _check_on_lead(deal, action.by, act)
    if wrong:
        return wrong
    if deal.before_draw and not rules.close_before_draw:
        return _no(Reason.DRAW_FIRST, act)
    if not rules.close_first_lead and not deal.tricks_played:
        return _no(Reason.FIRST_TRICK, act)
    assert rules.close_min_talon is not None
    if deal.full_talon < rules.close_min_talon:
        return _no(Reason.TALON_TOO_SMALL, act, left=deal.full_talon, needed=rules.close_min_talon)
    if deal.announced is not None and not rules.meld_then_close_same_lead:
        return _no(Reason.CLOSE_BEFORE_ANNOUNCING, act)
    return None


def _check_claim(deal: Deal, action: Claim) -> Refused | None:
    if not deal.ruleset.spoken:
        return _no(Reason.NO_CLAIMS_IN_RULESET, Act.CLAIM)
    if deal.over:
        return _no(Reason.DEAL_OVER, Act.CLAIM)
    # Whoever is on lead after the first trick has just won a trick, so this is the moment of A16 and A17.
    if deal.led is not None or action.by is not deal.on_lead or not deal.tricks[action.by]:
        return _no(Reason.CLAIM_NOT_NOW, Act.CLAIM)
    return None


def _check_on_lead(deal: Deal, seat: Seat, act: Act) -> Refused | None:
    if deal.led is not None:
        return _no(Reason.MID_TRICK, act)
    if seat is not deal.on_lead:
        return _no(Reason.NOT_ON_LEAD, act)
    return None


def _check_drawn(deal: Deal, act: Act) -> Refused | None:
    return _no(Reason.DRAW_FIRST, act) if deal.before_draw else None


def _closer(deal: Deal) -> Seat | None:
    return deal.closing.by if deal.closing else None


_no = Refused.because


# -- what follows ------------------------------------------------------------------------------------------------


def _play(deal: Deal, action: Play) -> Allowed:
    seat, card = action.by, action.card
    hand = tuple(held for held in deal.hands[seat] if held is not card)
    hands: Hands = changed(deal.hands, seat, hand)
    shown = tuple(item for item in deal.shown if item[1] is not card)
    if deal.led is None:
        if deal.announced is not None:
            king, queen = pair_of(deal.announced)
            shown = _show(shown, seat, queen if card is king else king)
        return Allowed(replace(deal, hands=hands, led=card, shown=shown), (CardLed(seat, card),))
    after = replace(deal, hands=hands, shown=shown)
    return _complete_trick(after, deal.led, card)


def _complete_trick(deal: Deal, led: Card, answer: Card) -> Allowed:
    winner = trick_winner(deal.on_lead, led, answer, deal.trump)
    points = led.points + answer.points
    events: list[Event] = [
        CardAnswered(deal.on_lead.other, answer),
        TrickWon(winner, led, answer, points),
    ]
    released = deal.pending[winner]
    if released:
        events.append(PointsReleased(winner, released))
    after = replace(
        deal,
        led=None,
        on_lead=winner,
        announced=None,
        before_draw=deal.closing is None and deal.turned is not None,
        counted=changed(deal.counted, winner, deal.counted[winner] + points + released),
        pending=changed(deal.pending, winner, 0),
        tricks=changed(deal.tricks, winner, deal.tricks[winner] + 1),
    )
    return _end_by_itself(after, events)


def _end_by_itself(deal: Deal, events: list[Event]) -> Allowed:
    """End the deal where that needs no word of a player.

    With automatic claims: at 66, or after the last trick. With spoken claims the winner of the last trick may
    still speak (rule ``claim.last``), so the deal stays open.
    """
    if deal.ruleset.spoken:
        return Allowed(deal, tuple(events))
    count = final_count(deal)
    for seat in Seat:
        if count.points[seat] >= GOAL:
            return _ended(deal, events, score_reached(deal.ruleset, seat, count, deal.closing))
    if deal.played_out:
        outcome = score_played_out(deal.ruleset, deal.on_lead, count, deal.closing)
        return _ended(deal, events, outcome)
    return Allowed(deal, tuple(events))


def _ended(deal: Deal, events: list[Event], outcome: Outcome) -> Allowed:
    outcome = _with_carry(deal, outcome)
    return Allowed(replace(deal, outcome=outcome), (*events, DealEnded(outcome)))


def _with_carry(deal: Deal, outcome: Outcome) -> Outcome:
    """Add the game point of a tied deal before this one (rule ``end.tie``)."""
    if not deal.carry or outcome.winner is None:
        return outcome
    return replace(outcome, game_points=outcome.game_points + 1, carried=True)


def _draw(deal: Deal, action: Draw) -> Allowed:
    if not deal.before_draw:
        return Allowed(deal, ())
    winner, loser = action.by, action.by.other
    first, rest = deal.stock[0], deal.stock[1:]
    last = not rest
    turned = deal.turned
    assert turned is not None
    second = turned if last else rest[0]
    hands: Hands = deal.hands
    hands = changed(hands, winner, in_order((*hands[winner], first)))
    hands = changed(hands, loser, in_order((*hands[loser], second)))
    events: list[Event] = [CardDrawn(winner, first, False), CardDrawn(loser, second, last)]
    if last:
        events.append(StockUsedUp())
    after = replace(
        deal,
        hands=hands,
        stock=rest[1:],
        turned=None if last else turned,
        before_draw=False,
        shown=_show(deal.shown, loser, second) if last else deal.shown,
    )
    return Allowed(after, tuple(events))


def _announce(deal: Deal, action: Announce) -> Allowed:
    seat, points = action.by, marriage_points(deal, action.suit)
    waits = deal.ruleset.meld_pending_until_trick and not deal.tricks[seat]
    event = MarriageAnnounced(seat, action.suit, points, waits)
    if waits:
        pending = changed(deal.pending, seat, deal.pending[seat] + points)
        return Allowed(replace(deal, announced=action.suit, pending=pending), (event,))
    counted = changed(deal.counted, seat, deal.counted[seat] + points)
    return _end_by_itself(replace(deal, announced=action.suit, counted=counted), [event])


def _exchange(deal: Deal, action: Exchange) -> Allowed:
    seat = action.by
    lowest = deal.ruleset.lowest_trump(deal.trump)
    took = deal.turned
    assert took is not None
    hand = in_order((*(card for card in deal.hands[seat] if card is not lowest), took))
    after = replace(
        deal,
        hands=changed(deal.hands, seat, hand),
        turned=lowest,
        shown=_show(deal.shown, seat, took),
    )
    return Allowed(after, (TrumpExchanged(seat, lowest, took),))


def _close(deal: Deal, action: Close) -> Allowed:
    closing = Closing(action.by, deal.counted, deal.tricks)
    return Allowed(replace(deal, closing=closing, before_draw=False), (StockClosed(action.by),))


def _claim(deal: Deal, action: Claim) -> Allowed:
    outcome = score_claim(deal.ruleset, action.by, final_count(deal), deal.closing)
    return _ended(deal, [SixtySixClaimed(action.by)], outcome)


def _show(shown: tuple[tuple[Seat, Card], ...], seat: Seat, card: Card) -> tuple[tuple[Seat, Card], ...]:
    return tuple(sorted({*shown, (seat, card)}))


_CHECKS: dict[type[Action], Callable[[Deal, Any], Refused | None]] = {
    Play: _check_play,
    Draw: _check_draw,
    Announce: _check_announce,
    Exchange: _check_exchange,
    Close: _check_close,
    Claim: _check_claim,
}
_EFFECTS: dict[type[Action], Callable[[Deal, Any], Allowed]] = {
    Play: _play,
    Draw: _draw,
    Announce: _announce,
    Exchange: _exchange,
    Close: _close,
    Claim: _claim,
}


def _conceivable(deal: Deal) -> Iterator[Action]:
    seat = deal.to_act
    for card in deal.hands[seat]:
        yield Play(seat, card)
    if deal.before_draw:
        yield Draw(seat)
    if deal.led is None:
        for suit in Suit:
            yield Announce(seat, suit)
        yield Close(seat)
    for either in Seat:
        yield Exchange(either)
    yield Claim(seat)
