"""The PO files: where they are, what their headers must say, how they are read and compiled."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import polib
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tutor.content.stamps import stamp

DOMAINS: Final = ("django", "content")

PLURALS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "es": "nplurals=2; plural=(n != 1);",
        "it": "nplurals=2; plural=(n != 1);",
        "ar": "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : "
        "n%100>=11 && n%100<=99 ? 4 : 5;",
        "hi": "nplurals=2; plural=(n > 1);",
    }
)
"""The plural line of each language, fixed here: tools disagree about them, and a wrong one shows English."""


def po_path(locale_dir: Path, language: str, domain: str) -> Path:
    """Return where a catalog lies."""
    return locale_dir / language.replace("-", "_") / "LC_MESSAGES" / f"{domain}.po"


def translations(locale_dir: Path, language: str) -> dict[str, str]:
    """Return the finished content translations of a language: context -> text.

    Read from the PO file, not through gettext: gettext answers a hole with English.
    """
    path = po_path(locale_dir, language, "content")
    about = path.stat()
    return dict(_finished(path, about.st_mtime_ns, about.st_size))


@lru_cache(maxsize=8)
def _finished(path: Path, _changed: int, _size: int) -> Mapping[str, str]:
    """Read a file once for as long as it stays the same: a start asks for it several times."""
    return {
        entry.msgctxt: entry.msgstr
        for entry in polib.pofile(str(path))
        if entry.msgctxt and entry.msgstr and not entry.fuzzy and not entry.obsolete
    }


def compile_catalog(path: Path) -> bool:
    """Write the .mo file beside a PO file if it is missing or differs; return whether it was written."""
    target = path.with_suffix(".mo")
    compiled = compiled_catalog(path)
    if target.exists() and target.read_bytes() == compiled:
        return False
    with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as draft:
        draft.write(compiled)
    Path(draft.name).chmod(0o644)
    Path(draft.name).replace(target)  # whole at once: a site may be starting beside this one
    return True


def compiled_catalog(path: Path) -> bytes:
    """Return the bytes of the compiled catalog, with a stamp behind. Our own checker must have passed before."""
    source = path.read_bytes()
    buffer = io.BytesIO()
    write_mo(buffer, read_po(io.BytesIO(source)))
    return buffer.getvalue() + stamp(source)


@cache
def plural_count(language: str) -> int:
    """Return how many plural forms a language has.

    >>> plural_count("ar")
    6
    """
    return int(PLURALS[language].split(";")[0].split("=")[1])
