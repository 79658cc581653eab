"""The game: game points from deal to deal, who deals next, a carried point. Unit: game points."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.ruleset import Ruleset
from engine.scoring import Outcome
from engine.seats import Seat, changed


@dataclass(frozen=True, slots=True)
class Match:
    """The state between two deals.

    ``score`` counts up from 0 or down from the target, as the ruleset wants (counted down it may fall below 0).
    ``carry``: the next deal that somebody wins pays one game point more, also after several ties in a row.
    """

    ruleset: Ruleset
    dealer: Seat
    score: tuple[int, int]
    carry: bool = False

    @classmethod
    def start(cls, ruleset: Ruleset, dealer: Seat = Seat.B) -> Match:
        """Return the state before the first deal.

        >>> from engine.ruleset import preset
        >>> Match.start(preset("schnapsen")).score
        (7, 7)
        """
        first = ruleset.target if ruleset.count == "down" else 0
        return cls(ruleset, dealer, (first, first))

    def after(self, outcome: Outcome) -> Match:
        """Return the state after a deal. Rules: ``match.deal``, ``match.tied``, ``match.target``, ``end.tie``."""
        score = self.score
        if outcome.winner is not None:
            score = add_points(self.ruleset, score, outcome.winner, outcome.game_points)
        return replace(
            self,
            dealer=next_dealer(self.ruleset, self.dealer, outcome.winner),
            score=score,
            carry=outcome.winner is None and self.ruleset.carries,
        )

    @property
    def winner(self) -> Seat | None:
        """Who has won the game, if anybody."""
        return match_winner(self.ruleset, self.score)


def add_points(rules: Ruleset, score: tuple[int, int], winner: Seat, points: int) -> tuple[int, int]:
    """Return the game points after a deal that ``winner`` won."""
    step = -points if rules.count == "down" else points
    return changed(score, winner, score[winner] + step)


def match_winner(rules: Ruleset, score: tuple[int, int]) -> Seat | None:
    """Return who has won the game at this score (rule ``match.target``)."""
    for seat in Seat:
        if score[seat] <= 0 if rules.count == "down" else score[seat] >= rules.target:
            return seat
    return None


def next_dealer(rules: Ruleset, dealer: Seat, winner: Seat | None) -> Seat:
    """Return who deals after a deal; ``winner`` None: it was tied, and the same player deals again.

    Rules: ``match.deal``, ``match.tied``.
    """
    if winner is None:
        return dealer
    return winner if rules.next_dealer == "winner" else dealer.other
