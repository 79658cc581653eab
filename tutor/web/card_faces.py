"""Draws the sprite of card faces. Run ``manage.py draw_cards`` after a change; the picture is kept in the tree.

Every card is one symbol of 100 by 140 units, without references inside, so that browsers can use it from the file.
Colours come from the page (``currentColor``).
"""

from __future__ import annotations

from engine.cards import PACK_24, Card, Rank, Suit

SUIT_PATHS = {
    Suit.HEARTS: "M16 29C7 21 2 16 2 10a7 7 0 0 1 14-2 7 7 0 0 1 14 2c0 6-5 11-14 19z",
    Suit.DIAMONDS: "M16 1c3 6 6 10 11 15-5 5-8 9-11 15C13 25 10 21 5 16 10 11 13 7 16 1z",
    Suit.SPADES: "M16 2c8 8 13 12 13 18a6.5 6.5 0 0 1-11 4.600c.3 2.600 1.300 4.400 3 6.400H11c1.700-2 2.700-3.800 3-6.400"
    "A6.500 6.500 0 0 1 3 20C3 14 8 10 16 2z",
    Suit.CLUBS: "M16 2a6.500 6.500 0 0 1 5.200 10.400A6.500 6.500 0 1 1 18 23c.2 3 1.300 5.300 3 8H11c1.700-2.700 2.800-5 3-8"
    "a6.500 6.500 0 1 1-3.200-10.600A6.500 6.500 0 0 1 16 2z",
}
COURT_PATHS = {
    Rank.KING: "M4 12l10 9L24 4l10 17 10-9-4 24H8zM20.500 4a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0-7 0M1 11a3 3 0 1 0 6 0"
    "a3 3 0 1 0-6 0M41 11a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
    Rank.QUEEN: "M5 16c5 5 8 5 11-4 2 7 5 9 8 9s6-2 8-9c3 9 6 9 11 4l-4 20H9zM13 9a3 3 0 1 0 6 0a3 3 0 1 0-6 0"
    "M29 9a3 3 0 1 0 6 0a3 3 0 1 0-6 0M20 5a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
    Rank.JACK: "M6 26C8 12 18 6 30 8c6 1 11-2 13-5 0 9-4 12-8 13 4 3 6 6 7 10zM8 27h32a4 4 0 0 1 0 8H8a4 4 0 0 1 0-8",
}
PIPS = {
    Rank.NINE: [(36, 30), (64, 30), (36, 57), (64, 57), (50, 70), (36, 83), (64, 83), (36, 110), (64, 110)],
    Rank.TEN: [
        (36, 28), (64, 28), (50, 42), (36, 56), (64, 56), (36, 84), (64, 84), (50, 98), (36, 112), (64, 112),
    ],
}  # fmt: skip
INDEX = {Rank.TEN: "10"}


def sprite() -> str:
    """Return the whole file."""
    symbols = [_card(card) for card in PACK_24]
    symbols += [
        f'<symbol id="suit-{suit.value}" viewBox="0 0 32 32"><path d="{path}" fill="currentColor"/></symbol>'
        for suit, path in SUIT_PATHS.items()
    ]
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"


def face(card: Card) -> str:
    """Return what is drawn on a card, without its paper."""
    index = _index(card)
    turned = f'<g transform="rotate(180 50 70)">{index}</g>'
    return f'<g fill="currentColor">{index}{turned}{_middle(card)}</g>'


def _card(card: Card) -> str:
    return f'<symbol id="{card.code}" viewBox="0 0 100 140">{face(card)}</symbol>'


def _index(card: Card) -> str:
    rank = INDEX.get(card.rank, card.rank.value)
    squeeze = ' textLength="23" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
    text = (
        f'<text x="15" y="28" text-anchor="middle" font-size="26" font-weight="800"'
        f' font-family="system-ui,sans-serif"{squeeze}>{rank}</text>'
    )
    return text + _suit(card.suit, 15, 44, 19)


def _middle(card: Card) -> str:
    if card.rank is Rank.ACE:
        return _suit(card.suit, 50, 70, 46)
    if card.rank in COURT_PATHS:
        frame = (
            '<rect x="29" y="24" width="42" height="92" rx="6" fill="none" stroke="currentColor" stroke-width="1.5"'
            ' opacity=".4"/>'
        )
        crown = f'<path d="{COURT_PATHS[card.rank]}" transform="translate(33 36) scale(.71)"/>'
        return frame + crown + _suit(card.suit, 50, 90, 28)
    pips = PIPS.get(card.rank, [])
    return "".join(_suit(card.suit, x, y, 17) for x, y in pips)


def _suit(suit: Suit, x: float, y: float, size: float) -> str:
    scale = size / 32
    return f'<path d="{SUIT_PATHS[suit]}" transform="translate({x - size / 2:g} {y - size / 2:g}) scale({scale:.3g})"/>'
