"""The page of progress, and what can be done with everything at once."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tutor.learners import keeping
from tutor.learners.services import current_ruleset
from tutor.learners.transfer import MAX_BYTES, BadFileError, FileFault
from tutor.play.statistics import tally_of
from tutor.play.statistics_presenters import tally_view
from tutor.progress import presenters, services
from tutor.progress.forms import ImportForm
from tutor.web.limits import limited

NOTICE_KEY = "progress_notice"


@require_safe
@never_cache
def show(request: HttpRequest) -> HttpResponse:
    """Show levels, reviews, weak rules, and what can be done with all of it."""
    notice = request.session.pop(NOTICE_KEY, {}) if NOTICE_KEY in request.session else {}
    return _page(request, notice=presenters.notice_of(notice))


@require_safe
@never_cache
def export(request: HttpRequest) -> HttpResponse:
    """Return everything that is kept of the visitor as a file."""
    now = timezone.now()
    content = keeping.export(request.session, services.known_here(), now)
    name = f"sixty-six-{now:%Y-%m-%d}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type="application/json; charset=utf-8", headers=headers)


@require_POST
@never_cache
@limited("records")
def take_in(request: HttpRequest) -> HttpResponse:
    """Take in a file of progress; one that cannot be taken changes nothing and is told so."""
    form = ImportForm(request.POST)
    if not form.is_valid():
        raise BadRequest("way")
    try:
        raw = _uploaded(request)
        done = keeping.take_in(request.session, raw, form.cleaned_data["way"], services.known_here(), timezone.now())
    except BadFileError as error:
        return _page(request, problem=presenters.problem_of(error.fault.value), status=400)
    return _back(request, "imported", [done.added, done.improved, done.same, done.unknown])


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("records")
def reset(request: HttpRequest) -> HttpResponse:
    """Ask once more, then start from nothing; it can be undone for ten minutes."""
    if request.method != "POST":
        return render(request, "progress/reset.html", {"anything": keeping.anything(request.session)})
    keeping.reset(request.session, timezone.now())
    return _back(request, "reset")


@require_POST
@never_cache
@limited("records")
def undo(request: HttpRequest) -> HttpResponse:
    """Bring back what was reset."""
    undone = keeping.undo(request.session, timezone.now())
    return _back(request, "undone" if undone else "nothing")


def _uploaded(request: HttpRequest) -> bytes:
    """Return the file of a form.

    Raises:
        BadFileError: there is none, or it was too large to be kept.
    """
    upload = request.FILES.get("file")
    if upload is None:
        large = int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BYTES
        raise BadFileError(FileFault.TOO_LARGE if large else FileFault.MISSING)
    if (upload.size or 0) > MAX_BYTES:
        raise BadFileError(FileFault.TOO_LARGE)
    return bytes(upload.read())


def _page(request: HttpRequest, *, status: int = 200, **more: Any) -> HttpResponse:
    now = timezone.now()
    found = services.overview(request.session, now)
    page = presenters.progress_view(found, current_ruleset(request.session), now)
    deals = tally_view(tally_of(request.session))
    return render(request, "progress/progress.html", {"page": page, "deals": deals, **more}, status=status)


def _back(request: HttpRequest, done: str, counts: list[int] | None = None) -> HttpResponse:
    request.session[NOTICE_KEY] = {"done": done, "counts": counts or []}
    response = redirect("progress:show")
    response["Location"] += "#notice"
    return response
