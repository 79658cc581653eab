"""The plan of the house as the code keeps it: who imports whom, who queries, who has words, how long things are."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.db import connection
from django.test.signals import template_rendered
from django.test.utils import CaptureQueriesContext

from tests.web.course import PLACES, SLUGS, Visitor

ROOT = Path(__file__).parents[2]
ENGINE = sorted((ROOT / "engine").rglob("*.py"))
SITE = sorted(path for path in (ROOT / "tutor").rglob("*.py") if "migrations" not in path.parts)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
APPS = ("rules", "lessons", "glossary", "puzzles")
PAGES_ONLY = ("positions",)
"""Apps without content of their own: they have the files that they need."""


def name_of(path: Path) -> str:
    """The path from the root."""
    return path.relative_to(ROOT).as_posix()


def rows(paths: list[Path]) -> list[object]:
    """Files as rows with names; there are some."""
    assert paths
    return [pytest.param(path, id=name_of(path)) for path in paths]


@cache
def tree(path: Path) -> ast.Module:
    """A file as Python reads it."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> set[str]:
    """Every module that a file imports, at the top or inside; ``from a import b`` is ``a`` and ``a.b``."""
    names: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)} imports from a dot"
            names.add(str(node.module))
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def within(names: set[str], package: str) -> list[str]:
    """The names that are a package or lie in it."""
    return sorted(name for name in names if name == package or name.startswith(f"{package}."))


def named(stem: str) -> list[Path]:
    """The files of one name, one an app."""
    found = [path for path in SITE if path.name == f"{stem}.py"]
    assert {f"tutor/{app}/{stem}.py" for app in APPS} <= {name_of(path) for path in found}
    return found


# -- imports -------------------------------------------------------------------------------------------------------


def test_there_is_a_house():
    """A folder that moved must not make everything green."""
    assert {"engine/referee.py", "engine/cards.py"} <= {name_of(path) for path in ENGINE}
    assert {"tutor/urls.py", "tutor/wording/refusals.py", "tutor/exercises/kinds/play.py"} <= {
        name_of(path) for path in SITE
    }


@pytest.mark.parametrize("path", rows(ENGINE))
def test_engine_imports_the_standard_library_only(path):
    """And itself; nothing of the site, nothing installed."""
    tops = {name.partition(".")[0] for name in imported(path)}

    assert tops - set(sys.stdlib_module_names) - {"engine"} == set()


@pytest.mark.parametrize("path", rows(ENGINE))
def test_engine_has_no_randomness_of_its_own(path):
    """The caller passes a seeded ``random.Random``: the functions of the module share one hidden state."""
    used = {
        node.attr
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random"
    }

    assert used <= {"Random"}
    assert not within(imported(path), "secrets")


KINDS = [path for path in SITE if "kinds" in path.parts]


@pytest.mark.parametrize("path", rows([*named("services"), *KINDS, ROOT / "tutor/exercises/forms.py"]))
def test_services_and_kinds_know_no_request(path):
    """They take models and plain values."""
    names = imported(path)

    assert within(names, "django.http") == within(names, "django.shortcuts") == within(names, "django.template") == []
    words = {node.arg for node in ast.walk(tree(path)) if isinstance(node, ast.arg)}
    assert "request" not in words


@pytest.mark.parametrize("path", rows([*named("models"), *named("sync"), *named("presenters")]))
def test_models_sync_and_presenters_know_no_request(path):
    """Nor do these."""
    assert within(imported(path), "django.http") == []


@pytest.mark.parametrize("path", rows(sorted((ROOT / "tutor/wording").glob("*.py"))))
def test_wording_imports(path):
    """Engine, translation, escaping, Babel; nothing else of the site or of Django."""
    allowed = (
        "engine",
        "tutor.wording",
        "django.utils.translation",
        "django.utils.html",
        "django.utils.safestring",
        "babel",
    )
    foreign = {name for name in imported(path) if name.partition(".")[0] not in sys.stdlib_module_names}

    assert [name for name in sorted(foreign) if not any(within({name}, package) for package in allowed)] == []


@pytest.mark.parametrize("app", [*APPS, *PAGES_ONLY])
def test_feature_apps_do_not_know_each_other(app):
    """What two need moves down."""
    files = [path for path in SITE if path.is_relative_to(ROOT / "tutor" / app)]
    others = [f"tutor.{other}" for other in (*APPS, *PAGES_ONLY) if other != app]

    assert len(files) > 5
    assert others
    assert [name for path in files for other in others for name in within(imported(path), other)] == []


