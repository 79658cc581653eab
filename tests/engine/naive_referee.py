"""The second opinion: a naive referee for one deal of the Sixty-Six family.

Written from the rule book alone (RULEBOOK.md, RULES.md, CONTRACT.md section 3), to be
played side by side with the real engine in tests.  It shares no code and no ideas with the
engine, imports nothing of the project and must never import it: where the two disagree, one
of them has misread the rules.

Slow and simple on purpose.  Cards are two letters, rank and suit ("KH", "TD"); players are
"A" and "B"; the switches are a plain dict with the names of RULES.md section 5; a state is a
plain dict, and no function changes the one it is given.  Clause names of the rule book, such
as `claim.when`, stand in the comments.

Actions are tuples:

    ("play", by, card)   ("draw", by)              ("announce", by, suit)
    ("exchange", by)     ("exchange", by, give)    ("close", by)    ("claim", by)

Keys of a state:

    switches, dealer, trump
    hands            {"A": [...], "B": [...]}; a card on the table is in no hand
    stock            face-down cards, from the top
    turned           the face-up trump; kept after a closing, None once drawn
    on_lead          who leads, or has led, the present trick (after the last: who won it)
    led              the card on the table, or None
    before_draw      a trick has been won and its draw is still to come; False after a closing
    counted          points that count already; never with the last-trick 10
    pending          points of announced marriages that wait for a trick
    tricks           number of tricks won
    history          finished tricks as [led card, answer, winner]
    announced        suit of the marriage announced on this lead, until the trick is complete
    closed_by        who closed, or None
    tricks_at_close, points_at_close   both sides' tricks and points then, or None
    outcome          (winner or None, game points) once the deal has ended, else None
"""

from copy import deepcopy
from typing import Any

State = dict[str, Any]
Switches = dict[str, Any]
Action = tuple[str, ...]
Result = tuple[str | None, int]

PLAYERS = ("A", "B")
SUITS = "CDHS"
RANKS_FROM_LOW = "9JQKTA"
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
GOAL = 66
LAST_TRICK_BONUS = 10


# --- small questions about cards and states ----------------------------------------------


def other(player: str) -> str:
    """The opponent."""
    return "B" if player == "A" else "A"


def rank_of(card: str) -> str:
    """The first letter of a card."""
    return card[0]


def suit_of(card: str) -> str:
    """The second letter of a card."""
    return card[1]


def strength(card: str) -> int:
    """The place of a card within its own suit, 0 for the lowest (`cards.rank`)."""
    return RANKS_FROM_LOW.index(rank_of(card))


def points_of(card: str) -> int:
    """What a card is worth (`cards.value`)."""
    return CARD_POINTS[rank_of(card)]


def answer_wins(led: str, answer: str, trump: str) -> bool:
    """Does the second card of the trick win it (`trick.win`, `trick.other`)?"""
    if suit_of(answer) == suit_of(led):
        return strength(answer) > strength(led)
    return suit_of(answer) == trump


def lowest_trump(state: State) -> str:
    """The card that may be exchanged (`exchange.card`)."""
    return str(state["switches"]["exchange_card"]) + str(state["trump"])


def to_act(state: State) -> str:
    """Who has to lead or to answer."""
    on_lead: str = state["on_lead"]
    return on_lead if state["led"] is None else other(on_lead)


def stock_used_up(state: State) -> bool:
    """Is nothing left in the stock, not even the face-up trump?"""
    return state["turned"] is None and not state["stock"]


def is_strict(state: State) -> bool:
    """Do the strict rules hold (`strict.start`, `close.effect`)?"""
    return state["closed_by"] is not None or stock_used_up(state)


def cards_left_with_full_hands(state: State) -> int:
    """Cards in the stock with the face-up trump, as if both players had drawn (`close.count`)."""
    left = len(state["stock"])
    if state["turned"] is not None:
        left += 1
    cards_held = len(state["hands"]["A"]) + len(state["hands"]["B"])
    if state["led"] is not None:
        cards_held += 1  # the leader is not short of a card: it lies on the table
    missing = 2 * state["switches"]["hand"] - cards_held
    return max(0, left - missing)


def is_first_trick(state: State) -> bool:
    """Has nobody won a trick yet?"""
    return state["tricks"]["A"] + state["tricks"]["B"] == 0


