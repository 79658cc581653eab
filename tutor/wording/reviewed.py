"""The review of a practice deal in words: what stands around what the coach says (``tutor.wording.advice``)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from engine.review import Mark
from tutor.wording.numbers import decimal
from tutor.wording.sentences import Say

SHORT_MARKS = {
    Mark.INEXACT: pgettext_lazy("mark of an action", "a little better was possible"),
    Mark.MISTAKE: pgettext_lazy("mark of an action", "mistake"),
}
"""How an action did, in a few words beside it, where that is worth a word."""

YOURS = pgettext_lazy("card in a review", "the card that you played")
BETTER = pgettext_lazy("card in a review", "a better card")
# Translators: %(value)s is a number such as 0.5.
LOST_HERE = _("Game points that your choice lost, about: %(value)s.")
WHY_BETTER = _("Why it was better:")
WHY_NOT = _("What spoke against your choice:")
WHY_GOOD = _("What spoke for your choice:")

# Translators: %(points)s is a number of points.
CLAIMED_RIGHT = _("You claimed 66 and had counted right. Your points: %(points)s.")
CLAIMED_WRONG = _("You claimed 66, but you had fewer points. Your points: %(points)s.")
OPPONENT_CLAIMED = _("Your opponent claimed 66. Your opponent's points: %(points)s.")
NOT_CLAIMED = _("You could have claimed 66 earlier. Your points at that moment: %(points)s.")

WAITING = _("The coach is looking at your deal. This takes a second or two.")
BUSY = _("The coach is still looking at this deal. Look again in a moment.")
# Translators: %(did)s is a whole sentence with its full stop, such as "You lead: king of hearts."
DID = _("In your deal you did this: %(did)s Something else was clearly better.")


def lost(points: float) -> Say:
    """Return what an action lost."""
    return Say(LOST_HERE, {"value": decimal(points)})


def claimed(points: int, *, yours: bool, right: bool) -> Say:
    """Return what came of a claim."""
    if not yours:
        return Say(OPPONENT_CLAIMED, {"points": points})
    return Say(CLAIMED_RIGHT if right else CLAIMED_WRONG, {"points": points})


# -- own mistakes ---------------------------------------------------------------------------------------------------

BEST_TASK = _("What is best here?")
HINT_ACT = _("It is not a card: look at what else you may do.")
LEFT = ngettext_lazy("%(n)s position is still to be solved.", "%(n)s positions are still to be solved.", "n")
ALL_SOLVED = _("You have solved every position that is kept here.")
NONE_YET = _("Positions come here from the review of your practice deals, where something else was clearly better.")
