"""App settings."""

from django.apps import AppConfig


class ProgressConfig(AppConfig):
    """The app ``tutor.progress``."""

    name = "tutor.progress"
