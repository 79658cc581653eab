"""Reporting a puzzle: a form, and thanks."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tutor.puzzles import services
from tutor.puzzles.models import AnyPuzzle
from tutor.puzzles.reporting import TOO_OFTEN, ReportForm, ReportPage, keep_report
from tutor.web.limits import limits_itself, seconds_to_wait


@require_http_methods(["GET", "HEAD", "POST"])
@limits_itself("reports")
@never_cache
def report(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form, or take what was written; nothing that was written gets lost."""
    puzzle = _puzzle(key)
    if request.method != "POST":
        return _form(request, puzzle, ReportPage())
    written = request.POST.get("words", "")[: 2 * ReportPage().longest]
    form = ReportForm(request.POST)
    if not form.is_valid():
        return _form(request, puzzle, ReportPage(written, str(form.errors["words"][0])), 400)
    if (wait := seconds_to_wait(request, "reports")) is not None:
        response = _form(request, puzzle, ReportPage(written, str(TOO_OFTEN)), 429)
        response["Retry-After"] = str(wait)
        return response
    keep_report(request.session, puzzle, form.cleaned_data["words"], get_language() or "en")
    return redirect("puzzles:thanks", key)


@require_safe
@never_cache
def thanks(request: HttpRequest, key: str) -> HttpResponse:
    """Say thank you, and lead back."""
    return render(request, "puzzles/thanks.html", {"key": _puzzle(key).pk})


def _form(request: HttpRequest, puzzle: AnyPuzzle, page: ReportPage, status: int = 200) -> HttpResponse:
    return render(request, "puzzles/report.html", {"page": page, "key": puzzle.pk}, status=status)


def _puzzle(key: str) -> AnyPuzzle:
    found = services.puzzle_by_id(key)
    if found is None:
        raise Http404
    return found
