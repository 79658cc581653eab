"""Pages are asked for as a server would: the folder of collected files exists, empty or not."""

import pytest


@pytest.fixture(autouse=True)
def _look_anew(monkeypatch):
    """The long look at the content belongs to one test."""
    monkeypatch.setattr("tutor.web.health.LOOK_SECONDS", -3600)


@pytest.fixture(autouse=True)
def _static_root(settings):
    """WhiteNoise warns about a folder that is not there, and a warning is an error here."""
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
