"""Names of accounts: any script, the same however it is typed."""

from __future__ import annotations

import unicodedata

MAX_LENGTH = 40
_SIGNS = frozenset(".-_@+' ")
_JOINERS = frozenset("\u200c\u200d")
"""Letters of Hindi and Arabic need these two invisible signs; no other invisible sign is let in."""


class BadNameError(ValueError):
    """A name that no account can have."""


def tidy_name(text: str) -> str:
    """Return a name as it is shown.

    Raises:
        BadNameError: it is empty or too long, or holds more than letters, digits and a few signs.

    >>> tidy_name("  Ana   María ")
    'Ana María'
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not 1 <= len(name) <= MAX_LENGTH or not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise BadNameError(name)
    if not all(sign in _SIGNS or sign in _JOINERS or unicodedata.category(sign)[0] in "LMN" for sign in name):
        raise BadNameError(name)
    return name


def name_key(text: str) -> str:
    """Return what a name is found by: without capitals and joiners, so that a phone's capital letter does no harm.

    >>> name_key("ANA María") == name_key("ana  maría")
    True
    """
    name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join("".join(sign for sign in name if sign not in _JOINERS).split())