def all_played(state: State) -> bool:
    """Have both hands been played out, with no card on the table?"""
    return not state["hands"]["A"] and not state["hands"]["B"] and state["led"] is None


def no_lead_since_closing(state: State) -> bool:
    """Has the stock been closed, and nobody has led a card since?"""
    if state["closed_by"] is None or state["led"] is not None:
        return False
    now = state["tricks"]["A"] + state["tricks"]["B"]
    then = state["tricks_at_close"]["A"] + state["tricks_at_close"]["B"]
    return bool(now == then)


def totals(state: State) -> dict[str, int]:
    """Counted points, with the last-trick 10 where it is due (`end.bonus`, `close.bonus`)."""
    sums = {player: int(state["counted"][player]) for player in PLAYERS}
    if (
        state["switches"]["last_trick"] == "plus10_if_stock_exhausted"
        and state["closed_by"] is None
        and stock_used_up(state)
        and all_played(state)
    ):
        sums[state["on_lead"]] += LAST_TRICK_BONUS
    return sums


# --- the deal ----------------------------------------------------------------------------


def start(switches: Switches, pack: list[str], dealer: str) -> State:
    """Deal: non-dealer, dealer, the face-up trump, then the stock from the top."""
    size = switches["hand"]
    if len(pack) != switches["deck"] or len(set(pack)) != len(pack):
        raise ValueError("the pack does not have the cards that it should have")
    leader = other(dealer)
    turned = pack[2 * size]
    return {
        "switches": deepcopy(switches),
        "dealer": dealer,
        "trump": suit_of(turned),
        "hands": {leader: list(pack[:size]), dealer: list(pack[size : 2 * size])},
        "stock": list(pack[2 * size + 1 :]),
        "turned": turned,
        "on_lead": leader,
        "led": None,
        "before_draw": False,
        "counted": {"A": 0, "B": 0},
        "pending": {"A": 0, "B": 0},
        "tricks": {"A": 0, "B": 0},
        "history": [],
        "announced": None,
        "closed_by": None,
        "tricks_at_close": None,
        "points_at_close": None,
        "outcome": None,
    }


def finished(state: State) -> bool:
    """Has the deal really ended?  Not while the winner of the last trick may still claim."""
    return state["outcome"] is not None


def result(state: State) -> Result | None:
    """(winner, game points) of an ended deal, or of one that is played out and not claimed."""
    if state["outcome"] is not None:
        winner, game_points = state["outcome"]
        return winner, game_points
    if all_played(state):
        return played_out_result(state)
    return None


# --- what is allowed ---------------------------------------------------------------------


def reason(state: State, action: Action) -> str:
    """Return "ok", or the reason code; of several the first in the order of CONTRACT.md section 3."""
    kind, by = action[0], action[1]
    if kind == "play":
        return reason_play(state, by, action[2])
    if kind == "draw":
        return reason_draw(state, by)
    if kind == "announce":
        return reason_announce(state, by, action[2])
    if kind == "exchange":
        give = action[2] if len(action) > 2 else lowest_trump(state)
        return reason_exchange(state, by, give)
    if kind == "close":
        return reason_close(state, by)
    if kind == "claim":
        return reason_claim(state, by)
    raise ValueError(f"not an action: {action!r}")


def reason_play(state: State, by: str, card: str) -> str:
    """Leading or answering."""
    switches = state["switches"]
    hand = state["hands"][by]
    led = state["led"]
    # 1
    if finished(state) or all_played(state):
        return "deal_over"
    # 3
    if by != to_act(state):
        return "not_your_turn"
    if led is None and state["before_draw"]:  # open.wait
        return "draw_first"
    # 5
    if card not in hand:
        return "card_not_held"
    # 6
    if led is None:
        return reason_lead(state, card)
    if not is_strict(state):  # open.free
        return "ok"
    same_suit = [held for held in hand if suit_of(held) == suit_of(led)]
    higher = [held for held in same_suit if strength(held) > strength(led)]
    trumps = [held for held in hand if suit_of(held) == state["trump"]]
    if switches["strict_follow"] and same_suit and card not in same_suit:
        return "must_follow"
    if switches["strict_head"] and higher and card not in higher:
        return "must_head"
    if switches["strict_trump"] and not same_suit and trumps and card not in trumps:
        return "must_trump"
    return "ok"


