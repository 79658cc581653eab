"""App settings."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The app ``tutor.web``."""

    name = "tutor.web"
