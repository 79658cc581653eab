"""R7 and R8: claiming 66, and what a deal is worth."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace

from engine.actions import Announce, Claim, Play
from engine.deal import Deal
from engine.history import IllegalHistory, replay
from engine.invariants import gone_cards
from engine.notation import read_action, write, write_action
from engine.problems.asks import ME, NONE, ended, has_66
from engine.problems.cases import Case, Find, Made, may, on_position
from engine.problems.scenes import Moment, shifted
from engine.problems.themes import Theme
from engine.ruleset import Ruleset
from engine.scoring import GOAL, How, Outcome, Why
from engine.seats import Seat

SAY, SCORE = Theme.CLAIM, Theme.SCORE


# -- R7 ------------------------------------------------------------------------------------------------------------


def _claim(ready: Callable[[Moment], bool], points: Iterable[int], right: bool) -> Find:
    """Ask for a claim after what has just happened. The points are shifted so that the count is a close thing."""
    goals = tuple(points)

    def find(moment: Moment, rng: random.Random) -> Made | None:
        deal = moment.deal
        if moment.action.by is not ME or moment.after.over or not ready(moment):
            return None
        gain = moment.after.counted[ME] - deal.counted[ME]
        for goal in rng.sample(goals, len(goals)):
            before = shifted(deal, goal - gain)
            if before is not None and has_66(replay(before, (moment.action,)).deal, ME) is right:
                told = [write_action(moment.action)]
                return on_position(before, "act", ask="claim", options=["A*", NONE], actions=told)
        return None

    return find


def _won(moment: Moment) -> bool:
    """The learner has just taken a trick with the stock open or used up, and cards are left."""
    deal = moment.deal
    won = isinstance(moment.action, Play) and deal.led is not None and moment.after.on_lead is ME
    return won and deal.closing is None and not moment.after.played_out


def _announced(moment: Moment) -> bool:
    return isinstance(moment.action, Announce) and bool(moment.deal.tricks[ME])


def _last_trick(moment: Moment) -> bool:
    deal = moment.deal
    won = isinstance(moment.action, Play) and deal.led is not None and moment.after.on_lead is ME
    return won and moment.after.played_out and deal.closing is None


def _closed_last(moment: Moment, _rng: random.Random) -> Made | None:
    """The last trick after a closing brings nothing beside its cards."""
    deal = moment.deal
    done = isinstance(moment.action, Play) and deal.led is not None and moment.after.on_lead is ME
    if not done or not moment.after.played_out or deal.closing is None or moment.after.over:
        return None
    if not 56 <= moment.after.counted[ME] < GOAL:
        return None
    return on_position(deal, "act", ask="claim", options=["A*", NONE], actions=[write_action(moment.action)])


def _too_late(moment: Moment, _rng: random.Random) -> Made | None:
    """66, but the lead is the opponent's, or a card lies on the table."""
    deal = moment.deal
    mine = deal.on_lead is ME and deal.led is None
    if deal.over or deal.played_out or mine or deal.counted[ME] < GOAL:
        return None
    return on_position(deal, "act", ask="claim", options=["A*", NONE])


def _by_itself(points: Iterable[int]) -> Find:
    """What the winner of a trick may do: draw, unless the deal has ended by itself; claim never."""
    goals = tuple(points)

    def find(moment: Moment, rng: random.Random) -> Made | None:
        deal = moment.deal
        if moment.action.by is not ME or not _won(moment) or deal.strict:
            return None
        gain = moment.after.counted[ME] - deal.counted[ME]
        before = shifted(deal, rng.choice(goals) - gain)
        return None if before is None else may(before, "A*", "A!", actions=[write_action(moment.action)])

    return find


def spoken(rules: Ruleset) -> bool:
    """Players must claim."""
    return rules.spoken


def automatic(rules: Ruleset) -> bool:
    """The deal ends by itself."""
    return not rules.spoken


def _with_bonus(rules: Ruleset) -> bool:
    return rules.spoken and rules.last_trick_points > 0


