"""Pages are rendered here without collected files; whitenoise only wants the folder to be there."""

from __future__ import annotations

import pytest
from django.conf import settings


@pytest.fixture(scope="session", autouse=True)
def _static_folder():
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
