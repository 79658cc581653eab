"""What a deal is worth: who wins it, how many game points, and why. Card points in, game points out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.ruleset import Ruleset
from engine.seats import Seat

GOAL = 66
"""Card points that win a deal (rule ``cards.aim``)."""

Pair = tuple[int, int]


class How(StrEnum):
    """The way in which a deal ended."""

    CLAIMED = "claimed"
    MISCOUNTED = "miscounted"
    REACHED = "reached"
    CLOSED_WON = "closed_won"
    CLOSED_LAST = "closed_last"
    CLOSED_OUT = "closed_out"
    CLOSED_SILENT = "closed_silent"
    CLOSED_MISCOUNTED = "closed_miscounted"
    CLOSED_OTHER = "closed_other"
    MOST = "most"
    MOST_AUTO = "most_auto"
    ALONE = "alone"
    LAST = "last"
    LAST_ONE = "last_one"
    BOTH_LAST = "both_last"
    BOTH_MOST = "both_most"
    TIED = "tied"


class Why(StrEnum):
    """The fact that decides the number of game points."""

    HAS_33 = "has_33"
    BELOW_33 = "below_33"
    NO_TRICK = "no_trick"
    A_TRICK = "a_trick"
    HAD_33 = "had_33"
    HAD_BELOW_33 = "had_below_33"
    HAD_NO_TRICK = "had_no_trick"
    HAD_TRICK = "had_trick"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Closing:
    """Who closed the stock, and both sides' card points and tricks at that moment."""

    by: Seat
    counted: Pair
    tricks: Pair


