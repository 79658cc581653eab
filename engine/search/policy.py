"""The cautious policy on masks: playouts in which both players do what :func:`engine.policy.choose` does.

Each side decides from what it knows: its hand, the cards that are out (the other hand and the face-down stock lumped
together), and which kings and queens have lost their partner. A test replays the playouts through the referee and
asks ``engine.policy`` at every step. A score is a player's card points, less ``NO_TRICK`` until the first trick is
won, as in :mod:`engine.search.playout`. Unit: game points for seat A.
"""

from __future__ import annotations

from typing import Final

from engine.search import pay
from engine.search.bits import BEATEN_BY, CARDS, HIGHER, POINTS, SAME_SUIT, TRUMPS, Core, Position, Shut, mask_of
from engine.search.exact import score
from engine.search.moves import ANNOUNCE, CLAIM, CLOSE, DRAW, EXCHANGE, final, may_claim, may_close, step, unclaimed
from engine.search.playout import NO_TRICK, QUEENS, TRICK, worth

EVERY: Final = (1 << 24) - 1
TENS: Final = mask_of(card for card in CARDS if card % 6 == 4)
LOW: Final = mask_of(card for card in CARDS if card % 6 < 4)
"""Nine to king."""
ROYALS: Final = QUEENS | QUEENS << 1
PARTNER: Final = tuple(1 << card + 1 if card % 6 == 2 else 1 << card - 1 if card % 6 == 3 else 0 for card in CARDS)
"""King and queen: the mask of the other one; 0 for other cards."""
_NEVER: Final = 1 << 16

Free = int
"""The cards that a player may part with as far as marriages go: all but kings and queens whose partner may come."""


def _half(values: tuple[int, ...], high: bool, pick: str) -> tuple[int, ...]:
    """For each mask of two suits the least or the highest of its cards' values, each with its card: value * 32 + card."""
    first, found = 12 if high else 0, []
    for mask in range(4096):
        held = [values[card] << 5 | card for card in range(first, first + 12) if mask >> card - first & 1]
        found.append((min(held, default=_NEVER) if pick == "least" else max(held, default=-1)))
    return tuple(found)


PRICE: Final = tuple(2 * POINTS[card] + 9 * (card < 6) + 6 * (card % 6 > 3) for card in CARDS)
"""How little one likes to part with a card, marriages aside: ``engine.policy.cost``."""
PAIR_PRICE: Final = tuple(12 if card < 6 else 8 for card in CARDS)
_DEAR: Final = 14 << 5
"""No marriage card costs less than this; below it the cheapest free card is the cheapest of all."""
CHEAP_LOW, CHEAP_HIGH = _half(PRICE, False, "least"), _half(PRICE, True, "least")
BEST_LOW, BEST_HIGH = _half(POINTS, False, "most"), _half(POINTS, True, "most")
POINTS_IN: Final = tuple(sum(POINTS[card] for card in range(12) if mask >> card & 1) for mask in range(4096))


def _beaten(high: bool, trumps: bool, follow: bool) -> tuple[int, ...]:
    """For each mask of two suits: the leads that such cards can beat. ``follow``: a suit that is held is answered."""
    first, found = 12 if high else 0, []
    for mask in range(4096):
        cards, lost = mask << first, 0
        ruffs = trumps if high else bool(cards & TRUMPS)
        for suit in range(first, first + 12, 6):
            held = cards & SAME_SUIT[suit]
            lost |= ((1 << held.bit_length()) - 1 >> 1) & SAME_SUIT[suit] & ~(1 << held.bit_length() - 1 if held else 0)
            if suit and ruffs and not (follow and held):
                lost |= SAME_SUIT[suit]
        found.append(lost)
    return tuple(found)


