"""Opponents against each other: the same deals for both sides, seats alternated. Unit: game points a deal."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from engine.actions import Action
from engine.deal import Deal
from engine.dealing import deal
from engine.effects import final_count, unclaimed_outcome
from engine.match import Match
from engine.players import Player
from engine.policy import after_closing, own_actions
from engine.referee import judge
from engine.ruleset import Ruleset
from engine.scoring import GOAL, Outcome
from engine.seats import Seat
from engine.verdict import Refused
from engine.view import view_of


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds of processor time for a move in which there was something to choose."""

    median: float
    p95: float

    @classmethod
    def of(cls, seconds: list[float]) -> Latency:
        """Return median and 95th percentile; zero without a move."""
        ordered = sorted(seconds) or [0.0]
        return cls(1000 * median(ordered), 1000 * ordered[int(0.95 * (len(ordered) - 1))])

    def __str__(self) -> str:
        return f"{self.median:.1f} ms a move (95 %: {self.p95:.1f})"


@dataclass(frozen=True, slots=True)
class Tally:
    """What one pairing came to: average game points a deal for the first player, its standard error, time a move.

    The error is not a number where a single pack was played: it says nothing of the next one.
    """

    deals: int
    average: float
    error: float
    wins: int
    ties: int
    latency: tuple[Latency, Latency]

    def __str__(self) -> str:
        share = 100 * self.wins / self.deals
        error = "unknown" if math.isnan(self.error) else f"{self.error:.3f}"
        return (
            f"{self.deals} deals: {self.average:+.3f} game points a deal (standard error {error}), "
            f"{share:.1f} % won, {self.ties} tied; {self.latency[0]} and {self.latency[1]}"
        )


def play_deal(start: Deal, players: tuple[Player, Player], rng: random.Random, spent: list[list[float]]) -> Outcome:
    """Play one deal to its end; ``players`` by seat, ``spent`` collects the seconds of moves by seat.

    Only moves in which there is something to choose are timed: drawing takes no thought.

    Raises:
        ValueError: a player tried what is not allowed, a fault of that player.
    """
    position = start
    while not position.over:
        seat = position.to_act
        if position.played_out and not _may_claim(position):
            break
        out_of_turn = after_closing(position)
        if out_of_turn is not None:
            position = _done(position, out_of_turn.action)
            continue
        view = view_of(position, seat)
        began = time.process_time()
        choice = players[seat](view, rng)
        if not position.before_draw and len(own_actions(view)) > 1:
            spent[seat].append(time.process_time() - began)
        position = _done(position, choice.action)
    outcome = unclaimed_outcome(position)
    assert outcome is not None
    return outcome


def _done(position: Deal, action: Action) -> Deal:
    verdict = judge(position, action)
    if isinstance(verdict, Refused):
        raise ValueError(f"{action} is refused: {verdict.reason.value}")
    return verdict.deal


def _may_claim(position: Deal) -> bool:
    """After the last trick a player is asked once more only where the claim would be right."""
    return position.ruleset.spoken and final_count(position).points[position.on_lead] >= GOAL


def results(
    first: Player, second: Player, rules: Ruleset, deals: int, seed: int, spent: list[list[float]]
) -> Iterator[int]:
    """Yield the game points of the first player, deal by deal; each pack is played twice with the seats changed."""
    for number in range((deals + 1) // 2):
        for swapped in (False, True):
            if 2 * number + swapped >= deals:
                return
            rng = random.Random(f"{seed}:{number}")
            start = deal(Match.start(rules, Seat(number % 2)), rng)
            players = (second, first) if swapped else (first, second)
            times = [spent[1], spent[0]] if swapped else spent
            outcome = play_deal(start, players, rng, times)
            mine = Seat.B if swapped else Seat.A
            yield _points(outcome, mine)


def tally(scores: list[int], spent: list[list[float]]) -> Tally:
    """Return average, standard error and times of a pairing."""
    count = len(scores)
    average = sum(scores) / count
    # The two plays of one pack belong together: the error is that of the pairs.
    pairs = [sum(scores[at : at + 2]) / len(scores[at : at + 2]) for at in range(0, count, 2)]
    spread = sum((pair - average) ** 2 for pair in pairs) / (len(pairs) - 1) if len(pairs) > 1 else math.nan
    return Tally(
        deals=count,
        average=average,
        error=math.sqrt(spread / len(pairs)),
        wins=sum(score > 0 for score in scores),
        ties=scores.count(0),
        latency=(Latency.of(spent[0]), Latency.of(spent[1])),
    )


def _points(outcome: Outcome, seat: Seat) -> int:
    if outcome.winner is None:
        return 0
    return outcome.game_points if outcome.winner is seat else -outcome.game_points
