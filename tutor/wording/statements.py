"""Sentences to choose from, for exercises that come without sentences of their own."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

STATEMENTS = {
    # Translators: %(card)s and %(other)s are card names such as "queen of hearts".
    "beats": _("Card led: %(other)s. This card beats it: %(card)s."),
    # Translators: %(n)s is a number.
    "trumps": _("Number of trumps in your hand: %(n)s."),
    "count": _("The number is: %(n)s."),
    # Translators: %(action)s is what a player does, such as "Close the stock".
    "legal": _("This is allowed: %(action)s."),
    "refused": _("This is not allowed: %(action)s."),
    # Translators: %(card)s is a card name such as "queen of hearts".
    "place.hand": _("This card is in your hand: %(card)s."),
    "place.table": _("This card lies on the table: %(card)s."),
    "place.gone": _("This card has been played: %(card)s."),
    "place.opponent": _("Your opponent must hold this card: %(card)s."),
    "place.unseen": _("Nobody can tell you where this card is: %(card)s."),
    # Translators: %(actions)s is a list such as "Close the stock, Announce 20: hearts and Play: king of hearts".
    "order": _("This order is allowed: %(actions)s."),
    # Translators: %(answer)s is an end such as "You score 2 game points".
    "outcome": _("The deal ends like this: %(answer)s."),
}
