"""How a deal ends, from a position with its record, or from the counts alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.effects import unclaimed_outcome
from engine.ruleset import Ruleset
from engine.scoring import GOAL, Closing, Count, How, Outcome, Why, score_claim, score_played_out, score_reached
from engine.seats import Seat, changed
from tutor.exercises import records
from tutor.exercises.kinds.base import history_in, view_in
from tutor.web.table import TableView, counts_table, table_of
from tutor.wording import endings as words
from tutor.wording import events
from tutor.wording.outcomes import outcome_sentences
from tutor.wording.sentences import plain


def ending(data: Mapping[str, Any], rules: Ruleset) -> Outcome:
    """Return how the deal of an exercise ends.

    ``end`` holds the counts: ``how`` (``claim``: player ``by`` claims, or reaches 66 where nobody claims; ``played``: all
    cards have been played and ``by`` won the last trick), ``points`` and ``tricks`` of A and B without the extra points
    for the last trick, perhaps ``closed`` (``by``, ``points``, ``tricks`` at that moment). Without ``end`` the
    ``position`` and its ``actions`` lead to the end.

    Raises:
        ValueError: the deal does not end like this under this ruleset.
    """
    if "end" not in data:
        outcome = unclaimed_outcome(history_in(data, rules).deal)
        if outcome is None:
            raise ValueError("the deal goes on")
        return outcome
    end = data["end"]
    by, closing = Seat[end["by"]], closing_in(end)
    count = Count(tuple(end["points"]), tuple(end["tricks"]))
    if closing is not None and not rules.close:
        raise ValueError("the stock is never closed")
    if end["how"] == "claim":
        if rules.spoken:
            return score_claim(rules, by, count, closing)
        if count.points[by] < GOAL:
            raise ValueError("nobody claims here")
        return score_reached(rules, by, count, closing)
    return _played_out(rules, by, count, closing)


def _played_out(rules: Ruleset, by: Seat, count: Count, closing: Closing | None) -> Outcome:
    if closing is None and rules.last_trick_points:
        count = Count(changed(count.points, by, count.points[by] + rules.last_trick_points), count.tricks)
    if not rules.spoken:
        for seat in Seat:
            if count.points[seat] >= GOAL:
                return score_reached(rules, seat, count, closing)
    return score_played_out(rules, by, count, closing)


def closing_in(end: Mapping[str, Any]) -> Closing | None:
    """Return the closing of an ending that is told by counts."""
    closed = end.get("closed")
    if closed is None:
        return None
    return Closing(Seat[closed["by"]], tuple(closed["points"]), tuple(closed["tricks"]))


def told(data: Mapping[str, Any], rules: Ruleset) -> tuple[str, ...]:
    """Return what has happened, line by line, up to the end but not the end itself."""
    if "end" not in data:
        return records.told(history_in(data, rules).events, points=False, end=False)
    end = data["end"]
    mine = end["by"] == "A"
    lines_of = []
    closing = closing_in(end)
    if closing is not None:
        facts = {"mine": closing.counted[0], "theirs": closing.counted[1]}
        won = {"mine": closing.tricks[0], "theirs": closing.tricks[1]}
        lines_of.append(str(words.CLOSED_BY_YOU if closing.by is Seat.A else words.CLOSED_BY_OPPONENT))
        lines_of += [plain(words.POINTS_THEN, facts), plain(words.TRICKS_THEN, won)]
    if end["how"] == "played":
        lines_of.append(str(words.ALL_PLAYED if closing is None else words.HANDS_EMPTY))
        lines_of.append(str(words.LAST_TRICK_YOURS if mine else words.LAST_TRICK_THEIRS))
        if rules.spoken:
            lines_of.append(str(words.NOBODY_CLAIMED))
    elif rules.spoken:
        lines_of.append(str(events.YOU_CLAIM if mine else events.OPPONENT_CLAIMS))
    else:
        lines_of.append(str(words.YOU_REACH if mine else words.OPPONENT_REACHES))
    return tuple(lines_of)


def end_table(data: Mapping[str, Any], rules: Ruleset, *, show_trump: bool) -> TableView:
    """Return the counts at the end, or the position before the record."""
    if "end" in data:
        end = data["end"]
        return counts_table(end["points"], end["tricks"])
    return table_of(view_in(data, rules), show_trump=show_trump)


def told_outcome(outcome: Outcome, rules: Ruleset) -> str:
    """Return the end of a deal as sentences."""
    return " ".join(outcome_sentences(outcome, Seat.A, rules.two_points_below))


def rule_of(outcome: Outcome) -> str:
    """Return the rule that decides what a deal pays."""
    if outcome.how in HOW_RULES:
        return HOW_RULES[outcome.how]
    return WHY_RULES[outcome.why] if outcome.why is not None else "end.tie"


HOW_RULES = {
    How.MISCOUNTED: "claim.wrong",
    How.CLOSED_OUT: "close.fail",
    How.CLOSED_SILENT: "close.fail",
    How.CLOSED_MISCOUNTED: "close.fail",
    How.CLOSED_OTHER: "close.other",
    How.CLOSED_WON: "close.win",
    How.CLOSED_LAST: "close.win",
    How.LAST_ONE: "end.one",
    How.BOTH_LAST: "end.both",
    How.LAST: "end.last",
}
"""Endings with a rule of their own; the others pay by the loser's points and tricks."""
WHY_RULES = {
    Why.NO_TRICK: "pay.three",
    Why.BELOW_33: "pay.two",
    Why.HAS_33: "pay.one",
    Why.FIXED: "pay.usual",
}
