"""Whatever is asked of whichever address: an answer, never a failure, never slow.

Addresses come from the URL table, names and values from templates, code and content, so that new pages are covered by
themselves.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import LocalePrefixPattern, RoutePattern
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine.ruleset import PRESETS
from tests.conftest import LANGUAGES

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
MANY = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # what fails is short enough; making it shorter takes minutes
)
SLOW = 2.0
"""Seconds of work that no answer may take; waiting for other processes of this machine does not count."""
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
    files = [path for folder in folders.split() for path in (ROOT / folder).rglob("*.[hp][ty]*")]
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


@st.composite
def addresses(draw: Any) -> str:
    """Draw an address of the site with something in the places of its parameters."""
    route = draw(st.sampled_from(ROUTES)).replace("LANGUAGE", draw(st.sampled_from([*LANGUAGES, "xx"])))
    filled = PARAMETER.sub(lambda found: draw(IN_ADDRESSES.get(found[1] or "str", SLUGS)), route)
    return "/" + filled.replace("?", "%3F").replace("#", "%23")


def ask(method: str, address: str, data: Any, headers: dict[str, str], cookies: dict[str, str], **more: Any) -> None:
    """Ask, and look at the answer."""
    client = Client(raise_request_exception=False)
    for name, value in cookies.items():
        client.cookies[name] = value
    started = time.thread_time()
    if isinstance(data, bytes):
        response = client.generic("POST", address, data, headers=headers, **more)
    else:
        response = getattr(client, method)(address, data, headers=headers, **more)
    spent = time.thread_time() - started

    assert response.status_code < 500, (response.status_code, getattr(response, "exc_info", None))
    assert spent < SLOW
    if "html" in response.get("Content-Type", "") and not response.get("Content-Encoding"):
        text = response.content.decode()
        assert "Traceback" not in text
        prefix = address.split("/")[1]
        if prefix in LANGUAGES:
            assert response["Content-Language"] == prefix


def test_there_is_something_to_ask():
    """The tables are not empty, so that nothing below is green for that reason."""
    assert {"LANGUAGE/", "LANGUAGE/rules/", "LANGUAGE/learn/<slug:slug>/<int:number>/", "health/ready"} <= set(ROUTES)
    assert {"card", "seen", "do", "preset", "language", "q"} <= set(NAMES)
    assert len(VALUES) > 15
    assert len(keys()) > 100


@MANY
@given(addresses(), FIELDS, HEADERS, COOKIES, st.sampled_from(["get", "head"]))
def test_reading(address, query, headers, cookies, method):
    """Any address with any query."""
    ask(method, address, query, headers, cookies)


@MANY
@given(addresses(), FIELDS, HEADERS, COOKIES)
def test_sending_a_form(address, fields, headers, cookies):
    """Any form to any address."""
    headers.pop("Content-Type", None)
    ask("post", address, fields, headers, cookies)


@MANY
@given(addresses(), st.binary(max_size=400), HEADERS)
def test_sending_bytes(address, body, headers):
    """Something that is no form at all, whatever it is called."""
    kind = headers.pop("Content-Type", "application/x-www-form-urlencoded")
    ask("post", address, body, headers, {}, content_type=kind)


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


@MANY
@given(
    addresses(), st.sampled_from(NAMES), FILES, st.sampled_from(["progress.json", "x", "a b.txt", "न.json", "x" * 200])
)
def test_sending_a_file(address, field, content, name):
    """Any file in any field."""
    ask("post", address, {field or "file": SimpleUploadedFile(name, content)}, {}, {})


@settings(MANY, max_examples=60)
@given(st.text(max_size=60), st.sampled_from(["get", "post", "put", "delete", "patch", "options"]))
def test_any_address_at_all(path, method):
    """Also one that is none of ours."""
    ask(method, "/" + path.lstrip("/").replace("?", "%3F").replace("#", "%23"), None, {}, {})
