"""The home page with a first trick to play at once. It keeps nothing: the card played stands in the address."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from engine.cards import Card
from engine.errors import ReadError
from engine.notation import read
from engine.ruleset import CLASSIC
from engine.tricks import answer_wins, trick_reason
from engine.view import View
from tutor.content.rule_links import RuleLink, rule_links
from tutor.web.htmx import render_fragment, wants_fragment
from tutor.web.reading import reading_page
from tutor.web.table import TableView, table_of
from tutor.wording import events
from tutor.wording.events import trick_sentence
from tutor.wording.sentences import Say, plain
from tutor.wording.tricks import BEFORE_TRUMPS, TRICK_RULES

FIRST_TRICK = "JDQHJHASTS9S/?????????? ??????????????????????.KC C B:KS 0.0.0/0.0.0 - A0-0 -."


@dataclass(frozen=True, slots=True)
class FirstTrick:
    """The trick on the home page, before or after the visitor's card."""

    table: TableView
    turn: str
    played: bool
    won: bool
    heading: str
    says: tuple[SafeString, ...]
    spoken: str
    rule: RuleLink | None


@require_safe
@reading_page
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page; with ``?card=`` the trick as it was played."""
    return render(request, "home/home.html", {"trick": _first_trick(request)})


@require_safe
@reading_page
def first_trick(request: HttpRequest) -> HttpResponse:
    """Answer the trick alone, for the page that is already there; whoever opens the address gets the page."""
    trick = _first_trick(request)
    if not wants_fragment(request):
        query = request.META.get("QUERY_STRING", "")
        return redirect(reverse("web:home") + (f"?{query}" if query else ""))
    focus = "first-trick-result" if trick.played else "card-JD"
    context = {"trick": trick}
    return render_fragment(
        request, "home/_first_trick.html", context, status_text=trick.spoken or trick.turn, focus=focus
    )


def _first_trick(request: HttpRequest) -> FirstTrick:
    position = read(FIRST_TRICK, CLASSIC)
    assert isinstance(position, View)
    code = request.GET.get("card", "")
    if not code:
        return _waiting(position)
    try:
        card = Card.parse(code)
    except ReadError as error:
        raise BadRequest(error.code.value) from error
    if card not in position.hand:
        raise BadRequest("not in this hand")
    return _answered(position, card)


def _waiting(view: View) -> FirstTrick:
    turn = plain(events.OPPONENT_LEADS, {"card": view.led})
    return FirstTrick(table_of(view, show_trump=False), turn, False, False, "", (), "", None)


def _answered(view: View, card: Card) -> FirstTrick:
    assert view.led is not None
    won = answer_wins(view.led, card, view.trump)
    reason = trick_reason(view.led, card, view.trump)
    says = (Say(BEFORE_TRUMPS[reason]),)
    heading = trick_sentence(view.led.points + card.points, yours=won)
    rest = replace(view, hand=tuple(held for held in view.hand if held is not card))
    rule = TRICK_RULES[reason]
    return FirstTrick(
        table=table_of(rest, show_trump=False, answer=card),
        turn=plain(events.OPPONENT_LEADS, {"card": view.led}),
        played=True,
        won=won,
        heading=heading,
        says=tuple(say.html() for say in says),
        spoken=" ".join([plain(events.YOU_ANSWER, {"card": card}), heading, *(say.text() for say in says)]),
        rule=rule_links([rule], CLASSIC).get(rule),
    )
