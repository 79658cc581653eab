"""Whose turn it is and what is due, in whole sentences."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine.deal import Deal
from engine.duties import duty_of
from engine.seats import Seat
from tutor.wording.tricks import DUTIES

DEAL_OVER = _("This deal is over.")
LAST_TRICK_TAKEN = _("All cards have been played. Only a claim is still possible.")
BOTH_DRAW = _("The trick is complete. Now both players draw.")
YOU_LEAD_NOW = _("It is your turn to lead.")
YOU_ANSWER_NOW = _("It is your turn to answer.")
OPPONENTS_TURN = _("It is your opponent's turn.")


def turn(deal: Deal, you: Seat) -> list[str]:
    """Return whose turn it is, and for you the fact that decides which cards may be played."""
    if deal.over:
        return [str(DEAL_OVER)]
    if deal.played_out:
        return [str(LAST_TRICK_TAKEN)]
    if deal.before_draw:
        return [str(BOTH_DRAW)]
    if deal.to_act is not you:
        return [str(OPPONENTS_TURN)]
    now = YOU_LEAD_NOW if deal.led is None else YOU_ANSWER_NOW
    return [str(now), str(DUTIES[duty_of(deal)])]
