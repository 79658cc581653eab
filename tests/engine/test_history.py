"""A deal as it is stored: replay, undo, refusals in the middle, and the way through text."""

import random

import pytest
from hypothesis import given, settings

from engine.actions import Action, Close, Play
from engine.deal import Deal
from engine.events import DealEnded, TrickWon
from engine.history import History, IllegalHistory, replay
from engine.notation import read_action, read_deal, write, write_action
from engine.ruleset import PRESETS, Ruleset, parse, text
from engine.verdict import Reason, Refused
from tests.engine.strategies import rulesets, seeds
from tests.engine.walks import start, walk


def whole(rules: Ruleset, seed: int) -> tuple[Deal, list[Action], list[Deal]]:
    """One random deal: its start, its actions, and the position after each."""
    first = start(rules, seed)
    steps = [(action, verdict.deal) for _, action, verdict in walk(first, random.Random(seed))]
    return first, [action for action, _ in steps], [deal for _, deal in steps]


@settings(max_examples=200)
@given(rulesets(), seeds)
def test_replay_and_undo(rules, seed):
    """Replaying rebuilds every position; undoing leads back through all of them to the start."""
    first, actions, reached = whole(rules, seed)
    history = replay(first, actions)

    assert (history.start, history.actions, history.deal) == (first, tuple(actions), reached[-1])
    for deal in [*reversed(reached[:-1]), first]:
        history = history.undone()
        assert history.deal == deal
    assert history == replay(first)
    assert (history.actions, history.events) == ((), ())


@settings(max_examples=200)
@given(rulesets(), seeds)
def test_from_text(rules, seed):
    """The ruleset, the start and the actions as text tell the whole deal, its end included."""
    first, actions, reached = whole(rules, seed)
    stored = (text(rules), write(first), [write_action(action) for action in actions])

    rebuilt = replay(read_deal(stored[1], parse(stored[0])), [read_action(action) for action in stored[2]])

    assert rebuilt == replay(first, actions)
    assert rebuilt.deal == reached[-1]


@pytest.mark.parametrize("name", PRESETS)
def test_step_by_step_is_replay(name):
    """One action at a time gives what replaying gives, events included, in order."""
    first, actions, reached = whole(PRESETS[name], 11)
    history = replay(first)
    for action, deal in zip(actions, reached, strict=True):
        after = history.then(action)
        assert isinstance(after, History)
        assert after.deal == deal
        assert after.events[: len(history.events)] == history.events
        history = after

    assert len(actions) > 5
    assert history == replay(first, actions)
    assert sum(isinstance(event, TrickWon) for event in history.events) == reached[-1].tricks_played
    assert isinstance(history.events[-1], DealEnded)


def test_redo():
    """Undoing and doing the same again changes nothing."""
    first, actions, _ = whole(PRESETS["classic66"], 12)
    history = replay(first, actions)

    assert history.undone().then(actions[-1]) == history


def test_nothing_to_undo():
    """The start cannot be undone."""
    with pytest.raises(ValueError, match="nothing to undo"):
        replay(start(PRESETS["classic66"], 1)).undone()


def test_refused_action_is_no_step():
    """A refused action returns the refusal; the history stays as it is."""
    history = replay(start(PRESETS["classic66"], 1))

    refused = history.then(Close(history.deal.dealer))

    assert isinstance(refused, Refused)
    assert refused.reason is Reason.NOT_ON_LEAD
    assert history == replay(start(PRESETS["classic66"], 1))


@pytest.mark.parametrize("index", [pytest.param(at, id=f"at-{at}") for at in (0, 1, 4)])
def test_illegal_history(index):
    """A stored action that is refused is named by its place and its reason."""
    first, actions, _ = whole(PRESETS["classic66"], 11)
    wrong = Play(replay(first, actions[:index]).deal.to_act.other, first.hands[0][0])

    with pytest.raises(IllegalHistory) as caught:
        replay(first, [*actions[:index], wrong, *actions[index:]])

    assert caught.value.index == index
    assert caught.value.refused.reason is Reason.NOT_YOUR_TURN
    assert caught.value.refused.reason.value in str(caught.value)


def test_action_after_the_end():
    """A deal that has ended takes no more actions."""
    first, actions, reached = whole(PRESETS["classic66"], 11)

    with pytest.raises(IllegalHistory) as caught:
        replay(first, [*actions, Play(reached[-1].to_act, first.hands[0][0])])

    assert (caught.value.index, caught.value.refused.reason) == (len(actions), Reason.DEAL_OVER)
