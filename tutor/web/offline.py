"""Reading without a connection: the worker that keeps pages in the browser, the page it shows else, the manifest."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi, override, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tutor.web.build import assets, build_id
from tutor.web.reading import reading_page

KEPT = ("web:home", "web:offline", "rules:book", "glossary:list", "lessons:texts")
"""Pages that are kept in the language of the visitor from the first visit on; all of them are reading pages."""
ICONS = (("app.svg", "any", "any"), ("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "maskable"))


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the script of the worker, with the names of this build before it.

    It has no language and no address below ``/static/``: a worker is in charge of what lies below its own address.
    """
    pages = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            pages[language] = [reverse(name) for name in KEPT]
    told = {"build": build_id(), "assets": assets(), "pages": pages}
    script = (settings.ROOT / "tutor/static/tutor/js/offline.js").read_text(encoding="utf-8")
    answer = HttpResponse(f"const SITE = {json.dumps(told)};\n{script}", content_type="text/javascript")
    answer["Cache-Control"] = "no-cache"
    return answer


@reading_page
def offline(request: HttpRequest) -> HttpResponse:
    """Say that there is no connection, and what can be read without one."""
    return render(request, "site/offline.html")


@reading_page
def manifest(request: HttpRequest) -> HttpResponse:
    """Return what a phone needs to put the site among its apps, in the language of the address."""
    told: dict[str, Any] = {
        "id": "/",
        "name": pgettext("name of the app, at most 45 letters", "Sixty-Six: learn the card game"),
        "short_name": pgettext("name of the site", "Sixty-Six"),
        "description": _(
            "Learn Sixty-Six, a card game for two, step by step: lessons and every rule in five languages."
        ),
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "start_url": reverse("web:home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#faf6ec",
        "theme_color": "#1f5c4d",
        "icons": [
            {
                "src": staticfiles_storage.url(f"tutor/img/{file}"),
                "sizes": sizes,
                "purpose": purpose,
                "type": "image/svg+xml" if file.endswith("svg") else "image/png",
            }
            for file, sizes, purpose in ICONS
        ],
    }
    return JsonResponse(told, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})
