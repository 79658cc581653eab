"""Nobody reads or changes what is kept of somebody else: every model with a visitor, every address of the site.

Models are found by their relations (``tests.web.owned``) and addresses in the URL table, so that new ones are covered by
themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from tests.web.course import PLACES
from tests.web.owned import SECRET, WAYS, keys_of, made, rows_of
from tests.web.people import Person
from tests.web.test_fuzz import NAMES, PARAMETER, ROUTES
from tutor.learners.models import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    """A visitor with one row of everything."""
    visitor = Visitor.objects.create()
    for model in WAYS:
        made(model, visitor)
    return visitor


def addresses(keys: list[str]) -> Iterator[str]:
    """Every address of the site, with each key in the place of its parameters."""
    for route in ROUTES:
        path = "/" + route.replace("LANGUAGE", "en")
        for key in keys if PARAMETER.search(path) else keys[:1]:
            yield PARAMETER.sub(lambda _found, key=key: key, path)


def strangers() -> Iterator[Client]:
    """Somebody who has just come, somebody with an own session, somebody with an account."""
    known, member = Person(), Person()
    known.solve(PLACES[0])
    member.solve(PLACES[0])
    member.sign_up(name="Ben", password="eleven brown cards")
    yield from (Client(), known.client, member.client)


def test_there_is_something_to_guard(ana):
    """The tables are not empty, and the secret is in them."""
    ways = {model._meta.label: way for model, way in WAYS.items()}
    assert ways.items() >= {"learners.StepProgress": "visitor", "play.Game": "visitor"}.items()
    assert ways["play.DealReview"] == "game__visitor"  # found through what it belongs to
    assert all(rows_of(ana).values())
    assert SECRET in str(rows_of(ana))


def test_no_stranger_reads_it(ana):
    """Whichever address is opened with whichever key of hers."""
    before = rows_of(ana)
    for client in strangers():
        for address in addresses(keys_of(ana)):
            response = client.get(address)
            assert response.status_code < 500, address
            body = b"" if response.streaming else response.content
            shown = body.replace(address.encode(), b"")  # what stands in the address was not read from a row
            assert SECRET.encode() not in shown or SECRET in address, address
    assert rows_of(ana) == before


def test_no_stranger_changes_it(ana):
    """Whichever form is sent with whichever key of hers, in the address and in every field."""
    before = rows_of(ana)
    for client in strangers():
        for address in addresses(keys_of(ana)):
            for fields in ({"seen": "0", "do": "answer"}, dict.fromkeys(NAMES, str(ana.pk))):
                response = client.post(address, fields)
                assert response.status_code < 500, address
    assert rows_of(ana) == before


def test_it_goes_with_her(ana):
    """When a visitor is deleted, nothing of her stays behind, in no table."""
    ben = Visitor.objects.create()
    for model in WAYS:
        made(model, ben)
    gone = Visitor(pk=ana.pk)
    ana.delete()

    assert {label: len(kept) for label, kept in rows_of(gone).items() if kept} == {}
    assert all(rows_of(ben).values())


@pytest.mark.parametrize("model", WAYS, ids=lambda model: model._meta.label)
def test_what_is_found_is_what_is_guarded(ana, model):
    """The comparison sees a change of any of these rows."""
    before = rows_of(ana)
    model._base_manager.filter(**{WAYS[model]: ana}).delete()

    assert rows_of(ana) != before
