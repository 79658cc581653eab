"""Playing on from a puzzle, worded. The opponent's hand is shown where the puzzle shows it."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString

from engine.events import DealEnded
from engine.notation import write_action
from engine.seats import Seat
from engine.view import view_of
from tutor.content.rule_links import RuleLink, rule_links
from tutor.exercises.records import told
from tutor.puzzles.playing import PlayedOn
from tutor.puzzles.services import PuzzleOnPage
from tutor.web.table import TableView, open_deal_table, table_of
from tutor.wording.outcomes import outcome_sentences
from tutor.wording.presets import ruleset_label
from tutor.wording.refusals import heading, sentence
from tutor.wording.tasks import action_words
from tutor.wording.turns import turn


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action does not stand."""

    heading: str
    says: SafeString
    rule: RuleLink


@dataclass(frozen=True, slots=True)
class ActLink:
    """Something that may be done beside playing a card."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class PlayedView:
    """The whole page. ``done`` holds the actions so far, for the form of the hand."""

    key: str
    ruleset: str
    url: str
    puzzle_url: str
    done: str
    table: TableView
    turn: tuple[str, ...]
    record: tuple[str, ...]
    acts: tuple[ActLink, ...]
    refused: Refusal | None
    ended: tuple[str, ...]
    back: str


def played_view(page: PuzzleOnPage, found: PlayedOn) -> PlayedView:
    """Word where the play has come to."""
    url, deal, outcome = reverse("puzzles:play", args=[page.puzzle.pk]), found.deal, found.outcome
    events = [event for event in found.history.events if not isinstance(event, DealEnded)]
    return PlayedView(
        key=page.puzzle.pk,
        ruleset=ruleset_label(page.rules),
        url=url,
        puzzle_url=reverse("puzzles:puzzle", args=[page.puzzle.pk]),
        done=",".join(found.mine),
        table=table_of(view_of(deal, Seat.A)) if found.hidden else open_deal_table(deal, Seat.A),
        turn=tuple(turn(deal, Seat.A)) if outcome is None else (),
        record=told(events),
        acts=tuple(
            ActLink(action_words(action, deal.trump), _at(url, (*found.mine, write_action(action))))
            for action in found.others
        ),
        refused=_refusal(page, found),
        ended=tuple(outcome_sentences(outcome, Seat.A, page.rules.two_points_below)) if outcome else (),
        back=_at(url, found.mine[:-1]) if found.mine else "",
    )


def _at(url: str, done: tuple[str, ...]) -> str:
    return f"{url}?do={','.join(done)}#panel" if done else f"{url}#panel"


def _refusal(page: PuzzleOnPage, found: PlayedOn) -> Refusal | None:
    refused = found.refused
    if refused is None:
        return None
    link = rule_links([refused.rule], page.rules)[refused.rule]
    return Refusal(heading(refused), sentence(refused), link)
