"""One puzzle: asked, answered, and what comes of it."""

from __future__ import annotations

from datetime import date
from random import SystemRandom

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import ReadError
from tutor.exercises.attempts import Result
from tutor.exercises.forms import DraftForm, ExerciseForm
from tutor.exercises.kinds.base import BadAnswerError
from tutor.exercises.presenters import focus_target, status_text
from tutor.puzzles import choosing, presenters, services
from tutor.puzzles.forms import FollowForm
from tutor.puzzles.fresh import another_like
from tutor.puzzles.play_presenters import played_view
from tutor.puzzles.services import PuzzleOnPage
from tutor.puzzles.walking import Walk
from tutor.web.context import in_language
from tutor.web.htmx import render_fragment, wants_fragment
from tutor.web.limits import limited

NOTICE_KEY = "puzzle_notice"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("answers")
def puzzle(request: HttpRequest, key: str) -> HttpResponse:
    """Show a puzzle, or take an answer, a hint or another try for it."""
    return _answer(request, _find(request, key))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("answers")
def day(request: HttpRequest, day: date) -> HttpResponse:
    """Show the puzzle of a day, which is the same for everybody, or take an answer for it."""
    return _answer(request, _find(request, choosing.key_of_day(day, timezone.now().date()), day))


@require_POST
@never_cache
@limited("answers")
def draft(request: HttpRequest, key: str) -> HttpResponse:
    """Keep what was ticked and show the puzzle in another language."""
    page = _find(request, key)
    form = DraftForm(request.POST)
    if not form.is_valid():
        raise BadRequest("unknown language")
    try:
        services.keep_puzzle_draft(request.session, page, form.cleaned_data["seen"], dict(request.POST.lists()))
    except BadAnswerError as error:
        raise BadRequest(str(error)) from error
    return HttpResponseRedirect(in_language(presenters.address(page), form.cleaned_data["language"]))


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
    notice = request.session.pop(NOTICE_KEY, "") if request.session.get(NOTICE_KEY) else ""
    context = presenters.puzzle_context(page, notice, *FollowForm(request.GET).asked())
    return render(request, "puzzles/puzzle.html", context)


def _act(request: HttpRequest, page: PuzzleOnPage) -> HttpResponse:
    form = ExerciseForm(request.POST)
    if not form.is_valid():
        raise BadRequest("form")
    seen, do = form.cleaned_data["seen"], form.cleaned_data["do"]
    posted = dict(request.POST.lists())
    try:
        result = services.take_puzzle(request.session, page, do, seen, posted, timezone.now())
    except BadAnswerError as error:
        raise BadRequest(str(error)) from error
    return _respond(request, page, result)


def _respond(request: HttpRequest, page: PuzzleOnPage, result: Result) -> HttpResponse:
    if not wants_fragment(request):
        if result in (Result.STALE, Result.NOTHING_CHOSEN):
            request.session[NOTICE_KEY] = result.value
        return redirect(f"{presenters.address(page)}#panel")
    context = presenters.puzzle_context(page, result.value)
    view = context["exercise"]
    return render_fragment(
        request,
        "puzzles/_puzzle.html",
        context,
        status_text=status_text(view, result),
        focus=focus_target(view, result),
    )