def reason_lead(state: State, card: str) -> str:
    """Any card may be led, except after announcing (`trick.lead`, `marriage.lead`)."""
    suit = state["announced"]
    if suit is not None:
        if card not in ("K" + suit, "Q" + suit):
            return "must_lead_from_pair"
        if state["switches"]["meld_lead_card"] == "king" and card != "K" + suit:
            return "must_lead_king"
    return "ok"


def reason_draw(state: State, by: str) -> str:
    """A draw with nothing to draw is allowed and changes nothing."""
    # 1
    if finished(state):
        return "deal_over"
    # 3
    if by != to_act(state):
        return "not_your_turn"
    return "ok"


def reason_announce(state: State, by: str, suit: str) -> str:
    """Announcing a marriage (section 5 of the rule book)."""
    switches = state["switches"]
    # 1
    if finished(state) or all_played(state):
        return "deal_over"
    # 2
    if state["closed_by"] is not None and not switches["meld_after_close"]:
        return "stock_closed"
    if stock_used_up(state) and not switches["meld_after_stock"]:
        return "stock_exhausted"
    # 3
    if state["led"] is not None:
        return "mid_trick"
    if by != state["on_lead"]:
        return "not_on_lead"
    if state["before_draw"]:
        return "draw_first"
    # 4
    if is_first_trick(state) and switches["meld_first_lead"] == "forbidden":
        return "first_trick"
    if state["announced"] is not None:
        return "one_marriage_per_lead"
    # 5
    if "K" + suit not in state["hands"][by] or "Q" + suit not in state["hands"][by]:
        return "no_pair"
    return "ok"


def reason_exchange(state: State, by: str, give: str) -> str:
    """Exchanging the lowest trump (section 6 of the rule book, and `close.exchange`)."""
    switches = state["switches"]
    # close.exchange.other: no turn to lead, no full hand and no trick is needed
    against_closer = (
        bool(switches["exchange_by_other_on_close"])
        and no_lead_since_closing(state)
        and by == other(state["closed_by"])
    )
    # 1
    if finished(state) or all_played(state):
        return "deal_over"
    # 2
    if state["closed_by"] is not None and not against_closer:
        return "stock_closed"
    if stock_used_up(state):
        return "stock_exhausted"
    if not against_closer:
        # 3
        if state["led"] is not None:
            may_answer_first = bool(switches["exchange_off_lead"]) and by == to_act(state)
            if not may_answer_first:
                return "mid_trick"
        else:
            if by != state["on_lead"]:
                return "not_on_lead"
            if state["before_draw"]:
                return "draw_first"
        # 4
        if switches["exchange_needs_trick"] and state["tricks"][by] == 0:
            return "no_trick_yet"
    if cards_left_with_full_hands(state) < switches["exchange_min_talon"]:
        return "talon_too_small"
    # 5
    if switches["exchange_any_trump"]:
        if suit_of(give) != state["trump"]:
            return "not_lowest_trump"
    elif give != lowest_trump(state):
        return "not_lowest_trump"
    if give not in state["hands"][by]:
        return "card_not_held"
    return "ok"


def reason_close(state: State, by: str) -> str:
    """Closing the stock (section 11 of the rule book)."""
    switches = state["switches"]
    # 1
    if not switches["close"]:
        return "no_closing_in_ruleset"
    if finished(state) or all_played(state):
        return "deal_over"
    # 2
    if state["closed_by"] is not None:
        return "already_closed"
    if stock_used_up(state):
        return "stock_exhausted"
    # 3
    if state["led"] is not None:
        return "mid_trick"
    if by != state["on_lead"]:
        return "not_on_lead"
    if state["before_draw"] and not switches["close_before_draw"]:
        return "draw_first"
    # 4
    if is_first_trick(state) and not switches["close_first_lead"]:
        return "first_trick"
    if cards_left_with_full_hands(state) < switches["close_min_talon"]:
        return "talon_too_small"
    if state["announced"] is not None and not switches["meld_then_close_same_lead"]:
        return "close_before_announcing"
    return "ok"


def reason_claim(state: State, by: str) -> str:
    """Claiming 66 (`claim.when`, `claim.last`): from one's own trick until one leads."""
    # 1
    if state["switches"]["claim_mode"] != "spoken":
        return "no_claims_in_ruleset"
    if finished(state):
        return "deal_over"
    # 3
    if by != state["on_lead"] or state["led"] is not None or state["tricks"][by] == 0:
        return "claim_not_now"
    return "ok"


