"""Pages are asked for as a server would: the folder of collected files exists, empty or not."""

import random
from contextlib import contextmanager
from itertools import count

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests.conftest import LANGUAGES
from tests.web.people import Clock, Person
from tutor.content.rule_links import rule_labels
from tutor.content.terms import known_terms, spelled
from tutor.puzzles import list_views, views


@pytest.fixture(autouse=True)
def _look_anew(monkeypatch):
    """The long look at the content belongs to one test."""
    monkeypatch.setattr("tutor.web.health.LOOK_SECONDS", -3600)


@pytest.fixture(autouse=True)
def _static_root(settings):
    """WhiteNoise warns about a folder that is not there, and a warning is an error here."""
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)


@pytest.fixture
def the_same_puzzles(monkeypatch):
    """Chance chooses and makes the same puzzles in every run."""
    turns = count()
    for module in (views, list_views):
        monkeypatch.setattr(module, "SystemRandom", lambda: random.Random(next(turns)))


@pytest.fixture
def clock(monkeypatch):
    """Monday noon."""
    return Clock(monkeypatch)


@pytest.fixture
def ana():
    """Somebody who comes for the first time."""
    return Person()


@pytest.fixture
def django_assert_max_num_queries():
    """The budget of a page on a running site: names of rules and terms, read once a minute for all, are at hand.

    They are read anew just before the count, so that the minute cannot end in the middle of it. Every test is one
    transaction; a transaction of the site within it shows as two savepoints, which the running site does not have.
    """

    @contextmanager
    def count(most, info=""):
        cache.delete_many(
            [f"{kept}:{language}" for kept in ("terms", "rule-labels", "spelled") for language in LANGUAGES]
        )
        for language in LANGUAGES:
            with translation.override(language):
                known_terms()
                rule_labels()
                spelled()
        with CaptureQueriesContext(connection) as found:
            yield found
        asked = [query["sql"] for query in found.captured_queries if "SAVEPOINT" not in query["sql"][:25]]
        assert len(asked) <= most, "\n".join([f"{info} {len(asked)} queries, {most} at most:", *asked])

    return count
