"""Lists of puzzles: the room, a theme, the days, the mistakes; and the way to the next one."""

from __future__ import annotations

from random import SystemRandom

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tutor.puzzles import choosing
from tutor.puzzles import list_presenters as presenters
from tutor.puzzles.daily import month_of, months
from tutor.puzzles.services import puzzle_by_id
from tutor.puzzles.walking import Walk


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show all themes, what is due, and the form that narrows them."""
    found = choosing.room(request.session, Walk.read(request.GET), timezone.now())
    shown = request.GET.get("own") == "shown"
    return render(request, "puzzles/home.html", {"room": presenters.room_view(found, timezone.now().date(), own=shown)})


@require_safe
@never_cache
def theme(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the puzzles of a theme by level."""
    found = choosing.theme_by_slug(slug)
    if found is None:
        raise Http404
    if found.slug != slug:
        return redirect("puzzles:theme", slug=found.slug)  # a lesson names the theme by its key
    walk = Walk.read(request.GET)
    puzzles = choosing.of_theme(request.session, found, walk)
    return render(request, "puzzles/theme.html", {"page": presenters.theme_view(found, puzzles, walk)})


@require_safe
@never_cache
def mistakes(request: HttpRequest) -> HttpResponse:
    """Show the puzzles that were missed, to be tried again from the start."""
    found = choosing.mistakes(request.session)
    return render(request, "puzzles/mistakes.html", {"page": presenters.mistakes_view(found)})


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Go to the puzzle of today."""
    return redirect("puzzles:day", day=timezone.now().date())


@require_safe
@never_cache
def days(request: HttpRequest) -> HttpResponse:
    """Show the puzzles of the days of a month."""
    now = timezone.now().date()
    known = months(now)
    asked = request.GET.get("month", "")
    month = next((each for each in known if each.strftime("%Y-%m") == asked), known[0])
    found = choosing.days_with_standing(request.session, month_of(month, now))
    return render(request, "puzzles/days.html", {"page": presenters.days_view(found, month, known)})


@require_safe
@never_cache
def go_on(request: HttpRequest) -> HttpResponse:
    """Go to the next puzzle of a set, or say that there is none left."""
    walk, after = Walk.read(request.GET), request.GET.get("after", "")[:16]
    before = puzzle_by_id(after) if walk.within == "theme" else None
    slug = request.GET.get("of", "")
    chosen = choosing.theme_by_slug(slug) if slug else before.theme if before else None
    key = choosing.next_puzzle(request.session, walk, chosen.pk if chosen else "", after, SystemRandom())
    if key is None:
        return render(request, "puzzles/none.html", {"page": presenters.none_view(walk, chosen)})
    return redirect(walk.address("puzzles:puzzle", key) + "#panel")
