"""What somebody wants to do in a position, and what comes of it, in whole sentences."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play, act_of
from engine.deal import Deal
from engine.effects import final_count, lowest_trump, marriage_points
from engine.events import CardAnswered, CardLed, DealEnded, SixtySixClaimed
from engine.match import Match
from engine.seats import Seat
from engine.trying import Tried
from tutor.wording.events import tell
from tutor.wording.outcomes import outcome_sentences
from tutor.wording.refusals import ALLOWED, heading, sentence
from tutor.wording.sentences import Say, fill

# Translators: %(card)s is a card name such as "queen of hearts" in all sentences of this file.
YOU_WANT_TO_LEAD = _("You want to lead: %(card)s.")
YOU_WANT_TO_ANSWER = _("You want to answer: %(card)s.")
YOU_WANT_TO_DRAW = _("You want to draw.")
# Translators: %(suit)s is a suit name.
YOU_WANT_20 = _("You want to announce 20. Suit: %(suit)s.")
YOU_WANT_40 = _("You want to announce 40. Suit: %(suit)s.")
YOU_WANT_TO_EXCHANGE = _("You want to exchange this card for the face-up trump: %(card)s.")
YOU_WANT_TO_CLOSE = _("You want to close the stock.")
YOU_WANT_TO_CLAIM = _("You want to claim 66.")

PLAY = pgettext_lazy("button, action", "Play: %(card)s")
DRAW = pgettext_lazy("button, action", "Draw")
# Translators: %(suit)s is a suit name.
ANNOUNCE_20 = pgettext_lazy("button, action", "Announce 20: %(suit)s")
ANNOUNCE_40 = pgettext_lazy("button, action", "Announce 40: %(suit)s")
EXCHANGE = pgettext_lazy("button, action", "Exchange: %(card)s")
CLOSE = pgettext_lazy("button, action", "Close the stock")
CLAIM = pgettext_lazy("button, action", "Claim 66")
ACROSS = pgettext_lazy("button, action", "Let your opponent exchange the lowest trump")

IF_ENDED = {
    (True, True): _("If you claimed 66 now"),
    (True, False): _("If your opponent claimed 66 now"),
    (False, True): _("If you got to 66 points now"),
    (False, False): _("If your opponent got to 66 points now"),
}
"""Are there claims, is it you -> the heading over how the deal would end."""

# Translators: %(mine)s and %(theirs)s are numbers.
POINTS = _("Points. You: %(mine)s. Opponent: %(theirs)s.")
GAME_POINTS = _("Game points. You: %(mine)s. Opponent: %(theirs)s.")
GAME_POINTS_TO_GO = _("Game points still to go. You: %(mine)s. Opponent: %(theirs)s.")
YOU_WIN_THE_GAME = _("You win the game.")
OPPONENT_WINS_THE_GAME = _("Your opponent wins the game.")
GAME_GOES_ON = _("The game goes on.")
YOU_DEAL_NEXT = _("You deal next.")
OPPONENT_DEALS_NEXT = _("Your opponent deals next.")
NEXT_PAYS_MORE = _("The next deal that somebody wins pays one game point more.")


@dataclass(frozen=True, slots=True)
class Trial:
    """What comes of an action: allowed or not, a heading for a refusal, the sentences."""

    allowed: bool
    heading: str
    says: tuple[SafeString, ...]


def wish(deal: Deal, action: Action) -> Say:
    """Return what the player wants to do, said to that player."""
    match action:
        case Play(_, card):
            return Say(YOU_WANT_TO_LEAD if deal.led is None else YOU_WANT_TO_ANSWER, {"card": card})
        case Draw():
            return Say(YOU_WANT_TO_DRAW)
        case Announce(_, suit):
            return Say(YOU_WANT_40 if marriage_points(deal.trump, suit) == 40 else YOU_WANT_20, {"suit": suit})
        case Exchange(_, give):
            return Say(YOU_WANT_TO_EXCHANGE, {"card": give or lowest_trump(deal)})
        case Close():
            return Say(YOU_WANT_TO_CLOSE)
        case Claim():
            return Say(YOU_WANT_TO_CLAIM)


def button(deal: Deal, action: Action) -> Say:
    """Return what a button says that does it."""
    match action:
        case Play(_, card):
            return Say(PLAY, {"card": card})
        case Draw():
            return Say(DRAW)
        case Announce(_, suit):
            return Say(ANNOUNCE_40 if marriage_points(deal.trump, suit) == 40 else ANNOUNCE_20, {"suit": suit})
        case Exchange(_, give):
            return Say(EXCHANGE, {"card": give or lowest_trump(deal)})
        case Close():
            return Say(CLOSE)
        case Claim():
            return Say(CLAIM)


def told_trial(tried: Tried, action: Action, you: Seat, *, game: bool) -> Trial:
    """Return what comes of the last action. ``game``: with what the game makes of a deal that has ended."""
    if tried.refused is not None:
        return Trial(False, heading(tried.refused), (sentence(tried.refused),))
    known = (CardLed, CardAnswered, SixtySixClaimed, DealEnded)
    happened = tell(
        (event for event in tried.events if not isinstance(event, known)), you, duties=tried.deal.ruleset.duties
    )
    says = [] if tried.outcome else [fill(ALLOWED[act_of(action)])]
    says += [fill(happened)] if happened else []
    return Trial(True, "", (*says, *ending(tried, you, game=game)))


def ending(tried: Tried, you: Seat, *, game: bool) -> list[SafeString]:
    """Return how the deal ends and what is scored; nothing while it goes on."""
    if tried.outcome is None or tried.match is None:
        return []
    points = final_count(tried.deal).points
    told = [fill(POINTS, {"mine": points[you], "theirs": points[you.other]})]
    told += [fill(text) for text in outcome_sentences(tried.outcome, you, tried.deal.ruleset.two_points_below)]
    if tried.match.carry:
        told.append(fill(NEXT_PAYS_MORE))
    return [*told, *(game_lines(tried.match, you) if game else [])]


def game_lines(game: Match, you: Seat) -> list[SafeString]:
    """Return the game points, and who has won the game or deals next."""
    score = tuple(max(0, points) for points in game.score)
    message = GAME_POINTS_TO_GO if game.ruleset.count == "down" else GAME_POINTS
    told = [fill(message, {"mine": score[you], "theirs": score[you.other]})]
    if game.winner is not None:
        return [*told, fill(YOU_WIN_THE_GAME if game.winner is you else OPPONENT_WINS_THE_GAME)]
    return [*told, fill(GAME_GOES_ON), fill(YOU_DEAL_NEXT if game.dealer is you else OPPONENT_DEALS_NEXT)]
