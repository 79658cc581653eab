"""The review of a deal as its pages show it. The deal is over, so that nothing has to be hidden any more."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString

from engine.review import Mark, Miss, Moment, Review
from engine.scoring import Outcome
from tutor.content.rule_links import RuleLink, rule_links
from tutor.exercises.deals import LEARNER
from tutor.play.chart import Chart, Row, chart_of, rows_of
from tutor.play.claiming import claims
from tutor.play.deals import history, outcome_of, rules_of
from tutor.play.learning import missed_rules, own_moments
from tutor.play.models import Game
from tutor.play.review_steps import StepLink, StepView, TriedView, Walk, step_links, step_url, step_view, tried_views
from tutor.wording import advice, reviewed
from tutor.wording import play as words
from tutor.wording.opponents import opponent_name
from tutor.wording.outcomes import outcome_sentences
from tutor.wording.presets import ruleset_label
from tutor.wording.sentences import Say


@dataclass(frozen=True, slots=True)
class About:
    """What stands at the head of every page about a deal that is over."""

    key: str
    ruleset: str
    opponent: str
    review_url: str
    with_undo: str
    tone: str
    result: str


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A mistake that cost much."""

    number: int
    happened: str
    better: SafeString
    loss: SafeString
    why: tuple[SafeString, ...]
    url: str
    again_url: str


@dataclass(frozen=True, slots=True)
class Counted:
    """A claim, or the chance of one: right or wrong, in one sentence."""

    says: SafeString
    tone: str
    url: str


@dataclass(frozen=True, slots=True)
class ReviewView:
    """The page of the whole review."""

    about: About
    ended: tuple[str, ...]
    summary: tuple[SafeString, ...]
    turning: tuple[TurningPoint, ...]
    chart: Chart
    rows: tuple[Row, ...]
    missed: tuple[Counted, ...]
    tried: tuple[TriedView, ...]
    counted: tuple[Counted, ...]
    comes_back: tuple[RuleLink, ...]
    mistakes: int
    steps: tuple[StepLink, ...]
    begin_url: str
    file_url: str
    log_url: str


@dataclass(frozen=True, slots=True)
class StepPage:
    """The page of one action."""

    about: About
    step: StepView
    steps: tuple[StepLink, ...]


def about(game: Game) -> About:
    """Word what stands at the head."""
    outcome = outcome_of(game)
    return About(
        key=game.key,
        ruleset=ruleset_label(rules_of(game)),
        opponent=opponent_name(game.opponent),
        review_url=reverse("play:review", args=[game.key]),
        with_undo=str(words.WITH_UNDO) if game.with_undo else "",
        tone=_tone(outcome),
        result=words.game_points(game.points or 0),
    )


def review_view(game: Game, found: Review) -> ReviewView:
    """Word the whole review."""
    walk, outcome, rules = Walk(history(game)), outcome_of(game), rules_of(game)
    steps = step_links(game, walk, found)
    rule_ids = missed_rules(game, found)
    links = rule_links(rule_ids, rules) if rule_ids else {}
    return ReviewView(
        about=about(game),
        ended=tuple(outcome_sentences(outcome, LEARNER, rules.two_points_below)) if outcome else (),
        summary=tuple(say.html() for say in (*advice.summary(found), Say(advice.ONLY_WHAT_YOU_KNEW))),
        turning=tuple(_turning(game, walk, moment) for moment in found.turning_points),
        chart=chart_of(found, outcome),
        rows=rows_of(found, [step.text for step in steps], [step.url for step in steps]),
        missed=tuple(_missed(game, found)),
        tried=tried_views(game, found.tried),
        counted=tuple(_counted(game, walk, found)) if rules.spoken else (),
        comes_back=tuple(links[rule] for rule in rule_ids),
        mistakes=sum(moment.mark is Mark.MISTAKE for moment in own_moments(game, found)),
        steps=steps,
        begin_url=step_url(game, 0),
        file_url=reverse("play:file", args=[game.key]),
        log_url=reverse("play:log", args=[game.key]),
    )


def step_page(game: Game, found: Review, number: int, *, opened: bool) -> StepPage | None:
    """Word one action, numbered from 0; None where the deal has none of that number."""
    walk = Walk(history(game))
    if not 0 <= number <= walk.total:
        return None
    step = step_view(game, walk, found, number, opened=opened)
    return StepPage(about(game), step, step_links(game, walk, found, number))


def _turning(game: Game, walk: Walk, moment: Moment) -> TurningPoint:
    best = moment.best
    assert best is not None
    return TurningPoint(
        number=moment.number + 1,
        happened=" ".join(walk.lines(moment.number)),
        better=advice.better(best.action, moment.view).html(),
        loss=reviewed.lost(moment.lost).html(),
        why=tuple(say.html() for say in advice.reasons(best)),
        url=step_url(game, moment.number),
        again_url=reverse("play:again", args=[game.key, moment.number + 1]),
    )


def _missed(game: Game, found: Review) -> list[Counted]:
    """Marriages and exchanges that were let go; missed claims stand with the counting."""
    return [
        Counted(advice.missed(each).html(), "look", step_url(game, moment.number))
        for moment in found.moments
        for each in moment.missed
        if each.miss is not Miss.CLAIM
    ]


def _counted(game: Game, walk: Walk, found: Review) -> list[Counted]:
    """Claims in the order of the deal, with the first chance that was let go."""
    told = []
    first = next((m for m in found.moments if any(each.miss is Miss.CLAIM for each in m.missed)), None)
    if first is not None:
        missed = next(each for each in first.missed if each.miss is Miss.CLAIM)
        say = Say(reviewed.NOT_CLAIMED, {"points": missed.points})
        told.append((first.number, Counted(say.html(), "look", step_url(game, first.number))))
    for claim in claims(walk.history):
        mine = claim.by is LEARNER
        tone = "" if not mine else "right" if claim.right else "wrong"
        says = reviewed.claimed(claim.points, yours=mine, right=claim.right).html()
        told.append((claim.number, Counted(says, tone, step_url(game, claim.number))))
    return [each for _, each in sorted(told, key=lambda item: item[0])]


def _tone(outcome: Outcome | None) -> str:
    if outcome is None or outcome.winner is None:
        return "look"
    return "right" if outcome.winner is LEARNER else "wrong"
