"""Error pages: as page and as fragment, in the language of the address."""

from __future__ import annotations

import sys
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language_from_path
from django.utils.translation import gettext_lazy as _

from engine.errors import ReadError
from tutor.web.htmx import wants_fragment
from tutor.wording.faults import fault_sentence

PAGES = {
    400: (
        _("This link or form cannot be read"),
        _("Something in it is missing or wrong. Check the address, or start again from the home page."),
    ),
    403: (
        _("This page cannot be opened"),
        _("It may have been open for too long. Load it again and repeat what you did."),
    ),
    404: (
        _("There is no page here"),
        _("The address may be old or mistyped. Lessons and rules are linked below."),
    ),
    413: (_("This is too large"), _("Choose a smaller file, or write less, and send it again.")),
    429: (_("Too many attempts in a short time"), _("Wait a moment, then try again.")),
    500: (
        _("Something went wrong on our side"),
        _("You did nothing wrong, and what was saved is still there. Try again in a moment."),
    ),
    503: (
        _("The site cannot answer right now"),
        _("What was saved is still there. Your last step may be missing: try it again in a minute."),
    ),
}
"""Status -> heading and text."""
DATABASE_IS_AWAY = (OperationalError, InterfaceError)


def error_page(request: HttpRequest, status: int, detail: object = "") -> HttpResponse:
    """Return the error as a whole page, or as a fragment for the alert region when htmx has asked."""
    language = get_language_from_path(request.path_info) or translation.get_language() or "en"
    with translation.override(language):
        heading, text = PAGES[status]
        context: dict[str, Any] = {"heading": heading, "text": text, "detail": detail, "status": status}
        template = "errors/_error.html" if wants_fragment(request) else "errors/error.html"
        # No session, no user, no database: an error page must work when these do not.
        response = HttpResponse(render_to_string(template, {**context, **_frame(request)}), status=status)
        response["Content-Language"] = language
        response["Cache-Control"] = "no-store"
    return response


def read_error_sentence(error: ReadError) -> str:
    """Return what is wrong with a link, in words."""
    return fault_sentence(error)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400. A position or ruleset that cannot be read says what is wrong with it."""
    cause = exception if isinstance(exception, ReadError) else getattr(exception, "__cause__", None)
    detail = read_error_sentence(cause) if isinstance(cause, ReadError) else ""
    return error_page(request, 400, detail)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403."""
    return error_page(request, 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403, for a form that was open too long."""
    return error_page(request, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404."""
    return error_page(request, 404)


def too_large(request: HttpRequest) -> HttpResponse:
    """413."""
    return error_page(request, 413)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """429."""
    return error_page(request, 429)


def too_many_attempts(request: HttpRequest, _response: HttpResponse, _credentials: object = None) -> HttpResponse:
    """429, for a sign-in that failed too often with one name from one address."""
    response = error_page(request, 429, _("Signing in with this name is not possible for 15 minutes."))
    response["Retry-After"] = str(int(settings.AXES_COOLOFF_TIME.total_seconds()))
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """500; or 503 where the database is away, full or busy, which passes by itself."""
    if not isinstance(sys.exception(), DATABASE_IS_AWAY):
        return error_page(request, 500)
    response = error_page(request, 503)
    response["Retry-After"] = "30"
    return response


def _frame(request: HttpRequest) -> dict[str, Any]:
    from tutor.web.context import site

    language = translation.get_language() or "en"
    return {
        **site(request),
        "LANGUAGE_CODE": language,
        "LANGUAGE_BIDI": translation.get_language_bidi(),
    }
