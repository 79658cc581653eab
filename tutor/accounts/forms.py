"""Forms of accounts. Every message is ours: Django's own are not in all five languages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordResetForm
from django.core.cache import cache
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tutor.accounts.names import BadNameError, tidy_name
from tutor.accounts.services import is_taken, password_faults, set_password

EMPTY = {
    "name": _("Type a user name."),
    "password": _("Type a password."),
    "old": _("Type your present password."),
}
BAD_NAME = _(
    "A user name has up to 40 letters or digits. Spaces, dots, hyphens and apostrophes may stand between them."
)
NAME_TAKEN = _("This user name is taken. Choose another one, or sign in if it is yours.")
BAD_EMAIL = _("This e-mail address cannot be read. Leave the field empty if you do not want to give one.")
NO_MATCH = _("User name and password do not belong together.")
WRONG_PASSWORD = _("This is not your present password.")
PASSWORD_FAULTS = {
    "password_too_short": _("This password is too short. It needs at least 8 characters."),
    "password_too_common": _("Many people use this password, so it is easy to guess. Choose another one."),
    "password_too_similar": _("This password is too much like your user name. Choose another one."),
}
BAD_PASSWORD = _("This password cannot be used. Choose another one.")
MAX_PASSWORD = 256
NAME, PASSWORD = pgettext_lazy("label, form", "User name"), pgettext_lazy("label, form", "Password")
NEW_PASSWORD, OLD_PASSWORD = (
    pgettext_lazy("label, form", "New password"),
    pgettext_lazy("label, form", "Present password"),
)
EMAIL = pgettext_lazy("label, form", "E-mail address")
NEW_PASSWORD_HELP = _("At least 8 characters. A few words in a row are easy to remember and hard to guess.")
EMAIL_HELP = _("Only for a forgotten password; may stay empty.")


def _name_field() -> forms.CharField:
    attrs = {
        "autocomplete": "username",
        "autocapitalize": "none",
        "spellcheck": "false",
        "class": "line",
        "dir": "auto",
    }
    messages = {"required": EMPTY["name"], "max_length": BAD_NAME, "null_characters_not_allowed": BAD_NAME}
    return forms.CharField(label=NAME, max_length=200, widget=forms.TextInput(attrs), error_messages=messages)


def _password_field(label: Any, autocomplete: str, empty: str = "password") -> forms.CharField:
    help_text = NEW_PASSWORD_HELP if autocomplete == "new-password" else ""
    attrs = {"autocomplete": autocomplete, "class": "line", "dir": "auto"}
    messages = {"required": EMPTY[empty], "max_length": BAD_PASSWORD, "null_characters_not_allowed": BAD_PASSWORD}
    widget = forms.PasswordInput(attrs)
    return forms.CharField(
        label=label, strip=False, max_length=MAX_PASSWORD, widget=widget, error_messages=messages, help_text=help_text
    )


def _email_field(*, required: bool = False) -> forms.EmailField:
    help_text = "" if required else EMAIL_HELP
    attrs = {"autocomplete": "email", "class": "line", "dir": "ltr", "autocapitalize": "none"}
    messages = dict.fromkeys(("invalid", "max_length", "required", "null_characters_not_allowed"), BAD_EMAIL)
    widget = forms.EmailInput(attrs)
    return forms.EmailField(
        label=EMAIL, required=required, max_length=254, widget=widget, error_messages=messages, help_text=help_text
    )


def check_password(form: forms.Form, field: str, name: str) -> None:
    """Add what is wrong with a new password to its field."""
    if field in form.cleaned_data:
        for code in password_faults(form.cleaned_data[field], name):
            form.add_error(field, str(PASSWORD_FAULTS.get(code, BAD_PASSWORD)))


class AccountForm(forms.Form):
    """A form of this app: every error stands beside its field and is read with it."""

    use_required_attribute = False  # the browser would speak its own language, not that of the page


class SignUpForm(AccountForm):
    """A new account: name and password, an address only where mail can be sent."""

    username = _name_field()
    password = _password_field(PASSWORD, "new-password")
    email = _email_field()

    def clean_username(self) -> str:
        """Return the name as it will be shown."""
        try:
            name = tidy_name(self.cleaned_data["username"])
        except BadNameError as error:
            raise forms.ValidationError(BAD_NAME) from error
        if is_taken(name):
            raise forms.ValidationError(NAME_TAKEN)
        return name

    def clean(self) -> dict[str, Any]:
        """Judge the password together with the name."""
        data = super().clean() or {}
        check_password(self, "password", data.get("username", ""))
        return data


class SignInForm(AccountForm):
    """Name and password."""

    username = _name_field()
    password = _password_field(PASSWORD, "current-password")


class EmailForm(AccountForm):
    """An address for a forgotten password, or none."""

    email = _email_field()


class PasswordForm(AccountForm):
    """The present password and a new one."""

    old = _password_field(OLD_PASSWORD, "current-password", "old")
    new = _password_field(NEW_PASSWORD, "new-password")

    def __init__(self, name: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.name = name

    def clean(self) -> dict[str, Any]:
        """Judge the new password together with the name."""
        data = super().clean() or {}
        check_password(self, "new", self.name)
        return data


class DeleteForm(AccountForm):
    """The present password, asked for once more before an account goes."""

    old = _password_field(OLD_PASSWORD, "current-password", "old")


ONE_MAIL_IN = 300
"""Seconds between two mails to one account, so that nobody can fill the letter box of somebody else."""


class ForgottenForm(PasswordResetForm):
    """The address of an account. What is answered does not tell whether there is one."""

    use_required_attribute = False
    email = _email_field(required=True)

    def get_users(self, email: str) -> Any:
        """Return the accounts with this address that were sent no mail just now."""
        return [user for user in super().get_users(email) if cache.add(f"password-mail:{user.pk}", 1, ONE_MAIL_IN)]


class NewPasswordForm(AccountForm):
    """A new password, reached by the link of a mail."""

    new = _password_field(NEW_PASSWORD, "new-password")

    def __init__(self, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, Any]:
        """Judge the new password together with the name."""
        data = super().clean() or {}
        check_password(self, "new", self.user.first_name or self.user.get_username())
        return data

    def save(self) -> Any:
        """Change the password. No session shows the account any more, not even this one: the reader signs in next."""
        set_password({}, self.user, self.cleaned_data["new"])
        return self.user
