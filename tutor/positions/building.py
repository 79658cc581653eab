"""From a form to a position and back: where each card lies, and what is not seen from the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from engine.cards import Card, Suit, card_points, in_order
from engine.deal import Deal, Pair
from engine.errors import Fault, ReadError
from engine.invariants import check, gone_cards
from engine.match import Match
from engine.ruleset import Ruleset
from engine.scoring import Closing
from engine.seats import Seat


class Spot(StrEnum):
    """Where a card can lie. Seat A is the reader."""

    MINE = "mine"
    THEIRS = "theirs"
    STOCK = "stock"
    TURNED = "turned"
    LED = "led"
    MY_TRICKS = "my-tricks"
    THEIR_TRICKS = "their-tricks"


class BuildFault(StrEnum):
    """What is wrong before the engine can be asked."""

    SEVERAL_FACE_UP = "several-face-up"
    SEVERAL_LED = "several-led"
    HALF_A_TRICK = "half-a-trick"


class BuildError(ValueError):
    """The cards cannot lie like this at any table."""

    def __init__(self, fault: BuildFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Draft:
    """A position as the form holds it. Pairs are by seat; None: not filled in.

    ``marriages`` are all points for marriages, counted or waiting; ``order`` are the cards of the stock from the top
    in a position that the form began with.
    """

    rules: Ruleset
    spots: Mapping[Card, Spot]
    lead: Seat
    dealer: Seat
    trump: Suit
    announced: Suit | None = None
    marriages: Pair = (0, 0)
    closed: Seat | None = None
    tricks_closed: tuple[int | None, int | None] = (None, None)
    points_closed: tuple[int | None, int | None] = (None, None)
    score: tuple[int | None, int | None] = (None, None)
    order: tuple[Card, ...] = field(default=())

    def at(self, spot: Spot) -> tuple[Card, ...]:
        """Return the cards of one spot in canonical order."""
        return tuple(card for card in self.rules.pack if self.spots.get(card, Spot.STOCK) is spot)


def build(draft: Draft) -> Deal:
    """Return the position of a draft. Whether hands wait for a draw follows from their size.

    Raises:
        BuildError: cards lie where they cannot.
        ReadError: the position cannot occur under the rules.
    """
    deal = _put_down(draft)
    try:
        check(deal)
    except ReadError as error:
        waiting = replace(deal, before_draw=True)
        if error.fault not in (Fault.STOCK_SIZE, Fault.HAND_SIZE) or not _stands(waiting):
            raise
        return waiting
    return deal


def _stands(deal: Deal) -> bool:
    try:
        check(deal)
    except ReadError:
        return False
    return True


def _put_down(draft: Draft) -> Deal:
    turned, led = draft.at(Spot.TURNED), draft.at(Spot.LED)
    piles = draft.at(Spot.MY_TRICKS), draft.at(Spot.THEIR_TRICKS)
    if len(turned) > 1:
        raise BuildError(BuildFault.SEVERAL_FACE_UP)
    if len(led) > 1:
        raise BuildError(BuildFault.SEVERAL_LED)
    if any(len(pile) % 2 for pile in piles):
        raise BuildError(BuildFault.HALF_A_TRICK)
    tricks: Pair = (len(piles[0]) // 2, len(piles[1]) // 2)
    counted, pending = _points(draft, piles, tricks)
    start = Match.start(draft.rules).score
    return Deal(
        ruleset=draft.rules,
        dealer=draft.dealer,
        trump=draft.trump,
        turned=turned[0] if turned else None,
        stock=_stock(draft),
        hands=(draft.at(Spot.MINE), draft.at(Spot.THEIRS)),
        on_lead=draft.lead,
        led=led[0] if led else None,
        announced=draft.announced,
        counted=counted,
        pending=pending,
        tricks=tricks,
        closing=_closing(draft, counted, tricks),
        score=_filled(draft.score, start),
    )


def _stock(draft: Draft) -> tuple[Card, ...]:
    """The face-down cards: those that the form began with keep their order, others lie below in canonical order."""
    cards = draft.at(Spot.STOCK)
    kept = tuple(card for card in draft.order if card in cards)
    return (*kept, *(card for card in cards if card not in kept))


def _points(draft: Draft, piles: tuple[tuple[Card, ...], tuple[Card, ...]], tricks: Pair) -> tuple[Pair, Pair]:
    counted, pending = [0, 0], [0, 0]
    for seat in Seat:
        counted[seat] = card_points(piles[seat])
        waits = draft.rules.meld_pending_until_trick and not tricks[seat]
        (pending if waits else counted)[seat] += draft.marriages[seat]
    return (counted[0], counted[1]), (pending[0], pending[1])


def _closing(draft: Draft, counted: Pair, tricks: Pair) -> Closing | None:
    if draft.closed is None:
        return None
    return Closing(draft.closed, _filled(draft.points_closed, counted), _filled(draft.tricks_closed, tricks))


def _filled(values: tuple[int | None, int | None], otherwise: Pair) -> Pair:
    first, second = (given if given is not None else usual for given, usual in zip(values, otherwise, strict=True))
    return first, second


def draft_of(deal: Deal) -> Draft:
    """Return the draft from which a position could have been built."""
    spots: dict[Card, Spot] = {
        **dict.fromkeys(deal.hands[0], Spot.MINE),
        **dict.fromkeys(deal.hands[1], Spot.THEIRS),
        **dict.fromkeys(deal.stock, Spot.STOCK),
    }
    if deal.turned is not None:
        spots[deal.turned] = Spot.TURNED
    if deal.led is not None:
        spots[deal.led] = Spot.LED
    mine = _my_pile(deal)
    for card in gone_cards(deal):
        spots[card] = Spot.MY_TRICKS if card in mine else Spot.THEIR_TRICKS
    piles = [card_points(card for card, spot in spots.items() if spot is where) for where in _PILES]
    closing: dict[str, Any] = {}
    if deal.closing is not None:
        closing = {
            "closed": deal.closing.by,
            "tricks_closed": deal.closing.tricks,
            "points_closed": deal.closing.counted,
        }
    return Draft(
        rules=deal.ruleset,
        spots=spots,
        lead=deal.on_lead,
        dealer=deal.dealer,
        trump=deal.trump,
        announced=deal.announced,
        marriages=(deal.counted[0] - piles[0] + deal.pending[0], deal.counted[1] - piles[1] + deal.pending[1]),
        score=deal.score,
        order=deal.stock,
        **closing,
    )


_PILES = (Spot.MY_TRICKS, Spot.THEIR_TRICKS)


def _my_pile(deal: Deal) -> tuple[Card, ...]:
    """Return cards that seat A may have won: a position tells how many tricks and points, not which cards.

    Marriages make the points of a side larger by tens that end in 0, so several sums of card points will do; the
    largest is taken.
    """
    gone, wanted = gone_cards(deal), 2 * deal.tricks[0]
    ways: dict[tuple[int, int], tuple[Card, ...]] = {(0, 0): ()}
    for card in gone:
        for (count, points), cards in list(ways.items()):
            if count < wanted:
                ways.setdefault((count + 1, points + card.points), (*cards, card))
    total = card_points(gone)
    for points in range(deal.counted[0], -1, -20):
        theirs = deal.counted[1] - (total - points)
        if (wanted, points) in ways and theirs >= 0 and theirs % 20 == 0:
            return in_order(ways[wanted, points])
    return in_order(ways[max(key for key in ways if key[0] == wanted)])