def legal_actions(state: State) -> list[Action]:
    """Every legal action of both players, sorted.

    Left out: draws that would change nothing, and exchanges that name their card.
    """
    candidates: list[Action] = []
    for by in PLAYERS:
        candidates.extend(("play", by, card) for card in state["hands"][by])
        candidates.extend(("announce", by, suit) for suit in SUITS)
        candidates.extend([("exchange", by), ("close", by), ("claim", by)])
        if state["before_draw"]:
            candidates.append(("draw", by))
    return sorted(action for action in candidates if reason(state, action) == "ok")


# --- what an action does -----------------------------------------------------------------


def apply(state: State, action: Action) -> State:
    """The state after a legal action; the state given stays as it is."""
    verdict = reason(state, action)
    if verdict != "ok":
        raise ValueError(f"{action!r} is refused: {verdict}")
    new = deepcopy(state)
    kind, by = action[0], action[1]
    if kind == "play":
        do_play(new, by, action[2])
    elif kind == "draw":
        do_draw(new)
    elif kind == "announce":
        do_announce(new, by, action[2])
    elif kind == "exchange":
        do_exchange(new, by, action[2] if len(action) > 2 else lowest_trump(new))
    elif kind == "close":
        do_close(new, by)
    elif kind == "claim":
        new["outcome"] = claim_result(new, by)
    return new


def do_play(new: State, by: str, card: str) -> None:
    """Put a card on the table; the second one completes the trick."""
    new["hands"][by].remove(card)
    led = new["led"]
    if led is None:
        new["led"] = card
        return
    winner = by if answer_wins(led, card, new["trump"]) else other(by)
    new["counted"][winner] += points_of(led) + points_of(card)
    new["counted"][winner] += new["pending"][winner]  # marriage.count.wait: any trick will do
    new["pending"][winner] = 0
    new["tricks"][winner] += 1
    new["history"].append([led, card, winner])
    new["led"] = None
    new["announced"] = None
    new["on_lead"] = winner  # trick.next
    new["before_draw"] = new["closed_by"] is None and not stock_used_up(new)
    if new["switches"]["claim_mode"] == "automatic":
        if totals(new)[winner] >= GOAL:  # claim.auto
            new["outcome"] = right_result(new, winner)
        elif all_played(new):
            new["outcome"] = played_out_result(new)


def do_draw(new: State) -> None:
    """Both players draw, first the winner of the trick (`open.draw`, `open.last`)."""
    if not new["before_draw"]:
        return
    for player in (new["on_lead"], other(new["on_lead"])):
        if new["stock"]:
            new["hands"][player].append(new["stock"].pop(0))
        else:
            new["hands"][player].append(new["turned"])
            new["turned"] = None
    new["before_draw"] = False


def do_announce(new: State, by: str, suit: str) -> None:
    """20, or 40 in trumps; without a trick the points wait, where the ruleset says so."""
    worth = 40 if suit == new["trump"] else 20
    if new["tricks"][by] == 0 and new["switches"]["meld_pending_until_trick"]:
        new["pending"][by] += worth
    else:
        new["counted"][by] += worth
    new["announced"] = suit
    if new["switches"]["claim_mode"] == "automatic" and new["counted"][by] >= GOAL:
        new["outcome"] = right_result(new, by)


def do_exchange(new: State, by: str, give: str) -> None:
    """The exchanged card lies face up now; it is still the same player's turn."""
    hand = new["hands"][by]
    hand[hand.index(give)] = new["turned"]
    new["turned"] = give


def do_close(new: State, by: str) -> None:
    """From now on nobody draws, also where the draw for the last trick was still to come."""
    new["closed_by"] = by
    new["tricks_at_close"] = dict(new["tricks"])
    new["points_at_close"] = dict(new["counted"])
    new["before_draw"] = False


# --- what a deal pays --------------------------------------------------------------------


def usual_game_points(switches: Switches, loser_tricks: int, loser_points: int) -> int:
    """One, two or three by what the loser has (section 9 of the rule book)."""
    if loser_tricks == 0:
        return 3
    if loser_points < switches["two_points_below"]:
        return 2
    return 1


def pays_usual(state: State, winner: str) -> Result:
    """The winner scores the usual game points against all that the loser has now."""
    loser = other(winner)
    loser_tricks = state["tricks"][loser]
    return winner, usual_game_points(state["switches"], loser_tricks, totals(state)[loser])


