"""App settings."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    """The app ``tutor.rules``."""

    name = "tutor.rules"
