"""What has to be known of a request before its view, and done to a page after it. Neither reads a session by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language_from_path

from tutor.learners.preferences import preferences_of
from tutor.learners.services import TooManyNewcomersError
from tutor.web.digits import NATIVE, with_native_digits
from tutor.web.limits import refused, seconds_to_wait

GetResponse = Callable[[HttpRequest], HttpResponse]


class Newcomers:
    """Lays beside the session what the very first post of a visitor needs: its token against forged forms, its limit."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Setting an attribute does not read the session, so that reading pages stay the same for everybody."""
        session: Any = request.session
        session.form_token = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
        session.newcomer_waits = cache(partial(seconds_to_wait, request, "newcomers"))  # counted once a request
        response = self.get_response(request)
        # A notice or a setting alone makes no visitor, but a session, which is kept as long.
        if session.modified and session.session_key is None and not session.is_empty():
            wait = session.newcomer_waits()
            if wait is not None:
                session.clear()
                return refused(request, wait)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer where too many visitors came from one address; whoever is known goes on."""
        return refused(request, exception.wait) if isinstance(exception, TooManyNewcomersError) else None


class NativeDigits:
    """Writes the numbers of personal pages in the digits of their language, for those who have chosen that."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Only where the view has read the session anyway: then the page is personal and kept by no cache."""
        response = self.get_response(request)
        language = get_language_from_path(request.path_info)
        if (
            language in NATIVE
            and request.session.accessed
            and response.get("Content-Type", "").startswith("text/html")
            and not response.streaming
            and preferences_of(request.session).digits == "native"
        ):
            response.content = with_native_digits(response.content.decode(), language).encode()
        return response
