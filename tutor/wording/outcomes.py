"""The end of a deal in three messages: how it ended, why it pays what it pays, what is scored."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from engine.scoring import How, Outcome, Why
from engine.seats import Seat
from tutor.wording.sentences import plain

# How -> said of you, said of your opponent. Either player may hold an unclaimed 66 of which the sentence does not tell
# (reading A23): none says who got there first, or that nobody did.
HOW = {
    How.CLAIMED: (
        _("You claim 66, and the count is correct."),
        _("Your opponent claims 66, and the count is correct."),
    ),
    How.MISCOUNTED: (
        _("You claim 66, but you have fewer than 66 points."),
        _("Your opponent claims 66, but has fewer than 66 points."),
    ),
    How.REACHED: (
        _("You have 66 points or more, so the deal ends."),
        _("Your opponent has 66 points or more, so the deal ends."),
    ),
    How.CLOSED_WON: (
        _("You closed the stock and won the deal with 66 points or more."),
        _("Your opponent closed the stock and won the deal with 66 points or more."),
    ),
    How.CLOSED_LAST: (
        _("You closed the stock, won the last trick and have 66 points or more. This counts as your claim."),
        _("Your opponent closed the stock, won the last trick and has 66 points or more. This counts as a claim."),
    ),
    How.CLOSED_OUT: (
        _("You closed the stock, but both hands are empty and you have fewer than 66 points."),
        _("Your opponent closed the stock, but both hands are empty and your opponent has fewer than 66 points."),
    ),
    How.CLOSED_SILENT: (
        _("You closed the stock and have 66 points or more, but you did not claim and lost the last trick."),
        _("Your opponent closed the stock and has 66 points or more, but did not claim and lost the last trick."),
    ),
    How.CLOSED_MISCOUNTED: (
        _("You closed the stock and claimed 66, but you have fewer than 66 points."),
        _("Your opponent closed the stock and claimed 66, but has fewer than 66 points."),
    ),
    How.CLOSED_OTHER: (
        _("You closed the stock, but your opponent won the deal with 66 points or more."),
        _("Your opponent closed the stock, but you won the deal with 66 points or more."),
    ),
    How.MOST: (
        _("All cards have been played and nobody has claimed. You have more points."),
        _("All cards have been played and nobody has claimed. Your opponent has more points."),
    ),
    How.MOST_AUTO: (
        _("All cards have been played and nobody has 66 points. You have more points."),
        _("All cards have been played and nobody has 66 points. Your opponent has more points."),
    ),
    How.ALONE: (
        _("All cards have been played and nobody has claimed. Only you have 66 points or more."),
        _("All cards have been played and nobody has claimed. Only your opponent has 66 points or more."),
    ),
    How.LAST: (
        _("All cards have been played and neither player has 66 points. You won the last trick."),
        _("All cards have been played and neither player has 66 points. Your opponent won the last trick."),
    ),
    How.LAST_ONE: (
        _("All cards have been played and nobody has claimed. You won the last trick."),
        _("All cards have been played and nobody has claimed. Your opponent won the last trick."),
    ),
    How.BOTH_LAST: (
        _("All cards have been played and both players have 66 points or more. You won the last trick."),
        _("All cards have been played and both players have 66 points or more. Your opponent won the last trick."),
    ),
    How.BOTH_MOST: (
        _("All cards have been played and both players have 66 points or more. You have more."),
        _("All cards have been played and both players have 66 points or more. Your opponent has more."),
    ),
    How.TIED: (
        _("All cards have been played and both players have the same number of points. The deal is tied."),
        _("All cards have been played and both players have the same number of points. The deal is tied."),
    ),
}

# Why -> said of you, said of your opponent. %(two_points_below)s is 33.
WHY = {
    Why.HAS_33: (
        _("You have %(two_points_below)s points or more."),
        _("Your opponent has %(two_points_below)s points or more."),
    ),
    Why.BELOW_33: (
        _("You have fewer than %(two_points_below)s points."),
        _("Your opponent has fewer than %(two_points_below)s points."),
    ),
    Why.NO_TRICK: (_("You have not won a trick."), _("Your opponent has not won a trick.")),
    Why.A_TRICK: (_("You have won a trick."), _("Your opponent has won a trick.")),
    Why.HAD_33: (
        _("At the closing you had %(two_points_below)s points or more."),
        _("At the closing your opponent had %(two_points_below)s points or more."),
    ),
    Why.HAD_BELOW_33: (
        _("At the closing you had fewer than %(two_points_below)s points."),
        _("At the closing your opponent had fewer than %(two_points_below)s points."),
    ),
    Why.HAD_NO_TRICK: (
        _("At the closing you had not won a trick."),
        _("At the closing your opponent had not won a trick."),
    ),
    Why.HAD_TRICK: (
        _("At the closing you had won a trick."),
        _("At the closing your opponent had won a trick."),
    ),
    Why.FIXED: (
        _("With these rules the number of game points is fixed here."),
        _("With these rules the number of game points is fixed here."),
    ),
}

NOBODY_SCORES = _("Nobody scores game points.")
CARRIED = _("The last deal was tied, so this one pays one game point more.")


def outcome_sentences(outcome: Outcome, you: Seat, two_points_below: int) -> list[str]:
    """Return the end of a deal as whole sentences for ``you``, in reading order."""
    told = [str(HOW[outcome.how][outcome.actor is not None and outcome.actor is not you])]
    if outcome.winner is None:
        return [*told, str(NOBODY_SCORES)]
    if outcome.why is not None:
        about = WHY[outcome.why][outcome.about is not you]
        told.append(plain(about, {"two_points_below": two_points_below}))
    if outcome.carried:
        told.append(str(CARRIED))
    return [*told, scored(outcome.game_points, yours=outcome.winner is you)]


def scored(points: int, *, yours: bool) -> str:
    """Return who scores how many game points."""
    if yours:
        return ngettext("You score %(n)s game point.", "You score %(n)s game points.", points) % {"n": points}
    return ngettext("Your opponent scores %(n)s game point.", "Your opponent scores %(n)s game points.", points) % {
        "n": points
    }
