"""The pages after a deal: its review, step by step, and going on from any of its positions."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tutor.play import openings, review_presenters, reviewing, services
from tutor.play.deals import actions_of
from tutor.play.models import Game
from tutor.web.htmx import lead_to, wants_fragment
from tutor.web.limits import limited
from tutor.wording import reviewed


@require_safe
@never_cache
def review(request: HttpRequest, key: str) -> HttpResponse:
    """Show the review of a deal; where it has not been worked out yet, a page that asks for it."""
    game = _finished(request, key)
    if game is None:
        return redirect("play:game", key)
    found = reviewing.known_review(game)
    if found is None:
        return render(request, "play/waiting.html", _waiting(game, busy="busy" in request.GET))
    return render(request, "play/review.html", {"page": review_presenters.review_view(game, found)})


@require_POST
@never_cache
@limited("thinking")
def work_out(request: HttpRequest, key: str) -> HttpResponse:
    """Work the review out, once, and show it."""
    game = _finished(request, key)
    if game is None:
        return redirect("play:game", key)
    found = reviewing.worked_out(game, timezone.now())
    if not wants_fragment(request):
        response = redirect("play:review", key)
        if found is None:
            response["Location"] += "?busy"
        return response
    if found is None:
        # Whoever waits hears so once, not at each look.
        says = "" if "again" in request.POST else str(reviewed.BUSY)
        context = {**_waiting(game, busy=True), "is_fragment": True, "status_text": says}
        return render(request, "play/_waiting.html", context)
    return lead_to(reverse("play:review", args=[key]))


@require_safe
@never_cache
def step(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show one action of the deal, numbered from 1."""
    game = _finished(request, key)
    if game is None:
        return redirect("play:game", key)
    found = reviewing.known_review(game)
    if found is None:
        return redirect("play:review", key)
    page = review_presenters.step_page(game, found, number - 1, opened="open" in request.GET)
    if page is None:
        raise Http404
    return render(request, "play/review_step.html", {"page": page})


@require_POST
@never_cache
@limited("deals")
def again(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Go on from the position before an action, as a new game that is marked as played with undo."""
    game = _finished(request, key)
    if game is None or not 1 <= number <= len(actions_of(game)):
        raise Http404
    return redirect("play:game", openings.again(request.session, game, number - 1).key)


def _finished(request: HttpRequest, key: str) -> Game | None:
    """Return a deal of the visitor that is over; None while it is on.

    Raises:
        Http404: there is no such deal.
    """
    game = services.find(request.session, key)
    if game is None:
        raise Http404
    return game if game.finished else None


def _waiting(game: Game, *, busy: bool) -> dict[str, object]:
    return {"about": review_presenters.about(game), "busy": busy, "says": reviewed.BUSY if busy else reviewed.WAITING}