@pytest.mark.parametrize("path", rows([*named("texts"), ROOT / "tutor/content/messages.py"]))
def test_content_files_are_read_without_django(path):
    """So that they can be extracted without a database."""
    assert within(imported(path), "django") == []


# -- queries -------------------------------------------------------------------------------------------------------

QUERYING = {"objects", "all", "filter", "exclude", "get_or_create", "select_related", "prefetch_related", "values_list"}


@pytest.mark.parametrize("path", rows(named("presenters")))
def test_presenters_do_not_query(path):
    """What they show was fetched by a service; labels of rules come through ``rule_links``."""
    used = sorted(
        f"{node.lineno}: .{node.attr}"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and node.attr in QUERYING
    )

    assert used == []


@pytest.mark.parametrize("path", rows(TEMPLATES))
def test_templates_name_nothing_that_queries(path):
    """No managers and no query sets."""
    source = path.read_text(encoding="utf-8")
    tags = " ".join(re.findall(r"(?s)\{%.*?%\}|\{\{.*?\}\}", source))
    tags = re.sub(r"\btable\.(you|opponent|stock)\.count\b", "", tags)  # what a presenter has worded already

    assert re.findall(r"\.(?:objects|all|count|first|last|exists|filter|\w+_set)\b", tags) == []


PATHS = [
    "/en/",
    "/en/?card=TS",
    "/en/play/",
    "/en/rules/",
    "/en/rules/?preset=santase",
    "/en/rules/sources/",
    "/en/learn/",
]
PATHS += ["/en/progress/", "/en/progress/reset/", "/en/settings/", "/en/account/", "/en/about/", "/en/privacy/"]
PATHS += ["/en/glossary/", "/en/glossary/trick/", "/en/search/", "/en/search/?q=trick", "/en/search/?q=baza"]
PATHS += ["/en/rules/close/?with=ar", "/en/rules/own/", "/en/rules/compare/", "/en/rules/print/", "/en/position/"]
PATHS += ["/en/puzzles/", "/en/puzzles/way-to-66/", "/en/puzzles/mistakes/", "/en/puzzles/daily/2026-11-20/"]
PATHS += [f"/en/learn/{SLUGS[0]}/", *(place.path() for place in PLACES)]


@pytest.mark.django_db
def test_nothing_is_fetched_while_a_template_is_rendered():
    """The last query of a page comes before its first template."""
    visitor = Visitor()
    for place in PLACES[::3]:
        visitor.act(place, answer=place.wrong)
    asked: list[int] = []

    def note(**_signal: object) -> None:
        asked.append(len(connection.queries_log))

    template_rendered.connect(note)
    try:
        for path in PATHS:
            asked.clear()
            with CaptureQueriesContext(connection) as queries:
                assert visitor.client.get(path).status_code == 200
            assert len(asked) > 1, path
            assert asked[0] - queries.initial_queries == len(queries), path
    finally:
        template_rendered.disconnect(note)


# -- words ---------------------------------------------------------------------------------------------------------

GETTEXT = {"_", "gettext", "gettext_lazy", "pgettext", "pgettext_lazy", "ngettext", "ngettext_lazy", "npgettext"}
ENGINE_VALUES = {"Reason", "Act", "Suit", "Rank", "Duty", "TrickReason", "How", "Why", "ReadCode", "Seat"}
GAME_WORDS = re.compile(r"\b(clubs|diamonds|hearts|spades|ace|king|queen|jack|nine)\b")


def message_calls(path: Path) -> Iterator[ast.Call]:
    """Every call that marks a string for translation."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GETTEXT:
            yield node


def words_for_engine_values(path: Path) -> list[int]:
    """Lines on which a value of the engine is given words: a table from one to the other, or its name in a message."""
    found = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Dict):
            keys = {
                key.value.id for key in node.keys if isinstance(key, ast.Attribute) and isinstance(key.value, ast.Name)
            }
            inside = {call.func.id for value in node.values for call in ast.walk(value) if is_message(call)}
            if keys & ENGINE_VALUES and inside:
                found.append(node.lineno)
    for call in message_calls(path):
        texts = [part.value for part in call.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        if any(GAME_WORDS.search(text) for text in texts):
            found.append(call.lineno)
    return found


def is_message(node: ast.AST) -> bool:
    """Whether this marks a string for translation."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GETTEXT


