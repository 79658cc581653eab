"""The only module that knows how htmx talks to us."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event


def wants_fragment(request: HttpRequest) -> bool:
    """Return whether htmx will swap our answer into the page that it already shows.

    A history restore also carries ``HX-Request`` but needs the whole page.
    """
    return request.headers.get("HX-Request") == "true" and request.headers.get("HX-History-Restore-Request") != "true"


def render_fragment(
    request: HttpRequest, fragment: str, context: Mapping[str, Any], *, status_text: str, focus: str
) -> HttpResponse:
    """Render a fragment with the sentence that is read aloud, and name the control that gets the focus."""
    response = render(request, fragment, {**context, "status_text": status_text, "is_fragment": True})
    return trigger_client_event(response, "sixtysix:focus", {"id": focus}, after="settle")


def lead_to(url: str) -> HttpResponse:
    """Lead to another page from a fragment: the whole page is loaded."""
    return HttpResponseClientRedirect(url)
