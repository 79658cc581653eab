"""One puzzle: asked, answered, and what comes of it."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tutor.exercises.attempts import Result
from tutor.exercises.forms import DraftForm, ExerciseForm
from tutor.exercises.kinds.base import BadAnswerError
from tutor.exercises.presenters import focus_target, status_text
from tutor.puzzles import presenters, services
from tutor.puzzles.services import PuzzleOnPage
from tutor.puzzles.walking import Walk
from tutor.web.context import in_language
from tutor.web.htmx import render_fragment, wants_fragment

NOTICE_KEY = "puzzle_notice"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def puzzle(request: HttpRequest, key: str) -> HttpResponse:
    """Show a puzzle, or take an answer, a hint or another try for it."""
    page = _find(request, key)
    if request.method == "POST":
        return _act(request, page)
    notice = request.session.pop(NOTICE_KEY, "") if request.session.get(NOTICE_KEY) else ""
    return render(request, "puzzles/puzzle.html", presenters.puzzle_context(page, notice))


@require_POST
@never_cache
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


def _find(request: HttpRequest, key: str) -> PuzzleOnPage:
    found = services.puzzle_by_id(key)
    if found is None:
        raise Http404
    return services.opened(request.session, found, Walk.read(request.GET))


def _act(request: HttpRequest, page: PuzzleOnPage) -> HttpResponse:
    form = ExerciseForm(request.POST)
    if not form.is_valid():
        raise BadRequest("form")
    seen, do = form.cleaned_data["seen"], form.cleaned_data["do"]
    try:
        result = services.take_puzzle(request.session, page, do, seen, dict(request.POST.lists()))
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
