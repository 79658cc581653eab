"""The eight catalogs stand every check, and every check has a fault that it must find."""

from __future__ import annotations

import gettext
import io
from pathlib import Path
from unittest.mock import Mock

import polib
import pytest
from django.core.management import CommandError, call_command

from tutor.content.catalogs import DOMAINS, PLURALS, compile_catalog, compiled_catalog, plural_count, po_path
from tutor.content.checks import check_catalog, check_entry, load_terms
from tutor.content.extraction import content_entries, interface_entries, merge

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "locale"
TERMS = load_terms(LOCALE)
CATALOGS = [pytest.param(language, domain, id=f"{language}-{domain}") for language in PLURALS for domain in DOMAINS]

HEADERS = {
    "es": "nplurals=2; plural=(n != 1);",
    "it": "nplurals=2; plural=(n != 1);",
    "ar": "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5;",
    "hi": "nplurals=2; plural=(n > 1);",
}
"""The plural lines once more, by hand: the constant of the product must not drift unseen."""

NAMES = {"Santase (Bulgaria)", "Schnapsen (Austria)", "Argentina", "Chile"}
WORDS = {"es": {"Normal", "Cookies"}, "it": {"Account", "Password", "Privacy"}}
"""Words that a language has from English, or writes alike."""


def catalog(language: str, domain: str) -> polib.POFile:
    """Read one PO file."""
    return polib.pofile(str(po_path(LOCALE, language, domain)))


def messages(domain: str) -> dict[tuple[str | None, str], str]:
    """Extract afresh: (context, English) -> English plural, or nothing."""
    found = interface_entries(ROOT) if domain == "django" else content_entries()
    return {key: entry.msgid_plural for key, entry in found.items()}


def known(path: Path) -> dict[tuple[str | None, str], str]:
    """The same from a catalog."""
    return {(entry.msgctxt, entry.msgid): entry.msgid_plural for entry in polib.pofile(str(path)) if not entry.obsolete}


# -- the catalogs as they are --------------------------------------------------------------------------------------


def test_there_are_two_catalogs_for_each_language_but_english():
    assert len(CATALOGS) == 8
    assert dict(PLURALS) == HEADERS


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_no_fault(language, domain):
    path = po_path(LOCALE, language, domain)
    assert [str(fault) for fault in check_catalog(path, language, TERMS)] == []
    assert len(catalog(language, domain)) > 300  # the check saw something


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_headers(language, domain):
    read = catalog(language, domain)
    assert read.metadata["Language"] == language
    assert read.metadata["Plural-Forms"] == HEADERS[language]
    assert read.metadata["Content-Type"] == "text/plain; charset=UTF-8"
    assert not read.metadata_is_fuzzy


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_nothing_is_left_as_in_english(language, domain):
    same = {
        entry.msgid
        for entry in catalog(language, domain)
        if entry.msgid in (entry.msgstr, *entry.msgstr_plural.values())
    }
    assert same <= NAMES | WORDS.get(language, set())


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_fresh_extraction_gives_the_same_messages(language, domain):
    extracted, there = messages(domain), known(po_path(LOCALE, language, domain))
    assert extracted.keys() - there.keys() == set(), "run make texts: messages that the catalog lacks"
    assert there.keys() - extracted.keys() == set(), "run make texts: messages that nobody uses any more"
    assert extracted == there  # plurals as well
    assert len(extracted) > 300


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_the_compiled_catalog_is_a_fresh_one(language, domain):
    path = po_path(LOCALE, language, domain)
    compiled = path.with_suffix(".mo")
    assert compiled.exists(), "run manage.py compile_catalogs"
    assert compiled.read_bytes() == compiled_catalog(path)


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_every_message_comes_out_of_the_compiled_catalog(language, domain):
    """Python's own reader, which shares no code with the compiler."""
    path = po_path(LOCALE, language, domain)
    compiled = gettext.GNUTranslations(io.BytesIO(path.with_suffix(".mo").read_bytes()))
    read = 0
    for entry in catalog(language, domain):
        if entry.msgid_plural:
            continue  # test_plurals.py
        found = compiled.pgettext(entry.msgctxt, entry.msgid) if entry.msgctxt else compiled.gettext(entry.msgid)
        assert found == entry.msgstr
        read += 1
    assert read > 300


# -- every gate turns red ------------------------------------------------------------------------------------------

