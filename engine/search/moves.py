"""Every action on a :class:`Position`, one at a time: what stands, and what follows. The plain form of the fast wing.

The referee decides what is legal; this module says the same on masks, and a test holds it to that.
"""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import Card, Rank, Suit
from engine.deal import Deal
from engine.search import pay
from engine.search.bits import (
    BEATEN_BY,
    CARD_OF,
    KING,
    NONE,
    NUMBER_OF,
    PAIR_POINTS,
    PAIRS,
    POINTS,
    Core,
    Pair,
    Position,
    Shut,
    cards_of,
    full_talon,
    legal_answers,
)
from engine.seats import Seat

Move = int
"""0 to 23 plays that card, ANNOUNCE + suit announces a marriage, the rest are the names below."""
ANNOUNCE: Final = 24
EXCHANGE: Final = 28
EXCHANGE_OTHER: Final = 29
"""The player who did not close exchanges at once, before the closer leads."""
CLOSE: Final = 30
DRAW: Final = 31
CLAIM: Final = 32


def moves(core: Core, position: Position) -> list[Move]:
    """Return every action that stands for either player, false claims included."""
    if position.result is not None:
        return []
    found = [] if position.before_draw else list(cards_of(playable(core, position)))
    if position.before_draw:
        found.append(DRAW)
    if position.led < 0 and position.hands != (0, 0):
        found += _announcements(core, position)
        if may_close(core, position):
            found.append(CLOSE)
    if may_exchange(core, position):
        found.append(EXCHANGE)
    if may_exchange_other(core, position):
        found.append(EXCHANGE_OTHER)
    if may_claim(core, position):
        found.append(CLAIM)
    return found


def playable(core: Core, position: Position) -> int:
    """Return the mask of the cards that the player to act may put down, drawing aside."""
    hand = position.hands[position.to_act]
    if position.led >= 0:
        return legal_answers(core, hand, position.led) if position.strict else hand
    if position.announced < 0:
        return hand
    return PAIRS[position.announced] & (0b001000 << 6 * position.announced if core.king_only else hand)


def may_claim(core: Core, position: Position) -> bool:
    """Whether the player on lead may claim, rightly or wrongly (rules ``claim.when``, ``claim.last``)."""
    return core.spoken and position.led < 0 and position.tricks[position.lead] > 0


def may_announce(core: Core, position: Position) -> bool:
    """Whether the moment allows a marriage (rules ``marriage.*``, ``strict.marriage``, ``close.marriage``)."""
    if position.led >= 0 or position.before_draw or position.announced >= 0:
        return False
    if position.shut is not None and not core.meld_closed:
        return False
    if position.up < 0 and not core.meld_exhausted:
        return False
    return core.meld_first or position.tricks != (0, 0)


def _announcements(core: Core, position: Position) -> list[Move]:
    if not may_announce(core, position):
        return []
    hand = position.hands[position.lead]
    return [ANNOUNCE + suit for suit in range(4) if hand & PAIRS[suit] == PAIRS[suit]]


def may_exchange(core: Core, position: Position) -> bool:
    """Whether the player to act may exchange (rules ``exchange.*``)."""
    if position.strict or position.before_draw or not core.lowest_bit & position.hands[position.to_act]:
        return False
    if position.led >= 0 and not core.exchange_off_lead:
        return False
    if core.exchange_needs_trick and not position.tricks[position.to_act]:
        return False
    return position.talon >= core.exchange_min


def may_exchange_other(core: Core, position: Position) -> bool:
    """Whether the opponent of the player who has just closed may exchange (rule ``close.exchange``)."""
    shut = position.shut
    if not core.exchange_by_other or shut is None or position.led >= 0 or position.tricks != shut.tricks:
        return False
    return bool(core.lowest_bit & position.hands[1 - shut.by]) and full_talon(core, position) >= core.exchange_min


def may_close(core: Core, position: Position) -> bool:
    """Whether the player on lead may close the stock (rules ``close.*``)."""
    if not core.close or position.strict or position.led >= 0:
        return False
    if position.before_draw and not core.close_before_draw:
        return False
    if position.tricks == (0, 0) and not core.close_first:
        return False
    if position.announced >= 0 and not core.meld_then_close:
        return False
    return full_talon(core, position) >= core.close_min


# -- what follows ------------------------------------------------------------------------------------------------


def step(core: Core, position: Position, move: Move) -> Position:
    """Return the position after a move that stands."""
    if move < ANNOUNCE:
        return _play(core, position, move)
    if move < EXCHANGE:
        return _announce(core, position, move - ANNOUNCE)
    if move <= EXCHANGE_OTHER:
        return _exchange(core, position, position.to_act if move == EXCHANGE else 1 - position.to_act)
    if move == CLOSE:
        shut = Shut(position.lead, position.counted, position.tricks)
        return position._replace(shut=shut, before_draw=False)
    if move == DRAW:
        return _draw(position)
    seat = position.lead
    return _ended(position, seat, pay.claimed(core, seat, final(core, position), position.tricks, position.shut))


