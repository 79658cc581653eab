"""What makes a position impossible, in words: for links, and for whoever builds a position card by card."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.errors import Fault, ReadError
from engine.seats import Seat
from tutor.wording.refusals import READ_ERRORS
from tutor.wording.sentences import plain

# Translators: %(held)s and %(needed)s are numbers of cards.
YOUR_HAND_SIZE = _("Your hand has the wrong number of cards. Cards now: %(held)s. Cards needed: %(needed)s.")
OPPONENTS_HAND_SIZE = _(
    "Your opponent's hand has the wrong number of cards. Cards now: %(held)s. Cards needed: %(needed)s."
)

FAULTS = {
    Fault.BELOW_ZERO: _("Points and tricks cannot be below 0."),
    Fault.ODD_STOCK: _("The stock must hold an even number of cards, the face-up trump included."),
    Fault.NO_FACE_UP_TRUMP: _("As long as face-down cards are left in the stock, the face-up trump lies under them."),
    Fault.FACE_UP_SUIT: _("The face-up trump must be a card of the trump suit."),
    Fault.STOCK_SIZE: _("The number of cards in the stock does not fit the number of tricks that have been won."),
    Fault.CLOSED_STOCK_SIZE: _(
        "The number of cards in the closed stock does not fit the number of tricks won before the closing."
    ),
    Fault.SHORT_WITHOUT_TRICK: _("Before the first trick both hands are full."),
    Fault.LED_BEFORE_DRAW: _("Nobody leads or announces before both players have drawn."),
    Fault.DEALER_LEADS: _("The player who did not deal leads to the first trick."),
    Fault.LEAD_WITHOUT_TRICK: _("After the first trick only a player who has won a trick can be the one who leads."),
    Fault.ENDED_BY_ITSELF: _("With these rules the deal would have ended by itself before this position."),
    Fault.MARRIAGE_CARDS: _(
        "Whoever has announced a marriage holds its king and queen, or has one of them on the table."
    ),
    Fault.MARRIAGE_LEAD: _("After a marriage one of its two cards must be led."),
    Fault.MARRIAGE_KING: _("With these rules the king must be led after a marriage."),
    Fault.MARRIAGE_EARLY: _("With these rules nobody may announce a marriage in the first trick."),
    Fault.MARRIAGE_WITHOUT_STOCK: _("With these rules nobody may announce a marriage when the stock is used up."),
    Fault.MARRIAGE_AFTER_CLOSING: _("With these rules nobody may announce a marriage after a closing."),
    Fault.MARRIAGE_POINTS: _("The points of the marriage that has been announced are missing."),
    Fault.POINTS_WITHOUT_TRICK: _("A player without a trick has no points that count."),
    Fault.POINTS_OF_CARDS: _(
        "The points do not fit the cards of the tricks. Marriages can add 20 or 40 points each, nothing else can."
    ),
    Fault.TOO_MANY_MARRIAGES: _(
        "There are more points for marriages than the kings and queens that have been played allow."
    ),
    Fault.PENDING_MISSING: _("The points of this marriage must wait, since that player has not won a trick."),
    Fault.PENDING_WITH_TRICK: _("A player who has won a trick has no pending points."),
    Fault.PENDING_OF_DEALER: _("Only the player who leads to the first trick can have pending points."),
    Fault.PENDING_IN_RULES: _("With these rules no points of a marriage wait."),
    Fault.PENDING_SIZE: _("Pending points are 20 or 40."),
    Fault.PENDING_WITHOUT_MARRIAGE: _("Points can wait only for a marriage that has been announced."),
    Fault.NO_CLOSING: pgettext_lazy("fault of a position", "With these rules the stock is never closed."),
    Fault.DRAW_AFTER_CLOSING: _("After a closing nobody draws."),
    Fault.MORE_AT_CLOSING: _("At the closing nobody can have had more points or tricks than now."),
    Fault.CLOSED_OFF_LEAD: _("Only a player who has won a trick can have closed the stock after the first trick."),
    Fault.CLOSED_EARLY: _("With these rules the stock could not be closed so early by this player."),
    Fault.CLOSER_LEADS: _("Right after a closing the player who closed leads."),
    Fault.CLOSED_SHORT: _("With these rules the stock cannot be closed before both players have drawn."),
    Fault.CLOSED_LATE: _("With these rules too few cards were left in the stock to close it."),
    Fault.SHOWN_GONE: _("A card that both players know must still be in the hand in which it was shown."),
    Fault.SHOWN_CARD: _("A card is said to be known to both players, but nothing can have shown it."),
    Fault.GAME_ENDED: _("With these game points the game would have ended already."),
    Fault.CARRIED: _("With these rules no game point is carried over from a tied deal."),
    Fault.UNKNOWN_PLACES: _("The cards that are not known do not fill the places that are left."),
    Fault.SHOWN_UNKNOWN: _("A card in your opponent's hand is known, but nothing can have shown it."),
}


def fault_sentence(error: ReadError, you: Seat = Seat.A) -> str:
    """Return what is wrong with a position or ruleset, as exactly as it is known."""
    if error.fault is Fault.HAND_SIZE:
        message = YOUR_HAND_SIZE if error.facts["seat"] == you else OPPONENTS_HAND_SIZE
        return plain(message, {"held": error.facts["held"], "needed": error.facts["needed"]})
    return str(FAULTS[error.fault] if error.fault else READ_ERRORS[error.code])


BUILD_FAULTS = {
    "several-face-up": _("Only one card can be the face-up trump."),
    "several-led": _("Only one card can lie on the table as the card led."),
    "half-a-trick": _("Tricks hold two cards each, so each player has won an even number of cards."),
}
"""What is wrong with a position before its rules are looked at."""
