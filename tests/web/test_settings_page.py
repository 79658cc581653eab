"""Settings: they work without scripts, follow the visitor on personal pages, and touch no reading page on the server."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.translation import override

from engine.ruleset import CLASSIC, PRESETS, parse
from tests.conftest import LANGUAGES
from tests.web.course import HTMX, PLACES
from tests.web.markup import Node, read
from tests.web.people import Person
from tutor.learners.preferences import CHOICES, Preferences
from tutor.learners.services import count_shown, current_ruleset
from tutor.web.digits import NATIVE, with_native_digits
from tutor.wording.refusals import READ_ERRORS

pytestmark = pytest.mark.django_db

STEP = PLACES[0]
VALUES = [
    pytest.param(name, value, id=f"{name}-{value or 'none'}") for name, values in CHOICES.items() for value in values
]
PERSONAL = ["settings/", "learn/", "progress/", f"learn/{STEP.slug}/", f"learn/{STEP.slug}/1/"]
READING = ["", "rules/", "about/"]


def checked(page: Node) -> dict[str, str]:
    """What is chosen on the page of settings."""
    return {box.attrs["name"]: box.attrs["value"] for box in page.all("input", type="radio") if "checked" in box.attrs}


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_every_value_can_be_chosen(name, value):
    """Post, redirect, and the page shows it; everything else stays as it was."""
    ana = Person()
    before = checked(ana.open("settings/"))
    other = "digits" if name != "digits" else "deck"
    ana.post("settings/", **{other: CHOICES[other][1]})

    page = ana.then("settings/", **{name: value})

    assert checked(page) == {**before, other: CHOICES[other][1], name: value}
    assert page.by_id("saved").text == "The settings are saved."


def test_the_page_offers_every_setting_and_value():
    """Each radio button has a label, and just one of each name is chosen."""
    page = Person().open("settings/")

    offered: dict[str, set[str]] = {}
    for box in page.all("input", type="radio"):
        offered.setdefault(box.attrs["name"], set()).add(box.attrs["value"])
    assert offered == {**{name: set(values) for name, values in CHOICES.items()}, "ruleset": {*PRESETS, "own"}}
    assert checked(page) == {**{name: values[0] for name, values in CHOICES.items()}, "ruleset": "classic66"}
    names = {item.attrs["lang"] for item in page.one("main").walk() if "lang" in item.attrs}
    assert names == set(LANGUAGES)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset(name):
    """The rules that lessons and reviews ask for."""
    ana = Person()
    ana.post("settings/", ruleset=name)

    assert current_ruleset(ana.client.session) == PRESETS[name]


@pytest.mark.parametrize("text", ["schnapsen;deck=24", " classic66;target=11;strict_head=no ", "santase"])
def test_own_rules(text):
    """Written as text; a preset among them is that preset."""
    ana = Person()

    page = ana.then("settings/", ruleset="own", own=text)

    assert current_ruleset(ana.client.session) == parse(text)
    assert page.by_id("own").attrs["value"] == str(parse(text))
    assert checked(page)["ruleset"] == ("santase" if text == "santase" else "own")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text", ["", "whist", "classic66;x=y", "classic66;target=9", "x" * 3000, "classic66;;", "\x00"]
)
def test_own_rules_that_cannot_be_read(language, text):
    """A sentence beside the field, which keeps what was typed; the rules stay as they were."""
    ana = Person(language)
    ana.post("settings/", ruleset="santase")

    response = ana.post("settings/", ruleset="own", own=text, deck="four")

    assert response.status_code == 400
    page = read(response.content)
    with override(language):
        assert page.by_id("own-problem").text in {str(sentence) for sentence in READ_ERRORS.values()}
    assert "own-problem" in page.by_id("own").attrs["aria-describedby"]
    assert page.by_id("own").attrs["value"] == text[:2000]
    assert current_ruleset(ana.client.session) == PRESETS["santase"]
    assert "deck" not in ana.client.session["settings"]


@pytest.mark.parametrize("name", ["ruleset", *CHOICES])
def test_a_value_that_no_page_offers(name):
    """400, and nothing changes."""
    ana = Person()

    assert ana.post("settings/", **{name: "nine"}).status_code == 400
    assert "settings" not in ana.client.session


def test_the_start_keeps_nothing():
    """Looking sets no session; whoever goes back to the start leaves no cookie for the look."""
    ana = Person()
    ana.open("settings/")
    assert "sessionid" not in ana.client.cookies
    ana.post("settings/", text="150")
    assert ana.client.cookies["sixtysix_look"].value == "text-150"

    ana.post("settings/", text="100")

    assert ana.client.cookies["sixtysix_look"].value == ""
    assert "settings" not in ana.client.session
    assert current_ruleset({}) == CLASSIC
    assert count_shown({}) is True


def test_points_during_a_deal():
    """What practice deals ask for."""
    ana = Person()
    ana.post("settings/", count="hidden")

    assert count_shown(ana.client.session) is False


# -- where they show -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PERSONAL)
def test_personal_pages_have_the_look(path):
    """Without scripts: it stands in the page itself."""
    ana = Person()
    ana.post("settings/", deck="four", text="175", motion="none", digits="native", count="hidden")

    html = ana.open(path).one("html")

    looks = {name: value for name, value in html.attrs.items() if name.startswith("data-")}
    assert looks == {"data-deck": "four", "data-text": "175", "data-motion": "none", "data-digits": "native"}


@pytest.mark.parametrize("path", READING)
def test_reading_pages_do_not_know_them(path):
    """They are the same for everybody; the cookie for the script is all that there is."""
    ana = Person()
    ana.post("settings/", deck="four", text="175", digits="native", second="hi", ruleset="santase")

    mine, stranger = ana.client.get(f"/ar/{path}"), Client().get(f"/ar/{path}")

    assert mine.content == stranger.content
    assert "cookie" not in mine.headers.get("Vary", "").lower()


def test_the_cookie_of_the_look_can_be_read_by_the_script():
    """And holds the look alone: neither rules nor a key."""
    ana = Person()
    ana.post("settings/", deck="four", motion="none", ruleset="santase", second="hi")

    cookie = ana.client.cookies["sixtysix_look"]

    assert cookie.value == "deck-four.motion-none"
    assert not cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert re.fullmatch(r"[a-z0-9.-]*", Preferences(text="200", deck="four", digits="native").cookie)


@pytest.mark.parametrize(
    ("chosen", "address"),
    [
        ({}, "/en/rules/"),
        ({"ruleset": "santase"}, "/en/rules/?preset=santase"),
        ({"second": "hi"}, "/en/rules/?with=hi"),
        ({"second": "en"}, "/en/rules/"),
        (
            {"ruleset": "own", "own": "classic66;target=11", "second": "ar"},
            "/en/rules/?preset=classic66;target=11&with=ar",
        ),
    ],
)
def test_the_door_to_the_rules_knows_them(chosen, address):
    """On personal pages it leads to the visitor's own rules, which can then be shared as an address."""
    ana = Person()
    ana.post("settings/", **chosen)

    doors = [link.attrs["href"] for link in ana.open("progress/").one("nav", "doors").all("a")]

    assert address in doors
    assert "/en/rules/" in [link.attrs["href"] for link in ana.open("").one("nav", "doors").all("a")]
    assert ana.client.get(address).status_code == 200


