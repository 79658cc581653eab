"""Verdicts in words. The only place where refusals get sentences."""

from __future__ import annotations

from typing import Literal

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.actions import Act
from engine.errors import ReadCode
from engine.verdict import Reason, Refused
from tutor.wording.sentences import fill, plain

HEADINGS = {
    Act.PLAY: pgettext_lazy("refusal", "Not allowed: playing this card"),
    Act.DRAW: pgettext_lazy("refusal", "Not allowed: drawing a card"),
    Act.MARRIAGE: pgettext_lazy("refusal", "Not allowed: announcing a marriage"),
    Act.EXCHANGE: pgettext_lazy("refusal", "Not allowed: exchanging the lowest trump"),
    Act.CLOSE: pgettext_lazy("refusal", "Not allowed: closing the stock"),
    Act.CLAIM: pgettext_lazy("refusal", "Not allowed: claiming 66"),
}

# "This" in a sentence means the act that the heading above it names.
REFUSALS = {
    Reason.NOT_YOUR_TURN: _("Not yet: it is your opponent's turn."),
    Reason.NOT_ON_LEAD: _("This is possible only when it is your turn to lead. Now your opponent leads."),
    Reason.MID_TRICK: _(
        "A card is already on the table. This is possible only between two tricks, when it is your turn to lead."
    ),
    Reason.DRAW_FIRST: _("First both players draw. This is possible when both hands are full again."),
    # Translators: %(card)s is a card name such as "queen of hearts", without article.
    Reason.CARD_NOT_HELD: _("This card is not in your hand: %(card)s."),
    # Translators: %(suit)s is a suit name; %(playable)s is one card name or several, "A, B or C".
    Reason.MUST_FOLLOW: _(
        "Suit led: %(suit)s. You hold that suit, so you must follow suit. You may play: %(playable)s."
    ),
    # Translators: %(card)s is the card led; %(playable)s is one card name or several, "A, B or C".
    Reason.MUST_HEAD: _(
        "Card led: %(card)s. You hold a higher card of that suit, so you must beat the card led. "
        "You may play: %(playable)s."
    ),
    # Translators: %(suit)s and %(trump)s are suit names; %(playable)s is one card name or several, "A, B or C".
    Reason.MUST_TRUMP: _(
        "Suit led: %(suit)s. You hold no card of that suit, so you must play a trump. Trumps: %(trump)s. "
        "You may play: %(playable)s."
    ),
    Reason.NO_TRICK_YET: _("You must have won at least one trick before this, and so far you have not won any."),
    Reason.FIRST_TRICK: _("With these rules this is not possible in the first trick."),
    # Translators: %(left)s and %(needed)s are numbers of cards.
    Reason.TALON_TOO_SMALL: _(
        "Too few cards are left in the stock for this. Cards left when both hands are full, the face-up trump "
        "included: %(left)s. Needed at least: %(needed)s."
    ),
    Reason.STOCK_CLOSED: _("The stock is closed, so this is no longer possible."),
    Reason.STOCK_EXHAUSTED: _("The stock is used up, so this is no longer possible."),
    # Translators: %(card)s is the card that the player tried to exchange.
    Reason.NOT_LOWEST_TRUMP: _("Only the lowest trump can be exchanged. The card that you chose: %(card)s."),
    # Translators: %(suit)s is a suit name.
    Reason.NO_PAIR: _(
        "For a marriage you need the king and the queen of one suit in your hand. "
        "In this suit you do not hold both: %(suit)s."
    ),
    # Translators: %(pair)s is two card names, "A and B".
    Reason.MUST_LEAD_FROM_PAIR: _("Whoever announces a marriage must lead a card of it. Its two cards: %(pair)s."),
    Reason.MUST_LEAD_KING: _("With these rules you must lead the king after you announce a marriage."),
    Reason.ONE_MARRIAGE_PER_LEAD: _(
        "You may announce only one marriage each time you lead, and you have announced one already."
    ),
    Reason.CLOSE_BEFORE_ANNOUNCING: _(
        "You have announced a marriage on this turn. With these rules you may close the stock only on a later "
        "turn to lead."
    ),
    Reason.ALREADY_CLOSED: _("The stock is closed already and cannot be closed again."),
    Reason.NO_CLOSING_IN_RULESET: _("With these rules the stock is never closed."),
    Reason.CLAIM_NOT_NOW: _(
        "You cannot claim 66 now. You may claim from the moment when you win a trick or announce a marriage until "
        "you lead, and only if you have won a trick."
    ),
    Reason.NO_CLAIMS_IN_RULESET: _(
        "With these rules nobody claims 66. The deal ends by itself as soon as a player has 66 points or more."
    ),
    Reason.DEAL_OVER: _("This deal is over."),
}

