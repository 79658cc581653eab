"""What is measured under load is held against the goals, and nothing that was missed stays unsaid."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.load import __main__ as load
from tests.load.goals import GOALS, Figures

GOOD = Figures(page=120, piece=60, ratio=0.5, start=2, memory=150, errors=0)
BAD = {"page": 120.1, "piece": 61, "ratio": 0.49, "start": 2.1, "memory": 151, "errors": 1}


@pytest.fixture
def measured(monkeypatch, tmp_path):
    """Say what is measured, and with which options; return the status."""
    monkeypatch.setattr(load.subprocess, "run", lambda *_args, **_more: None)

    def run(figures: Figures, *options: str) -> int:
        monkeypatch.setattr(load, "measured", lambda _env, _seconds: figures)
        monkeypatch.setattr("sys.argv", ["load", *options])
        return load.main()

    return run


def test_every_goal_is_reached(measured, capsys):
    """Each figure is told beside its goal, on the very edge as well."""
    assert measured(GOOD, "--strict") == 0
    told = capsys.readouterr().out
    assert told.count("goal: ") == len(GOALS)
    assert "goals missed: none" in told


@pytest.mark.parametrize("name", GOALS)
def test_a_goal_is_missed(measured, capsys, name):
    """It is named; with --strict, and for an error always, that is the status as well."""
    figures = replace(GOOD, **{name: BAD[name]})

    assert measured(figures, "--strict") == 1
    assert f"goals missed: {name}" in capsys.readouterr().out
    assert measured(figures) == int(name == "errors")
