"""Every page in a language that is English in disguise: no text is left that was never marked for translation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.i18n.pseudo import CODE, CONTENT, MESSAGE, SETTINGS, build_catalog, disguise, unmarked
from tutor.content.checks import PLACEHOLDER, TAG
from tutor.content.extraction import content_entries, interface_entries

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """What the crawl met: how many texts are in disguise, and address and HTML of every page."""
    folder = tmp_path_factory.mktemp("pseudo")
    messages = build_catalog(ROOT, folder / "locale")
    (folder / "pseudo_settings.py").write_text(SETTINGS, encoding="utf-8")
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]),
        "DJANGO_SETTINGS_MODULE": "pseudo_settings",
        "SIXTYSIX_STATE_DIR": str(folder),
        "SIXTYSIX_DEBUG": "0",
    }
    command = [sys.executable, "-m", "tests.i18n.pseudo", str(folder / "pages.json")]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stderr
    met = json.loads((folder / "pages.json").read_text(encoding="utf-8"))
    return {**met, "messages": messages}


def test_every_message_and_text_is_in_disguise(site):
    assert site["messages"] == len(interface_entries(ROOT)) > 300
    assert site["texts"] >= len(content_entries()) > 300


def test_nothing_is_left_unmarked(site):
    found = {where: left for where, html in site["pages"] if (left := unmarked(html))}
    assert found == {}
    assert len(site["pages"]) > 200


def test_the_crawl_saw_the_disguise(site):
    """Both kinds of brackets, on every page; no page was an error of the server."""
    for where, html in site["pages"]:
        assert MESSAGE[0] in html, where
        assert disguise("Something went wrong on our side") not in html, where
    assert sum(CONTENT[0] in html for _where, html in site["pages"]) > 150
    pages = [html for _where, html in site["pages"] if "<html" in html]
    assert all(f'<html lang="{CODE}" dir="ltr">' in html for html in pages)
    assert len(pages) > 100


SEEDED = [
    pytest.param("</main>", "<p>Words</p></main>", id="text"),
    pytest.param("</main>", "<p>⟦Ŵôŕds⟧ more</p></main>", id="text-beside-a-message"),
    pytest.param("</main>", '<i aria-label="Words"></i></main>', id="name"),
    pytest.param("</main>", '<i title="Words"></i></main>', id="title-attribute"),
    pytest.param("</title>", " words</title>", id="title"),
    pytest.param("</main>", "<p>⟦Ŵôŕds</p></main>", id="cut-off"),
    pytest.param('role="status"', 'role="status" title="spoken"', id="status"),
]


@pytest.mark.parametrize(("where", "fault"), SEEDED)
def test_an_unmarked_text_is_found(site, where, fault):
    html = dict(site["pages"])["/learn/"]
    assert unmarked(html) == []
    assert where in html
    assert unmarked(html.replace(where, fault, 1)) != []


@pytest.mark.parametrize(
    "text",
    [pytest.param("Card led: %(card)s.", id="placeholder"), pytest.param("<b>A</b> &amp; 100%%", id="markup")],
)
def test_the_disguise_keeps_what_programs_read(text):
    told = disguise(text)
    assert told != text
    assert PLACEHOLDER.findall(told) == PLACEHOLDER.findall(text)
    assert TAG.findall(told) == TAG.findall(text)
