"""What a player wanted with an action: the answer to "Why did it play that?"."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine.policy import Choice, Want
from tutor.wording.sentences import Say

WANTS = {
    Want.HAS_66: _("Your opponent has 66 points or more and claims."),
    Want.GETS_CARD: _("Your opponent sees nothing better than to draw a card."),
    Want.TAKES_TRUMP: _("The face-up trump is better than the lowest trump, so your opponent exchanges."),
    Want.MARRIAGE_POINTS: _("Your opponent wants the points of the marriage."),
    Want.LEADS_FROM_MARRIAGE: _("After announcing a marriage your opponent must lead a card of it."),
    Want.SURE_66: _("Your opponent holds enough cards that cannot be beaten to get to 66."),
    Want.SURE_TRICK: _("Your opponent leads a card that you cannot beat, whatever you hold."),
    Want.DRAWS_TRUMPS: _("Your opponent wants to take trumps out of your hand."),
    Want.WINS_POINTS: _("Your opponent wants the points of this trick."),
    Want.WINS_CHEAPLY: _("Your opponent wins this trick with the card that it costs least to part with."),
    Want.SAVES_TEN: _("Your opponent brings a ten home, before its ace can beat it."),
    Want.GIVES_LITTLE: _("Your opponent gives away a card that it costs little to part with."),
    Want.KEEPS_MARRIAGE: _("Your opponent keeps a king or a queen because its marriage may still come."),
    Want.SEARCH_SAYS: _("Over the deals that your opponent thought through, nothing else did better."),
    Want.TRIED_OUT: _("Your opponent tried this out in many possible deals, and nothing else did better."),
    Want.CLOSING_PAYS: _("Your opponent expects more from closing than from free play."),
    Want.PROVED_BEST: _("All cards are known, and nothing else is worth more to your opponent."),
    Want.ONLY_CARD: _("Your opponent cannot play any other card."),
}
"""Every aim of a player, said of the opponent."""

AFTER_THE_DEAL = frozenset({Want.SURE_66, Want.KEEPS_MARRIAGE, Want.ONLY_CARD, Want.SEARCH_SAYS})
"""Aims that tell something of a hand that is still hidden: they are told once the deal is over."""

NO_AIM = _("Your opponent played without a plan.")
LATER = _("The reason would show cards of your opponent. It is told when the deal is over.")


def wanted(choice: Choice, *, over: bool) -> list[Say]:
    """Return why a player acted as it did; ``over``: the deal has ended, so that its hand may be spoken of."""
    if not choice.wants:
        return [Say(NO_AIM)]
    told = [want for want in choice.wants if over or want not in AFTER_THE_DEAL]
    return [Say(WANTS[want]) for want in told] or [Say(LATER)]
