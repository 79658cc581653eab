"""Whatever is asked of whichever address: an answer, never a failure, never slow.

Addresses come from the URL table, names and values from templates, code and content, so that new pages are covered by
themselves. Half of it is asked by somebody who has done something of everything (``tests.web.lived``), with her own keys
and her own forms, of which a little is changed. Whatever is asked: nothing of another visitor changes, and what is
refused changes nothing of hers. Each question is undone, so that the next one finds everything again.
"""

from __future__ import annotations

import copy
import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as django_settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.test.utils import override_settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import LocalePrefixPattern, RoutePattern
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine.ruleset import PRESETS
from tests.conftest import LANGUAGES
from tests.web.lived import Form, Lived, live, longer, query_of
from tests.web.owned import WAYS, made, rows_of
from tutor.learners.models import Visitor
from tutor.learners.transfer import check_sum

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
FEW = 1 if os.environ.get("SIXTYSIX_TEST_ROWS") else 2
"""Questions to each address; fewer where the suite runs for the second time, on the other database."""
MANY = settings(
    max_examples=40 * FEW,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # what fails is short enough; making it shorter takes minutes
)
SLOW = 2.0
"""Seconds that no answer may take. What took longer is asked again: this machine may have been busy with something else."""
PARAMETER = re.compile(r"<(?:(\w+):)?\w+>")
POSITIONS = ["JDQHJHASTS9S/?????????? ??????????????????????.KC C B:KS 0.0.0/0.0.0 - A0-0 -.", "AS/TS - S A:- 0/0", "-"]


def routes(patterns: list[Any] | None = None, before: str = "") -> Iterator[str]:
    """Yield every address of the site as it stands in the URL table; of the admin only the door."""
    for entry in get_resolver().url_patterns if patterns is None else patterns:
        pattern = entry.pattern
        part = "LANGUAGE/" if isinstance(pattern, LocalePrefixPattern) else str(getattr(pattern, "_route", ""))
        if isinstance(entry, URLResolver):
            if not part.startswith("admin/"):
                yield from routes(entry.url_patterns, before + part)
        elif isinstance(entry, URLPattern) and isinstance(pattern, RoutePattern):
            yield before + part


ROUTES = sorted(set(routes()))


@cache
def found_in(folders: str, pattern: str) -> tuple[str, ...]:
    """What a pattern finds in the files of some folders."""
    found = [path for folder in folders.split() for path in (ROOT / folder).rglob("*.*")]
    files = [path for path in found if path.suffix in (".html", ".py")]
    return tuple(sorted({word for path in files for word in re.findall(pattern, path.read_text(encoding="utf-8"))}))


NAMES = sorted(
    {
        *found_in("templates", r'name="(\w+)"'),
        *found_in("tutor", r'(?:GET|POST|FILES)(?:\.get|\.getlist)?[(\[]"(\w+)"'),
        *found_in("tutor", r"(?m)^    (\w+) = forms\."),
        *found_in("tutor/exercises", r'posted(?:\.get\(|\[)"(\w+)"'),
        *("pick", "who", "line", "reason", "total", "yes"),
        "file",
        "",
    }
)
VALUES = sorted(
    {*found_in("templates", r'value="([\w.-]+)"'), *PRESETS, *LANGUAGES, "AS", "9C", "TD", "0", "1", "-1", "٣"}
)
"""Names of fields and values that the site knows."""


@cache
def keys() -> tuple[str, ...]:
    """Keys of content rows, which stand in addresses."""
    models = [model for app in apps.get_app_configs() if app.name.startswith("tutor.") for model in app.get_models()]
    found = {str(key) for model in models for key in model._base_manager.values_list("pk", flat=True)[:40]}
    return tuple(sorted(found))


