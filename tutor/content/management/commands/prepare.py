"""``manage.py prepare``: everything between a fresh clone and a served page, in one process."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from tutor.content.locks import alone


class Command(BaseCommand):
    """Compile catalogs, migrate, sync the content, delete what is not kept, collect static files; each says in one line what it did."""

    help = "Bring catalogs, database, content and static files up to date."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the steps in order; the first that fails stops the rest. A second one that starts meanwhile waits."""
        with alone():
            self._prepare()

    def _prepare(self) -> None:
        call_command("compile_catalogs", stdout=self.stdout, stderr=self.stderr)
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write("the database is up to date")
        call_command("sync_content", stdout=self.stdout, stderr=self.stderr)
        call_command("tidy", stdout=self.stdout)
        call_command("collectstatic", verbosity=0, interactive=False)
        call_command("draw_away_pages")
        self.stdout.write("static files are collected")
