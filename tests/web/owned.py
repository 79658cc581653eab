"""What is kept of a visitor, found by itself: every model with a way to ``Visitor``, and rows of plain values for it."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

from django.apps import apps
from django.db import models
from django.utils import timezone

from tutor.learners.models import Visitor

SECRET = "anas-own-words"


def way_to_visitor(model: type[models.Model], before: tuple[type[models.Model], ...] = ()) -> str:
    """The shortest way from a row to its visitor, as a filter writes it: ``visitor`` or ``game__visitor``; or nothing."""
    ways = []
    for field in model._meta.fields:
        target = field.related_model
        if target is Visitor:
            ways.append(field.name)
        elif isinstance(target, type) and target not in (model, *before):
            ways += [f"{field.name}__{way}" for way in [way_to_visitor(target, (*before, model))] if way]
    return min(ways, key=lambda way: way.count("__"), default="")


WAYS = {
    model: way_to_visitor(model)
    for app in apps.get_app_configs()
    if app.name.startswith("tutor.")
    for model in app.get_models()
    if model is not Visitor and way_to_visitor(model)
}
"""Every model whose rows belong to a visitor -> the way there."""


def plain_value(field: Any, visitor: Visitor) -> Any:
    """Something that a column can hold; texts carry the secret as far as there is room."""
    if field.related_model is Visitor:
        return visitor
    if field.is_relation:
        target = field.related_model
        own = {WAYS[target]: visitor} if target in WAYS else {}
        return target._base_manager.filter(**own).first() or made(target, visitor)
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
    needed = [
        field
        for field in model._meta.fields
        if not isinstance(field, models.AutoField)
        and (
            isinstance(field, models.CharField | models.TextField | models.JSONField)
            or not (field.has_default() or field.null)
        )
    ]
    return model._base_manager.create(**{field.name: plain_value(field, visitor) for field in needed})


def rows_of(visitor: Visitor) -> dict[str, list[dict[str, Any]]]:
    """Everything that is kept of a visitor, column by column."""
    kept = {
        model._meta.label: list(model._base_manager.filter(**{way: visitor}).order_by("pk").values())
        for model, way in WAYS.items()
    }
    return {**kept, "itself": list(Visitor.objects.filter(pk=visitor.pk).values())}


def keys_of(visitor: Visitor) -> list[str]:
    """Whatever of these rows can stand in an address."""
    rows = [row for kept in rows_of(visitor).values() for row in kept]
    return sorted({str(value) for row in rows for value in row.values() if isinstance(value, str | int | uuid.UUID)})
