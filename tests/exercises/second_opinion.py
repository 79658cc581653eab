"""Which answers are right, found without the engine's rules: by the naive referee and by plain minimax.

Only the reading of positions and the search through plain positions are shared; what is legal, who wins and what a deal
pays is asked of ``tests.engine.naive_referee``, which was written from the rule book alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.deal import Deal
from engine.history import replay
from engine.notation import read, read_action
from engine.ruleset import Ruleset, parse
from engine.seats import Seat
from tests.engine import naive_referee as naive
from tests.engine.plain_search import plain_table
from tests.engine.second_opinion import naive_action
from tutor.content.conditions import holds

Data = Mapping[str, Any]
Answer = Mapping[str, Any]


def is_right(data: Data, rules: Ruleset, answer: Answer) -> bool:
    """Whether an answer to an exercise is right."""
    return bool(OPINIONS[data["kind"]](data, rules, answer))


# -- positions -----------------------------------------------------------------------------------------------------


def deal_of(data: Data, rules: Ruleset) -> Deal:
    """The position as the notation reads; unknown cards in canonical order."""
    position = read(data["position"], rules)
    return position if isinstance(position, Deal) else position.fill(position.unseen)


def state_of(deal: Deal) -> naive.State:
    """A position in the words of the naive referee."""
    shut = deal.closing
    return {
        "switches": deal.ruleset.switches(),
        "dealer": deal.dealer.name,
        "trump": deal.trump.value,
        "hands": {seat.name: [card.code for card in deal.hands[seat]] for seat in Seat},
        "stock": [card.code for card in deal.stock],
        "turned": deal.turned.code if deal.turned else None,
        "on_lead": deal.on_lead.name,
        "led": deal.led.code if deal.led else None,
        "before_draw": deal.before_draw,
        "counted": {seat.name: deal.counted[seat] for seat in Seat},
        "pending": {seat.name: deal.pending[seat] for seat in Seat},
        "tricks": {seat.name: deal.tricks[seat] for seat in Seat},
        "history": [["", "", ""]] * sum(deal.tricks),
        "announced": deal.announced.value if deal.announced else None,
        "closed_by": shut.by.name if shut else None,
        "tricks_at_close": {seat.name: shut.tricks[seat] for seat in Seat} if shut else None,
        "points_at_close": {seat.name: shut.counted[seat] for seat in Seat} if shut else None,
        "outcome": None,
    }


def state_after(data: Data, rules: Ruleset) -> naive.State:
    """The position after the record."""
    state = state_of(deal_of(data, rules))
    for text in data.get("actions", ()):
        state = naive.apply(state, naive_action(read_action(text)))
    return state


def allowed(state: naive.State, text: str) -> bool:
    """Whether an action stands."""
    return naive.reason(state, naive_action(read_action(text))) == "ok"


def end_state(end: Data, rules: Ruleset) -> naive.State:
    """The end of a deal that is told by counts."""
    closed = end.get("closed")
    sides = dict.fromkeys("AB", 0)
    return {
        "switches": rules.switches(),
        "hands": {"A": [], "B": []},
        "stock": [],
        "turned": None,
        "on_lead": end["by"],
        "led": None,
        "counted": dict(zip("AB", end["points"], strict=True)),
        "pending": dict(sides),
        "tricks": dict(zip("AB", end["tricks"], strict=True)),
        "closed_by": closed["by"] if closed else None,
        "tricks_at_close": dict(zip("AB", closed["tricks"], strict=True)) if closed else None,
        "points_at_close": dict(zip("AB", closed["points"], strict=True)) if closed else None,
        "outcome": None,
    }


def paid(data: Data, rules: Ruleset) -> tuple[str, int]:
    """Who wins the deal, and how many game points."""
    if "end" not in data:
        found = naive.result(state_after(data, rules))
        assert found is not None
    else:
        end = data["end"]
        state = end_state(end, rules)
        if end["how"] == "claim":
            state["hands"] = {"A": ["??"], "B": ["??"]}  # cards are left, so no points for a last trick
            spoken = rules.claim_mode == "spoken"
            found = naive.claim_result(state, end["by"]) if spoken else naive.right_result(state, end["by"])
        else:
            found = _played(state, rules)
    winner, points = found
    return winner or "none", points


def _played(state: naive.State, rules: Ruleset) -> tuple[str | None, int]:
    if rules.claim_mode == "automatic":
        for player, points in naive.totals(state).items():
            if points >= naive.GOAL:
                return naive.right_result(state, player)
    return naive.played_out_result(state)


def points(cards: str) -> int:
    """The points of some cards."""
    return sum(naive.points_of(cards[at : at + 2]) for at in range(0, len(cards), 2))


# -- kinds ---------------------------------------------------------------------------------------------------------


def _play(data: Data, rules: Ruleset, answer: Answer) -> bool:
    deal, card, goal = deal_of(data, rules), answer["card"], data["goal"]
    state = state_of(deal)
    if not allowed(state, f"A:{card}"):
        return False
    if goal == "legal":
        return True
    if goal == "best":
        worth = {action.card.code: value for action, value in plain_table(deal).items() if hasattr(action, "card")}
        return worth[card] == max(worth.values())
    if goal == "sure":
        hidden = [*state["hands"]["B"], *state["stock"]]
        return not any(naive.answer_wins(card, other, state["trump"]) for other in hidden)
    wins = naive.answer_wins(state["led"], card, state["trump"])
    if wins is not goal.startswith("win"):
        return False
    alike = [
        held
        for held in state["hands"]["A"]
        if allowed(state, f"A:{held}") and naive.answer_wins(state["led"], held, state["trump"]) is wins
    ]
    return goal == "win" or naive.points_of(card) == min(naive.points_of(held) for held in alike)


def _legal(data: Data, rules: Ruleset, answer: Answer) -> bool:
    state = state_of(deal_of(data, rules))
    return set(answer["cards"]) == {card for card in state["hands"]["A"] if allowed(state, f"A:{card}")}


def _who(data: Data, rules: Ruleset, answer: Answer) -> bool:
    ask = data["ask"]
    if ask == "game":
        return bool(answer["who"] == game_winner(data, rules))
    if ask == "plays":
        return bool(answer["who"] == naive.to_act(state_after(data, rules)))
    if ask == "leads_first":
        return bool(answer["who"] == naive.other(data["dealer"]))
    if ask == "deals_next":
        winner, dealer = data.get("deal_winner", ""), data["dealer"]
        takes_turns = rules.next_dealer == "alternate"
        return bool(answer["who"] == (dealer if not winner else naive.other(dealer) if takes_turns else winner))
    if "trick" in data:
        trick = data["trick"]
        second = naive.answer_wins(trick["led"], trick["answer"], trick["trump"])
        winner = naive.other(trick["leader"]) if second else trick["leader"]
    else:
        winner = state_of(deal_of(data, rules))["on_lead"]
    return bool(answer["who"] == (naive.other(winner) if ask == "turned_card" else winner))


def game_winner(data: Data, rules: Ruleset) -> str:
    """Who has won the game after the deal that the record ends; the score before it stands in the position."""
    winner, points_won = paid(data, rules)
    score = dict(zip("AB", deal_of(data, rules).score, strict=True))
    if winner in score:
        score[winner] += -points_won if rules.count == "down" else points_won
    there = [who for who, mine in score.items() if (mine <= 0 if rules.count == "down" else mine >= rules.target)]
    return there[0] if there else "none"


def _count(data: Data, rules: Ruleset, answer: Answer) -> bool:
    return bool(answer["number"] == counted(data, rules))


def counted(data: Data, rules: Ruleset) -> int:
    """The number that is asked for."""
    of = data["of"]
    if of == "trick":
        return points(data["trick"]["led"] + data["trick"]["answer"])
    if of in ("cards", "taken"):
        return points(data["cards"])
    if of == "pack":
        return 4 * (11 + 10 + 4 + 3 + 2)
    if of == "hand_size":
        return {24: 6, 20: 5}[rules.deck]
    if of == "to_target":
        mine: int = data["score"][0]
        return mine if rules.count == "down" else rules.target - mine
    state = state_after(data, rules)
    if of == "after":
        state = naive.apply(state, naive_action(read_action(data["action"])))
    mine = state["counted"]["A"]
    return {
        "hand": lambda: points("".join(state["hands"]["A"])),
        "own": lambda: mine,
        "after": lambda: mine,
        "opponent": lambda: state["counted"]["B"],
        "need": lambda: max(0, 66 - mine),
        "final": lambda: naive.totals(state)["A"],
        "left": lambda: 120 - points("".join(gone(state, rules))),
        "stock": lambda: len(state["stock"]) + (state["turned"] is not None),
        "trumps_unseen": lambda: sum(card[1] == state["trump"] for card in unseen(data, rules)),
    }[of]()


def gone(state: naive.State, rules: Ruleset) -> list[str]:
    """The cards that lie in no hand, not in the stock and not on the table: those of the tricks."""
    placed = {*state["hands"]["A"], *state["hands"]["B"], *state["stock"], state["turned"], state["led"]}
    ranks = "9JQKTA" if rules.deck == 24 else "JQKTA"
    return [rank + suit for suit in "CDHS" for rank in ranks if rank + suit not in placed]


def _order(_data: Data, _rules: Ruleset, answer: Answer) -> bool:
    strengths = ["9JQKTA".index(code[0]) for code in answer["order"]]
    return strengths == sorted(strengths, reverse=True)


def _act(data: Data, rules: Ruleset, answer: Answer) -> bool:
    state, chosen, ask = state_after(data, rules), answer["act"], data.get("ask", "may")
    if ask == "why":
        return naive.reason(state, naive_action(read_action(data["action"]))) == chosen
    if ask == "claim":
        right = allowed(state, "A*") and naive.totals(state)["A"] >= 66
        return (chosen == "A*") is right
    if ask == "should":
        deal = replay(deal_of(data, rules), [read_action(text) for text in data.get("actions", ())]).deal
        worth = plain_table(deal)
        plays = [value for action, value in worth.items() if hasattr(action, "card")]
        value = max(plays) if chosen == "none" else worth.get(read_action(chosen), -9)
        return value == max(worth.values())
    legal = [option for option in data["options"] if option != "none" and allowed(state, option)]
    return chosen in legal if legal else chosen == "none"


def _score(data: Data, rules: Ruleset, answer: Answer) -> bool:
    return (answer["winner"], answer["points"]) == paid(data, rules)


def _spot(data: Data, rules: Ruleset, answer: Answer) -> bool:
    state = state_of(deal_of(data, rules))
    for line, text in enumerate(data["actions"]):
        reason = naive.reason(state, naive_action(read_action(text)))
        if reason != "ok":
            return (answer["line"], answer["reason"]) == (line, reason)
        state = naive.apply(state, naive_action(read_action(text)))
    return False


def unseen(data: Data, rules: Ruleset) -> set[str]:
    """The cards that lie in no place that the learner knows."""
    start = deal_of(data, rules)
    history = replay(start, [read_action(text) for text in data.get("actions", ())])
    deal = history.deal
    shown = {card.code for seat, card in deal.shown if seat is Seat.B}
    if deal.announced and deal.on_lead is Seat.B and deal.led is None:
        shown |= {"K" + deal.announced.value, "Q" + deal.announced.value}
    hidden = {card.code for card in (*deal.hands[Seat.B], *deal.stock)}
    return hidden - shown


def _unseen(data: Data, rules: Ruleset, answer: Answer) -> bool:
    return set(answer["cards"]) == unseen(data, rules)


def _pick(data: Data, rules: Ruleset, answer: Answer) -> bool:
    chosen = next(item for item in data["statements"] if item["key"] == answer["statement"])
    return claim_holds(data, rules, chosen)


def claim_holds(data: Data, rules: Ruleset, item: Data) -> bool:
    """Whether a sentence is true."""
    if "beats" in item:
        return naive.answer_wins(item["beats"]["led"], item["beats"]["answer"], data["trump"])
    if "trumps" in item:
        state = state_of(deal_of(data, rules))
        return sum(card[1] == state["trump"] for card in state["hands"]["A"]) == item["trumps"]
    if "legal" in item:
        return allowed(state_after(data, rules), item["legal"])
    if "refused" in item:
        return not allowed(state_after(data, rules), item["refused"])
    if "count" in item:
        return counted({**data, **item["count"]}, rules) == item["count"]["number"]
    if "outcome" in item:
        return (item["outcome"]["winner"], item["outcome"]["points"]) == paid(data, rules)
    if "holds" in item:
        return _place(data, rules, item["holds"]) == "opponent"
    if "order" in item:
        state = state_after(data, rules)
        for text in item["order"]:
            if not allowed(state, text):
                return False
            state = naive.apply(state, naive_action(read_action(text)))
        return True
    if "rules" in item:
        return any(holds(part.strip(), rules) for part in item["rules"].split(" or "))
    if "duties" in item:
        return duty(state_of(deal_of(data, rules))) in item["duties"]
    return _place(data, rules, item["place"]["card"]) == item["place"]["where"]


def _place(data: Data, rules: Ruleset, card: str) -> str:
    state = state_of(deal_of(data, rules))
    if card in state["hands"]["A"]:
        return "hand"
    if card in (state["turned"], state["led"]):
        return "table"
    if card not in (*state["hands"]["B"], *state["stock"]):
        return "gone"
    return "unseen" if card in unseen(data, rules) and state["stock"] else "opponent"


def duty(state: naive.State) -> str:
    """The fact that decides what may be answered, from what may be and what is held."""
    hand = state["hands"]["A"]
    legal = [card for card in hand if allowed(state, f"A:{card}")]
    led, trump = state["led"], state["trump"]
    same = [card for card in hand if card[1] == led[1]]
    if not naive.is_strict(state):
        return "free"
    if same:
        if set(legal) == set(same):
            higher = any(naive.answer_wins(led, card, trump) for card in same)
            return "head" if higher and state["switches"]["strict_head"] else _follow(state)
        return "head" if len(legal) < len(same) else "no_duty"
    if set(legal) == set(hand):
        return "nothing" if not any(card[1] == trump for card in hand) else "no_duty"
    return "trump"


def _follow(state: naive.State) -> str:
    return "follow_lower" if state["switches"]["strict_head"] else "follow"


def _line(data: Data, rules: Ruleset, answer: Answer) -> bool:
    """Plain minimax along the whole line: the learner drops nothing, and the deal comes to its end."""
    deal = deal_of(data, rules)
    worth = max(plain_table(deal).values()) if deal.to_act is Seat.A else -max(plain_table(deal).values())
    from tutor.exercises.kinds import make

    walk = make(data, rules).walk(tuple(answer["actions"]))  # type: ignore[attr-defined]
    found = naive.result(state_from(walk.history.start, [*walk.history.actions]))
    if walk.refused or found is None:
        return False
    winner, pays = found
    return worth == (0 if winner is None else pays if winner == "A" else -pays)


def state_from(start: Deal, actions: list[Any]) -> naive.State:
    """A position after actions of the engine."""
    state = state_of(start)
    for action in actions:
        state = naive.apply(state, naive_action(action))
    return state


def _diff(data: Data, _rules: Ruleset, answer: Answer) -> bool:
    for side, text in zip("ab", data["rulesets"], strict=True):
        rules = parse(text)
        if data["ask"] == "score":
            winner, pays = paid(data, rules)
            right = "0" if winner == "none" else f"{winner}{pays}"
        else:
            right = _may(data, rules)
        if answer[side] != right:
            return False
    return True


def _may(data: Data, rules: Ruleset) -> str:
    """What may be done under one ruleset: the cards, or yes or no."""
    state, ask = state_after(data, rules), data["ask"]
    if ask == "legal" and "action" not in data:
        return " ".join(card for card in state["hands"]["A"] if allowed(state, f"A:{card}"))
    tried = {"announce": [f"A={suit}" for suit in "CDHS"], "exchange": ["A~"], "close": ["A@"], "claim": ["A*"]}
    return "yes" if any(allowed(state, text) for text in tried.get(ask) or [data["action"]]) else "no"


OPINIONS: dict[str, Callable[[Data, Ruleset, Answer], bool]] = {
    "play": _play,
    "legal": _legal,
    "who": _who,
    "count": _count,
    "order": _order,
    "act": _act,
    "score": _score,
    "spot": _spot,
    "unseen": _unseen,
    "pick": _pick,
    "line": _line,
    "diff": _diff,
}
