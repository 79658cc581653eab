"""The measuring sticks: arena, strength table, cross-check, memory, outcomes; and their command line."""

import random

import pytest

from engine import crosscheck, strength
from engine.arena import Latency, results, tally
from engine.chance import OUTCOMES
from engine.cli import main
from engine.crosscheck import Disagreement, compare_deal, cross_check, random_ruleset
from engine.players import PLAYERS
from engine.ruleset import PRESETS, preset
from engine.search.moves import CLOSE, moves


def test_cross_check_agrees_and_counts():
    """A short sample of the long run."""
    found = list(cross_check(3000, seed=5))

    assert found == sorted(found)
    assert found[-1] >= 3000


def test_cross_check_finds_a_difference(monkeypatch):
    """A core that forgets closings is told apart; the message says where."""
    monkeypatch.setattr(crosscheck, "moves", lambda core, masks: [m for m in moves(core, masks) if m != CLOSE])
    with pytest.raises(Disagreement, match="classic66, seed 1, action 0"):
        compare_deal(preset("classic66"), 1)


def test_random_rulesets_differ():
    """Many different ones, of every preset."""
    rng = random.Random(1)
    drawn = {random_ruleset(rng) for _ in range(60)}

    assert len(drawn) > 50
    assert {rules.name for rules in drawn} == set(PRESETS)


def test_latency_is_median_and_95th_percentile():
    """A hundred moves; none at all."""
    assert Latency.of([ms / 1000 for ms in range(1, 101)]) == Latency(pytest.approx(50.5), pytest.approx(95))
    assert Latency.of([]) == Latency(0, 0)
    assert str(Latency(1.25, 2)) == "1.2 ms a move (95 %: 2.0)"


def test_only_choices_are_timed():
    """Drawing takes no thought: fewer times than actions, and none for a hand of one card."""
    spent = [[], []]
    scores = list(results(PLAYERS["cautious"], PLAYERS["cautious"], preset("classic66"), 2, 1, spent))

    assert tally(scores, spent).average == pytest.approx(sum(scores) / 2)
    assert 10 < len(spent[0]) + len(spent[1]) < 48


def test_strength_table(monkeypatch):
    """A line for each pairing, the note about short runs, and progress to the end."""
    monkeypatch.setattr(strength, "PAIRINGS", (("beginner", "random"), ("cautious", "beginner")))
    told = []
    lines = list(strength.strength(4, lambda done, total: told.append((done, total))))

    assert f"bench --strength {strength.FULL}" in lines[0]
    assert [line.split()[:3] for line in lines[1:]] == [["beginner", "v", "random"], ["cautious", "v", "beginner"]]
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)] * 2


def test_pairings_cover_the_ladder():
    """Each player against the one below it, so that the order of the list is measured."""
    order = list(PLAYERS)
    assert set(zip(order[1:], order, strict=False)) <= set(strength.PAIRINGS)


def test_memory_of_a_worker():
    """With every table filled it stays below 120 MB."""
    assert 10 < strength.memory() < 120


def test_outcomes_are_printed_as_they_are_stored():
    """The lines that are copied into the table."""
    lines = dict(line.split(": ") for line in strength.outcomes(300))

    assert set(lines) == set(OUTCOMES)
    assert all(sum(map(int, counts.split(", "))) == 300 for counts in lines.values())


FLAGS = [
    pytest.param(["--cross", "200"], "no difference", id="cross"),
    pytest.param(["--strength", "2"], "master v cautious", id="strength"),
]


@pytest.mark.parametrize(("flags", "said"), FLAGS)
def test_bench_flags(capsys, monkeypatch, flags, said):
    """Each part of the bench by itself."""
    monkeypatch.setattr(strength, "PAIRINGS", (("cautious", "beginner"), ("master", "cautious")))

    assert main(["bench", *flags]) == 0
    assert said in capsys.readouterr().out


def test_play_prints_median_and_95th_percentile(capsys):
    """Every name plays; times of both are printed."""
    assert main(["play", "--a", "sampling", "--b", "cautious", "--deals", "2", "--ruleset", "schnapsen"]) == 0
    assert capsys.readouterr().out.count("ms a move (95 %:") == 2
