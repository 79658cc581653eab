"""How much one request may bring along and what never, and the headers that every answer carries."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tutor.web.build import build_id
from tutor.web.errors import bad_request, too_large

View = Callable[[HttpRequest], HttpResponse]

LONGEST_QUERY = 4096
"""Bytes after the question mark. A ruleset with every switch, or a position, has less than a thousand."""
LONGEST_OF_PROGRAMS = 64 * 1024
"""The same below ``/api/``, which measures its fields itself and answers in JSON."""
DENIED = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
HEADERS = {
    "Permissions-Policy": ", ".join(f"{name}=()" for name in DENIED),
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Bounded:
    """Middleware: refuses what is too long or cannot be kept before anything reads it, and adds the headers."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, or refuse with 400 or 413 in the language of the address."""
        response = self._refusal(request) or self.get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if response.status_code == 304 or response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("X-Build", build_id())  # the worker in the browser keeps builds apart
        return response

    def _refusal(self, request: HttpRequest) -> HttpResponse | None:
        longest = LONGEST_OF_PROGRAMS if request.path_info.startswith("/api/") else LONGEST_QUERY
        too_long = len(request.META.get("QUERY_STRING", "")) > longest
        if too_long or (longest == LONGEST_QUERY and _holds_nul(request)):
            request.META["QUERY_STRING"] = ""  # the error page has links to the same page in other languages
            return bad_request(request)
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdigit() and int(length[:20]) > settings.LARGEST_BODY:
            return too_large(request)
        return None


def _holds_nul(request: HttpRequest) -> bool:
    """Whether query or cookies hold a NUL: no page of ours writes one, and PostgreSQL takes it in no text.

    In forms Django's fields refuse it; what programs send below ``/api/`` reaches no database.
    """
    query, cookies = request.META.get("QUERY_STRING", ""), request.META.get("HTTP_COOKIE", "")
    if "%00" in query or "\0" in query:
        return True
    return "\\000" in cookies and any("\0" in value for value in request.COOKIES.values())
