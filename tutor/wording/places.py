"""Where cards lie and what is counted, as labels of a form."""

from __future__ import annotations

from django.utils.translation import pgettext_lazy

SPOTS = {
    "mine": pgettext_lazy("place of a card", "your hand"),
    "theirs": pgettext_lazy("place of a card", "your opponent's hand"),
    "stock": pgettext_lazy("place of a card", "stock, face down"),
    "turned": pgettext_lazy("place of a card", "face-up trump"),
    "led": pgettext_lazy("place of a card", "on the table, led"),
    "my-tricks": pgettext_lazy("place of a card", "your tricks"),
    "their-tricks": pgettext_lazy("place of a card", "your opponent's tricks"),
}

PLAYERS = {
    "you": pgettext_lazy("player, in a list", "you"),
    "opponent": pgettext_lazy("player, in a list", "your opponent"),
}
NOBODY = pgettext_lazy("player, in a list", "nobody")

NUMBERS = {
    ("marriages", "you"): pgettext_lazy("label, position", "Your points for marriages"),
    ("marriages", "opponent"): pgettext_lazy("label, position", "Your opponent's points for marriages"),
    ("tricks_closed", "you"): pgettext_lazy("label, position", "Your tricks at the closing"),
    ("tricks_closed", "opponent"): pgettext_lazy("label, position", "Your opponent's tricks at the closing"),
    ("points_closed", "you"): pgettext_lazy("label, position", "Your points at the closing"),
    ("points_closed", "opponent"): pgettext_lazy("label, position", "Your opponent's points at the closing"),
    ("game", "you"): pgettext_lazy("label, position", "Your game points"),
    ("game", "opponent"): pgettext_lazy("label, position", "Your opponent's game points"),
}

GAME_POINTS_LEFT = {
    "you": pgettext_lazy("label, position", "Your game points still to go"),
    "opponent": pgettext_lazy("label, position", "Your opponent's game points still to go"),
}
