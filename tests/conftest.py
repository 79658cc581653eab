"""What all tests share: a database that holds the content, and the environment of the site."""

from __future__ import annotations

import os
from collections import defaultdict

import pytest

collect_ignore = ["browser/draw_icons.py", "browser/other_build.py", "load/bare.py"]
"""Programs of their own: imported to be searched for doctests, they would change the site of all other tests."""

LANGUAGES = ("en", "es", "it", "ar", "hi")
EVERYTHING = bool(os.environ.get("SIXTYSIX_TEST_EVERYTHING"))
"""Whether rows are looked at in all languages, and steps one by one: some ten minutes more."""


def pytest_collection_modifyitems(config, items):
    """Keep at most so many rows of each test, evenly picked, where ``SIXTYSIX_TEST_ROWS`` says so.

    Every test runs on the second database as well, but not every row of every table: they ask the same of it.
    """
    most = int(os.environ.get("SIXTYSIX_TEST_ROWS") or 0)
    if not most:
        return
    rows = defaultdict(list)
    for item in items:
        rows[item.nodeid.partition("[")[0]].append(item)
    kept = {id(row) for table in rows.values() for row in table[:: -(-len(table) // most)]}
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in kept])
    items[:] = [item for item in items if id(item) in kept]


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Load the content once; every test runs in a transaction that leaves it as it was."""
    from tutor.content.sync import sync

    with django_db_blocker.unblock():
        sync()


@pytest.fixture(autouse=True)
def _plain_static(settings):
    """Pages are rendered without collected files; the browser tests use the real storage.

    Each test client builds the middleware anew. WhiteNoise would look through every collected file each time, which
    takes three times as long as a page; here it looks when it is asked for one.
    """
    settings.WHITENOISE_AUTOREFRESH = True
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture(autouse=True)
def _english():
    """No test leaves its language behind."""
    from django.utils import translation

    with translation.override("en"):
        yield
