"""Deals as files: saved, opened, and told as text."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.deal_file import MAX_BYTES, DealFileError, FileFault, write_file
from tutor.content.position_links import position_link
from tutor.play import log, openings, services
from tutor.play.models import Game
from tutor.play.views import start_page
from tutor.web.limits import limited
from tutor.wording import deal_files

TEXT = "text/plain; charset=utf-8"


@require_safe
@never_cache
def save(request: HttpRequest, key: str) -> HttpResponse:
    """Return a deal as a file: everything once it is over, before that what the learner has seen."""
    game = _told(request, key)
    content = write_file(openings.file_of(game), log.head(game))
    headers = {"Content-Disposition": f'attachment; filename="sixty-six-deal-{game.key}.txt"'}
    return HttpResponse(content, content_type=TEXT, headers=headers)


@require_safe
@never_cache
def show_log(request: HttpRequest, key: str) -> HttpResponse:
    """Tell a deal line by line in the language of the page, as plain text."""
    return HttpResponse("\n".join(log.lines(_told(request, key))) + "\n", content_type=TEXT)


@require_POST
@never_cache
@limited("records")
def take_in(request: HttpRequest) -> HttpResponse:
    """Open a file: a review, a game to play on, or a position. A bad one is told in words and changes nothing."""
    upload = request.FILES.get("file")
    if upload is None:
        return start_page(request, file_problem=str(deal_files.NO_FILE), status=400)
    try:
        if (upload.size or 0) > MAX_BYTES:
            raise DealFileError(FileFault.TOO_LARGE)
        opened = openings.open_file(request.session, upload.read())
    except DealFileError as error:
        return start_page(request, file_problem=deal_files.problem(error), status=400)
    if not isinstance(opened, Game):
        return redirect(position_link(opened))
    return redirect("play:review" if opened.finished else "play:game", opened.key)


def _told(request: HttpRequest, key: str) -> Game:
    """Return a deal that may be told. At a strict table, which hides what has been played, that is after its end."""
    game = services.find(request.session, key)
    if game is None or (game.finished is None and not game.counts):
        raise Http404
    return game
