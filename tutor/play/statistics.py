"""Practice deals in numbers: one row for each deal that was played to its end, and what they come to together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.utils import timezone

from engine.actions import Close
from engine.coach import Cause
from engine.history import History
from engine.review import Review
from engine.scoring import Outcome
from tutor.exercises.deals import LEARNER
from tutor.learners.models import DealResult
from tutor.learners.services import Session, visitor_id
from tutor.play.claiming import claims
from tutor.play.deals import history, outcome_of
from tutor.play.learning import own_moments
from tutor.play.models import Game
from tutor.wording.tally import SAID

MOST_KEPT = 1000
"""Results that are kept of a visitor: the latest ones, as many as a file of progress can hold."""
MOST_SAID = 5
"""Reasons of the coach that are listed."""


@dataclass(frozen=True, slots=True)
class Line:
    """Deals under one ruleset against one opponent, and the game points of both players."""

    ruleset: str
    opponent: str
    deals: int
    won: int
    points: int
    points_against: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What all deals come to. ``deals`` are all of them, ``not_counted`` those of them that stand in no line.

    ``said``: what the coach had to say most often, each with how often.
    """

    deals: int
    not_counted: int
    lines: tuple[Line, ...]
    made: int
    failed: int
    right: int
    wrong: int
    said: tuple[tuple[Cause, int], ...]


def note_result(game: Game) -> None:
    """Keep how a deal ended, once. A deal that is not over, or was not played here, is left alone."""
    outcome = outcome_of(game) if game.finished else None
    if outcome is None:
        return
    found = history(game)
    if len(found.actions) <= game.begun:
        return  # it was over when it was opened
    right, wrong = _claims(found)
    values = {
        "ruleset": game.ruleset,
        "opponent": game.opponent,
        "winner": "" if outcome.winner is None else outcome.winner.name,
        "points": outcome.game_points,
        "counted": not (game.with_undo or game.given or game.start),
        "closed": _closed(found, outcome),
        "claims_right": right,
        "claims_wrong": wrong,
        "causes": dict(Counter(cause for _at, cause, _action in _warnings(game))),
        "updated": game.finished or timezone.now(),
    }
    row = DealResult(visitor_id=game.visitor_id, key=game.key, **values)
    DealResult.objects.bulk_create([row], ignore_conflicts=True)
    _forget_the_oldest(game)


def note_review(game: Game, found: Review) -> None:
    """Keep what the coach had to say of a deal: the first reason against each action that something was better than.

    With it what it warned of and was then not done; the rest of its warnings are among those reasons.
    """
    causes = Counter(
        moment.option.reasons[0].cause.value
        for moment in own_moments(game, found)
        if moment.lost and moment.option is not None and moment.option.reasons
    )
    done = game.actions.split()
    causes.update(cause for at, cause, action in _warnings(game) if done[at : at + 1] != [action])
    rows = DealResult.objects.filter(visitor_id=game.visitor_id, key=game.key)
    if not rows.update(causes=dict(causes)):
        note_result(game)
        rows.update(causes=dict(causes))


def _warnings(game: Game) -> list[tuple[int, str, str]]:
    """What the coach has warned of, each once: after how many actions, why, of which action.

    Deals that began before the action was kept have none to count.
    """
    return list(dict.fromkeys((each[0], each[1], each[2]) for each in game.warned if len(each) == 3))


def tally_of(session: Session) -> Tally:
    """Return the statistics of a visitor."""
    visitor = visitor_id(session)
    return tally(list(DealResult.objects.filter(visitor_id=visitor)) if visitor else [])


def tally(rows: list[DealResult]) -> Tally:
    """Add results up. Deals that do not count are told by their number alone."""
    counted = [row for row in rows if row.counted]
    said = Counter[Cause]()
    for row in counted:
        said.update({Cause(name): n for name, n in row.causes.items() if name in SAID})
    return Tally(
        deals=len(rows),
        not_counted=len(rows) - len(counted),
        lines=_lines(counted),
        made=sum(row.closed == DealResult.Closed.MADE for row in counted),
        failed=sum(row.closed == DealResult.Closed.FAILED for row in counted),
        right=sum(row.claims_right for row in counted),
        wrong=sum(row.claims_wrong for row in counted),
        said=tuple(sorted(said.items(), key=lambda item: (-item[1], item[0].value))[:MOST_SAID]),
    )


def _lines(rows: list[DealResult]) -> tuple[Line, ...]:
    groups: dict[tuple[str, str], list[DealResult]] = {}
    for row in rows:
        groups.setdefault((row.ruleset, row.opponent), []).append(row)
    lines = (
        Line(
            ruleset=ruleset,
            opponent=opponent,
            deals=len(group),
            won=sum(row.winner == LEARNER.name for row in group),
            points=sum(row.points for row in group if row.winner == LEARNER.name),
            points_against=sum(row.points for row in group if row.winner == LEARNER.other.name),
        )
        for (ruleset, opponent), group in groups.items()
    )
    return tuple(sorted(lines, key=lambda line: (-line.deals, line.ruleset, line.opponent)))


def _closed(found: History, outcome: Outcome) -> str:
    if not any(isinstance(action, Close) and action.by is LEARNER for action in found.actions):
        return ""
    return DealResult.Closed.MADE if outcome.winner is LEARNER else DealResult.Closed.FAILED


def _claims(found: History) -> tuple[int, int]:
    """Return how many claims of the learner were right, and how many wrong."""
    mine = [claim.right for claim in claims(found) if claim.by is LEARNER]
    return sum(mine), len(mine) - sum(mine)


def _forget_the_oldest(game: Game) -> None:
    mine = DealResult.objects.filter(visitor_id=game.visitor_id).order_by("-updated", "-pk")
    DealResult.objects.filter(pk__in=mine.values("pk")[MOST_KEPT:]).delete()
