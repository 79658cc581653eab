"""The database is a copy of the content files and catalogs: written whole, checked, never edited by hand."""

from __future__ import annotations

import html
import itertools
import shutil
from io import StringIO
from pathlib import Path
from typing import Any

import polib
import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import models
from django.test import Client
from django.utils.translation import override

from tests.conftest import EVERYTHING, LANGUAGES
from tutor.content.catalogs import po_path
from tutor.content.messages import all_messages
from tutor.content.models import Block, ContentState, Place, Spelling
from tutor.content.places import place_rows
from tutor.content.spellings import spelling_rows
from tutor.content.state import sources
from tutor.content.sync import IncompleteError, Texts, all_rows, sync
from tutor.glossary.models import Term
from tutor.lessons.models import Lesson, Passage, Step
from tutor.puzzles.models import FreshPuzzle, Puzzle, PuzzleReport, PuzzleTally, Theme
from tutor.rules.models import Clause, Point, Section, Source

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
MODELS = [Section, Clause, Source, Point, Lesson, Step, Passage, Term, Theme, Puzzle, Block, Place, Spelling]
FROM_VISITORS = [FreshPuzzle, PuzzleTally, PuzzleReport, ContentState]
"""Models beside them that no file holds."""
TRANSLATED = [language for language in LANGUAGES if language != "en"]


def raw(model: type[models.Model]) -> models.QuerySet[Any]:
    """Rows with columns as they are named in the table: the managers of modeltranslation rename them by language."""
    return models.QuerySet(model)


def snapshot() -> dict[str, list[dict[str, Any]]]:
    """Every content row with every column."""
    return {model.__name__: list(raw(model).order_by("pk").values()) for model in MODELS}


def columns() -> list[Any]:
    """Every column of every model apart from keys; of each translated text English and, by turns, one other language.

    Of each model every third; all of them with ``SIXTYSIX_TEST_EVERYTHING``.
    """
    found, turns = [], itertools.cycle(TRANSLATED)
    for model in MODELS:
        chosen = itertools.cycle([True] if EVERYTHING else [True, False, False])
        translated = {field.attname for field in model._meta.concrete_fields if field.attname.endswith("_en")}
        kept = {f"{name.removesuffix('_en')}_{next(turns)}" for name in sorted(translated)}
        for field in model._meta.concrete_fields:
            base, _, language = field.attname.rpartition("_")
            left_out = f"{base}_en" in translated and language in TRANSLATED and field.attname not in kept
            if not field.primary_key and not left_out and next(chosen):
                found.append(pytest.param(model, field, id=f"{model.__name__}-{field.attname}"))
    return found


def edited(model: type[models.Model], field: Any, value: Any) -> Any:
    """Another value that the column can hold."""
    if field.is_relation:
        others = raw(field.related_model).exclude(pk=value).values_list("pk", flat=True)
        return others.first()
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.IntegerField):
        return value + 1
    if isinstance(field, models.JSONField):
        return {**value, "edited": True}
    return f"{value}!"


def is_text(field: Any) -> bool:
    """Whether a column holds text, which may be empty."""
    return isinstance(field, models.CharField | models.TextField) and not field.is_relation


@pytest.fixture
def locale_dir(tmp_path):
    """A copy of the catalogs that a test may spoil."""
    target = tmp_path / "locale"
    shutil.copytree(ROOT / "locale", target, ignore=shutil.ignore_patterns("*.mo"))
    return target


def change_catalog(locale_dir: Path, language: str, context: str, **changes: Any) -> None:
    """Change one entry of a content catalog."""
    path = po_path(locale_dir, language, "content")
    catalog = polib.pofile(str(path))
    (entry,) = [entry for entry in catalog if entry.msgctxt == context]
    if changes.pop("remove", False):
        catalog.remove(entry)
    for name, value in changes.items():
        setattr(entry, name, value)
    catalog.save()


# -- writing -------------------------------------------------------------------------------------------------------


