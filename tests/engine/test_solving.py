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
from engine.notation import read_action, read_deal, write, write_action, write_view
from engine.problems.refuting import best_action, best_line, defended
from engine.referee import judge, legal_actions
from engine.ruleset import PRESETS, preset
from engine.scoring import Outcome
from engine.search.exact import table, value
from engine.seats import Seat
from engine.solving import solve
from engine.verdict import Allowed
from engine.view import view_of
from tests.engine.walks import done

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


def signed_for(seat: Seat, outcome: Outcome) -> int:
    """What an outcome pays a player."""
    return 0 if outcome.winner is None else outcome.game_points if outcome.winner is seat else -outcome.game_points


@pytest.mark.parametrize(
    ("text", "then"),
    [
        pytest.param(
            "KCADJD9DQH9S/TCQCTDKDQDTH KS.TS S B 13.2.0/33.3.0 - B0-0 -",
            "B@",
            id="close.exchange-after-the-closing",
        ),
        pytest.param(
            "KCADJD9DQH9S/TCQCTDKDQDTH KS.TS S B 13.2.0/33.3.0 B@13.2/33.3 B0-0 -",
            "",
            id="close.exchange-in-a-closed-position",
        ),
        pytest.param(
            "TCQCADQDASKS/9CTDQH9HTSJS JHKH9S.JD D B 0.0.0/45.4.0 B@0.0/45.4 B0-0 -",
            "B:TD",
            id="close.fail-pays-more-than-a-claim",
        ),
        pytest.param(
            "KCQDQH9HKS9S/ACTCQC9DAHKH - D A 59.3.0/28.3.0 - A0-0 AKS,B9D", "A:KS", id="claim.right-as-soon-as-it-may"
        ),
    ],
)
def test_the_line_is_the_best_of_both(text, then):
    """What the line pays is what the search has promised, also where somebody else acts or nobody claims."""
    position = read_deal(text, preset("pagat66"))
    actor = position.to_act
    begun = done(position, *map(read_action, then.split()))

    outcome = unclaimed_outcome(done(begun, *best_line(begun)))

    assert outcome is not None
    assert signed_for(actor, outcome) == value(begun, actor)


@pytest.mark.parametrize(
    ("text", "rules", "expected"),
    [
        pytest.param("KCADJDQH/TCJC9CJH - S B 13.2.0/73.6.0 - B0-0 -", "classic66", "B*", id="claim-before-a-card"),
        pytest.param("KDKHQH/ACQCJH - S A 66.5.0/47.4.0 - B0-0 AKD", "eight66", "A*", id="claim-before-a-marriage"),
        pytest.param(
            "ACJCQHTS/KCKDKHJS TD.JH H A! 68.5.0/0.0.0 - B7-7 -", "schnapsen", "A*", id="claim-before-drawing"
        ),
        pytest.param("KCQCTDKH/TCTSQS9S - H A 43.5.0/33.3.0 - B0-0 AKH", "eight66", "A=C", id="marriage-before-a-card"),
    ],
)
def test_among_equals(text, rules, expected):
    """Of actions that are worth the same it is always the same one that is shown and played."""
    position = read_deal(text, preset(rules))
    values = table(position)
    top = max(values.values())

    assert list(values.values()).count(top) > 1
    assert best_action(position) == read_action(expected)


def test_the_defender_exchanges_right_after_a_closing():
    """It is asked although it is not to act, and only then: rule ``close.exchange``."""
    start = "KCKHQHASKSQS/TDAHJH9HTS9S AD.TH H A 37.5.0/0.0.0 - B0-0 -"
    position = read_deal(start, preset("pagat66"))

    played = defended(replay(position, [read_action("A@")]))

    assert [write_action(action) for action in played.actions] == ["A@", "B~"]
    assert defended(played) == played


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