WORDS = st.one_of(
    st.sampled_from(VALUES),
    st.text(max_size=30),
    st.integers().map(str),
    st.sampled_from(
        ["\0", "a\0b", "x" * 1500, "٠" * 300, "9" * 400, "<script>", "../../etc/passwd", "%s%n", "\u202e", " "]
    ),
    st.sampled_from(POSITIONS),
    st.lists(st.sampled_from(["classic66", "deck=20", "target=11", "close=no", "=", ";"]), max_size=5).map(";".join),
)
FIELDS = st.dictionaries(st.sampled_from(NAMES), st.lists(WORDS, max_size=3), max_size=6)
SLUGS = st.one_of(st.deferred(lambda: st.sampled_from(keys() or ("x",))), st.from_regex(r"\A[a-z0-9-]{1,20}\Z"))
IN_ADDRESSES = {
    "int": st.one_of(st.integers(0, 12), st.integers(0, 10**30)).map(str),
    "slug": SLUGS,
    "uuid": st.uuids().map(str),
    "str": st.one_of(SLUGS, st.text(min_size=1, max_size=20).filter(lambda text: "/" not in text)),
    "path": st.text(max_size=20),
    "day": st.one_of(st.dates().map(str), st.sampled_from(["2026-02-30", "0000-00-00", "9999-12-31", "٢٠٢٦-11-30"])),
}
HEADER = st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=40)
HEADERS = st.fixed_dictionaries(
    {},
    optional={
        "Accept-Language": st.one_of(
            HEADER, st.sampled_from(["hi", "ar;q=x", "*", "en-" + "x" * 600, ",,,", "es;q=2"])
        ),
        "Accept-Encoding": st.one_of(HEADER, st.sampled_from(["br", "gzip", "gzip;q=0", "*", "br;q=x"])),
        "HX-Request": st.sampled_from(["true", "false", "1"]),
        "HX-History-Restore-Request": st.sampled_from(["true", "x"]),
        "HX-Current-URL": HEADER,
        "If-None-Match": st.one_of(HEADER, st.sampled_from(["*", '"x', 'W/"a", "b"', ","])),
        "If-Modified-Since": HEADER,
        "Range": st.sampled_from(["bytes=0-10", "bytes=-1", "x"]),
        "X-Forwarded-For": HEADER,
        "X-Forwarded-Proto": HEADER,
        "Referer": HEADER,
        "Content-Type": st.one_of(
            HEADER, st.sampled_from(["application/json", "multipart/form-data", "text/plain; charset=x"])
        ),
    },
)
COOKIES = st.dictionaries(
    st.sampled_from(["sessionid", "csrftoken", "django_language", "messages", "x"]),
    st.one_of(st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=40), st.just("x" * 3000)),
    max_size=3,
)


@dataclass
class World:
    """Who is there: ana, who has lived, and ben, of whom nothing may ever change."""

    ana: Lived
    ben: Visitor
    client: Client
    before: tuple[Any, Any]

    def rows(self) -> tuple[Any, Any]:
        """What is kept of both."""
        return rows_of(self.ana.visitor), rows_of(self.ben)

    def ask(
        self, method: str, address: str, data: Any, headers: dict[str, str], cookies: dict[str, str], **more: Any
    ) -> Any:
        """Ask, look at the answer and at what has become of both, and undo it."""
        self.client.cookies.clear()
        for name, value in cookies.items():
            self.client.cookies[name] = value
        for again in (True, True, False):
            with transaction.atomic():
                started = time.perf_counter()
                response = self._sent(method, address, data, headers, more)
                spent = time.perf_counter() - started
                ana, ben = self.rows()
                transaction.set_rollback(True)
            if spent < SLOW or not again:
                break

        assert response.status_code < 500, (response.status_code, getattr(response, "exc_info", None))
        assert spent < SLOW
        assert ben == self.before[1]
        hers = cookies.get("sessionid") == self.ana.cookies["sessionid"]
        if not hers or response.status_code >= 400:
            assert ana == self.before[0]
        self._look(response, address)
        return response

    def _sent(self, method: str, address: str, data: Any, headers: dict[str, str], more: dict[str, Any]) -> Any:
        if isinstance(data, bytes):
            return self.client.generic("POST", address, data, headers=headers, **more)
        for value in (data or {}).values():
            if isinstance(value, SimpleUploadedFile):
                value.seek(0)
        return getattr(self.client, method)(address, data, headers=headers, **more)

    def _look(self, response: Any, address: str) -> None:
        if "html" in response.get("Content-Type", "") and not response.get("Content-Encoding"):
            assert "Traceback" not in response.content.decode()
            prefix = address.split("/")[1]
            if prefix in LANGUAGES:
                assert response["Content-Language"] == prefix

    def cookies(self, cookies: dict[str, str], hers: bool) -> dict[str, str]:
        """The cookies of ana, or of somebody who may be anybody."""
        return {**cookies, **self.ana.cookies} if hers else cookies

    def addresses(self, route: str) -> st.SearchStrategy[str]:
        """Draw addresses of a route: such as lead to something, and such as have anything in the places of parameters."""
        known = self.ana.addresses.get(route, [])
        return st.one_of(st.sampled_from(known), any_address(route)) if known else any_address(route)


