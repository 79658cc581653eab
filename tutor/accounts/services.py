"""Accounts: making, finding, changing and deleting them. Takes users and plain values, never a request."""

from __future__ import annotations

from typing import Any

from axes.utils import reset
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tutor.accounts.names import name_key, tidy_name
from tutor.learners.owners import change_key
from tutor.learners.services import Session

User = Any
"""A user of Django's own auth: ``username`` is what the name is found by, ``first_name`` how it is shown."""


class NameTakenError(ValueError):
    """Somebody else has this name."""


def shown_name(user: User) -> str:
    """Return the name as its owner wrote it."""
    return str(user.first_name or user.get_username())


def is_taken(name: str) -> bool:
    """Return whether an account has this name, however it is typed."""
    return bool(get_user_model().objects.filter(username=name_key(name)).exists())


def create_account(name: str, password: str, email: str = "") -> User:
    """Make an account.

    Raises:
        NameTakenError: somebody was faster.
    """
    shown = tidy_name(name)
    try:
        with transaction.atomic():
            return get_user_model().objects.create_user(name_key(name), email, password, first_name=shown)
    except IntegrityError as error:
        raise NameTakenError(shown) from error


def password_faults(password: str, name: str = "") -> list[str]:
    """Return the codes of what is wrong with a password; a good one has none."""
    user = get_user_model()(username=name_key(name), first_name=name[:150]) if name else None
    try:
        validate_password(password, user)
    except ValidationError as error:
        return [str(each.code) for each in error.error_list]
    return []


def set_email(user: User, email: str) -> None:
    """Give an account an address for a forgotten password, or take it away."""
    user.email = email
    user.save(update_fields=["email"])


@transaction.atomic
def set_password(session: Session, user: User, password: str) -> None:
    """Give an account a new password. Other devices are signed out, and wrong attempts are forgotten."""
    user.set_password(password)
    user.save(update_fields=["password"])
    change_key(session, user)
    reset(username=user.get_username())


def delete_account(user: User) -> None:
    """Delete an account with everything that belongs to it."""
    reset(username=user.get_username())
    user.delete()
