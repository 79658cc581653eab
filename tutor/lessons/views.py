"""The map, a lesson, a step."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tutor.lessons import presenters, services
from tutor.lessons.forms import DraftForm, StepForm
from tutor.lessons.kinds.base import BadAnswerError
from tutor.lessons.services import Result, StepOnPage
from tutor.web.context import in_language
from tutor.web.htmx import render_fragment, wants_fragment
from tutor.web.limits import limited
from tutor.wording import answers

NOTICE_KEY = "lesson_notice"


@require_safe
@never_cache
def show_map(request: HttpRequest) -> HttpResponse:
    """Show all lessons with how far the visitor is."""
    cards = [presenters.lesson_card(item) for item in services.lesson_map(request.session)]
    return render(request, "lessons/map.html", {"lessons": cards})


@require_safe
@never_cache
def show_lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Show goal, minutes and steps of one lesson."""
    items = services.lesson_map(request.session)
    item = next((found for found in items if found.lesson.slug == slug), None)
    if item is None:
        raise Http404
    number = services.next_step(request.session, slug)
    context = {
        "lesson": presenters.lesson_card(item),
        "start_url": reverse("lessons:step", args=[slug, number]),
        "started": item.solved,
        "rules_url": reverse("rules:book"),
    }
    return render(request, "lessons/lesson.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("answers")
def step(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a step, or take an answer, a hint or a retry for it."""
    page = _find(request, slug, number)
    if request.method == "POST":
        return _act(request, page)
    notice = request.session.pop(NOTICE_KEY, "") if request.session.get(NOTICE_KEY) else ""
    return render(request, "lessons/step.html", {"step": _view(page, _notice(notice, page))})


@require_POST
@limited("answers")
def draft(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Keep what was ticked and show the step in another language."""
    page = _find(request, slug, number)
    form = DraftForm(request.POST)
    if not form.is_valid():
        raise BadRequest("unknown language")
    try:
        services.keep_draft(request.session, page, form.cleaned_data["seen"], dict(request.POST.lists()))
    except BadAnswerError as error:
        raise BadRequest(str(error)) from error
    url = reverse("lessons:step", args=[slug, number])
    return HttpResponseRedirect(in_language(url, form.cleaned_data["language"]))


def _act(request: HttpRequest, page: StepOnPage) -> HttpResponse:
    form = StepForm(request.POST)
    if not form.is_valid():
        raise BadRequest("form")
    seen, do = form.cleaned_data["seen"], form.cleaned_data["do"]
    posted = dict(request.POST.lists())
    try:
        if do == "hint":
            page.progress, result = services.hint_step(request.session, page, seen, posted)
        elif do == "show":
            page.progress, result = services.show_answer(request.session, page, seen, posted)
        elif do == "retry":
            page.progress, result = services.retry_step(request.session, page, seen)
        else:
            page.progress, result = services.answer_step(request.session, page, seen, posted)
    except BadAnswerError as error:
        raise BadRequest(str(error)) from error
    return _respond(request, page, result)


def _respond(request: HttpRequest, page: StepOnPage, result: Result) -> HttpResponse:
    if not wants_fragment(request):
        if result in (Result.STALE, Result.NOTHING_CHOSEN):
            request.session[NOTICE_KEY] = result.value
        url = reverse("lessons:step", args=[page.step.lesson_id, page.place])
        return redirect(f"{url}#panel")
    view = _view(page, _notice(result.value, page))
    return render_fragment(
        request,
        "lessons/_step.html",
        {"step": view},
        status_text=presenters.status_text(view, result),
        focus=presenters.focus_target(view, result),
    )


def _find(request: HttpRequest, slug: str, number: int) -> StepOnPage:
    page = services.find_step(request.session, slug, number)
    if page is None:
        raise Http404
    return page


def _view(page: StepOnPage, notice: str) -> presenters.StepView:
    if page.place < page.total:
        # The next page opens at its task, so that one key leads to the first thing to answer with.
        url = reverse("lessons:step", args=[page.step.lesson_id, page.place + 1]) + "#panel"
        label = _("Next step")
    else:
        following = services.next_lesson(page.step.lesson_id)
        url = reverse("lessons:lesson", args=[following]) if following else reverse("lessons:map")
        label = _("Next lesson") if following else _("All lessons")
    return presenters.step_view(page, next_url=url, next_label=label, notice=notice)


def _notice(key: str, page: StepOnPage) -> str:
    if key == Result.STALE.value:
        return str(answers.OLD_PAGE)
    if key == Result.NOTHING_CHOSEN.value:
        return str(page.kind.choose_first)
    return ""
