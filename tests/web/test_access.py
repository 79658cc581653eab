"""Nobody reads or changes what is kept of somebody else: every model with a visitor, every address of the site.

Models are found by their field and addresses in the URL table, so that new ones are covered by themselves. Rows are made
of plain values; a model that needs better ones gets a function in ``MAKERS``.
"""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from django.utils import timezone

from tests.web.course import PLACES
from tests.web.people import Person
from tests.web.test_fuzz import NAMES, PARAMETER, ROUTES
from tutor.learners.models import Visitor

pytestmark = pytest.mark.django_db

SECRET = "anas-own-words"
OWNED = [
    model
    for app in apps.get_app_configs()
    if app.name.startswith("tutor.")
    for model in app.get_models()
    if any(field.name == "visitor" and field.related_model is Visitor for field in model._meta.fields)
]
MAKERS: dict[str, Callable[[Visitor], models.Model]] = {}
"""Label of a model -> makes a row of it, where plain values will not do."""


def plain_value(field: Any, visitor: Visitor) -> Any:
    """Something that a column can hold; texts carry the secret as far as there is room."""
    if field.name == "visitor":
        return visitor
    if field.is_relation:
        return field.related_model._base_manager.first() or made(field.related_model, visitor)
    if field.unique and isinstance(field, models.CharField):
        return uuid.uuid4().hex[: field.max_length]
    values = {
        models.UUIDField: uuid.uuid4(),
        models.BooleanField: True,
        models.DateTimeField: timezone.now(),
        models.DateField: timezone.now().date(),
        models.DurationField: datetime.timedelta(1),
        models.JSONField: {"words": SECRET},
        models.FloatField: 1.0,
        models.IntegerField: 1,
        models.TextField: SECRET,
        models.CharField: SECRET[: getattr(field, "max_length", None)],
    }
    return next(value for kind, value in values.items() if isinstance(field, kind))


def made(model: type[models.Model], visitor: Visitor) -> models.Model:
    """Make a row that belongs to a visitor."""
    if model._meta.label in MAKERS:
        return MAKERS[model._meta.label](visitor)
    needed = [
        field
        for field in model._meta.fields
        if not isinstance(field, models.AutoField)
        and (isinstance(field, models.CharField | models.TextField) or not (field.has_default() or field.null))
    ]
    return model._base_manager.create(**{field.name: plain_value(field, visitor) for field in needed})


@pytest.fixture
def ana():
    """A visitor with one row of everything."""
    visitor = Visitor.objects.create()
    for model in OWNED:
        made(model, visitor)
    return visitor


def rows_of(visitor: Visitor) -> dict[str, list[dict[str, Any]]]:
    """Everything that is kept of a visitor, column by column."""
    kept = {
        model._meta.label: list(model._base_manager.filter(visitor=visitor).order_by("pk").values()) for model in OWNED
    }
    return {**kept, "itself": list(Visitor.objects.filter(pk=visitor.pk).values())}


def keys_of(visitor: Visitor) -> list[str]:
    """Whatever of these rows can stand in an address."""
    rows = [row for kept in rows_of(visitor).values() for row in kept]
    return sorted({str(value) for row in rows for value in row.values() if isinstance(value, str | int | uuid.UUID)})


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
    assert {"learners.StepProgress", "learners.RuleReview", "learners.ReviewItem"} <= {m._meta.label for m in OWNED}
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
    for model in OWNED:
        made(model, ben)
    gone = Visitor(pk=ana.pk)
    ana.delete()

    assert {label: len(kept) for label, kept in rows_of(gone).items() if kept} == {}
    assert all(rows_of(ben).values())


@pytest.mark.parametrize("model", OWNED, ids=lambda model: model._meta.label)
def test_what_is_found_is_what_is_guarded(ana, model):
    """The comparison sees a change of any of these rows."""
    before = rows_of(ana)
    model._base_manager.filter(visitor=ana).delete()

    assert rows_of(ana) != before
