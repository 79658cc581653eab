"""The page of a step that is a whole deal."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tutor.exercises.answering import notice_left
from tutor.exercises.attempts import Result
from tutor.exercises.deal_presenters import DealView, deal_view
from tutor.exercises.forms import ExerciseForm
from tutor.exercises.kinds.base import BadAnswerError
from tutor.learners.services import count_shown
from tutor.lessons import deals, presenters
from tutor.lessons.services import StepOnPage
from tutor.web.htmx import render_fragment, wants_fragment
from tutor.web.table import undealt_table
from tutor.wording import answers
from tutor.wording import deals as words
from tutor.wording.play import NOTHING_CHOSEN

NOTICE_KEY = "deal_notice"
NOTICES = {Result.STALE.value: answers.OLD_PAGE, Result.NOTHING_CHOSEN.value: NOTHING_CHOSEN}
"""What is said above a deal after a form that changed nothing."""


def show(request: HttpRequest, page: StepOnPage, frame: dict[str, Any]) -> HttpResponse:
    """Show the deal, or take an action for it."""
    if request.method != "POST":
        notice = NOTICES.get(notice_left(request, NOTICE_KEY), "")
        return render(request, "lessons/deal.html", {**_context(request, page, frame), "notice": notice})
    form = ExerciseForm(request.POST)
    if not form.is_valid():
        raise BadRequest("form")
    posted = dict(request.POST.lists())
    try:
        result = deals.take_deal(request.session, page, form.cleaned_data["do"], form.cleaned_data["seen"], posted)
    except BadAnswerError as error:
        raise BadRequest(str(error)) from error
    if not wants_fragment(request):
        if result.value in NOTICES:
            request.session[NOTICE_KEY] = result.value
        return redirect(f"{presenters.step_url(page, page.place)}#panel")
    notice = str(NOTICES.get(result.value, ""))
    context = {**_context(request, page, frame), "notice": notice}
    view: DealView | None = context["deal"]
    spoken = notice or (view.spoken if view else "")
    return render_fragment(
        request, "lessons/_deal.html", context, status_text=spoken or str(words.BEGIN), focus=_focus(view, result)
    )


def _context(request: HttpRequest, page: StepOnPage, frame: dict[str, Any]) -> dict[str, Any]:
    deal = deals.deal_of(page)
    return {
        "step": presenters.step_view(page),
        "frame": presenters.step_frame(page, **frame),
        "deal": deal_view(deal, asked=bool(page.progress.hint), counts=count_shown(request.session)) if deal else None,
        "table": undealt_table(len(page.course.rules.pack)),
        "seen": page.progress.actions,
        "begin": words.BEGIN,
        "another": words.ANOTHER,
        "ask_coach": words.ASK_COACH,
    }


def _focus(view: DealView | None, result: Result) -> str:
    """Return the id of the control that gets the focus.

    That is what is said above the deal, the end, a refusal, a draw that is due, or the first card.
    """
    if view is None:
        return "begin"
    if result.value in NOTICES:
        return "notice"
    if view.over:
        return "next"
    if view.notice is not None:
        return "feedback"
    if result is Result.HINTED:
        return "advice"
    if view.mode != "buttons" or any(option.mark == "main" for option in view.options):
        return view.options[0].id if view.options else "task"
    return next((f"card-{card.code}" for card in view.table.you.cards if card), "task")
