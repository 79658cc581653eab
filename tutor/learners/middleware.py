"""What has to be known of a request before its view, and done to a page after it. Neither reads a session by itself."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language_from_path

from tutor.learners.preferences import preferences_of
from tutor.web.digits import NATIVE, with_native_digits

GetResponse = Callable[[HttpRequest], HttpResponse]


class FormToken:
    """Lays the token against forged forms beside the session, for the very first post of a visitor."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Setting an attribute does not read the session, so that reading pages stay the same for everybody."""
        request.session.form_token = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")  # type: ignore[attr-defined]
        return self.get_response(request)


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
