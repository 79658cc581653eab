"""What personal pages know beside what every page knows: how the visitor wants them to look and to be used, and which
rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.translation import get_language

from engine.ruleset import CLASSIC
from tutor.learners.preferences import Preferences, preferences_of
from tutor.web.context import doors


def personal(request: HttpRequest) -> Mapping[str, Any]:
    """Return the look of a page, and doors that lead to the visitor's rules and second language.

    Only where the view has read the session already: such a page is personal and kept by no cache. Reading pages stay
    the same for everybody; the script of the site gives them their look.
    """
    session = getattr(request, "session", None)
    if session is None or not session.accessed:
        return {}
    chosen = preferences_of(session)
    return {
        "look": chosen.look,
        "two_presses": chosen.press == "twice",
        "doors": doors(request.path, {"rules": _query(chosen)}),
    }


def _query(chosen: Preferences) -> str:
    wanted = {"preset": chosen.ruleset if chosen.rules != CLASSIC else "", "with": chosen.second}
    if chosen.second == get_language():
        wanted["with"] = ""
    query = urlencode({name: value for name, value in wanted.items() if value}, safe=";=")
    return f"?{query}" if query else ""
