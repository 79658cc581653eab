"""App settings."""

from django.apps import AppConfig


class LessonsConfig(AppConfig):
    """The app ``tutor.lessons``."""

    name = "tutor.lessons"
