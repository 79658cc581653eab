"""Draws the icon of the app: the king and the queen of hearts from our own card faces, on felt.

Run ``manage.py draw_cards`` after a change, then ``python -m tests.browser.draw_icons`` for the two PNG files.
"""

from __future__ import annotations

from engine.cards import Card
from tutor.web.card_faces import face

FELT, PAPER, RED, GOLD = "#1f5c4d", "#fffdf8", "#b3392c", "#f2b84b"
PLACES = ((Card.parse("KH"), -11, 96, 136), (Card.parse("QH"), 11, 240, 136))
"""Card, how far it is turned, and where it lies. Everything stays within the circle that phones may cut out."""


def app_icon() -> str:
    """Return the whole file, 512 by 512 units."""
    cards = "".join(
        f'<g transform="translate({left} {top}) rotate({turn} 88 140) scale(1.76)" color="{RED}">'
        f'<rect width="100" height="140" rx="10" fill="{PAPER}" stroke="{GOLD}" stroke-width="3"/>{face(card)}</g>'
        for card, turn, left, top in PLACES
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">\n'
        f'<rect width="512" height="512" fill="{FELT}"/>\n{cards}\n</svg>\n'
    )
