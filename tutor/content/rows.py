"""What a sync module yields: the rows that there must be; and what it raises if it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import models


class IncompleteError(Exception):
    """Some text has no finished translation: ``missing`` holds its addresses by language."""

    def __init__(self, missing: Mapping[str, list[str]]) -> None:
        super().__init__(", ".join(f"{language}: {len(keys)}" for language, keys in missing.items()))
        self.missing = missing


@dataclass(frozen=True, slots=True)
class Row:
    """One row that there must be. ``values`` holds plain columns, ``texts`` field name -> address of the text."""

    model: type[models.Model]
    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
