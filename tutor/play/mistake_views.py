"""Puzzles of one's own: positions of one's own mistakes, asked again."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tutor.exercises.answering import answered, notice_left, taken
from tutor.exercises.attempts import Result
from tutor.exercises.kinds.base import Posted
from tutor.play import learning
from tutor.play import mistake_presenters as presenters
from tutor.play.models import Mistake
from tutor.web.limits import limited

NOTICE_KEY = "mistake_notice"


@require_safe
@never_cache
def show(request: HttpRequest) -> HttpResponse:
    """List the positions of one's own mistakes."""
    page = presenters.mistakes_view(learning.mistakes_of(request.session))
    return render(request, "play/mistakes.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("answers")
def question(request: HttpRequest, number: int) -> HttpResponse:
    """Show a position and ask what is best, or take an answer, a hint or another try."""
    row = learning.find_mistake(request.session, number)
    if row is None:
        raise Http404
    if request.method == "POST":
        return _act(request, row)
    return render(request, "play/mistake.html", presenters.question_context(row, notice_left(request, NOTICE_KEY)))


def _act(request: HttpRequest, row: Mistake) -> HttpResponse:
    def take(do: str, seen: int, posted: Posted) -> Result:
        return learning.take_mistake(row, learning.kind_of(row), do, seen, posted, timezone.now())

    url = reverse("play:mistake", args=[row.pk])
    context_with = partial(presenters.question_context, row)
    return answered(request, taken(request, take), NOTICE_KEY, url, "play/_question.html", context_with)
