"""``manage.py backup FILE``: copy the whole database to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tutor.web.backups import BackupError, backup


class Command(BaseCommand):
    """Writes a copy; visitors may go on meanwhile."""

    help = "Copy the whole database to a new file."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Run the command."""
        try:
            backup(file)
        except BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"the database is copied to {file}")
