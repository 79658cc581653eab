"""The rule pages as readers use them: sections, switches, what changed, two languages, comparing, sources, paper."""

from __future__ import annotations

import re
from html import unescape
from itertools import product
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils.translation import override

from engine.ruleset import PRESETS, SWITCHES, differences, parse, preset, text, write_value
from tests.conftest import LANGUAGES
from tests.web.markup import Node, read
from tutor.rules import compare_views
from tutor.rules.examples import places
from tutor.rules.texts import rule_book, sources
from tutor.wording.presets import LABELS
from tutor.wording.switches import switch_label, value_label

pytestmark = pytest.mark.django_db

SECTIONS = [section.key for section in rule_book()]
DIRECTIONS = {"en": "ltr", "es": "ltr", "it": "ltr", "ar": "rtl", "hi": "ltr"}


def page_at(path: str, status: int = 200) -> Node:
    """Open a page."""
    response = Client().get(path)
    assert response.status_code == status, path
    return read(response.content)


def clauses(page: Node) -> dict[str, Node]:
    """The clauses of a page by rule."""
    return {node.attrs["id"]: node for node in page.all("div", "clause")}


# -- sections ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_sections_hold_what_the_book_holds(name):
    """The same clauses with the same numbers, in the same order; nothing is told twice."""
    book = page_at(f"/en/rules/?preset={name}")
    numbers = {rule: node.one("a", "number").text for rule, node in clauses(book).items()}

    told: dict[str, str] = {}
    for key in SECTIONS:
        section = clauses(page_at(f"/en/rules/{key}/?preset={name}"))
        assert section
        told |= {rule: node.one("a", "number").text for rule, node in section.items()}

    assert told == numbers
    assert list(told) == list(numbers)


@pytest.mark.parametrize("name", PRESETS)
def test_numbers_are_the_same_in_all_languages(name):
    """A number names the same rule whatever language two readers speak."""
    books = [
        {rule: node.one("a", "number").text for rule, node in clauses(page_at(f"/{code}/rules/?preset={name}")).items()}
        for code in LANGUAGES
    ]

    assert len(books[0]) > 50
    assert all(book == books[0] for book in books)


def test_a_section_that_is_not_there():
    """404, not an empty page."""
    assert Client().get("/en/rules/nothing/").status_code == 404


@pytest.mark.parametrize("key", SECTIONS)
def test_sections_lead_on(key):
    """To the one before and the one after; the contents mark the one that is open."""
    page = page_at(f"/en/rules/{key}/?preset=santase&with=ar")
    at = SECTIONS.index(key)
    links = [link.attrs["href"] for link in page.one("nav", "buttons").all("a")]

    expected = [SECTIONS[other] for other in (at - 1, at + 1) if 0 <= other < len(SECTIONS)]
    assert links == [f"/en/rules/{other}/?preset=santase&with=ar" for other in expected]
    contents = page.one("nav", "book__contents")
    assert [link.attrs["href"] for link in contents.all("a") if link.attrs.get("aria-current")] == [
        f"/en/rules/{key}/?preset=santase&with=ar"
    ]


# -- switches ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_every_switch_stands_beside_its_clause(name):
    """Each switch that applies is found on the page of its section, with a link for each other value."""
    rules, met = preset(name), 0
    pages = {key: page_at(f"/en/rules/{key}/?preset={name}") for key in SECTIONS}
    for switch, place in places().items():
        box = pages[place.section].by_id(f"switch-{switch}")
        if box is None:
            assert getattr(rules, switch) is None or not set(place.rules) & set(clauses(pages[place.section])), switch
            continue
        met += 1
        assert box.one("h2").text == switch_label(switch)
        values = [node.text for node in box.one("ul", "switch__values").elements]
        assert value_label(switch, getattr(rules, switch)) in values
        for link in box.one("ul", "switch__values").all("a"):
            query = parse_qs(urlsplit(link.attrs["href"]).query)
            turned = parse(query.get("preset", ["classic66"])[0])
            assert switch in differences(rules, turned)
            assert value_label(switch, getattr(turned, switch)) == link.text
            assert parse(query["was"][0]) == rules
            if name in ("classic66", "schnapsen"):
                path, _hash, anchor = link.attrs["href"].partition("#")
                assert not anchor or page_at(path).by_id(anchor) is not None
    assert met > 15