# -- digits --------------------------------------------------------------------------------------------------------

LATIN = re.compile(r"[0-9]")


def shown(page: Node) -> str:
    """The texts and spoken names of a page, without what is kept as it is."""
    parts: list[str] = []

    def walk(node: Node) -> None:
        if node.attrs.get("translate") == "no" or node.tag in ("script", "template"):
            return
        parts.append(node.attrs.get("aria-label", ""))
        for child in node.children:
            walk(child) if isinstance(child, Node) else parts.append(child)

    walk(page)
    return " ".join(parts)


@pytest.mark.parametrize("language", NATIVE)
@pytest.mark.parametrize("path", [path for path in PERSONAL if path != "settings/"])
def test_native_digits(language, path):
    """Not one other digit in texts and spoken names; addresses, values and faces stay as they are."""
    ana = Person(language)
    plain = ana.client.get(f"/{language}/{path}").content.decode()
    assert LATIN.search(shown(read(plain)).replace("66", ""))
    ana.post("settings/", digits="native")

    native = ana.client.get(f"/{language}/{path}").content.decode()

    assert LATIN.findall(shown(read(native))) == []
    assert native.replace(' data-digits="native"', "").translate(back(language)).partition("<body")[2].count(
        "href"
    ) == (plain.partition("<body")[2].count("href"))
    links = [node.attrs["href"] for node in read(native).walk() if "href" in node.attrs]
    assert links == [node.attrs["href"] for node in read(plain).walk() if "href" in node.attrs]


