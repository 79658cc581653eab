"""Every message with a plural, for every number that a language treats in its own way, as gettext gives it."""

from __future__ import annotations

import gettext
import io
import re
from pathlib import Path

import polib
import pytest
from django.utils.translation import ngettext, npgettext, override

from tests.conftest import LANGUAGES
from tests.i18n.english import english_in
from tutor.content.catalogs import PLURALS, plural_count, po_path
from tutor.content.extraction import interface_entries

ROOT = Path(__file__).parents[2]
NUMBERS = (0, 1, 2, 3, 10, 11, 99, 100, 101, 102)
FORMS = {
    "en": (1, 0, 1, 1, 1, 1, 1, 1, 1, 1),
    "es": (1, 0, 1, 1, 1, 1, 1, 1, 1, 1),
    "it": (1, 0, 1, 1, 1, 1, 1, 1, 1, 1),
    "ar": (0, 1, 2, 3, 3, 4, 4, 5, 5, 5),
    "hi": (0, 0, 1, 1, 1, 1, 1, 1, 1, 1),
}
"""Which form each number takes, by hand."""
IN_WORDS = {"ar": {0, 1, 2}}
"""Numbers that a language may say in words; elsewhere only 1 may be one."""

MESSAGES = [
    pytest.param(entry.msgctxt, entry.msgid, entry.msgid_plural, id=entry.msgid_plural.replace("%(n)s", "n"))
    for entry in interface_entries(ROOT).values()
    if entry.msgid_plural
]


def say(context: str | None, one: str, many: str, n: int) -> str:
    """Fill a message as the product does."""
    message = npgettext(context, one, many, n) if context else ngettext(one, many, n)
    return message % {"n": n}


def test_there_are_messages_with_plurals():
    assert len(MESSAGES) >= 9
    assert set(PLURALS) | {"en"} == set(FORMS) == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("context", "one", "many"), MESSAGES)
def test_every_number(language, context, one, many):
    with override(language):
        told = {n: say(context, one, many, n) for n in NUMBERS}
    entry = None
    if language != "en":
        catalog = polib.pofile(str(po_path(ROOT / "locale", language, "django")))
        entry = next(each for each in catalog if (each.msgctxt, each.msgid) == (context, one))
        assert entry.msgid_plural == many
    for n, form in zip(NUMBERS, FORMS[language], strict=True):
        assert told[n].strip()
        assert english_in(told[n], language) == []
        assert str(n) in re.findall(r"\d+", told[n]) or n in IN_WORDS.get(language, {1})
        wanted = entry.msgstr_plural[form] if entry else (one, many)[form]
        assert told[n] == wanted % {"n": n}


@pytest.mark.parametrize("language", PLURALS)
def test_the_header_gives_each_number_its_form(language):
    expression = gettext.c2py(PLURALS[language].split("plural=")[1].rstrip(";"))
    assert tuple(expression(n) for n in NUMBERS) == FORMS[language]
    assert {expression(n) for n in range(1000)} == set(range(plural_count(language)))


@pytest.mark.parametrize("language", ["ar"])
def test_forms_of_arabic_differ(language):
    """Words for 0, 1 and 2, the plural from 3 to 10, the singular from 11 on."""
    catalog = polib.pofile(str(po_path(ROOT / "locale", language, "django")))
    entries = [entry for entry in catalog if entry.msgid_plural]
    for entry in entries:
        forms = [entry.msgstr_plural[index] for index in range(6)]
        assert len({*forms[:3]}) == 3, forms
        assert not any(re.search(r"\d|%", form) for form in forms[:3]), forms
    assert len(entries) == len(MESSAGES)


SEEDED = [
    pytest.param("nplurals=3; plural=(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2);", id="three-forms-two-filled"),
    pytest.param("nplurals=2; plural=(n == 1);", id="turned-round"),
]


@pytest.mark.parametrize("header", SEEDED)
def test_a_wrong_header_shows_english_or_the_wrong_form(tmp_path, header):
    """The trap that the constant headers are there for: the file compiles, and a page is half English."""
    from tutor.content.catalogs import compiled_catalog

    path = tmp_path / "django.po"
    path.write_bytes(po_path(ROOT / "locale", "es", "django").read_bytes())
    catalog = polib.pofile(str(path))
    catalog.metadata["Plural-Forms"] = header
    catalog.save(str(path))
    compiled = gettext.GNUTranslations(io.BytesIO(compiled_catalog(path)))
    told = [compiled.ngettext("%(n)s trick", "%(n)s tricks", n) for n in (1, 2)]
    assert told != ["%(n)s baza", "%(n)s bazas"]
