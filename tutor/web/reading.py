"""Pages that are the same for everybody: any cache may keep them, and asks again with the mark of what it has."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page

MINUTES = 5
View = Callable[..., HttpResponse]


def reading_page(view: View) -> View:
    """Let caches keep what a view shows for some minutes; answer 304 to whoever has the same already.

    The view reads nothing but the address: no session, no user, no cookie.
    """

    @conditional_page
    @wraps(view)
    def kept(*args: Any, **kwargs: Any) -> HttpResponse:
        response = view(*args, **kwargs)
        if response.status_code == 200:
            patch_cache_control(response, public=True, max_age=MINUTES * 60)
        return response

    return wraps(view)(kept)