@pytest.fixture(scope="module")
def lived(django_db_setup, django_db_blocker):
    """Her life, lived once; every test finds it as it was."""
    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    served = override_settings(STORAGES={**django_settings.STORAGES, **plain}, WHITENOISE_AUTOREFRESH=True)
    django_settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    with django_db_blocker.unblock(), transaction.atomic():
        with served:
            found = live()
        longer(found, ROUTES)
        ben = Visitor.objects.create()
        for model in WAYS:
            made(model, ben)
        yield found, ben
        transaction.set_rollback(True)


@pytest.fixture
def world(lived, monkeypatch):
    """Both, and a browser. The coach says nothing: what it thinks beside the requests would go on in the next tests."""
    monkeypatch.setattr("tutor.play.thinking.think", lambda *_args, **_more: iter(()), raising=False)
    one = World(*lived, Client(raise_request_exception=False), ({}, {}))
    one.before = one.rows()
    return one


@st.composite
def any_address(draw: Any, route: str) -> str:
    """Draw something in the places of the parameters."""
    filled = PARAMETER.sub(lambda found: draw(IN_ADDRESSES.get(found[1] or "str", SLUGS)), route)
    return "/" + filled.replace("?", "%3F").replace("#", "%23")


def in_language(address: str, language: str) -> str:
    """The same address in another language."""
    return re.sub("^/(?:LANGUAGE|en)/", f"/{language}/", address)


TONGUES = st.sampled_from([*LANGUAGES, "xx"])


def each_route(check: Callable[..., None], few: int = FEW, **drawn: Any) -> None:
    """Try a check some times at every route of the site: with the route, and what is drawn."""
    for route in ROUTES:
        settings(MANY, max_examples=few)(given(route=st.just(route), data=st.data(), **drawn)(check))()


@st.composite
def changed(draw: Any, form: Form) -> dict[str, list[str]]:
    """A form of a page as it would be sent, with a field too many, too few, twice or with something else in it."""
    fields: dict[str, list[str]] = {}
    for name, value in form.fields:
        fields.setdefault(name, []).append(value)
    for name in draw(st.lists(st.sampled_from(sorted(fields) or [""]), max_size=2)):
        fields[name] = draw(st.lists(WORDS, max_size=2))
    return {**fields, **draw(st.one_of(st.just({}), FIELDS))}


def test_there_is_something_to_ask():
    """The tables are not empty, so that nothing below is green for that reason."""
    assert {"LANGUAGE/", "LANGUAGE/rules/", "LANGUAGE/learn/<slug:slug>/<int:number>/", "health/ready"} <= set(ROUTES)
    assert {"card", "seen", "do", "preset", "language", "q"} <= set(NAMES)
    assert len(VALUES) > 15
    assert len(keys()) > 100


