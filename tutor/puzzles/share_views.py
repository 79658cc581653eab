"""What leaves the site: the picture of a puzzle, the puzzle in the page of somebody else, a sheet of them on paper."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.clickjacking import xframe_options_exempt

from tutor.exercises.kinds.base import BadAnswerError
from tutor.puzzles import services
from tutor.puzzles.embedding import embed_view
from tutor.puzzles.models import AnyPuzzle, Theme
from tutor.puzzles.picture import picture_of
from tutor.puzzles.printing import SheetForm, sheet_view
from tutor.web.context import absolute_url
from tutor.web.limits import limited
from tutor.web.reading import reading_page


@reading_page
@limited("computing")
def picture(request: HttpRequest, key: str) -> HttpResponse:
    """Draw the position of a puzzle, for links: no hidden card, no answer, no words."""
    return HttpResponse(picture_of(_puzzle(key)), content_type="image/png")


# The policy for frames is set outside of the ETag: an answer "not changed" carries it, too.
@csp_replace({"frame-ancestors": ["*"]})
@xframe_options_exempt
@reading_page
@limited("computing")
def embed(request: HttpRequest, key: str) -> HttpResponse:
    """Show a puzzle that any page may frame, and mark the answer in its address. It sets no cookie and keeps nothing."""
    try:
        page = embed_view(_puzzle(key), dict(request.GET.lists()))
    except BadAnswerError as error:
        raise BadRequest(str(error)) from error
    return render(request, "puzzles/embed.html", {"page": page, "exercise": page.exercise})


@reading_page
@limited("computing")
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Show puzzles of a theme as they are printed, their solutions on pages of their own."""
    theme = get_object_or_404(Theme, slug=slug)
    choice = SheetForm(request.GET).choice()
    page = sheet_view(theme, choice, absolute_url(request, choice.url(theme.slug)))
    return render(request, "puzzles/print.html", {"page": page})


def _puzzle(key: str) -> AnyPuzzle:
    found = services.puzzle_by_id(key)
    if found is None:
        raise Http404
    return found
