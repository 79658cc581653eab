"""What the cautious player does in one decision, on masks: the choices of :mod:`engine.policy`, as table look-ups.

A choice hangs on what the player knows: the own hand, the cards that are out (the other hand and the face-down stock
lumped together), and which kings and queens have lost their partner.
"""

from __future__ import annotations

from typing import Final

from engine.search.bits import (
    BEATEN_BY,
    CARDS,
    HIGHER,
    POINTS,
    SAME_SUIT,
    TRUMPS,
    Core,
    Position,
    legal_answers,
    mask_of,
)
from engine.search.playout import QUEENS

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
        found.append(min(held, default=_NEVER) if pick == "least" else max(held, default=-1))
    return tuple(found)


PRICE: Final = tuple(2 * POINTS[card] + 9 * (card < 6) + 6 * (card % 6 > 3) for card in CARDS)
"""How little one likes to part with a card, marriages aside: ``engine.policy.cost``."""
PAIR_PRICE: Final = tuple(12 if card < 6 else 8 for card in CARDS)
DEAR: Final = 14 << 5
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
    return (found if found < DEAR else dearer(found, cards & ~free)) & 31


def dearer(found: int, pairs: int) -> int:
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


def told(free: tuple[Free, Free], seat: int, card: int) -> tuple[Free, Free]:
    """Return what either player may part with once ``seat`` has seen the other player take this card."""
    return (free[0], free[1] | PARTNER[card]) if seat else (free[0] | PARTNER[card], free[1])


def open_answer(y: int, led: int, free: Free) -> int:
    """Return the answer while there are cards to draw."""
    higher, points = y & HIGHER[led], POINTS[led]
    if higher and (higher & TENS or points >= 3):
        loose = higher & TENS or higher & free & LOW or higher
        return (loose & -loose).bit_length() - 1
    if led > 5 and points >= 10 and y & TRUMPS:
        loose = y & free & TRUMPS or y & TRUMPS
        return (loose & -loose).bit_length() - 1
    lost = y & ~BEATEN_BY[led] or y
    loose = lost & free
    found, other = CHEAP_LOW[loose & 4095], CHEAP_HIGH[loose >> 12]
    if other < found:
        found = other
    return (found if found < DEAR else dearer(found, lost & ~free)) & 31


def paired(hand: int) -> int:
    """Return the kings and queens of a hand that are together."""
    queens = hand & hand >> 1 & QUEENS
    return queens | queens << 1


def strict_lead(x: int, out: int, beaten: Beaten, melds: bool) -> int:
    """Return the lead when nobody draws and nothing is announced; ``out``: what the other player may hold."""
    low, high, ruffed = beaten
    ruffs = out & TRUMPS
    sure = x & ~(low[out & 4095] | (ruffed if ruffs else high)[out >> 12])
    if not sure:
        return cheapest(x, EVERY & ~paired(x) if melds else EVERY)
    if ruffs and sure & TRUMPS:
        return (sure & TRUMPS).bit_length() - 1
    first, second = BEST_LOW[sure & 4095], BEST_HIGH[sure >> 12]
    return (second if second > first else first) & 31


def strict_answer(core: Core, y: int, led: int, melds: bool) -> int:
    """Return the answer when nobody draws."""
    may = legal_answers(core, y, led)
    higher = may & HIGHER[led]
    if higher:
        return (higher & TENS or higher).bit_length() - 1
    free = EVERY & ~paired(y) if melds else EVERY
    if led > 5 and may & TRUMPS:
        loose = may & free & TRUMPS or may & TRUMPS
        return (loose & -loose).bit_length() - 1
    return cheapest(may, free)


def from_pair(core: Core, suit: int, score: int) -> int:
    """Return the lead after an announcement: the queen; the king where he has to be, or makes the 66 alone."""
    return 6 * suit + 2 + (core.king_only or score == 62)
