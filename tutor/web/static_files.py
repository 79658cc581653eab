"""Collected static files: hashed names, packed once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


class PackedStorage(CompressedManifestStaticFilesStorage):
    """Packs what visitors fetch and what is not packed yet: a second start of the site has nothing to do.

    A hashed name stands for its content, so that a packed file of that name is still right. The admin has hundreds of
    files that hardly anybody fetches; they are served as they are.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._known: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file. Every page asks for a dozen, and they last as long as the process."""
        if force:
            return super().url(name, force)
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = super().url(name)
        return found

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Pack files; yield name and packed name."""
        self._known.clear()  # they have been collected anew
        new = [path for path in paths if HASHED.search(path) and not path.startswith("admin/")]
        yield from super().compress_files([path for path in new if not Path(self.path(path) + ".gz").exists()])
