"""The single keys, for those who turn them on. The script knows them by their place; ``data-key`` names their buttons."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

KEYS = {
    "1 – 6": _("A card of your hand, counted from where reading starts"),
    "M": _("Announce a marriage"),
    "X": _("Exchange the face-up trump"),
    "C": _("Close the stock"),
    "O": pgettext_lazy("single key", "Claim that you have 66"),
    "H": _("A hint, or what the coach would do"),
    "R": _("The last sentence again, or the table in words"),
    "?": _("This list"),
}
"""Key -> what it does."""
