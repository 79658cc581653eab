"""A language that is English in disguise: ``⟦Ĺéàŕñ⟧``. Whatever a page shows without brackets was never marked.

Run as a program (``python -m tests.i18n.pseudo FILE``, settings from the environment) it prepares a database whose
content is in disguise as well, goes through every page under ``/en-xa/``, and writes what it met.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from pathlib import Path

import polib
from babel import Locale
from babel.dates import get_day_names, get_month_names
from django.conf import settings

from tests.i18n.texts import texts_of
from tutor.content.catalogs import compile_catalog, po_path
from tutor.content.extraction import interface_entries

CODE = "en-xa"
MESSAGE, CONTENT = "⟦⟧", "⟪⟫"
"""Brackets of the interface, and of the texts of lessons and rules."""
OPENING, CLOSING = {MESSAGE[0], CONTENT[0]}, {MESSAGE[1], CONTENT[1]}
JOINTS = {"and", "or", "kaj", "aŭ"}
"""The words of a list come from CLDR, not from our catalogs."""
KEPT = re.compile(r"(%\(\w+\)s|%%|<[^>]+>|&\w+;|\[\[\w+\||\]\])")
ACCENTS = str.maketrans("aceginorsuyzACEGILNORSUYZ", "àçéğîñôŕšùýžÀÇÉĞÎĹÑÔŔŠÙÝŽ")
SETTINGS = '''"""The site with one language more, in a folder of its own."""

from pathlib import Path

from tutor.settings import *  # noqa: F403

HERE = Path(__file__).parent
LANGUAGES = [*LANGUAGES, ("en-xa", "Pseudo")]  # noqa: F405
LOCALE_PATHS = [*LOCALE_PATHS, HERE / "locale"]  # noqa: F405
DATABASES["default"]["NAME"] = HERE / "pseudo.sqlite3"  # noqa: F405
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}  # noqa: F405
ALLOWED_HOSTS = ["testserver"]
'''


def disguise(text: str, brackets: str = MESSAGE) -> str:
    """Return a text with accents and brackets; placeholders and markup stay.

    >>> disguise("Card led: %(card)s.")
    '⟦Çàŕd léd: %(card)s.⟧'
    >>> disguise("the [[stock|stock]]")
    '⟦thé [[stock|štôçk]]⟧'
    """
    parts = KEPT.split(text)
    told = "".join(part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in parts)
    return f"{brackets[0]}{told}{brackets[1]}"


@cache
def dates_in(language: str) -> re.Pattern[str]:
    """Names of months and days: they come from Babel, which has them for ``eo`` and takes those of English here."""
    locale = Locale.parse(language.split("-")[0])
    months = [get_month_names(context=context, locale=locale) for context in ("format", "stand-alone")]
    days = [get_day_names(context=context, locale=locale) for context in ("format", "stand-alone")]
    names = {re.escape(name) for each in (*months, *days) for name in each.values()}
    return re.compile("|".join(sorted(names, key=len, reverse=True)))


def unmarked(html: str, language: str = CODE) -> list[str]:
    """Return every text of a page that stands in no brackets, and every bracket that is lost.

    A message opens and closes its brackets in the order of the page, with names in other elements between them.
    """
    own_names = {name for _code, name in settings.LANGUAGES} | {"Pseudo", "Esperanto"}
    said = [each for each in texts_of(html, language) if each.lang == language]  # others say which language they are
    streams = [[each.text] for each in said if "[" in each.where]  # attributes: each by itself
    streams.append([each.text for each in said if "[" not in each.where and not each.whole])
    found = []
    for stream in streams:
        depth = 0
        for text in stream:
            bare = ""
            for sign in text:
                depth += (sign in OPENING) - (sign in CLOSING)
                bare += sign if depth == 0 and sign not in CLOSING else " "
            words = re.findall(r"[^\W\d_]+", dates_in(language).sub("", bare))
            if text not in own_names and not set(words) <= JOINTS:
                found.append(text)
        if depth:
            found.append(f"brackets do not close: {stream[0][:80]}")
    return found


def build_catalog(root: Path, locale_dir: Path) -> int:
    """Write and compile the catalog of the interface; return how many messages it holds."""
    path = po_path(locale_dir, "en-XA", "django")
    path.parent.mkdir(parents=True)
    catalog = polib.POFile(wrapwidth=0)
    catalog.metadata = {
        "Language": "en_XA",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    for entry in interface_entries(root).values():
        if entry.msgid_plural:
            entry.msgstr_plural = {0: disguise(entry.msgid), 1: disguise(entry.msgid_plural)}
        else:
            entry.msgstr = disguise(entry.msgid)
        catalog.append(entry)
    catalog.save(str(path))
    assert compile_catalog(path)
    return len(catalog)


def disguise_content() -> int:
    """Put the English columns of the database in disguise; return how many texts there were."""
    from django.db.models import QuerySet
    from modeltranslation.translator import translator

    from tutor.content.models import Place

    changed = 0
    for model in translator.get_registered_models(abstract=False):
        columns = [f"{name}_en" for name in translator.get_options_for_model(model).all_fields]
        for row in QuerySet(model).values("pk", *columns):
            texts = {name: disguise(row[name], CONTENT) for name in columns if row[name]}
            QuerySet(model).filter(pk=row["pk"]).update(**texts)
            changed += len(texts)
    for place in QuerySet(Place).filter(language="en"):
        place.title = disguise(place.title, CONTENT)
        place.save()
    return changed


def crawl(target: Path) -> None:
    """Prepare the database, go through the site, write the pages."""
    import django

    django.setup()
    from django.core.management import call_command

    from tests.i18n.pages import Visitor

    call_command("migrate", verbosity=0)
    call_command("sync_content", stdout=sys.stderr)
    texts = disguise_content()
    visitor = Visitor(CODE)
    visitor.read_everything()
    visitor.keep_things()
    visitor.take_every_step()
    target.write_text(json.dumps({"texts": texts, "pages": visitor.met}), encoding="utf-8")


if __name__ == "__main__":
    crawl(Path(sys.argv[1]))
