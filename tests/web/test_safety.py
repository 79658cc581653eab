"""The site does not start insecurely; the headers of every answer; what a request may weigh."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from tests.conftest import LANGUAGES
from tests.web.course import PLACES
from tutor.content.catalogs import compile_catalog, po_path
from tutor.web.safety import is_public, reasons_to_refuse, refuse_if_unsafe

ROOT = Path(__file__).parents[2]
GOOD_KEY = "8c1f0b7d-a-key-with-enough-random-signs-in-it"


def settings_like(**changes):
    """Settings of a public site that is safe, with changes."""
    good = {
        "DEBUG": False,
        "HTTPS": True,
        "PLAIN_HTTP": False,
        "MAIL": False,
        "PUBLIC_ADDRESS": "",
        "SECRET_KEY": GOOD_KEY,
        "ALLOWED_HOSTS": ["66.example.org"],
        "LANGUAGES": [("en", "English")],
        "LANGUAGE_CODE": "en",
        "LOCALE_PATHS": [ROOT / "locale"],
    }
    return SimpleNamespace(**{**good, **changes})


ANY_NAME = {"HTTPS": False, "PLAIN_HTTP": True, "ALLOWED_HOSTS": ["*"]}
HOME = ["localhost", "127.0.0.1", "[::1]"]
SAFE = {
    "public-with-tls": {},
    "at-home": {"HTTPS": False, "ALLOWED_HOSTS": HOME},
    "in-the-house-by-address": {"HTTPS": False, "ALLOWED_HOSTS": ["192.168.1.20", "school.lan"]},
    "in-the-house-by-any-name": ANY_NAME,
    "any-name-and-mail-that-leads-home": {**ANY_NAME, "MAIL": True, "PUBLIC_ADDRESS": "http://school.lan"},
    "developing": {"DEBUG": True, "HTTPS": False, "ALLOWED_HOSTS": HOME, "SECRET_KEY": "dev"},
    "public-name-that-nobody-outside-reaches": {"HTTPS": False, "PLAIN_HTTP": True},
}
UNSAFE = {
    "short-key": ({"SECRET_KEY": "dev"}, "SIXTYSIX_SECRET_KEY"),
    "monotonous-key": ({"SECRET_KEY": "a" * 60}, "SIXTYSIX_SECRET_KEY"),
    "key-of-a-template": ({"SECRET_KEY": "django-insecure-" + GOOD_KEY}, "SIXTYSIX_SECRET_KEY"),
    "short-key-at-home": ({"SECRET_KEY": "dev", "HTTPS": False, "ALLOWED_HOSTS": HOME}, "SIXTYSIX_SECRET_KEY"),
    "public-without-tls": ({"HTTPS": False}, "SIXTYSIX_HTTPS"),
    "public-address-without-tls": ({"HTTPS": False, "ALLOWED_HOSTS": ["8.8.8.8"]}, "SIXTYSIX_HTTPS"),
    "every-host": ({"ALLOWED_HOSTS": ["*"]}, "SIXTYSIX_HOSTS"),
    "every-host-without-tls": ({"HTTPS": False, "ALLOWED_HOSTS": ["*"]}, "SIXTYSIX_PLAIN_HTTP"),
    "every-host-among-others": ({"HTTPS": False, "ALLOWED_HOSTS": [*HOME, "*"]}, "SIXTYSIX_PLAIN_HTTP"),
    "mail-that-leads-anywhere": ({**ANY_NAME, "MAIL": True}, "SIXTYSIX_ADDRESS"),
    "no-host": ({"ALLOWED_HOSTS": []}, "SIXTYSIX_HOSTS"),
    "debug-in-public": ({"DEBUG": True}, "SIXTYSIX_DEBUG"),
    "no-catalog": ({"LANGUAGES": [("en", "English"), ("xx", "Nothing")]}, "xx/LC_MESSAGES/django.mo is missing"),
    "debug-behind-tls": ({"DEBUG": True, "ALLOWED_HOSTS": HOME}, "SIXTYSIX_DEBUG"),
}


@pytest.mark.parametrize("changes", [pytest.param(row, id=name) for name, row in SAFE.items()])
def test_starts(changes):
    """Nothing is in the way of who means it well."""
    refuse_if_unsafe(settings_like(**changes))


@pytest.mark.parametrize(("changes", "names"), [pytest.param(*row, id=name) for name, row in UNSAFE.items()])
def test_does_not_start(changes, names):
    """One sentence that names the setting."""
    (reason,) = reasons_to_refuse(settings_like(**changes))

    assert names in reason
    with pytest.raises(ImproperlyConfigured, match=names):
        refuse_if_unsafe(settings_like(**changes))


@pytest.fixture
def spanish(tmp_path):
    """A compiled catalog of our own, with settings that use it."""
    path = po_path(tmp_path, "es", "django")
    path.parent.mkdir(parents=True)
    path.write_bytes(po_path(ROOT / "locale", "es", "django").read_bytes())
    compile_catalog(path)
    return path, settings_like(LANGUAGES=[("en", "English"), ("es", "Español")], LOCALE_PATHS=[tmp_path])


def test_a_compiled_catalog_of_other_texts(spanish):
    """Texts came with the release, compiled ones stayed: the start says so. Compiled again it starts; so it does without texts."""
    path, settings = spanish
    assert list(reasons_to_refuse(settings)) == []
    path.write_bytes(path.read_bytes().replace(b'msgstr "', b'msgstr "!', 5))
    (reason,) = reasons_to_refuse(settings)
    assert "es/LC_MESSAGES/django.mo is older than its texts" in reason
    settings.DEBUG, settings.HTTPS, settings.ALLOWED_HOSTS = True, False, HOME
    assert list(reasons_to_refuse(settings)) == []
    settings.DEBUG = False
    compile_catalog(path)
    assert list(reasons_to_refuse(settings)) == []
    path.unlink()
    assert list(reasons_to_refuse(settings)) == []


@pytest.mark.parametrize("host", [".example.org", "example.org.", "EXAMPLE.ORG", "2606:4700::1111"])
def test_public(host):
    """However it is written."""
    assert is_public(host)


def command(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run Python with settings from a clean environment."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SIXTYSIX_")}
    state = os.environ["SIXTYSIX_STATE_DIR"]
    whole = {**kept, "DJANGO_SETTINGS_MODULE": "tutor.settings", "SIXTYSIX_STATE_DIR": state, **env}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=whole, capture_output=True, text=True, timeout=60, check=False
    )


PUBLIC = {
    "SIXTYSIX_SECRET_KEY": "q8Zr4-Vt2_nM7xK1bJ5cW9dL3fG6hS0pYvTeUuIiOoAaRrEeWw",
    "SIXTYSIX_HTTPS": "yes",
    "SIXTYSIX_HOSTS": "66.example.org",
}


def test_django_finds_nothing_to_mend():
    """Its own list for a site behind TLS."""
    done = command("-W", "error", "manage.py", "check", "--deploy", "--fail-level", "WARNING", **PUBLIC)

    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_django_would_find_something():
    """The same question where TLS is not set."""
    done = command("manage.py", "check", "--deploy", "--fail-level", "WARNING", **{**PUBLIC, "SIXTYSIX_HTTPS": "no"})

    assert done.returncode == 1
    assert "security.W004" in done.stderr


@pytest.mark.parametrize(("env", "good"), [(PUBLIC, True), ({**PUBLIC, "SIXTYSIX_SECRET_KEY": "short"}, False)])
def test_the_server_asks(env, good):
    """What the server imports raises, so that no worker comes up."""
    done = command("-c", "import tutor.wsgi", **env)

    assert (done.returncode == 0) is good
    assert good or "SIXTYSIX_SECRET_KEY can be guessed" in done.stderr


URLS = {
    "postgresql": ({"DATABASE_URL": "mysql://db/x"}, "DATABASE_URL must look like postgresql://"),
    "no-name": ({"SIXTYSIX_DATABASE_URL": "postgresql://db/"}, "DATABASE_URL must look like postgresql://"),
    "redis": ({"CACHE_URL": "memcached://x"}, "CACHE_URL must look like redis://"),
    "log": ({"SIXTYSIX_LOG_FORMAT": "xml"}, "SIXTYSIX_LOG_FORMAT"),
    "proxies": ({"SIXTYSIX_PROXIES": "many"}, "SIXTYSIX_PROXIES"),
}


@pytest.mark.parametrize(("env", "says"), [pytest.param(*row, id=name) for name, row in URLS.items()])
def test_a_setting_that_is_wrong_stops_the_start(env, says):
    """And says which one it is."""
    done = command("-c", "import tutor.settings", **PUBLIC, **env)

    assert done.returncode != 0
    assert says in done.stderr


# -- headers -------------------------------------------------------------------------------------------------------

ANSWERS = [
    "/en/",
    "/en/rules/",
    "/ar/learn/",
    PLACES[0].path(),
    "/en/nothing/",
    "/rules/",
    "/health/live",
    "/admin/login/",
    "/en/?card=ZZ",
]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ANSWERS)
def test_headers_of_every_answer(path):
    """Pages, errors, redirects."""
    response = Client().get(path)

    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in response["Permissions-Policy"]
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


TLS = """
import django; django.setup()
from django.test import Client
client = Client(headers={"host": "66.example.org"})
plain = client.get("/en/")
print(plain.status_code, plain["Location"])
print(client.get("/health/live").status_code)
page = client.get("/en/learn/trumps/1/", headers={"x-forwarded-proto": "https"})
print(page["Strict-Transport-Security"])
print(page.cookies["csrftoken"]["secure"])
print(Client(headers={"host": "evil.example", "x-forwarded-proto": "https"}, raise_request_exception=False).get("/en/").status_code)
"""


@pytest.mark.django_db
def test_behind_tls(tmp_path):
    """Plain requests are sent to TLS, machines that ask for health are not; cookies are secure; foreign hosts get 400."""
    env = {**PUBLIC, "SIXTYSIX_STATE_DIR": str(tmp_path)}
    command("manage.py", "prepare", **env)
    done = command("-c", TLS, **env)

    assert done.stdout.splitlines() == [
        "301 https://66.example.org/en/",
        "200",
        "max-age=31536000; includeSubDomains",
        "True",
        "400",
    ], done.stderr


# -- what a request may weigh --------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_query_that_is_too_long(language):
    """400 before anything reads it, and it is not repeated in the links of the answer."""
    response = Client().get(f"/{language}/rules/?preset={'x' * 5000}")

    assert response.status_code == 400
    assert response["Content-Language"] == language
    assert b"xxxx" not in response.content
    assert len(response.content) < 12_000


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["rules/", "search/", "puzzles/next/", "puzzles/", "play/"])
@pytest.mark.parametrize("query", ["of=%00", "in=theme&after=a%00b", "q=trick%00", "%00=x"])
def test_a_query_that_no_database_takes(path, query):
    """400, whatever the page does with it: PostgreSQL takes no NUL in a text. The links of the answer are without it."""
    response = Client().get(f"/it/{path}?{query}")

    assert response.status_code == 400
    assert response["Content-Language"] == "it"
    assert b"%00" not in response.content


@pytest.mark.django_db
@pytest.mark.parametrize(("cookie", "status"), [(r'"\000abcdefghijkl"', 400), (r'"\101bcdefghijklm"', 200)])
def test_a_cookie_that_no_database_takes(cookie, status):
    """The key of a session is looked for in the database as well."""
    response = Client().get("/it/progress/", headers={"cookie": f"sessionid={cookie}"})

    assert response.status_code == status


@pytest.mark.django_db
@pytest.mark.parametrize("length", ["2000000", "9" * 400, "1048577"])
def test_a_body_that_is_announced_too_large(length):
    """413 without reading it."""
    response = Client().post(PLACES[0].path("hi"), CONTENT_LENGTH=length)

    assert response.status_code == 413
    assert response["Content-Language"] == "hi"
