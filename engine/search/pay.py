"""What the end of a deal pays, on plain numbers. Unit: game points for the seat named, negative when it loses."""

from __future__ import annotations

from engine.ruleset import CLASSIC
from engine.search.bits import Core, Pair, Shut

GOAL = 66
TWO_BELOW = CLASSIC.two_points_below
"""The same in every ruleset: a second value of the switch would have to travel in ``Core``, and a test says so."""
MOST = 3
"""No deal is worth more game points than this to anybody."""


def usual(points: int, tricks: int) -> int:
    """Return what a winner scores against a loser with these card points and tricks (rules ``pay.*``)."""
    if not tricks:
        return 3
    return 2 if points < TWO_BELOW else 1


def two_or_three(terms: str, tricks_at_close: int, tricks_now: int) -> int:
    """Return what a failed closing pays the other player (rules ``close.fail``, ``close.other``)."""
    if terms.startswith("flat"):
        return int(terms[4:])
    tricks = tricks_now if terms == "2or3_at_end" else tricks_at_close
    return 2 if tricks else 3


def failed_close(core: Core, shut: Shut, tricks: Pair) -> int:
    """Return what the player who closed loses."""
    other = 1 - shut.by
    return two_or_three(core.close_fail, shut.tricks[other], tricks[other])


def reached(core: Core, by: int, counted: Pair, tricks: Pair, shut: Shut | None) -> int:
    """Return what ``by`` gets for 66, claimed or come to (rules ``claim.right``, ``close.win``, ``close.other``)."""
    other = 1 - by
    if shut is not None and shut.by != by:
        return two_or_three(core.close_other_first, shut.tricks[by], shut.tricks[by])
    if shut is not None and core.at_close:
        return usual(shut.counted[other], shut.tricks[other])
    return usual(counted[other], tricks[other])


def claimed(core: Core, by: int, counted: Pair, tricks: Pair, shut: Shut | None) -> int:
    """Return what ``by`` gets for a claim, right or wrong (rules ``claim.right``, ``claim.wrong``, ``close.wrong``)."""
    if counted[by] >= GOAL:
        return reached(core, by, counted, tricks, shut)
    if shut is not None and shut.by == by:
        return -failed_close(core, shut, tricks)
    return -two_or_three(core.false_claim, tricks[1 - by], tricks[1 - by])


def played_out(core: Core, last: int, counted: Pair, tricks: Pair, shut: Shut | None) -> int:
    """Return what the winner of the last trick gets when every card has been played and nobody has claimed.

    ``counted`` includes the points for the last trick. Rules: ``end.*``, ``close.played``, ``close.failed``.
    """
    if shut is not None:
        return _shut_played_out(core, last, counted, tricks, shut)
    mine, theirs = counted[last], counted[1 - last]
    if core.unclaimed == "last_trick_1":
        return 1
    win, lose = usual(theirs, tricks[1 - last]), -usual(mine, tricks[last])
    if mine >= GOAL and theirs >= GOAL and core.both_last:
        return 1
    if core.unclaimed == "last_trick_table" and not (mine >= GOAL and theirs >= GOAL):
        return lose if theirs >= GOAL else win
    if mine == theirs:
        return 0
    return win if mine > theirs else lose


def _shut_played_out(core: Core, last: int, counted: Pair, tricks: Pair, shut: Shut) -> int:
    by = shut.by
    if last == by and counted[by] >= GOAL:
        return reached(core, by, counted, tricks, shut)
    lost = failed_close(core, shut, tricks)
    return -lost if last == by else lost
