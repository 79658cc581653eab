"""Puzzles of one's own: positions of one's own mistakes, asked again."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tutor.exercises.attempts import Result
from tutor.exercises.forms import ExerciseForm
from tutor.exercises.kinds.base import BadAnswerError
from tutor.exercises.presenters import focus_target, status_text
from tutor.play import learning
from tutor.play import mistake_presenters as presenters
from tutor.play.models import Mistake
from tutor.web.htmx import render_fragment, wants_fragment

NOTICE_KEY = "mistake_notice"


@require_safe
@never_cache
def show(request: HttpRequest) -> HttpResponse:
    """List the positions of one's own mistakes."""
    page = presenters.mistakes_view(learning.mistakes_of(request.session))
    return render(request, "play/mistakes.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def question(request: HttpRequest, number: int) -> HttpResponse:
    """Show a position and ask what is best, or take an answer, a hint or another try."""
    row = learning.find_mistake(request.session, number)
    if row is None:
        raise Http404
    if request.method == "POST":
        return _act(request, row)
    notice = request.session.pop(NOTICE_KEY, "") if request.session.get(NOTICE_KEY) else ""
    return render(request, "play/mistake.html", presenters.question_context(row, notice))


def _act(request: HttpRequest, row: Mistake) -> HttpResponse:
    form = ExerciseForm(request.POST)
    if not form.is_valid():
        raise BadRequest("form")
    do, seen = form.cleaned_data["do"], form.cleaned_data["seen"]
    try:
        kind = learning.kind_of(row)
        result = learning.take_mistake(row, kind, do, seen, dict(request.POST.lists()), timezone.now())
    except BadAnswerError as error:
        raise BadRequest(str(error)) from error
    return _respond(request, row, result)


def _respond(request: HttpRequest, row: Mistake, result: Result) -> HttpResponse:
    if not wants_fragment(request):
        if result in (Result.STALE, Result.NOTHING_CHOSEN):
            request.session[NOTICE_KEY] = result.value
        return redirect(reverse("play:mistake", args=[row.pk]) + "#panel")
    context = presenters.question_context(row, result.value)
    view = context["exercise"]
    return render_fragment(
        request,
        "play/_question.html",
        context,
        status_text=status_text(view, result),
        focus=focus_target(view, result),
    )
