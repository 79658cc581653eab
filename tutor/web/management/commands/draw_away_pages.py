"""``manage.py draw_away_pages``: the page that a proxy shows while no worker answers, in every language."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.test import RequestFactory

from tutor.web.errors import error_page


class Command(BaseCommand):
    """Writes ``away/<language>.html`` beside the static files; it is the page of status 503."""

    help = "Write the page of status 503 in every language beside the static files."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        folder = settings.STATIC_ROOT / "away"
        folder.mkdir(parents=True, exist_ok=True)
        for language, _name in settings.LANGUAGES:
            # No host: links on this page are paths, so that it suits every name that the site has.
            request = RequestFactory().get(f"/{language}/", headers={"host": "-"})
            (folder / f"{language}.html").write_bytes(error_page(request, 503).content)