def test_a_turned_switch_marks_what_changed():
    """The clause with its old text, the example before and now, the way back."""
    page = page_at("/en/rules/strict/?preset=classic66;strict_head=no&was=classic66")

    head = clauses(page)["strict.head"]
    assert "clause--changed" in head.classes
    assert "You need not beat the card led" in head.text
    assert "You must beat the card led if you can" in head.one("del").text
    assert [rule for rule, node in clauses(page).items() if "clause--changed" in node.classes] == ["strict.head"]
    example = page.by_id("example-strict_head")
    lines = [(line.one("dt").text, line.classes[-1]) for line in example.all("div", "verdict")]
    assert lines == [("Before required", "verdict--wrong"), ("Now not required", "verdict--right")]
    turned = page.by_id("turned")
    assert turned.one("del").text == "required"
    assert turned.one("ins").text == "not required"
    assert turned.all("a")[0].attrs["href"] == "/en/rules/strict/"


def test_what_holds_no_longer_is_told():
    """Closing switched off: the clauses that go are named on the page of their section."""
    page = page_at("/en/rules/close/?preset=classic66;close=no&was=classic66")

    assert list(clauses(page)) == ["close.none"]
    assert "new" in clauses(page)["close.none"].one("span", "mark").text
    assert len(page.one("div", "gone").all("del")) > 10


def test_nothing_is_marked_without_a_turn():
    """A plain page has no marks."""
    page = page_at("/en/rules/?preset=santase")

    assert not page.all("", "mark")
    assert not page.all("del")


@pytest.mark.parametrize("key", SECTIONS)
@pytest.mark.parametrize("name", PRESETS)
def test_examples_are_tables_to_try(name, key):
    """Each example has a table, two verdicts at least, and leads to its position in the explorer."""
    page = page_at(f"/en/rules/{key}/?preset={name}")
    for example in page.all("div", "example"):
        assert example.one("div", "example__table").one("section", "table")
        assert len(example.all("div", "verdict")) >= 2
        target = example.one("p", "example__try").one("a").attrs["href"]
        opened = Client().get(target)
        assert opened.status_code == 200
        assert parse(parse_qs(urlsplit(target).query)["rules"][0]) == preset(name)
    assert len(page.ids) == len(set(page.ids))


# -- your own rules ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_the_form_with_every_switch(name):
    """Every switch that applies with all its values, each with the rule it brings; the ones in force are chosen."""
    page, rules = page_at(f"/en/rules/own/?preset={name}"), preset(name)
    form = page.one("form")
    for switch in places():
        radios = form.all("input", name=switch)
        if getattr(rules, switch) is None:
            assert not radios
            continue
        assert {radio.attrs["value"] for radio in radios} <= {write_value(value) for value in SWITCHES[switch].values}
        assert [radio.attrs["value"] for radio in radios if "checked" in radio.attrs] == [
            write_value(getattr(rules, switch))
        ]
    assert len(form.all("", "own__brings")) > 30


def test_the_form_leads_to_the_rules_in_their_text_form():
    """One switch turned: a short address, and the marks of what changed."""
    page = page_at("/en/rules/own/?preset=santase")
    fields = {
        box.attrs["name"]: box.attrs["value"]
        for box in page.one("form").all("input")
        if box.attrs.get("type") == "hidden" or "checked" in box.attrs
    }

    response = Client().get("/en/rules/own/", {**fields, "target": "7", "turn": "1"})

    assert response.status_code == 302
    assert response["Location"] == "/en/rules/?preset=santase;target=7&was=santase"
    shown = page_at(response["Location"])
    assert "clause--changed" in clauses(shown)["match.target"].classes


def test_the_form_with_values_that_cannot_stand_together():
    """The one that was touched is kept, the other one gives way, and the page tells both."""
    response = Client().get("/en/rules/own/", {"preset": "eight66", "nobody_claims": "higher_total_table", "turn": "1"})

    location = response["Location"]
    rules = parse(parse_qs(urlsplit(location).query)["preset"][0])
    assert (rules.nobody_claims, rules.tie) == ("higher_total_table", "draw_0")
    told = page_at(location).by_id("turned").text
    assert "When nobody claims" in told
    assert "Equal points" in told


