"""The places of the site, and the index of their words in the form that this database has for it."""

from django.db import migrations, models

from tutor.content.index import TABLE, create


def make_index(apps, schema_editor):
    for statement in create(schema_editor.connection.vendor):
        schema_editor.execute(statement)


def drop_index(apps, schema_editor):
    schema_editor.execute(f"DROP TABLE {TABLE}")


class Migration(migrations.Migration):
    dependencies = [("content", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Place",
            fields=[
                ("id", models.CharField(max_length=160, primary_key=True, serialize=False)),
                ("language", models.CharField(max_length=10)),
                ("kind", models.CharField(max_length=20)),
                ("key", models.CharField(max_length=120)),
                ("position", models.PositiveSmallIntegerField()),
                ("url", models.CharField(max_length=300)),
                ("title", models.CharField(max_length=200)),
                ("about", models.CharField(blank=True, max_length=200)),
                ("text", models.TextField()),
                ("also", models.TextField(blank=True)),
                ("terms", models.TextField(blank=True)),
            ],
            options={
                "ordering": ["kind", "position"],
                "indexes": [models.Index(fields=["language", "kind", "position"], name="content_place_order")],
            },
        ),
        migrations.RunPython(make_index, drop_index),
    ]
