"""Pages about the site itself. They are the same for everybody."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tutor.web.reading import reading_page
from tutor.wording.keys import KEYS


@require_safe
@reading_page
def about(request: HttpRequest) -> HttpResponse:
    """Say what this site is, and what is tested."""
    return render(request, "site/about.html")


@require_safe
@reading_page
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what is stored, why, and for how long."""
    cookies = {
        "session": settings.SESSION_COOKIE_NAME,
        "form": settings.CSRF_COOKIE_NAME,
        "language": settings.LANGUAGE_COOKIE_NAME,
        "look": settings.LOOK_COOKIE_NAME,
    }
    return render(request, "site/privacy.html", {"mail": settings.MAIL, "cookies": cookies})


@require_safe
@reading_page
def accessibility(request: HttpRequest) -> HttpResponse:
    """Say what works for whom, and what is known not to."""
    return render(request, "site/accessibility.html", {"keys": KEYS.items()})
