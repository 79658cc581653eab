"""App settings."""

from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    """The app ``tutor.puzzles``."""

    name = "tutor.puzzles"
