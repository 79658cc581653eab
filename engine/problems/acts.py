"""R4 to R6: announcing, exchanging, closing. May it be done now, and why not?"""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.actions import Announce, Close, Exchange
from engine.cards import Suit, holds
from engine.deal import Deal
from engine.effects import lowest_trump, pairs_in
from engine.notation import read_action, write_action
from engine.problems.asks import ME
from engine.problems.cases import THEM, Case, Find, Made, leading, may, on_position
from engine.problems.hands import closed_legal, released, worth
from engine.problems.scenes import Moment
from engine.problems.themes import Theme
from engine.referee import refusal
from engine.ruleset import Ruleset

MARRY, SWAP, SHUT = Theme.ANNOUNCE, Theme.EXCHANGE, Theme.CLOSE


def _going(deal: Deal) -> bool:
    return not deal.over and not deal.played_out


def _asks(options: Callable[[Deal, random.Random], list[str]], fits: Callable[[Deal], bool], *reasons: str) -> Find:
    """Find positions in which the first option is refused for one of the reasons; ``ok``: it stands."""

    def find(moment: Moment, rng: random.Random) -> Made | None:
        deal = moment.deal
        if not _going(deal) or not fits(deal):
            return None
        offered = options(deal, rng)
        return may(deal, *offered) if offered and _verdict(deal, offered[0]) in reasons else None

    return find


def _verdict(deal: Deal, text: str) -> str:
    refused = refusal(deal, read_action(text))
    return refused.reason.value if refused else "ok"


# -- R4 ------------------------------------------------------------------------------------------------------------


def _suits(deal: Deal, rng: random.Random) -> list[str]:
    """Announcements: a pair first where one is held, then suits of which half a pair is held."""
    hand = deal.hands[ME]
    pairs = [suit for suit in pairs_in(hand) if suit is not deal.announced]
    half = [s for s in Suit if s not in pairs_in(hand) and any(c.suit is s and c.rank in "KQ" for c in hand)]
    rng.shuffle(half)
    chosen = (pairs + half)[:3]
    return [write_action(Announce(ME, suit)) for suit in chosen]


def _has_pair(deal: Deal) -> bool:
    return bool(pairs_in(deal.hands[ME]))


def _royals_without_pair(deal: Deal) -> bool:
    royal = [card for card in deal.hands[ME] if card.rank in "KQ"]
    return leading(deal) and not _has_pair(deal) and len(royal) >= 2


def _second_pair(deal: Deal) -> bool:
    return deal.announced is not None and deal.on_lead is ME and deal.led is None and len(pairs_in(deal.hands[ME])) > 1


def _first_lead(deal: Deal) -> bool:
    return leading(deal) and not deal.tricks_played and _has_pair(deal)


def _shut_pair(deal: Deal) -> bool:
    return leading(deal) and deal.closing is not None and _has_pair(deal)


def _late_pair(deal: Deal) -> bool:
    return leading(deal) and deal.turned is None and _has_pair(deal)


def _open_pair(deal: Deal) -> bool:
    return leading(deal) and not deal.strict and deal.tricks_played > 0 and _has_pair(deal)


R4 = (
    Case(MARRY, "yes", "marriage.when", _asks(_suits, _open_pair, "ok"), ("marriage.pair",), 4),
    Case(MARRY, "no_pair", "marriage.pair", _asks(_suits, _royals_without_pair, "no_pair"), (), 4, trap=True),
    Case(MARRY, "draw_first", "marriage.when", _asks(_suits, _has_pair, "draw_first"), ("open.wait",), 2, trap=True),
    Case(MARRY, "mid_trick", "marriage.when", _asks(_suits, _has_pair, "mid_trick"), (), 2, trap=True),
    Case(MARRY, "one", "marriage.one", _asks(_suits, _second_pair, "one_marriage_per_lead"), (), 1, trap=True),
    Case(MARRY, "first", "marriage.first", _asks(_suits, _first_lead, "ok", "first_trick"), ("marriage.count",), 2),
    Case(
        MARRY,
        "closed",
        "close.marriage",
        _asks(_suits, _shut_pair, "ok", "stock_closed"),
        ("close.effect",),
        2,
        lambda r: r.close,
    ),
    Case(MARRY, "late", "strict.marriage", _asks(_suits, _late_pair, "ok", "stock_exhausted"), (), 2),
    Case(MARRY, "worth", "marriage.pair", worth, ("marriage.count",), 2),
    Case(
        MARRY,
        "waits",
        "marriage.count",
        lambda m, rng: worth(m, rng) if m.after.pending[ME] else None,
        (),
        1,
        trap=True,
    ),
    Case(MARRY, "released", "marriage.count", released, ("cards.value",), 1, trap=True),
)


# -- R5 ------------------------------------------------------------------------------------------------------------


def _swap(deal: Deal, _rng: random.Random) -> list[str]:
    return ["A~"]


def _swap_other(deal: Deal, rng: random.Random) -> list[str]:
    """With another trump of the hand, and the plain exchange."""
    lowest = lowest_trump(deal)
    others = [card for card in deal.hands[ME] if card.suit is deal.trump and card is not lowest]
    return [write_action(Exchange(ME, min(others, key=lambda card: card.strength))), "A~"] if others else []


def _nine(deal: Deal) -> bool:
    return holds(deal.hands[ME], lowest_trump(deal))


def _no_nine(deal: Deal) -> bool:
    return leading(deal) and not _nine(deal) and bool(deal.tricks[ME]) and deal.turned is not lowest_trump(deal)


def _at(*fits: Callable[[Deal], bool]) -> Callable[[Deal], bool]:
    return lambda deal: all(fit(deal) for fit in fits)