R7 = (
    Case(SAY, "enough", "claim.say", _claim(_won, range(66, 70), True), ("claim.points", "claim.when"), 5, spoken),
    Case(SAY, "short", "claim.points", _claim(_won, range(62, 66), False), ("claim.wrong",), 5, spoken, True),
    Case(SAY, "married", "claim.when", _claim(_announced, range(66, 76), True), ("marriage.count",), 2, spoken),
    Case(
        SAY,
        "married_short",
        "claim.points",
        _claim(_announced, range(60, 66), False),
        ("marriage.pair",),
        2,
        spoken,
        True,
    ),
    Case(SAY, "last", "claim.last", _claim(_last_trick, range(56, 66), True), ("end.bonus",), 2, _with_bonus, True),
    Case(
        SAY,
        "closed_last",
        "close.bonus",
        _closed_last,
        ("claim.points",),
        2,
        lambda r: r.close and _with_bonus(r),
        True,
    ),
    Case(SAY, "too_late", "claim.when", _too_late, ("claim.say",), 3, spoken, True),
    Case(SAY, "ended", "claim.auto", _by_itself(range(66, 72)), ("claim.over",), 4, automatic),
    Case(SAY, "goes_on", "claim.auto", _by_itself(range(58, 66)), ("claim.points",), 4, automatic, True),
)


# -- R8 ------------------------------------------------------------------------------------------------------------

HOW_RULES = {
    How.CLAIMED: "claim.right",
    How.MISCOUNTED: "claim.wrong",
    How.REACHED: "claim.auto",
    How.CLOSED_WON: "close.win",
    How.CLOSED_LAST: "close.played",
    How.CLOSED_OUT: "close.fail",
    How.CLOSED_SILENT: "close.played",
    How.CLOSED_MISCOUNTED: "close.wrong",
    How.CLOSED_OTHER: "close.other",
    How.MOST: "end.most",
    How.MOST_AUTO: "end.most",
    How.ALONE: "end.alone",
    How.LAST: "end.last",
    How.LAST_ONE: "end.one",
    How.BOTH_LAST: "end.both",
    How.BOTH_MOST: "end.both",
    How.TIED: "end.tie",
}
"""The rule that says who wins a deal that ended so."""
WHY_RULES = {
    Why.HAS_33: "pay.one",
    Why.HAD_33: "pay.one",
    Why.BELOW_33: "pay.two",
    Why.HAD_BELOW_33: "pay.two",
    Why.NO_TRICK: "pay.three",
    Why.HAD_NO_TRICK: "pay.three",
}
"""The rule that says what it pays, where the table does."""

Ended = Callable[[Deal, Outcome], bool]


def _last_actions(moment: Moment, rng: random.Random) -> tuple[Deal, list[str]] | None:
    """The position one to four actions before the end, and these actions; only from the last moment of a record."""
    record = moment.record
    if moment.at != len(record.actions) - 1:
        return None
    back = rng.randint(1, min(4, len(record.actions)))
    return record.deals[-1 - back], [write_action(action) for action in record.actions[-back:]]


def _score(fits: Ended) -> Find:
    def find(moment: Moment, rng: random.Random) -> Made | None:
        found = _last_actions(moment, rng)
        outcome = ended(moment.record.deals[-1])
        if found is None or outcome is None or not fits(moment.record.deals[-1], outcome):
            return None
        start, actions = found
        return {"kind": "score", "position": write(start), "actions": actions, **score_rules(moment.after, outcome)}

    return find


def score_rules(deal: Deal, outcome: Outcome) -> dict[str, list[str]]:
    """Return the rules that settle an outcome."""
    rules = [HOW_RULES[outcome.how]]
    if outcome.why in WHY_RULES:
        rules += ["pay.usual", WHY_RULES[outcome.why]]
    if deal.played_out and deal.closing is None and deal.ruleset.last_trick_points:
        rules.append("end.bonus")
    return {"rules": rules}


def _how(*hows: How) -> Ended:
    return lambda _deal, outcome: outcome.how in hows


