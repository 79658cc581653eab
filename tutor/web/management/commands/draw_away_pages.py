"""``manage.py draw_away_pages``: what a proxy shows while no worker answers, in every language, as page and as piece."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.test import RequestFactory

from tutor.web.errors import error_page

SHAPES: dict[str, dict[str, str]] = {"page": {}, "piece": {"hx-request": "true"}}
"""Names as in ``deploy/nginx.conf`` -> the headers of who asks for that."""


class Command(BaseCommand):
    """Writes ``away/page-<language>.html`` and ``away/piece-<language>.html`` beside the static files: status 503."""

    help = "Write the page of status 503, and its piece for htmx, in every language beside the static files."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        folder = settings.STATIC_ROOT / "away"
        folder.mkdir(parents=True, exist_ok=True)
        for language, _name in settings.LANGUAGES:
            # No host: links on this page are paths, so that it suits every name that the site has.
            for kind, asked in SHAPES.items():
                request = RequestFactory().get(f"/{language}/", headers={"host": "-", **asked})
                (folder / f"{kind}-{language}.html").write_bytes(error_page(request, 503).content)
