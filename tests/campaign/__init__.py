"""Long runs by hand: ``python -m tests.campaign.NAME``. The suite runs samples of them."""

from __future__ import annotations

import os


def prepare() -> None:
    """Make the site ready without any setting of the caller: a database of its own with all content, no limits."""
    import tests.environment  # noqa: F401  (its settings have to be there before those of Django)

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
    import django
    from django.conf import settings
    from django.db import connection
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    settings.WHITENOISE_AUTOREFRESH = True  # as in tests/conftest.py: pages are rendered without collected files
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    connection.creation.create_test_db(verbosity=0)
    from tutor.content.sync import sync

    sync()
