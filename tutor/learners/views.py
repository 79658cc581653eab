"""The settings page."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tutor.learners.forms import SettingsForm
from tutor.learners.owners import keep_preferences
from tutor.learners.preferences import COOKIE, COOKIE_AGE, Preferences, preferences_of
from tutor.learners.presenters import settings_view
from tutor.web.limits import limited

SAVED = "saved"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("records")
def show_settings(request: HttpRequest) -> HttpResponse:
    """Show the settings, or keep what the form says."""
    before = preferences_of(request.session)
    if request.method != "POST":
        context = {"page": settings_view(before), "saved": SAVED in request.GET}
        return render(request, "learners/settings.html", context)
    form = SettingsForm(request.POST)
    if form.errors.keys() - {"own"}:
        raise BadRequest("settings")
    if form.errors:
        problem = " ".join(str(error) for error in form.errors["own"])
        page = settings_view(before, own=request.POST.get("own", "")[:2000], problem=problem)
        return render(request, "learners/settings.html", {"page": page}, status=400)
    chosen = form.preferences(before)
    keep_preferences(request.session, chosen)
    return set_look(redirect(f"{request.path}?{SAVED}#saved"), chosen)


def set_look(response: HttpResponse, chosen: Preferences) -> HttpResponse:
    """Lay the look into a small cookie for the pages that read no session; without a choice there is no cookie."""
    if chosen.cookie:
        response.set_cookie(COOKIE, chosen.cookie, COOKIE_AGE, samesite="Lax", secure=settings.HTTPS)
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response
