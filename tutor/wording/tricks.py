"""Why a trick is won and why a card may be played, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine.duties import Duty
from engine.tricks import TrickReason

TRICK_REASONS = {
    TrickReason.HIGHER_CARD: _("Both cards are of the same suit, so the higher one wins."),
    TrickReason.HIGHER_TRUMP: _("Both cards are trumps, so the higher one wins."),
    TrickReason.ONLY_TRUMP: _("There is one trump in the trick, and it wins."),
    TrickReason.OTHER_SUIT: _("The second card is of another suit and is not a trump, so the card led wins."),
}

BEFORE_TRUMPS = {
    **TRICK_REASONS,
    TrickReason.OTHER_SUIT: _("The second card is of another suit, so the first card wins."),
}
"""The same where trumps have not been explained yet."""

PAIR_REASONS = {
    TrickReason.HIGHER_CARD: _("Of two cards of one suit the higher one wins."),
    TrickReason.HIGHER_TRUMP: _("Of two trumps the higher one wins."),
    TrickReason.ONLY_TRUMP: _("A trump beats any card of another suit."),
    TrickReason.OTHER_SUIT: _("A card of another suit that is not a trump never wins."),
}
"""The same without a trick on the table, said of any two cards of this kind."""

TRICK_RULES = {
    TrickReason.HIGHER_CARD: "trick.win",
    TrickReason.HIGHER_TRUMP: "trick.win",
    TrickReason.ONLY_TRUMP: "trick.win",
    TrickReason.OTHER_SUIT: "trick.other",
}
"""The rule id behind each reason."""

DUTIES = {
    Duty.LEAD: _("Whoever leads may choose any card."),
    Duty.LEAD_MARRIAGE: _("A marriage has been announced, so a card of it must be led."),
    Duty.FREE: _("As long as there are cards to draw, any card may be played."),
    Duty.FOLLOW: _("The suit led is in this hand, so a card of that suit must be played."),
    Duty.FOLLOW_LOWER: _("In this hand there are only lower cards of the suit led, so any of them will do."),
    Duty.HEAD: _("There is a higher card of the suit led in this hand, so the card led must be beaten."),
    Duty.TRUMP: _("There is no card of the suit led in this hand, so a trump must be played."),
    Duty.NOTHING: _("There is neither a card of the suit led nor a trump in this hand, so any card may be played."),
    Duty.NO_DUTY: _("With these rules any card may be played here."),
}
"""The fact that decides what may be played; said of a hand, so that it is true of either player."""

WINNER_LEADS = _("The winner of a trick leads to the next one.")
