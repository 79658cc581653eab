"""What all tests share: a database that holds the content, and the environment of the site."""

from __future__ import annotations

import pytest

LANGUAGES = ("en", "es", "it", "ar", "hi")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Load the content once; every test runs in a transaction that leaves it as it was."""
    from tutor.content.sync import sync

    with django_db_blocker.unblock():
        sync()


@pytest.fixture(autouse=True)
def _plain_static(settings):
    """Pages are rendered without collected files; the browser tests use the real storage."""
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
