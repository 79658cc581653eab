"""What the page of a whole deal says beside what happens: what may be done now, and what the coach sees."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.actions import Announce, Claim, Exchange
from engine.deal import Deal
from engine.duties import Duty, duty_of
from engine.referee import legal_actions
from engine.scoring import GOAL
from engine.seats import Seat
from tutor.wording.sentences import Say
from tutor.wording.tricks import DUTIES

YOUR_TURN_LEAD = _("It is your turn to lead.")
YOUR_TURN_ANSWER = _("It is your turn to answer.")
DRAW_NOW = _("You have won the trick. Before you lead, both players draw.")
# Translators: %(suit)s is a suit name.
TIP_MARRIAGE = _("You hold king and queen of this suit, so you may announce a marriage: %(suit)s.")
# Translators: %(card)s is a card name.
TIP_EXCHANGE = _("You hold the lowest trump, so you may exchange it. The face-up trump: %(card)s.")
TIP_CLAIM = _("You have 66 points or more. Claim 66 before you lead.")
TIP_LAST_CLAIM = _("You have won the last trick. You may claim 66 now, or let the points be counted.")
TIP_EXCHANGE_NOW = _("Your opponent has closed the stock. You may exchange the lowest trump now, and not later.")
COACH_PASSES = _("Here the coach would let this pass.")

BEGIN = pgettext_lazy("button", "Deal the cards")
ANOTHER = pgettext_lazy("button", "Play another deal")
DRAW = pgettext_lazy("button", "Draw a card")
LET_PASS = pgettext_lazy("button", "Let it pass")
COUNT_POINTS = pgettext_lazy("button", "Count the points")
ASK_COACH = pgettext_lazy("button", "Ask the coach")
DEAL_YOURS = _("The deal is yours.")
DEAL_OPPONENTS = _("The deal is your opponent's.")
DEAL_TIED = _("The deal is tied.")
# Translators: %(n)s is a number.
REFUSED_SO_FAR = _("Actions that were not allowed: %(n)s.")

QUIET = (Duty.FREE, Duty.LEAD)
"""Facts that nobody needs to be told at each card."""


def tips(deal: Deal, *, counts: bool = True) -> list[Say]:
    """Return what is worth a look before the learner acts: what may be announced, exchanged, claimed, what must be done.

    Without ``counts`` nothing is told that hangs on points: whoever counts along finds out.
    """
    mine = [action for action in legal_actions(deal) if action.by is Seat.A]
    if deal.to_act is not Seat.A:
        return [Say(TIP_EXCHANGE_NOW)] if mine else []
    if deal.played_out:
        return [Say(TIP_LAST_CLAIM)] if mine else []
    found = [Say(_turn(deal))]
    if counts and deal.counted[Seat.A] >= GOAL and any(isinstance(action, Claim) for action in mine):
        found.append(Say(TIP_CLAIM))
    if any(isinstance(action, Exchange) for action in mine):
        found.append(Say(TIP_EXCHANGE, {"card": deal.turned}))
    found += [Say(TIP_MARRIAGE, {"suit": action.suit}) for action in mine if isinstance(action, Announce)]
    if not deal.before_draw and duty_of(deal) not in QUIET:
        found.append(Say(DUTIES[duty_of(deal)]))
    return found


def _turn(deal: Deal) -> object:
    if deal.before_draw:
        return DRAW_NOW
    return YOUR_TURN_LEAD if deal.led is None else YOUR_TURN_ANSWER