def test_the_words_of_engine_values_are_in_wording():
    """There they are, and nowhere else in the site."""
    files = {name_of(path) for path in SITE if words_for_engine_values(path)}

    assert {"tutor/wording/refusals.py", "tutor/wording/cards.py", "tutor/wording/tricks.py"} <= files
    assert [name for name in sorted(files) if not name.startswith("tutor/wording/")] == []


@pytest.mark.parametrize("path", rows(ENGINE))
def test_the_engine_has_no_words(path):
    """It marks nothing for translation."""
    assert list(message_calls(path)) == []


@pytest.mark.parametrize("path", rows([path for path in SITE if list(message_calls(path))]))
def test_messages_are_whole(path):
    """Marked strings are literal, with named placeholders: no f-string, no concatenation, no ``%s``."""
    for call in message_calls(path):
        for argument in call.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                assert not re.search(r"%[sd]|\{\w*\}", argument.value), (call.lineno, argument.value)
            else:
                assert call.func.id.startswith("n"), (call.lineno, ast.dump(argument))  # the number of a plural


# -- sizes ---------------------------------------------------------------------------------------------------------

LONGEST_FILE = 400
LONGEST_FUNCTION = 40
LONG_FILES = {
    "engine/ruleset.py": (460, "one table: the switches, their values and five presets, read side by side"),
}
"""File -> how long it may be for once, and why. Nothing here may grow."""
LONG_FUNCTIONS = {
    ("engine/search/ending.py", "_leader"): (
        70,
        "inner loop of the exact search: a call per card would double its time",
    ),
    ("engine/search/ending.py", "lead"): (60, "the closure of _leader"),
    ("engine/search/opened.py", "open_kernel"): (85, "inner loop of the exact search with an open stock"),
    ("engine/search/opened.py", "lead"): (70, "the closure of open_kernel"),
    ("engine/search/playout.py", "_open"): (70, "inner loop of the playouts"),
    ("engine/search/playout.py", "_strict"): (60, "inner loop of the playouts"),
    ("engine/search/policy.py", "run_open"): (115, "inner loop of the rollouts: a call per card would double its time"),
    ("engine/search/policy.py", "run_strict"): (50, "inner loop of the rollouts"),
}
"""File and function -> how long it may be for once, and why: the loops of the fast wing are written out."""


@pytest.mark.parametrize("path", rows([*ENGINE, *SITE]))
def test_length_of_file(path):
    """Four hundred lines at most."""
    allowed, _why = LONG_FILES.get(name_of(path), (LONGEST_FILE, ""))

    assert len(path.read_text(encoding="utf-8").splitlines()) <= allowed


def test_exceptions_are_needed():
    """An exception that no file needs any more is taken off the list."""
    for name in LONG_FILES:
        assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) > LONGEST_FILE, name


@pytest.mark.parametrize("path", rows([*ENGINE, *SITE]))
def test_length_of_functions(path):
    """Forty lines at most."""
    long = [
        f"{node.name}: {node.end_lineno - node.lineno + 1}"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1
        > LONG_FUNCTIONS.get((name_of(path), node.name), (LONGEST_FUNCTION, ""))[0]
    ]

    assert long == []


@pytest.mark.parametrize("path", rows([path for path in [*ENGINE, *SITE] if path.read_text(encoding="utf-8").strip()]))
def test_every_file_says_what_it_is(path):
    """A docstring at the top, and one for every public class and function."""
    assert ast.get_docstring(tree(path))
    bare = [
        node.name
        for node in tree(path).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]

    assert bare == []


@pytest.mark.parametrize("path", rows(named("views")))
def test_views_are_short(path):
    """Find, parse, one service, render: twenty-five lines at most, and no query of their own."""
    for node in tree(path).body:
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno + 1 <= 25, node.name
    assert not [node for node in ast.walk(tree(path)) if isinstance(node, ast.Attribute) and node.attr == "objects"]


# -- limits --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", rows([path for path in SITE if path.name.endswith("views.py")]))
def test_whatever_takes_a_form_is_limited(path):
    """A view that takes POST stands under a limit of ``tutor.web.limits``."""
    bare = []
    for node in tree(path).body:
        if isinstance(node, ast.FunctionDef):
            marks = " ".join(ast.unparse(mark) for mark in node.decorator_list)
            # A view that gives back what was written asks for itself.
            itself = "limits_itself(" in marks and "seconds_to_wait(" in ast.unparse(node)
            limited = "limited(" in marks or itself
            if ("require_POST" in marks or "'POST'" in marks) and not limited:
                bare.append(node.name)

    assert bare == []
