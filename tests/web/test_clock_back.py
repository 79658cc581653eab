"""The clock of the machine is set back: nothing waits for it to catch up, and nobody becomes somebody else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tutor.learners.models import Visitor
from tutor.learners.services import ensure_visitor
from tutor.play import reviewing
from tutor.play.models import DealReview, Game

pytestmark = pytest.mark.django_db


class Browser(dict):
    """A session that does not exist yet, of a browser with a token."""

    form_token = "the-token-of-a-page"


@pytest.mark.parametrize(
    ("later", "same"),
    [
        pytest.param({"seconds": 1}, True, id="the-second-of-two-posts"),
        pytest.param({"seconds": -1}, True, id="clocks-of-two-machines"),
        pytest.param({"hours": 1}, False, id="long-after"),
        pytest.param({"hours": -1}, False, id="set-back"),
    ],
)
def test_the_token_leads_to_nobody_later(clock, later, same):
    """Two first posts of one browser are one visitor's; at any other time a token opens nobody's progress."""
    first = ensure_visitor(Browser())
    Visitor.objects.filter(pk=first.pk).update(created=clock.now)
    clock.forward(**later)

    assert (ensure_visitor(Browser()).pk == first.pk) is same


@pytest.mark.parametrize(
    ("started", "idle"),
    [
        pytest.param(None, True, id="nobody"),
        pytest.param({"seconds": -5}, False, id="at-work"),
        pytest.param({"seconds": 5}, False, id="at-work-by-another-clock"),
        pytest.param({"minutes": -2}, True, id="gave-up"),
        pytest.param({"hours": 1}, True, id="set-back"),
    ],
)
def test_a_review_is_worked_out_by_somebody(clock, started, idle):
    """Whoever was at it in a time that has not come yet is not waited for."""
    game = Game.objects.create(
        visitor=Visitor.objects.create(), ruleset="classic66", seed=1, score_you=0, score_opponent=0
    )
    begun = None if started is None else clock.now + timedelta(**started)
    row = DealReview.objects.create(game=game, started=begun)

    assert reviewing._taken(game, timezone.now()) is idle
    row.refresh_from_db()
    assert row.started == (clock.now if idle else begun)
