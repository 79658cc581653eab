"""The rule book: whole, by sections, with its switches; two ways to play compared; its sources; on paper."""

from __future__ import annotations

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from engine.nearest import Slip
from engine.ruleset import PRESETS, Ruleset
from tutor.rules import services
from tutor.rules.addresses import Place
from tutor.rules.beside import second_language
from tutor.rules.compare_views import compare_view, matrix_view
from tutor.rules.presenters import BookView, book_view
from tutor.rules.printing import PAPERS, paper_view, pdf_folder, pdf_name
from tutor.rules.services import Book
from tutor.rules.switch_views import own_view
from tutor.web.context import absolute_url
from tutor.web.reading import reading_page


@reading_page
def book(request: HttpRequest) -> HttpResponse:
    """Show the whole rule book of one ruleset: ``?preset=``, or ``?rules=`` as in links to positions.

    ``?with=`` puts a second language beside it; ``?was=`` marks what another ruleset says otherwise. An address that
    cannot be read is told so, with the nearest rules that there are.
    """
    place, slips = _place(request)
    return _page(request, "rules/book.html", _book(place, slips), slips)


@reading_page
def section(request: HttpRequest, key: str) -> HttpResponse:
    """Show one section with its switches and a position for each of them."""
    place, slips = _place(request, key)
    page = _book(place, slips)
    if not page.sections:
        raise Http404
    return _page(request, "rules/section.html", page, slips)


@require_safe
def own(request: HttpRequest) -> HttpResponse:
    """Show every switch; with ``?turn=`` go to the rule book of the switches that the form holds."""
    place, slips = _place(request)
    if "turn" in request.GET:
        rules = services.after_form(place.rules, request.GET)
        return HttpResponseRedirect(place.turned(rules).url())
    return _own_page(request, place, slips)


@reading_page
def _own_page(request: HttpRequest, place: Place, slips: tuple[Slip, ...]) -> HttpResponse:
    page = own_view(place, Book(), slips)
    return render(request, "rules/own.html", {"page": page, "ruleset": place.rules}, status=400 if slips else 200)


@reading_page
def compare(request: HttpRequest) -> HttpResponse:
    """Show what differs between two rulesets, and the presets side by side."""
    (first, slips), (second, more) = (
        services.chosen_ruleset(request.GET.get(name) or default)
        for name, default in (("a", "classic66"), ("b", "eight66"))
    )
    book = Book()
    page = compare_view(first, second, services.compare(first, second, book), (*slips, *more))
    context = {"page": page, "matrix": matrix_view(book), "asked": "a" in request.GET or "b" in request.GET}
    return render(request, "rules/compare.html", context, status=400 if page.slips else 200)


@reading_page
def sources(request: HttpRequest) -> HttpResponse:
    """Show the five old texts and what each says."""
    page = services.source_page()
    context = {"blocks": page.blocks, "texts": page.sources, "rows": page.points}
    return render(request, "rules/sources.html", context)


@reading_page
def paper(request: HttpRequest) -> HttpResponse:
    """Show the rules as they are printed: about two sheets, with the address of the page to point a camera at."""
    place, slips = _place(request)
    page = paper_view(_book(place, slips), absolute_url(request, place.url()))
    return render(request, "rules/print.html", {"page": page, "ruleset": place.rules}, status=400 if slips else 200)


@require_safe
def pdf(request: HttpRequest, preset: str, paper: str) -> FileResponse:
    """Give the printed rules of a preset in the language of the address, where they have been made."""
    if preset not in PRESETS or paper not in PAPERS:
        raise Http404
    path = pdf_folder() / pdf_name(preset, get_language() or "en", paper)
    if not path.is_file():
        raise Http404
    return FileResponse(path.open("rb"), as_attachment=True, filename=path.name)


def _place(request: HttpRequest, section: str = "") -> tuple[Place, tuple[Slip, ...]]:
    """Return where the reader is, and what of the address cannot be read."""
    rules, slips = services.chosen_ruleset(request.GET.get("preset") or request.GET.get("rules", ""))
    beside = second_language(request.GET.get("with", ""))
    before: Ruleset | None = None
    if request.GET.get("was"):
        before, more = services.chosen_ruleset(request.GET["was"])
        slips = (*slips, *more)
    return Place(rules, beside.code if beside else "", before, section), slips


def _book(place: Place, slips: tuple[Slip, ...]) -> BookView:
    whole = Book()
    return book_view(place, whole, services.switches_beside(place.rules, whole, place.section), slips)


def _page(request: HttpRequest, template: str, page: BookView, slips: tuple[Slip, ...]) -> HttpResponse:
    context = {"book": page, "ruleset": page.place.rules}
    return render(request, template, context, status=400 if slips else 200)
