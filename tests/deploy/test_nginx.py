"""A real nginx with the configuration of deploy/ in front: it carries the reading pages, and mixes nothing up."""

from __future__ import annotations

import gzip
import os
import re
import ssl
import subprocess
from pathlib import Path

import brotli
import pytest

from tests.conftest import LANGUAGES
from tests.deploy.site import HTMX, ROOT, Visitor, Worker, prepare
from tests.services import end, folder, free_port, identity, listening, program, wait_until
from tests.web.course import PLACES

HOST = "66.example.org"
STEP = PLACES[0]


def configuration(where: Path, worker: int, http: int, https: int, static: Path) -> str:
    """The file of deploy/ with the names of this machine; every replaced text is there."""
    text = (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8")
    for old, new in {
        "server web:8000": f"server 127.0.0.1:{worker}",
        "listen 80;": f"listen 127.0.0.1:{http};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{https} ssl http2;",
        "/etc/nginx/certs": str(where),
        "/var/cache/nginx": str(where / "cache"),
        "/srv/static/": f"{static}/",
        "pid /tmp/nginx.pid;": f"pid {where}/nginx.pid; daemon off;",
        "access_log off;": f"access_log off; client_body_temp_path {where}/body; proxy_temp_path {where}/proxy;"
        f" fastcgi_temp_path {where}/f; uwsgi_temp_path {where}/u; scgi_temp_path {where}/s;",
    }.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def proxied(site_env):
    """Nginx with TLS before one worker: ``(visitor maker, worker, plain port)``."""
    with folder() as where:
        static = where / "static"
        env = {
            **site_env,
            "SIXTYSIX_HOSTS": HOST,
            "SIXTYSIX_HTTPS": "yes",
            "SIXTYSIX_PROXIES": "1",
            "SIXTYSIX_STATIC_ROOT": str(static),
        }
        prepare(env)
        worker = Worker(env).start()
        http, https = free_port(), free_port()
        certify(where)
        (where / "nginx.conf").write_text(configuration(where, worker.port, http, https, static))
        (where / "cache").mkdir()
        for path in (where / "cache", where / "site.key", where / "site.crt"):
            os.chown(path, *owner(where))
        command = [program("nginx"), "-c", str(where / "nginx.conf"), "-e", "stderr"]
        server = subprocess.Popen(command, **identity())
        wait_until(lambda: listening(https))
        context = ssl.create_default_context(cafile=str(where / "site.crt"))
        context.check_hostname = False  # the visitor reaches it by number
        try:
            yield lambda: Visitor(https, host=HOST, tls=context), worker, http
        finally:
            end(server)
            worker.stop()


def owner(where: Path) -> tuple[int, int]:
    """Whom the folder of the services belongs to."""
    found = where.stat()
    return found.st_uid, found.st_gid


def certify(where: Path) -> None:
    """Make a certificate for the tests."""
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={HOST}"]
    command += ["-keyout", str(where / "site.key"), "-out", str(where / "site.crt")]
    subprocess.run(command, check=True, capture_output=True)


def copy(answer) -> str:
    """Whether nginx had a copy: MISS, HIT, STALE, UPDATING, BYPASS or nothing."""
    return answer.headers.get("X-Copy", "")


@pytest.mark.parametrize("path", ["/", "/rules/", "/rules/?preset=santase", "/rules/sources/"])
def test_reading_pages_are_carried_by_the_proxy(proxied, path):
    """The second reader gets the copy, in the own language, whatever browser and cookies say."""
    visitor, _worker, _http = proxied
    texts = {}
    for language in LANGUAGES:
        first, second = visitor(), visitor()
        second.cookies = {"django_language": "hi", "sessionid": "x" * 32}
        answer = first.get(f"/{language}{path}")
        again = second.get(f"/{language}{path}", Accept_Language="it")
        assert (answer.status, again.status, copy(again)) == (200, 200, "HIT")
        assert again.body == answer.body
        assert f'<html lang="{language}"' in again.text
        assert answer.headers["Content-Language"] == language
        assert "Set-Cookie" not in answer.headers
        texts[language] = answer.text
    assert len(set(texts.values())) == len(LANGUAGES)


def test_the_tag_answers_with_304(proxied):
    """From the copy, without the page."""
    visitor, _worker, _http = proxied
    first = visitor().get("/es/rules/")
    again = visitor().get("/es/rules/", If_None_Match=first.headers["ETag"])

    assert (again.status, again.body) == (304, b"")


def test_packing(proxied):
    """Each packing is a copy of its own, and unpacks to the same page."""
    visitor, _worker, _http = proxied
    wishes = {
        "": "",
        "gzip": "gzip",
        "br": "br",
        "gzip, deflate, br, zstd": "br",
        "br;q=1.0, gzip;q=0.8": "br",
        "br;q=0.01": "br",
        "br;q=0, gzip": "gzip",
        "gzip;q=1.0, br; q=0.000": "gzip",
        "br; q=0": "",
        "gzip;q=0": "",
        "identity": "",
    }
    pages = {}
    for _round in range(2):
        for wish, packing in wishes.items():
            answer = visitor().get("/it/rules/?preset=schnapsen", Accept_Encoding=wish)
            assert answer.headers.get("Content-Encoding", "") == packing
            unpack = {"gzip": gzip.decompress, "br": brotli.decompress, "": bytes}[packing]
            pages[wish] = unpack(answer.body)
    assert copy(answer) == "HIT"
    assert len(set(pages.values())) == 1


def test_personal_pages_are_packed(proxied):
    """By gzip, which the site packs them with: for every browser that can unpack it, whatever else it can."""
    visitor, _worker, _http = proxied
    wishes = {"gzip, deflate, br, zstd": "gzip", "br, gzip;q=0.8": "gzip", "gzip": "gzip", "br": "", "br, gzip;q=0": ""}
    for wish, packing in wishes.items():
        answer = visitor().get(STEP.path(), Accept_Encoding=wish)
        assert (answer.status, answer.headers.get("Content-Encoding", "")) == (200, packing), wish
        page = gzip.decompress(answer.body) if packing else answer.body
        assert b"</html>" in page


def test_a_piece_is_never_served_as_a_page(proxied):
    """In whatever order they are asked for; also for the address of the piece itself."""
    visitor, _worker, _http = proxied
    for path in ("/ar/first-trick/?card=TS", "/ar/?card=TS"):
        for _round in range(2):
            piece = visitor().get(path, **HTMX)
            page = visitor().get(path)
            restored = visitor().get(path, **HTMX, HX_History_Restore_Request="true")
            assert piece.status == 200
            assert ("<html" in piece.text) is ("first-trick" not in path)
            for whole in (page, restored):
                assert whole.status == 302 or "<html" in whole.text
    assert copy(visitor().get("/ar/first-trick/?card=TS", **HTMX)) != "HIT"  # pieces stay in the browser


def test_a_language_leaks_to_nobody(proxied):
    """The address without a language leads each reader to the own one; no copy of that is kept."""
    visitor, _worker, _http = proxied
    for _round in range(2):
        for language in LANGUAGES:
            answer = visitor().get("/rules/", Accept_Language=language)
            assert answer.headers["Location"] == f"/{language}/rules/"
            assert copy(answer) != "HIT"
            known = visitor()
            known.cookies["django_language"] = language
            assert known.get("/", Accept_Language="it").headers["Location"] == f"/{language}/"


def test_personal_pages_are_never_copied(proxied):
    """Two visitors, each with own progress and own token; cookies are secure."""
    visitor, _worker, _http = proxied
    first, second = visitor(), visitor()
    posted = first.post(STEP.path(), first.form(STEP.path(), **STEP.right), **HTMX)
    assert 'data-phase="solved"' in posted.text
    assert "Secure" in posted.headers["Set-Cookie"]
    mine, theirs = first.get(STEP.path()), second.get(STEP.path())

    assert 'data-phase="solved"' in mine.text
    assert 'data-phase="awaiting"' in theirs.text
    assert mine.hidden("csrfmiddlewaretoken") != theirs.hidden("csrfmiddlewaretoken")
    assert {copy(mine), copy(theirs)} <= {"MISS", "BYPASS"}


def test_static_files_come_from_nginx(proxied):
    """With the whole page's style and script; kept for ever, as their names change with them."""
    visitor, _worker, _http = proxied
    page = visitor().get("/en/").text
    files = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(files) >= 6
    for file in files:
        answer = visitor().get(file, Accept_Encoding="gzip")
        assert answer.status == 200
        assert "immutable" in " ".join(answer.headers.get_all("Cache-Control"))
    assert visitor().get("/static/../site.key").status in (400, 404)


def test_plain_requests_are_sent_to_tls_and_health_stays_inside(proxied):
    """And HSTS is told."""
    visitor, _worker, http = proxied
    answer = Visitor(http, host=HOST).get("/hi/rules/")

    assert (answer.status, answer.headers["Location"]) == (301, f"https://{HOST}/hi/rules/")
    assert "max-age=31536000" in visitor().get("/en/").headers["Strict-Transport-Security"]
    assert visitor().get("/health/ready").status == 404
    assert visitor().get("/en/away/").status == 404
    assert visitor().get("/away/503/page-en.html").status == 404


def test_a_foreign_host_is_refused(proxied):
    """400, and no copy of it lands under our name."""
    visitor, _worker, _http = proxied
    foreign = visitor()
    foreign.host = "evil.example"
    assert foreign.get("/en/rules/?preset=eight66").status == 400
    answer = visitor().get("/en/rules/?preset=eight66")

    assert answer.status == 200
    assert "evil.example" not in answer.text


def test_too_large(proxied):
    """Nginx refuses before the site is asked, as the site would: in the language of the address, as page and as piece."""
    visitor, _worker, _http = proxied
    large = {"card": "x" * 1_500_000}
    for language in ("en", "hi"):
        page = visitor().post(STEP.path(language), large)
        piece = visitor().post(STEP.path(language), large, **HTMX)
        assert (page.status, piece.status) == (413, 413)
        assert f'<html lang="{language}"' in page.text
        assert "<html" not in piece.text
        assert re.search("<strong>(.+?)</strong>", piece.text)[1] in page.text
        assert "no-store" in page.headers["Cache-Control"]
        assert "Retry-After" not in page.headers


def test_no_worker_answers(proxied):
    """Copies go on being read; everything else is a clear page in the language of the address, by itself over soon."""
    visitor, worker, _http = proxied
    for language in LANGUAGES:
        visitor().get(f"/{language}/rules/")
    worker.kill()
    try:
        for language in LANGUAGES:
            assert visitor().get(f"/{language}/rules/").status == 200
            answer = visitor().get(f"/{language}/learn/")
            assert answer.status == 503
            assert f'<html lang="{language}"' in answer.text
            assert "no-store" in answer.headers["Cache-Control"]
            step = STEP.path(language)
            for piece in (visitor().get(step, **HTMX), visitor().post(step, {"seen": "0"}, **HTMX)):
                assert (piece.status, piece.headers["Retry-After"]) == (503, "30")
                assert piece.headers["Content-Type"].startswith("text/html")
                assert "<html" not in piece.text
                assert re.search("<strong>(.+?)</strong>", piece.text)[1] in answer.text
            restored = visitor().get(f"/{language}/learn/", **HTMX, HX_History_Restore_Request="true")
            assert f'<html lang="{language}"' in restored.text
        assert '<html lang="en"' in visitor().get("/").text
        assert "<html" not in visitor().get("/", **HTMX).text
    finally:
        worker.start()
    wait_until(lambda: visitor().get("/en/learn/").status == 200, 15)
