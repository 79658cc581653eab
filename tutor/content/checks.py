"""What must be true of a catalog before anybody reads it. Used by the compile step and by tests."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import polib

from tutor.content.catalogs import PLURALS, plural_count
from tutor.content.marks import has_broken_marks, marked_terms, without_marks

PLACEHOLDER = re.compile(r"%\((\w+)\)s")
TAG = re.compile(r"</?\w[^>]*>|&\w+;")
CONTROLS = re.compile("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
OTHER_DIGITS = re.compile("[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]")
SCRIPTS = {"ar": re.compile("[\u0600-\u06ff]"), "hi": re.compile("[\u0900-\u097f]")}
LATIN = re.compile("[A-Za-z]+")
# Letters of a word for the lint: vowel signs and other marks belong to the word.
WORD = r"[\w\u0300-\u036f\u064b-\u0652\u0900-\u0903\u093a-\u094f]"
DROPPABLE = {"n"}
"""A plural form that says the number in words may leave this placeholder out, and no other."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with one message."""

    where: str
    message: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}: {self.message[:80]}"


def check_catalog(path: Path, language: str, terms: dict[str, Any] | None = None) -> Iterator[Fault]:
    """Yield every fault of one PO file."""
    if not path.exists():
        yield Fault(f"{language}/LC_MESSAGES/{path.name}", "", "the catalog is missing")
        return
    catalog = polib.pofile(str(path))
    where = f"{language}/{path.stem}"
    yield from _check_header(catalog, language, where)
    if not len(catalog):
        yield Fault(where, "", "the catalog is empty")
    for entry in catalog:
        if not entry.obsolete:
            for what in check_entry(entry, language, terms):
                yield Fault(where, entry.msgctxt or entry.msgid, what)


def _check_header(catalog: polib.POFile, language: str, where: str) -> Iterator[Fault]:
    wanted = {
        "Language": language,
        "Plural-Forms": PLURALS.get(language),
        "Content-Type": "text/plain; charset=UTF-8",
    }
    for name, value in wanted.items():
        if value is not None and catalog.metadata.get(name) != value:
            yield Fault(where, name, f"the header must say {value}")
    if catalog.metadata_is_fuzzy:
        yield Fault(where, "", "the header is fuzzy")


def check_entry(entry: polib.POEntry, language: str, terms: dict[str, Any] | None = None) -> Iterator[str]:
    """Yield what is wrong with one entry."""
    if entry.fuzzy:
        yield "fuzzy"
    forms = _forms(entry)
    if entry.msgid_plural and language in PLURALS and len(forms) != plural_count(language):
        yield f"{len(forms)} plural forms"
    for index, form in enumerate(forms):
        if not form.strip():
            yield "empty"
            continue
        yield from _check_placeholders(entry, form, index, len(forms))
        yield from _check_marks(entry, form)
        yield from _check_form(entry, form, language)
        if terms is not None:
            yield from _check_words(form, language, terms)


def _forms(entry: polib.POEntry) -> list[str]:
    if entry.msgid_plural:
        return [form for _index, form in sorted(entry.msgstr_plural.items())]
    return [entry.msgstr]


def _check_placeholders(entry: polib.POEntry, form: str, index: int, count: int) -> Iterator[str]:
    wanted = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
    found = set(PLACEHOLDER.findall(form))
    in_words = entry.msgid_plural and (index < 3 if count == 6 else index == 0)
    missing = wanted - found - (DROPPABLE if in_words else set())
    if missing or found - wanted:
        yield f"placeholders {sorted(found)} instead of {sorted(wanted)}"
    if "%" in PLACEHOLDER.sub("", form).replace("%%", ""):
        yield "a stray per cent sign"


def _check_marks(entry: polib.POEntry, form: str) -> Iterator[str]:
    """A translation marks the same terms, each as often, in any order."""
    if has_broken_marks(form):
        yield "a mark of a term that is not whole"
    wanted, found = sorted(marked_terms(entry.msgid)), sorted(marked_terms(form))
    if wanted != found:
        yield f"terms {found} instead of {wanted}"


def _check_form(entry: polib.POEntry, form: str, language: str) -> Iterator[str]:
    if sorted(TAG.findall(entry.msgid)) != sorted(TAG.findall(form)):
        yield "other markup than the English"
    if CONTROLS.search(form):
        yield "an invisible control character"
    if OTHER_DIGITS.search(form):
        yield "digits other than 0 to 9"
    if unicodedata.normalize("NFC", form) != form:
        yield "not in normal form C"
    bare = TAG.sub("", PLACEHOLDER.sub("", without_marks(form)))
    script = SCRIPTS.get(language)
    if script is not None:
        if not script.search(bare) and LATIN.search(entry.msgid):
            yield "nothing in the script of the language"
        if LATIN.search(bare):
            yield f"Latin letters {LATIN.findall(bare)}"


def _check_words(form: str, language: str, terms: dict[str, Any]) -> Iterator[str]:
    bare = PLACEHOLDER.sub("", without_marks(form))
    for word in terms["lint"].get(language, {}).get("hard", []):
        if re.search(rf"(?<!{WORD}){re.escape(word)}(?!{WORD})", bare):
            yield f"the word «{word}»"


@cache
def load_terms(locale_dir: Path) -> dict[str, Any]:
    """Return the term base: terms, card names, and the words that must not occur."""
    terms: dict[str, Any] = json.loads((locale_dir / "TERMS.json").read_text(encoding="utf-8"))
    return terms