@dataclass(frozen=True, slots=True)
class Count:
    """What both players have: card points (the last trick's included where due) and tricks."""

    points: Pair
    tricks: Pair


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a deal.

    ``winner`` is None in a tie. ``game_points`` includes a point carried from a tied deal (``carried``). ``how``
    speaks of the player ``actor`` (who claimed, closed, has more, won the last trick), ``why`` of ``about``.
    """

    winner: Seat | None
    game_points: int
    how: How
    actor: Seat | None
    why: Why | None
    about: Seat | None
    carried: bool = False


def score_claim(rules: Ruleset, by: Seat, count: Count, closing: Closing | None) -> Outcome:
    """Return the end of a deal in which ``by`` claims 66.

    Rules: ``claim.right``, ``claim.wrong``, ``close.win``, ``close.other``, ``close.wrong``.
    """
    if count.points[by] >= GOAL:
        return _first_to_goal(rules, by, count, closing, How.CLAIMED)
    if closing is not None and closing.by is by:
        return _failed_close(rules, count, closing, How.CLOSED_MISCOUNTED)
    other = by.other
    if rules.false_claim == "flat2":
        return Outcome(other, 2, How.MISCOUNTED, by, Why.FIXED, other)
    if rules.false_claim == "flat3":
        return Outcome(other, 3, How.MISCOUNTED, by, Why.FIXED, other)
    pays, why = (2, Why.A_TRICK) if count.tricks[other] else (3, Why.NO_TRICK)
    return Outcome(other, pays, How.MISCOUNTED, by, why, other)


def score_reached(rules: Ruleset, by: Seat, count: Count, closing: Closing | None) -> Outcome:
    """Return the end of a deal that stops by itself when ``by`` has 66 (rule ``claim.auto``)."""
    return _first_to_goal(rules, by, count, closing, How.REACHED)


def score_played_out(rules: Ruleset, last_trick: Seat, count: Count, closing: Closing | None) -> Outcome:
    """Return the end of a deal in which every card in hand has been played and nobody has claimed.

    Rules: ``end.*`` for an open stock; ``close.played``, ``close.failed`` after a closing.
    """
    if closing is not None:
        return _closed_played_out(rules, last_trick, count, closing)
    on_66 = tuple(points >= GOAL for points in count.points)
    if rules.nobody_claims == "last_trick_1":
        return Outcome(last_trick, 1, How.LAST_ONE, last_trick, Why.FIXED, last_trick.other)
    if all(on_66):
        if rules.both_66_at_end == "last_trick_1":
            return Outcome(last_trick, 1, How.BOTH_LAST, last_trick, Why.FIXED, last_trick.other)
        if rules.nobody_claims == "last_trick_table":
            return _usual(rules, _higher(count), count, How.BOTH_MOST)
    if rules.nobody_claims == "last_trick_table":
        if any(on_66):
            return _usual(rules, Seat(on_66.index(True)), count, How.ALONE)
        return _usual(rules, last_trick, count, How.LAST)
    if count.points[0] == count.points[1]:
        return Outcome(None, 0, How.TIED, None, None, None)
    return _usual(rules, _higher(count), count, How.MOST if rules.spoken else How.MOST_AUTO)


def usual_game_points(rules: Ruleset, points: int, tricks: int) -> tuple[int, Why]:
    """Return what the winner scores against a loser with these card points and tricks.

    Rules: ``pay.one``, ``pay.two``, ``pay.three``, ``pay.trick``: tricks decide about three, not points.
    """
    if not tricks:
        return 3, Why.NO_TRICK
    if points < rules.two_points_below:
        return 2, Why.BELOW_33
    return 1, Why.HAS_33


_AT_CLOSING = {
    Why.NO_TRICK: Why.HAD_NO_TRICK,
    Why.BELOW_33: Why.HAD_BELOW_33,
    Why.HAS_33: Why.HAD_33,
}


def _higher(count: Count) -> Seat:
    return Seat.A if count.points[0] > count.points[1] else Seat.B


def _usual(rules: Ruleset, winner: Seat, count: Count, how: How) -> Outcome:
    loser = winner.other
    pays, why = usual_game_points(rules, count.points[loser], count.tricks[loser])
    return Outcome(winner, pays, how, winner, why, loser)


def _first_to_goal(rules: Ruleset, by: Seat, count: Count, closing: Closing | None, how: How) -> Outcome:
    if closing is None:
        return _usual(rules, by, count, how)
    if closing.by is by:
        return _closing_succeeds(rules, count, closing, How.CLOSED_WON)
    if rules.close_other_first == "flat2":
        return Outcome(by, 2, How.CLOSED_OTHER, closing.by, Why.FIXED, by)
    if rules.close_other_first == "flat3":
        return Outcome(by, 3, How.CLOSED_OTHER, closing.by, Why.FIXED, by)
    pays, why = (2, Why.HAD_TRICK) if closing.tricks[by] else (3, Why.HAD_NO_TRICK)
    return Outcome(by, pays, How.CLOSED_OTHER, closing.by, why, by)


def _closing_succeeds(rules: Ruleset, count: Count, closing: Closing, how: How) -> Outcome:
    by, other = closing.by, closing.by.other
    if rules.close_success_basis == "at_close":
        pays, why = usual_game_points(rules, closing.counted[other], closing.tricks[other])
        return Outcome(by, pays, how, by, _AT_CLOSING[why], other)
    return _usual(rules, by, count, how)


def _closed_played_out(rules: Ruleset, last_trick: Seat, count: Count, closing: Closing) -> Outcome:
    if count.points[closing.by] < GOAL:
        return _failed_close(rules, count, closing, How.CLOSED_OUT)
    if last_trick is closing.by:
        return _closing_succeeds(rules, count, closing, How.CLOSED_LAST)
    return _failed_close(rules, count, closing, How.CLOSED_SILENT)


def _failed_close(rules: Ruleset, count: Count, closing: Closing, how: How) -> Outcome:
    """Rules ``close.failed``, ``close.fail``: the opponent of the player who closed scores."""
    by, other = closing.by, closing.by.other
    if rules.close_fail == "flat3":
        return Outcome(other, 3, how, by, Why.FIXED, other)
    if rules.close_fail == "flat1":
        return Outcome(other, 1, how, by, Why.FIXED, other)
    if rules.close_fail == "2or3_at_end":
        pays, why = (2, Why.A_TRICK) if count.tricks[other] else (3, Why.NO_TRICK)
        return Outcome(other, pays, how, by, why, other)
    pays, why = (2, Why.HAD_TRICK) if closing.tricks[other] else (3, Why.HAD_NO_TRICK)
    return Outcome(other, pays, how, by, why, other)
