"""The end of a deal told by its counts: what happened before it is scored."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

CLOSED_BY_YOU = _("You closed the stock.")
CLOSED_BY_OPPONENT = _("Your opponent closed the stock.")
# Translators: %(mine)s and %(theirs)s are numbers of points, or of tricks.
POINTS_THEN = _("Points at that moment. You: %(mine)s. Your opponent: %(theirs)s.")
TRICKS_THEN = _("Tricks at that moment. You: %(mine)s. Your opponent: %(theirs)s.")
ALL_PLAYED = _("Every card of the pack has been played.")
HANDS_EMPTY = _("Both hands are empty.")
LAST_TRICK_YOURS = _("You won the last trick.")
LAST_TRICK_THEIRS = _("Your opponent won the last trick.")
NOBODY_CLAIMED = _("Nobody has claimed 66.")
YOU_REACH = _("Your last trick has brought you to these points.")
OPPONENT_REACHES = _("The last trick has brought your opponent to these points.")
