"""The second opinion on endings: plain minimax without pruning over tuples, with what the naive referee pays.

Nobody draws any more: the stock is used up, or closed. Shares nothing with the search of the engine. Both players may
keep silent with 66; the exchange that some rulesets allow right after a closing is left out.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.engine import naive_problems
from tests.engine import naive_referee as naive

Hands = tuple[frozenset[str], frozenset[str]]
Pair = tuple[int, int]


class Ending:
    """One ending: its switches, trump and closing do not change; positions are tuples."""

    def __init__(self, state: naive.State) -> None:
        self.frame = state
        self.switches = state["switches"]
        self.trump = state["trump"]
        self.spoken = self.switches["claim_mode"] == "spoken"
        melds = "meld_after_close" if state["closed_by"] else "meld_after_stock"
        self.melds = bool(self.switches[melds])
        self.lead = cache(self._lead)

    def table(self) -> dict[str, int]:
        """Every card that A may put down now, and what it is worth to A."""
        state = self.frame
        hands = frozenset(state["hands"]["A"]), frozenset(state["hands"]["B"])
        counted = state["counted"]["A"], state["counted"]["B"]
        tricks = state["tricks"]["A"], state["tricks"]["B"]
        if state["led"]:
            cards = self.answers(hands[0], state["led"])
            return {card: self.trick(hands, counted, tricks, 1, state["led"], card) for card in cards}
        cards = naive_problems.playable(state)
        return {card: self.led(hands, counted, tricks, 0, card) for card in cards}

    def _lead(self, hands: Hands, counted: Pair, tricks: Pair, on_lead: int) -> int:
        """The value to A before a lead; the winner of a trick may claim first."""
        pick = min if on_lead else max
        if not hands[0] and not hands[1]:
            state = self._state(counted, tricks, on_lead)
            values = [self._paid(naive.played_out_result(state))]
            if naive.totals(state)["AB"[on_lead]] >= naive.GOAL:
                claimed = self._paid(naive.right_result(state, "AB"[on_lead]))
                values = [*values, claimed] if self.spoken else [claimed]
            return pick(values)
        values = []
        if counted[on_lead] >= naive.GOAL and tricks[on_lead]:
            values.append(self._claimed(counted, tricks, on_lead))
            if not self.spoken:
                return values[0]
        values += [self.led(hands, counted, tricks, on_lead, card) for card in hands[on_lead]]
        values += [self._announced(hands, counted, tricks, on_lead, suit) for suit in self._pairs(hands[on_lead])]
        return pick(values)

    def _pairs(self, hand: frozenset[str]) -> list[str]:
        return [suit for suit in "CDHS" if self.melds and {"K" + suit, "Q" + suit} <= hand]

    def _announced(self, hands: Hands, counted: Pair, tricks: Pair, on_lead: int, suit: str) -> int:
        points = counted[on_lead] + (40 if suit == self.trump else 20)
        counted = (counted[0], points) if on_lead else (points, counted[1])
        values = [self._claimed(counted, tricks, on_lead)] if points >= naive.GOAL and tricks[on_lead] else []
        if values and not self.spoken:
            return values[0]
        ranks = "K" if self.switches["meld_lead_card"] == "king" else "KQ"
        values += [self.led(hands, counted, tricks, on_lead, rank + suit) for rank in ranks]
        return (min if on_lead else max)(values)

    def led(self, hands: Hands, counted: Pair, tricks: Pair, on_lead: int, card: str) -> int:
        """The value to A once a card has been led."""
        rest = hands[on_lead] - {card}
        hands = (hands[0], rest) if on_lead else (rest, hands[1])
        replies = self.answers(hands[1 - on_lead], card)
        values = [self.trick(hands, counted, tricks, on_lead, card, reply) for reply in replies]
        return (max if on_lead else min)(values)

    def trick(self, hands: Hands, counted: Pair, tricks: Pair, on_lead: int, led: str, answer: str) -> int:
        """The value to A once a trick is complete; the card led is in no hand any more."""
        answerer = 1 - on_lead
        winner = answerer if naive.answer_wins(led, answer, self.trump) else on_lead
        rest = hands[answerer] - {answer}
        hands = (hands[0], rest) if answerer else (rest, hands[1])
        points = [*counted]
        won = [*tricks]
        points[winner] += naive.points_of(led) + naive.points_of(answer)
        won[winner] += 1
        return self.lead(hands, (points[0], points[1]), (won[0], won[1]), winner)

    def answers(self, hand: frozenset[str], led: str) -> list[str]:
        """What may answer a card led."""
        same = [card for card in hand if naive.suit_of(card) == naive.suit_of(led)]
        higher = [card for card in same if naive.strength(card) > naive.strength(led)]
        trumps = [card for card in hand if naive.suit_of(card) == self.trump]
        if same:
            if higher and self.switches["strict_head"]:
                return higher
            return same if self.switches["strict_follow"] else list(hand)
        return trumps if trumps and self.switches["strict_trump"] else list(hand)

    def _claimed(self, counted: Pair, tricks: Pair, by: int) -> int:
        return self._paid(naive.right_result(self._state(counted, tricks, by), "AB"[by]))

    def _state(self, counted: Pair, tricks: Pair, last: int) -> naive.State:
        """A naive state with all cards played, for what it pays."""
        named: dict[str, Any] = {
            "counted": dict(zip("AB", counted, strict=True)),
            "tricks": dict(zip("AB", tricks, strict=True)),
            "hands": {"A": [], "B": []},
            "led": None,
            "on_lead": "AB"[last],
        }
        return {**self.frame, **named}

    def _paid(self, result: naive.Result) -> int:
        winner, points = result
        return 0 if winner is None else points if winner == "A" else -points