def _why(*whys: Why) -> Ended:
    return lambda _deal, outcome: outcome.why in whys and outcome.how in (How.CLAIMED, How.REACHED, How.MOST)


def _loser(outcome: Outcome) -> Seat:
    assert outcome.winner is not None
    return outcome.winner.other


def _worthless_trick(deal: Deal, outcome: Outcome) -> bool:
    if outcome.winner is None:
        return False
    loser = _loser(outcome)
    return bool(deal.tricks[loser]) and not deal.counted[loser] and outcome.why is Why.BELOW_33


def _trick_of_nines(moment: Moment, rng: random.Random) -> Made | None:
    """The loser's only trick held two nines: the counts are shifted so that it can have been these."""
    found = _last_actions(moment, rng)
    outcome = ended(moment.record.deals[-1])
    if found is None or outcome is None or outcome.winner is None:
        return None
    start, actions = found
    loser = _loser(outcome)
    nines = [card for card in gone_cards(start) if not card.points]
    if start.tricks[loser] != 1 or len(nines) < 2:
        return None
    before = shifted(start, 0 if loser is ME else sum(start.counted))
    if before is None:
        return None
    try:
        last = replay(before, [read_action(text) for text in actions]).deal
    except IllegalHistory:
        return None
    then = ended(last)
    if then is None or not _worthless_trick(last, then):
        return None
    return {"kind": "score", "position": write(before), "actions": actions, **score_rules(last, then)}


def _idle_marriage(deal: Deal, outcome: Outcome) -> bool:
    return outcome.winner is not None and deal.pending[_loser(outcome)] > 0


def _bonus_decides(deal: Deal, outcome: Outcome) -> bool:
    """Without the points for the last trick it would have ended otherwise."""
    if not deal.played_out or deal.closing is not None or outcome.how is How.MISCOUNTED:
        return False
    plain = ended(replace(deal, outcome=None, ruleset=replace(deal.ruleset, last_trick="none", claim_mode="spoken")))
    return plain is not None and (plain.winner, plain.game_points) != (outcome.winner, outcome.game_points)


def _closed_without_bonus(deal: Deal, outcome: Outcome) -> bool:
    """With ten more for the last trick the closing would have ended otherwise."""
    closed = deal.closing
    return outcome.how is How.CLOSED_OUT and closed is not None and 56 <= deal.counted[closed.by] < GOAL


def _tie(moment: Moment, _rng: random.Random) -> Made | None:
    """Equal points: the counts before the last trick are shifted until they are."""
    record = moment.record
    last = record.deals[-1]
    if moment.at != len(record.actions) - 1 or not last.played_out or last.closing is not None:
        return None
    if len(record.actions) < 2 or any(isinstance(action, Claim) for action in record.actions[-2:]):
        return None
    start, actions = record.deals[-3], record.actions[-2:]
    for mine in range(GOAL):
        before = shifted(start, mine)
        outcome = None if before is None else ended(replay(before, actions).deal)
        if before is not None and outcome is not None and outcome.how is How.TIED:
            told = [write_action(action) for action in actions]
            return {"kind": "score", "position": write(before), "actions": told, "rules": ["end.tie", "end.bonus"]}
    return None


def _next(ask: str) -> Find:
    """Who deals next; who has won the game, with game points near the end."""

    def find(moment: Moment, rng: random.Random) -> Made | None:
        found = _last_actions(moment, rng)
        outcome = ended(moment.record.deals[-1])
        if found is None or outcome is None or (ask == "game" and outcome.winner is None):
            return None
        start, actions = found
        if ask == "game":
            start = replace(start, score=_near_the_end(start.ruleset, rng))
        return {"kind": "who", "ask": ask, "position": write(start), "actions": actions}

    return find


def _near_the_end(rules: Ruleset, rng: random.Random) -> tuple[int, int]:
    missing = rng.randint(1, 3), rng.randint(1, 3)
    return missing if rules.count == "down" else (rules.target - missing[0], rules.target - missing[1])


