"""Any position: looking at it, playing on from it, building one."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from engine.actions import Play
from engine.cards import Card
from engine.deal import Deal
from engine.errors import ReadError
from engine.referee import refusal
from engine.ruleset import CLASSIC, parse
from tutor.content.position_links import explorer_url, position_link
from tutor.positions import services
from tutor.positions.build_views import build_view
from tutor.positions.building import draft_of
from tutor.positions.forms import BuildForm, values_of
from tutor.positions.presenters import position_view
from tutor.positions.services import IllegalStepError, Opened
from tutor.web.errors import error_page
from tutor.web.limits import limited
from tutor.web.reading import reading_page
from tutor.wording.play import not_allowed
from tutor.wording.refusals import heading, spoken


@reading_page
@limited("computing")
def position(request: HttpRequest) -> HttpResponse:
    """Show a position: ``?rules=&p=``, with ``do=`` what was done from there and ``at=`` how much of it is shown.

    ``card=`` is a card of the hand that somebody has pressed: the next position, or why it may not be played.
    """
    try:
        opened = _opened(request)
        card = Card.parse(request.GET["card"]) if request.GET.get("card") else None
    except ReadError as error:
        raise BadRequest(error.code.value) from error
    except IllegalStepError as error:
        return error_page(request, 400, not_allowed(heading(error.refused), spoken(error.refused)))
    play = Play(opened.seat, card) if card else None
    refused = refusal(opened.deal, play) if play else None
    if play and refused is None and not opened.waits_for_cards:
        return HttpResponseRedirect(explorer_url(opened.rules, opened.written, (*opened.done, play)))
    return render(request, "positions/position.html", {"page": position_view(opened, refused)})


@reading_page
@limited("computing")
def build(request: HttpRequest) -> HttpResponse:
    """Show the form that builds a position, filled with the one of the address; with ``?build=`` go to what it holds."""
    try:
        rules = parse(request.GET["rules"]) if request.GET.get("rules") else CLASSIC
        if "build" in request.GET:
            form = BuildForm(request.GET, rules)
            if form.is_valid() and form.position is not None:
                return HttpResponseRedirect(position_link(form.position))
            page = build_view(rules, request.GET.dict(), form)
        else:
            page = build_view(rules, values_of(draft_of(_start_of_form(request))))
    except (ReadError, IllegalStepError) as error:
        raise BadRequest("unreadable") from error
    return render(request, "positions/build.html", {"page": page})


def _opened(request: HttpRequest) -> Opened:
    rules, written, done, at = (request.GET.get(name, "") for name in ("rules", "p", "do", "at"))
    return services.open_position(rules, written, done, at)


def _start_of_form(request: HttpRequest) -> Deal:
    opened = _opened(request)
    return opened.deal if isinstance(opened.start, Deal) and not opened.deal.over else services.first_deal(opened.rules)
