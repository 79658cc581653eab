"""What happened, one whole sentence an event: for status lines and records."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.events import (
    CardAnswered,
    CardDrawn,
    CardLed,
    DealEnded,
    Event,
    MarriageAnnounced,
    PointsReleased,
    SixtySixClaimed,
    StockClosed,
    StockUsedUp,
    TrickWon,
    TrumpExchanged,
)
from engine.ruleset import CLASSIC
from engine.seats import Seat
from engine.view import seen_by
from tutor.wording.outcomes import outcome_sentences
from tutor.wording.sentences import plain

# Translators: %(card)s is a card name such as "queen of hearts" in all sentences of this file.
YOU_LEAD = _("You lead: %(card)s.")
OPPONENT_LEADS = _("Your opponent leads: %(card)s.")
YOU_ANSWER = _("You answer: %(card)s.")
OPPONENT_ANSWERS = _("Your opponent answers: %(card)s.")
YOU_DRAW = _("You draw: %(card)s.")
OPPONENT_DRAWS = _("Your opponent draws a card.")
YOU_TAKE_TRUMP = _("You take the face-up trump: %(card)s.")
OPPONENT_TAKES_TRUMP = _("Your opponent takes the face-up trump: %(card)s.")
TRUMP_LIES = _("The lowest trump lies in its place.")
TRICK_YOURS = _("The trick is yours.")
TRICK_OPPONENTS = _("The trick is your opponent's.")
STOCK_USED_UP = _("The stock is used up.")
STRICT_NOW = _("The strict rules hold now.")
# Translators: %(suit)s is a suit name.
YOU_ANNOUNCE_20 = _("You announce 20. Suit: %(suit)s.")
YOU_ANNOUNCE_40 = _("You announce 40. Suit: %(suit)s.")
OPPONENT_ANNOUNCES_20 = _("Your opponent announces 20. Suit: %(suit)s.")
OPPONENT_ANNOUNCES_40 = _("Your opponent announces 40. Suit: %(suit)s.")
YOUR_POINTS_WAIT = _("These points wait until you win a trick.")
OPPONENTS_POINTS_WAIT = _("These points wait until your opponent wins a trick.")
# Translators: %(n)s is a number of points, 20 or 40.
YOUR_POINTS_COUNT = _("Your pending points count now: %(n)s.")
OPPONENTS_POINTS_COUNT = _("Your opponent's pending points count now: %(n)s.")
YOU_CLOSE = _("You close the stock.")
OPPONENT_CLOSES = _("Your opponent closes the stock.")
NOBODY_DRAWS = _("Nobody draws any more.")
YOU_CLAIM = _("You claim 66.")
OPPONENT_CLAIMS = _("Your opponent claims 66.")
YOU_EXCHANGE = _("You exchange the lowest trump.")
OPPONENT_EXCHANGES = _("Your opponent exchanges the lowest trump.")
YOU_DRAW_FIRST = _("You draw first, then your opponent draws.")
OPPONENT_DRAWS_FIRST = _("Your opponent draws first, then you draw.")
# Translators: %(suit)s is a suit name.
YOU_ANNOUNCE = _("You announce a marriage. Suit: %(suit)s.")
OPPONENT_ANNOUNCES = _("Your opponent announces a marriage. Suit: %(suit)s.")


def tell(events: Iterable[Event], you: Seat, *, duties: bool, points: bool = True) -> str:
    """Return the events as plain sentences, as ``you`` may know them.

    ``duties``: the ruleset has strict rules. Without ``points`` it is only said whose a trick is.
    """
    told: list[str] = []
    for event in events:
        if isinstance(event, TrickWon) and not points:
            told.append(str(TRICK_YOURS if event.by is you else TRICK_OPPONENTS))
        else:
            told += _sentences(event, you, duties)
    return " ".join(told)


def told_action(action: Action, you: Seat, *, answers: bool) -> str:
    """Return an action of a record as a sentence, whether or not the rules allow it. ``answers``: a card is led."""
    match action:
        case Play(by, card):
            lead, answer = (YOU_LEAD, YOU_ANSWER) if by is you else (OPPONENT_LEADS, OPPONENT_ANSWERS)
            return plain(answer if answers else lead, {"card": card})
        case Announce(by, suit):
            return plain(YOU_ANNOUNCE if by is you else OPPONENT_ANNOUNCES, {"suit": suit})
        case Exchange(by):
            return str(YOU_EXCHANGE if by is you else OPPONENT_EXCHANGES)
        case Close(by):
            return str(YOU_CLOSE if by is you else OPPONENT_CLOSES)
        case Claim(by):
            return str(YOU_CLAIM if by is you else OPPONENT_CLAIMS)
        case Draw(by):
            return str(YOU_DRAW_FIRST if by is you else OPPONENT_DRAWS_FIRST)


def trick_sentence(points: int, *, yours: bool) -> str:
    """Return whose the trick is and its card points."""
    if yours:
        if not points:
            return str(_("The trick is yours and is worth nothing."))
        return ngettext("The trick is yours: %(n)s point.", "The trick is yours: %(n)s points.", points) % {"n": points}
    if not points:
        return str(_("The trick is your opponent's and is worth nothing."))
    return ngettext(
        "The trick is your opponent's: %(n)s point.", "The trick is your opponent's: %(n)s points.", points
    ) % {"n": points}


def _sentences(event: Event, you: Seat, duties: bool) -> list[str]:
    known = seen_by(event, you)
    if known is None:
        return [str(OPPONENT_DRAWS)]
    match known:
        case CardLed(by, card):
            return [plain(YOU_LEAD if by is you else OPPONENT_LEADS, {"card": card})]
        case CardAnswered(by, card):
            return [plain(YOU_ANSWER if by is you else OPPONENT_ANSWERS, {"card": card})]
        case TrickWon(by, _led, _answer, points):
            return [trick_sentence(points, yours=by is you)]
        case PointsReleased(by, points):
            return [plain(YOUR_POINTS_COUNT if by is you else OPPONENTS_POINTS_COUNT, {"n": points})]
        case CardDrawn(by, card, face_up):
            return [plain(_drawn(by is you, face_up), {"card": card})]
        case StockUsedUp():
            return [str(STOCK_USED_UP), *([str(STRICT_NOW)] if duties else [])]
        case MarriageAnnounced():
            return _announced(known, you)
        case TrumpExchanged(by, _gave, took):
            first = YOU_TAKE_TRUMP if by is you else OPPONENT_TAKES_TRUMP
            return [plain(first, {"card": took}), str(TRUMP_LIES)]
        case StockClosed(by):
            return [str(YOU_CLOSE if by is you else OPPONENT_CLOSES), str(NOBODY_DRAWS)]
        case SixtySixClaimed(by):
            return [str(YOU_CLAIM if by is you else OPPONENT_CLAIMS)]
        case DealEnded(outcome):
            return outcome_sentences(outcome, you, CLASSIC.two_points_below)  # it is the same in every ruleset


def _drawn(yours: bool, face_up: bool) -> object:
    if face_up:
        return YOU_TAKE_TRUMP if yours else OPPONENT_TAKES_TRUMP
    return YOU_DRAW


def _announced(event: MarriageAnnounced, you: Seat) -> list[str]:
    mine = event.by is you
    if event.points == 40:
        message = YOU_ANNOUNCE_40 if mine else OPPONENT_ANNOUNCES_40
    else:
        message = YOU_ANNOUNCE_20 if mine else OPPONENT_ANNOUNCES_20
    told = [plain(message, {"suit": event.suit})]
    if event.pending:
        told.append(str(YOUR_POINTS_WAIT if mine else OPPONENTS_POINTS_WAIT))
    return told
