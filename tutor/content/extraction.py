"""From source to catalogs: which messages there are, and merging them into the PO files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
from babel.messages.extract import extract

from tutor.content.catalogs import PLURALS, po_path
from tutor.content.messages import all_messages

KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}

Key = tuple[str | None, str]


def interface_entries(root: Path) -> dict[Key, polib.POEntry]:
    """Return the messages of Python files and templates: (context, English) -> entry without translation."""
    found: dict[Key, polib.POEntry] = {}
    for path, method in _sources(root):
        where = path.relative_to(root).as_posix()
        with path.open("rb") as source:
            for _line, message, comments, context in extract(
                method, source, KEYWORDS, ("Translators:",), strip_comment_tags=True
            ):
                singular, plural = (message, None) if isinstance(message, str) else message[:2]
                entry = found.setdefault((context, singular), _entry(context, singular, plural))
                if (where, "") not in entry.occurrences:
                    entry.occurrences.append((where, ""))
                if comments:
                    entry.comment = " ".join(comments).strip()
    return found


def content_entries() -> dict[Key, polib.POEntry]:
    """Return the messages of the content files."""
    found: dict[Key, polib.POEntry] = {}
    for message in all_messages():
        entry = _entry(message.context, message.text, None)
        entry.comment = message.comment
        key = (message.context, message.text)
        if any(context == message.context for context, _text in found):
            raise ValueError(f"two messages at {message.context}")
        found[key] = entry
    return found


def merge(path: Path, language: str, wanted: dict[Key, polib.POEntry]) -> dict[str, int]:
    """Bring one PO file up to date: new messages empty, changed content fuzzy with the old English, others dropped.

    Returns how many messages are new, changed and dropped.
    """
    old = polib.pofile(str(path)) if path.exists() else polib.POFile()
    known = {(entry.msgctxt, entry.msgid): entry for entry in old if not entry.obsolete}
    by_context = {entry.msgctxt: entry for entry in old if entry.msgctxt and not entry.obsolete}
    fresh = polib.POFile(wrapwidth=0)
    fresh.metadata = {
        "Project-Id-Version": "sixtysix",
        # Fixed dates: version control knows when, and the same text compiles to the same bytes.
        "POT-Creation-Date": "2026-01-01 00:00+0000",
        "PO-Revision-Date": "2026-01-01 00:00+0000",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS.get(language, "nplurals=2; plural=(n != 1);"),
    }
    counts = {"new": 0, "changed": 0, "dropped": len(known.keys() - wanted.keys())}
    for key, entry in sorted(wanted.items(), key=_catalog_order):
        before = known.get(key)
        if before is not None:
            entry.msgstr, entry.msgstr_plural = before.msgstr, before.msgstr_plural
            entry.flags = list(before.flags)
        elif path.stem == "content" and entry.msgctxt in by_context:
            # The address is the same, the English has changed: the old translation needs a second look.
            changed = by_context[entry.msgctxt]
            entry.msgstr, entry.previous_msgid, entry.flags = changed.msgstr, changed.msgid, ["fuzzy"]
            counts["changed"] += 1
        else:
            counts["new"] += 1
        fresh.append(entry)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh.save(str(path))
    return counts


def update(root: Path, locale_dir: Path, languages: Iterator[str] | tuple[str, ...]) -> dict[str, dict[str, int]]:
    """Merge both domains of every language; return the counts by catalog."""
    counts = {}
    for language in languages:
        for domain in ("django", "content"):
            wanted = interface_entries(root) if domain == "django" else content_entries()
            path = po_path(locale_dir, language, domain)
            counts[f"{language}/{domain}"] = merge(path, language, wanted)
    return counts


def _sources(root: Path) -> Iterator[tuple[Path, Any]]:
    from enmerkar.extract import extract_django

    for path in sorted((root / "tutor").rglob("*.py")):
        if "migrations" not in path.parts:
            yield path, "python"
    for path in sorted(path for path in (root / "templates").rglob("*") if path.suffix in (".html", ".txt")):
        yield path, extract_django


def _entry(context: str | None, singular: str, plural: str | None) -> polib.POEntry:
    entry = polib.POEntry(msgid=singular, msgctxt=context)
    if plural:
        entry.msgid_plural = plural
        entry.msgstr_plural = {}
    return entry


def _catalog_order(item: tuple[Key, polib.POEntry]) -> tuple[str, ...]:
    """By file for the interface, in the order of the content files otherwise (the sort keeps it)."""
    _key, entry = item
    return (entry.occurrences[0][0],) if entry.occurrences else ("",)
