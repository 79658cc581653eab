"""Random deals, as fast as plain Python plays them.

Both players play any card that stands, with equal chances. They exchange as soon as they may, announce the dearest
marriage they hold, claim as soon as they have 66, and never close. Unit: game points for seat A.

A score is a player's card points, less ``NO_TRICK`` until the first trick is won: below 0 means no trick. Points that
wait for a trick are in it from the start, which changes nothing: without a trick nobody claims and three is paid.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from engine.search import pay
from engine.search.bits import BEATEN_BY, CARDS, HIGHER, POINTS, SAME_SUIT, TRUMPS, Core, Position, Shut, cards_of
from engine.search.moves import ANNOUNCE, DRAW, EXCHANGE, EXCHANGE_OTHER, changed, moves, step, unclaimed

NO_TRICK: Final = 256
TWO_BELOW: Final = pay.TWO_BELOW
QUEENS: Final = 0b000100000100000100000100
"""A hand ANDed with itself shifted by one and with this shows its marriages, at the queens."""

TRICK: Final = tuple(
    tuple(
        ~(POINTS[led] + POINTS[answer]) if BEATEN_BY[led] >> answer & 1 else POINTS[led] + POINTS[answer]
        for answer in CARDS
    )
    for led in CARDS
)
"""Led, answer -> the card points of the trick; inverted (``~``) when the answer takes it."""

_SUIT_CARDS: Final = {mask << 6 * suit: tuple(cards_of(mask << 6 * suit)) for suit in range(4) for mask in range(1, 64)}
_PACKS: Final = {6: tuple(CARDS), 5: tuple(card for card in CARDS if card % 6)}
"""Cards in a hand -> the pack."""
_RENAMED: Final = tuple(
    tuple((0 if suit == trump else suit + (suit < trump)) * 6 + rank for suit in range(4) for rank in range(6))
    for trump in range(4)
)
"""Suit of the face-up card -> every card renamed so that this suit is suit 0."""


def shuffled(core: Core, rng: random.Random) -> list[int]:
    """Return the pack in a random order, by sorting on random keys: twice as fast as a shuffle."""
    key = rng.random
    return sorted(_PACKS[core.hand], key=lambda _card: key())


def dealt(core: Core, rng: random.Random) -> Position:
    """Return a random first position; seat A leads."""
    pack, hand = shuffled(core, rng), core.hand
    name = _RENAMED[pack[2 * hand] // 6]
    cards = [name[card] for card in pack]
    first, second, stock = cards[:hand], cards[hand : 2 * hand], cards[2 * hand + 1 :]
    return Position((_mask(first), _mask(second)), tuple(stock), cards[2 * hand], 0)


def random_deal(core: Core, rng: random.Random) -> int:
    """Shuffle, deal and play a whole deal; return its value for seat A, who leads."""
    pack, hand = shuffled(core, rng), core.hand
    name = _RENAMED[pack[2 * hand] // 6]
    cards = [name[card] for card in pack]
    # The face-up trump comes first; the rest is in random order, so it need not be turned upside down.
    return _open(core, rng.random, cards[:hand], cards[hand : 2 * hand], cards[2 * hand :], None)


def _mask(cards: list[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def playout(core: Core, position: Position, rng: random.Random, log: list[int] | None = None) -> int:
    """Play a position to its end at random; return its value for seat A.

    ``log`` receives the moves made, so that they can be held to the referee.
    """
    position = _to_lead(core, position, rng, log)
    if position.result is not None:
        return position.result
    lead = position.lead
    x, y = list(cards_of(position.hands[lead])), list(cards_of(position.hands[1 - lead]))
    score = [
        position.counted[seat] + (0 if position.tricks[seat] else position.pending[seat] - NO_TRICK) for seat in (0, 1)
    ]
    if position.strict:
        sign = -1 if lead else 1
        return _strict(core, rng.random, x, y, score[lead], score[1 - lead], sign, position.shut, log)
    stock = [position.up, *position.stock[::-1]]
    return _open(core, rng.random, x, y, stock, log, score[lead], score[1 - lead], -1 if lead else 1)


def _to_lead(core: Core, position: Position, rng: random.Random, log: list[int] | None) -> Position:
    """Finish a trick that is on, draw, lead from an announced pair; claim where there is 66 already."""
    while position.result is None:
        counted = position.counted[position.lead]
        if position.led < 0 and core.spoken and counted >= pay.GOAL and position.tricks[position.lead]:
            return _claim(core, position)
        if position.hands == (0, 0):
            return unclaimed(core, position)
        if position.led < 0 and position.announced < 0 and not position.before_draw:
            return position
        found = moves(core, position)
        draw_or_swap = [move for move in found if move in (DRAW, EXCHANGE, EXCHANGE_OTHER)]
        move = draw_or_swap[0] if draw_or_swap else rng.choice([move for move in found if move < ANNOUNCE])
        if log is not None:
            log.append(move)
        position = step(core, position, move)
    return position


def _claim(core: Core, position: Position) -> Position:
    seat = position.lead
    value = pay.reached(core, seat, position.counted, position.tricks, position.shut)
    return position._replace(result=-value if seat else value)


def _open(
    core: Core,
    rnd: Callable[[], float],
    x: list[int],
    y: list[int],
    stock: list[int],
    log: list[int] | None,
    sx: int = -NO_TRICK,
    sy: int = -NO_TRICK,
    sign: int = 1,
) -> int:
    """Play on from a lead while there are cards to draw; ``x`` leads, ``stock`` lies upside down."""
    size, low, low_bit = core.hand, core.lowest, core.lowest_bit
    xm, ym = _mask(x), _mask(y)
    # A player below this score may not exchange: no trick yet.
    needs = 0 if core.exchange_needs_trick else -NO_TRICK
    least = core.exchange_min
    off_lead, first = core.exchange_off_lead, core.meld_first or sx >= 0 or sy >= 0
    while stock:
        if xm & low_bit and sx >= needs and len(stock) >= least:
            xm ^= low_bit | 1 << stock[0]
            x[x.index(low)], stock[0] = stock[0], low
            if log is not None:
                log.append(EXCHANGE)
        queens = xm & xm >> 1 & QUEENS
        if queens and first:
            queen = (queens & -queens).bit_length() - 1
            sx += 20 if queen > 5 else 40
            if log is not None:
                log.append(ANNOUNCE + queen // 6)
            if sx >= 66:
                return sign * (3 if sy < 0 else 2 if sy < TWO_BELOW else 1)
            led = queen + (core.king_only or rnd() < 0.5)
            x.remove(led)
        else:
            led = x.pop(int(rnd() * size))
        first = True
        if off_lead and ym & low_bit and sy >= needs and len(stock) >= least:
            ym ^= low_bit | 1 << stock[0]
            y[y.index(low)], stock[0] = stock[0], low
            answer = y.pop(int(rnd() * size))
            if log is not None:
                log += (led, EXCHANGE, answer)
        else:
            answer = y.pop(int(rnd() * size))
            if log is not None:
                log += (led, answer)
        points = TRICK[led][answer]
        xm ^= 1 << led
        ym ^= 1 << answer
        if points < 0:
            x, y, xm, ym, sx, sy, sign, points = y, x, ym, xm, sy, sx, -sign, ~points
        sx += points if sx >= 0 else points + NO_TRICK
        if sx >= 66:
            return sign * (3 if sy < 0 else 2 if sy < TWO_BELOW else 1)
        card = stock.pop()
        x.append(card)
        xm |= 1 << card
        card = stock.pop()
        y.append(card)
        ym |= 1 << card
        if log is not None:
            log.append(DRAW)
    return _strict(core, rnd, x, y, sx, sy, sign, None, log)


def _strict(
    core: Core,
    rnd: Callable[[], float],
    x: list[int],
    y: list[int],
    sx: int,
    sy: int,
    sign: int,
    shut: Shut | None,
    log: list[int] | None,
) -> int:
    """Play on from a lead when nobody draws any more; ``x`` leads."""
    follow, head, ruff = core.follow, core.head, core.ruff
    xm, ym = _mask(x), _mask(y)
    melds = core.meld_exhausted if shut is None else core.meld_closed
    first = core.meld_first or sx >= 0 or sy >= 0
    while x:
        queens = xm & xm >> 1 & QUEENS
        if queens and melds and first:
            queen = (queens & -queens).bit_length() - 1
            sx += 20 if queen > 5 else 40
            if log is not None:
                log.append(ANNOUNCE + queen // 6)
            if sx >= 66:
                break
            led = queen + (core.king_only or rnd() < 0.5)
            x.remove(led)
        else:
            led = x.pop(int(rnd() * len(x)))
        first = True
        may = ym & SAME_SUIT[led]
        if may:
            if head and may & HIGHER[led]:
                may &= HIGHER[led]
            elif not follow:
                may = ym
        else:
            may = ym & TRUMPS if ruff and ym & TRUMPS else ym
        if may == ym:
            answer = y.pop(int(rnd() * len(y)))
        else:
            cards = _SUIT_CARDS[may]
            answer = cards[int(rnd() * len(cards))]
            y.remove(answer)
        if log is not None:
            log += (led, answer)
        points = TRICK[led][answer]
        xm ^= 1 << led
        ym ^= 1 << answer
        if points < 0:
            x, y, xm, ym, sx, sy, sign, points = y, x, ym, xm, sy, sx, -sign, ~points
        sx += points if sx >= 0 else points + NO_TRICK
        if sx >= 66:
            break
    return sign * worth(core, sx, sy, 0 if sign > 0 else 1, shut, not x)


def worth(core: Core, sx: int, sy: int, seat: int, shut: Shut | None, played: bool) -> int:
    """Return what ``seat``, who won the last trick or announced, gets now."""
    if shut is None and played:
        sx += core.bonus
    counted = changed((sy % NO_TRICK, sy % NO_TRICK), seat, sx % NO_TRICK)
    tricks = changed((int(sy >= 0), int(sy >= 0)), seat, int(sx >= 0))
    if sx >= pay.GOAL:
        return pay.reached(core, seat, counted, tricks, shut)
    return pay.played_out(core, seat, counted, tricks, shut)