def test_she_has_something_of_everything(world):
    """Every address with a parameter leads her to something, but those that a letter or a file names."""
    reached = {route for route, addresses in world.ana.addresses.items() if addresses}
    with_parameters = {route for route in ROUTES if "<" in route}
    assert {re.sub(r"<\w+:", "<", route) for route in with_parameters - reached} == {
        "LANGUAGE/account/forgotten/<uidb64>/<token>/",
        "LANGUAGE/rules/print/<preset>-<paper>.pdf",
    }
    assert all(world.before[0][label] for label in world.before[0]), "something of every table"
    sent = {route for route, forms in world.ana.forms.items() for form in forms if form.method == "post"}
    assert len(sent) > 12


def test_reading(world):
    """Any address with any query."""

    def check(
        route: str, data: Any, headers: Any, cookies: Any, query: Any, tongue: str, method: str, hers: bool
    ) -> None:
        address = data.draw(world.addresses(route))
        known = query_of(address)
        forms = [form for form in world.ana.forms.get(route, []) if form.method == "get"]
        if forms and hers:
            known = data.draw(changed(data.draw(st.sampled_from(forms))))
        path = in_language(address.partition("?")[0], tongue)
        world.ask(method, path, {**known, **query}, headers, world.cookies(cookies, hers))

    methods = st.sampled_from(["get", "head"])
    each_route(
        check, headers=HEADERS, cookies=COOKIES, query=FIELDS, tongue=TONGUES, method=methods, hers=st.booleans()
    )


def test_sending_a_form(world):
    """Any form to any address."""

    def check(route: str, data: Any, headers: Any, cookies: Any, fields: Any, tongue: str, hers: bool) -> None:
        headers.pop("Content-Type", None)
        path = data.draw(world.addresses(route)).partition("?")[0]
        world.ask("post", in_language(path, tongue), fields, headers, world.cookies(cookies, hers))

    each_route(check, headers=HEADERS, cookies=COOKIES, fields=FIELDS, tongue=TONGUES, hers=st.booleans())


def test_sending_a_form_of_a_page(world):
    """What the buttons of her pages send, a little changed; sent by her, or by somebody else."""
    forms = {route: [form for form in found if form.method == "post"] for route, found in world.ana.forms.items()}

    def check(route: str, data: Any, headers: Any, tongue: str, hers: bool) -> None:
        form = data.draw(st.sampled_from(forms[route]))
        headers.pop("Content-Type", None)
        path = in_language(form.address.partition("?")[0], tongue)
        world.ask("post", path, data.draw(changed(form)), headers, world.cookies({}, hers))

    for route in sorted(route for route, found in forms.items() if found):
        few = settings(MANY, max_examples=4 * FEW)
        few(given(route=st.just(route), data=st.data(), headers=HEADERS, tongue=TONGUES, hers=st.booleans())(check))()


def test_sending_bytes(world):
    """Something that is no form at all, whatever it is called."""

    def check(route: str, data: Any, headers: Any, body: bytes, hers: bool) -> None:
        kind = headers.pop("Content-Type", "application/x-www-form-urlencoded")
        path = in_language(data.draw(world.addresses(route)).partition("?")[0], "hi")
        world.ask("post", path, body, headers, world.cookies({}, hers), content_type=kind)

    each_route(check, 1, headers=HEADERS, body=st.binary(max_size=400), hers=st.booleans())


FILES = st.one_of(
    st.binary(max_size=300),
    st.sampled_from(
        [b"{}", b"[]", b'{"version": 1e999}', b"[" * 5000, b"\xff\xfe", b"null", b'{"steps": [{}]}', b"PK\x03\x04"]
    ),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=10),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
        max_leaves=8,
    ).map(lambda value: json.dumps(value).encode()),
)
FILE_NAMES = st.sampled_from(["progress.json", "x", "a b.txt", "न.json", "x" * 200])


def test_sending_a_file(world):
    """Any file in any field."""

    def check(route: str, data: Any, field: str, content: bytes, name: str) -> None:
        path = in_language(data.draw(world.addresses(route)).partition("?")[0], "es")
        world.ask("post", path, {field or "file": SimpleUploadedFile(name, content)}, {}, world.ana.cookies)

    each_route(check, 1, field=st.sampled_from([*NAMES, "file"]), content=FILES, name=FILE_NAMES)


