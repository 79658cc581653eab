"""The room of the puzzles, and the puzzles of a theme."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tutor.puzzles.models import Theme


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show all themes."""
    return render(request, "puzzles/home.html", {"themes": Theme.objects.all()})


@require_safe
@never_cache
def theme(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the puzzles of a theme."""
    found = get_object_or_404(Theme, slug=slug)
    return render(request, "puzzles/theme.html", {"theme": found, "puzzles": found.puzzle_set.all()})
