"""The texts of the lessons for reading alone: no question is asked and nothing is remembered, so that browsers keep them."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from engine.errors import ReadError
from engine.ruleset import CLASSIC, Ruleset, parse
from tutor.lessons import presenters, reading
from tutor.web.reading import reading_page


@reading_page
def all_texts(request: HttpRequest) -> HttpResponse:
    """List the lessons with links to their texts."""
    rules = _rules(request)
    links = presenters.text_links(reading.titles(), rules)
    return render(request, "lessons/texts.html", {"links": links})


@reading_page
def texts(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what the steps of one lesson teach, one below the other."""
    rules = _rules(request)
    found = reading.texts_of(slug, rules)
    if found is None:
        raise Http404
    return render(request, "lessons/lesson_texts.html", {"page": presenters.texts_view(found, rules)})


def _rules(request: HttpRequest) -> Ruleset:
    """Return the ruleset of the address; the one of a visitor is not looked at, as the page is the same for everybody."""
    written = request.GET.get("preset") or request.GET.get("rules", "")
    try:
        return parse(written) if written else CLASSIC
    except ReadError as error:
        raise BadRequest(error.code.value) from error
