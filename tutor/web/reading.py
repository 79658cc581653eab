"""Pages that are the same for everybody: any cache may keep them, and a browser asks whether they have changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page, require_safe

KEPT_FOR = 300
"""Seconds for which a reading page may be shown without asking again."""

View = Callable[..., HttpResponseBase]


def reading_page(view: Callable[..., HttpResponse]) -> View:
    """Let everybody keep the answers of a view that knows no visitor: no session, no cookie, nothing but the address.

    Only whole answers are kept; what could not be read or found is asked for again.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.status_code == 200:
            patch_cache_control(response, public=True, max_age=KEPT_FOR)
        return response

    return require_safe(conditional_page(wrapped))
