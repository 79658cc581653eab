"""Positions as JSON data: the form of the rule cases, with the record of the tricks."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card, Suit, in_order
from engine.data import Fields, bad
from engine.deal import Deal, Hands, Pair
from engine.effects import marriage_points, pair_of
from engine.errors import ReadCode, ReadError
from engine.invariants import check, check_sizes, gone_cards, require_in_pack
from engine.match import Match
from engine.ruleset import Ruleset
from engine.scoring import Closing
from engine.seats import Seat
from engine.tricks import trick_winner

POSITION_KEYS = frozenset(
    {
        "dealer",
        "trump",
        "turned",
        "stock",
        "hands",
        "tricks",
        "melds",
        "on_lead",
        "led",
        "closed_by",
        "tricks_at_close",
        "points_at_close",
        "counted_points",
        "pending_points",
        "before_draw",
        "last_event",
        "just_closed",
    }
)

Melds = tuple[tuple[Suit, ...], tuple[Suit, ...]]


def read_position(rules: Ruleset, data: object) -> Deal:
    """Read a whole position with the record of its tricks.

    ``counted_points`` left out: they follow from the tricks and marriages.

    Raises:
        ReadError: ``bad_line``, ``unknown_card``, ``card_twice``, ``hand_size``, ``impossible_position``.
    """
    fields = Fields(data, "position", POSITION_KEYS)
    hands = _read_hands(fields)
    gone, tricks, trick_points = _read_tricks(fields)
    start = Match.start(rules)
    deal = Deal(
        ruleset=rules,
        dealer=fields.seat("dealer"),
        trump=fields.suit("trump"),
        turned=fields.card_or_none("turned"),
        stock=fields.cards("stock"),
        hands=hands,
        on_lead=fields.seat("on_lead"),
        led=fields.card_or_none("led"),
        before_draw=fields.flag("before_draw"),
        tricks=tricks,
        closing=_read_closing(fields),
        score=start.score,
    )
    deal = _with_marriages(deal, _read_melds(fields), gone, trick_points, fields)
    _check_record(deal, fields, gone)
    check(deal)
    return deal


def _read_hands(fields: Fields) -> Hands:
    hands = Fields(fields.need("hands"), "hands", frozenset({"A", "B"}))
    first, second = (in_order(hands.cards(seat.name)) for seat in Seat)
    return first, second


def _read_tricks(fields: Fields) -> tuple[tuple[Card, ...], Pair, Pair]:
    """Return the cards gone, and the tricks and their card points by seat."""
    gone: list[Card] = []
    tricks, points = [0, 0], [0, 0]
    for at, item in enumerate(fields.items("tricks")):
        trick = Fields(item, f"tricks[{at}]", frozenset({"led_by", "led", "follow", "won_by"}))
        led, answer, winner = trick.card("led"), trick.card("follow"), trick.seat("won_by")
        trick.seat("led_by")
        gone += [led, answer]
        tricks[winner] += 1
        points[winner] += led.points + answer.points
    return tuple(gone), (tricks[0], tricks[1]), (points[0], points[1])


def _read_closing(fields: Fields) -> Closing | None:
    by = fields.seat_or_none("closed_by")
    if by is None:
        return None
    return Closing(by, fields.pair("points_at_close"), fields.pair("tricks_at_close"))


def _read_melds(fields: Fields) -> Melds:
    if fields.get("melds") is None:
        return (), ()
    sides = Fields(fields.need("melds"), "melds", frozenset({"A", "B"}))
    melds: list[tuple[Suit, ...]] = []
    for seat in Seat:
        suits = sides.items(seat.name) if seat.name in sides else []
        if any(not isinstance(suit, str) or suit not in set(Suit) for suit in suits):
            bad(f"melds.{seat.name} holds something that is no suit")
        melds.append(tuple(Suit(str(suit)) for suit in suits))
    announced = [*melds[0], *melds[1]]
    if len(set(announced)) != len(announced):
        raise ReadError(ReadCode.IMPOSSIBLE_POSITION, "a marriage announced twice")
    return melds[0], melds[1]


def _with_marriages(deal: Deal, melds: Melds, gone: tuple[Card, ...], points: Pair, fields: Fields) -> Deal:
    """Fill in what follows from the marriages: points, the one announced on this lead, the cards shown."""
    counted, pending = list(points), [0, 0]
    announced: Suit | None = None
    shown: list[tuple[Seat, Card]] = []
    for seat in Seat:
        for suit in melds[seat]:
            value = marriage_points(deal.trump, suit)
            waits = deal.ruleset.meld_pending_until_trick and not deal.tricks[seat]
            (pending if waits else counted)[seat] += value
            held = [card for card in pair_of(suit) if card in deal.hands[seat]]
            led_now = deal.led in pair_of(suit) and deal.on_lead is seat
            if len(held) == 2 or led_now:
                announced = suit
            if len(held) == 1:
                shown.append((seat, held[0]))
    if "counted_points" in fields:
        counted = list(fields.pair("counted_points"))
    if fields.get("pending_points") is not None:
        pending = list(fields.pair("pending_points"))
    return replace(
        deal,
        announced=announced,
        counted=(counted[0], counted[1]),
        pending=(pending[0], pending[1]),
        shown=tuple(sorted(shown)),
    )


def _check_record(deal: Deal, fields: Fields, gone: tuple[Card, ...]) -> None:
    """The tricks must hold just the cards that lie nowhere else, won by those who win them."""
    for card in gone:
        require_in_pack(deal.ruleset, card)
    placed = [*deal.hands[0], *deal.hands[1], *deal.stock, *gone]
    placed += [card for card in (deal.turned, deal.led) if card is not None]
    for card in placed:
        if placed.count(card) > 1:
            raise ReadError(ReadCode.CARD_TWICE, card.code)
    check_sizes(deal)
    if in_order(gone) != gone_cards(deal):
        raise ReadError(ReadCode.IMPOSSIBLE_POSITION, "cards are missing from the position")
    leader = deal.dealer.other
    for item in fields.items("tricks"):
        trick = Fields(item, "trick", frozenset({"led_by", "led", "follow", "won_by"}))
        winner = trick_winner(leader, trick.card("led"), trick.card("follow"), deal.trump)
        if trick.seat("led_by") is not leader or trick.seat("won_by") is not winner:
            raise ReadError(ReadCode.IMPOSSIBLE_POSITION, "a trick led or won by the wrong player")
        leader = winner
    if deal.tricks_played and leader is not deal.on_lead:
        raise ReadError(ReadCode.IMPOSSIBLE_POSITION, "somebody else won the last trick")
