"""``manage.py update_catalogs``: bring the PO files up to date after a change of any text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tutor.content.catalogs import PLURALS
from tutor.content.extraction import update


class Command(BaseCommand):
    """Extract every message of code, templates and content, and merge them into every catalog."""

    help = "Extract all messages and merge them into locale/<language>/LC_MESSAGES/{django,content}.po."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        counts = update(settings.ROOT, Path(settings.LOCALE_PATHS[0]), tuple(PLURALS))
        for catalog, count in counts.items():
            told = ", ".join(f"{number} {what}" for what, number in count.items())
            self.stdout.write(f"{catalog}: {told}")
