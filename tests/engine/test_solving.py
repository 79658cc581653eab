"""The solve command: values with their kind, the best line, and honesty about what is not searched."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest

from engine.dealing import deal
from engine.effects import unclaimed_outcome
from engine.errors import ReadCode, ReadError
from engine.history import replay
from engine.match import Match
from engine.notation import read_action, read_deal, write, write_view
from engine.referee import judge, legal_actions
from engine.ruleset import PRESETS, preset
from engine.search.exact import table
from engine.seats import Seat
from engine.solving import solve
from engine.verdict import Allowed
from engine.view import view_of

ENDING = "QH9HKS/JDTH - D B:KC 49.3.0/48.6.0 - B0-0 -"


def reached(rules, talon: int, seed: int):
    """Return a position on lead with so many cards to draw, by random play without closing."""
    rng = random.Random(seed)
    position = deal(Match.start(rules), rng)
    while position.talon > talon or position.led is not None or position.before_draw:
        choices = [action for action in legal_actions(position) if type(action).__name__ in ("Play", "Draw")]
        verdict = judge(position, rng.choice(choices))
        assert isinstance(verdict, Allowed)
        position = verdict.deal
    return position


def test_an_ending_is_proved():
    """Every action of the player to act, best first, with the values of the exact search."""
    answer = solve(ENDING, "classic66")

    assert answer["searched"] is True
    assert {row["action"] for row in answer["actions"]} == {"A:QH", "A:9H", "A:KS"}
    assert {row["kind"] for row in answer["actions"]} == {"proved"}
    values = [row["value"] for row in answer["actions"]]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_the_line_pays_what_it_promises(rules):
    """The best line is legal, ends the deal, and is worth the best value."""
    played = 0
    for seed in range(12):
        position = reached(rules, 0, seed)
        if position.over:
            continue
        answer = solve(write(position), rules.name)
        history = replay(position, [read_action(text) for text in answer["line"]])
        outcome = unclaimed_outcome(history.deal)
        assert outcome is not None
        sign = 0 if outcome.winner is None else 1 if outcome.winner is position.to_act else -1
        assert sign * outcome.game_points == answer["actions"][0]["value"]
        played += 1
    assert played >= 5


def test_hidden_cards_give_an_average():
    """With two cards to draw all seven worlds are counted; the mean is that of the exact tables."""
    view = view_of(reached(preset("classic66"), 2, 4), Seat.A)
    if view.to_act is not Seat.A:
        view = view_of(view.fill(view.unseen), Seat.B)

    answer = solve(write_view(view), "classic66")

    assert answer["worlds"] == 7
    assert {(row["kind"], row["worlds"]) for row in answer["actions"]} == {("average", 7)}


def test_agrees_with_the_table():
    """The command says what the search says."""
    position = read_deal(ENDING, preset("classic66"))

    best = max(table(position).values())

    assert solve(ENDING, "classic66")["actions"][0]["value"] == best


def test_says_what_it_does_not_search():
    """A whole deal is not guessed at."""
    text = write(deal(Match.start(preset("classic66")), random.Random(1)))

    answer = solve(text, "classic66")

    assert answer["searched"] is False
    assert "12" in answer["why"]


@pytest.mark.parametrize(
    ("text", "rules", "code"),
    [
        pytest.param("nonsense", "classic66", ReadCode.BAD_NOTATION, id="no-position"),
        pytest.param(ENDING, "whist", ReadCode.UNKNOWN_RULESET, id="no-ruleset"),
    ],
)
def test_unreadable(text, rules, code):
    """Bad input has its code."""
    with pytest.raises(ReadError) as caught:
        solve(text, rules)

    assert caught.value.code is code


def test_command():
    """One JSON object on standard output; status 1 for what cannot be read."""
    good = subprocess.run(
        [sys.executable, "-m", "engine", "solve", ENDING], capture_output=True, text=True, check=False
    )
    bad = subprocess.run([sys.executable, "-m", "engine", "solve", "x"], capture_output=True, text=True, check=False)

    assert good.returncode == 0
    assert json.loads(good.stdout)["searched"] is True
    assert bad.returncode == 1
    assert json.loads(bad.stdout)["error"]["code"] == "bad_notation"
    assert "Traceback" not in bad.stderr
