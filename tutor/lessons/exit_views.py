"""The exit test: its page, and its questions."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tutor.exercises.attempts import Result
from tutor.exercises.forms import DraftForm, ExerciseForm
from tutor.exercises.kinds.base import BadAnswerError
from tutor.exercises.presenters import focus_target, notice_for, status_text
from tutor.lessons import exit_presenters, exit_test
from tutor.lessons.exit_test import QuestionOnPage
from tutor.lessons.presenters import address
from tutor.lessons.services import Course
from tutor.lessons.walking import NOTICE_KEY, course_of
from tutor.web.context import in_language
from tutor.web.htmx import render_fragment, wants_fragment
from tutor.web.limits import limited


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("answers")
def show_exit(request: HttpRequest) -> HttpResponse:
    """Show what the test is and how far it is; a post begins one."""
    course = course_of(request)
    if request.method == "POST":
        form = ExerciseForm(request.POST)
        if not form.is_valid():
            raise BadRequest("form")
        exit_test.begin(request.session, course.rules, form.cleaned_data["seen"])
        return redirect(address("lessons:question", course, 1))
    run = exit_test.find_run(request.session, course.rules)
    seen = run.row.actions if run else exit_test.run_actions(request.session)
    return render(request, "lessons/exit.html", {"exit": exit_presenters.exit_view(run, course, seen)})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("answers")
def question(request: HttpRequest, number: int) -> HttpResponse:
    """Show a question, or take the answer to it."""
    course = course_of(request)
    page = exit_test.find_question(request.session, number, course.rules)
    if page is None:
        return redirect(address("lessons:exit", course))
    if request.method == "POST":
        return _answer(request, page, course)
    notice = request.session.pop(NOTICE_KEY, "") if request.session.get(NOTICE_KEY) else ""
    return render(request, "lessons/question.html", _context(page, course, notice))


@require_POST
@limited("answers")
def question_draft(request: HttpRequest, number: int) -> HttpResponse:
    """Keep what was ticked and show the question in another language."""
    course = course_of(request)
    page = exit_test.find_question(request.session, number, course.rules)
    form = DraftForm(request.POST)
    if page is None:
        raise Http404
    if not form.is_valid():
        raise BadRequest("unknown language")
    try:
        exit_test.keep_question_draft(request.session, page, form.cleaned_data["seen"], dict(request.POST.lists()))
    except BadAnswerError as error:
        raise BadRequest(str(error)) from error
    return HttpResponseRedirect(in_language(address("lessons:question", course, number), form.cleaned_data["language"]))


def _answer(request: HttpRequest, page: QuestionOnPage, course: Course) -> HttpResponse:
    form = ExerciseForm(request.POST)
    if not form.is_valid():
        raise BadRequest("form")
    try:
        result = exit_test.take_question(request.session, page, form.cleaned_data["seen"], dict(request.POST.lists()))
    except BadAnswerError as error:
        raise BadRequest(str(error)) from error
    if not wants_fragment(request):
        if result in (Result.STALE, Result.NOTHING_CHOSEN):
            request.session[NOTICE_KEY] = result.value
        return redirect(f"{address('lessons:question', course, page.question.number)}#panel")
    context = _context(page, course, result.value)
    view = context["exercise"]
    focus = "next" if result is Result.ANSWERED else focus_target(view, result)
    return render_fragment(
        request, "lessons/_question.html", context, status_text=status_text(view, result), focus=focus
    )


def _context(page: QuestionOnPage, course: Course, notice: str) -> dict[str, Any]:
    told = notice_for(notice, page.kind)
    return {
        "question": exit_presenters.question_view(page, course),
        "exercise": exit_presenters.question_exercise(page, course, told),
    }
