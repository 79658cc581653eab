"""Judges actions. The only module that decides what is legal; ``engine.effects`` says what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from engine import effects
from engine.actions import Act, Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import Card, Rank, Suit, holds
from engine.deal import Deal
from engine.effects import lowest_trump, pair_of, pairs_in
from engine.events import (
    by_card,
)
from engine.ruleset import Ruleset
from engine.seats import Seat
from engine.tricks import playable_answers
from engine.verdict import Allowed, Reason, Refused, Verdict, plain_refusals

# What is needed many times in every deal is made once.
_No = Mapping[Reason, Refused]
_NO_PLAY, _NO_DRAW, _NO_MARRIAGE = plain_refusals(Act.PLAY), plain_refusals(Act.DRAW), plain_refusals(Act.MARRIAGE)
_NO_EXCHANGE, _NO_CLOSE, _NO_CLAIM = plain_refusals(Act.EXCHANGE), plain_refusals(Act.CLOSE), plain_refusals(Act.CLAIM)
_PLAYS = by_card(Play)
_DRAWS, _CLOSES = tuple(Draw(seat) for seat in Seat), tuple(Close(seat) for seat in Seat)
_CLAIMS, _EXCHANGES = tuple(Claim(seat) for seat in Seat), tuple(Exchange(seat) for seat in Seat)
_ANNOUNCEMENTS = tuple({suit: Announce(seat, suit) for suit in Suit} for seat in Seat)
_KING = Rank.KING


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
    check, effect = _RULES[type(action)]
    return check(deal, action) or effect(deal, action)


def refusal(deal: Deal, action: Action) -> Refused | None:
    """Return why ``action`` does not stand, or None where it does. Cheaper than :func:`judge`."""
    check, _effect = _RULES[type(action)]
    return check(deal, action)


def legal_actions(deal: Deal) -> tuple[Action, ...]:
    """Return every action that stands for either player, in a fixed order.

    Left out are draws that would change nothing, and exchanges that name the lowest trump.
    """
    seat = deal.to_act
    # Each branch leaves out what its situation rules out altogether; whatever is tried, the checks decide.
    if deal.before_draw:
        return _legal_before_draw(deal, seat)
    if _finished(deal):
        return _legal_at_the_end(deal, seat)
    return _legal_on_lead(deal, seat) if deal.led is None else _legal_in_answer(deal, seat)


def _legal_before_draw(deal: Deal, seat: Seat) -> tuple[Action, ...]:
    """Hands are a card short: whatever goes with a lead waits for the draw (rule ``open.wait``)."""
    tries = _DRAWS[seat], _CLOSES[seat], _CLAIMS[seat]
    return tuple([action for action in tries if refusal(deal, action) is None])


def _legal_at_the_end(deal: Deal, seat: Seat) -> tuple[Action, ...]:
    """Nothing is left to play, but the last trick may still be claimed for (rule ``claim.last``)."""
    return () if _check_claim(deal, _CLAIMS[seat]) else (_CLAIMS[seat],)


def _legal_on_lead(deal: Deal, seat: Seat) -> tuple[Action, ...]:
    plays = _PLAYS[seat]
    actions: list[Action] = [plays[card.index] for card in _playable(deal, seat)]
    if _check_announcing(deal, seat) is None:
        actions += [_ANNOUNCEMENTS[seat][suit] for suit in pairs_in(deal.hands[seat])]
    if _check_closing(deal, seat) is None:
        actions.append(_CLOSES[seat])
    if deal.turned is not None:
        actions += _legal_exchanges(deal)
    if _check_claim(deal, _CLAIMS[seat]) is None:
        actions.append(_CLAIMS[seat])
    return tuple(actions)


def _legal_in_answer(deal: Deal, seat: Seat) -> tuple[Action, ...]:
    """A card lies on the table: whatever goes with a lead waits for the end of the trick."""
    plays = _PLAYS[seat]
    actions: list[Action] = [plays[card.index] for card in _playable(deal, seat)]
    if deal.ruleset.exchange_off_lead:
        actions += _legal_exchanges(deal)
    return tuple(actions)


def _legal_exchanges(deal: Deal) -> list[Exchange]:
    lowest = lowest_trump(deal)
    return [
        exchange
        for exchange in _EXCHANGES
        if holds(deal.hands[exchange.by], lowest) and _check_exchanging(deal, exchange.by) is None
    ]


def playable_cards(deal: Deal) -> tuple[Card, ...]:
    """Return every card that the player to act may put down now, in canonical order."""
    seat = deal.to_act
    return () if _check_playing(deal, seat) else _playable(deal, seat)


def _playable(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """The cards that :func:`_check_play` lets pass once it is the moment for ``seat`` to put one down."""
    hand, led, announced = deal.hands[seat], deal.led, deal.announced
    if led is not None:
        return playable_answers(deal.ruleset, hand, led, deal.trump) if deal.strict else hand
    if announced is not None:
        return tuple([card for card in hand if _check_lead(deal, card, announced) is None])
    return hand


# -- what is refused, and why ------------------------------------------------------------------------------------


def _check_play(deal: Deal, action: Play) -> Refused | None:
    seat, card = action.by, action.card
    wrong = _check_playing(deal, seat)
    if wrong is not None:
        return wrong
    hand = deal.hands[seat]
    if not holds(hand, card):
        return Refused.because(Reason.CARD_NOT_HELD, Act.PLAY, card=card)
    if deal.led is None:
        return None if deal.announced is None else _check_lead(deal, card, deal.announced)
    if deal.strict:
        return answer_refusal(deal.ruleset, hand, deal.led, deal.trump, card)
    return None


def _check_playing(deal: Deal, seat: Seat) -> Refused | None:
    """Whether it is the moment for this player to put down a card, whichever it is."""
    if _finished(deal):
        return _NO_PLAY[Reason.DEAL_OVER]
    if seat is not deal.to_act:
        return _NO_PLAY[Reason.NOT_YOUR_TURN]
    if deal.before_draw:
        return _NO_PLAY[Reason.DRAW_FIRST]
    return None


def _check_lead(deal: Deal, card: Card, announced: Suit) -> Refused | None:
    """After an announcement only the marriage may be led (rule ``marriage.lead``)."""
    pair = pair_of(announced)
    if not holds(pair, card):
        return Refused.because(Reason.MUST_LEAD_FROM_PAIR, Act.PLAY, pair=pair)
    if deal.ruleset.meld_lead_card == "king" and card.rank is not _KING:
        return _NO_PLAY[Reason.MUST_LEAD_KING]
    return None


def answer_refusal(rules: Ruleset, hand: tuple[Card, ...], led: Card, trump: Suit, card: Card) -> Refused | None:
    """Return why ``card`` of ``hand`` may not answer ``led`` once nobody draws, or None where it may.

    Rules: ``strict.follow``, ``strict.head``, ``strict.trump``.
    """
    playable = playable_answers(rules, hand, led, trump)
    if holds(playable, card):
        return None
    if all(other.suit is not led.suit for other in hand):
        return Refused.because(Reason.MUST_TRUMP, Act.PLAY, suit=led.suit, trump=trump, playable=playable)
    if card.suit is not led.suit and rules.strict_follow:
        return Refused.because(Reason.MUST_FOLLOW, Act.PLAY, suit=led.suit, playable=playable)
    return Refused.because(Reason.MUST_HEAD, Act.PLAY, card=led, playable=playable)


def _check_draw(deal: Deal, action: Draw) -> Refused | None:
    if deal.outcome is not None:
        return _NO_DRAW[Reason.DEAL_OVER]
    if action.by is not deal.to_act:
        return _NO_DRAW[Reason.NOT_YOUR_TURN]
    return None


def _check_announce(deal: Deal, action: Announce) -> Refused | None:
    if _finished(deal):
        return _NO_MARRIAGE[Reason.DEAL_OVER]
    wrong = _check_announcing(deal, action.by)
    if wrong is None and action.suit not in pairs_in(deal.hands[action.by]):
        return Refused.because(Reason.NO_PAIR, Act.MARRIAGE, suit=action.suit)
    return wrong


def _check_announcing(deal: Deal, seat: Seat) -> Refused | None:
    """Whether it is the moment for this player to announce a marriage, whichever it is."""
    rules, no = deal.ruleset, _NO_MARRIAGE
    if deal.closing is not None and not rules.meld_after_close:
        return no[Reason.STOCK_CLOSED]
    if deal.turned is None and not rules.meld_after_stock:
        return no[Reason.STOCK_EXHAUSTED]
    wrong = _check_on_lead(deal, seat, no)
    if wrong is not None:
        return wrong
    if deal.before_draw:
        return no[Reason.DRAW_FIRST]
    if rules.meld_first_lead == "forbidden" and not deal.tricks_played:
        return no[Reason.FIRST_TRICK]
    if deal.announced is not None:
        return no[Reason.ONE_MARRIAGE_PER_LEAD]
    return None


def _check_exchange(deal: Deal, action: Exchange) -> Refused | None:
    if _finished(deal):
        return _NO_EXCHANGE[Reason.DEAL_OVER]
    wrong = _check_exchanging(deal, action.by)
    if wrong is not None:
        return wrong
    lowest = lowest_trump(deal)
    if action.give is not None and action.give is not lowest:
        return Refused.because(Reason.NOT_LOWEST_TRUMP, Act.EXCHANGE, card=action.give)
    if not holds(deal.hands[action.by], lowest):
        return Refused.because(Reason.CARD_NOT_HELD, Act.EXCHANGE, card=lowest)
    return None


def _check_exchanging(deal: Deal, seat: Seat) -> Refused | None:
    """Whether it is the moment for this player to exchange, whatever is held."""
    if deal.turned is None:
        return _NO_EXCHANGE[Reason.STOCK_EXHAUSTED]
    wrong = _check_exchange_turn(deal, seat) if deal.closing is None else _check_exchange_at_once(deal, seat)
    if wrong is not None:
        return wrong
    left, needed = deal.full_talon, deal.ruleset.exchange_min_talon
    return _talon_too_small(Act.EXCHANGE, left, needed) if left < needed else None


def _check_exchange_turn(deal: Deal, seat: Seat) -> Refused | None:
    """While the stock is open: the player's moment, with a full hand and perhaps a trick."""
    rules, no = deal.ruleset, _NO_EXCHANGE
    if not (rules.exchange_off_lead and deal.led is not None and seat is deal.to_act):
        wrong = _check_on_lead(deal, seat, no)
        if wrong is not None:
            return wrong
    if deal.before_draw:
        return no[Reason.DRAW_FIRST]
    return no[Reason.NO_TRICK_YET] if rules.exchange_needs_trick and not deal.tricks[seat] else None


