"""App settings."""

from django.apps import AppConfig


class LearnersConfig(AppConfig):
    """The app ``tutor.learners``."""

    name = "tutor.learners"
