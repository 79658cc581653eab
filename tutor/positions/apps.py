"""App settings."""

from django.apps import AppConfig


class PositionsConfig(AppConfig):
    """The app ``tutor.positions``."""

    name = "tutor.positions"
