"""``manage.py restore FILE``: put such a copy in the place of the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tutor.web.backups import BackupError, restore


class Command(BaseCommand):
    """Reads a copy back; all workers have to be stopped first, and ``prepare`` follows."""

    help = "Replace the whole database by a copy. Stop all workers first; run prepare afterwards."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Run the command."""
        try:
            restore(file)
        except BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"the database is what {file} holds")