ONE = {"msgid": "Play %(card)s.", "msgstr": "Juega %(card)s."}
SEVERAL = {
    "msgid": "%(n)s trick",
    "msgid_plural": "%(n)s tricks",
    "msgstr_plural": {0: "%(n)s baza", 1: "%(n)s bazas"},
}
SEVERAL_AR = {**SEVERAL, "msgstr_plural": {i: ("لمّة" if i < 3 else "%(n)s لمّات") for i in range(6)}}
TERM = {
    "msgid": "Draw from the [[stock|stock]], [[trick|trick]] %(n)s.",
    "msgstr": "En la [[trick|baza]] %(n)s, roba del [[stock|mazo]].",
}
TERM_AR = TERM | {"msgstr": "في [[trick|اللمّة]] %(n)s اسحب من [[stock|الكومة]]."}
TAGGED = {"msgid": "A <b>ten</b> &amp; an ace", "msgstr": "Un <b>diez</b> &amp; un as"}

SOUND = [
    pytest.param("es", ONE, id="plain"),
    pytest.param("es", SEVERAL, id="plural"),
    pytest.param("ar", SEVERAL_AR, id="arabic-number-in-words"),
    pytest.param("es", SEVERAL | {"msgstr_plural": {0: "una baza", 1: "%(n)s bazas"}}, id="one-in-words"),
    pytest.param("es", TAGGED, id="markup"),
    pytest.param("es", {"msgid": "100%% sure", "msgstr": "100%% seguro"}, id="doubled-per-cent-sign"),
    pytest.param("hi", {"msgid": "Like this.", "msgstr": "ऐसे खेलें।"}, id="hindi-word-that-begins-like-a-hard-one"),
    pytest.param("it", {"msgid": "Play", "msgstr": "Gioca"}, id="no-placeholder"),
    pytest.param("es", TERM, id="terms-in-another-order"),
    pytest.param("ar", TERM_AR, id="ids-of-terms-are-no-latin-words"),
    pytest.param(
        "it", {"msgid": "The [[stock|stock]].", "msgstr": "Il [[stock|tallone]]."}, id="id-that-is-a-hard-word"
    ),
]

