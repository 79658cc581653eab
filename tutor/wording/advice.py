"""What the coach says: reasons, how a value is known, what an action loses, the review of a deal."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from engine.actions import Act, Action, Announce, Exchange, Play, act_of
from engine.cards import Card
from engine.coach import Advice, Cause, Ground, Option, Told
from engine.review import Mark, Miss, Missed, Review
from engine.search.values import Kind, Worth
from engine.view import View
from tutor.wording.numbers import decimal
from tutor.wording.sentences import Say, plain

# -- reasons -------------------------------------------------------------------------------------------------------

# In all sentences: "this card" is the card that the coach speaks of. Translators: %(card)s and %(ace)s are one card
# name such as "queen of hearts", %(cards)s one name or several, "A, B or C", %(pair)s two names, "A and B", %(suit)s a
# suit name; %(points)s, %(missing)s, %(won)s, %(lost)s and %(n)s are numbers.
REASONS = {
    Cause.ONLY_CARD: _("No other card may be played here: %(card)s."),
    Cause.ONLY_ACTION: _("There is nothing else to do here."),
    Cause.HAS_66: _("You have 66 points or more, so a claim ends the deal now. Your points: %(points)s."),
    Cause.MAKES_66: _("This trick is yours and brings you to 66. Points that you then have at least: %(points)s."),
    Cause.MARRIAGE_MAKES_66: _("The marriage brings you to 66. Points that you then have: %(points)s."),
    Cause.STOPS_66: _(
        "If you lose this trick, your opponent gets to 66. Points that your opponent would have at least: %(points)s."
    ),
    Cause.RUNS_TO_66: _(
        "From this card on you can lead cards that cannot be beaten until you have 66. Points without your "
        "opponent's cards: %(points)s."
    ),
    Cause.CLOSING_SURE: _(
        "After closing you can lead cards that cannot be beaten until you have 66. Points without your opponent's "
        "cards: %(points)s."
    ),
    Cause.CLOSING_ALWAYS: _("With the cards open, closing wins in every possible deal. Possible deals: %(n)s."),
    Cause.CLOSING_COUNT: _("With the cards open, closing wins in this many of the deals looked at: %(won)s of %(n)s."),
    Cause.EXCHANGE_PAIR: _("The exchange gives you the trump marriage: %(pair)s."),
    Cause.LAST_EXCHANGE: _("After this trick it will be too late to exchange. Face-up trump: %(card)s."),
    Cause.EXCHANGE_TRUMP: _("The exchange gives you a better trump: %(card)s."),
    Cause.MARRIAGE_POINTS: _("The marriage counts at once. Suit: %(suit)s. Points: %(points)s."),
    Cause.MARRIAGE_WAITS: _(
        "The marriage counts as soon as you win a trick. Suit: %(suit)s. Points that wait: %(points)s."
    ),
    Cause.BREAKS_MARRIAGE: _("Your opponent has to break a marriage to answer this card: %(pair)s."),
    Cause.RELEASES_MARRIAGE: _("With this trick your pending points count. Points: %(points)s."),
    Cause.HOLDS_BACK_MARRIAGE: _(
        "Your opponent needs a trick before pending points count, and this one is yours. Points that wait: %(points)s."
    ),
    Cause.KEEPS_33: _(
        "With the best play of both, this card still brings you to 33 points. The deal then costs one game point "
        "and not two."
    ),
    Cause.HOLDS_BELOW_33: _(
        "With the best play of both, your opponent stays below 33 points. The deal then pays two game points and "
        "not one."
    ),
    Cause.SECURES_LAST_TRICK: _("If all cards are played, you win the last trick whatever your opponent does."),
    Cause.FIRST_TRICK: _("This is your first trick. A deal lost without a trick costs three game points."),
    Cause.REACHES_33: _(
        "This trick brings you to 33 points. A deal lost with fewer costs two game points. Points that you then "
        "have at least: %(points)s."
    ),
    Cause.SAVES_TEN: _(
        "The ten is yours with this trick. Your opponent may still hold the card that beats it: %(ace)s."
    ),
    Cause.CATCHES_HIGH_CARD: _("Your opponent cannot beat this card and has to give you a high one: %(cards)s."),
    Cause.LAST_TRUMP: _("This lead takes the last trump that your opponent may hold: %(card)s."),
    Cause.DRAWS_TRUMPS: _(
        "Your opponent has to answer this trump with a lower one, if there is any. Trumps that may be there: %(cards)s."
    ),
    Cause.FORCES_TRUMP: _("Your opponent has no card of this suit and must spend a trump. Suit: %(suit)s."),
    Cause.MAKES_THEM_LEAD: _("Your opponent has to win this trick and must lead to the next one."),
    Cause.UNBLOCKS: _("Of your cards in this suit, play the higher one now and keep the lower one: %(card)s."),
    Cause.KEEPS_MARRIAGE: _("King and queen stay together, so you may still announce this marriage: %(pair)s."),
    Cause.GETS_FACE_UP_TRUMP: _("Whoever loses this trick draws the face-up trump, and that is you: %(card)s."),
    Cause.SURE_TRICK: _("No card that your opponent may hold beats this one."),
    Cause.TAKES_TRICK: _("This card wins the trick. Points in it: %(points)s."),
    Cause.WINS_CHEAPLY: _("Of your cards that win this trick, no other is worth less."),
    Cause.CLOSING_TRICKLESS: _("Your opponent has no trick yet, so a closing that succeeds may pay three game points."),
    Cause.CLOSING_BELOW_33: _(
        "Your opponent has fewer than 33 points, so a closing that succeeds may pay two game points. Opponent: "
        "%(points)s."
    ),
    Cause.SHUTS_TRUMP_IN: _("After the closing nobody gets the face-up trump: %(card)s."),
    Cause.LOSES_LITTLE: _(
        "This card loses the trick, and none of your cards that lose it is worth less. Points in the trick: %(points)s."
    ),
    Cause.LEADS_LITTLE: _("This card may be beaten, but no card of yours is worth less. Its points: %(points)s."),
    Cause.ALL_EQUAL: _("As far as can be seen, everything that you may do here comes to the same."),
    Cause.SEARCH_SAYS: _("No single fact decides here, but in the deals looked at nothing did better."),
    Cause.CLAIM_TOO_EARLY: _(
        "A claim now would be wrong. Your points: %(points)s. Points that you still need: %(missing)s."
    ),
    Cause.LEAVES_CLAIM: _("You have 66 points or more and may claim now. Your points: %(points)s."),
    Cause.GIVES_66: _("This trick brings your opponent to 66. Points that your opponent then has: %(points)s."),
    Cause.MAY_GIVE_66: _("Your opponent may hold a card that wins this trick and gets to 66 with it: %(cards)s."),
    Cause.SPOILS_MARRIAGE: _("After this you can no longer announce this marriage: %(pair)s."),
    Cause.LEAVES_MARRIAGE: _("You may announce a marriage now: %(pair)s. Points: %(points)s."),
    Cause.MISSES_EXCHANGE: _("After this it is too late to exchange the lowest trump for this card: %(card)s."),
    Cause.SPENDS_LOWEST_TRUMP: _("You may still need the lowest trump to exchange it for this card: %(card)s."),
    Cause.LETS_MARRY: _("Your opponent can win this trick and then announce a marriage: %(pair)s."),
    Cause.RELEASES_THEIRS: _("With this trick your opponent's pending points count. Points: %(points)s."),
    Cause.SHORT_OF_33: _(
        "With the best play of both, you stay below 33 points after this card. The deal then costs two game "
        "points and not one."
    ),
    Cause.LETS_THEM_33: _(
        "With the best play of both, your opponent gets to 33 points after this card. The deal then pays one game"
        " point and not two."
    ),
    Cause.GIVES_LAST_TRICK: _("If all cards are played, your opponent can win the last trick after this card."),
    Cause.MAY_LOSE_HIGH_CARD: _("Your opponent may hold a card that beats this high one: %(cards)s."),
    Cause.GIVES_UP_TRICK: _("You could win this trick. Points that your opponent gets: %(points)s."),
    Cause.THROWS_POINTS: _("The trick is your opponent's, but a card worth less loses it as well: %(card)s."),
    Cause.TOO_DEAR: _("The trick is yours, but a card worth less also wins it: %(card)s."),
    Cause.WASTES_TRUMP: _("This spends a trump, although the trick is worth little. Points in it: %(points)s."),
    Cause.LEADS_TRUMP_EARLY: _(
        "As long as there are cards to draw, your opponent need not answer a trump with a trump."
    ),
    Cause.LEAVES_FACE_UP_TRUMP: _(
        "Whoever loses this trick draws the face-up trump, and that is your opponent: %(card)s."
    ),
    Cause.CLOSING_COSTS: _("If the closing fails, it costs you game points: %(n)s."),
    Cause.NEEDS_A_GUESS: _(
        "With the cards open this is worth more, but you do not see them, and no single plan is right in all deals. "
        "Possible deals: %(n)s."
    ),
    Cause.CLOSING_FAILS: _(
        "Even with the cards open, closing does not win in this many of the deals looked at: %(lost)s of %(n)s."
    ),
    Cause.ANSWER_HURTS: _("Your opponent has one best answer to this card: %(card)s."),
    Cause.SEARCH_LOWER: _("No single fact decides here, but in the deals looked at this did worse."),
}
"""Every reason of the coach, with just the facts that it carries."""

ONE_CARD_OR_MORE = frozenset({Cause.MAY_GIVE_66, Cause.MAY_LOSE_HIGH_CARD, Cause.CATCHES_HIGH_CARD})
"""Reasons whose cards are a choice of the opponent: "A, B or C"."""


def reason(told: Told) -> Say:
    """Return a reason as a sentence that is still in no language."""
    return Say(REASONS[told.cause], told.facts, "or" if told.cause in ONE_CARD_OR_MORE else "and")


def reasons(option: Option) -> list[Say]:
    """Return the reasons of an action, the most telling first."""
    return [reason(told) for told in option.reasons]


# -- how a value is known ------------------------------------------------------------------------------------------

PROVED = _("Proved: all cards are known.")
BY_THE_RULES = _("Certain: this ends the deal.")
# Translators: %(value)s is a signed number such as +1.2; it stands alone.
EXPECTED = _("Game points that you may expect: %(value)s.")
# Translators: %(error)s is a number such as 0.2.
MAY_BE_OFF = _("This may be wrong by about this much: %(error)s.")
# Translators: %(value)s is a signed number such as +1.2; it stands alone.
ONE_PLAN = _(
    "You do not see the cards, so this average is not sure. Game points that the best single plan is sure of: "
    "%(value)s."
)
# Translators: %(value)s is a number such as 0.6.
FLATTERED = _(
    "With the cards open a closing looks better than it is. Game points that the coach takes off for that: %(value)s."
)
PLAN_FOUND = _(
    "You do not see the cards, so this average is not sure. Game points that one single plan is sure of: %(value)s."
)


def certainty(worth: Worth, ground: Ground) -> str:
    """Return how a value is known, in one plain sentence."""
    if ground is Ground.RULES:
        return str(BY_THE_RULES)
    if worth.kind is Kind.PROVED:
        return str(PROVED)
    if worth.kind is Kind.AVERAGE:
        return ngettext(
            "Average over the only possible deal, with the cards open: %(n)s.",
            "Average over all %(n)s possible deals, each with the cards open.",
            worth.n,
        ) % {"n": worth.n}
    if ground is Ground.SEARCHED:
        return ngettext(
            "Estimate from %(n)s possible deal, with the cards open.",
            "Estimate from %(n)s possible deals, each with the cards open.",
            worth.n,
        ) % {"n": worth.n}
    return ngettext(
        "Estimate from %(n)s possible deal, played to the end by simple rules.",
        "Estimate from %(n)s possible deals, each played to the end by simple rules.",
        worth.n,
    ) % {"n": worth.n}


def value_sentences(option: Option) -> list[Say]:
    """Return what an action is worth, how that is known, and where it holds with open cards only."""
    told = [Say(EXPECTED, {"value": float(option.worth.value)}), Say(certainty(option.worth, option.ground))]
    if round(option.worth.error, 1):
        told.append(Say(MAY_BE_OFF, {"error": decimal(option.worth.error)}))
    if option.allowance:
        told.append(Say(FLATTERED, {"value": decimal(option.allowance)}))
    if option.guessed and option.plan is not None:
        told.append(Say(ONE_PLAN if option.plan_exact else PLAN_FOUND, {"value": float(option.plan.value)}))
    return told


# -- what an action loses ------------------------------------------------------------------------------------------

LOSES = {
    0.25: _("It loses about a quarter of a game point."),
    0.5: _("It loses about half a game point."),
    0.75: _("It loses about three quarters of a game point."),
    1.0: _("It loses about one game point."),
    1.5: _("It loses about one and a half game points."),
    2.0: _("It loses about two game points."),
    2.5: _("It loses about two and a half game points."),
    3.0: _("It loses about three game points."),
}
LOSES_LITTLE = _("It loses less than a quarter of a game point.")
LOSES_MORE = _("It loses more than three game points.")
LOSES_NOTHING = _("Nothing is worth more.")
# Translators: said of an action on which no points are lost on average, while 66 could be claimed at once.
RISKS_WHAT_IS_CERTAIN = _("It puts at risk what is certain now.")


def loss(lost: float, *, best: bool = True) -> str:
    """Return what an action loses beside the best, in round words; ``best``: nothing is better than it."""
    if lost <= 0:
        return str(LOSES_NOTHING if best else RISKS_WHAT_IS_CERTAIN)
    if lost < 0.2:
        return str(LOSES_LITTLE)
    if lost > 3.25:
        return str(LOSES_MORE)
    return str(LOSES[min(LOSES, key=lambda size: abs(size - lost))])


# -- what to do ----------------------------------------------------------------------------------------------------

# Translators: %(card)s is a card name, %(suit)s a suit name.
DO_LEAD = _("Lead this card: %(card)s.")
DO_ANSWER = _("Answer with this card: %(card)s.")
DO_ANNOUNCE_20 = _("Announce 20. Suit: %(suit)s.")
DO_ANNOUNCE_40 = _("Announce 40. Suit: %(suit)s.")
DO_EXCHANGE = _("Exchange the lowest trump for the face-up trump: %(card)s.")
DO = {
    Act.DRAW: _("Draw a card."),
    Act.CLOSE: _("Close the stock."),
    Act.CLAIM: _("Claim 66."),
}


def to_do(action: Action, view: View) -> Say:
    """Return an action as advice: one whole sentence."""
    match action:
        case Play(_, card):
            return Say(DO_LEAD if view.led is None else DO_ANSWER, {"card": card})
        case Announce(_, suit):
            return Say(DO_ANNOUNCE_40 if suit is view.trump else DO_ANNOUNCE_20, {"suit": suit})
        case Exchange():
            turned = view.turned
            assert isinstance(turned, Card)
            return Say(DO_EXCHANGE, {"card": turned})
        case _:
            return Say(DO[act_of(action)])


# Translators: %(done)s and %(total)s are numbers of possible deals.
LOOKED_AT = _("Possible deals looked at so far: %(done)s of %(total)s.")


def thinking_line(advice: Advice) -> str:
    """Return how far the coach is: deals or rounds looked at, of how many."""
    return plain(LOOKED_AT, {"done": advice.done, "total": advice.total})


# -- review of a deal ----------------------------------------------------------------------------------------------

MARKS = {
    Mark.FORCED: _("There was no choice here."),
    Mark.GOOD: _("Nothing was better here, as far as you could know."),
    Mark.INEXACT: _("Something else was a little better here."),
    Mark.MISTAKE: _("Something else was clearly better here."),
}

# Translators: %(card)s is a card name, %(suit)s a suit name.
BETTER_LEAD = _("It was better to lead this card: %(card)s.")
BETTER_ANSWER = _("It was better to answer with this card: %(card)s.")
BETTER_ANNOUNCE_20 = _("It was better to announce 20. Suit: %(suit)s.")
BETTER_ANNOUNCE_40 = _("It was better to announce 40. Suit: %(suit)s.")
BETTER_EXCHANGE = _("It was better to exchange the lowest trump for the face-up trump: %(card)s.")
BETTER = {
    Act.DRAW: _("It was better to draw a card."),
    Act.CLOSE: _("It was better to close the stock."),
    Act.CLAIM: _("It was better to claim 66."),
}

# Translators: %(points)s is a number of points, %(pair)s two card names, %(card)s one card name.
MISSED = {
    Miss.CLAIM: _("You could have claimed 66 here. Your points: %(points)s."),
    Miss.MARRIAGE: _("This was your last chance to announce a marriage: %(pair)s. Points: %(points)s."),
    Miss.EXCHANGE: _("This was your last chance to exchange the lowest trump for this card: %(card)s."),
}

NO_TURNING_POINT = _("No action of yours lost much in this deal, as far as you could know.")
# Translators: %(value)s is a number such as 1.2.
LOST_IN_ALL = _("Game points lost in this deal, about: %(value)s.")
ONLY_WHAT_YOU_KNEW = _("Each action is judged by what you could know at that moment, not by the cards that came later.")


def better(action: Action, view: View) -> Say:
    """Return what would have been better: one whole sentence."""
    match action:
        case Play(_, card):
            return Say(BETTER_LEAD if view.led is None else BETTER_ANSWER, {"card": card})
        case Announce(_, suit):
            return Say(BETTER_ANNOUNCE_40 if suit is view.trump else BETTER_ANNOUNCE_20, {"suit": suit})
        case Exchange():
            turned = view.turned
            assert isinstance(turned, Card)
            return Say(BETTER_EXCHANGE, {"card": turned})
        case _:
            return Say(BETTER[act_of(action)])


def missed(what: Missed) -> Say:
    """Return a chance that was let go."""
    facts = {
        Miss.CLAIM: {"points": what.points},
        Miss.MARRIAGE: {"pair": what.cards, "points": what.points},
        Miss.EXCHANGE: {"card": what.cards[0] if what.cards else None},
    }
    return Say(MISSED[what.miss], facts[what.miss])


def summary(review: Review) -> list[Say]:
    """Return what decided the deal in one or two sentences."""
    count = len(review.turning_points)
    if not count:
        return [Say(NO_TURNING_POINT)]
    points = ngettext(
        "There was %(n)s turning point in this deal.", "There were %(n)s turning points in this deal.", count
    ) % {"n": count}
    return [Say(points), Say(LOST_IN_ALL, {"value": decimal(review.lost)})]
