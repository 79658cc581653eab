"""One puzzle: asked, answered, and what comes of it."""

from __future__ import annotations

from datetime import date
from functools import partial
from random import SystemRandom

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import ReadError
from tutor.exercises.answering import answered, drafted, notice_left, taken
from tutor.puzzles import choosing, presenters, services
from tutor.puzzles.forms import FollowForm
from tutor.puzzles.fresh import another_like
from tutor.puzzles.play_presenters import played_view
from tutor.puzzles.services import PuzzleOnPage
from tutor.puzzles.walking import Walk
from tutor.web.context import in_language
from tutor.web.limits import limited

NOTICE_KEY = "puzzle_notice"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("answers")
@limited("computing")
def puzzle(request: HttpRequest, key: str) -> HttpResponse:
    """Show a puzzle, or take an answer, a hint or another try for it."""
    return _answer(request, _find(request, key))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("answers")
@limited("computing")
def day(request: HttpRequest, day: date) -> HttpResponse:
    """Show the puzzle of a day, which is the same for everybody, or take an answer for it."""
    return _answer(request, _find(request, choosing.key_of_day(day, timezone.now().date()), day))


@require_POST
@never_cache
@limited("answers")
def draft(request: HttpRequest, key: str) -> HttpResponse:
    """Keep what was ticked and show the puzzle in another language."""
    page = _find(request, key)
    language = drafted(request, lambda seen, posted: services.keep_puzzle_draft(request.session, page, seen, posted))
    return HttpResponseRedirect(in_language(presenters.address(page), language))


@require_POST
@never_cache
@limited("thinking")
def another(request: HttpRequest, key: str) -> HttpResponse:
    """Make another puzzle like this one and go there."""
    page = _find(request, key)
    found = another_like(request.session, page.puzzle, SystemRandom())
    return redirect(page.walk.address("puzzles:puzzle", found or key) + "#panel")


@require_safe
@never_cache
@limited("computing")
def play(request: HttpRequest, key: str) -> HttpResponse:
    """Play on from a puzzle that is solved, against the best defence; ``?do=`` are the actions so far."""
    page = _find(request, key)
    if not services.may_be_played(page):
        return redirect(presenters.address(page))
    try:
        found = services.played_on(page, request.GET.get("do", ""), request.GET.get("card", ""))
    except (ReadError, ValueError) as error:
        raise BadRequest("unreadable") from error
    return render(request, "puzzles/play.html", {"page": played_view(page, found)})


def _find(request: HttpRequest, key: str, day: date | None = None) -> PuzzleOnPage:
    found = services.puzzle_by_id(key)
    if found is None:
        raise Http404
    return services.opened(request.session, found, Walk() if day else Walk.read(request.GET), day)


def _answer(request: HttpRequest, page: PuzzleOnPage) -> HttpResponse:
    if request.method == "POST":
        return _act(request, page)
    context = presenters.puzzle_context(page, notice_left(request, NOTICE_KEY), *FollowForm(request.GET).asked())
    return render(request, "puzzles/puzzle.html", context)


def _act(request: HttpRequest, page: PuzzleOnPage) -> HttpResponse:
    result = taken(
        request,
        lambda do, seen, posted: services.take_puzzle(request.session, page, do, seen, posted, timezone.now()),
    )
    context_with = partial(presenters.puzzle_context, page)
    return answered(request, result, NOTICE_KEY, presenters.address(page), "puzzles/_puzzle.html", context_with)