Beaten = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Leads that can be beaten: by the two low suits, by the two high ones without and with trumps beside them."""
BEATEN: Final[dict[bool, Beaten]] = {
    follow: (_beaten(False, False, follow), _beaten(True, False, follow), _beaten(True, True, follow))
    for follow in (False, True)
}


def cheapest(cards: int, free: Free) -> int:
    """Return the card that is given away first."""
    loose = cards & free
    found = min(CHEAP_LOW[loose & 4095], CHEAP_HIGH[loose >> 12])
    return (found if found < _DEAR else _dearer(found, cards & ~free)) & 31


def _dearer(found: int, pairs: int) -> int:
    """Compare with kings and queens whose marriage may still come."""
    while pairs:
        card = (pairs & -pairs).bit_length() - 1
        found = min(found, PRICE[card] + PAIR_PRICE[card] << 5 | card)
        pairs &= pairs - 1
    return found


def sure_points(x: int, out: int, points: int) -> int:
    """Return the points after all tricks that cannot be lost if the stock is closed now, the opponent adding nothing.

    ``out``: the cards that the opponent may hold.
    """
    trumps, against = x & TRUMPS, out & TRUMPS
    while trumps:
        card = trumps.bit_length() - 1
        if against >> card:
            break
        points += POINTS[card]
        trumps ^= 1 << card
        against &= against - 1
    if against:
        return points
    side = x & ~TRUMPS
    while side:
        card = (side & -side).bit_length() - 1
        if not out & HIGHER[card]:
            points += POINTS[card]
        side &= side - 1
    return points


def free_cards(position: Position, seat: int, shown: int = 0) -> Free:
    """Return what ``seat`` may part with; ``shown``: cards of the other hand that it knows."""
    up = 1 << position.up if position.up >= 0 else 0
    there = position.hands[0] | position.hands[1] | up | mask_of(position.stock)
    gone = EVERY & ~there | shown & ~position.hands[seat]
    return EVERY & ~ROYALS | (gone & QUEENS) << 1 | gone >> 1 & QUEENS


def after_exchange(position: Position, free: tuple[Free, Free]) -> tuple[Free, Free]:
    """Return what either player may part with once the player to act has taken the face-up trump."""
    return _told(free, 1 - position.to_act, position.up)


def _told(free: tuple[Free, Free], seat: int, card: int) -> tuple[Free, Free]:
    """``seat`` has seen the other player take this card."""
    return (free[0], free[1] | PARTNER[card]) if seat else (free[0] | PARTNER[card], free[1])


def policy_playout(
    core: Core, position: Position, free: tuple[Free, Free], log: list[int] | None = None, first: int = -1
) -> int:
    """Play a position to its end as both cautious players would; return its value for seat A.

    ``free`` by seat: see :func:`free_cards`. ``log`` receives the moves made. ``first``: a draw that is made in any
    case.
    """
    lead = position.lead
    while position.result is None and position.led < 0:
        counted = final(core, position)[lead]
        if may_claim(core, position) and counted >= pay.GOAL:
            return step(core, position, CLAIM).result or 0
        if position.hands == (0, 0):
            return unclaimed(core, position).result or 0
        if first < 0 and (position.announced >= 0 or position.before_draw) and _shuts(core, position):
            move = CLOSE
        elif position.announced >= 0:
            move = 6 * position.announced + 2 + (core.king_only or position.counted[lead] == 62)
        elif position.before_draw:
            move, first = DRAW, -1
            if len(position.stock) == 1:
                free = _told(free, lead, position.up)
        else:
            break
        if log is not None:
            log.append(move)
        position = step(core, position, move)
    if position.result is not None:
        return position.result
    return run(core, position, free, log=log)


def _shuts(core: Core, position: Position) -> bool:
    lead = position.lead
    out = position.hands[1 - lead] | mask_of(position.stock)
    if not may_close(core, position):
        return False
    return sure_points(position.hands[lead], out, position.counted[lead]) >= pay.GOAL


def run(
    core: Core,
    position: Position,
    free: tuple[Free, Free],
    led: int = -1,
    answer: int = -1,
    log: list[int] | None = None,
) -> int:
    """Play on from a lead, or from a card led; ``led`` and ``answer`` are moves that are made first, -1: none."""
    lead = position.lead
    x, y = position.hands[lead], position.hands[1 - lead]
    if position.led >= 0:
        led = position.led
        x |= 1 << led
    sx, sy = score(position, lead), score(position, 1 - lead)
    sign, fx, fy = (1, free[0], free[1]) if lead == 0 else (-1, free[1], free[0])
    if log is not None:
        log += [card for card in (led if position.led < 0 else -1, answer) if card >= 0]
    if position.strict:
        hidden = mask_of(position.stock)
        return _strict(core, x, y, hidden, sx, sy, fx, fy, sign, position.shut, log, led, answer)
    stock = [position.up, *position.stock[::-1]]
    return _open(core, x, y, stock, sx, sy, fx, fy, sign, log, led, answer)


def _open(
    core: Core,
    x: int,
    y: int,
    stock: list[int],
    sx: int,
    sy: int,
    fx: Free,
    fy: Free,
    sign: int,
    log: list[int] | None,
    led: int,
    answer: int,
) -> int:
    """Play on from a lead while there are cards to draw; ``x`` leads, ``stock`` lies upside down."""
    low_bit, least, off_lead = core.lowest_bit, core.exchange_min, core.exchange_off_lead
    needs = 0 if core.exchange_needs_trick else -NO_TRICK
    first = core.meld_first or sx >= 0 or sy >= 0
    # Card points that count without a trick: none where marriages wait for one, and then no closing is sure.
    lift = 0 if core.meld_pending else NO_TRICK
    may_shut = core.close and (core.close_first or sx >= 0 or sy >= 0)
    shut_from = core.close_min if core.close else NO_TRICK
    early = core.close and core.close_before_draw
    while stock:
        if led < 0:
            if x & low_bit and sx >= needs and len(stock) >= least:
                fy |= PARTNER[stock[0]]
                x ^= low_bit | 1 << stock[0]
                stock[0] = core.lowest
                if log is not None:
                    log.append(EXCHANGE)
            has = sx if sx >= 0 else sx + lift
            if (
                has + POINTS_IN[x & 4095] + POINTS_IN[x >> 12] >= 66
                and may_shut
                and len(stock) >= shut_from
                and sure_points(x, y | mask_of(stock[1:]), has) >= 66
            ):
                return _shut(core, x, y, stock, sx, sy, fx, fy, sign, log, -1)
            queens = x & x >> 1 & QUEENS
            if queens and first:
                queen = (queens & -queens).bit_length() - 1
                gain = 20 if queen > 5 else 40
                sx += gain
                has += gain
                if log is not None:
                    log.append(ANNOUNCE + queen // 6)
                if sx >= 66:
                    return sign * (3 if sy < 0 else 2 if sy < 33 else 1)
                if not lift and sx < 0:
                    has = 0
                led = queen + (core.king_only or sx == 62)
                if (
                    core.meld_then_close
                    and may_shut
                    and len(stock) >= shut_from
                    and sure_points(x, y | mask_of(stock[1:]), has) >= 66
                ):
                    return _shut(core, x, y, stock, sx, sy, fx, fy, sign, log, led)
            else:
                loose = x & fx
                led, other = CHEAP_LOW[loose & 4095], CHEAP_HIGH[loose >> 12]
                if other < led:
                    led = other
                if led >= _DEAR:
                    led = _dearer(led, x & ~fx)
                led &= 31
            if log is not None:
                log.append(led)
        first = True
        partner = PARTNER[led]
        if partner:
            fx |= partner
            fy |= partner
        if answer < 0:
            if off_lead and y & low_bit and sy >= needs and len(stock) >= least:
                fx |= PARTNER[stock[0]]
                y ^= low_bit | 1 << stock[0]
                stock[0] = core.lowest
                if log is not None:
                    log.append(EXCHANGE)
            higher = y & HIGHER[led]
            if higher and (higher & TENS or POINTS[led] >= 3):
                loose = higher & TENS or higher & fy & LOW or higher
                answer = (loose & -loose).bit_length() - 1
            elif led > 5 and y & TRUMPS and POINTS[led] >= 10:
                loose = y & fy & TRUMPS or y & TRUMPS
                answer = (loose & -loose).bit_length() - 1
            else:
                lost = y & ~BEATEN_BY[led] or y
                loose = lost & fy
                answer, other = CHEAP_LOW[loose & 4095], CHEAP_HIGH[loose >> 12]
                if other < answer:
                    answer = other
                if answer >= _DEAR:
                    answer = _dearer(answer, lost & ~fy)
                answer &= 31
            if log is not None:
                log.append(answer)
        partner = PARTNER[answer]
        if partner:
            fx |= partner
            fy |= partner
        x ^= 1 << led
        y ^= 1 << answer
        points = TRICK[led][answer]
        if points < 0:
            x, y, sx, sy, fx, fy, sign, points = y, x, sy, sx, fy, fx, -sign, ~points
        sx += points if sx >= 0 else points + NO_TRICK
        if sx >= 66:
            return sign * (3 if sy < 0 else 2 if sy < 33 else 1)
        if (
            early
            and sx + POINTS_IN[x & 4095] + POINTS_IN[x >> 12] >= 66
            and len(stock) - 2 >= shut_from
            and sure_points(x, y | mask_of(stock[1:]), sx) >= 66
        ):
            return _shut(core, x, y, stock, sx, sy, fx, fy, sign, log, -1)
        led = answer = -1
        may_shut = core.close
        x |= 1 << stock.pop()
        card = stock.pop()
        y |= 1 << card
        if not stock:
            fx |= PARTNER[card]
        if log is not None:
            log.append(DRAW)
    return _strict(core, x, y, 0, sx, sy, fx, fy, sign, None, log, -1, -1)


def _shut(
    core: Core,
    x: int,
    y: int,
    stock: list[int],
    sx: int,
    sy: int,
    fx: Free,
    fy: Free,
    sign: int,
    log: list[int] | None,
    led: int,
) -> int:
    """The leader closes: the face-up trump is out of play, the rest of the stock may be in the other hand."""
    if log is not None:
        log += [CLOSE, led] if led >= 0 else [CLOSE]
    lift = 0 if core.meld_pending else NO_TRICK
    mine, theirs = sx if sx >= 0 else (sx + lift) % NO_TRICK, sy if sy >= 0 else (sy + lift) % NO_TRICK
    if not lift:
        mine, theirs = max(sx, 0), max(sy, 0)
    by = 0 if sign > 0 else 1
    counted, tricks = ((mine, theirs), (int(sx >= 0), int(sy >= 0)))
    if by:
        counted, tricks = counted[::-1], tricks[::-1]
    shut = Shut(by, counted, tricks)
    return _strict(core, x, y, mask_of(stock[1:]), sx, sy, fx, fy, sign, shut, log, led, -1)


def _strict(
    core: Core,
    x: int,
    y: int,
    hidden: int,
    sx: int,
    sy: int,
    fx: Free,
    fy: Free,
    sign: int,
    shut: Shut | None,
    log: list[int] | None,
    led: int,
    answer: int,
) -> int:
    """Play on from a lead when nobody draws any more; ``x`` leads, ``hidden`` lies in a closed stock."""
    follow, head, ruff = core.follow, core.head, core.ruff
    melds = core.meld_exhausted if shut is None else core.meld_closed
    first = core.meld_first or sx >= 0 or sy >= 0
    beaten_low, beaten_high, beaten_ruffed = BEATEN[follow and shut is None]
    fx = fy = EVERY
    while x or led >= 0:
        if led < 0:
            queens = x & x >> 1 & QUEENS
            if queens and melds and first:
                queen = (queens & -queens).bit_length() - 1
                sx += 20 if queen > 5 else 40
                if log is not None:
                    log.append(ANNOUNCE + queen // 6)
                if sx >= 66:
                    break
                led = queen + (core.king_only or sx == 62)
            else:
                out = y | hidden
                sure = x & ~(beaten_low[out & 4095] | (beaten_ruffed if out & TRUMPS else beaten_high)[out >> 12])
                if sure & TRUMPS and out & TRUMPS:
                    led = (sure & TRUMPS).bit_length() - 1
                elif sure:
                    led, other = BEST_LOW[sure & 4095], BEST_HIGH[sure >> 12]
                    led = (other if other > led else led) & 31
                else:
                    led = cheapest(x, EVERY & ~(queens | queens << 1) if melds else EVERY)
            if log is not None:
                log.append(led)
        first = True
        if answer < 0:
            may = y & SAME_SUIT[led]
            if may:
                if head and may & HIGHER[led]:
                    may &= HIGHER[led]
                elif not follow:
                    may = y
            else:
                may = y & TRUMPS if ruff and y & TRUMPS else y
            higher = may & HIGHER[led]
            if higher:
                answer = (higher & TENS or higher).bit_length() - 1
            else:
                queens = y & y >> 1 & QUEENS if melds else 0
                free = EVERY & ~(queens | queens << 1)
                if led > 5 and may & TRUMPS:
                    loose = may & free & TRUMPS or may & TRUMPS
                    answer = (loose & -loose).bit_length() - 1
                else:
                    answer = cheapest(may, free)
            if log is not None:
                log.append(answer)
        x ^= 1 << led
        y ^= 1 << answer
        points = TRICK[led][answer]
        if points < 0:
            x, y, sx, sy, sign, points = y, x, sy, sx, -sign, ~points
        sx += points if sx >= 0 else points + NO_TRICK
        led = answer = -1
        if sx >= 66:
            break
    return sign * worth(core, sx, sy, 0 if sign > 0 else 1, shut, not x)