def test_every_content_model_is_synced():
    """No model of content is left out, here or in the site."""
    texts = Texts(ROOT / "locale", LANGUAGES).by_language
    rows = [*all_rows(), *place_rows(texts), *spelling_rows(texts)]

    assert {row.model for row in rows} == set(MODELS)
    content = [apps.get_app_config(name) for name in ("rules", "lessons", "glossary", "puzzles", "content")]
    assert {model for app in content for model in app.get_models()} - set(FROM_VISITORS) == set(MODELS)
    assert len(rows) > 200
    assert sum(raw(model).count() for model in MODELS) == len(rows)


def test_sync_is_idempotent():
    """A second run finds nothing to do."""
    before = snapshot()

    report = sync()

    assert (report.created, report.changed, report.deleted) == (0, 0, 0)
    assert report.clean
    assert snapshot() == before
    assert dict(report.texts) == dict.fromkeys(LANGUAGES, len(list(all_messages())))


def test_sync_fills_an_empty_database():
    """From nothing to the same rows as before."""
    before = snapshot()
    assert all(before.values())
    for model in reversed(MODELS):
        raw(model).all().delete()
    assert not any(snapshot().values())

    report = sync()

    assert report.created == sum(len(rows) for rows in before.values())
    assert snapshot() == before


@pytest.mark.parametrize("active", ["ar", "hi", None])
def test_the_active_language_does_not_matter(active):
    """Columns are written as they are named, whoever is reading."""
    before = snapshot()
    for model in reversed(MODELS):
        raw(model).all().delete()

    with override(active):
        created = sync()
        again = sync(write=False)

    assert created.created == sum(len(rows) for rows in before.values())
    assert again.clean
    assert snapshot() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_stand_in_the_columns_of_their_language(language, locale_dir):
    """Each text of each catalog is found in the column with the suffix of its language."""
    wanted = {message.context: message.text for message in all_messages()}
    if language != "en":
        catalog = polib.pofile(str(po_path(locale_dir, language, "content")))
        wanted = {entry.msgctxt: entry.msgstr for entry in catalog if not entry.obsolete}
    checked = 0

    for row in all_rows():
        stored = raw(row.model).filter(pk=row.key).values().get()
        for name, address in row.texts.items():
            assert stored[f"{name}_{language}"] == wanted[address], address
            checked += 1

    assert checked == len(wanted) > 300
    assert set(wanted) == {address for row in all_rows() for address in row.texts.values()}


def test_pages_read_the_column_of_their_language():
    """What is stored for a language is what its page shows, and no other."""
    lesson = raw(Lesson).order_by("number").values().first()
    assert len({lesson[f"title_{language}"] for language in LANGUAGES}) == len(LANGUAGES)

    for language in LANGUAGES:
        source = html.unescape(Client().get(f"/{language}/learn/").content.decode())

        assert [other for other in LANGUAGES if lesson[f"goal_{other}"] in source] == [language]


# -- checking ------------------------------------------------------------------------------------------------------


