"""From which PO file a compiled catalog was made: its digest stands behind the last byte that gettext reads.

Nothing but the standard library, since each worker asks at its start.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

MARK: Final = b"\nmade of "


def stamp(source: bytes) -> bytes:
    """Return what stands at the end of the catalog that is compiled from this PO file.

    >>> len(stamp(b"")) == len(MARK) + 64
    True
    """
    return MARK + hashlib.sha256(source).hexdigest().encode()


def is_stale(compiled: Path) -> bool:
    """Return whether a compiled catalog was made from another PO file than the one beside it; False if there is none."""
    source = compiled.with_suffix(".po")
    return source.exists() and not compiled.read_bytes().endswith(stamp(source.read_bytes()))
