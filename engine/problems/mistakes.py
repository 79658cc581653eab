"""R9 and R10: the one wrong line of a record; the one order in which everything stands."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import permutations

from engine import effects
from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import Suit
from engine.deal import Deal
from engine.history import IllegalHistory, replay
from engine.notation import write, write_action
from engine.problems.asks import ME
from engine.problems.cases import Case, Find, Made
from engine.problems.scenes import Moment, Record
from engine.problems.themes import Theme
from engine.referee import judge, legal_actions, refusal
from engine.ruleset import Ruleset
from engine.seats import Seat
from engine.verdict import Allowed, Reason

SPOT, ORDER = Theme.SPOT, Theme.ORDER
SHORTEST, LONGEST = 3, 8
"""Lines of a record before the wrong one, at least and at most."""


# -- R9 ------------------------------------------------------------------------------------------------------------


def _wrong(*reasons: Reason) -> Find:
    """A stretch of a real record in which one line is replaced by an action that is refused for one of the reasons."""

    def find(moment: Moment, rng: random.Random) -> Made | None:
        deal = moment.deal
        if deal.over or moment.at < 2:
            return None
        slips = [(action, why) for action in _tries(deal) if (why := _reason(deal, action)) in reasons]
        slips = [slip for slip in slips if _fair(deal, *slip)]
        if not slips:
            return None
        action, _why = rng.choice(slips)
        first = max(0, moment.at - rng.randint(SHORTEST, LONGEST))
        start = moment.record.deals[first]
        before = moment.record.actions[first : moment.at]
        lines = [*before, action, *_onward(deal, action, rng)]
        if deal.strict and not start.strict and not _slow(reasons):
            return None
        return {"kind": "spot", "position": write(start), "actions": [write_action(line) for line in lines]}

    return find


def _slow(reasons: tuple[Reason, ...]) -> bool:
    """Mistakes for which the draw before them does not matter: no hand has to be known."""
    return not set(reasons) & {Reason.MUST_FOLLOW, Reason.MUST_HEAD, Reason.MUST_TRUMP}


def _tries(deal: Deal) -> list[Action]:
    """What somebody may try by mistake."""
    tries: list[Action] = []
    for seat in Seat:
        tries += [Play(seat, card) for card in deal.hands[seat]]
        tries += [Announce(seat, suit) for suit in Suit if suit in effects.pairs_in(deal.hands[seat])]
        tries += [Close(seat), Claim(seat)]
        if effects.lowest_trump(deal) in deal.hands[seat]:
            tries.append(Exchange(seat))
    return tries


def _reason(deal: Deal, action: Action) -> Reason | None:
    refused = refusal(deal, action)
    return refused.reason if refused else None


def _fair(deal: Deal, action: Action, why: Reason | None) -> bool:
    """The slip is one that a reader can see: of a player who would act, or of a lead out of turn."""
    if why is Reason.NOT_YOUR_TURN:
        return deal.led is None and not deal.before_draw and isinstance(action, Play)
    if why is Reason.DRAW_FIRST:
        return action.by is deal.on_lead
    return True


def _onward(deal: Deal, action: Action, rng: random.Random) -> list[Action]:
    """Up to two more lines, as if nobody had noticed."""
    if not isinstance(action, Play) or action.by is not deal.to_act or deal.before_draw:
        return []
    position = effects.play(deal, action).deal
    lines: list[Action] = []
    for _ in range(rng.randint(0, 2)):
        plays = [other for other in legal_actions(position) if isinstance(other, (Play, Draw))]
        if position.over or not plays:
            break
        other = rng.choice(plays)
        verdict = judge(position, other)
        assert isinstance(verdict, Allowed)
        lines.append(other)
        position = verdict.deal
    return lines


def _after_the_end(moment: Moment, _rng: random.Random) -> Made | None:
    """Somebody plays on after the deal has ended."""
    record = moment.record
    if moment.at != len(record.actions) - 1 or not moment.after.over or not any(moment.after.hands):
        return None
    seat = moment.after.on_lead if moment.after.led is None else moment.after.to_act
    first = max(0, moment.at - 4)
    lines = [*record.actions[first:], Play(seat, moment.after.hands[seat][0])]
    return {"kind": "spot", "position": write(record.deals[first]), "actions": [write_action(line) for line in lines]}


def _closes(rules: Ruleset) -> bool:
    return rules.close


def _may_be_too_few(rules: Ruleset) -> bool:
    return rules.close or rules.exchange_min_talon > 2


R9 = (
    Case(SPOT, "follow", "strict.follow", _wrong(Reason.MUST_FOLLOW), ("strict.head",), 4, lambda r: r.strict_follow),
    Case(SPOT, "head", "strict.head", _wrong(Reason.MUST_HEAD), ("strict.follow",), 4, lambda r: r.strict_head),
    Case(SPOT, "trump", "strict.trump", _wrong(Reason.MUST_TRUMP), ("strict.follow",), 4, lambda r: r.strict_trump),
    Case(SPOT, "turn", "trick.play", _wrong(Reason.NOT_YOUR_TURN), ("trick.next", "trick.win"), 2),
    Case(SPOT, "draw", "open.wait", _wrong(Reason.DRAW_FIRST), ("open.draw",), 2),
    Case(SPOT, "pair", "marriage.lead", _wrong(Reason.MUST_LEAD_FROM_PAIR), ("marriage.pair",), 2),
    Case(SPOT, "late", "strict.marriage", _wrong(Reason.STOCK_EXHAUSTED), (), 1),
    Case(SPOT, "closed", "close.effect", _wrong(Reason.STOCK_CLOSED), ("close.marriage", "close.exchange"), 2, _closes),
    Case(SPOT, "once", "close.once", _wrong(Reason.ALREADY_CLOSED), (), 1, _closes),
    Case(SPOT, "no_trick", "exchange.trick", _wrong(Reason.NO_TRICK_YET), (), 1, lambda r: r.exchange_needs_trick),
    Case(SPOT, "few", "exchange.left", _wrong(Reason.TALON_TOO_SMALL), ("close.left",), 1, _may_be_too_few),
    Case(SPOT, "claim", "claim.when", _wrong(Reason.CLAIM_NOT_NOW), (), 2, lambda r: r.spoken),
    Case(SPOT, "over", "claim.over", _after_the_end, (), 1),
)


# -- R10 -----------------------------------------------------------------------------------------------------------


def _orders(*wanted: type[Action]) -> Find:
    """Everything that the learner does on this lead, in one order that stands and some that do not."""

    def find(moment: Moment, rng: random.Random) -> Made | None:
        deal = moment.deal
        if deal.over or deal.on_lead is not ME or deal.led is not None or deal.announced is not None:
            return None
        todo = _todo(moment.record, moment.at)
        kinds = {type(action) for action in todo}
        if len(todo) < 3 or len(todo) > 4 or not kinds.issuperset(wanted):
            return None
        good, bad = _sorted_out(deal, todo, rng)
        if not good or len(bad) < 2:
            return None
        orders = [good, *bad[:3]]
        rng.shuffle(orders)
        statements = [
            {"key": "abcd"[at], "order": [write_action(action) for action in order]} for at, order in enumerate(orders)
        ]
        return {"kind": "pick", "position": write(deal), "statements": statements}

    return find


def _todo(record: Record, at: int) -> list[Action]:
    """The actions of the learner from here to the card led; one that was possible and left out is put in."""
    todo: list[Action] = []
    for action, deal in zip(record.actions[at:], record.deals[at:], strict=False):
        if action.by is not ME or isinstance(action, Claim):
            return []
        if not isinstance(action, (Draw, Close)) and Close(ME) in legal_actions(deal) and len(todo) < 3:
            todo.append(Close(ME))
        todo.append(action)
        if isinstance(action, Play):
            break
    return list(dict.fromkeys(todo))


def _sorted_out(
    deal: Deal, todo: list[Action], rng: random.Random
) -> tuple[tuple[Action, ...] | None, list[tuple[Action, ...]]]:
    """Return one order that stands, and orders that do not, of different reasons where possible."""
    good: list[tuple[Action, ...]] = []
    bad: dict[tuple[Reason, int], list[tuple[Action, ...]]] = {}
    for order in permutations(todo):
        try:
            replay(deal, order)
        except IllegalHistory as found:
            bad.setdefault((found.refused.reason, found.index), []).append(order)
        else:
            good.append(order)
    chosen = [rng.choice(orders) for _key, orders in sorted(bad.items(), key=lambda entry: -entry[0][1])]
    return (rng.choice(good) if good else None), chosen


def _may_draw_and(*wanted: type[Action]) -> Callable[[Moment, random.Random], Made | None]:
    return _orders(Draw, *wanted)


R10 = (
    Case(ORDER, "draw_close", "close.draw", _may_draw_and(Close), ("open.wait", "close.when"), 2, _closes),
    Case(ORDER, "draw_marry", "marriage.when", _may_draw_and(Announce), ("open.wait", "marriage.lead"), 4),
    Case(ORDER, "draw_swap", "exchange.when", _may_draw_and(Exchange), ("open.wait", "exchange.turn"), 4),
    Case(ORDER, "swap_close", "close.exchange", _orders(Exchange, Close), ("exchange.turn", "close.when"), 4, _closes),
    Case(ORDER, "swap_marry", "exchange.turn", _orders(Exchange, Announce), ("marriage.lead", "exchange.when"), 3),
    Case(
        ORDER,
        "marry_close",
        "close.announced",
        _orders(Announce, Close),
        ("marriage.lead", "close.marriage"),
        4,
        _closes,
    ),
)