def _check_exchange_at_once(deal: Deal, seat: Seat) -> Refused | None:
    """After a closing: the player who did not close, at once; no turn, no full hand, no trick is needed.

    Rule: ``close.exchange``.
    """
    if deal.ruleset.exchange_by_other_on_close and deal.just_closed and _closer(deal) is seat.other:
        return None
    return _NO_EXCHANGE[Reason.STOCK_CLOSED]


def _check_close(deal: Deal, action: Close) -> Refused | None:
    if deal.ruleset.close and _finished(deal):
        return _NO_CLOSE[Reason.DEAL_OVER]
    return _check_closing(deal, action.by)


def _check_closing(deal: Deal, seat: Seat) -> Refused | None:
    """What is asked of a closing while there is something to play."""
    rules, no = deal.ruleset, _NO_CLOSE
    if not rules.close:
        return no[Reason.NO_CLOSING_IN_RULESET]
    if deal.closing is not None:
        return no[Reason.ALREADY_CLOSED]
    if deal.turned is None:
        return no[Reason.STOCK_EXHAUSTED]
    wrong = _check_on_lead(deal, seat, no)
    if wrong is not None:
        return wrong
    if deal.before_draw and not rules.close_before_draw:
        return no[Reason.DRAW_FIRST]
    if not rules.close_first_lead and not deal.tricks_played:
        return no[Reason.FIRST_TRICK]
    left, needed = deal.full_talon, rules.close_min_talon
    assert needed is not None
    if left < needed:
        return _talon_too_small(Act.CLOSE, left, needed)
    if deal.announced is not None and not rules.meld_then_close_same_lead:
        return no[Reason.CLOSE_BEFORE_ANNOUNCING]
    return None


