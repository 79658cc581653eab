"""Every address in every language: what each page must hold, where its links lead, what it costs."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client

from engine.ruleset import PRESETS
from tests.conftest import LANGUAGES
from tests.web.course import HTMX, PLACES, SLUGS, Visitor, each
from tests.web.markup import Node, read

pytestmark = pytest.mark.django_db

CUSTOM = "classic66;target=11;strict_head=no"
PAGES = {
    "home": "",
    "home-played": "?card=TS",
    "map": "learn/",
    **{slug: f"learn/{slug}/" for slug in SLUGS},
    **{place.key: f"learn/{place.slug}/{place.number}/" for place in PLACES},
    "rules": "rules/",
    **{f"rules-{name}": f"rules/?preset={name}" for name in PRESETS},
    "rules-custom": f"rules/?preset={CUSTOM}",
    "sources": "rules/sources/",
    **{name: f"{name}/" for name in ("about", "privacy", "accessibility", "settings", "progress", "review", "account")},
    "reset": "progress/reset/",
    **{name: f"account/{name}/" for name in ("sign-up", "sign-in")},
    "glossary": "glossary/",
    "term": "glossary/trick/",
    "term-with-sign": "glossary/clubs/",
    "search": "search/",
    "search-found": "search/?q=66",
    "search-nothing": "search/?q=zzzz",
}
READERS = {"en": "ltr", "es": "ltr", "it": "ltr", "ar": "rtl", "hi": "ltr"}
LEFTOVERS = re.compile(r"\[\[|\]\]|\{%|%\}|\{\{|\}\}|\{#|%\(|%s|\bNone\b(?! of these|</)|&lt;bdi|&amp;(amp|lt|quot);")
ADDRESSES = [
    pytest.param(language, path, id=f"{language}-{name}") for name, path in PAGES.items() for language in LANGUAGES
]
SOME = ["home", "home-played", "map", SLUGS[0], PLACES[0].key, "rules-santase", "rules-custom", "sources"]
SOME += ["about", "privacy", "accessibility", "settings", "account", "sign-up", "sign-in"]
SOME += ["glossary", "term"]


def the(name: str) -> str:
    """The path of a page without its language."""
    return PAGES[name]


def test_the_table_of_pages_holds_every_preset_lesson_and_step():
    """No page is left out below."""
    assert len(PRESETS) == 5
    assert len(SLUGS) == 16
    assert len(PAGES) == 3 + len(SLUGS) + len(PLACES) + 1 + len(PRESETS) + 2 + 10 + 6
    assert len(ADDRESSES) == 5 * len(PAGES) > 200


@pytest.mark.parametrize(("language", "path"), ADDRESSES)
def test_page(language, path):
    """Found, in the right language and direction, one heading, clean markup, links to all languages."""
    response = Client().get(f"/{language}/{path}")

    assert response.status_code == 200
    assert response["Content-Language"] == language
    assert response["Content-Type"] == "text/html; charset=utf-8"
    source = response.content.decode()
    assert LEFTOVERS.findall(source) == []
    page = read(source.removeprefix("<!doctype html>"))
    html = page.one("html")
    assert (html.attrs["lang"], html.attrs["dir"]) == (language, READERS[language])
    assert page.one("h1").text
    assert page.one("title").text.strip("· ")
    assert len(page.ids) == len(set(page.ids))
    assert_regions(page)
    assert_alternates(page, path)
    assert_names(page)


def assert_regions(page: Node) -> None:
    """Skip link, main, one empty status region, one empty alert region, outside of what is swapped."""
    main = page.one("main")
    assert page.one("a", "skip").attrs["href"] == f"#{main.attrs['id']}"
    for role in ("status", "alert"):
        region = page.one("", role=role)
        assert region.text == ""
        assert region not in list(main.walk())


def assert_alternates(page: Node, path: str) -> None:
    """One link for each language and a default one; what people see lists the same five."""
    links = {link.attrs["hreflang"]: link.attrs["href"] for link in page.all("link", rel="alternate")}
    assert links.keys() == {*LANGUAGES, "x-default"}
    for language in LANGUAGES:
        assert links[language] == f"/{language}/{path}"
    menu = page.by_id("languages")
    assert [item.attrs["lang"] for item in menu.walk() if "lang" in item.attrs] == list(LANGUAGES)


def assert_names(page: Node) -> None:
    """Every control and picture has a name; every label, title and described id is there."""
    labelled = {label.attrs["for"] for label in page.all("label") if "for" in label.attrs}
    inside = {id(box) for label in page.all("label") if label.text for box in label.walk()}
    for node in page.walk():
        if node.tag in ("a", "button") or node.attrs.get("role") == "img":
            assert node.text or node.attrs.get("aria-label"), node
        if node.tag in ("input", "select") and node.attrs.get("type") != "hidden":
            named = node.attrs.get("aria-label") or node.attrs.get("id") in labelled or id(node) in inside
            assert named, node
        if "aria-labelledby" in node.attrs:
            assert page.by_id(node.attrs["aria-labelledby"]) is not None


@pytest.mark.parametrize("query", [pytest.param("", id="before"), pytest.param("?card=TS", id="played")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_first_trick_fragment(language, query):
    """The same markup as in the page around it."""
    response = Client().get(f"/{language}/first-trick/{query}", headers=HTMX)
    page = read(Client().get(f"/{language}/{query}").content)

    assert response.status_code == 200
    assert response["Content-Language"] == language
    fragment = read(response.content)
    root = fragment.elements[0]
    assert root.attrs["id"] == "first-trick"
    assert fragment.by_id("status").text
    assert LEFTOVERS.findall(response.content.decode()) == []
    assert len(fragment.ids) == len(set(fragment.ids))
    assert root.same_as(page.by_id("first-trick"))


@pytest.mark.parametrize("card", ["JD", "QH", "JH", "AS", "TS", "9S"])
def test_first_trick_played(card):
    """Each card of the hand is a button of the page, and is judged: only the two higher spades win."""
    page = read(Client().get("/en/").content)
    assert page.one("button", name="card", value=card)

    played = read(Client().get("/en/", {"card": card}).content)

    result = played.by_id("first-trick-result").text
    assert result.startswith("The trick is yours" if card in ("AS", "TS") else "The trick is your opponent's")
    assert played.by_id("first-trick").all("a", "rule-link")
    assert not played.all("button", name="card")


@pytest.mark.parametrize("language", LANGUAGES)
def test_admin_login(language):
    """The admin lives outside of the prefixes and follows the browser."""
    response = Client().get("/admin/login/", headers={"Accept-Language": language})

    assert response.status_code == 200
    assert response["Content-Language"] == language
    source = response.content.decode()
    assert re.search(rf'<html lang="{language}" dir="{READERS[language]}"', source)


# -- languages -----------------------------------------------------------------------------------------------------

WISHES = [
    pytest.param({}, None, "en", id="nothing-known"),
    pytest.param({"Accept-Language": "hi"}, None, "hi", id="browser"),
    pytest.param({"Accept-Language": "fr, ar;q=0.8, es;q=0.5"}, None, "ar", id="browser-second-wish"),
    pytest.param({"Accept-Language": "es-MX"}, None, "es", id="browser-region"),
    pytest.param({"Accept-Language": "xx"}, None, "en", id="browser-unknown"),
    pytest.param({"Accept-Language": "hi"}, "it", "it", id="cookie-before-browser"),
    pytest.param({"Accept-Language": "hi"}, "xx", "hi", id="cookie-unknown"),
]


@pytest.mark.parametrize("path", ["/", "/learn/", "/rules/?preset=santase", f"/learn/{SLUGS[0]}/2/"])
@pytest.mark.parametrize(("headers", "cookie", "language"), WISHES)
def test_an_address_without_language_leads_to_one(path, headers, cookie, language):
    """Cookie, then browser, then English; caches are told."""
    client = Client()
    if cookie:
        client.cookies["django_language"] = cookie

    response = client.get(path, headers=headers)

    assert response.status_code == 302
    assert response["Location"] == f"/{language}{path}"
    assert {"accept-language", "cookie"} <= {name.strip().lower() for name in response["Vary"].split(",")}


@pytest.mark.parametrize(
    "path", ["/nothing", "/nothing/", "/learn/nothing/nothing/", "/xx/", "/fr/learn/", "/en/nothing/"]
)
def test_an_unknown_address_is_not_found(path):
    """Nothing is made up."""
    response = Client().get(path)

    assert response.status_code == 404


def test_a_missing_slash_is_added():
    """In the language of the address."""
    for path in ("/ar", "/ar/learn", "/ar/rules/sources"):
        response = Client().get(path)

        assert response.status_code in (301, 302)
        assert response["Location"] == f"{path}/"


@pytest.mark.parametrize("wish", [{"Accept-Language": "hi"}, {}], ids=["browser", "no-browser"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prefix_beats_cookie_and_browser(language, wish):
    """An address means the same for everybody."""
    client = Client()
    client.cookies["django_language"] = "es"

    response = client.get(f"/{language}/rules/", headers=wish)

    assert response["Content-Language"] == language
    assert read(response.content).one("html").attrs["lang"] == language


@pytest.mark.parametrize("query", ["", "?preset=santase", f"?preset={CUSTOM}", "?preset=schnapsen&with=ar&x=%D8%B9&x="])
@pytest.mark.parametrize("language", LANGUAGES)
def test_language_links_keep_path_and_query(language, query):
    """Only the prefix differs."""
    page = read(Client().get(f"/{language}/rules/pay/{query}").content)

    links = page.by_id("languages").all("a")

    assert [link.attrs["href"] for link in links] == [f"/{other}/rules/pay/{query}" for other in LANGUAGES]
    assert [link.attrs["lang"] for link in links if link.attrs.get("aria-current")] == [language]
    for link in links:
        assert read(Client().get(link.attrs["href"]).content).one("html").attrs["lang"] == link.attrs["lang"]


@pytest.mark.parametrize(
    ("path", "canonical"),
    [
        pytest.param("/en/?card=TS", "/en/", id="card-is-dropped"),
        pytest.param("/en/rules/?utm=1", "/en/rules/", id="unknown-query-is-dropped"),
        pytest.param("/en/rules/?preset=santase", "/en/rules/?preset=santase", id="preset-is-kept"),
    ],
)
def test_canonical(path, canonical):
    """Without the query, except the preset: another ruleset is another page."""
    page = read(Client().get(path).content)

    assert page.one("link", rel="canonical").attrs["href"] == f"http://testserver{canonical}"


def test_the_default_of_the_languages_is_the_same_page():
    """The x-default link leads to this page in the language of the reader, not to another page."""
    page = read(Client().get("/en/rules/sources/").content)

    default = page.one("link", hreflang="x-default").attrs["href"]

    assert Client().get(default, headers={"Accept-Language": "it"})["Location"] == "/it/rules/sources/"


# -- links ---------------------------------------------------------------------------------------------------------


def links_of(page: Node, base: str) -> set[str]:
    """The internal addresses that a page names: links, forms that read, alternates; static files aside."""
    found = {node.attrs["href"] for node in page.walk() if node.tag in ("a", "link", "use") and "href" in node.attrs}
    found |= {form.attrs["action"] for form in page.all("form") if form.attrs.get("method", "get") == "get"}
    found |= {node.attrs["hx-get"] for node in page.walk() if "hx-get" in node.attrs}
    found |= {node.attrs["src"] for node in page.walk() if "src" in node.attrs}
    return {urljoin(base, link) for link in found}


UNENDING = ("do=", "at=", "with=", "was=", "?rules=", "compare/?a=", ".pdf")
"""Links without end (playing on from a position, turning switch after switch) and files; their own tests follow them:
``test_positions`` and ``test_rules_explorer``.
"""

KEPT_QUERIES = tuple(f"?{urlsplit(path).query}" for path in PAGES.values() if "?" in path) or ("?",)
"""Queries of pages that are told apart by their titles."""

ONE_OF_MANY = re.compile(
    r"/puzzles/(?:p/(?!00)[0-9a-f]|daily/\d{4}-\d\d-(?!05)\d|(?!scoring)[\w-]+/print/|scoring/print/\?|next/)"
    r"|/learn/(?!trumps/|game-points/)[\w-]+/\d+/\?"
)
"""There are hundreds of puzzles, one for each day, and each step under each ruleset: some of them stand for all."""


def followed(address: str) -> bool:
    """Whether the crawl goes there. What stands behind a question mark is followed in English and Arabic."""
    where = urlsplit(address)
    if where.query and where.path.startswith(("/es/", "/it/", "/hi/")) and not address.endswith(KEPT_QUERIES):
        return False
    return not any(mark in address for mark in UNENDING) and not ONE_OF_MANY.search(address)


def assert_titles_tell_pages_apart(titles: dict[str, str], language: str) -> None:
    """No two have the same, steps of one lesson included. The trick on the home page is no page of its own."""
    paths = [path for name, path in PAGES.items() if name not in ("home-played", "rules-classic66")]
    found = [titles[url] for path in paths if (url := f"http://testserver/{language}/{path}") in titles]

    assert len(found) >= 40
    assert len(set(found)) == len(found)


def test_every_link_leads_somewhere():
    """A crawl from the front door over all five languages: pages, fragments, anchors, files. Nothing is broken."""
    client, todo, known, titles = Client(), ["http://testserver/en/"], {}, {}
    wanted_anchors: set[tuple[str, str]] = set()
    files: set[str] = set()
    while todo:
        url = todo.pop()
        response = client.get(url.removeprefix("http://testserver"))
        if response["Content-Type"].startswith("application/json"):
            continue  # the file of progress
        if response.status_code == 302:
            # The front door leads to English here; the address of a piece of a page leads to its page.
            prefix = urlsplit(url).path.split("/")[1]
            assert prefix not in LANGUAGES or urlsplit(url).path.count("/") <= 4, url
            assert response["Location"].startswith(f"/{prefix if prefix in LANGUAGES else 'en'}/"), url
            known[url] = frozenset()
            continue
        assert response.status_code == 200, url
        page = read(response.content)
        known[url] = frozenset(page.ids)
        titles.update((url, title.text) for title in page.all("title")[:1])
        for link in links_of(page, url):
            address, _hash, anchor = link.partition("#")
            assert address.startswith("http://testserver/"), link
            path = urlsplit(address).path
            if path.startswith("/static/"):
                files.add(path.removeprefix("/static/"))
                continue
            if not followed(address):
                continue
            if anchor:
                wanted_anchors.add((address, anchor))
            if address not in known:
                known[address] = frozenset()
                todo.append(address)

    pages = {url for url, ids in known.items() if ids}
    assert len(pages) >= 5 * 40
    assert {urlsplit(url).path.split("/")[1] for url in pages} == set(LANGUAGES)
    for place in PLACES:
        assert f"http://testserver{place.path('ar')}" in pages
    for language in LANGUAGES:
        assert_titles_tell_pages_apart(titles, language)
    assert len(wanted_anchors) > 100
    assert sorted(f"{address}#{anchor}" for address, anchor in wanted_anchors if anchor not in known[address]) == []
    assert {"tutor/css/base.css", "tutor/js/app.js", "tutor/img/cards.svg", "tutor/img/icon.svg"} <= files
    assert any("htmx" in name for name in files)
    assert [name for name in sorted(files) if find(name) is None] == []


def test_pictures_of_cards_are_in_the_sprite():
    """Every symbol that a page uses is drawn."""
    drawn = set(re.findall(r'id="([^"]+)"', open_static("tutor/img/cards.svg")))
    used: set[str] = set()
    for place in PLACES:
        page = Visitor().open(place)
        used |= {node.attrs["href"].partition("#")[2] for node in page.all("use")}

    assert len(used) > 20
    assert used <= drawn


def open_static(name: str) -> str:
    """A file of ours as text."""
    with open(find(name), encoding="utf-8") as source:
        return source.read()


# -- what a page costs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", [pytest.param(f"/en/{the(name)}", id=name) for name in SOME if name not in ("map", SLUGS[0], PLACES[0].key)]
)
def test_queries_of_a_reading_page(path, django_assert_max_num_queries):
    """Eight at most."""
    with django_assert_max_num_queries(8):
        assert Client().get(path).status_code == 200


@pytest.fixture
def learner():
    """Somebody who has answered something in every lesson."""
    visitor = Visitor(htmx=True)
    for place in PLACES:
        if place.number < 4:
            visitor.act(place, answer=place.wrong, seen=0)
    return visitor


@pytest.mark.parametrize("path", ["/en/learn/", f"/en/learn/{SLUGS[0]}/"], ids=["map", "lesson"])
def test_queries_of_the_map(path, learner, django_assert_max_num_queries):
    """Eight at most for somebody who is known."""
    with django_assert_max_num_queries(8):
        assert learner.client.get(path).status_code == 200


@pytest.mark.parametrize("place", each())
def test_queries_of_a_step(place, learner, django_assert_max_num_queries):
    """Eight at most for the page of somebody who is known."""
    with django_assert_max_num_queries(8):
        learner.client.get(place.path())


@pytest.mark.parametrize(
    ("do", "give"),
    [
        pytest.param("answer", "right", id="right"),
        pytest.param("answer", "wrong", id="wrong"),
        pytest.param("hint", "", id="hint"),
        pytest.param("show", "", id="show"),
        pytest.param("retry", "", id="retry"),
        pytest.param("answer", "nothing", id="nothing-chosen"),
    ],
)
def test_queries_of_a_fragment(do, give, django_assert_max_num_queries):
    """Five at most for every step, for somebody who has been there before."""
    for place in PLACES:
        visitor = Visitor(htmx=True)
        visitor.act(place, "hint", seen=0)
        answer = {"right": place.right, "wrong": place.wrong}.get(give, {})
        with django_assert_max_num_queries(5, info=place.key):
            assert visitor.send(place, seen=1, do=do, **answer).status_code == 200


@pytest.mark.parametrize("query", ["", "?card=TS"], ids=["before", "played"])
def test_queries_of_the_first_trick(query, django_assert_max_num_queries):
    """Five at most."""
    with django_assert_max_num_queries(5):
        assert Client().get(f"/en/first-trick/{query}", headers=HTMX).status_code == 200


def test_rules_beside_a_position_name_the_same_book():
    """Links to positions carry the ruleset as ``rules``; the rule book reads both names."""
    by_preset = Client().get("/en/rules/?preset=schnapsen").content
    by_rules = Client().get("/en/rules/?rules=schnapsen").content

    assert b"Schnapsen (Austria)</h1>" in by_preset
    assert b"Schnapsen (Austria)</h1>" in by_rules
    assert Client().get("/en/rules/?rules=whist").status_code == 400
