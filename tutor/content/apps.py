"""App settings."""

from django.apps import AppConfig


class ContentConfig(AppConfig):
    """The app ``tutor.content``."""

    name = "tutor.content"
