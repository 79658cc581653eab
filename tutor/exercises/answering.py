"""A form of an exercise, taken and answered: the same in lessons, tests, puzzles, reviews and one's own mistakes.

What differs is handed in: what takes the answer, where the page lies, and what stands on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tutor.exercises.attempts import Result
from tutor.exercises.forms import DraftForm, ExerciseForm
from tutor.exercises.kinds.base import BadAnswerError, Posted
from tutor.exercises.presenters import focus_target, status_text
from tutor.web.htmx import render_fragment, wants_fragment


def taken(request: HttpRequest, take: Callable[[str, int, Posted], Result]) -> Result:
    """Hand what a form wants done, the count it knows and its fields to ``take``; return what became of it.

    Raises:
        BadRequest: no page of ours sends such a form.
    """
    form = ExerciseForm(request.POST)
    if not form.is_valid():
        raise BadRequest("form")
    with _no_bad_answers():
        return take(form.cleaned_data["do"], form.cleaned_data["seen"], dict(request.POST.lists()))


def drafted(request: HttpRequest, keep: Callable[[int, Posted], None]) -> str:
    """Hand the count and the fields of a form that is not answered yet to ``keep``; return the language it asks for.

    Raises:
        BadRequest: no page of ours sends such a form.
    """
    form = DraftForm(request.POST)
    if not form.is_valid():
        raise BadRequest("unknown language")
    with _no_bad_answers():
        keep(form.cleaned_data["seen"], dict(request.POST.lists()))
    return str(form.cleaned_data["language"])


@contextmanager
def _no_bad_answers() -> Iterator[None]:
    try:
        yield
    except BadAnswerError as error:
        raise BadRequest(str(error)) from error


def answered(
    request: HttpRequest,
    result: Result,
    notice_key: str,
    address: str,
    fragment: str,
    context_with: Callable[[str], Mapping[str, Any]],
    focus: str = "",
) -> HttpResponse:
    """Answer with the fragment, or lead back to the page, for which a notice is laid into the session.

    ``context_with`` makes the context from what became of the form. ``focus``: the control that gets the focus, if it
    is not the one that follows from the exercise.
    """
    if not wants_fragment(request):
        if result in (Result.STALE, Result.NOTHING_CHOSEN):
            request.session[notice_key] = result.value
        return redirect(f"{address}#panel")
    context = context_with(result.value)
    view = context["exercise"]
    return render_fragment(
        request,
        fragment,
        context,
        status_text=status_text(view, result),
        focus=focus or focus_target(view, result),
    )


def notice_left(request: HttpRequest, notice_key: str) -> str:
    """Take out of the session what a form has left there for its page; nothing is written where there is none."""
    return str(request.session.pop(notice_key, "")) if request.session.get(notice_key) else ""