def run(*arguments: str) -> str:
    """Run the command; return what it prints."""
    out = StringIO()
    call_command("sync_content", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_check_passes_when_nothing_has_changed():
    """And reports every language."""
    out = run("--check")

    count = len(list(all_messages()))
    assert [f"{language}: {count} texts" for language in LANGUAGES] == out.splitlines()[:5]
    assert "0 new, 0 changed, 0 deleted" in out


@pytest.mark.parametrize(("model", "field"), columns())
def test_check_finds_any_edit(model, field):
    """Whatever column somebody touches; the check itself changes nothing, and a sync puts it right."""
    rows = raw(model).exclude(**{field.attname: ""}).exclude(**{field.attname: None}) if is_text(field) else raw(model)
    row = rows.order_by("-pk").first()
    before = raw(model).filter(pk=row.pk).values().get()
    raw(model).filter(pk=row.pk).update(**{field.attname: edited(model, field, before[field.attname])})
    spoiled = raw(model).filter(pk=row.pk).values().get()
    assert spoiled != before

    with pytest.raises(CommandError, match="run sync_content"):
        run("--check")

    assert raw(model).filter(pk=row.pk).values().get() == spoiled
    assert sync().changed == 1
    assert raw(model).filter(pk=row.pk).values().get() == before


@pytest.mark.parametrize(
    ("model", "name"),
    [
        pytest.param(Section, "title_automatic", id="section-title"),
        pytest.param(Clause, "note", id="clause-note"),
        pytest.param(Step, "teach", id="step-teach"),
    ],
)
@pytest.mark.parametrize("language", ["", *LANGUAGES])
def test_a_text_that_the_file_does_not_have_is_taken_out(model, name, language):
    """A note that was dropped from its file (or typed in by somebody) does not stay in the database for ever."""
    column = f"{name}_{language}" if language else name
    rows = [row for row in all_rows() if row.model is model and name not in row.texts]
    assert rows
    before = snapshot()
    raw(model).filter(pk=rows[0].key).update(**{column: "left over"})

    with pytest.raises(CommandError, match="run sync_content"):
        run("--check")
    sync()

    assert snapshot() == before


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_missing_row_comes_back(model):
    """The check misses it, the sync writes it."""
    before = snapshot()
    raw(model).filter(pk=raw(model).order_by("-pk").first().pk).delete()

    with pytest.raises(CommandError, match="run sync_content"):
        run("--check")

    assert sync().created >= 1
    assert snapshot() == before


def extra_row(model: type[models.Model]) -> models.Model:
    """A row that no file knows, made from one that is there."""
    row = raw(model).order_by("pk").first()
    values = {field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields}
    unique = {field.attname: "not-filed" for field in model._meta.concrete_fields if field.unique}
    return model(**{**values, **unique})


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_row_that_is_in_no_file_goes(model):
    """The check finds it and leaves it; the sync deletes it and nothing else."""
    before = snapshot()
    extra_row(model).save(force_insert=True)

    with pytest.raises(CommandError, match="run sync_content"):
        run("--check")
    assert raw(model).filter(pk="not-filed").exists()

    assert "1 deleted" in run()
    assert snapshot() == before


# -- holes ---------------------------------------------------------------------------------------------------------

HOLES = [
    pytest.param({"msgstr": ""}, id="empty"),
    pytest.param({"flags": ["fuzzy"]}, id="fuzzy"),
    pytest.param({"obsolete": True}, id="obsolete"),
    pytest.param({"remove": True}, id="missing"),
]


@pytest.mark.parametrize("hole", HOLES)
@pytest.mark.parametrize("language", TRANSLATED)
def test_a_hole_stops_everything(language, hole, locale_dir):
    """A text without a finished translation: an error that names it, and not a single row is written."""
    context = "cards.rank"
    change_catalog(locale_dir, language, context, **hole)
    raw(Clause).filter(pk=context).update(text_en="spoiled")
    before = snapshot()

    with pytest.raises(IncompleteError) as error:
        sync(locale_dir=locale_dir)

    assert error.value.missing == {language: [context]}
    assert snapshot() == before


def test_the_command_says_where_the_hole_is(locale_dir, settings):
    """One line a language, an error for the shell."""
    change_catalog(locale_dir, "ar", "cards.rank", msgstr="")
    settings.LOCALE_PATHS = [locale_dir]
    err = StringIO()

    with pytest.raises(CommandError, match="nothing was written"):
        call_command("sync_content", stdout=StringIO(), stderr=err)

    assert "ar: 1 texts are missing or fuzzy, the first is cards.rank" in err.getvalue()


def test_a_changed_translation_arrives(locale_dir):
    """One text in one language, nothing else."""
    change_catalog(locale_dir, "it", "cards.rank", msgstr="Prova.")
    before = raw(Clause).filter(pk="cards.rank").values().get()

    report = sync(locale_dir=locale_dir)

    assert (report.created, report.changed, report.deleted) == (0, 2, 0)  # the clause, and the place where it is found
    assert raw(Clause).filter(pk="cards.rank").values().get() == {**before, "text_it": "Prova."}
    assert raw(Place).get(pk="it:rule:cards.rank").text == "Prova."


# -- health --------------------------------------------------------------------------------------------------------


def test_health():
    """200 when content and database agree, 503 after an edit, 200 after the next sync."""
    assert (Client().get("/health").status_code, Client().get("/health").json()["content"]) == (200, "in step")

    raw(Lesson).filter(slug=raw(Lesson).first().pk).update(title_hi="spoiled")
    response = Client().get("/health")
    assert (response.status_code, response.json()["content"]) == (503, "stale")
    assert "no-store" in response["Cache-Control"]
    assert raw(Lesson).filter(title_hi="spoiled").exists()

    sync()
    assert Client().get("/health").status_code == 200


def test_health_with_a_hole_in_a_catalog(locale_dir, settings):
    """Content that cannot be synced is not healthy: 503, not a failure."""
    change_catalog(locale_dir, "hi", "cards.rank", msgstr="")
    settings.LOCALE_PATHS = [locale_dir]
    client = Client()
    client.raise_request_exception = False

    response = client.get("/health")

    assert response.status_code == 503
    assert response.json()["content"] != "in step"


# -- the admin -----------------------------------------------------------------------------------------------------


@pytest.fixture
def superuser():
    """Somebody who may do everything."""
    client = Client()
    client.force_login(User.objects.create_superuser("root", password="only-for-tests"))
    return client


def admin_path(model: type[models.Model], rest: str) -> str:
    """An address of the admin."""
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/{rest}"


def test_every_content_model_is_in_the_admin():
    """To be looked at."""
    assert set(MODELS) <= set(admin.site._registry)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_the_admin_shows(model, superuser):
    """List and row: every language column, no field to write into, no button to save."""
    row = raw(model).order_by("pk").first()

    listed = superuser.get(admin_path(model, ""))
    shown = superuser.get(admin_path(model, f"{admin_quote(row.pk)}/change/"))

    assert (listed.status_code, shown.status_code) == (200, 200)
    source = shown.content.decode()
    names = [field.name for field in model._meta.concrete_fields]
    assert [name for name in names if f"field-{name}" not in source] == []
    assert any(name.endswith("_ar") for name in names) or model in (
        Place,
        Puzzle,
        Spelling,
    )  # one language each, or no words
    assert 'name="_save"' not in source
    assert "deletelink" not in source
    assert admin_path(model, "add/") not in listed.content.decode()
    assert [name for name in names if f'name="{name}"' in source] == []


def admin_quote(key: Any) -> str:
    """A key as the admin writes it into addresses."""
    from django.contrib.admin.utils import quote

    return str(quote(key))


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_the_admin_changes_nothing(model, superuser):
    """Change, add, delete and the delete action are refused even for a superuser."""
    before = snapshot()
    row = raw(model).order_by("pk").first()
    key = admin_quote(row.pk)
    data = {"text": "spoiled", "title": "spoiled", "post": "yes"}

    assert superuser.post(admin_path(model, f"{key}/change/"), data).status_code == 403
    assert superuser.post(admin_path(model, "add/"), data).status_code == 403
    assert superuser.get(admin_path(model, "add/")).status_code == 403
    assert superuser.post(admin_path(model, f"{key}/delete/"), data).status_code == 403
    superuser.post(admin_path(model, ""), {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})

    assert snapshot() == before


def test_the_admin_asks_who_is_there():
    """Nobody looks without signing in."""
    response = Client().get(admin_path(Clause, ""))

    assert response.status_code == 302
    assert response["Location"].startswith("/admin/login/")


def test_every_content_file_counts():
    """Whether files and database are in step is told by all files: texts, switches, stored puzzles, catalogs."""
    known = set(sources())
    assert {path for path in ROOT.glob("tutor/*/content/**/*") if path.is_file()} <= known
    assert {path.suffix for path in known} == {".toml", ".jsonl", ".py", ".po"}
