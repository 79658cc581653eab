"""How a request walks the course: the ruleset and the mode that its address names, and what a form is answered with."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest

from engine.errors import ReadError
from engine.ruleset import parse
from tutor.lessons import services
from tutor.lessons.services import Course

NOTICE_KEY = "lesson_notice"
TEST = "yes"


def course_of(request: HttpRequest) -> Course:
    """Return how the course is walked, as the address says it: ``?preset=`` or ``?rules=``, and ``?test=yes``."""
    query, rules = {}, None
    for name in ("preset", "rules"):
        written = request.GET.get(name, "")
        if not written:
            continue
        try:
            rules = parse(written)
        except ReadError as error:
            raise BadRequest(error.code.value) from error
        query[name] = written
    test = request.GET.get("test") == TEST
    if test:
        query["test"] = TEST
    return services.course_for(request.session, rules, query, test=test)
