"""Practice deals in numbers."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from engine.coach import Cause

DEALS = ngettext_lazy("%(n)s deal was played to its end.", "%(n)s deals were played to their end.", "n")
# Translators: %(n)s is a number of deals out of those that the sentence before has named; "not counted" means: not in
# the table that follows.
NOT_COUNTED = ngettext_lazy(
    "Of these, %(n)s deal is not counted below, because actions were taken back or its cards could be known before.",
    "Of these, %(n)s deals are not counted below, because actions were taken back or their cards could be known before.",
    "n",
)
NO_DEALS = _("You have not played a practice deal to its end yet.")
# Translators: %(made)s and %(failed)s are numbers of deals.
CLOSES = _("Your closings. Made: %(made)s. Failed: %(failed)s.")
# Translators: %(right)s and %(wrong)s are numbers of claims.
CLAIMS = _("Your claims of 66. Right: %(right)s. Wrong: %(wrong)s.")
# Translators: %(n)s is how often the coach gave this reason.
TIMES = ngettext_lazy("%(n)s time", "%(n)s times", "n")

SAID = {
    Cause.CLAIM_TOO_EARLY: _("You claimed before you had 66 points."),
    Cause.LEAVES_CLAIM: _("You had 66 points and did not claim."),
    Cause.GIVES_66: _("You let your opponent get to 66 with a trick."),
    Cause.MAY_GIVE_66: _("Your opponent could have won the trick and got to 66."),
    Cause.NEEDS_A_GUESS: _("Your plan was right only if you guessed the hidden cards."),
    Cause.CLOSING_FAILS: _("You closed the stock where closing fails too often."),
    Cause.SPOILS_MARRIAGE: _("You broke up a marriage that you could still have announced."),
    Cause.LEAVES_MARRIAGE: _("You did not announce a marriage that you held."),
    Cause.MISSES_EXCHANGE: _("You let the last chance to exchange the lowest trump go by."),
    Cause.SPENDS_LOWEST_TRUMP: _("You played the lowest trump, which you could still have exchanged."),
    Cause.LETS_MARRY: _("You let your opponent get to the lead with a marriage."),
    Cause.RELEASES_THEIRS: _("You gave your opponent the trick for which pending points were waiting."),
    Cause.SHORT_OF_33: _("You stayed below 33 points in a deal that was lost."),
    Cause.LETS_THEM_33: _("You let your opponent get to 33 points in a deal that was won."),
    Cause.GIVES_LAST_TRICK: _("You gave away the last trick."),
    Cause.MAY_LOSE_HIGH_CARD: _("You led a high card that could be beaten."),
    Cause.GIVES_UP_TRICK: _("You left a trick to your opponent that you could have won."),
    Cause.THROWS_POINTS: _("You gave away more points than needed in a lost trick."),
    Cause.TOO_DEAR: _("You won a trick with a dearer card than needed."),
    Cause.WASTES_TRUMP: _("You spent a trump on a trick that was worth little."),
    Cause.LEADS_TRUMP_EARLY: _("You led a trump while there were still cards to draw."),
    Cause.LEAVES_FACE_UP_TRUMP: _("You left the face-up trump to your opponent."),
    Cause.CLOSING_COSTS: _("You closed the stock at too high a risk."),
    Cause.ANSWER_HURTS: _("You led a card to which your opponent had a strong answer."),
}
"""What the coach has to say against actions, told of many deals. The reason that names no fact is left out."""
