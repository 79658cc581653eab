"""The cautious policy on masks: playouts in which both players do what :func:`engine.policy.choose` does.

A test replays the playouts through the referee and asks ``engine.policy`` at every step. A score is a player's card
points, less ``NO_TRICK`` until the first trick is won, as in :mod:`engine.search.playout`. Unit: game points for seat A.
"""

from __future__ import annotations

from engine.search import pay
from engine.search.bits import Core, Position, Shut, mask_of
from engine.search.choices import (
    BEATEN,
    CHEAP_HIGH,
    CHEAP_LOW,
    DEAR,
    PARTNER,
    POINTS_IN,
    Free,
    dearer,
    from_pair,
    open_answer,
    strict_answer,
    strict_lead,
    sure_points,
    told,
)
from engine.search.exact import score
from engine.search.moves import ANNOUNCE, CLAIM, CLOSE, DRAW, EXCHANGE, final, may_claim, may_close, step, unclaimed
from engine.search.playout import NO_TRICK, QUEENS, TRICK, TWO_BELOW, worth


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
            move = from_pair(core, position.announced, position.counted[lead])
        elif position.before_draw:
            move, first = DRAW, -1
            if len(position.stock) == 1:
                free = told(free, lead, position.up)
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
        return run_strict(core, x, y, hidden, sx, sy, sign, position.shut, log, led, answer)
    stock = [position.up, *position.stock[::-1]]
    return run_open(core, x, y, stock, sx, sy, fx, fy, sign, log, led, answer)


def run_open(
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
                return _shut(core, x, y, stock, sx, sy, sign, log, -1)
            queens = x & x >> 1 & QUEENS
            if queens and first:
                queen = (queens & -queens).bit_length() - 1
                gain = 20 if queen > 5 else 40
                sx += gain
                has += gain
                if log is not None:
                    log.append(ANNOUNCE + queen // 6)
                if sx >= 66:
                    return sign * (3 if sy < 0 else 2 if sy < TWO_BELOW else 1)
                if not lift and sx < 0:
                    has = 0
                led = from_pair(core, queen // 6, sx)
                if (
                    core.meld_then_close
                    and may_shut
                    and len(stock) >= shut_from
                    and sure_points(x, y | mask_of(stock[1:]), has) >= 66
                ):
                    return _shut(core, x, y, stock, sx, sy, sign, log, led)
            else:
                loose = x & fx
                led, other = CHEAP_LOW[loose & 4095], CHEAP_HIGH[loose >> 12]
                if other < led:
                    led = other
                if led >= DEAR:
                    led = dearer(led, x & ~fx)
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
            answer = open_answer(y, led, fy)
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
            return sign * (3 if sy < 0 else 2 if sy < TWO_BELOW else 1)
        if (
            early
            and sx + POINTS_IN[x & 4095] + POINTS_IN[x >> 12] >= 66
            and len(stock) - 2 >= shut_from
            and sure_points(x, y | mask_of(stock[1:]), sx) >= 66
        ):
            return _shut(core, x, y, stock, sx, sy, sign, log, -1)
        led = answer = -1
        may_shut = core.close
        x |= 1 << stock.pop()
        card = stock.pop()
        y |= 1 << card
        if not stock:
            fx |= PARTNER[card]
        if log is not None:
            log.append(DRAW)
    return run_strict(core, x, y, 0, sx, sy, sign, None, log, -1, -1)


def shut_at(core: Core, by: int, scores: tuple[int, int]) -> Shut:
    """Return the record of a closing; without a trick, points that wait for one do not count."""
    lift = -NO_TRICK if core.meld_pending else NO_TRICK
    first, second = (score if score >= 0 else max(0, score + lift) for score in scores)
    return Shut(by, (first, second), (int(scores[0] >= 0), int(scores[1] >= 0)))


def _shut(
    core: Core,
    x: int,
    y: int,
    stock: list[int],
    sx: int,
    sy: int,
    sign: int,
    log: list[int] | None,
    led: int,
) -> int:
    """The leader closes: the face-up trump is out of play, the rest of the stock may be in the other hand."""
    if log is not None:
        log += [CLOSE, led] if led >= 0 else [CLOSE]
    by = 0 if sign > 0 else 1
    scores = (sx, sy) if sign > 0 else (sy, sx)
    shut = shut_at(core, by, scores)
    return run_strict(core, x, y, mask_of(stock[1:]), sx, sy, sign, shut, log, led, -1)


def run_strict(
    core: Core,
    x: int,
    y: int,
    hidden: int,
    sx: int,
    sy: int,
    sign: int,
    shut: Shut | None,
    log: list[int] | None,
    led: int,
    answer: int,
) -> int:
    """Play on from a lead when nobody draws any more; ``x`` leads, ``hidden`` lies in a closed stock."""
    melds = core.meld_exhausted if shut is None else core.meld_closed
    first = core.meld_first or sx >= 0 or sy >= 0
    beaten = BEATEN[core.follow and shut is None]
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
                led = from_pair(core, queen // 6, sx)
            else:
                led = strict_lead(x, y | hidden, beaten, melds)
            if log is not None:
                log.append(led)
        first = True
        if answer < 0:
            answer = strict_answer(core, y, led, melds)
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