def _no_trick(deal: Deal) -> bool:
    return leading(deal) and not deal.tricks[ME]


def _last_two(deal: Deal) -> bool:
    return deal.talon == 2 and leading(deal) and not deal.strict


def _shut(deal: Deal) -> bool:
    return deal.closing is not None


def _theirs(deal: Deal) -> bool:
    return deal.on_lead is THEM and deal.led is None


def _after_swap(moment: Moment, _rng: random.Random) -> Made | None:
    if not isinstance(moment.action, Exchange) or moment.action.by is not ME:
        return None
    return on_position(moment.deal, "who", ask="plays", actions=[write_action(moment.action)])


def _shut_first(moment: Moment, rng: random.Random) -> Made | None:
    """The opponent has closed and not led yet, and the lowest trump is held."""
    deal = moment.deal
    if not deal.just_closed or deal.on_lead is not THEM or not _nine(deal):
        return None
    return may(deal, "A~")


R5 = (
    Case(SWAP, "yes", "exchange.what", _asks(_swap, _at(leading, lambda d: d.talon > 2), "ok"), ("exchange.card",), 5),
    Case(SWAP, "trick", "exchange.trick", _asks(_swap, _at(_no_trick, _nine), "ok", "no_trick_yet"), (), 2, trap=True),
    Case(SWAP, "left", "exchange.left", _asks(_swap, _at(_last_two, _nine), "ok", "talon_too_small"), (), 2, trap=True),
    Case(SWAP, "gone", "exchange.gone", _asks(_swap, _at(leading, _nine), "stock_exhausted"), (), 1),
    Case(
        SWAP,
        "closed",
        "close.exchange",
        _asks(_swap, _at(_shut, _nine), "stock_closed"),
        (),
        2,
        lambda r: r.close,
        True,
    ),
    Case(SWAP, "at_once", "close.exchange", _shut_first, (), 2, lambda r: r.close),
    Case(SWAP, "draw_first", "exchange.when", _asks(_swap, _nine, "draw_first"), ("open.wait",), 2, trap=True),
    Case(SWAP, "mid_trick", "exchange.when", _asks(_swap, _nine, "mid_trick"), (), 2, trap=True),
    Case(SWAP, "not_on_lead", "exchange.when", _asks(_swap, _at(_theirs, _nine), "not_on_lead"), (), 1),
    Case(SWAP, "not_held", "exchange.card", _asks(_swap, _no_nine, "card_not_held"), (), 2),
    Case(
        SWAP,
        "other",
        "exchange.what",
        _asks(_swap_other, leading, "not_lowest_trump"),
        ("exchange.card",),
        4,
        trap=True,
    ),
    Case(SWAP, "turn", "exchange.turn", _after_swap, (), 1),
)


# -- R6 ------------------------------------------------------------------------------------------------------------


def _close(deal: Deal, _rng: random.Random) -> list[str]:
    return [write_action(Close(ME))]


def _close_or_other(deal: Deal, rng: random.Random) -> list[str]:
    """Closing beside other things that go with a lead; one of them may be possible."""
    others = [*_suits(deal, rng)[:1], "A~"]
    return ["A@", *rng.sample(others, rng.randint(1, len(others)))]


def _closes(rules: Ruleset) -> bool:
    return rules.close


def _my_lead(deal: Deal) -> bool:
    return deal.on_lead is ME and deal.led is None and deal.announced is None


def _announced(deal: Deal) -> bool:
    return deal.on_lead is ME and deal.led is None and deal.announced is not None and not deal.strict


def _opening(deal: Deal) -> bool:
    return leading(deal) and not deal.tricks_played


def _short(deal: Deal) -> bool:
    return deal.before_draw and deal.on_lead is ME


R6 = (
    Case(
        SHUT,
        "yes",
        "close.what",
        _asks(_close, _at(leading, lambda d: d.tricks_played > 0 and d.talon > 2), "ok"),
        ("close.when",),
        4,
        _closes,
    ),
    Case(SHUT, "first", "close.first", _asks(_close, _opening, "ok", "first_trick"), (), 2, _closes),
    Case(
        SHUT,
        "draw",
        "close.draw",
        _asks(_close, _at(_short, lambda d: d.full_talon >= 2), "ok", "draw_first"),
        (),
        2,
        _closes,
    ),
    Case(SHUT, "left", "close.left", _asks(_close, _last_two, "ok", "talon_too_small"), (), 2, _closes, True),
    Case(
        SHUT,
        "count",
        "close.count",
        _asks(_close, _at(_short, lambda d: d.full_talon < (d.ruleset.close_min_talon or 0)), "talon_too_small"),
        ("close.left",),
        2,
        lambda r: r.close and bool(r.close_before_draw),
        True,
    ),
    Case(SHUT, "mid_trick", "close.when", _asks(_close, _going, "mid_trick"), (), 2, _closes),
    Case(SHUT, "not_on_lead", "close.when", _asks(_close, _theirs, "not_on_lead"), (), 1, _closes),
    Case(SHUT, "gone", "close.gone", _asks(_close, _my_lead, "stock_exhausted"), (), 1, _closes),
    Case(SHUT, "once", "close.once", _asks(_close, _my_lead, "already_closed"), (), 1, _closes),
    Case(
        SHUT,
        "announced",
        "close.announced",
        _asks(_close, _announced, "ok", "close_before_announcing"),
        ("marriage.when",),
        1,
        _closes,
    ),
    Case(
        SHUT,
        "none",
        "close.none",
        _asks(_close_or_other, _my_lead, "no_closing_in_ruleset"),
        (),
        8,
        lambda r: not r.close,
    ),
    Case(SHUT, "effect", "close.effect", closed_legal, ("strict.start",), 5, lambda r: r.close and r.duties, True),
)
