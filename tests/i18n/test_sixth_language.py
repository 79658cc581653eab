"""A sixth language, added to a copy of the project by the steps that the README gives, and no others."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from tests.i18n.pages import READING
from tests.i18n.pseudo import CONTENT, MESSAGE, disguise, unmarked
from tutor.content.catalogs import DOMAINS, po_path

ROOT = Path(__file__).parents[2]
CODE, NAME = "eo", "Esperanto"

VISIT = """
import json, sys, django
django.setup()
from django.conf import settings
settings.ALLOWED_HOSTS = ["testserver"]
settings.DEBUG = False  # error pages as they are served
from tests.i18n.pages import Visitor, kinds
visitor = Visitor("eo")
visitor.read_everything()
visitor.take_every_step(list(kinds())[::4])  # the language in disguise is asked for all of them (test_pseudo)
menu = visitor.client.get("/ar/learn/").content.decode()
root = visitor.client.get("/", headers={"accept-language": "eo"})
print(json.dumps({"pages": visitor.met, "menu": menu, "root": root["Location"]}))
"""


class Project:
    """The copy: its files, and commands in it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self.root.mkdir()
        for name in ("engine", "tutor", "templates", "locale"):
            shutil.copytree(ROOT / name, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "manage.py", self.root)
        self.env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(self.root), str(ROOT)]),
            "DJANGO_SETTINGS_MODULE": "tutor.settings",
            "SIXTYSIX_STATE_DIR": str(folder),
            "SIXTYSIX_DEBUG": "1",  # static files need not be collected
        }
        for name in ("SIXTYSIX_DATABASE", "SIXTYSIX_LOCALE_DIR"):
            self.env.pop(name, None)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python in the copy."""
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=self.root, env=self.env, capture_output=True, text=True, timeout=400)

    def manage(self, *arguments: str) -> str:
        """Run a command that must succeed; return what it says."""
        done = self.run("manage.py", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def edit(self, name: str, before: str, after: str) -> None:
        """Change one place of one file."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{name}: {before}"
        path.write_text(text.replace(before, after), encoding="utf-8")

    def add_words(self) -> None:
        """Give every term of the term base a word in the new language."""
        path = self.root / "locale/TERMS.json"
        base = json.loads(path.read_text(encoding="utf-8"))
        for term in base["terms"]:
            term[CODE] = {"preferred": disguise(term["en"], CONTENT), "alternatives": []}
        path.write_text(json.dumps(base, ensure_ascii=False), encoding="utf-8")

    def translate(self, domain: str) -> int:
        """Fill a catalog; return how many messages it has."""
        path = po_path(self.root / "locale", CODE, domain)
        catalog = polib.pofile(str(path))
        brackets = MESSAGE if domain == "django" else CONTENT
        for entry in catalog:
            if entry.msgid_plural:
                entry.msgstr_plural = {index: disguise(entry.msgid_plural, brackets) for index in (0, 1)}
            else:
                entry.msgstr = disguise(entry.msgid, brackets)
        catalog.save(str(path))
        return len(catalog)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy with five languages and a database that is in use."""
    project = Project(tmp_path_factory.mktemp("sixth"))
    project.manage("migrate", "-v0")
    project.manage("sync_content")
    return project


def test_the_readme_tells_these_steps():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.split("### A sixth language")[1].split("\n## ")[0]
    for word in (
        "tutor/settings.py",
        "LANGUAGES",
        "tutor/content/catalogs.py",
        "PLURALS",
        "make texts",
        "makemigrations",
    ):
        assert word in section


def test_a_sixth_language_by_the_documented_steps(project):
    # 1 and 2: two lines of code.
    project.edit("tutor/settings.py", '("hi", "हिन्दी")', f'("hi", "हिन्दी"), ("{CODE}", "{NAME}")')
    hindi = '        "hi": "nplurals=2; plural=(n > 1);",\n'
    project.edit("tutor/content/catalogs.py", hindi, f'{hindi}        "{CODE}": "nplurals=2; plural=(n != 1);",\n')

    # Catalogs that are not there, or empty, are refused: nothing half translated is ever served.
    assert "the catalog is missing" in project.run("manage.py", "compile_catalogs").stderr
    told = project.manage("update_catalogs")
    assert f"{CODE}/django: " in told
    assert "hi/django: 0 new, 0 changed, 0 dropped" in told
    assert "empty" in project.run("manage.py", "compile_catalogs").stderr

    # 3: the words of the term base.
    project.add_words()

    # 4: translations and columns.
    project.manage("makemigrations", "-v0")
    project.manage("migrate", "-v0")
    project.manage("makemigrations", "--check", "--dry-run", "-v0")
    holes = project.run("manage.py", "sync_content")
    assert holes.returncode != 0
    assert f"{CODE}: " in holes.stderr
    for domain in DOMAINS:
        assert project.translate(domain) > 300
    assert "10 catalogs checked, 2 compiled" in project.manage("compile_catalogs")
    assert f"{CODE}: " in project.manage("sync_content")
    project.manage("sync_content", "--check")

    # Every page is there, in that language alone, and every menu names it.
    done = project.run("-c", VISIT)
    assert done.returncode == 0, done.stderr
    met = json.loads(done.stdout)
    assert met["root"] == f"/{CODE}/"
    assert f'hreflang="{CODE}" lang="{CODE}"' in met["menu"]
    assert NAME in met["menu"]
    pages = [html for _where, html in met["pages"] if "<html" in html]
    assert len(pages) > len(READING) + 50
    assert all(f'<html lang="{CODE}" dir="ltr">' in html for html in pages)
    assert {where: left for where, html in met["pages"] if (left := unmarked(html, CODE))} == {}
    assert sum(CONTENT[0] in html for html in pages) > 50
