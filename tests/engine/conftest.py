"""Hypothesis without a clock and with the same examples every time; and no Django: the engine knows nothing of it."""

import pytest
from hypothesis import settings

settings.register_profile("engine", deadline=None, derandomize=True, max_examples=100, database=None)
settings.load_profile("engine")


@pytest.fixture(autouse=True)
def _plain_static():
    """Nothing to set up: no page is rendered here."""


@pytest.fixture(autouse=True)
def _english():
    """Nothing to set up: no word is said here."""
