"""One JSON line in, one JSON answer out: what ``python -m engine judge`` does (``engine/RULES.md``, part 3)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import Card, card_points, in_order
from engine.data import Fields, bad
from engine.deal import Deal
from engine.dealing import deal_pack
from engine.effects import final_count, unclaimed_outcome
from engine.errors import ReadCode, ReadError
from engine.events import TrickWon
from engine.history import History, replay
from engine.invariants import require_in_pack
from engine.match import Match, add_points, match_winner, next_dealer
from engine.positions import read_position
from engine.referee import answer_refusal, playable_cards
from engine.ruleset import Ruleset, from_data
from engine.scoring import Closing, Count, Outcome, score_claim, score_played_out, score_reached
from engine.seats import Seat
from engine.tricks import trick_winner
from engine.verdict import Refused

Answer = dict[str, Any]

TABLE_KINDS = ("draw", "exchange", "marriage", "close", "claim")
MAX_LINE = 100_000
"""Longer lines are refused unread, in characters."""


def answer_lines(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield for each line the JSON answer and whether it could be read. Blank lines are left out."""
    for line in lines:
        if line.strip():
            answer = answer_line(line)
            yield json.dumps(answer, ensure_ascii=True), "error" not in answer


def answer_line(line: str) -> Answer:
    """Answer one line. What cannot be read gets an ``error`` with a code; nothing is raised, nothing is guessed."""
    case_id: object = None
    try:
        data = _parse(line)
        case_id = data.get("id")
        if case_id is not None and not isinstance(case_id, (str, int)):
            case_id = None
            bad("id is neither text nor a number")
        return {"id": case_id, **answer_case(data)}
    except ReadError as error:
        return {"id": case_id, "error": {"code": error.code.value, "detail": error.detail}}


def _parse(line: str) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise ReadError(ReadCode.BAD_JSON, "the line is too long")
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ReadError(ReadCode.BAD_JSON, str(error)) from None
    if not isinstance(data, dict):
        bad("the line is not an object")
    return data


def answer_case(data: dict[str, Any]) -> Answer:
    """Answer one case that is already JSON data.

    Raises:
        ReadError: the case cannot be read.
    """
    for key in ("ruleset", "kind", "position", "action"):
        if key not in data:
            bad(f"{key} is missing")
    rules = from_data(data["ruleset"])
    kind = data["kind"]
    if not isinstance(kind, str) or kind not in _KINDS:
        bad("kind is not understood")
    return _KINDS[kind](rules, data["position"], data["action"])


def _trick(rules: Ruleset, position: object, action: object) -> Answer:
    fields = Fields(position, "position", frozenset({"trump", "phase", "led_by", "led"}))
    act = Fields(action, "action", frozenset({"type", "by", "card"}))
    act.word("type", ("play",))
    fields.word("phase", ("open", "strict", "any"))
    leader, led, card = fields.seat("led_by"), fields.card("led"), act.card("card")
    _one_pack(rules, (led, card))
    if act.seat("by") is leader:
        bad("the player who led cannot answer")
    winner = trick_winner(leader, led, card, fields.suit("trump"))
    return {"trick_winner": winner.name, "trick_points": card_points((led, card))}


def _follow(rules: Ruleset, position: object, action: object) -> Answer:
    known = frozenset({"trump", "phase", "led_by", "led", "hand_A", "hand_B"})
    fields = Fields(position, "position", known)
    act = Fields(action, "action", frozenset({"type", "by"}))
    act.word("type", ("list_legal",))
    by, led, trump = act.seat("by"), fields.card("led"), fields.suit("trump")
    if fields.seat("led_by") is by:
        bad("the player who led does not answer")
    hand = in_order(fields.cards(f"hand_{by.name}"))
    _one_pack(rules, (led, *hand))
    if not 1 <= len(hand) <= rules.hand:
        raise ReadError(ReadCode.HAND_SIZE, f"{len(hand)} cards")
    legal, illegal = [], {}
    free = fields.word("phase", ("open", "strict", "any")) == "open"
    for card in hand:
        refused = None if free else answer_refusal(rules, hand, led, trump, card)
        if refused is None:
            legal.append(card.code)
        else:
            illegal[card.code] = refused.reason.value
    return {"legal": legal, "illegal": illegal}


def _one_pack(rules: Ruleset, cards: tuple[Card, ...]) -> None:
    for card in cards:
        require_in_pack(rules, card)
        if cards.count(card) > 1:
            raise ReadError(ReadCode.CARD_TWICE, card.code)