def back(language: str) -> dict[int, int]:
    """The table from native digits to the others."""
    return {native: plain for plain, native in NATIVE[language].items()}


@pytest.mark.parametrize("language", NATIVE)
def test_native_digits_in_a_fragment(language):
    """The answer to a form, its status sentence and its headers."""
    ana = Person(language)
    ana.post("settings/", digits="native")

    response = ana.client.post(
        STEP.path(language), {"seen": 0, "do": "hint"}, headers={**HTMX, "Accept-Language": language}
    )

    page = read(response.content)
    assert LATIN.findall(shown(page)) == []
    assert page.by_id("hints").text
    assert page.one("input", name="seen").attrs["value"] == "1"
    assert int(response.headers.get("Content-Length", len(response.content))) == len(response.content)


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_other_languages_have_one_kind_of_digits(language):
    """The setting changes nothing there."""
    ana, ben = Person(language), Person(language)
    ana.post("settings/", digits="native")
    ben.post("settings/", motion="none")

    mine, theirs = (
        re.sub(r' data-\w+="\w+"|value="[A-Za-z0-9]{64}"', "", p.client.get(f"/{language}/learn/").content.decode())
        for p in (ana, ben)
    )

    assert mine == theirs


def test_a_file_keeps_its_digits():
    """It is read by a program."""
    ana = Person("ar")
    ana.solve(STEP)
    ana.post("settings/", digits="native")

    assert b'"version": 2' in ana.export()


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("<p>66</p>", "<p>६६</p>", id="text"),
        pytest.param('<a href="/hi/2/" title="2">2</a>', '<a href="/hi/2/" title="२">२</a>', id="address"),
        pytest.param("&#39;&#x27;1", "&#39;&#x27;१", id="entity"),
        pytest.param('<p aria-label="&#39;1">x</p>', '<p aria-label="&#39;१">x</p>', id="entity-spoken"),
        pytest.param("<script>x = 1</script>2", "<script>x = 1</script>२", id="script"),
        pytest.param("<bdi dir=\"ltr\" translate=\"no\">A 1</bdi> 1", '<bdi dir="ltr" translate="no">A 1</bdi> १', id="kept"),
        pytest.param("<textarea>1</textarea>1", "<textarea>1</textarea>१", id="typed"),
        pytest.param("<meta content='{\"a\": \"[23]>..\"}'>3", "<meta content='{\"a\": \"[23]>..\"}'>३", id="sign-in-tag"),
        pytest.param('<input value="1">', '<input value="1">', id="value"),
        pytest.param("1 < 2", "१ < २", id="loose-sign"),
    ],
)  # fmt: skip
def test_what_is_changed_and_what_is_not(html, expected):
    """Texts and spoken names, nothing else."""
    assert with_native_digits(html, "hi") == expected
