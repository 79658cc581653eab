"""The table in words, line by line: what a screen reader can say at one press, and what a small card shows too small.

It says what the table shows and nothing more: cards that are face down stay so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from engine.cards import Card, Suit
from tutor.web.table import CardView, TableView
from tutor.wording.cards import card_list, suit_name


def lines(table: TableView) -> tuple[str, ...]:
    """Return a line each for trumps, stock, trick, the hand by suits with trumps first, the other hand, counts and cards
    that are gone; nothing for a table without a hand, where there is little to say.
    """
    return tuple(_lines(table)) if table.opponent.name and any(table.you.cards) else ()


def _lines(table: TableView) -> Iterator[str]:
    if table.trump:
        yield table.trump.label
    if table.stock:
        yield from filter(None, (table.stock.turned_label, table.stock.label))
    for place in table.trick:
        if place.card:
            # Translators: %(who)s is "You" or "Opponent", %(card)s a card name.
            yield _("On the table – %(who)s: %(card)s") % {"who": place.who, "card": place.card.name}
    yield from _hand(table)
    opponent = table.opponent
    known = _cards(opponent.cards)
    if None in opponent.cards:
        yield _opponent(opponent.hand_label)
    if known:
        # Translators: %(cards)s is a list of card names.
        yield _("In your opponent's hand you see: %(cards)s") % {"cards": card_list(known)}
    if table.you.count:
        # Translators: %(what)s is a count, such as "24 points, 3 tricks".
        yield _("You: %(what)s") % {"what": table.you.count}
    if opponent.count:
        yield _opponent(opponent.count)
    if table.gone:
        # Translators: %(cards)s is a list of card names.
        yield _("Cards that have been played: %(cards)s") % {"cards": card_list(_cards(table.gone))}


def _hand(table: TableView) -> Iterator[str]:
    cards = _cards(table.you.cards)
    trump = next((suit for suit in Suit if table.trump and suit.value == table.trump.code), None)
    for suit in sorted(Suit, key=lambda suit: suit is not trump):
        held = [card for card in cards if card.suit is suit]
        if held and suit is trump:
            # Translators: %(cards)s is a list of card names.
            yield _("In your hand, trumps: %(cards)s") % {"cards": card_list(held)}
        elif held:
            # Translators: %(suit)s is the name of a suit, %(cards)s a list of card names.
            yield _("In your hand, %(suit)s: %(cards)s") % {"suit": suit_name(suit), "cards": card_list(held)}


def _opponent(what: str) -> str:
    # Translators: %(what)s is a count, such as "6 cards in hand" or "24 points, 3 tricks".
    return _("Your opponent: %(what)s") % {"what": what}


def _cards(shown: Iterable[CardView | None]) -> list[Card]:
    return [Card.parse(card.code) for card in shown if card]