def _deal(rules: Ruleset, position: object, action: object) -> Answer:
    fields = Fields(position, "position", frozenset({"pack", "dealer", "deal_winner"}))
    act = Fields(action, "action", frozenset({"type", "by", "dealer"}))
    kind = act.word("type", ("deal", "who_leads_first", "next_deal"))
    answer: Answer = {}
    if kind == "deal":
        answer.update(_dealt(rules, fields))
        if "dealer" not in fields:
            return answer
    dealer = fields.seat("dealer")
    if kind == "next_deal":
        dealer = next_dealer(rules, dealer, fields.seat_or_none("deal_winner"))
    return {**answer, "dealer": dealer.name, "leads": dealer.other.name}


def _dealt(rules: Ruleset, fields: Fields) -> Answer:
    cards = rules.pack
    if isinstance(fields.get("pack"), list):
        cards = fields.cards("pack")
        _one_pack(rules, cards)
    elif fields.get("pack") is not None and fields.number("pack") != rules.deck:
        raise ReadError(ReadCode.IMPOSSIBLE_POSITION, "a pack of another size")
    if len(cards) != rules.deck:
        raise ReadError(ReadCode.IMPOSSIBLE_POSITION, f"a pack of {len(cards)} cards")
    start = deal_pack(Match.start(rules), cards)
    return {
        "hand_cards": len(start.hands[0]),
        "face_down_stock": len(start.stock),
        "turned": 1,
        "talon_total": start.talon,
        "card_points_in_pack": card_points(cards),
    }


def _table(rules: Ruleset, position: object, action: object) -> Answer:
    history, refused, failed = _run(read_position(rules, position), action)
    deal = history.deal
    answer: Answer = {
        "legal": refused is None,
        "reason": refused.reason.value if refused else "ok",
        "hands": {seat.name: _codes(deal.hands[seat]) for seat in Seat},
        "hand_sizes": {seat.name: len(deal.hands[seat]) for seat in Seat},
        "turned": deal.turned.code if deal.turned else None,
        "talon_left": deal.talon,
        "on_lead": deal.on_lead.name,
        "closed_by": deal.closing.by.name if deal.closing else None,
        "counted": _by_seat(deal.counted),
        "pending": _by_seat(deal.pending),
        "deal": _result(unclaimed_outcome(deal)),
    }
    if deal.led is not None and not deal.over:
        answer["reply_by"] = deal.to_act.name
        answer["legal_replies"] = _codes(playable_cards(deal))
    if failed is not None:
        answer["failed_step"] = failed
    return answer


def _replay(rules: Ruleset, position: object, action: object) -> Answer:
    history, refused, failed = _run(read_position(rules, position), action)
    deal = history.deal
    outcome = unclaimed_outcome(deal)
    answer: Answer = {
        "legal": refused is None,
        "reason": refused.reason.value if refused else "ok",
        "counted": _by_seat(deal.counted),
        "winner": outcome.winner.name if outcome and outcome.winner is not None else None,
        "game_points": outcome.game_points if outcome else None,
        "tricks_won": [
            [event.led.code, event.answer.code, event.by.name]
            for event in history.events
            if isinstance(event, TrickWon)
        ],
    }
    totals = final_count(deal).points
    if totals != deal.counted:
        answer["totals_with_last_trick"] = _by_seat(totals)
    if failed is not None:
        answer["failed_step"] = failed
    return answer


def _run(start: Deal, action: object) -> tuple[History, Refused | None, int | None]:
    """Apply the action or the steps. A refused step changes nothing, and no later one is tried."""
    history = replay(start)
    data = Fields(action, "action", frozenset({"type", "by", "card", "give", "suit", "lead", "steps", "draws"}))
    if data.get("type") != "sequence":
        for key in ("steps", "draws"):
            if key in data:
                bad(f"action.{key} is not understood")
        step = _step(history, _actions(action, "action"))
        return (history, step, None) if isinstance(step, Refused) else (step, None, None)
    steps = [_actions(item, f"steps[{at}]") for at, item in enumerate(data.items("steps"))]
    if not steps:
        bad("action.steps is empty")
    refill = bool(data.get("draws"))
    for at, actions in enumerate(steps):
        deal = history.deal
        if refill and deal.before_draw and not deal.over and not isinstance(actions[0], (Close, Claim, Draw)):
            filled = history.then(Draw(deal.on_lead))
            assert not isinstance(filled, Refused)
            history = filled
        step = _step(history, actions)
        if isinstance(step, Refused):
            return history, step, at if at < len(steps) - 1 else None
        history = step
    return history, None, None


def _step(history: History, actions: tuple[Action, ...]) -> History | Refused:
    """Apply one step, which is one action, or an announcement with its lead: both stand or neither."""
    for action in actions:
        if history.deal.over and action is not actions[0]:
            break  # the announcement itself has ended the deal
        after = history.then(action)
        if isinstance(after, Refused):
            return after
        history = after
    return history


_STEP_KEYS = {
    "play": {"card"},
    "draw": set(),
    "exchange": {"give"},
    "meld": {"suit", "lead"},
    "close": set(),
    "claim": set(),
}