FAULTS = [
    pytest.param("es", ONE | {"msgstr": ""}, "empty", id="missing"),
    pytest.param("es", ONE | {"msgstr": "  "}, "empty", id="blank"),
    pytest.param("es", ONE | {"flags": ["fuzzy"]}, "fuzzy", id="fuzzy"),
    pytest.param("es", SEVERAL | {"msgstr_plural": {0: "%(n)s baza", 1: ""}}, "empty", id="empty-plural-form"),
    pytest.param("es", SEVERAL | {"msgstr_plural": {0: "%(n)s baza"}}, "1 plural forms", id="plural-form-missing"),
    pytest.param("ar", SEVERAL_AR | {"msgstr_plural": {0: "لمّة", 1: "%(n)s لمّات"}}, "2 plural forms", id="two-of-six"),
    pytest.param(
        "es", SEVERAL | {"msgstr_plural": {0: "%(n)s baza", 1: "bazas"}}, "placeholders", id="number-lost-in-the-plural"
    ),
    pytest.param(
        "ar",
        SEVERAL_AR | {"msgstr_plural": dict.fromkeys(range(6), "لمّات")},
        "placeholders",
        id="number-lost-from-3-on",
    ),
    pytest.param("es", ONE | {"msgstr": "Juega."}, "placeholders", id="lost-placeholder"),
    pytest.param("es", ONE | {"msgstr": "Juega %(card)s de %(suit)s."}, "placeholders", id="extra-placeholder"),
    pytest.param("es", ONE | {"msgstr": "Juega %(carta)s."}, "placeholders", id="translated-placeholder"),
    pytest.param("es", ONE | {"msgstr": "Juega %(card) s."}, "placeholders", id="broken-placeholder"),
    pytest.param("es", TAGGED | {"msgstr": "Un diez &amp; un as"}, "markup", id="lost-tag"),
    pytest.param("es", TAGGED | {"msgstr": "Un <b>diez</b> y un as"}, "markup", id="lost-entity"),
    pytest.param("es", ONE | {"msgstr": "<script>%(card)s"}, "markup", id="script"),
    pytest.param("ar", ONE | {"msgstr": "ورقة \u200f%(card)s"}, "control", id="bidi-mark"),
    pytest.param("ar", ONE | {"msgstr": "ورقة \u2067%(card)s\u2069"}, "control", id="bidi-isolate"),
    pytest.param("hi", ONE | {"msgstr": "पत्ता\u200d %(card)s"}, "control", id="joiner"),
    pytest.param("ar", ONE | {"msgstr": "٦٦ ورقة %(card)s"}, "digits", id="arabic-digits"),
    pytest.param("hi", ONE | {"msgstr": "६६ पत्ता %(card)s"}, "digits", id="hindi-digits"),
    pytest.param("ar", ONE | {"msgstr": "ورقة LED: %(card)s"}, "Latin", id="latin-word-in-arabic"),
    pytest.param("hi", ONE | {"msgstr": "पत्ता Ace: %(card)s"}, "Latin", id="latin-word-in-hindi"),
    pytest.param("ar", ONE | {"msgstr": "%(card)s 66"}, "script", id="no-arabic-at-all"),
    pytest.param("es", ONE | {"msgstr": "a\u0301s %(card)s"}, "normal form", id="decomposed-accent"),
    pytest.param("es", ONE | {"msgstr": "El crupier: %(card)s"}, "crupier", id="hard-word-spanish"),
    pytest.param("ar", ONE | {"msgstr": "هذه خدعة %(card)s"}, "خدعة", id="hard-word-arabic"),
    pytest.param("hi", ONE | {"msgstr": "ऐस %(card)s"}, "ऐस", id="hard-word-hindi"),
    pytest.param("hi", ONE | {"msgstr": "पान का ऐस, %(card)s"}, "ऐस", id="hard-word-before-a-comma"),
    pytest.param("es", TERM | {"msgstr": "En la baza %(n)s, roba del [[stock|mazo]]."}, "terms", id="lost-term"),
    pytest.param("es", TERM | {"msgstr": TERM["msgstr"] + " [[ace|as]]"}, "terms", id="extra-term"),
    pytest.param("es", TERM | {"msgstr": TERM["msgstr"] + " [[stock|mazo]]"}, "terms", id="term-twice"),
    pytest.param("es", TERM | {"msgstr": TERM["msgstr"].replace("[[stock|", "[[mazo|")}, "terms", id="translated-id"),
    pytest.param("es", TERM | {"msgstr": TERM["msgstr"].replace("mazo]]", "mazo]")}, "not whole", id="broken-mark"),
    pytest.param(
        "es", TERM | {"msgstr": TERM["msgstr"].replace("stock|mazo", "stock")}, "not whole", id="mark-of-one-part"
    ),
    pytest.param(
        "ar", TERM_AR | {"msgstr": TERM_AR["msgstr"].replace("الكومة", "stock")}, "Latin", id="untranslated-term"
    ),
    pytest.param("es", ONE | {"msgstr": "100% %(card)s"}, "per cent", id="per-cent-sign"),
    pytest.param("es", ONE | {"msgstr": "%s %(card)s"}, "per cent", id="unnamed-placeholder"),
]


@pytest.mark.parametrize(("language", "made"), SOUND)
def test_a_sound_entry_passes(language, made):
    assert list(check_entry(polib.POEntry(**made), language, TERMS)) == []


@pytest.mark.parametrize(("language", "made", "word"), FAULTS)
def test_a_fault_is_found(language, made, word):
    assert any(word in fault for fault in check_entry(polib.POEntry(**made), language, TERMS))


@pytest.mark.parametrize("language", PLURALS)
def test_every_hard_word_is_found(language):
    words = TERMS["lint"][language]["hard"]
    for word in words:
        entry = polib.POEntry(msgid="x", msgstr=f"… {word}.")
        assert any(f"«{word}»" in fault for fault in check_entry(entry, language, TERMS)), word
    assert len(words) > 10


@pytest.fixture
def copy(tmp_path):
    """A catalog of our own to break."""
    path = po_path(tmp_path, "hi", "django")
    path.parent.mkdir(parents=True)
    path.write_bytes(po_path(LOCALE, "hi", "django").read_bytes())
    assert list(check_catalog(path, "hi", TERMS)) == []
    return path


def set_header(name, value):
    def change(read):
        read.metadata[name] = value

    return change


def make_fuzzy(read):
    read.metadata_is_fuzzy = True


def lose_a_translation(read):
    read[7].msgstr = ""