def _most(rules: Ruleset) -> bool:
    return rules.nobody_claims == "higher_total_table"


def _closes(rules: Ruleset) -> bool:
    return rules.close


def _closes_spoken(rules: Ruleset) -> bool:
    return rules.close and rules.spoken


def _may_wait(rules: Ruleset) -> bool:
    return rules.meld_pending_until_trick and rules.meld_first_lead == "pending"


R8 = (
    Case(SCORE, "right", "claim.right", _score(_how(How.CLAIMED)), weight=2, fits=spoken),
    Case(SCORE, "itself", "claim.auto", _score(_how(How.REACHED)), weight=2, fits=lambda r: not r.spoken),
    Case(SCORE, "wrong", "claim.wrong", _score(_how(How.MISCOUNTED)), weight=3, fits=spoken, trap=True),
    Case(SCORE, "one", "pay.one", _score(_why(Why.HAS_33)), ("pay.usual",), 2),
    Case(SCORE, "two", "pay.two", _score(_why(Why.BELOW_33)), ("pay.usual",), 2),
    Case(SCORE, "three", "pay.three", _score(_why(Why.NO_TRICK)), ("pay.usual",), 2),
    Case(SCORE, "no_points", "pay.trick", _trick_of_nines, weight=1, fits=lambda r: r.deck == 24, trap=True),
    Case(SCORE, "idle", "pay.marriage", _score(_idle_marriage), weight=1, fits=_may_wait, trap=True),
    Case(SCORE, "won", "close.win", _score(_how(How.CLOSED_WON)), ("close.goal",), 3, _closes),
    Case(SCORE, "failed", "close.fail", _score(_how(How.CLOSED_OUT)), ("close.failed",), 3, _closes),
    Case(SCORE, "no_bonus", "close.bonus", _score(_closed_without_bonus), ("close.failed",), 2, _closes, True),
    Case(SCORE, "other", "close.other", _score(_how(How.CLOSED_OTHER)), ("close.goal",), 3, _closes, True),
    Case(SCORE, "closed_wrong", "close.wrong", _score(_how(How.CLOSED_MISCOUNTED)), (), 1, _closes_spoken, True),
    Case(
        SCORE,
        "played",
        "close.played",
        _score(_how(How.CLOSED_SILENT, How.CLOSED_LAST)),
        weight=2,
        fits=_closes_spoken,
        trap=True,
    ),
    Case(SCORE, "most", "end.most", _score(_how(How.MOST, How.MOST_AUTO)), ("end.bonus",), 2, _most),
    Case(SCORE, "bonus", "end.bonus", _score(_bonus_decides), (), 1, lambda r: r.last_trick_points > 0, True),
    Case(SCORE, "tie", "end.tie", _tie, ("end.bonus",), 1, _most, True),
    Case(SCORE, "alone", "end.alone", _score(_how(How.ALONE)), (), 2, lambda r: r.nobody_claims == "last_trick_table"),
    Case(SCORE, "last", "end.last", _score(_how(How.LAST)), (), 2, lambda r: r.nobody_claims == "last_trick_table"),
    Case(SCORE, "last_one", "end.one", _score(_how(How.LAST_ONE)), (), 3, lambda r: r.nobody_claims == "last_trick_1"),
    Case(
        SCORE,
        "both",
        "end.both",
        _score(_how(How.BOTH_LAST, How.BOTH_MOST)),
        (),
        1,
        lambda r: r.both_66_at_end == "last_trick_1" and r.nobody_claims != "last_trick_1",
        True,
    ),
    Case(SCORE, "deals", "match.deal", _next("deals"), (), 1),
    Case(SCORE, "game", "match.target", _next("game"), (), 1),
)
MATCH_TIED = Case(
    SCORE,
    "deals_tied",
    "match.tied",
    lambda moment, rng: (made := _tie(moment, rng)) and {**made, "kind": "who", "ask": "deals"},
    fits=_most,
    trap=True,
)
