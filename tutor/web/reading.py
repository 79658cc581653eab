"""Reading pages: the same for everybody who asks for the same address, so that browsers and proxies may keep them.

``@reading_page`` stands on every view whose page depends on its address alone: no session, no cookie, no form token.
Whatever has no such mark is kept nowhere (``NotKept``), so that a page that forgets it is slow but never leaks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from tutor.web.htmx import wants_fragment

FRESH_SECONDS = 300
"""How long a copy may be shown without asking: after a new release pages are at most this old."""
STALE_SECONDS = 86_400
"""How long a proxy may show a copy while it fetches a new one, or when the site does not answer."""
FRAGMENT_HEADERS = ("HX-Request", "HX-History-Restore-Request")

View = Callable[..., HttpResponse]


def reading_page(view: View) -> View:
    """Let the answers of a view be kept by browsers and proxies, as long as they hold nothing personal.

    Only whole answers are kept; what could not be read or found is asked for again. It takes GET and HEAD only.
    """

    @wraps(view)
    def reading(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = view(request, *args, **kwargs)
        return _kept(request, response) if _may_be_kept(request, response) else response

    return require_safe(reading)


def _may_be_kept(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether an answer is whole, and neither session nor form token went into it."""
    asked = getattr(getattr(request, "session", None), "accessed", False)
    token = request.META.get("CSRF_COOKIE_NEEDS_UPDATE", False)
    personal = response.cookies or asked or token
    return request.method in ("GET", "HEAD") and response.status_code == 200 and not personal


def _kept(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    # A cache that does not look at Vary must never show a piece of a page as a page: pieces stay in the browser.
    share = {"private": True} if wants_fragment(request) else {"public": True, "stale_while_revalidate": STALE_SECONDS}
    patch_cache_control(response, max_age=FRESH_SECONDS, **share)
    patch_vary_headers(response, FRAGMENT_HEADERS)
    response.reading = True  # for ``tutor.web.memory``
    response.headers.setdefault("ETag", f'W/"{hashlib.sha256(response.content).hexdigest()[:24]}"')
    return response


class NotKept:
    """Middleware: what nobody has marked is kept nowhere, redirects and errors included."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and forbid to keep what says nothing about it."""
        response = self.get_response(request)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_store=True)
        return response