def lose_everything(read):
    read.clear()


BROKEN = [
    pytest.param(set_header("Plural-Forms", "nplurals=2; plural=(n != 1);"), "the header must say", id="plural-line"),
    pytest.param(set_header("Language", ""), "the header must say", id="language-empty"),
    pytest.param(set_header("Language", "es"), "the header must say", id="other-language"),
    pytest.param(set_header("Content-Type", "text/plain; charset=ISO-8859-1"), "the header must say", id="charset"),
    pytest.param(make_fuzzy, "the header is fuzzy", id="fuzzy-header"),
    pytest.param(lose_a_translation, "empty", id="entry"),
    pytest.param(lose_everything, "the catalog is empty", id="no-entries"),
]


@pytest.mark.parametrize(("change", "word"), BROKEN)
def test_a_broken_catalog_is_found(copy, change, word):
    read = polib.pofile(str(copy))
    change(read)
    if read.metadata.get("Content-Type", "").endswith("ISO-8859-1"):
        copy.write_bytes(copy.read_bytes().replace(b"charset=UTF-8", b"charset=ISO-8859-1"))
    else:
        read.save(str(copy))
    assert any(word in fault.what for fault in check_catalog(copy, "hi", TERMS))


def test_a_missing_catalog_is_found(tmp_path):
    assert [fault.what for fault in check_catalog(tmp_path / "django.po", "hi", TERMS)] == ["the catalog is missing"]


@pytest.mark.parametrize(
    ("language", "forms"),
    [pytest.param("es", 2, id="es"), pytest.param("ar", 6, id="ar"), pytest.param("hi", 2, id="hi")],
)
def test_plural_forms_are_counted_from_the_header(language, forms):
    assert plural_count(language) == forms


def test_a_stale_catalog_is_seen(copy):
    """A message more or less, or a plural that has changed, and extraction and catalog differ."""
    read = polib.pofile(str(copy))
    assert known(copy) == messages("django")
    read.append(polib.POEntry(msgid="Nobody says this any more.", msgstr="x"))
    read.save(str(copy))
    assert known(copy).keys() - messages("django").keys() == {(None, "Nobody says this any more.")}
    del read[-1]
    del read[0]
    read.save(str(copy))
    assert len(messages("django").keys() - known(copy).keys()) == 1


def test_a_stale_compiled_catalog_is_seen_and_written_anew(copy):
    assert compile_catalog(copy)
    assert not compile_catalog(copy)
    read = polib.pofile(str(copy))
    read[0].msgstr = "बदला हुआ"
    read.save(str(copy))
    assert copy.with_suffix(".mo").read_bytes() != compiled_catalog(copy)
    assert compile_catalog(copy)
    assert copy.with_suffix(".mo").read_bytes() == compiled_catalog(copy)


def test_a_place_that_cannot_be_written_to(monkeypatch):
    """As where a service may not write into the project: one sentence says who has to do what, and no traceback."""
    command = "tutor.content.management.commands.compile_catalogs"
    monkeypatch.setattr(f"{command}.check_catalog", lambda *_: [])
    monkeypatch.setattr(f"{command}.compile_catalog", Mock(side_effect=PermissionError(13, "Permission denied")))

    with pytest.raises(CommandError, match=r"locale cannot be written to \(Permission denied\).*start\.py install"):
        call_command("compile_catalogs")


def test_changed_english_makes_the_old_translation_fuzzy(tmp_path):
    """The content keeps its address, so a changed sentence comes back for a second look, with the old English."""
    path = po_path(tmp_path, "es", "content")
    path.parent.mkdir(parents=True)
    path.write_bytes(po_path(LOCALE, "es", "content").read_bytes())
    before = polib.pofile(str(path))[0]
    wanted = content_entries()
    entry = wanted.pop((before.msgctxt, before.msgid))
    entry.msgid = "Another sentence."
    wanted[(entry.msgctxt, entry.msgid)] = entry
    assert merge(path, "es", wanted) == {"new": 0, "changed": 1, "dropped": 1}
    changed = next(found for found in polib.pofile(str(path)) if found.msgctxt == before.msgctxt)
    assert (changed.msgstr, changed.previous_msgid, changed.fuzzy) == (before.msgstr, before.msgid, True)
    assert [fault.what for fault in check_catalog(path, "es", TERMS)] == ["fuzzy"]