@pytest.mark.parametrize("path", ["rules/", "rules/strict/", "rules/own/", "rules/print/"])
def test_slips_in_the_address_are_told(path):
    """400, every slip with its part of the address, and the nearest rules."""
    page = page_at(f"/en/{path}?preset=classic66;strict_haed=no;target=9;count=down", 400)

    problem = page.by_id("problem")
    assert [code.text for code in problem.all("code")] == ["strict_haed=no", "target=9"]
    assert "nearest" in problem.text


# -- two languages -------------------------------------------------------------------------------------------------


def told(node: Node) -> str:
    """What a clause says, without the meanings of its terms that open in place."""
    if "term-note" in node.attrs.get("class", ""):
        return ""
    return "".join(child if isinstance(child, str) else told(child) for child in node.children)


def squeezed(text: str) -> str:
    """A text without its spaces."""
    return "".join(text.split())


@pytest.mark.parametrize(("first", "second"), [("en", "ar"), ("ar", "en"), ("hi", "es"), ("it", "hi")])
@pytest.mark.parametrize("path", ["rules/", "rules/close/", "rules/print/"])
def test_two_languages_clause_by_clause(path, first, second):
    """Each clause beside itself, each half in its own language and direction, as the page of that language tells it."""
    both = page_at(f"/{first}/{path}?preset=santase&with={second}")
    alone = page_at(f"/{second}/{path}?preset=santase")
    cls = "sheet__clause" if "print" in path else "clause"

    pairs = list(zip(both.all("div", cls), alone.all("div", cls), strict=True))
    assert pairs
    for node, same in pairs:
        half = next(child for child in node.elements if child.attrs.get("lang"))
        assert (half.attrs["lang"], half.attrs["dir"]) == (second, DIRECTIONS[second])
        words = (
            half.text
            if "print" in path
            else half.one("p", "").text
            if len(half.all("p")) == 1
            else half.all("p")[0].text
        )
        assert squeezed(words) in squeezed(told(same))


def test_links_keep_both_languages():
    """Chips, contents, switches and the language menu keep ruleset, section and second language."""
    page = page_at("/en/rules/strict/?preset=eight66&with=ar")

    for link in page.one("nav", "book__contents").all("a"):
        assert link.attrs["href"].endswith("?preset=eight66&with=ar")
    for link in page.one("ul", "switch__values").all("a") if page.all("ul", "switch__values")[1:] == [] else []:
        assert "with=ar" in link.attrs["href"]
    menu = [link.attrs["href"] for link in page.by_id("languages").all("a")]
    assert menu == [f"/{code}/rules/strict/?preset=eight66&with=ar" for code in LANGUAGES]
    beside = [link.attrs["href"] for link in page.one("details", "beside-menu").all("a")]
    assert beside == [
        *(f"/en/rules/strict/?preset=eight66&with={code}" for code in LANGUAGES if code != "en"),
        "/en/rules/strict/?preset=eight66",
    ]


@pytest.mark.parametrize("code", ["en", "xx", "", "ar,es"])
def test_a_second_language_that_is_none(code):
    """The same as the first, or unknown: one language, no fuss."""
    page = page_at(f"/en/rules/strict/?with={code}")

    assert not page.all("div", "clause__beside")


# -- comparing -----------------------------------------------------------------------------------------------------

