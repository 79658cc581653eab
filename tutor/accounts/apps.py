"""App settings."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The app ``tutor.accounts``."""

    name = "tutor.accounts"