def claim_result(state: State, by: str) -> Result:
    """What a spoken claim leads to; after the last trick the 10 counts where it is due."""
    if totals(state)[by] >= GOAL:
        return right_result(state, by)
    return wrong_claim_result(state, by)


def right_result(state: State, winner: str) -> Result:
    """`winner` has 66 and has claimed it, or it ends the deal by itself."""
    switches = state["switches"]
    closer = state["closed_by"]
    if closer is None:  # claim.right
        return pays_usual(state, winner)
    if closer == winner:
        if switches["close_success_basis"] == "at_close":  # close.win.frozen
            loser = other(winner)
            return winner, usual_game_points(switches, state["tricks_at_close"][loser], state["points_at_close"][loser])
        return pays_usual(state, winner)  # close.win.total
    # close.other: the opponent of the player who closed got there first
    rule = switches["close_other_first"]
    if rule == "flat2":
        return winner, 2
    if rule == "flat3":
        return winner, 3
    if rule == "2or3_at_close":
        return winner, 3 if state["tricks_at_close"][winner] == 0 else 2
    raise ValueError(f"close_other_first: {rule!r}")


def wrong_claim_result(state: State, by: str) -> Result:
    """`by` has claimed with fewer than 66 points (`claim.wrong`, `close.wrong`)."""
    if state["closed_by"] == by:
        return failed_closing_result(state)
    winner = other(by)
    rule = state["switches"]["false_claim"]
    if rule == "flat2":
        return winner, 2
    if rule == "flat3":
        return winner, 3
    if rule == "2or3_now":
        return winner, 3 if state["tricks"][winner] == 0 else 2
    raise ValueError(f"false_claim: {rule!r}")


def failed_closing_result(state: State) -> Result:
    """The player who closed has not got to 66 (`close.fail`)."""
    closer = state["closed_by"]
    winner = other(closer)
    rule = state["switches"]["close_fail"]
    if rule == "flat1":
        return winner, 1
    if rule == "flat3":
        return winner, 3
    if rule == "2or3_at_close":
        return winner, 3 if state["tricks_at_close"][winner] == 0 else 2
    if rule == "2or3_at_end":
        return winner, 3 if state["tricks"][winner] == 0 else 2
    if rule == "by_closer_count_1_2_3":
        # the handbook of 1895 (RULES.md 6.1): three if the opponent had no trick at the
        # closing, otherwise one or two by what the player who closed has
        tricks_then = state["tricks_at_close"][winner]
        count = state["counted"][closer]
        return winner, usual_game_points(state["switches"], tricks_then, count)
    raise ValueError(f"close_fail: {rule!r}")


def played_out_result(state: State) -> Result:
    """All cards in hand have been played, and nobody has claimed or been stopped at 66."""
    last = state["on_lead"]  # the winner of the last trick
    closer = state["closed_by"]
    if closer is not None:
        if last == closer and state["counted"][closer] >= GOAL:  # close.played
            return right_result(state, closer)
        return failed_closing_result(state)
    return unclaimed_result(state, last)


def unclaimed_result(state: State, last: str) -> Result:
    """Every card of the pack has been played (section 10 of the rule book)."""
    switches = state["switches"]
    sums = totals(state)
    with_66 = [player for player in PLAYERS if sums[player] >= GOAL]
    rule = switches["nobody_claims"]
    if rule == "last_trick_1":  # end.one
        return last, 1
    if len(with_66) == 2 and switches["both_66_at_end"] == "last_trick_1":  # end.both.last
        return last, 1
    if rule == "higher_total_table":  # end.most
        return higher_total_result(state, sums)
    if rule == "last_trick_table":
        if len(with_66) == 2:  # end.both.most
            return higher_total_result(state, sums)
        if len(with_66) == 1:  # end.alone
            return pays_usual(state, with_66[0])
        return pays_usual(state, last)  # end.last
    raise ValueError(f"nobody_claims: {rule!r}")


def higher_total_result(state: State, sums: dict[str, int]) -> Result:
    """The player with more points scores the usual game points; equal points are a tie."""
    if sums["A"] == sums["B"]:  # end.tie; a point carried to the next deal is paid there
        return None, 0
    return pays_usual(state, "A" if sums["A"] > sums["B"] else "B")
