"""The search page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tutor.content.languages import content_language
from tutor.search.presenters import SearchView
from tutor.search.services import Outcome, find_places
from tutor.web.limits import limited


@require_safe
@cache_control(private=True, no_store=True)
@limited("search")
def search(request: HttpRequest) -> HttpResponse:
    """Show the form, and with ``?q=`` what was found. What people look for is kept nowhere."""
    findings = find_places(request.GET.get("q", ""), content_language())
    status = 400 if findings.outcome is Outcome.TOO_LONG else 200
    return render(request, "search/search.html", {"search": SearchView.of(findings)}, status=status)
