"""Writing content files and catalogs into the database, which is their copy.

Each app says in its ``sync`` module which rows there must be (``rows``). This module compares them with what there
is, and writes the difference in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import models, transaction
from django.utils import translation
from modeltranslation.translator import translator

from tutor.content import places
from tutor.content.catalogs import translations
from tutor.content.locks import one_at_a_time
from tutor.content.messages import APPS, all_messages
from tutor.content.models import Place
from tutor.content.rows import IncompleteError, Row
from tutor.content.spellings import spelling_rows
from tutor.content.state import note_sync

__all__ = ["IncompleteError", "Report", "Row", "all_rows", "sync"]


@dataclass(frozen=True, slots=True)
class Report:
    """What a sync did, or would do: rows by kind of change, and texts by language."""

    created: int
    changed: int
    deleted: int
    texts: Mapping[str, int]

    @property
    def clean(self) -> bool:
        """The database already says what the files say."""
        return not (self.created or self.changed or self.deleted)


class Texts:
    """Every text in every language, by address."""

    def __init__(self, locale_dir: Path, languages: Iterable[str]) -> None:
        english = {message.context: message.text for message in all_messages()}
        self.by_language = {"en": english}
        for language in languages:
            if language != "en":
                self.by_language[language] = translations(locale_dir, language)
        self._refuse_holes(english)

    def _refuse_holes(self, english: Mapping[str, str]) -> None:
        missing = {
            language: sorted(english.keys() - texts.keys())
            for language, texts in self.by_language.items()
            if english.keys() - texts.keys()
        }
        if missing:
            raise IncompleteError(missing)

    def columns(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return the columns of translated fields: always with a suffix, never the bare field."""
        return {
            f"{name}_{language}": known[address]
            for name, address in texts.items()
            for language, known in self.by_language.items()
        }


def all_rows() -> Iterator[Row]:
    """Yield the rows of every app, parents before their children."""
    for app in APPS:
        yield from import_module(f"{app}.sync").rows()


def sync(*, write: bool = True, locale_dir: Path | None = None) -> Report:
    """Bring the database up to date, or only compare.

    Raises:
        IncompleteError: a text has no finished translation; nothing is written.
    """
    texts = Texts(locale_dir or settings.LOCALE_PATHS[0], settings.CONTENT_LANGUAGES)
    wanted: dict[type[models.Model], dict[str, dict[str, Any]]] = {}
    for row in [*all_rows(), *places.place_rows(texts.by_language), *spelling_rows(texts.by_language)]:
        columns = {**_empty_texts(row.model), **row.values, **texts.columns(row.texts)}
        columns.update({name: texts.by_language["en"][address] for name, address in row.texts.items()})
        wanted.setdefault(row.model, {})[row.key] = columns
    with transaction.atomic():
        if write:
            one_at_a_time()
        counts = {model: _sync_model(model, rows, write=write) for model, rows in wanted.items()}
        deleted = {model: _delete_others(model, rows, write=write) for model, rows in reversed(wanted.items())}
        if write:
            places.rebuild_index(if_needed=not (any(counts[Place]) or deleted[Place]))
        if write and locale_dir is None:
            note_sync()
    return Report(
        created=sum(created for created, _changed in counts.values()),
        changed=sum(changed for _created, changed in counts.values()),
        deleted=sum(deleted.values()),
        texts={language: len(known) for language, known in texts.by_language.items()},
    )


def _empty_texts(model: type[models.Model]) -> dict[str, Any]:
    """Return the columns of all translated fields as they are without a text: what a file no longer has must go."""
    if model not in translator.get_registered_models():
        return {}
    names = translator.get_options_for_model(model).get_field_names()
    columns: dict[str, Any] = dict.fromkeys(names, "")
    columns |= {f"{name}_{language}": None for name in names for language in settings.CONTENT_LANGUAGES}
    return columns


def _sync_model(model: type[models.Model], rows: Mapping[str, dict[str, Any]], *, write: bool) -> tuple[int, int]:
    there = {row["pk"]: row for row in _rows_of(model).values("pk", *_columns(model))}
    created = changed = 0
    for key, columns in rows.items():
        before = there.get(key)
        if before is None:
            created += 1
            if write:
                _create(model, key, columns)
        elif any(before[name] != value for name, value in columns.items()):
            changed += 1
            if write:
                _rows_of(model).filter(pk=key).update(**columns)
    return created, changed


def _create(model: type[models.Model], key: str, columns: Mapping[str, Any]) -> None:
    """Insert a row: first with the values of the bare columns (those of English), then as they are meant to be."""
    with translation.override("en"):
        model(pk=key, **columns).save(force_insert=True)
    _rows_of(model).filter(pk=key).update(**columns)


def _delete_others(model: type[models.Model], rows: Mapping[str, dict[str, Any]], *, write: bool) -> int:
    others = _rows_of(model).exclude(pk__in=list(rows))
    count: int = others.count()
    if write and count:
        others.delete()
    return count


def _columns(model: type[models.Model]) -> list[str]:
    return [f.attname for f in model._meta.concrete_fields if not f.primary_key]


def _rows_of(model: type[models.Model]) -> models.QuerySet[Any]:
    """Return a query that names columns as they are: the managers of modeltranslation rename them by language."""
    return models.QuerySet(model)
