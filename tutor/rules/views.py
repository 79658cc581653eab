"""The rule book and the page about its sources."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.ruleset import parse
from tutor.content.rule_links import rule_links
from tutor.rules.presenters import BookView
from tutor.rules.services import book_for, chosen_ruleset, source_page
from tutor.web.errors import read_error_sentence
from tutor.web.reading import reading_page


@require_safe
@reading_page
def book(request: HttpRequest) -> HttpResponse:
    """Show the whole rule book of one ruleset: ``?preset=``, or ``?rules=`` as in links to positions.

    An address that cannot be read is told so, with the classic rules.
    """
    rules, error = chosen_ruleset(request.GET.get("preset") or request.GET.get("rules", ""))
    context = {
        "book": BookView.of(rules, book_for(rules)),
        "ruleset": rules,
        "problem": read_error_sentence(error) if error else "",
    }
    return render(request, "rules/book.html", context, status=400 if error else 200)


@require_safe
@reading_page
def sources(request: HttpRequest) -> HttpResponse:
    """Show the five old texts and what each says."""
    blocks, texts, points = source_page()
    rows = [(point, rule_links([point.rule], parse(point.ruleset))[point.rule]) for point in points]
    return render(request, "rules/sources.html", {"blocks": blocks, "texts": texts, "rows": rows})
