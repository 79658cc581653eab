"""The list of terms, and the page of each."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tutor.content.languages import content_language
from tutor.content.terms import known_terms
from tutor.glossary.models import Term
from tutor.glossary.presenters import GlossaryView, TermView
from tutor.glossary.services import all_terms, term_with_uses
from tutor.web.reading import reading_page


@require_safe
@reading_page
def glossary(request: HttpRequest) -> HttpResponse:
    """Show all terms, by the letters of the language."""
    return render(request, "glossary/list.html", {"glossary": GlossaryView.of(all_terms(), content_language())})


@require_safe
@reading_page
def term(request: HttpRequest, key: str) -> HttpResponse:
    """Show one term."""
    try:
        found, uses = term_with_uses(key, content_language())
    except Term.DoesNotExist:
        raise Http404(key) from None
    return render(request, "glossary/term.html", {"term": TermView.of(found, uses, known_terms())})
