"""What is due for review, and its questions."""

from __future__ import annotations

from random import SystemRandom

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tutor.exercises.attempts import Result
from tutor.exercises.forms import DraftForm, ExerciseForm
from tutor.exercises.kinds.base import BadAnswerError
from tutor.exercises.presenters import focus_target, status_text
from tutor.progress import review_presenters as presenters
from tutor.progress import reviewing
from tutor.progress.reviewing import Question
from tutor.web.context import in_language
from tutor.web.htmx import render_fragment, wants_fragment
from tutor.web.limits import limited

NOTICE_KEY = "review_notice"


@require_safe
@never_cache
def show(request: HttpRequest) -> HttpResponse:
    """Say what is due today and why, and lead to the next question."""
    now = timezone.now()
    found = reviewing.review_of(request.session, now)
    return render(request, "progress/review.html", {"page": presenters.review_view(found, now)})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("answers")
def question(request: HttpRequest, number: int) -> HttpResponse:
    """Show a question, or take an answer, a hint or another try for it."""
    found = _find(request, number)
    if found is None:
        return redirect("progress:review")  # answered long ago, or nothing is due any more
    if request.method == "POST":
        return _act(request, found)
    notice = request.session.pop(NOTICE_KEY, "") if request.session.get(NOTICE_KEY) else ""
    return render(request, "progress/question.html", presenters.question_context(found, notice))


@require_POST
@never_cache
@limited("answers")
def draft(request: HttpRequest, number: int) -> HttpResponse:
    """Keep what was ticked and show the question in another language."""
    form = DraftForm(request.POST)
    if not form.is_valid():
        raise BadRequest("unknown language")
    found = _find(request, number)
    if found is not None:
        try:
            reviewing.keep_question_draft(found, form.cleaned_data["seen"], dict(request.POST.lists()), timezone.now())
        except BadAnswerError as error:
            raise BadRequest(str(error)) from error
    url = reverse("progress:question", args=[number])
    return HttpResponseRedirect(in_language(url, form.cleaned_data["language"]))


def _find(request: HttpRequest, number: int) -> Question | None:
    return reviewing.find_question(request.session, number, timezone.now(), SystemRandom())


def _act(request: HttpRequest, found: Question) -> HttpResponse:
    form = ExerciseForm(request.POST)
    if not form.is_valid():
        raise BadRequest("form")
    seen, do = form.cleaned_data["seen"], form.cleaned_data["do"]
    try:
        result = reviewing.take_question(request.session, found, do, seen, dict(request.POST.lists()), timezone.now())
    except BadAnswerError as error:
        raise BadRequest(str(error)) from error
    return _respond(request, found, result)


def _respond(request: HttpRequest, found: Question, result: Result) -> HttpResponse:
    if not wants_fragment(request):
        if result in (Result.STALE, Result.NOTHING_CHOSEN):
            request.session[NOTICE_KEY] = result.value
        return redirect(reverse("progress:question", args=[found.item.number]) + "#panel")
    context = presenters.question_context(found, result.value)
    view = context["exercise"]
    return render_fragment(
        request,
        "progress/_question.html",
        context,
        status_text=status_text(view, result),
        focus=focus_target(view, result),
    )
