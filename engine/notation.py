"""Text for positions, views and actions, and back. The format is fixed by ``engine/RULES.md``, part 3."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import Card, Suit, in_order
from engine.deal import Deal, Pair
from engine.errors import Fault, ReadCode, ReadError
from engine.invariants import check, require_in_pack
from engine.ruleset import Ruleset
from engine.scoring import Closing
from engine.seats import Seat
from engine.view import View, view_of

HIDDEN: Final = "??"
MAX_LENGTH: Final = 400
"""Longer text is refused unread: no position needs more."""

_TURN: Final = re.compile(r"([AB])(!|(?:=([CDHS]))?(?::(\S\S))?)")
_NUMBER: Final = "(0|[1-9][0-9]{0,2})"
_SIDE: Final = rf"{_NUMBER}\.{_NUMBER}"
_SCORE: Final = re.compile(rf"{_SIDE}\.{_NUMBER}/{_SIDE}\.{_NUMBER}")
_CLOSED: Final = re.compile(rf"([AB])@{_SIDE}/{_SIDE}")
_MATCH: Final = re.compile(rf"([AB]){_NUMBER}-{_NUMBER}(\.1)?")


def _bad(detail: str) -> ReadError:
    return ReadError(ReadCode.BAD_NOTATION, detail)


# -- writing -----------------------------------------------------------------------------------------------------


def write(deal: Deal) -> str:
    """Return the position in one line of eight fields.

    Raises:
        ValueError: the deal has ended; its start and its actions tell it.
    """
    if deal.over:
        raise ValueError("a deal that has ended has no position")
    return _line(
        [_hand(deal.hands[0]), _hand(deal.hands[1])],
        _codes(deal.stock),
        deal,
        _shown(deal.shown),
    )


def write_view(view: View) -> str:
    """Return the position as one seat knows it; what it does not know is ``??``.

    Raises:
        ValueError: the deal has ended.
    """
    if view.outcome is not None:
        raise ValueError("a deal that has ended has no position")
    world = view.fill(view.unseen)
    theirs = _codes(view.known) + HIDDEN * (view.opponent_cards - len(view.known))
    hands = [_hand(view.hand), theirs or "-"]
    if view.seat is Seat.B:
        hands.reverse()
    stock = HIDDEN * view.face_down
    hidden = HIDDEN in stock or HIDDEN in theirs
    gone = "." + _codes(view.gone) if hidden else ""
    return _line(hands, stock, world, _shown(world.shown) + gone)


def url_form(text: str) -> str:
    """Return the text for a web address: spaces become underscores."""
    return text.replace(" ", "_")


def _line(hands: list[str], face_down: str, deal: Deal, shown: str) -> str:
    stock = f"{face_down}.{deal.turned}" if deal.turned is not None else "-"
    return " ".join(
        [
            "/".join(hands),
            stock,
            deal.trump.value,
            _turn(deal),
            _score(deal),
            _closing(deal.closing),
            _match(deal),
            shown,
        ]
    )


def _codes(cards: Iterable[Card]) -> str:
    return "".join(card.code for card in cards)


def _hand(cards: Sequence[Card]) -> str:
    return _codes(cards) or "-"


def _turn(deal: Deal) -> str:
    if deal.before_draw:
        return f"{deal.on_lead.name}!"
    announced = f"={deal.announced.value}" if deal.announced else ""
    led = f":{deal.led}" if deal.led else ""
    return f"{deal.on_lead.name}{announced}{led}"


def _score(deal: Deal) -> str:
    return "/".join(f"{deal.counted[s]}.{deal.tricks[s]}.{deal.pending[s]}" for s in Seat)


def _closing(closing: Closing | None) -> str:
    if closing is None:
        return "-"
    sides = "/".join(f"{closing.counted[s]}.{closing.tricks[s]}" for s in Seat)
    return f"{closing.by.name}@{sides}"


def _match(deal: Deal) -> str:
    return f"{deal.dealer.name}{deal.score[0]}-{deal.score[1]}{'.1' if deal.carry else ''}"


def _shown(shown: tuple[tuple[Seat, Card], ...]) -> str:
    return ",".join(f"{seat.name}{card}" for seat, card in shown) or "-"


# -- reading -----------------------------------------------------------------------------------------------------


def read(text: str, ruleset: Ruleset) -> Deal | View:
    """Read a position; one with ``??`` is the view of the player whose hand is known.

    Spaces and underscores both separate the fields. Cards of a hand may stand in any order.

    Raises:
        ReadError: ``bad_notation``, ``unknown_card``, ``card_twice``, ``hand_size``, ``impossible_position``.
    """
    if len(text) > MAX_LENGTH:
        raise _bad("too long")
    fields = text.strip(" ").replace("_", " ").split(" ")
    if len(fields) != 8:
        raise _bad(f"{len(fields)} fields instead of 8")
    hands_field, stock_field, trump, turn, score, closed, match, shown = fields
    sides = hands_field.split("/")
    if len(sides) != 2:
        raise _bad("two hands are needed")
    hands = [_read_cards(side) for side in sides]
    stock, turned = _read_stock(stock_field)
    deal = _read_rest(ruleset, turned, (trump, turn, score, closed, match))
    if HIDDEN not in hands_field and HIDDEN not in stock_field:
        return _full(deal, hands, stock, shown)
    return _partial(deal, hands, stock, shown)


def read_deal(text: str, ruleset: Ruleset) -> Deal:
    """Read a position in which every card is known.

    Raises:
        ReadError: as :func:`read`; ``bad_notation`` where cards are unknown.
    """
    position = read(text, ruleset)
    if isinstance(position, View):
        raise _bad("some cards are not known")
    return position


def _read_cards(field: str) -> list[Card | None]:
    """Read card codes; None for ``??``."""
    if field == "-":
        return []
    if not field or len(field) % 2:
        raise _bad(f"cards expected: {field}")
    codes = [field[at : at + 2] for at in range(0, len(field), 2)]
    return [None if code == HIDDEN else Card.parse(code) for code in codes]


def _read_stock(field: str) -> tuple[list[Card | None], Card | None]:
    if field == "-":
        return [], None
    face_down, dot, turned = field.partition(".")
    if not dot or not face_down or face_down == "-":
        raise _bad(f"stock expected: {field}")
    cards = _read_cards(turned)
    if len(cards) != 1 or cards[0] is None:
        raise _bad(f"one face-up trump expected: {field}")
    return _read_cards(face_down), cards[0]


def _read_rest(ruleset: Ruleset, turned: Card | None, fields: tuple[str, ...]) -> Deal:
    """Read all but the cards; the hands are still empty."""
    trump, turn, score, closed, match = fields
    if trump not in set(Suit):
        raise _bad(f"trump suit expected: {trump}")
    turn_match, score_match = _TURN.fullmatch(turn), _SCORE.fullmatch(score)
    match_match = _MATCH.fullmatch(match)
    if not turn_match or not score_match or not match_match:
        raise _bad(f"turn, score or match: {turn} {score} {match}")
    who, mark, announced, led = turn_match.groups()
    numbers = [int(number) for number in score_match.groups()]
    dealer, mine, theirs, carry = match_match.groups()
    return Deal(
        ruleset=ruleset,
        dealer=Seat[dealer],
        trump=Suit(trump),
        turned=turned,
        stock=(),
        hands=((), ()),
        on_lead=Seat[who],
        led=Card.parse(led) if led else None,
        before_draw=mark == "!",
        announced=Suit(announced) if announced else None,
        counted=(numbers[0], numbers[3]),
        tricks=(numbers[1], numbers[4]),
        pending=(numbers[2], numbers[5]),
        closing=_read_closing(closed),
        score=(int(mine), int(theirs)),
        carry=bool(carry),
    )


def _read_closing(field: str) -> Closing | None:
    if field == "-":
        return None
    found = _CLOSED.fullmatch(field)
    if not found:
        raise _bad(f"closing expected: {field}")
    a_points, a_tricks, b_points, b_tricks = (int(number) for number in found.groups()[1:])
    counted: Pair = (a_points, b_points)
    return Closing(Seat[found.group(1)], counted, (a_tricks, b_tricks))


def _read_shown(field: str) -> tuple[tuple[Seat, Card], ...]:
    if field == "-":
        return ()
    items = []
    for item in field.split(","):
        if len(item) != 3 or item[0] not in "AB":
            raise _bad(f"shown cards expected: {field}")
        items.append((Seat[item[0]], Card.parse(item[1:])))
    if len(set(items)) != len(items):
        raise _bad(f"a shown card twice: {field}")
    return tuple(sorted(items))


def _known(cards: list[Card | None]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card is not None)


def _full(deal: Deal, hands: list[list[Card | None]], stock: list[Card | None], shown: str) -> Deal:
    made = replace(
        deal,
        hands=(in_order(_known(hands[0])), in_order(_known(hands[1]))),
        stock=_known(stock),
        shown=_read_shown(shown),
    )
    check(made)
    return made


def _partial(deal: Deal, hands: list[list[Card | None]], stock: list[Card | None], shown: str) -> View:
    """Read a view: fill the unknown places, check that world, and look at it from the known hand."""
    if None in hands[0] and None in hands[1]:
        raise _bad("one of the hands must be known")
    if any(card is not None for card in stock):
        raise _bad("the stock must be known whole or not at all")
    shown_field, dot, gone_field = shown.partition(".")
    if not dot:
        raise _bad("the cards of the tricks taken are needed where cards are unknown")
    gone = _known(_read_cards(gone_field)) if gone_field else ()
    if len(gone) * 2 != len(gone_field):
        raise _bad("a trick taken holds no unknown cards")
    unseen = _unseen(deal, [*_known(hands[0]), *_known(hands[1]), *gone])
    fits = len(unseen) == sum(cards.count(None) for cards in (*hands, stock))
    filled = [[card or (unseen.pop() if unseen else None) for card in hand] for hand in hands]
    world = replace(
        deal,
        hands=(in_order(_known(filled[0])), in_order(_known(filled[1]))),
        stock=_known([card or (unseen.pop() if unseen else None) for card in stock]),
        shown=_read_shown(shown_field),
    )
    if not fits or len(gone) != 2 * deal.tricks_played:
        raise ReadError(ReadCode.IMPOSSIBLE_POSITION, Fault.UNKNOWN_PLACES.value, Fault.UNKNOWN_PLACES)
    check(world)
    # The view is that of the player whose opponent's known cards are just those that were shown.
    for seat in (deal.to_act, deal.to_act.other):
        view = view_of(world, seat)
        if None not in hands[seat] and set(view.known) == set(_known(hands[seat.other])):
            return view
    raise ReadError(ReadCode.IMPOSSIBLE_POSITION, Fault.SHOWN_UNKNOWN.value, Fault.SHOWN_UNKNOWN)


def _unseen(deal: Deal, seen: list[Card]) -> list[Card]:
    """Return the cards that are named nowhere."""
    seen += [card for card in (deal.turned, deal.led) if card is not None]
    for card in seen:
        require_in_pack(deal.ruleset, card)
    if len(set(seen)) != len(seen):
        raise ReadError(ReadCode.CARD_TWICE, "a card stands in two places")
    return [card for card in deal.ruleset.pack if card not in seen]


# -- actions -----------------------------------------------------------------------------------------------------


def write_action(action: Action) -> str:
    """Return an action as text: ``A:KS`` play, ``A!`` draw, ``A=D`` announce, ``A~9H`` exchange, ``A@`` close,
    ``A*`` claim.

    >>> write_action(Play(Seat.A, Card.parse("KS")))
    'A:KS'
    """
    who = action.by.name
    match action:
        case Play(_, card):
            return f"{who}:{card}"
        case Draw():
            return f"{who}!"
        case Announce(_, suit):
            return f"{who}={suit.value}"
        case Exchange(_, give):
            return f"{who}~{give or ''}"
        case Close():
            return f"{who}@"
        case Claim():
            return f"{who}*"


def read_action(text: str) -> Action:
    """Read an action.

    Raises:
        ReadError: ``bad_notation``, ``unknown_card``.
    """
    if len(text) < 2 or text[0] not in "AB":
        raise _bad(f"action expected: {text[:20]}")
    seat, sign, rest = Seat[text[0]], text[1], text[2:]
    if sign == ":":
        return Play(seat, Card.parse(rest))
    if sign == "=" and rest in set(Suit):
        return Announce(seat, Suit(rest))
    if sign == "~":
        return Exchange(seat, Card.parse(rest) if rest else None)
    simple: dict[str, type[Draw] | type[Close] | type[Claim]] = {"!": Draw, "@": Close, "*": Claim}
    if sign in simple and not rest:
        return simple[sign](seat)
    raise _bad(f"action expected: {text[:20]}")
