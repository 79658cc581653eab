"""The index of words: FTS5 where the database is SQLite, a text search vector where it is PostgreSQL.

Nobody else knows which. Both hold stems that were made in Python, so that both find the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from django.db import connection

from tutor.content.words import SHORT

TABLE = "content_words"
MOST = 200
"""More places than this are not ranked."""
LONGEST = 16_000
"""Positions in a text that PostgreSQL can tell apart."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The stems of one place: those of its title weigh more."""

    place: str
    language: str
    title: Sequence[str]
    text: Sequence[str]


class Engine(Protocol):
    """What an index can do."""

    create: Sequence[str]
    insert: str

    def row(self, entry: Entry) -> tuple[str, ...]:
        """Return the values of ``insert``."""

    def find(self, languages: Sequence[str], stems: Sequence[str], *, every: bool) -> tuple[str, list[str]]:
        """Return a query for the keys of places, best first, and its values."""


class Fts5:
    """SQLite. The signs of Hindi vowels belong to the word, so marks are letters to the tokenizer."""

    create = (
        f"CREATE VIRTUAL TABLE {TABLE} USING fts5(place UNINDEXED, language UNINDEXED, title, text, "
        "tokenize = \"unicode61 remove_diacritics 0 categories 'L* N* M*'\")",
    )
    insert = f"INSERT INTO {TABLE} (place, language, title, text) VALUES (%s, %s, %s, %s)"

    def row(self, entry: Entry) -> tuple[str, ...]:
        """Words with spaces between them."""
        return entry.place, entry.language, " ".join(entry.title), " ".join(entry.text)

    def find(self, languages: Sequence[str], stems: Sequence[str], *, every: bool) -> tuple[str, list[str]]:
        """Every stem stands in quotes, so that none is taken for an operator."""
        words = [f'"{stem}"*' if len(stem) >= SHORT else f'"{stem}"' for stem in stems]
        marks = ", ".join(["%s"] * len(languages))
        query = (
            f"SELECT place FROM {TABLE} WHERE {TABLE} MATCH %s AND language IN ({marks}) "
            f"ORDER BY bm25({TABLE}, 0, 0, 8, 1), rowid LIMIT {MOST}"
        )
        return query, [(" AND " if every else " OR ").join(words), *languages]


class TextSearch:
    """PostgreSQL. Vectors are written out, so that no parser takes the words apart again."""

    create = (
        f"CREATE TABLE {TABLE} (id serial PRIMARY KEY, place varchar(160) NOT NULL, language varchar(10) NOT NULL, "
        "words tsvector NOT NULL)",
        f"CREATE INDEX {TABLE}_words ON {TABLE} USING gin (words)",
    )
    insert = f"INSERT INTO {TABLE} (place, language, words) VALUES (%s, %s, %s::tsvector)"

    def row(self, entry: Entry) -> tuple[str, ...]:
        """Each stem with its places: weight A in the title, D in the text."""
        weighed = [(stem, "A") for stem in entry.title] + [(stem, "D") for stem in entry.text]
        places: dict[str, list[str]] = {}
        for at, (stem, weight) in enumerate(islice(weighed, LONGEST), 1):
            places.setdefault(stem, []).append(f"{at}{weight}")
        vector = " ".join(f"'{stem}':{','.join(at[:255])}" for stem, at in places.items())
        return entry.place, entry.language, vector

    def find(self, languages: Sequence[str], stems: Sequence[str], *, every: bool) -> tuple[str, list[str]]:
        """Longer documents weigh less, as with the other engine."""
        words = [f"'{stem}':*" if len(stem) >= SHORT else f"'{stem}'" for stem in stems]
        marks = ", ".join(["%s"] * len(languages))
        query = (
            f"SELECT place FROM {TABLE}, CAST(%s AS tsquery) AS wanted WHERE words @@ wanted AND language IN ({marks}) "
            f"ORDER BY ts_rank('{{0.12, 0.12, 0.12, 1.0}}', words, wanted, 1) DESC, id LIMIT {MOST}"
        )
        return query, [(" & " if every else " | ").join(words), *languages]


ENGINES: dict[str, Engine] = {"sqlite": Fts5(), "postgresql": TextSearch()}


def create(vendor: str) -> Sequence[str]:
    """Return what makes the empty index: for the migration."""
    return ENGINES[vendor].create


def rebuild(entries: Iterable[Entry]) -> None:
    """Forget all words and write them anew."""
    engine = ENGINES[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {TABLE}")
        cursor.executemany(engine.insert, [engine.row(entry) for entry in entries])


def size() -> int:
    """Return how many places are in the index."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {TABLE}")
        return int(cursor.fetchone()[0])


def find(languages: Sequence[str], stems: Sequence[str], *, every: bool = True) -> list[str]:
    """Return the keys of the places that hold every stem (or any), best first."""
    if not stems or not languages:
        return []
    query, values = ENGINES[connection.vendor].find(languages, stems, every=every)
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return [key for (key,) in cursor.fetchall()]