def final(core: Core, position: Position) -> Pair:
    """Return the card points, after the last trick of an open deal with its extra points (rule ``end.bonus``)."""
    if core.bonus and position.hands == (0, 0) and position.led < 0 and position.shut is None:
        return changed(position.counted, position.lead, position.counted[position.lead] + core.bonus)
    return position.counted


def changed(pair: Pair, seat: int, value: int) -> Pair:
    """Return the pair with one value replaced."""
    return (pair[0], value) if seat else (value, pair[1])


def _ended(position: Position, seat: int, value: int) -> Position:
    return position._replace(result=-value if seat else value)


def _play(core: Core, position: Position, card: int) -> Position:
    seat = position.to_act
    hands = changed(position.hands, seat, position.hands[seat] ^ 1 << card)
    if position.led < 0:
        return position._replace(hands=hands, led=card)
    winner = seat if BEATEN_BY[position.led] >> card & 1 else 1 - seat
    points = position.counted[winner] + POINTS[position.led] + POINTS[card] + position.pending[winner]
    after = position._replace(
        hands=hands,
        led=NONE,
        lead=winner,
        announced=NONE,
        before_draw=not position.strict,
        counted=changed(position.counted, winner, points),
        pending=changed(position.pending, winner, 0),
        tricks=changed(position.tricks, winner, position.tricks[winner] + 1),
    )
    return _end_by_itself(core, after)


def _end_by_itself(core: Core, position: Position) -> Position:
    if core.spoken:
        return position
    counted = final(core, position)
    for seat in (0, 1):
        if counted[seat] >= pay.GOAL:
            return _ended(position, seat, pay.reached(core, seat, counted, position.tricks, position.shut))
    return unclaimed(core, position) if position.hands == (0, 0) else position


def unclaimed(core: Core, position: Position) -> Position:
    """Return the end of a deal whose last trick has been taken, when nobody claims."""
    last = position.lead
    value = pay.played_out(core, last, final(core, position), position.tricks, position.shut)
    return _ended(position, last, value)


def _announce(core: Core, position: Position, suit: int) -> Position:
    seat, points = position.lead, PAIR_POINTS[suit]
    if core.meld_pending and not position.tricks[seat]:
        pending = changed(position.pending, seat, position.pending[seat] + points)
        return position._replace(announced=suit, pending=pending)
    counted = changed(position.counted, seat, position.counted[seat] + points)
    return _end_by_itself(core, position._replace(announced=suit, counted=counted))


def _exchange(core: Core, position: Position, seat: int) -> Position:
    hand = position.hands[seat] ^ core.lowest_bit | 1 << position.up
    return position._replace(hands=changed(position.hands, seat, hand), up=core.lowest)


def _draw(position: Position) -> Position:
    winner, stock = position.lead, position.stock
    last = len(stock) == 1
    first, second = 1 << stock[0], 1 << (position.up if last else stock[1])
    mine, theirs = position.hands[winner] | first, position.hands[1 - winner] | second
    return position._replace(
        hands=(theirs, mine) if winner else (mine, theirs),
        stock=stock[2:],
        up=NONE if last else position.up,
        before_draw=False,
    )


# -- the engine's actions ----------------------------------------------------------------------------------------


def action_of(move: Move, trump: Suit, to_act: int) -> Action:
    """Return the engine's action behind a move of the player to act."""
    seat = Seat(to_act)
    if move < ANNOUNCE:
        return Play(seat, CARD_OF[trump][move])
    if move < EXCHANGE:
        return Announce(seat, CARD_OF[trump][6 * (move - ANNOUNCE)].suit)
    if move == EXCHANGE_OTHER:
        return Exchange(seat.other)
    if move == EXCHANGE:
        return Exchange(seat)
    return Close(seat) if move == CLOSE else Draw(seat) if move == DRAW else Claim(seat)


def move_of(action: Action, deal: Deal) -> Move:
    """Return the move behind an action in a deal."""
    number = NUMBER_OF[deal.trump]
    if isinstance(action, Play):
        return number[action.card.index]
    if isinstance(action, Announce):
        return ANNOUNCE + (number[Card.of(Rank.KING, action.suit).index] - KING) // 6
    if isinstance(action, Exchange):
        return EXCHANGE if action.by is deal.to_act else EXCHANGE_OTHER
    if isinstance(action, Close):
        return CLOSE
    return DRAW if isinstance(action, Draw) else CLAIM
