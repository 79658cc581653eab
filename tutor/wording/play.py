"""What the pages of practice deals say beside what happens: settings of a game, the coach's warning, the end."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from engine.actions import Claim, Close
from tutor.wording.sentences import Say

COACH = {
    "silent": (pgettext_lazy("coach", "Silent"), _("Refused actions are explained, nothing else is said.")),
    "asked": (pgettext_lazy("coach", "When asked"), _("You can ask at every moment what to do, and why.")),
    "warns": (pgettext_lazy("coach", "Before mistakes"), _("The coach also warns you before a clear mistake.")),
}
COUNTS = {
    "shown": (pgettext_lazy("count", "Shown"), _("Points, tricks and the record of the deal can be seen.")),
    "hidden": (
        pgettext_lazy("count", "Strict table"),
        _("Points, tricks and earlier cards are hidden, so you count for yourself."),
    ),
}
LENGTH = {
    "deal": (pgettext_lazy("length of a game", "One deal"), ""),
    "game": (pgettext_lazy("length of a game", "A whole game"), _("Deal after deal, until somebody wins the game.")),
}
DEALER = {
    "any": (pgettext_lazy("dealer", "By chance"), ""),
    "you": (pgettext_lazy("dealer", "You deal"), _("Your opponent leads first.")),
    "opponent": (pgettext_lazy("dealer", "Your opponent deals"), _("You lead first.")),
}
"""Setting of a game: value -> label and one line about it."""

LABELS = {
    "ruleset": pgettext_lazy("setting of a game", "Rules"),
    "opponent": pgettext_lazy("setting of a game", "Opponent"),
    "coach": pgettext_lazy("setting of a game", "Coach"),
    "counts": pgettext_lazy("setting of a game", "Points during the deal"),
    "length": pgettext_lazy("setting of a game", "Length"),
    "dealer": pgettext_lazy("setting of a game", "Who deals first"),
    "seed": pgettext_lazy("setting of a game", "Number of a deal"),
}
SEED_HELP = _("With the same number you get the same cards again. Leave it empty for new cards.")
BAD_SEED = _("The number of a deal has at most twelve digits and nothing else.")

# Translators: %(mine)s and %(theirs)s are game points; %(number)s counts the deals of a game.
SCORE_UP = _("Deal %(number)s of this game. Game points: you %(mine)s, opponent %(theirs)s, of %(target)s.")
SCORE_DOWN = _("Deal %(number)s of this game. Game points still to go: you %(mine)s, opponent %(theirs)s.")
WITH_UNDO = _("Played with undo.")

WARNING = _("The coach warns you")
DO_IT = pgettext_lazy("button", "Do it all the same")
SURE = _("Are you sure?")
RISKS = {
    Close: (_("Afterwards nobody draws any more. If you do not get to 66, your opponent wins the deal."), "close.fail"),
    Claim: (_("If you have fewer than 66 points, your opponent wins the deal."), "claim.wrong"),
}
"""What is said before an action that may lose the deal at once, with its rule. Whether it will is not told."""
CLOSER_CLAIMS = "close.wrong"
"""The rule of a claim by the player who has closed, in the place of that for other claims."""
LEAVE = pgettext_lazy("button", "No, leave it")
ASK_ADVICE = pgettext_lazy("button", "What should I do?")
ASK_WHY = pgettext_lazy("button", "Why did it play that?")
ASK_CANNOT = pgettext_lazy("button", "Why can't I …?")
UNDO = pgettext_lazy("button", "Undo")
NEXT_DEAL = pgettext_lazy("button", "Next deal")
THIS_DEAL_ONLY = _("The coach counts the game points of this deal only, not the score of the game.")
NO_CLAIMS = _("You count for yourself at this table, so the coach says nothing about claiming.")
ALL_ALLOWED = _("Everything that you can try is allowed now.")
GAME_YOURS = _("You win the game.")
GAME_OPPONENTS = _("Your opponent wins the game.")
UNDONE = _("Your last action is undone.")
BUSY = _("The coach is thinking about other deals. Try again in a moment.")
NOTHING_CHOSEN = _("Choose a card or an action first.")

NOBODY_SCORED = _("This deal was tied.")


def warned_of(action: str) -> str:
    """Return that the coach warns of an action, as it is read aloud."""
    # Translators: read aloud. %(action)s is the text of a button, such as "Close the stock".
    return _("The coach warns you about this: %(action)s.") % {"action": action}


def sure_about(action: str) -> str:
    """Return the question whether an action is meant, as it is read aloud."""
    # Translators: read aloud. %(action)s is the text of a button, such as "Close the stock".
    return _("Are you sure about this: %(action)s?") % {"action": action}


def not_allowed(heading: str, why: str) -> str:
    """Return what is not allowed and why, as it is read aloud."""
    # Translators: read aloud. %(heading)s has no full stop, such as "Not allowed: closing the stock"; %(why)s is a sentence.
    return _("%(heading)s. The reason: %(why)s") % {"heading": heading, "why": why}


def game_points(points: int) -> str:
    """Return how a finished deal ended, for a list."""
    if not points:
        return str(NOBODY_SCORED)
    if points > 0:
        return ngettext("Won: %(n)s game point", "Won: %(n)s game points", points) % {"n": points}
    return ngettext("Lost: %(n)s game point", "Lost: %(n)s game points", -points) % {"n": -points}


def tricks_played(number: int) -> str:
    """Return how far a running deal is, for a list."""
    return ngettext("%(n)s trick played", "%(n)s tricks played", number) % {"n": number}


def score_line(number: int, mine: int, theirs: int, target: int, *, down: bool) -> str:
    """Return where a game stands before a deal."""
    facts = {"number": number, "mine": mine, "theirs": theirs, "target": target}
    return Say(SCORE_DOWN if down else SCORE_UP, facts).text()