SHORT_NAMES = {
    Reason.NOT_YOUR_TURN: pgettext_lazy("reason", "the other player's turn"),
    Reason.NOT_ON_LEAD: pgettext_lazy("reason", "not this player's turn to lead"),
    Reason.MID_TRICK: pgettext_lazy("reason", "in the middle of a trick"),
    Reason.DRAW_FIRST: pgettext_lazy("reason", "before drawing"),
    Reason.CARD_NOT_HELD: pgettext_lazy("reason", "a card that is not in the hand"),
    Reason.MUST_FOLLOW: pgettext_lazy("reason", "did not follow suit"),
    Reason.MUST_HEAD: pgettext_lazy("reason", "did not beat the card led"),
    Reason.MUST_TRUMP: pgettext_lazy("reason", "did not play a trump"),
    Reason.NO_TRICK_YET: pgettext_lazy("reason", "no trick won yet"),
    Reason.FIRST_TRICK: pgettext_lazy("reason", "in the first trick"),
    Reason.TALON_TOO_SMALL: pgettext_lazy("reason", "too few cards in the stock"),
    Reason.STOCK_CLOSED: pgettext_lazy("reason", "the stock is closed"),
    Reason.STOCK_EXHAUSTED: pgettext_lazy("reason", "the stock is used up"),
    Reason.NOT_LOWEST_TRUMP: pgettext_lazy("reason", "not the lowest trump"),
    Reason.NO_PAIR: pgettext_lazy("reason", "no king and queen of one suit"),
    Reason.MUST_LEAD_FROM_PAIR: pgettext_lazy("reason", "led another card after a marriage"),
    Reason.MUST_LEAD_KING: pgettext_lazy("reason", "did not lead the king"),
    Reason.ONE_MARRIAGE_PER_LEAD: pgettext_lazy("reason", "two marriages on one lead"),
    Reason.CLOSE_BEFORE_ANNOUNCING: pgettext_lazy("reason", "closed after a marriage"),
    Reason.ALREADY_CLOSED: pgettext_lazy("reason", "closed twice"),
    Reason.NO_CLOSING_IN_RULESET: pgettext_lazy("reason", "no closing in these rules"),
    Reason.CLAIM_NOT_NOW: pgettext_lazy("reason", "claimed at the wrong moment"),
    Reason.NO_CLAIMS_IN_RULESET: pgettext_lazy("reason", "no claims in these rules"),
    Reason.DEAL_OVER: pgettext_lazy("reason", "after the end of the deal"),
}

_ALLOWED = _("This is allowed.")
ALLOWED = {**dict.fromkeys(Act, _ALLOWED), Act.PLAY: _("This card may be played.")}
"""What is said of an act that stands."""

READ_ERRORS = {
    ReadCode.BAD_JSON: _("This text cannot be read as data."),
    ReadCode.BAD_LINE: _("Something is missing here, or it cannot be understood."),
    ReadCode.UNKNOWN_RULESET: _("There are no rules with this name."),
    ReadCode.UNKNOWN_SWITCH: _("There is no rule switch with this name."),
    ReadCode.SWITCH_VALUE: _("A rule switch has a value that it cannot have."),
    ReadCode.BAD_NOTATION: _("This position cannot be read."),
    ReadCode.UNKNOWN_CARD: _("One of the cards is not in the pack."),
    ReadCode.CARD_TWICE: _("One card stands in two places."),
    ReadCode.HAND_SIZE: _("The number of cards in a hand cannot be right."),
    ReadCode.IMPOSSIBLE_POSITION: _("With these rules this position cannot happen."),
}
"""What the reader of positions and links answers."""


def heading(refused: Refused) -> str:
    """Return the heading that names the act that was tried."""
    return str(HEADINGS[refused.act])


def sentence(refused: Refused) -> SafeString:
    """Return why the act does not stand, as HTML."""
    return fill(REFUSALS[refused.reason], refused.facts, _list_kind(refused))


def spoken(refused: Refused) -> str:
    """Return why the act does not stand, as plain text for the status region."""
    return plain(REFUSALS[refused.reason], refused.facts, _list_kind(refused))


def _list_kind(refused: Refused) -> Literal["and", "or"]:
    return "and" if refused.reason is Reason.MUST_LEAD_FROM_PAIR else "or"
