"""What comes of a few actions in a position: how far they go, what happens, what the deal and the game make of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Action
from engine.deal import Deal
from engine.effects import unclaimed_outcome
from engine.events import Event
from engine.history import replay
from engine.match import Match
from engine.scoring import Outcome
from engine.verdict import Refused


@dataclass(frozen=True, slots=True)
class Tried:
    """The end of a trial.

    ``events`` are those of the last action; ``refused`` tells why it does not stand (then nothing has happened).
    ``outcome`` is that of the deal, after the last trick also the one that holds if nobody claims; with it
    ``match`` is the state of the game after the deal.
    """

    deal: Deal
    refused: Refused | None
    events: tuple[Event, ...]
    outcome: Outcome | None
    match: Match | None

    @property
    def facts(self) -> tuple[object, ...]:
        """What a player learns: the refusal, what happened, the outcome, the game points and who deals next."""
        refused = self.refused and (self.refused.reason, self.refused.act, dict(self.refused.facts))
        game = self.match and (self.match.score, self.match.winner, self.match.dealer, self.match.carry)
        return refused, self.events, self.outcome, game


def try_actions(deal: Deal, actions: Iterable[Action]) -> Tried:
    """Apply actions until one is refused or all are done."""
    history, seen = replay(deal), 0
    for action in actions:
        step = history.then(action)
        if isinstance(step, Refused):
            return Tried(history.deal, step, (), None, None)
        history, seen = step, len(history.events)
    outcome = unclaimed_outcome(history.deal)
    after = None
    if outcome is not None:
        after = Match(deal.ruleset, deal.dealer, deal.score, deal.carry).after(outcome)
    return Tried(history.deal, None, history.events[seen:], outcome, after)
