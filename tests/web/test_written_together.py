"""What belongs together is written together: where the second of two writes fails, the form sent again counts, once."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.db import OperationalError

from tests.web.course import HTMX, PLACES
from tests.web.people import Person
from tests.web.player import Player, seen_in
from tests.web.solving import puzzle_of, right_form, wrong_form
from tests.web.test_play import sensible
from tests.web.test_review import an_answer, item_of
from tutor.learners.models import DealResult, PuzzleAttempt, RuleReview
from tutor.play import services as play_services
from tutor.play.models import Game
from tutor.progress import reviewing
from tutor.puzzles import services as puzzle_services
from tutor.puzzles.models import PuzzleTally

pytestmark = pytest.mark.django_db


def fail(*_args: Any, **_kwargs: Any) -> None:
    """Stands in for a write while the database goes away."""
    raise OperationalError("server closed the connection unexpectedly")


@pytest.mark.parametrize(
    ("right", "known"),
    [
        pytest.param(True, False, id="first-action-ever"),
        pytest.param(False, False, id="first-action-wrong"),
        pytest.param(True, True, id="after-a-hint"),
    ],
)
def test_a_puzzle_and_its_tally(ana, monkeypatch, right, known):
    """The attempt and the count of first answers."""
    puzzle = puzzle_of("E4")
    path = f"/en/puzzles/p/{puzzle.pk}/"
    ana.client.raise_request_exception = False
    if known:
        ana.client.post(path, {"seen": 0, "do": "hint"}, headers=HTMX)
    form = {"seen": int(known), **(right_form(puzzle) if right else wrong_form(puzzle))}
    with monkeypatch.context() as patch:
        patch.setattr(puzzle_services, "count", fail)
        assert ana.client.post(path, form, headers=HTMX).status_code == 503
    assert not PuzzleAttempt.objects.filter(counted=True).exists()

    for _again in range(2):
        assert ana.client.post(path, form, headers=HTMX).status_code == 200

    tally = PuzzleTally.objects.get(pk=puzzle.pk)
    assert (tally.right, tally.wrong) == (int(right), int(not right))
    assert PuzzleAttempt.objects.get().counted


@pytest.mark.parametrize("right", [True, False])
def test_a_review_and_the_schedule(clock, monkeypatch, right):
    """The answer and the day on which the rule comes back."""
    ana = Person()
    ana.client.raise_request_exception = False
    ana.solve(*PLACES[:3])
    clock.forward(days=1)
    ana.open("review/1/")
    item = item_of(ana)
    form = {"seen": 0, **an_answer(item, right=right)}
    with monkeypatch.context() as patch:
        patch.setattr(reviewing, "record", fail)
        assert ana.client.post("/en/review/1/", form, headers=HTMX).status_code == 503
    assert not item_of(ana).counted

    for _again in range(2):
        assert ana.client.post("/en/review/1/", form, headers=HTMX).status_code == 200

    row = RuleReview.objects.get(visitor_id=ana.key, rule=item.rule)
    assert (row.right, row.wrong) == (int(right), int(not right))
    assert row.due > clock.now


def test_the_end_of_a_deal_and_its_result(monkeypatch):
    """The last action and the row of the statistics."""
    player = Player(random.Random(66), worlds=0, asks=0)
    player.client.raise_request_exception = False

    def act() -> int:
        html = player.client.get(url).content.decode()
        form = {"seen": seen_in(html), **dict([player.rng.choice(sensible(html))])}
        return player.client.post(url, form, headers=HTMX).status_code

    url = player.begin(seed="5", opponent="beginner", dealer="opponent")
    with monkeypatch.context() as patch:
        patch.setattr(play_services, "note_result", lambda game: fail() if game.finished else None)
        statuses = [act() for _ in range(60) if Game.objects.get().finished is None]
        assert statuses[-1] == 503
    assert Game.objects.get().finished is None
    assert not DealResult.objects.exists()

    assert act() == 200
    assert Game.objects.get().finished is not None
    assert DealResult.objects.count() == 1
