"""``manage.py sync_content``: write content files and translations into the database."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tutor.content.sync import IncompleteError, sync


class Command(BaseCommand):
    """The database is a copy of the content files and catalogs; this command renews it."""

    help = "Write the content files and their translations into the database, in one transaction."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options."""
        parser.add_argument("--check", action="store_true", help="change nothing; fail if anything would change")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        """Run the command."""
        try:
            report = sync(write=not check)
        except IncompleteError as error:
            for language, keys in error.missing.items():
                self.stderr.write(f"{language}: {len(keys)} texts are missing or fuzzy, the first is {keys[0]}")
            raise CommandError("the content is not complete in every language; nothing was written") from None
        for language, count in report.texts.items():
            self.stdout.write(f"{language}: {count} texts")
        self.stdout.write(f"rows: {report.created} new, {report.changed} changed, {report.deleted} deleted")
        if check and not report.clean:
            raise CommandError("the database differs from the content files: run sync_content")
