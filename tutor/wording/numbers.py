"""Numbers with decimals and signs, in the manner of the language of the page."""

from __future__ import annotations

from babel.core import Locale, UnknownLocaleError
from babel.numbers import format_decimal
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

LEFT_TO_RIGHT, END = "\u2066", "\u2069"
"""They keep a signed number in its direction inside plain text of a language that runs from right to left."""


def decimal(value: float, digits: int = 1) -> str:
    """Return a number with at most so many decimals, in digits 0 to 9 and with the language's decimal sign."""
    pattern = "0." + "#" * digits
    return format_decimal(round(value, digits) + 0.0, format=pattern, locale=locale_of_page(), numbering_system="latn")


def signed(value: float, digits: int = 1) -> str:
    """Return a number with its sign; zero has none."""
    rounded = round(value, digits)
    if not rounded:
        return "0"
    return ("+" if rounded > 0 else "\u2212") + decimal(abs(rounded), digits)


def signed_html(value: float, digits: int = 1) -> SafeString:
    """Return a signed number that runs from left to right in every language."""
    return format_html('<bdi dir="ltr">{}</bdi>', signed(value, digits))


def signed_text(value: float, digits: int = 1) -> str:
    """The same as plain text."""
    return f"{LEFT_TO_RIGHT}{signed(value, digits)}{END}"


def locale_of_page() -> Locale:
    """The pseudo languages of the tests write numbers as the language that they stand for."""
    try:
        return Locale.parse((get_language() or "en").split("-")[0])
    except (UnknownLocaleError, ValueError):
        return Locale.parse("en")
