"""Dates in the manner of the language of the page, in digits 0 to 9."""

from __future__ import annotations

from datetime import date

from babel.dates import format_date

from tutor.wording.numbers import locale_of_page

PLAIN_DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩०१२३४५६७८९", "01234567890123456789")


def day_text(day: date) -> str:
    """Return a day with its month in words: "30 November 2026"."""
    return format_date(day, format="long", locale=locale_of_page()).translate(PLAIN_DIGITS)


def month_text(day: date) -> str:
    """Return a month with its year: "November 2026"."""
    return format_date(day, format="LLLL y", locale=locale_of_page()).translate(PLAIN_DIGITS)


def weekday_text(day: date) -> str:
    """Return the day of the week: "Monday"."""
    return format_date(day, format="cccc", locale=locale_of_page())
