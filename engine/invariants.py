"""Which positions can occur. Used by every reader of positions, and by tests after every action."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Card, Rank, card_points
from engine.deal import Deal
from engine.effects import marriage_points, pair_of
from engine.errors import Fault, ReadCode, ReadError
from engine.match import match_winner
from engine.ruleset import Ruleset
from engine.scoring import GOAL
from engine.seats import Seat


def check(deal: Deal) -> None:
    """Refuse a position that cannot occur under its ruleset.

    Every card once, hands that fit the stock and the tricks, an even talon, points that the cards gone can have
    given, marriages, closing and game score that the ruleset allows. What cannot be told from a position alone (which
    trick held which cards) is not asked for.

    Raises:
        ReadError: ``unknown_card``, ``card_twice``, ``hand_size``, ``impossible_position``.
    """
    _check_cards(deal)
    check_sizes(deal)
    _check_turn(deal)
    _check_marriage(deal)
    _check_points(deal)
    _check_closing(deal)
    _check_shown(deal)
    _check_match(deal)


def _require(fact: bool, fault: Fault, detail: str = "") -> None:
    if not fact:
        raise ReadError(ReadCode.IMPOSSIBLE_POSITION, detail or fault.value, fault)


def placed_cards(deal: Deal) -> Iterator[Card]:
    """Yield every card that lies somewhere: hands, stock, face-up trump, card led."""
    yield from deal.hands[0]
    yield from deal.hands[1]
    yield from deal.stock
    if deal.turned is not None:
        yield deal.turned
    if deal.led is not None:
        yield deal.led


def gone_cards(deal: Deal) -> tuple[Card, ...]:
    """Return the cards of the tricks taken, in canonical order."""
    placed = set(placed_cards(deal))
    return tuple(card for card in deal.ruleset.pack if card not in placed)


def require_in_pack(rules: Ruleset, card: Card) -> None:
    """Refuse a card that the pack of a ruleset has not.

    Raises:
        ReadError: ``unknown_card``.
    """
    if card not in rules.pack:
        raise ReadError(ReadCode.UNKNOWN_CARD, f"{card} is not in a pack of {rules.deck}")


def _check_cards(deal: Deal) -> None:
    seen: set[Card] = set()
    for _, card in deal.shown:
        require_in_pack(deal.ruleset, card)
    for card in placed_cards(deal):
        require_in_pack(deal.ruleset, card)
        if card in seen:
            raise ReadError(ReadCode.CARD_TWICE, card.code)
        seen.add(card)


def check_sizes(deal: Deal) -> None:
    """Refuse hands, stock and tricks that do not fit one another: 12 - 2(n - 1) cards lie at the lead to trick n.

    Raises:
        ReadError: ``hand_size``, ``impossible_position``.
    """
    rules, tricks = deal.ruleset, deal.tricks_played
    _require(min(deal.tricks) >= 0, Fault.BELOW_ZERO, "tricks below zero")
    talon = deal.talon
    _require(talon % 2 == 0, Fault.ODD_STOCK, f"a talon of {talon}")
    _require(not (deal.stock and deal.turned is None), Fault.NO_FACE_UP_TRUMP)
    _require(deal.turned is None or deal.turned.suit is deal.trump, Fault.FACE_UP_SUIT)
    dealt_talon = rules.deck - 2 * rules.hand
    drawn_by = tricks if deal.closing is None else sum(deal.closing.tricks)
    full = max(0, dealt_talon - 2 * drawn_by)
    if deal.closing is not None:
        _require(talon >= 2 and talon in (full, full + 2), Fault.CLOSED_STOCK_SIZE)
        short = talon == full + 2
        size = rules.hand - short - (tricks - drawn_by)
    else:
        short = deal.before_draw
        _require(talon == full + 2 * short, Fault.STOCK_SIZE, f"{talon} cards left after {tricks} tricks")
        size = rules.hand - short - max(0, tricks - dealt_talon // 2)
    _require(not (short and not drawn_by), Fault.SHORT_WITHOUT_TRICK)
    for seat in Seat:
        expected = size - (deal.led is not None and seat is deal.on_lead)
        if len(deal.hands[seat]) != expected:
            held = len(deal.hands[seat])
            facts = {"seat": seat, "held": held, "needed": expected}
            raise ReadError(ReadCode.HAND_SIZE, f"{seat.name} holds {held}, not {expected}", Fault.HAND_SIZE, facts)


def _check_turn(deal: Deal) -> None:
    _require(not (deal.before_draw and (deal.led or deal.announced)), Fault.LED_BEFORE_DRAW)
    if not deal.tricks_played:
        _require(deal.on_lead is deal.dealer.other, Fault.DEALER_LEADS)
        return
    _require(deal.tricks[deal.on_lead] > 0, Fault.LEAD_WITHOUT_TRICK)
    if deal.played_out and not deal.over:
        _require(deal.ruleset.spoken, Fault.ENDED_BY_ITSELF)


def _check_marriage(deal: Deal) -> None:
    rules, suit = deal.ruleset, deal.announced
    if suit is None:
        return
    held = set(deal.hands[deal.on_lead]) | ({deal.led} if deal.led else set())
    _require(all(card in held for card in pair_of(suit)), Fault.MARRIAGE_CARDS)
    if deal.led is not None:
        _require(deal.led in pair_of(suit), Fault.MARRIAGE_LEAD)
        king_only = rules.meld_lead_card == "king"
        _require(not king_only or deal.led.rank is Rank.KING, Fault.MARRIAGE_KING)
    _require(bool(deal.tricks_played) or rules.meld_first_lead == "pending", Fault.MARRIAGE_EARLY)
    _require(deal.turned is not None or rules.meld_after_stock, Fault.MARRIAGE_WITHOUT_STOCK)
    if deal.closing is not None and not rules.meld_after_close:
        same_lead = deal.tricks_played == sum(deal.closing.tricks)
        _require(same_lead and bool(rules.meld_then_close_same_lead), Fault.MARRIAGE_AFTER_CLOSING)


def _check_points(deal: Deal) -> None:
    rules = deal.ruleset
    _require(min(*deal.counted, *deal.pending) >= 0, Fault.BELOW_ZERO, "points below zero")
    for seat in Seat:
        _check_pending(deal, seat)
        value = marriage_points(deal.trump, deal.announced) if deal.announced else 0
        if deal.on_lead is seat and value and not deal.pending[seat]:
            _require(deal.counted[seat] >= value, Fault.MARRIAGE_POINTS)
        early = rules.meld_pending_until_trick or rules.meld_first_lead == "forbidden"
        if not deal.tricks[seat] and (early or seat is deal.dealer):
            _require(deal.counted[seat] == 0, Fault.POINTS_WITHOUT_TRICK)
        if not rules.spoken and not deal.over:
            _require(deal.counted[seat] < GOAL, Fault.ENDED_BY_ITSELF)
    gone = gone_cards(deal)
    marriages = sum(deal.counted) - card_points(gone)
    _require(marriages >= 0 and marriages % 20 == 0, Fault.POINTS_OF_CARDS)
    possible = sum(
        marriage_points(deal.trump, suit)
        for suit in {card.suit for card in (*gone, *((deal.led,) if deal.led else ())) if _royal(card)}
        | ({deal.announced} if deal.announced else set())
    )
    _require(marriages + sum(deal.pending) <= possible, Fault.TOO_MANY_MARRIAGES)


def _check_pending(deal: Deal, seat: Seat) -> None:
    if not deal.pending[seat]:
        # The pair was announced on the very first lead, and its points must wait somewhere.
        waiting = deal.announced is not None and deal.on_lead is seat and not deal.tricks[seat]
        _require(not (waiting and deal.ruleset.meld_pending_until_trick), Fault.PENDING_MISSING)
        return
    _require(not deal.tricks[seat], Fault.PENDING_WITH_TRICK)
    _require(seat is deal.dealer.other, Fault.PENDING_OF_DEALER)
    _require(
        deal.ruleset.meld_pending_until_trick and deal.ruleset.meld_first_lead == "pending",
        Fault.PENDING_IN_RULES,
    )
    _require(deal.pending[seat] in (20, 40), Fault.PENDING_SIZE)
    if not deal.tricks_played:
        value = marriage_points(deal.trump, deal.announced) if deal.announced else 0
        _require(deal.pending[seat] == value, Fault.PENDING_WITHOUT_MARRIAGE)


def _royal(card: Card) -> bool:
    return card.rank in (Rank.KING, Rank.QUEEN)


def _check_closing(deal: Deal) -> None:
    closing, rules = deal.closing, deal.ruleset
    if closing is None:
        return
    _require(rules.close, Fault.NO_CLOSING)
    _require(not deal.before_draw, Fault.DRAW_AFTER_CLOSING)
    for now, then in ((deal.counted, closing.counted), (deal.tricks, closing.tricks)):
        _require(all(0 <= then[seat] <= now[seat] for seat in Seat), Fault.MORE_AT_CLOSING)
    if sum(closing.tricks):
        _require(closing.tricks[closing.by] > 0, Fault.CLOSED_OFF_LEAD)
    else:
        _require(closing.by is deal.dealer.other and bool(rules.close_first_lead), Fault.CLOSED_EARLY)
    if deal.tricks_played == sum(closing.tricks):
        _require(deal.on_lead is closing.by, Fault.CLOSER_LEADS)
    short = deal.full_talon != deal.talon
    _require(not short or bool(rules.close_before_draw), Fault.CLOSED_SHORT)
    assert rules.close_min_talon is not None
    _require(deal.full_talon >= rules.close_min_talon, Fault.CLOSED_LATE)


def _check_shown(deal: Deal) -> None:
    gone = {*gone_cards(deal), *((deal.led,) if deal.led else ())}
    for seat, card in deal.shown:
        _require(card in deal.hands[seat], Fault.SHOWN_GONE, f"{card} was shown and is not there")
        partner = _royal(card) and any(other in gone for other in pair_of(card.suit))
        _require(partner or card.suit is deal.trump, Fault.SHOWN_CARD, f"{card} cannot have been shown")
    _require(deal.shown == tuple(sorted(set(deal.shown))), Fault.SHOWN_CARD, "shown cards out of order")


def _check_match(deal: Deal) -> None:
    rules = deal.ruleset
    low, high = (1, rules.target) if rules.count == "down" else (0, rules.target - 1)
    _require(all(low <= points <= high for points in deal.score), Fault.GAME_ENDED)
    assert match_winner(rules, deal.score) is None
    _require(not deal.carry or rules.carries, Fault.CARRIED)
