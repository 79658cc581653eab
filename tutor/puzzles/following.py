"""What follows a wrong action, trick by trick, when both players go on as well as they can."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.actions import Action, Draw
from engine.deal import Deal
from engine.effects import unclaimed_outcome
from engine.events import Event
from engine.history import History, replay
from engine.notation import read, read_action
from engine.problems.asks import NONE, view_in
from engine.problems.item import Item, named_hand
from engine.problems.refuting import Refutation, refute
from engine.referee import judge, refusal
from engine.scoring import Outcome
from engine.search.exact import table, value
from engine.search.worlds import worlds
from engine.verdict import Refused
from engine.view import View
from tutor.exercises.attempts import SOLVED, WRONG
from tutor.exercises.kinds.line import LineKind
from tutor.puzzles.playing import PROVED_BY_SEARCH
from tutor.puzzles.services import PuzzleOnPage


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick of what follows: what happened in it, the position before it and after it."""

    events: tuple[Event, ...]
    before: Deal
    after: Deal


@dataclass(frozen=True, slots=True)
class Following:
    """What follows an action. ``hidden``: the opponent's hand is not known, and this is one that it may be.

    ``lost``: by how many game points this is less than the best action, as far as one number tells it.
    """

    action: str
    hidden: bool
    lost: int
    tricks: tuple[Trick, ...]
    outcome: Outcome


def wrong_action(page: PuzzleOnPage) -> str:
    """Return the action of the visitor's wrong answer, if it is one that something follows from."""
    answer = page.attempt.answer
    if page.attempt.phase != WRONG or not answer or page.problem.theme.family not in PROVED_BY_SEARCH:
        return ""
    if "actions" in answer:
        return str(answer["actions"][-1])
    return f"A:{answer['card']}" if "card" in answer else str(answer["act"])


def near_misses(item: Item) -> dict[str, float]:
    """Return the wrong actions of a puzzle with what each costs, those that cost least first; 0: no number tells it."""
    if item.theme.family not in PROVED_BY_SEARCH:
        return {}
    found = {action: _number(why) for action, why in item.reasons.items() if action not in ("*", NONE)}
    return dict(sorted(found.items(), key=lambda pair: pair[1]))


def _number(why: str) -> float:
    return -float(why) if why[:1] == "-" else 0.0


def following(page: PuzzleOnPage, wish: str = "") -> Following | None:
    """Return what follows the visitor's wrong answer, or once the puzzle is solved a wrong action of its list."""
    own = wrong_action(page)
    if own:
        return follow(page.problem, own, _before(page))
    if page.attempt.phase == SOLVED and wish in near_misses(page.problem):
        return follow(page.problem, wish, None)
    return None


def _before(page: PuzzleOnPage) -> Deal | None:
    """Return the position in which the last action of a line was taken; None where that is the position of the puzzle."""
    kind = page.kind
    return kind.walk(tuple(page.attempt.answer["actions"])).before if isinstance(kind, LineKind) else None


def follow(item: Item, text: str, before: Deal | None) -> Following | None:
    """Return what follows an action; None where it is refused, or is none at all."""
    if text == NONE:
        return None
    action = read_action(text)
    found = _refuted(item, action, before)
    if found is None:
        return None
    tricks = tuple(in_tricks(found.deal, found.line))
    outcome = unclaimed_outcome(tricks[-1].after)
    if outcome is None:
        return None
    return Following(text, item.deal is not None, found.lost, tricks, outcome)


def _refuted(item: Item, action: Action, before: Deal | None) -> Refutation | None:
    if item.deal is None:
        position = before or read(item.ask["position"], view_in(item.ask).ruleset)
        assert isinstance(position, Deal)
        return None if refusal(position, action) else refute(position, action)
    view = view_in(item.ask)
    if refusal(view.fill(view.unseen), action):
        return None
    return refute(_worst(item, view, action), action)


def _worst(item: Item, view: View, action: Action) -> Deal:
    """Return the deal, of all that fit the view, in which an action costs most."""
    hand = named_hand(item.proof.codes)
    if hand:
        rest = [card for card in view.unseen if card not in hand]
        return view.fill([*(card for card in hand if card not in view.known), *rest])
    return max(worlds(view), key=lambda world: _lost(world, action))


def _lost(world: Deal, action: Action) -> tuple[int, int]:
    """Return how much less an action is worth than the best one, and what it comes to, seen by the opponent."""
    verdict = judge(world, action)
    assert not isinstance(verdict, Refused)
    worth = value(verdict.deal, action.by)
    return max(table(world).values()) - worth, -worth


def in_tricks(deal: Deal, line: tuple[Action, ...]) -> Iterator[Trick]:
    """Yield a line trick by trick: what is done before a lead belongs to its trick, and so do the draws after it."""
    history, start = replay(deal), deal
    since = 0
    for number, action in enumerate(line):
        step = history.then(action)
        assert isinstance(step, History)
        history = step
        rest = line[number + 1 :]
        whole = sum(history.deal.tricks) > sum(start.tricks)
        if (whole and not (rest and isinstance(rest[0], Draw))) or not rest:
            yield Trick(history.events[since:], start, history.deal)
            since, start = len(history.events), history.deal
