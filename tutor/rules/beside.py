"""The second language of a page: which one, and its texts beside those of the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.conf import settings
from django.utils import translation
from django.utils.translation import get_language_info

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Beside:
    """A second language: its code, its own name, and the direction of its script."""

    code: str
    name: str
    direction: str

    def worded(self, make: Callable[[], T]) -> T:
        """Return what ``make`` words, in this language."""
        with translation.override(self.code):
            return make()


def second_language(code: str) -> Beside | None:
    """Return the second language that an address names; None for an unknown one and for that of the page itself."""
    names = dict(settings.LANGUAGES)
    if code not in names or code == translation.get_language():
        return None
    direction = "rtl" if get_language_info(code)["bidi"] else "ltr"
    return Beside(code, names[code], direction)
