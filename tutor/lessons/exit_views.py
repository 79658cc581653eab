"""The exit test: its page, and its questions."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tutor.exercises.answering import answered, drafted, notice_left, taken
from tutor.exercises.attempts import Result
from tutor.exercises.forms import ExerciseForm
from tutor.exercises.presenters import notice_for
from tutor.lessons import exit_presenters, exit_test
from tutor.lessons.exit_test import QuestionOnPage
from tutor.lessons.presenters import address
from tutor.lessons.services import Course
from tutor.lessons.walking import NOTICE_KEY, course_of
from tutor.web.context import in_language
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
    return render(request, "lessons/question.html", _context(page, course, notice_left(request, NOTICE_KEY)))


@require_POST
@limited("answers")
def question_draft(request: HttpRequest, number: int) -> HttpResponse:
    """Keep what was ticked and show the question in another language."""
    course = course_of(request)
    page = exit_test.find_question(request.session, number, course.rules)
    if page is None:
        raise Http404
    language = drafted(request, lambda seen, posted: exit_test.keep_question_draft(request.session, page, seen, posted))
    return HttpResponseRedirect(in_language(address("lessons:question", course, number), language))


def _answer(request: HttpRequest, page: QuestionOnPage, course: Course) -> HttpResponse:
    result = taken(request, lambda _do, seen, posted: exit_test.take_question(request.session, page, seen, posted))
    here = address("lessons:question", course, page.question.number)
    # There is one try: what follows an answer is the next question.
    focus = "next" if result is Result.ANSWERED else ""
    context_with = partial(_context, page, course)
    return answered(request, result, NOTICE_KEY, here, "lessons/_question.html", context_with, focus)


def _context(page: QuestionOnPage, course: Course, notice: str) -> dict[str, Any]:
    told = notice_for(notice, page.kind)
    return {
        "question": exit_presenters.question_view(page, course),
        "exercise": exit_presenters.question_exercise(page, course, told),
    }
