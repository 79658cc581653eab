"""Workers of the release before go on while the database is brought up to date: no migration may stand in their way.

An old worker writes rows without the new columns and reads those that it knows. So a release only adds: tables, and
columns that are empty or have their default in the database; what nobody uses any more is taken away in the release after.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import models
from django.db.migrations import operations as do
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import NOT_PROVIDED

HARMLESS = (do.CreateModel, do.AddIndex, do.RemoveIndex, do.RenameIndex, do.AlterModelOptions, do.AlterModelManagers)
BEFORE_THE_FIRST_RELEASE = {
    "content.0002_place: RunPython",
    "learners.0002_accounts_and_reviews: AddField visitor.preferences",
    "lessons.0002_course: AddField lesson.theme",
    "lessons.0002_course: DeleteModel statement",
    "lessons.0002_course: RemoveField lesson.ruleset",
    "play.0002_first_deal: AddField game.first_dealer",
    "play.0002_first_deal: AddField game.first_seed",
    "play.0003_after_a_deal: AddField game.begun",
    "rules.0002_point_slips: AddField point.slips",
}
"""What does not hold to this and need not: no worker ever ran without it. This list is closed."""
NO_LONGER_USED: set[str] = set()
"""What is taken away, or made stricter, since the release before does not use it: each with that release beside it."""


def in_the_way(operation: do.base.Operation, app: str, before: ProjectState) -> bool:
    """Whether a worker that does not know of an operation yet could fail after it."""
    if isinstance(operation, HARMLESS):
        return False
    if isinstance(operation, do.AddField):
        field = operation.field
        there = field.null or field.many_to_many or field.db_default is not NOT_PROVIDED
        return not there or (field.unique and not field.null)
    if isinstance(operation, do.AlterField):
        return not is_wider(operation.field, before.models[app, operation.model_name_lower].fields[operation.name])
    return True


def is_wider(new: models.Field[Any, Any], old: models.Field[Any, Any]) -> bool:
    """Whether a changed column takes all that it took before."""

    def told(field: models.Field[Any, Any]) -> dict[str, Any]:
        how = field.deconstruct()[3]
        return {name: value for name, value in how.items() if name not in (*field.non_db_attrs, *passing)}

    passing = ("default", "auto_now", "auto_now_add", "db_default", "null", "max_length", "db_index")
    lengths = [field.max_length or float("inf") for field in (new, old)]
    kept_default = old.db_default is NOT_PROVIDED or new.db_default is not NOT_PROVIDED
    same = type(new) is type(old) and told(new) == told(old)
    return same and kept_default and new.null >= old.null and lengths[0] >= lengths[1]


def name_of(operation: do.base.Operation) -> str:
    """How an operation is named in the lists above."""
    parts = [getattr(operation, name, "") for name in ("model_name", "name")]
    return f"{type(operation).__name__} {'.'.join(part.lower() for part in parts if part)}".strip()


def found() -> Iterator[str]:
    """Every operation of ours that is in the way."""
    loader = MigrationLoader(None)
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if not migration.__module__.startswith("tutor."):
            continue
        state = loader.project_state((app, name), at_end=False)
        for operation in migration.operations:
            if in_the_way(operation, app, state):
                yield f"{app}.{name}: {name_of(operation)}"
            operation.state_forwards(app, state)


def test_old_workers_can_go_on():
    """Nothing is in their way but what is listed, and what is listed is there."""
    assert set(found()) == BEFORE_THE_FIRST_RELEASE | NO_LONGER_USED


TEXT = models.CharField(max_length=9)


@pytest.mark.parametrize(
    ("operation", "bad"),
    [
        pytest.param(do.AddField("card", "suit", TEXT), True, id="must-be-filled"),
        pytest.param(
            do.AddField("card", "suit", models.CharField(max_length=9, default="S")), True, id="default-of-ours"
        ),
        pytest.param(
            do.AddField("card", "suit", models.CharField(max_length=9, db_default="S")), False, id="of-database"
        ),
        pytest.param(do.AddField("card", "suit", models.CharField(max_length=9, null=True)), False, id="empty"),
        pytest.param(do.AddField("card", "suit", models.CharField(unique=True, db_default="S")), True, id="only-once"),
        pytest.param(do.RemoveField("card", "rank"), True, id="column-goes"),
        pytest.param(do.RenameField("card", "rank", "value"), True, id="column-renamed"),
        pytest.param(do.DeleteModel("card"), True, id="table-goes"),
        pytest.param(do.RenameModel("card", "sheet"), True, id="table-renamed"),
        pytest.param(do.RunPython(do.RunPython.noop), True, id="anything"),
        pytest.param(do.AddConstraint("card", models.UniqueConstraint(fields=["rank"], name="x")), True, id="stricter"),
        pytest.param(do.AddIndex("card", models.Index(fields=["rank"], name="x")), False, id="faster"),
        pytest.param(do.CreateModel("pack", []), False, id="table"),
        pytest.param(do.AlterField("card", "rank", models.CharField(max_length=5)), True, id="narrower"),
        pytest.param(do.AlterField("card", "rank", models.CharField(max_length=20, blank=True)), False, id="wider"),
        pytest.param(
            do.AlterField("card", "rank", models.CharField(max_length=9, unique=True)), True, id="now-only-once"
        ),
        pytest.param(do.AlterField("card", "rank", models.IntegerField()), True, id="another-kind"),
        pytest.param(do.AlterField("card", "note", TEXT), True, id="no-longer-empty"),
        pytest.param(
            do.AlterField("card", "rank", models.CharField(max_length=9, null=True)), False, id="may-be-empty"
        ),
    ],
)
def test_what_is_in_the_way(operation, bad):
    """The rule itself."""
    state = ProjectState()
    note = models.CharField(max_length=9, null=True)
    state.add_model(ModelState("cards", "Card", [("rank", models.CharField(max_length=9)), ("note", note)]))

    assert in_the_way(operation, "cards", state) is bad
