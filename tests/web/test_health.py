"""Health for machines: alive, ready, and the long look. Logs and reports that tell nothing about anybody."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from types import SimpleNamespace

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client

from tests.web.course import PLACES
from tutor.content.models import Block, ContentState
from tutor.content.state import files_digest, note_sync, standing
from tutor.content.sync import sync
from tutor.web.logs import MOST_REPORTS, JsonLines, Lines, MailReports, NamePages

pytestmark = pytest.mark.django_db


def away(*_args, **_kwargs):
    """Stands in for a database that does not answer."""
    raise OperationalError("key (visitor)=(secret)")


def test_alive_without_any_query(django_assert_num_queries):
    """The worker answers by itself."""
    with django_assert_num_queries(0):
        response = Client().get("/health/live")

    assert (response.status_code, response.json()) == (200, {"worker": "alive"})
    assert response["Cache-Control"] == "no-store"


def test_ready_with_one_query(django_assert_max_num_queries):
    """Content of this release is in the database."""
    with django_assert_max_num_queries(1):
        response = Client().get("/health/ready")

    assert response.status_code == 200
    cached = "there" if hasattr(cache, "answers") else "own"
    assert response.json() == {"database": "there", "cache": cached, "content": "in step"}


def test_not_ready_without_a_database(monkeypatch):
    """503 and which part it is."""
    monkeypatch.setattr("tutor.web.health.standing", away)
    response = Client().get("/health/ready")

    assert response.status_code == 503
    assert response.json()["database"] == "away"


def test_ready_without_its_cache(monkeypatch):
    """Slower, never wrong: visitors may come."""
    monkeypatch.setattr(cache, "answers", lambda: False, raising=False)
    response = Client().get("/health/ready")

    assert response.status_code == 200
    assert response.json()["cache"] == "away"


def test_not_ready_before_its_content_is_there():
    """A worker of a new release waits until somebody has written the content of that release."""
    ContentState.objects.all().delete()
    ContentState.objects.create(digest="of another release", turn=1)

    assert standing() == "other"
    assert Client().get("/health/ready").status_code == 503


def test_an_old_worker_goes_on_while_a_new_release_comes():
    """Its content was written once; the newer one is in the database now. Going back works as well."""
    ContentState.objects.create(digest="of a newer release", turn=99)
    assert standing() == "newer"
    assert Client().get("/health/ready").status_code == 200

    note_sync()
    assert standing() == "in step"
    assert ContentState.objects.filter(digest=files_digest()).count() == 1


def test_the_long_look_sees_every_text():
    """A row that somebody has changed by hand."""
    assert Client().get("/health").status_code == 200
    Block.objects.filter(key__endswith=".label").update(text="by hand")

    response = Client().get("/health")

    assert response.status_code == 503
    assert response.json()["content"] == "stale"


def test_the_long_look_is_taken_once_for_all_who_ask(monkeypatch):
    """It reads everything and anybody may ask: the answer is kept for a while, whichever it was; then it looks anew."""
    looks = []
    monkeypatch.setattr("tutor.web.health.sync", lambda **_: looks.append(1) or sync(write=False))
    Client().get("/health")
    monkeypatch.setattr("tutor.web.health.LOOK_SECONDS", 30)
    Block.objects.filter(key__endswith=".label").update(text="by hand")
    kept = [Client().get("/health").status_code for _ in range(5)]
    assert (kept, len(looks)) == ([200] * 5, 1)

    now = time.monotonic()
    monkeypatch.setattr("tutor.web.health.time", SimpleNamespace(monotonic=lambda: now + 31))
    assert [Client().get("/health").status_code for _ in range(3)] == [503] * 3
    assert len(looks) == 2


# -- logs ----------------------------------------------------------------------------------------------------------


class Kept(logging.Handler):
    """Keeps what the site would write."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(formatter)
        self.addFilter(NamePages())

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one."""
        self.lines.append(self.format(record))


@pytest.fixture(params=[Lines, JsonLines], ids=["text", "json"])
def written(request):
    """Everything that is logged meanwhile."""
    handler = Kept(request.param())
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield handler.lines
    root.setLevel(level)
    root.removeHandler(handler)


def test_a_request_is_one_line(written):
    """Page, status, time; nothing of what was asked or who asked."""
    client = Client(headers={"x-forwarded-for": "198.51.100.77", "user-agent": "Curious/1.0"})
    client.post(PLACES[0].path(), {"seen": 0, **PLACES[0].right})
    client.get("/en/?card=TS")

    told = "\n".join(written)
    assert "lessons:step" in told
    assert "web:home" in told
    secrets = ["198.51.100.77", "Curious", "card=", "TS", client.cookies["sessionid"].value, "127.0.0.1"]
    assert [secret for secret in secrets if secret in told] == []


def test_a_request_in_json():
    """Each line is an object that a machine reads."""
    handler = Kept(JsonLines())
    logger = logging.getLogger("tutor.requests")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        Client().get("/it/rules/")
    finally:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)

    (line,) = [json.loads(line) for line in handler.lines]
    assert line["page"] == "rules:book"
    assert (line["method"], line["status"], line["language"], line["level"]) == ("GET", 200, "it", "INFO")
    assert line["milliseconds"] > 0


def test_a_failure_tells_places_and_no_values(written, monkeypatch):
    """The message of a database names keys, that of the engine cards: neither is written."""
    monkeypatch.setattr("tutor.lessons.services.lesson_map", away)
    client = Client()
    client.raise_request_exception = False
    client.get("/en/learn/?token=secret")

    told = "\n".join(written)
    assert "OperationalError" in told
    assert "views.py" in told
    assert "secret" not in told
    assert "/en/learn/" not in told


def test_a_missing_page_tells_no_address(written):
    """It may hold a key of somebody."""
    Client().get("/en/learn/of-somebody/")

    assert written
    assert "of-somebody" not in "\n".join(written)


def test_a_report_by_mail(settings, monkeypatch):
    """In the same few words, and only to who is named."""
    handler = MailReports()
    handler.setFormatter(Lines())
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    handler.setLevel(logging.ERROR)
    handler.addFilter(NamePages())
    settings.ADMINS = [("a", "admin@example.org")]
    monkeypatch.setattr("tutor.lessons.services.lesson_map", away)
    client = Client(raise_request_exception=False)
    try:
        client.post("/en/learn/")
        client.get("/en/learn/")
    finally:
        logger.removeHandler(handler)

    (sent,) = mail.outbox
    assert sent.to == ["admin@example.org"]
    assert "OperationalError" in sent.body
    assert "secret" not in sent.body
    assert "lessons:map" in sent.body


def fail(kind, place):
    """What is logged of a failure of a kind, at one of two places."""
    try:
        if place:
            raise kind("one")
        raise kind("two")
    except kind:
        return logging.LogRecord("django.request", logging.ERROR, __file__, 1, "%s", ("page",), sys.exc_info())


def said(line):
    """What is logged as an error in words."""
    return logging.LogRecord("tutor", logging.ERROR, __file__, line, "words", (), None)


def test_a_report_is_not_sent_again_and_again(settings, monkeypatch):
    """One mail for a kind and a place, however many requests fail; another kind or place is news; later it is again."""
    settings.ADMINS = [("a", "admin@example.org")]
    handler, now = MailReports(), time.monotonic()
    handler.setFormatter(Lines())
    different = [fail(KeyError, 0), fail(KeyError, 1), fail(ValueError, 0), said(1), said(2)]
    for record in different * 20:
        handler.handle(record)
    assert len(mail.outbox) == len(different)

    monkeypatch.setattr("tutor.web.logs.time", SimpleNamespace(monotonic=lambda: now + 601))
    handler.handle(different[0])
    assert len(mail.outbox) == len(different) + 1
    for line in range(100):
        handler.handle(said(line + 10))
    assert len(mail.outbox) <= len(different) + MOST_REPORTS


def test_who_fails_meanwhile_does_not_wait_for_the_mail(settings, monkeypatch):
    """The mail server is slow: a second failure returns at once."""
    handler, free, begun, done = MailReports(), threading.Event(), threading.Event(), []
    monkeypatch.setattr("django.core.mail.mail_admins", lambda *_, **__: (begun.set(), free.wait(20)))
    slow = threading.Thread(target=handler.handle, args=(said(1),))
    slow.start()
    assert begun.wait(10)
    quick = threading.Thread(target=lambda: (handler.handle(said(1)), done.append(1)))
    quick.start()
    quick.join(5)
    free.set()
    slow.join(10)

    assert done == [1]
