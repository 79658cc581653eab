"""Names of cards, suits and players; lists of names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from babel.core import UnknownLocaleError
from babel.lists import format_list
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext_lazy

from engine.cards import Card, Suit, in_order

# Twenty-four whole names: no language can build them from a rank and a suit without a slip.
CARD_NAMES = {
    "AC": pgettext_lazy("card name", "ace of clubs"),
    "TC": pgettext_lazy("card name", "ten of clubs"),
    "KC": pgettext_lazy("card name", "king of clubs"),
    "QC": pgettext_lazy("card name", "queen of clubs"),
    "JC": pgettext_lazy("card name", "jack of clubs"),
    "9C": pgettext_lazy("card name", "nine of clubs"),
    "AD": pgettext_lazy("card name", "ace of diamonds"),
    "TD": pgettext_lazy("card name", "ten of diamonds"),
    "KD": pgettext_lazy("card name", "king of diamonds"),
    "QD": pgettext_lazy("card name", "queen of diamonds"),
    "JD": pgettext_lazy("card name", "jack of diamonds"),
    "9D": pgettext_lazy("card name", "nine of diamonds"),
    "AH": pgettext_lazy("card name", "ace of hearts"),
    "TH": pgettext_lazy("card name", "ten of hearts"),
    "KH": pgettext_lazy("card name", "king of hearts"),
    "QH": pgettext_lazy("card name", "queen of hearts"),
    "JH": pgettext_lazy("card name", "jack of hearts"),
    "9H": pgettext_lazy("card name", "nine of hearts"),
    "AS": pgettext_lazy("card name", "ace of spades"),
    "TS": pgettext_lazy("card name", "ten of spades"),
    "KS": pgettext_lazy("card name", "king of spades"),
    "QS": pgettext_lazy("card name", "queen of spades"),
    "JS": pgettext_lazy("card name", "jack of spades"),
    "9S": pgettext_lazy("card name", "nine of spades"),
}

SUIT_NAMES = {
    Suit.CLUBS: pgettext_lazy("suit", "clubs"),
    Suit.DIAMONDS: pgettext_lazy("suit", "diamonds"),
    Suit.HEARTS: pgettext_lazy("suit", "hearts"),
    Suit.SPADES: pgettext_lazy("suit", "spades"),
}

SUIT_SYMBOLS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}

# What a face-down card is called, everywhere: it has one name and no other mark.
FACE_DOWN = pgettext_lazy("card name", "face-down card")

LOWEST_TRUMPS = {
    "9": pgettext_lazy("lowest trump", "nine of trumps"),
    "J": pgettext_lazy("lowest trump", "jack of trumps"),
}

TRUMP_MARK = pgettext_lazy("part of a spoken card name", "trump")

ListKind = Literal["and", "or"]


def card_name(card: Card) -> str:
    """Return the whole name, lower case and without an article: after a colon, in a list, or alone."""
    return str(CARD_NAMES[card.code])


def suit_name(suit: Suit) -> str:
    """Return the name of a suit as it stands after a colon."""
    return str(SUIT_NAMES[suit])


def card_list(cards: Iterable[Card], kind: ListKind = "and") -> str:
    """Return the names in canonical order: "A, B or C" for a choice, "A, B and C" for a set.

    Arabic lists have commas only: its "and" would be glued to the next word.
    """
    return name_list([card_name(card) for card in in_order(cards)], kind)


def name_list(names: list[str], kind: ListKind = "and") -> str:
    """Return names as a list of the language of the page."""
    language = get_language() or "en"
    if language == "ar" or language.startswith("ar-"):
        return "، ".join(names)
    style: Literal["or", "standard"] = "or" if kind == "or" else "standard"
    try:
        return format_list(names, style=style, locale=_babel_locale(language))
    except UnknownLocaleError:
        return ", ".join(names)  # a language that Babel has not heard of


def spoken_parts(parts: list[str]) -> str:
    """Return the parts of a spoken name, each after a comma: "ten of hearts, trump"."""
    language = get_language() or "en"
    return ("، " if language.startswith("ar") else ", ").join(parts)


def isolated(text: object) -> SafeString:
    """Return a name that keeps its own direction inside a sentence of another."""
    return format_html("<bdi>{}</bdi>", text)


def with_symbol(name: str, suit: Suit) -> SafeString:
    """Return a name followed by its suit symbol: names of suits differ between countries, symbols do not.

    The symbol is not read aloud.
    """
    return format_html('<bdi>{}<span class="pip" aria-hidden="true">\u00a0{}</span></bdi>', name, SUIT_SYMBOLS[suit])


def card_list_html(cards: Iterable[Card], kind: ListKind = "and") -> SafeString:
    """Return the names as a list, each isolated and with its symbol."""
    names = [with_symbol(card_name(card), card.suit) for card in in_order(cards)]
    # The patterns of a list hold no markup, and every name is escaped.
    return mark_safe(name_list(list(names), kind))


def cards_in_this_order(cards: Iterable[Card]) -> SafeString:
    """Return the names one after another, each isolated and with its symbol: the order says something itself."""
    return mark_safe(name_list([with_symbol(card_name(card), card.suit) for card in cards]))


def _babel_locale(language: str) -> str:
    """The pseudo languages of the tests take their lists from the language that they stand for."""
    return language.split("-")[0]
