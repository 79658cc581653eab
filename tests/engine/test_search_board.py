"""The board that the tree search walks on, beside the immutable positions and the cautious player."""

import random

import pytest
from hypothesis import given, settings

from engine.policy import choose
from engine.referee import judge
from engine.ruleset import PRESETS
from engine.scoring import GOAL
from engine.search.bits import Core, Position, compiled, position_of
from engine.search.board import Board
from engine.search.exact import score
from engine.search.moves import (
    CLAIM,
    DRAW,
    EXCHANGE,
    EXCHANGE_OTHER,
    action_of,
    final,
    may_claim,
    moves,
    step,
    unclaimed,
)
from engine.search.policy import policy_playout
from engine.view import view_of
from tests.engine.strategies import open_deals, rulesets, seeds
from tests.engine.test_search_policy import frees
from tests.engine.walks import start

BY_ITSELF = (EXCHANGE, EXCHANGE_OTHER, CLAIM)


def settled(core: Core, position: Position) -> Position:
    """Draw, exchange and claim as the board does by itself."""
    while position.result is None:
        found = moves(core, position)
        if may_claim(core, position) and final(core, position)[position.lead] >= GOAL:
            return step(core, position, CLAIM)
        if position.hands == (0, 0):
            return unclaimed(core, position)
        due = [move for move in (DRAW, EXCHANGE) if move in found]
        if not due:
            return position
        position = step(core, position, due[0])
    return position


def same(board: Board, position: Position) -> None:
    """Board and position agree."""
    assert board.result == position.result
    if position.result is None:
        assert (board.lead, board.led, board.announced) == (position.lead, position.led, position.announced)
        assert tuple(board.hands) == position.hands
        assert board.scores == [score(position, 0), score(position, 1)]
        assert [position.up, *position.stock[::-1]] == (board.stock or [-1])
        assert (board.shut is None) == (position.shut is None)


def walked(core: Core, position: Position, free: tuple[int, int], rng: random.Random) -> int:
    """Make random choices on both to the end; return how many."""
    position, made = settled(core, position), 0
    if position.result is not None:
        return 1
    board = Board(core, position, free)
    while position.result is None:
        options = board.options()
        assert set(options) == {move for move in moves(core, position) if move not in BY_ITSELF}
        move = rng.choice(options)
        board.make(move)
        position = settled(core, step(core, position, move))
        same(board, position)
        made += 1
    return made


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name):
    """Whole deals by random choices."""
    core = compiled(PRESETS[name])
    made = 0
    for seed in range(120):
        deal = start(PRESETS[name], seed)
        made += walked(core, position_of(deal), frees(deal), random.Random(seed))
    assert made > 1500


@settings(max_examples=350)
@given(open_deals(), seeds)
def test_any_position_of_any_ruleset(deal, seed):
    """From the middle of a deal, closed or not."""
    assert walked(compiled(deal.ruleset), position_of(deal), frees(deal), random.Random(seed))


@settings(max_examples=300)
@given(rulesets(), seeds)
def test_the_policy_is_that_of_the_cautious_player(rules, seed):
    """Choice by choice over a deal, and to the end by playout from each position."""
    deal, core = start(rules, seed), compiled(rules)
    while not deal.over and not deal.played_out:
        position, choice = position_of(deal), choose(view_of(deal, deal.to_act))
        board = Board(core, position, frees(deal))
        usual = [action_of(move, deal.trump, deal.to_act) for move in (CLAIM, EXCHANGE)]
        if choice.action not in usual:
            assert action_of(board.policy(), deal.trump, deal.to_act) == choice.action
            assert board.playout() == policy_playout(core, position, frees(deal))
        deal = judge(deal, choice.action).deal
