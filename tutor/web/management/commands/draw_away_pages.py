"""``manage.py draw_away_pages``: what a proxy says by itself, in every language, as page and as piece."""

from __future__ import annotations

from itertools import product
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.test import RequestFactory

from tutor.web.errors import error_page

STATUSES = (413, 503)
"""What a proxy has to say before a worker is asked, or while none answers."""
SHAPES: dict[str, dict[str, str]] = {"page": {}, "piece": {"hx-request": "true"}}
"""Names as in ``deploy/nginx.conf`` -> the headers of who asks for that."""


class Command(BaseCommand):
    """Writes ``away/<status>/page-<language>.html`` and ``piece-<language>.html`` beside the static files."""

    help = "Write what a proxy says while no worker answers, or of what is too large, beside the static files."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        languages = [language for language, _name in settings.LANGUAGES]
        for status, language, kind in product(STATUSES, languages, SHAPES):
            folder = settings.STATIC_ROOT / "away" / str(status)
            folder.mkdir(parents=True, exist_ok=True)
            # No host: links on this page are paths, so that it suits every name that the site has.
            request = RequestFactory().get(f"/{language}/", headers={"host": "-", **SHAPES[kind]})
            (folder / f"{kind}-{language}.html").write_bytes(error_page(request, status).content)