NUMBERS = (-1, 0, 1, 10**30, 2**31, 2**63, 1.5, 1e308)
TEXTS = ("", "\0", "a\0b", "\ud800", "x" * 2000, "٣", "classic66", "solved", "2026-11-30T00:00:00.000000Z")
STRANGE = st.sampled_from([None, True, *NUMBERS, *TEXTS, [], {}, [[]], {"card": "AS"}, {"\0": "\0"}])


def parts_of(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a document: what holds it, and its name or number there."""
    for name in list(data) if isinstance(data, dict) else range(len(data)):
        yield data, name
        if isinstance(data[name], dict | list):
            yield from parts_of(data[name])


@st.composite
def changed_document(draw: Any, data: dict[str, Any]) -> bytes:
    """A file of progress with something else in up to three of its places, and the check sum that belongs to that."""
    data = copy.deepcopy(data)
    for _place in range(draw(st.integers(0, 3))):
        places = [place for place in parts_of(data) if place[1] != "check"]
        holder, name = draw(st.sampled_from(places))
        match draw(st.sampled_from(["other", "other", "gone", "renamed"])):
            case "gone":
                del holder[name]
            case "renamed" if isinstance(holder, dict):
                holder[str(draw(STRANGE))[:80]] = holder.pop(name)
            case _:
                holder[name] = draw(STRANGE)
    data["check"] = check_sum(data)
    return json.dumps(data).encode()


def test_a_changed_file_of_progress(world):
    """Her own file, in which something is not as the site writes it, though its check sum is right."""
    world.client.cookies["sessionid"] = world.ana.cookies["sessionid"]
    exported = json.loads(world.client.get("/en/progress/export/").content)
    assert all(exported[part] for part in ("steps", "reviews", "puzzles", "deals"))
    taken = []

    @settings(MANY, max_examples=30 * FEW)
    @given(changed_document(exported), st.sampled_from(["merge", "replace"]), st.booleans())
    def check(content: bytes, way: str, hers: bool) -> None:
        form = {"file": SimpleUploadedFile("progress.json", content), "way": way}
        response = world.ask("post", "/hi/progress/import/", form, {}, world.cookies({}, hers))
        taken.append(response.status_code)

    check()
    assert {302, 400} <= set(taken), "some are good, some are not"


def test_a_changed_file_of_a_deal(world):
    """A file of a deal with lines in another order, twice, missing, or with another word in them."""
    key = next(row["key"] for row in world.before[0]["play.Game"] if row["finished"])
    world.client.cookies["sessionid"] = world.ana.cookies["sessionid"]
    lines = world.client.get(f"/en/play/{key}/file/").content.decode().splitlines()
    taken = []

    @settings(MANY, max_examples=30 * FEW)
    @given(st.data(), st.randoms(use_true_random=False), st.booleans())
    def check(data: Any, chance: random.Random, hers: bool) -> None:
        mine = list(lines)
        for _change in range(data.draw(st.integers(0, 2))):
            at = data.draw(st.integers(0, len(mine) - 1))
            words = mine[at].split(" ")
            words[chance.randrange(len(words))] = data.draw(WORDS)
            mine[at : at + 1] = data.draw(st.sampled_from([[], [mine[at]] * 2, [" ".join(words)], [*words]]))
        content = "\n".join(mine).encode(errors="surrogatepass")
        form = {"file": SimpleUploadedFile("deal.txt", content)}
        taken.append(world.ask("post", "/ar/play/open/", form, {}, world.cookies({}, hers)).status_code)

    check()
    assert {302, 400} <= set(taken), "some are good, some are not"


@settings(MANY, max_examples=15 * FEW)
@given(path=st.text(max_size=60), method=st.sampled_from(["get", "post", "put", "delete", "patch", "options"]))
def test_any_address_at_all(world, path, method):
    """Also one that is none of ours."""
    world.ask(method, "/" + path.lstrip("/").replace("?", "%3F").replace("#", "%23"), None, {}, world.ana.cookies)
