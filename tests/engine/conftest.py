"""Hypothesis without a clock and with the same examples every time."""

from hypothesis import settings

settings.register_profile("engine", deadline=None, derandomize=True, max_examples=100, database=None)
settings.load_profile("engine")