PAIRS = list(product(PRESETS, PRESETS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_pairs_of_presets(language):
    """Only what differs, with a position for each difference; of a ruleset and itself nothing."""
    assert len(PAIRS) == 25
    for first, second in PAIRS:
        page = page_at(f"/{language}/rules/compare/?a={first}&b={second}")
        rows = page.all("div", "difference")
        a, b = preset(first), preset(second)
        expected = [
            name
            for name in places()
            if name in differences(a, b) and getattr(a, name) is not None and getattr(b, name) is not None
        ]
        assert [row.attrs["id"] for row in rows] == [f"row-{name}" for name in expected]
        assert (page.by_id("same") is not None) is (first == second)
        for row in rows:
            sides = [side.one("b").text for side in row.all("div", "difference__side")]
            assert len(set(sides)) == 2
            if row.attrs["id"] not in ("row-tie", "row-both_66_at_end"):
                assert row.all("div", "example"), (first, second, row.attrs)


def test_the_same_differences_from_both_sides():
    """Swapping the two swaps the sides and nothing else."""
    for first, second in PAIRS[1:5]:
        one, other = (
            page_at(f"/en/rules/compare/?a={a}&b={b}").all("div", "difference")
            for a, b in ((first, second), (second, first))
        )
        assert [row.one("h2").text for row in one] == [row.one("h2").text for row in other]


def test_the_matrix_holds_every_switch_and_preset():
    """All presets in one row each of the switches; whoever is alike says the same."""
    page = page_at("/en/rules/compare/")
    rows = page.one("table").all("tr")
    heads = [cell.text for cell in rows[0].all("th")]
    found = {row.all("th")[0].text: [cell.text for cell in row.all("td")] for row in rows[1:] if row.all("td")}

    assert heads[1:] == [str(label) for label in LABELS.values()]
    assert list(found) == [switch_label(name) for name in places()]
    for name in places():
        expected = [value_label(name, getattr(rules, name)) for rules in PRESETS.values()]
        assert found[switch_label(name)] == expected


def test_headings_of_the_matrix_are_as_wide_as_the_table(monkeypatch):
    """Also with another number of presets."""
    for labels in (LABELS, {**LABELS, "sixth": "A sixth one"}):
        monkeypatch.setattr(compare_views, "LABELS", labels)
        table = page_at("/en/rules/compare/").one("table")
        heads = len(table.all("tr")[0].all("th"))
        assert heads == 1 + len(labels)
        assert {cell.attrs["colspan"] for cell in table.all("th", "matrix__group")} == {str(heads)}


def test_own_rules_can_be_compared():
    """Any ruleset, by its text form; it stays in the list."""
    page = page_at("/en/rules/compare/?a=classic66;target=11&b=classic66")

    assert [row.attrs["id"] for row in page.all("div", "difference")] == ["row-target"]
    chosen = [option.attrs["value"] for option in page.by_id("first").all("option") if "selected" in option.attrs]
    assert chosen == ["classic66;target=11"]


# -- sources -------------------------------------------------------------------------------------------------------


def test_the_sources_cover_every_clause_and_reading():
    """C1 to C17, E1 to E15, A1 to A30: each is told in some line of the table."""
    told = {mark for point in sources()["point"] for mark in point["covers"].split()}

    assert told == {
        *(f"C{number}" for number in range(1, 18)),
        *(f"E{number}" for number in range(1, 16)),
        *(f"A{number}" for number in range(1, 31)),
    }
    assert {point["state"] for point in sources()["point"]} == {"agree", "differ", "silent", "slips"}


@pytest.mark.parametrize("name", PRESETS)
def test_marks_lead_to_their_line(name):
    """Where texts are silent or differ the clause says so, and the link leads to the line that tells it."""
    ids = set(page_at("/en/rules/sources/").ids)
    links = list(page_at(f"/en/rules/?preset={name}").all("a", "silent"))

    assert len(links) > 20
    for link in links:
        path, _hash, anchor = link.attrs["href"].partition("#")
        assert path == "/en/rules/sources/"
        assert not anchor or anchor in ids
    assert {link.text for link in links} >= {"our reading", "the texts differ", "a slip in a translation"}


# -- paper ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_the_sheet_holds_every_clause(name):
    """The whole book, the cards of one suit with their points, and a picture of the address."""
    book, sheet = (page_at(f"/en/rules/{path}?preset={name}") for path in ("", "print/"))

    assert [node.one("span", "number").text for node in sheet.all("div", "sheet__clause")] == [
        node.one("a", "number").text for node in book.all("div", "clause")
    ]
    points = [node.one("b").text for node in sheet.one("ol", "sheet__cards").elements]
    assert points == (["11", "10", "4", "3", "2"] if name == "schnapsen" else ["11", "10", "4", "3", "2", "0"])
    assert sheet.one("svg", "qr").all("path")
    assert sheet.one("div", "sheet__address").one("p").text.startswith("testserver/en/rules/")


def test_an_address_that_no_picture_holds(settings):
    """Where every name is let through, that of the host may be as long as it likes: the address is printed alone."""
    settings.ALLOWED_HOSTS = ["*"]
    response = Client().get("/en/rules/print/", headers={"host": "a" * 2500 + ".test"})
    address = read(response.content.decode().removeprefix("<!doctype html>")).one("div", "sheet__address")

    assert response.status_code == 200
    assert address.text.startswith("aaa")
    assert not address.all("svg")


def test_the_picture_says_the_address():
    """Read back by its modules: the same picture as that of the address itself."""
    from tutor.web.codes import picture_of

    html = Client().get("/ar/rules/print/?preset=santase").content.decode()

    assert picture_of("http://testserver/ar/rules/?preset=santase") in html
    assert picture_of("http://testserver/ar/rules/") not in html


def test_files_are_offered_where_they_are(settings, tmp_path):
    """What ``make pdf`` has made can be fetched; nothing else can."""
    from tutor.rules.printing import pdf_name

    settings.STATE_DIR = tmp_path
    assert not page_at("/hi/rules/print/?preset=santase").all("a", download="")
    (tmp_path / "pdf").mkdir()
    (tmp_path / "pdf" / pdf_name("santase", "hi", "A4")).write_bytes(b"%PDF-1.7")

    links = [link.attrs["href"] for link in page_at("/hi/rules/print/?preset=santase").all("a", download="")]

    assert links == ["/hi/rules/print/santase-A4.pdf"]
    response = Client().get(links[0])
    assert b"".join(response.streaming_content) == b"%PDF-1.7"
    for other in ("/en/rules/print/santase-A4.pdf", "/hi/rules/print/santase-A5.pdf", "/hi/rules/print/whist-A4.pdf"):
        assert Client().get(other).status_code == 404


# -- what everybody may keep ---------------------------------------------------------------------------------------

READING = [
    "rules/",
    "rules/?preset=santase",
    "rules/close/?preset=classic66;close_min_talon=4&was=classic66&with=hi",
    "rules/own/",
    "rules/compare/?a=classic66&b=schnapsen",
    "rules/sources/",
    "rules/print/?with=ar",
    "position/",
    "position/build/",
]


@pytest.mark.parametrize("path", READING)
@pytest.mark.parametrize("language", ["en", "ar"])
def test_caches_may_keep_it(path, language):
    """Public, with a mark that says whether it has changed; no cookie; varies by the encoding at most."""
    client = Client()
    response = client.get(f"/{language}/{path}")
    again = client.get(f"/{language}/{path}", headers={"If-None-Match": response["ETag"]})

    assert "public" in response["Cache-Control"]
    assert not response.cookies
    vary = {name.strip().lower() for name in response.headers.get("Vary", "").split(",")}
    assert vary == {"accept-encoding", "hx-request", "hx-history-restore-request"}  # neither cookie nor language
    assert again.status_code == 304
    assert again.content == b""
    assert client.get(f"/en/{path}")["ETag"] != client.get(f"/hi/{path}")["ETag"]


@pytest.mark.parametrize("path", READING)
def test_three_queries_at_most(path, django_assert_max_num_queries):
    """With nothing remembered from the page before."""
    from django.core.cache import cache

    cache.clear()
    with django_assert_max_num_queries(3):
        assert Client().get(f"/en/{path}").status_code == 200


@pytest.mark.parametrize("path", ["rules/?preset=whist", "rules/nothing/", "position/?p=x"])
def test_what_is_wrong_is_kept_by_nobody(path):
    """Errors are asked for again."""
    assert "public" not in Client().get(f"/en/{path}").headers.get("Cache-Control", "")


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_numbers_of_switches_are_the_same(language):
    """Values and sentences about switches name the same numbers in every language."""
    from tutor.wording.switches import HELP, VALUES

    def numbers() -> list[list[str]]:
        texts = [*(str(word) for words in VALUES.values() for word in words.values()), *map(str, HELP.values())]
        return [sorted(set(re.findall(r"\d+", unescape(each)))) for each in texts]

    with override("en"):
        english = numbers()
    with override(language):
        assert numbers() == english


def test_text_forms_in_links_are_canonical():
    """Whatever way a ruleset was written, links write it one way."""
    page = page_at("/en/rules/strict/?preset=classic66;target=11;strict_head=no;target_x=1", 400)
    own = page.one("a", "chip--own").attrs["href"]

    assert text(parse("classic66;strict_head=no;target=11")) in own