def _check_claim(deal: Deal, action: Claim) -> Refused | None:
    if not deal.ruleset.spoken:
        return _NO_CLAIM[Reason.NO_CLAIMS_IN_RULESET]
    if deal.outcome is not None:
        return _NO_CLAIM[Reason.DEAL_OVER]
    # Whoever is on lead after the first trick has just won a trick, so this is the moment of A16 and A17.
    if deal.led is not None or action.by is not deal.on_lead or not deal.tricks[action.by]:
        return _NO_CLAIM[Reason.CLAIM_NOT_NOW]
    return None


def _check_on_lead(deal: Deal, seat: Seat, no: _No) -> Refused | None:
    if deal.led is not None:
        return no[Reason.MID_TRICK]
    if seat is not deal.on_lead:
        return no[Reason.NOT_ON_LEAD]
    return None


def _finished(deal: Deal) -> bool:
    """Nothing is left to play: the deal has ended, or its last trick has been taken."""
    # A hand that holds cards is the common case and the cheapest to ask for.
    return deal.outcome is not None or (not deal.hands[0] and deal.played_out)


@cache
def _talon_too_small(act: Act, left: int, needed: int) -> Refused:
    return Refused.because(Reason.TALON_TOO_SMALL, act, left=left, needed=needed)


def _closer(deal: Deal) -> Seat | None:
    return deal.closing.by if deal.closing else None


_RULES: dict[type[Action], tuple[Callable[[Deal, Any], Refused | None], Callable[[Deal, Any], Allowed]]] = {
    Play: (_check_play, effects.play),
    Draw: (_check_draw, effects.draw),
    Announce: (_check_announce, effects.announce),
    Exchange: (_check_exchange, effects.exchange),
    Close: (_check_close, effects.close),
    Claim: (_check_claim, effects.claim),
}
"""What is asked before an action of each kind, and what follows when it stands."""
