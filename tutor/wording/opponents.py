"""The opponents by level: a name and one line about each."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

NAMES = {
    "random": pgettext_lazy("opponent", "Newcomer"),
    "beginner": pgettext_lazy("opponent", "Beginner"),
    "cautious": pgettext_lazy("opponent", "Careful player"),
    "sampling": pgettext_lazy("opponent", "Experienced player"),
    "strong": pgettext_lazy("opponent", "Strong player"),
    "master": pgettext_lazy("opponent", "Master"),
}
ABOUT = {
    "random": _("Knows the rules and no more: any card that is allowed may come."),
    "beginner": _("Plays by simple rules, and makes mistakes that beginners make."),
    "cautious": _("Plays by simple rules, and forgets nothing."),
    "sampling": _("Tries out each action in many possible deals and takes what does best."),
    "strong": _("Like the experienced player, and also works out closings and the last tricks."),
    "master": _("Looks many moves ahead in thousands of possible deals: the strongest one here."),
}
"""Every opponent of ``engine.players``, from the weakest."""


def opponent_name(level: str) -> str:
    """Return the name of an opponent; of a level that there is no more, what it was called inside."""
    return str(NAMES.get(level, level))