def _actions(data: object, where: str) -> tuple[Action, ...]:
    """Read one step."""
    kind = data.get("type") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in _STEP_KEYS:
        bad(f"{where}.type is not understood")
    fields = Fields(data, where, frozenset({"type", "by", *_STEP_KEYS[kind]}))
    by = fields.seat("by")
    match kind:
        case "play":
            return (Play(by, fields.card("card")),)
        case "draw":
            return (Draw(by),)
        case "exchange":
            return (Exchange(by, fields.card_or_none("give")),)
        case "close":
            return (Close(by),)
        case "claim":
            return (Claim(by),)
    announce = Announce(by, fields.suit("suit"))
    lead = fields.card_or_none("lead")
    return (announce,) if lead is None else (announce, Play(by, lead))


def _score(rules: Ruleset, position: object, action: object) -> Answer:
    known = {"points", "tricks", "end", "closed_by", "tricks_at_close", "points_at_close"}
    known |= {"by", "last_trick", "pending_points", "bonus_included"}
    fields = Fields(position, "position", frozenset(known))
    act = Fields(action, "action", frozenset({"type", "by"}))
    kind = act.word("type", ("claim", "reached_66", "end_of_deal"))
    fields.word("end", ("claim", "reached_66", "auto66", "played_out"))
    closing = None
    closed_by = fields.seat_or_none("closed_by")
    if closed_by is not None:
        if not rules.close:
            raise ReadError(ReadCode.IMPOSSIBLE_POSITION, "a closing that the ruleset has not")
        closing = Closing(closed_by, fields.pair("points_at_close"), fields.pair("tricks_at_close"))
    points, tricks = fields.pair("points"), fields.pair("tricks")
    if min(*points, *tricks) < 0 or sum(tricks) * 2 > rules.deck:
        raise ReadError(ReadCode.IMPOSSIBLE_POSITION, "points or tricks that cannot be")
    outcome = _score_outcome(rules, kind, fields, act, Count(points, tricks), closing)
    answer: Answer = {
        "winner": outcome.winner.name if outcome.winner is not None else None,
        "game_points": outcome.game_points,
    }
    if rules.tie == "draw_carry_1":
        answer["carry_to_next_deal"] = 1 if outcome.winner is None else 0
    return answer


def _score_outcome(
    rules: Ruleset, kind: str, fields: Fields, act: Fields, count: Count, closing: Closing | None
) -> Outcome:
    if kind == "claim":
        if not rules.spoken:
            raise ReadError(ReadCode.IMPOSSIBLE_POSITION, "nobody claims under this ruleset")
        return score_claim(rules, act.seat("by"), count, closing)
    if kind == "reached_66":
        by = act.seat("by")
        if count.points[by] < 66:
            raise ReadError(ReadCode.IMPOSSIBLE_POSITION, "66 is not reached")
        return score_reached(rules, by, count, closing)
    last = fields.seat("last_trick")
    if closing is None and rules.last_trick_points and not fields.flag("bonus_included"):
        fields.need("bonus_included")
        with_bonus = list(count.points)
        with_bonus[last] += rules.last_trick_points
        count = Count((with_bonus[0], with_bonus[1]), count.tricks)
    return score_played_out(rules, last, count, closing)


def _match(rules: Ruleset, position: object, action: object) -> Answer:
    fields = Fields(position, "position", frozenset({"game_score"}))
    act = Fields(action, "action", frozenset({"type", "winner", "game_points"}))
    act.word("type", ("score_deal",))
    score, winner = fields.pair("game_score"), act.seat_or_none("winner")
    points = act.number("game_points")
    if not 0 <= points <= 4 or (winner is None) != (points == 0):
        raise ReadError(ReadCode.IMPOSSIBLE_POSITION, f"a deal worth {points}")
    if winner is not None:
        score = add_points(rules, score, winner, points)
    ahead = match_winner(rules, score)
    return {"game_score": _by_seat(score), "match_winner": ahead.name if ahead is not None else None}


def _codes(cards: Iterable[Card]) -> list[str]:
    return [card.code for card in cards]


def _by_seat(pair: tuple[int, int]) -> dict[str, int]:
    return {seat.name: pair[seat] for seat in Seat}


def _result(outcome: Outcome | None) -> Answer | None:
    if outcome is None:
        return None
    winner = outcome.winner.name if outcome.winner is not None else None
    return {"winner": winner, "game_points": outcome.game_points}


_KINDS: dict[str, Callable[[Ruleset, object, object], Answer]] = {
    "trick": _trick,
    "follow": _follow,
    "deal": _deal,
    "score": _score,
    "match": _match,
    "replay": _replay,
    **dict.fromkeys(TABLE_KINDS, _table),
}
