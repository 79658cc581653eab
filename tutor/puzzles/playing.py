"""Playing on from a puzzle that is solved, against the best defence: nothing is kept, the address holds your actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import Action, Draw, Play
from engine.deal import Deal
from engine.effects import unclaimed_outcome
from engine.history import History, replay
from engine.notation import read, read_action, write_action
from engine.problems.item import Item
from engine.problems.refuting import defended
from engine.referee import legal_actions
from engine.ruleset import parse
from engine.scoring import Outcome
from engine.seats import Seat
from engine.verdict import Refused

MOST_ACTIONS = 30
PROVED_BY_SEARCH = ("E", "C", "O")
"""Families of themes in which a wrong answer costs points in the play that follows."""


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """Where the play has come to. ``mine`` are the learner's actions, ``refused`` is one that does not stand."""

    history: History
    mine: tuple[str, ...]
    refused: Refused | None
    hidden: bool

    @property
    def deal(self) -> Deal:
        """The position now, the learner to act unless it has ended."""
        return self.history.deal

    @property
    def outcome(self) -> Outcome | None:
        """How the deal has ended."""
        return unclaimed_outcome(self.deal)

    @property
    def others(self) -> tuple[Action, ...]:
        """What the learner may do beside playing a card."""
        if self.outcome is not None:
            return ()
        legal = legal_actions(self.deal)
        return tuple(action for action in legal if action.by is Seat.A and not isinstance(action, Play | Draw))


def can_be_played(item: Item) -> bool:
    """Return whether the search is quick enough to defend: endings, closings, the last cards of the stock."""
    return item.theme.family in PROVED_BY_SEARCH


def play_on(item: Item, texts: Sequence[str]) -> PlayedOn:
    """Replay the learner's actions with all that follows by itself.

    Raises:
        ReadError: they cannot be read.
    """
    if len(texts) > MOST_ACTIONS:
        raise ValueError("too many actions")
    position = read(item.deal or item.ask["position"], parse(item.ruleset))
    assert isinstance(position, Deal)
    history = defended(replay(position))
    done: list[str] = []
    for text in texts:
        action = read_action(text)
        step = history.then(action)
        if isinstance(step, Refused):
            return PlayedOn(history, tuple(done), step, item.deal is not None)
        done.append(write_action(action))
        history = defended(step)
    return PlayedOn(history, tuple(done), None, item.deal is not None)
