"""Style sheets without sides, templates without loose words, fragments that a page can swap."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.web.markup import VOID
from tutor.exercises.controls import Form

ROOT = Path(__file__).parents[2]
STYLES = sorted((ROOT / "tutor/static/tutor/css").rglob("*.css"))
TEMPLATES_DIR = ROOT / "templates"
TEMPLATES = sorted(TEMPLATES_DIR.rglob("*.html"))


def name_of(path: Path) -> str:
    """The name of a template as code writes it."""
    return path.relative_to(TEMPLATES_DIR).as_posix()


STYLE_ROWS = [pytest.param(path, id=path.name) for path in STYLES]
TEMPLATE_ROWS = [pytest.param(path, id=name_of(path)) for path in TEMPLATES]


def test_there_is_something_to_read():
    """A folder that moved must not make everything green."""
    assert {path.name for path in STYLES} >= {"tokens.css", "base.css", "table.css", "pages.css"}
    assert {"base.html", "lessons/_step.html", "table/_table.html"} <= {name_of(path) for path in TEMPLATES}


# -- style sheets --------------------------------------------------------------------------------------------------

SIDE = r"(left|right)"
PHYSICAL_NAME = re.compile(rf"^(.*-)?{SIDE}(-.*)?$")
PHYSICAL_VALUE = re.compile(rf"\b{SIDE}\b")
SIDED = {"text-align", "float", "clear", "caption-side", "justify-content", "justify-items", "background-position"}
FOUR = {"margin", "padding", "inset", "border-width", "border-style", "border-color", "scroll-margin", "scroll-padding"}


def declarations(css: str) -> Iterator[tuple[str, str]]:
    """Every ``name: value`` of a style sheet."""
    bare = re.sub(r"(?s)/\*.*?\*/", "", css)
    for part in re.split(r"[{};]", bare):
        name, colon, value = part.strip().partition(":")
        if colon and re.fullmatch(r"-{0,2}[a-z][a-z0-9-]*", name.strip()):
            yield name.strip(), value.strip()


def faults_of(name: str, value: str) -> Iterator[str]:
    """What a declaration does that mirrored pages, Arabic or Hindi do not bear."""
    if PHYSICAL_NAME.match(name) and not name.startswith("--"):
        yield "a side in the name"
    if name in SIDED and PHYSICAL_VALUE.search(value):
        yield "a side as value"
    lengths = re.sub(r"\([^()]*(\([^()]*\)[^()]*)*\)", "()", value).split()
    if name in FOUR and len(lengths) == 4 and lengths[1] != lengths[3]:
        yield "two sides that differ"
    if name == "letter-spacing" and value not in ("0", "inherit", "normal"):
        yield "letters apart"
    if name == "text-transform" and value != "none":
        yield "capitals"
    if name == "font-style" and value != "normal":
        yield "italics"


@pytest.mark.parametrize(
    ("css", "fault"),
    [
        pytest.param("a { margin-left: 1px }", "a side in the name", id="margin-left"),
        pytest.param("a { right: 0 }", "a side in the name", id="right"),
        pytest.param("a{border-top-left-radius:0}", "a side in the name", id="corner"),
        pytest.param("a { text-align: left; }", "a side as value", id="text-align"),
        pytest.param("a { padding: 1px 2px 3px 4px }", "two sides that differ", id="four-values"),
        pytest.param("a { letter-spacing: .1em }", "letters apart", id="letter-spacing"),
        pytest.param("a { text-transform: uppercase }", "capitals", id="text-transform"),
        pytest.param("a { font-style: italic }", "italics", id="italics"),
        pytest.param("a:hover { margin-inline: 1px; --left: 1 } /* left: 0; */", None, id="nothing"),
    ],
)
def test_the_reader_of_styles_finds_faults(css, fault):
    """Otherwise the next test says nothing."""
    found = [what for name, value in declarations(css) for what in faults_of(name, value)]

    assert found == ([fault] if fault else [])


@pytest.mark.parametrize("path", STYLE_ROWS)
def test_style_sheet(path):
    """Logical sides only, no spaced or capital letters, no italics."""
    found = list(declarations(path.read_text(encoding="utf-8")))

    assert len(found) > 10
    assert [f"{name}: {value}" for name, value in found if list(faults_of(name, value))] == []


def test_all_that_opens_has_the_same_sign():
    """Laid out in a row, a summary loses the triangle of the browser: one rule gives every one of them a plus or minus."""
    signs = {path.name: path.read_text(encoding="utf-8").count("summary::before") for path in STYLES}
    assert {name: count for name, count in signs.items() if count} == {"base.css": 2}
    assert "main summary::before" in (ROOT / "tutor/static/tutor/css/base.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", STYLE_ROWS)
def test_style_sheet_brings_nothing_along(path):
    """No import, no address, no font; everything stands in a layer."""
    css = re.sub(r"(?s)/\*.*?\*/", "", path.read_text(encoding="utf-8"))

    assert "@import" not in css
    assert "@font-face" not in css
    assert "url(" not in css
    assert "!important" not in css
    outside = re.sub(r"(?s)@layer [a-z]+ (\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\})", "", css)
    assert re.sub(r"@layer [a-z, ]+;", "", outside).strip() == ""


# -- templates -----------------------------------------------------------------------------------------------------

TAG = re.compile(r"(?s)\{%.*?%\}|\{\{.*?\}\}")
COMMENT = re.compile(r"(?s)\{#.*?#\}|\{%\s*comment\s*%\}.*?\{%\s*endcomment\s*%\}")
BLOCK_OF_WORDS = re.compile(r"(?s)\{%\s*blocktranslate\b.*?\{%\s*endblocktranslate\s*%\}")
WORDS = re.compile(r"[^\W\d_]")
SPOKEN = ("aria-label", "alt", "title", "placeholder", "aria-description", "aria-roledescription")
HTMX_ELEMENTS = {"a", "button", "form"}


def without_code(source: str) -> str:
    """A template as plain HTML: nothing is left of tags, variables, comments and translated blocks."""
    return TAG.sub("", BLOCK_OF_WORDS.sub("", COMMENT.sub("", source)))


class Reader(HTMLParser):
    """Elements with their depth, and pieces of text."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[int, str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.depth = 0
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.found.append((self.depth, tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.depth += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that holds nothing."""
        self.found.append((self.depth, tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """Go up."""
        self.depth -= 1

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if data.strip():
            self.texts.append(data.strip())


def read(path: Path) -> Reader:
    """Read a template as HTML."""
    return Reader(without_code(path.read_text(encoding="utf-8")))


def loose_words(source: str) -> list[str]:
    """Words in a template that no translator ever sees."""
    page = Reader(without_code(source))
    spoken = [attrs[name] for _depth, _tag, attrs in page.found for name in SPOKEN if name in attrs]
    spoken += [
        attrs["content"] for _depth, tag, attrs in page.found if tag == "meta" and attrs.get("name") == "description"
    ]
    spoken += [attrs["value"] for _depth, tag, attrs in page.found if tag == "input" and attrs.get("type") == "submit"]
    return [text for text in [*page.texts, *spoken] if WORDS.search(text)]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        pytest.param("<p>Hello</p>", ["Hello"], id="text"),
        pytest.param("<p>مرحبا</p>", ["مرحبا"], id="other-script"),
        pytest.param('<p aria-label="Hello">1</p>', ["Hello"], id="spoken"),
        pytest.param('<p aria-label="{% translate "Hello" %}">{{ name }} · 66</p>', [], id="translated"),
        pytest.param("{% blocktranslate count n=n %}One{% plural %}More{% endblocktranslate %}", [], id="block"),
        pytest.param("{% if x %}yes{% else %}{{ y }}{% endif %}", ["yes"], id="inside-a-condition"),
        pytest.param("{# a note #}{% comment %}a note{% endcomment %}", [], id="comment"),
    ],
)
def test_the_reader_of_templates_finds_loose_words(source, words):
    """Otherwise the next test says nothing."""
    assert loose_words(source) == words


@pytest.mark.parametrize("path", TEMPLATE_ROWS)
def test_no_loose_words(path):
    """Every word goes through the catalogs; digits and signs need not."""
    assert loose_words(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", TEMPLATE_ROWS)
def test_nothing_inline(path):
    """No style, no script, no handler: the content security policy allows none."""
    for _depth, tag, attrs in read(path).found:
        assert tag != "style"
        assert tag != "script" or "src" in attrs
        assert not [name for name in attrs if name.startswith(("on", "hx-on", "hx-vals", "hx-vars")) or name == "style"]
        assert not [value for value in attrs.values() if value.strip().lower().startswith("javascript:")]


@pytest.mark.parametrize("path", TEMPLATE_ROWS)
def test_htmx_sits_on_what_works_without_it(path):
    """Links, buttons and forms only, each of which does the same by itself; regions may be swapped out of band."""
    for _depth, tag, attrs in read(path).found:
        used = {name for name in attrs if name.startswith(("hx-", "data-hx-"))}
        if not used or used == {"hx-swap-oob"}:
            continue
        assert tag in HTMX_ELEMENTS, (tag, attrs)
        if tag == "a":
            assert "href" in attrs
        if tag == "form":
            assert {"action", "method"} <= attrs.keys()
        if tag == "button":
            assert "name" in attrs


@pytest.mark.parametrize("path", TEMPLATE_ROWS)
def test_every_posting_form_has_a_token(path):
    """A form that changes something carries its token."""
    source = path.read_text(encoding="utf-8")
    posting = [attrs for _depth, tag, attrs in read(path).found if tag == "form" and attrs.get("method") == "post"]

    assert source.count("{% csrf_token %}") == len(posting)


# -- fragments -----------------------------------------------------------------------------------------------------

UNDERSCORED = [path for path in TEMPLATES if path.name.startswith("_")]
STATUS = "_status.html"


def rendered_fragments() -> set[str]:
    """The templates that views answer with when htmx asks: an argument of ``render_fragment`` or of ``answered``."""
    found, place = set(), {"render_fragment": 1, "answered": 4}
    for path in (ROOT / "tutor").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if name in place and path.name != "answering.py":  # which is handed the name
                found.add(ast.literal_eval(node.args[place[name]]))
    return found


def included() -> dict[str, set[str]]:
    """Template -> the templates that include it by name."""
    found: dict[str, set[str]] = {}
    for path in TEMPLATES:
        for name in re.findall(r'\{%\s*include "([^"]+)"', path.read_text(encoding="utf-8")):
            found.setdefault(name, set()).add(name_of(path))
    return found


@pytest.mark.parametrize("name", sorted(rendered_fragments()))
def test_fragment_has_one_root_named_after_it(name):
    """``_first_trick.html`` is ``#first-trick``; beside it only the status that is swapped out of band."""
    path = TEMPLATES_DIR / name
    roots = [(tag, attrs.get("id")) for depth, tag, attrs in read(path).found if depth == 0]

    assert [root_id for _tag, root_id in roots] == [path.stem.removeprefix("_").replace("_", "-")]
    source = path.read_text(encoding="utf-8")
    assert source.rstrip().endswith(f'{{% include "{STATUS}" %}}')
    assert f'hx-target="#{roots[0][1]}"' in source


def test_every_fragment_that_views_render_is_found():
    """Those of today, in the folders of their apps."""
    assert rendered_fragments() == {
        "home/_first_trick.html",
        "lessons/_deal.html",
        "lessons/_question.html",
        "lessons/_step.html",
        "play/_game.html",
        "play/_question.html",
        "progress/_question.html",
        "puzzles/_puzzle.html",
    }


@pytest.mark.parametrize("path", [pytest.param(path, id=name_of(path)) for path in UNDERSCORED])
def test_every_fragment_is_part_of_a_page(path):
    """Included by name; so there is one markup for page and fragment."""
    name = name_of(path)

    assert name in included() or name in ALONE


ALONE = {"errors/_error.html": "a paragraph for the alert region; the page of an error has a heading and doors instead"}


def test_every_include_is_there():
    """No name leads nowhere."""
    names = {name_of(path) for path in TEMPLATES}

    assert included().keys() <= names
    assert "lessons/_step.html" in included()["exercise/_panel.html"] & included()["exercise/_board.html"]


@pytest.mark.parametrize("form", list(Form))
def test_every_form_of_a_field_has_its_markup(form):
    """The template knows every way in which a field is answered."""
    assert f'"{form.value}"' in (TEMPLATES_DIR / "exercise/_field.html").read_text(encoding="utf-8")


def test_what_a_page_swaps_it_also_holds():
    """The page includes the very fragment that its controls ask for."""
    assert "lessons/step.html" in included()["lessons/_step.html"]
    assert "home/home.html" in included()["home/_first_trick.html"]
