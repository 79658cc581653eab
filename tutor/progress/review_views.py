"""What is due for review, and its questions."""

from __future__ import annotations

from functools import partial
from random import SystemRandom

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tutor.exercises.answering import answered, drafted, notice_left, taken
from tutor.exercises.kinds.base import Posted
from tutor.progress import review_presenters as presenters
from tutor.progress import reviewing
from tutor.progress.reviewing import Question
from tutor.web.context import in_language
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
    notice = notice_left(request, NOTICE_KEY)
    return render(request, "progress/question.html", presenters.question_context(found, notice))


@require_POST
@never_cache
@limited("answers")
def draft(request: HttpRequest, number: int) -> HttpResponse:
    """Keep what was ticked and show the question in another language."""

    def keep(seen: int, posted: Posted) -> None:
        found = _find(request, number)
        if found is not None:
            reviewing.keep_question_draft(found, seen, posted, timezone.now())

    url = reverse("progress:question", args=[number])
    return HttpResponseRedirect(in_language(url, drafted(request, keep)))


def _find(request: HttpRequest, number: int) -> Question | None:
    return reviewing.find_question(request.session, number, timezone.now(), SystemRandom())


def _act(request: HttpRequest, found: Question) -> HttpResponse:
    result = taken(
        request,
        lambda do, seen, posted: reviewing.take_question(request.session, found, do, seen, posted, timezone.now()),
    )
    url = reverse("progress:question", args=[found.item.number])
    context_with = partial(presenters.question_context, found)
    return answered(request, result, NOTICE_KEY, url, "progress/_question.html", context_with)
