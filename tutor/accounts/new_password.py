"""What a new password sets off. Django tells it to the validators, whoever has changed it and wherever."""

from __future__ import annotations

from typing import Any

from tutor.learners.owners import change_key


class NewKey:
    """Takes every password, and closes what sessions elsewhere still show of the account once it has changed.

    The page of the account, a forgotten password, the admin and ``manage.py changepassword`` all come through here.
    """

    def validate(self, password: str, user: Any = None) -> None:
        """Have nothing against a password."""

    def password_changed(self, password: str, user: Any = None) -> None:
        """Give the visitor of the account another key."""
        if user is not None and user.pk is not None:
            change_key(user)

    def get_help_text(self) -> str:
        """Ask for nothing."""
        return ""
