"""A deal as it is stored: its start and the actions. Replaying rebuilds every position; undo is replaying one less."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.actions import Action
from engine.deal import Deal
from engine.events import Event
from engine.referee import judge
from engine.verdict import Refused


class IllegalHistory(ValueError):
    """A stored action is refused: ``index`` counts from 0, ``refused`` tells why."""

    def __init__(self, index: int, refused: Refused) -> None:
        super().__init__(f"action {index} is refused: {refused.reason.value}")
        self.index = index
        self.refused = refused


@dataclass(frozen=True, slots=True)
class History:
    """The start of a deal, the actions taken, and the position and events that follow from them."""

    start: Deal
    actions: tuple[Action, ...]
    deal: Deal
    events: tuple[Event, ...]

    def then(self, action: Action) -> History | Refused:
        """Return the history with one more action, or the refusal."""
        verdict = judge(self.deal, action)
        if isinstance(verdict, Refused):
            return verdict
        return replace(
            self,
            actions=(*self.actions, action),
            deal=verdict.deal,
            events=(*self.events, *verdict.events),
        )

    def undone(self) -> History:
        """Return the history without its last action.

        Raises:
            ValueError: there is nothing to undo.
        """
        if not self.actions:
            raise ValueError("nothing to undo")
        return replay(self.start, self.actions[:-1])


def replay(start: Deal, actions: Iterable[Action] = ()) -> History:
    """Apply the actions one after another.

    Raises:
        IllegalHistory: one of them is refused.
    """
    history = History(start, (), start, ())
    for index, action in enumerate(actions):
        step = history.then(action)
        if isinstance(step, Refused):
            raise IllegalHistory(index, step)
        history = step
    return history
