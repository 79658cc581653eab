"""The page that begins a deal, and the page of a deal."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tutor.exercises.kinds.base import BadAnswerError
from tutor.learners.services import asks_first, count_shown, current_ruleset
from tutor.play import presenters, services, start_presenters
from tutor.play.forms import GameForm, StartForm
from tutor.play.models import Game
from tutor.play.services import Became
from tutor.web.htmx import render_fragment, wants_fragment
from tutor.web.limits import limited

NOTICE_KEY = "game_notice"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("deals")
def start(request: HttpRequest) -> HttpResponse:
    """Show what can be chosen and the deals there are, or deal the cards."""
    form = StartForm(request.POST) if request.method == "POST" else None
    if form is not None and form.is_valid():
        return _to(services.begin(request.session, form.wish))
    if form is not None and form.errors.keys() - {"own", "seed"}:
        raise BadRequest("start")
    return start_page(request, form)


def start_page(
    request: HttpRequest, form: StartForm | None = None, *, file_problem: str = "", status: int = 0
) -> HttpResponse:
    """Render the page that begins a deal, with what is wrong with a form or with a file."""
    running, finished = services.games_of(request.session)
    usual = current_ruleset(request.session), count_shown(request.session)
    page = start_presenters.start_view(
        start_presenters.chosen(form.data if form else request.GET, *usual, services.last_of(running, finished)),
        {name: " ".join(map(str, errors)) for name, errors in form.errors.items()} if form else {},
        linked=bool(request.GET),
        running=running,
        finished=finished,
    )
    context = {"page": page, "file_problem": file_problem}
    return render(request, "play/start.html", context, status=status or (400 if form else 200))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("deals")
@limited("computing")
def game(request: HttpRequest, key: str) -> HttpResponse:
    """Show a deal, or take what its form says."""
    found = services.find(request.session, key)
    if found is None:
        raise Http404
    if request.method == "POST":
        return _act(request, found)
    notice = request.session.pop(NOTICE_KEY) if NOTICE_KEY in request.session else ""
    page = presenters.game_view(found, became=notice, asks=asks_first(request.session))
    return render(request, "play/game.html", {"page": page})


@require_safe
@never_cache
@limited("looking")
def show_thinking(request: HttpRequest, key: str) -> HttpResponse:
    """Show how far the coach is; without scripts that is the page of the deal."""
    found = services.find(request.session, key)
    if found is None:
        raise Http404
    if not wants_fragment(request):
        return redirect("play:game", key)
    page = presenters.game_view(found)
    done = page.advice is None or not page.advice.running
    context = {"advice": page.advice, "polled": done, "is_fragment": True, "status_text": page.spoken}
    return render(request, "play/_advice.html", context)


def _act(request: HttpRequest, found: Game) -> HttpResponse:
    form = GameForm(request.POST)
    if not form.is_valid():
        raise BadRequest("form")
    if form.cleaned_data["do"] == "next":
        following = services.next_deal(found)
        return _to(following or found)
    if form.cleaned_data["do"] == "think":
        return _think(request, found, form.cleaned_data["seen"])
    try:
        became = _take(found, form, request)
    except BadAnswerError as error:
        raise BadRequest(str(error)) from error
    return _respond(request, found, became)


@limited("thinking")
def _think(request: HttpRequest, found: Game, seen: int) -> HttpResponse:
    """Let the coach think longer, which takes the machine more than an action does."""
    return _respond(request, found, services.think(found, seen, go_on=True))


def _take(found: Game, form: GameForm, request: HttpRequest) -> Became:
    seen, do = form.cleaned_data["seen"], form.cleaned_data["do"]
    if do == "stop":
        return services.think(found, seen, go_on=False)
    if do == "undo":
        return services.undo(found, seen)
    if do == "leave":
        return services.leave(found, seen)
    if do:
        return services.ask(found, seen, do)
    weighed = request.POST.get("weigh", "")
    if weighed:
        return services.act(found, seen, weighed, weigh=True)
    # A card that was chosen and not played yet comes with every button of the form.
    act, card = request.POST.get("act", ""), request.POST.get("card", "")
    return services.act(found, seen, act or (f"A:{card}" if card else ""))


def _respond(request: HttpRequest, found: Game, became: Became) -> HttpResponse:
    if not wants_fragment(request):
        if became.value in presenters.NOTICES:
            request.session[NOTICE_KEY] = became.value
        return _to(found)
    page = presenters.game_view(found, became=became, asks=asks_first(request.session))
    return render_fragment(
        request, "play/_game.html", {"page": page}, status_text=page.spoken, focus=presenters.focus(page)
    )


def _to(found: Game) -> HttpResponse:
    """Lead to a deal, to the place from which one key leads to what can be done."""
    return redirect(f"{reverse('play:game', args=[found.key])}#panel")
