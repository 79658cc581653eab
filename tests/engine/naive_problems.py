"""The second opinion on rule problems: what is right, found by trying everything with the naive referee.

Reads the question by itself, from the text of ``engine/RULES.md``; shares nothing with the makers and the marking.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from engine.ruleset import parse
from tests.engine import naive_referee as naive

Ask = dict[str, Any]
PACK = [rank + suit for suit in "CDHS" for rank in "ATKQJ9"]


def state_of(text: str, rules: str) -> naive.State:
    """Read a position; the tricks taken are not told, so there is no history."""
    hands, stock, trump, turn, score, closed, match, _shown = text.split(" ")
    face_down, _, turned = stock.partition(".")
    sides = dict(zip("AB", hands.split("/"), strict=True))
    numbers = {who: [int(n) for n in side.split(".")] for who, side in zip("AB", score.split("/"), strict=True)}
    announced = turn[2] if turn[1:2] == "=" else None
    led = turn.partition(":")[2] or None
    shut = dict(zip("AB", closed[2:].split("/"), strict=True)) if closed != "-" else None
    return {
        "switches": parse(rules).switches(),
        "dealer": match[0],
        "trump": trump,
        "hands": {who: codes(hand) for who, hand in sides.items()},
        "stock": codes(face_down),
        "turned": turned or None,
        "on_lead": turn[0],
        "led": led,
        "before_draw": turn.endswith("!"),
        "counted": {who: each[0] for who, each in numbers.items()},
        "pending": {who: each[2] for who, each in numbers.items()},
        "tricks": {who: each[1] for who, each in numbers.items()},
        "history": [],
        "announced": announced,
        "closed_by": closed[0] if shut else None,
        "tricks_at_close": shut and {who: int(side.split(".")[1]) for who, side in shut.items()},
        "points_at_close": shut and {who: int(side.split(".")[0]) for who, side in shut.items()},
        "outcome": None,
    }


def codes(text: str) -> list[str]:
    """Cards one after another; none for a dash."""
    return [] if text in ("-", "") else [text[at : at + 2] for at in range(0, len(text), 2)]


def action_of(text: str) -> naive.Action:
    """Read an action."""
    by, sign, rest = text[0], text[1], text[2:]
    kinds = {":": "play", "!": "draw", "=": "announce", "~": "exchange", "@": "close", "*": "claim"}
    return (kinds[sign], by, rest) if rest else (kinds[sign], by)


def after(ask: Ask, rules: str | None = None) -> naive.State:
    """The position after what the question tells."""
    state = state_of(ask["position"], rules or ask["ruleset"])
    for text in ask.get("actions", ()):
        state = naive.apply(state, action_of(text))
    return state


def answers(ask: Ask) -> list[dict[str, Any]]:
    """Every right answer of a question about rules."""
    return FINDERS[ask["kind"]](ask)


def _legal(ask: Ask) -> list[dict[str, Any]]:
    return [{"cards": playable(after(ask))}]


def playable(state: naive.State) -> list[str]:
    """The cards that A may put down, by trying each."""
    hand = state["hands"]["A"]
    return [card for card in PACK if card in hand and naive.reason(state, ("play", "A", card)) == "ok"]


def _who(ask: Ask) -> list[dict[str, Any]]:
    if "trick" in ask:
        trick = ask["trick"]
        taken = naive.answer_wins(trick["led"], trick["answer"], trick["trump"])
        return [{"who": naive.other(trick["leader"]) if taken else trick["leader"]}]
    state = after(ask)
    if ask["ask"] == "turned_card":
        return [{"who": naive.other(state["on_lead"])}]
    if ask["ask"] in ("leads", "plays", "draws_first"):
        return [{"who": naive.to_act(state)}]
    winner, points = naive.result(state)
    if ask["ask"] == "deals":
        dealer, winner_deals = state["dealer"], state["switches"]["next_dealer"] == "winner"
        return [{"who": dealer if winner is None else winner if winner_deals else naive.other(dealer)}]
    return [{"who": _game(ask, state, winner, points)}]


def _game(ask: Ask, state: naive.State, winner: str, points: int) -> str:
    score = dict(zip("AB", (int(n) for n in ask["position"].split(" ")[6][1:].split("-")), strict=True))
    switches = state["switches"]
    if switches["count"] == "down":
        return winner if score[winner] - points <= 0 else "none"
    return winner if score[winner] + points >= switches["target"] else "none"


def _count(ask: Ask) -> list[dict[str, Any]]:
    return [{"number": _number(ask)}]


def _number(ask: Ask) -> int:
    what = ask["of"]
    if what == "trick":
        return naive.points_of(ask["trick"]["led"]) + naive.points_of(ask["trick"]["answer"])
    if what == "cards":
        return sum(naive.points_of(card) for card in ask["cards"])
    state = after(ask)
    if "action" in ask:
        state = naive.apply(state, action_of(ask["action"]))
    if what == "hand":
        return sum(naive.points_of(card) for card in state["hands"]["A"])
    if what == "stock":
        return len(state["stock"]) + (state["turned"] is not None)
    if what == "need":
        return naive.GOAL - state["counted"]["A"]
    if what == "left":
        lying = [*state["hands"]["A"], *state["hands"]["B"], *state["stock"], state["turned"], state["led"]]
        return sum(naive.points_of(card) for card in lying if card)
    assert what == "after"
    return state["counted"]["A"]


def _order(ask: Ask) -> list[dict[str, Any]]:
    return [{"order": sorted(ask["cards"], key=naive.strength, reverse=True)}]


def _act(ask: Ask) -> list[dict[str, Any]]:
    state = after(ask)
    legal = [text for text in ask["options"] if text != "none" and naive.reason(state, action_of(text)) == "ok"]
    if ask["ask"] == "claim":
        legal = ["A*"] if legal and naive.totals(state)["A"] >= naive.GOAL else []
    return [{"act": text} for text in legal or ["none"]]


def _score(ask: Ask) -> list[dict[str, Any]]:
    winner, points = naive.result(after(ask))
    return [{"winner": winner, "points": points}]


def _spot(ask: Ask) -> list[dict[str, Any]]:
    state = state_of(ask["position"], ask["ruleset"])
    for line, text in enumerate(ask["actions"]):
        why = naive.reason(state, action_of(text))
        if why != "ok":
            return [{"line": line, "reason": why}]
        state = naive.apply(state, action_of(text))
    return []


def _unseen(ask: Ask) -> list[dict[str, Any]]:
    """What is neither held, nor turned up, nor led, nor gone with a trick that is told, nor shown by the opponent."""
    state = after(ask)
    seen = [*state["hands"]["A"], state["turned"], state["led"], *gone(ask, state), *known(ask, state)]
    return [{"cards": [card for card in pack(state) if card not in seen]}]


def pack(state: naive.State) -> list[str]:
    """The cards of the ruleset."""
    return [card for card in PACK if state["switches"]["deck"] == 24 or card[0] != "9"]


def gone(ask: Ask, state: naive.State) -> list[str]:
    """The cards of the tricks: those told before the position, and those since."""
    told = [card for led, answer, _ in ask.get("tricks", ()) for card in (led, answer)]
    return told + [card for led, answer, _ in state["history"] for card in (led, answer)]


def known(ask: Ask, state: naive.State) -> list[str]:
    """The cards of B that both players have seen: shown before the position or since."""
    shown = ask["position"].split(" ")[7].partition(".")[0]
    seen = {item[1:] for item in shown.split(",") if item[0] == "B"}
    now = state_of(ask["position"], ask["ruleset"])
    for text in ask.get("actions", ()):
        before, now = now, naive.apply(now, action_of(text))
        if text[:2] == "B=":
            seen |= {"K" + text[2], "Q" + text[2]}
        if text.startswith("B~"):
            seen.add(before["turned"])
        if text.endswith("!") and before["turned"] and not now["turned"] and before["on_lead"] == "A":
            seen.add(before["turned"])
    if now["announced"] and now["on_lead"] == "B":
        seen |= {"K" + now["announced"], "Q" + now["announced"]}
    return [card for card in seen if card in state["hands"]["B"]]


def _pick(ask: Ask) -> list[dict[str, Any]]:
    if "order" in ask["statements"][0]:
        return [{"statement": item["key"]} for item in ask["statements"] if _stands(ask, item["order"])]
    certain = set.intersection(*(set(hand) for hand in hands_of_b(ask)))
    return [{"statement": item["key"]} for item in ask["statements"] if item["holds"] in certain]


def _stands(ask: Ask, order: list[str]) -> bool:
    state = after(ask)
    for text in order:
        if naive.reason(state, action_of(text)) != "ok":
            return False
        state = naive.apply(state, action_of(text))
    return True


def hands_of_b(ask: Ask) -> list[list[str]]:
    """Every hand of B with which the whole record could have been played: the record is played with each of them."""
    state = after(ask)
    unseen = _unseen(ask)[0]["cards"]
    sure = known(ask, state)
    found = []
    for chosen in combinations(unseen, len(state["hands"]["B"]) - len(sure)):
        if not ask.get("actions") or state["closed_by"] is None or _could_be(ask, state, [*sure, *chosen]):
            found.append([*sure, *chosen])
    assert found
    return found


def _could_be(ask: Ask, end: naive.State, hand: list[str]) -> bool:
    start = state_of(ask["position"], ask["ruleset"])
    put_down = [card for card in start["hands"]["B"] if card not in end["hands"]["B"]]
    start["hands"]["B"] = [*hand, *put_down]
    for text in ask["actions"]:
        if naive.reason(start, action_of(text)) != "ok":
            return False
        start = naive.apply(start, action_of(text))
    return True


def _diff(ask: Ask) -> list[dict[str, Any]]:
    first, second = (_under(ask, rules) for rules in ask["rulesets"])
    return [{"a": first, "b": second}]


def _under(ask: Ask, rules: str) -> str:
    state = after(ask, rules)
    what = ask["ask"]
    if what == "legal":
        return " ".join(playable(state))
    if what == "score":
        winner, points = naive.result(state)
        return f"{winner}{points}" if winner else "0"
    tries: list[naive.Action] = [("announce", "A", suit) for suit in "CDHS"]
    if what != "announce":
        tries = [(what, "A")]
    return "yes" if any(naive.reason(state, action) == "ok" for action in tries) else "no"


FINDERS = {
    "legal": _legal,
    "who": _who,
    "count": _count,
    "order": _order,
    "act": _act,
    "score": _score,
    "spot": _spot,
    "unseen": _unseen,
    "pick": _pick,
    "diff": _diff,
}
