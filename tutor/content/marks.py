"""Terms marked in content texts: ``[[stock|the stock]]``, the id of the term and the words as written. Pure.

A translation keeps the ids and translates the words; the checker of catalogs compares the ids.
"""

from __future__ import annotations

import re

MARK = re.compile(r"\[\[([a-z][a-z0-9_]*)\|([^\[\]|]+)\]\]")
LOOSE = re.compile(r"\[\[|\]\]")


def marked_terms(text: str) -> list[str]:
    """Return the ids of the terms that a text marks, in its order.

    >>> marked_terms("Both [[draw|draw]] from the [[stock|stock]].")
    ['draw', 'stock']
    """
    return [match[1] for match in MARK.finditer(text)]


def without_marks(text: str) -> str:
    """Return a text as it reads: the words of each mark stay.

    >>> without_marks("Both draw from the [[stock|stock]].")
    'Both draw from the stock.'
    """
    return MARK.sub(r"\2", text)


def has_broken_marks(text: str) -> bool:
    """Return whether brackets are left that make no whole mark.

    >>> has_broken_marks("the [[stock|stock]]"), has_broken_marks("the [[stock]]")
    (False, True)
    """
    return bool(LOOSE.search(without_marks(text)))
