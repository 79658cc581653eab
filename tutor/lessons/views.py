"""The map, a lesson, a step."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tutor.exercises.answering import answered, drafted, notice_left, taken
from tutor.exercises.presenters import notice_for
from tutor.lessons import deal_views, presenters, services
from tutor.lessons.presenters import address
from tutor.lessons.services import Course, StepOnPage
from tutor.lessons.walking import NOTICE_KEY, TEST, course_of
from tutor.web.context import in_language
from tutor.web.limits import limited


@require_safe
@never_cache
def show_map(request: HttpRequest) -> HttpResponse:
    """Show all lessons with how far the visitor is."""
    course = course_of(request)
    items = services.lesson_map(request.session, course)
    context = {
        "lessons": presenters.lesson_cards(items, course),
        "summary": presenters.map_summary(items, course),
    }
    return render(request, "lessons/map.html", context)


@require_safe
@never_cache
def show_lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Show goal, minutes and steps of one lesson."""
    course = course_of(request)
    items = services.lesson_map(request.session, course)
    item = next((found for found in items if found.lesson.slug == slug), None)
    if item is None:
        raise Http404
    number = services.next_step(request.session, slug, course)
    testing = Course(course.rules, {**course.query, "test": TEST}, test=True)
    context = {
        **presenters.lesson_context(item, items, course),
        "start_url": address("lessons:step", course, slug, number),
        "test_url": address("lessons:step", testing, slug, services.next_check(slug, 0, course) or 1),
        "started": item.solved,
    }
    return render(request, "lessons/lesson.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("answers")
def step(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a step, or take an answer, a hint or a retry for it."""
    page = _find(request, slug, number)
    if page.kind is None:
        return deal_views.show(request, page, _next(page))
    if request.method == "POST":
        return _act(request, page)
    return render(request, "lessons/step.html", _context(page, notice_left(request, NOTICE_KEY)))


@require_POST
@limited("answers")
def draft(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Keep what was ticked and show the step in another language."""
    page = _find(request, slug, number)
    if page.kind is None:
        raise Http404
    language = drafted(request, lambda seen, posted: services.keep_step_draft(request.session, page, seen, posted))
    return HttpResponseRedirect(in_language(presenters.step_url(page, number), language))


def _act(request: HttpRequest, page: StepOnPage) -> HttpResponse:
    result = taken(request, lambda do, seen, posted: services.take_step(request.session, page, do, seen, posted))
    address = presenters.step_url(page, page.place)
    return answered(request, result, NOTICE_KEY, address, "lessons/_step.html", lambda notice: _context(page, notice))


def _find(request: HttpRequest, slug: str, number: int) -> StepOnPage:
    page = services.find_step(request.session, slug, number, course_of(request))
    if page is None:
        raise Http404
    return page


def _context(page: StepOnPage, notice: str) -> dict[str, Any]:
    exercise = presenters.step_exercise(page, **_next(page), notice=notice_for(notice, page.kind))
    return {"step": presenters.step_view(page), "exercise": exercise}


def _next(page: StepOnPage) -> dict[str, str]:
    """Return where the step leads to."""
    course, slug = page.course, page.step.lesson_id
    number = services.next_check(slug, page.place, course) if course.test else page.place + 1
    if number is not None and number <= page.total:
        # The next page opens at its task, so that one key leads to the first thing to answer with.
        url, label = presenters.step_url(page, number) + "#panel", _("Next step")
    else:
        following = None if course.test else services.next_lesson(slug)
        url = address("lessons:lesson", course, following) if following else address("lessons:map", course)
        label = _("Next lesson") if following else _("All lessons")
    return {"next_url": url, "next_label": label}
