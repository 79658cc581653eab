"""The chance to win the game from a score: by the outcomes that deals of this ruleset have. Unit: chances from 0 to 1.

How deals end is taken from deals that the cautious player played against itself (``OUTCOMES``); a custom ruleset takes
the outcomes of the preset that it was made from. From these the chances of all scores follow, the last ones first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.match import Match, add_points, match_winner, next_dealer
from engine.ruleset import Ruleset
from engine.seats import Seat

POINTS: Final = (-3, -2, -1, 0, 1, 2, 3)
"""Game points of a deal for the player who does not deal and so leads first."""

OUTCOMES: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "classic66": (2_580, 15_629, 31_720, 314, 30_381, 15_723, 3_653),
        "eight66": (1_593, 13_768, 35_146, 0, 33_774, 13_735, 1_984),
        "pagat66": (2_578, 15_631, 31_720, 314, 30_381, 15_731, 3_645),
        "santase": (2_284, 15_775, 33_583, 267, 31_406, 13_424, 3_261),
        "schnapsen": (3_198, 18_447, 28_505, 0, 30_066, 15_542, 4_242),
    }
)
"""Preset -> how many of so many deals ended with each of ``POINTS``. Made by ``python -m engine bench --outcomes``:
100,000 deals each, seed 66, both players cautious."""


def win_chance(rules: Ruleset, score: tuple[int, int], dealer: Seat | None = None, carry: bool = False) -> float:
    """Return the chance that seat A wins the game from this score, before a deal.

    ``score`` counts as the ruleset counts. ``dealer`` None: either is as likely. ``carry``: the deal to come pays
    one game point more.

    >>> from engine.ruleset import preset
    >>> win_chance(preset("classic66"), (7, 3))
    1.0
    >>> round(win_chance(preset("classic66"), (4, 4)), 6)
    0.5
    """
    winner = match_winner(rules, score)
    if winner is not None:
        return float(winner is Seat.A)
    if dealer is None:
        return (win_chance(rules, score, Seat.A, carry) + win_chance(rules, score, Seat.B, carry)) / 2
    return _chance(rules, score, dealer, carry)


@lru_cache(maxsize=4096)
def _chance(rules: Ruleset, score: tuple[int, int], dealer: Seat, carry: bool) -> float:
    counts = OUTCOMES[rules.name]
    leader, total, found, tied = dealer.other, sum(counts), 0.0, 0
    for points, count in zip(POINTS, counts, strict=True):
        if not points:
            tied = count
            continue
        winner = leader if points > 0 else dealer
        after = add_points(rules, score, winner, abs(points) + carry)
        found += count / total * win_chance(rules, after, next_dealer(rules, dealer, winner))
    # A tie is dealt again by the same player, for one point more where it carries; from then on nothing changes.
    share = tied / total
    if rules.carries and not carry:
        return found + share * _chance(rules, score, dealer, True)
    return found / (1 - share)


def match_utility(match: Match, seat: Seat) -> Callable[[int], float]:
    """Return what the game points of the deal that is on (a carried point aside) are worth to ``seat``: its chance.

    >>> from engine.ruleset import preset
    >>> use = match_utility(Match(preset("schnapsen"), Seat.A, (5, 1)), Seat.A)
    >>> use(-1), use(-3)
    (0.0, 0.0)
    """
    chances = {points: _after(match, seat, points) for points in POINTS}
    return chances.__getitem__


def _after(match: Match, seat: Seat, points: int) -> float:
    rules, carry = match.ruleset, False
    score, winner = match.score, None
    if points:
        winner = seat if points > 0 else seat.other
        score = add_points(rules, score, winner, abs(points) + match.carry)
    else:
        carry = rules.carries
    chance = win_chance(rules, score, next_dealer(rules, match.dealer, winner), carry)
    return chance if seat is Seat.A else 1 - chance
