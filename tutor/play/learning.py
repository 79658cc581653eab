"""What a deal teaches: rules that come back for review, and positions of one's own mistakes as questions."""

from __future__ import annotations

from datetime import datetime

from engine.actions import Action, Announce, Claim, Close, Exchange
from engine.effects import final_count
from engine.notation import read_action, write_action, write_view
from engine.problems.making import cases_for
from engine.review import Mark, Miss, Moment, Review
from engine.review_data import write_option
from engine.ruleset import parse
from engine.scoring import GOAL
from tutor.exercises.attempts import Result, take
from tutor.exercises.kinds.base import Posted
from tutor.learners.reviews import miss_rules
from tutor.learners.services import CHANGING, Session, visitor_id
from tutor.play.models import Game, Mistake
from tutor.play.own_kind import OwnKind

MOST_KEPT = 200
"""Mistakes that are kept of a visitor: the latest ones."""

RULE_OF_MISS = {
    Miss.CLAIM: "claim.when",
    Miss.MARRIAGE: "marriage.when",
    Miss.EXCHANGE: "exchange.when",
}
"""The rule that a missed chance is about."""
WRONG_CLAIM = "claim.points"
"""The rule that somebody needs who has claimed too early."""


def take_note(game: Game, found: Review, now: datetime) -> None:
    """Keep the mistakes of a deal as questions, and let the rules that were missed come back tomorrow."""
    keep_mistakes(game, found, now)
    miss_rules(game.visitor_id, missed_rules(game, found), now)


def missed_rules(game: Game, found: Review) -> tuple[str, ...]:
    """Return the rules that were missed: of refused actions, of chances let go, of wrong claims; each once.

    Only such as questions can be made about.
    """
    rules = [each.refused.rule for each in found.tried]
    rules += [RULE_OF_MISS[each.miss] for moment in own_moments(game, found) for each in moment.missed]
    rules += [WRONG_CLAIM for moment in own_moments(game, found) if _wrong_claim(moment)]
    return tuple(rule for rule in dict.fromkeys(rules) if cases_for(rule))


def own_moments(game: Game, found: Review) -> tuple[Moment, ...]:
    """Return the moments that the visitor has decided here: what a deal began with was done elsewhere, perhaps by others."""
    return tuple(moment for moment in found.moments if moment.number >= game.begun)


def _wrong_claim(moment: Moment) -> bool:
    view = moment.view
    return isinstance(moment.action, Claim) and final_count(view.fill(view.unseen)).points[view.seat] < GOAL


def rule_of(action: Action) -> str:
    """Return the rule that stands behind a question about an action: what its first hint links to."""
    match action:
        case Announce():
            return "marriage.when"
        case Close():
            return "close.what"
        case Exchange():
            return "exchange.when"
        case Claim():
            return "claim.when"
        case _:
            return "trick.win"


def keep_mistakes(game: Game, found: Review, now: datetime) -> None:
    """Keep what was clearly worse than something else. A deal that has been noted already adds nothing."""
    rows = [
        Mistake(
            visitor_id=game.visitor_id,
            game=game.key,
            number=moment.number,
            ruleset=game.ruleset,
            position=write_view(moment.view),
            made=write_action(moment.action),
            options=[write_option(option) for option in moment.advice.options],
            created=now,
            updated=now,
        )
        for moment in own_moments(game, found)
        if moment.mark is Mark.MISTAKE and moment.advice is not None
    ]
    if not rows:
        return
    Mistake.objects.bulk_create(rows, ignore_conflicts=True)
    mine = Mistake.objects.filter(visitor_id=game.visitor_id).order_by("-created", "-pk")
    Mistake.objects.filter(pk__in=mine.values("pk")[MOST_KEPT:]).delete()


# -- asking ---------------------------------------------------------------------------------------------------------


def mistakes_of(session: Session) -> list[Mistake]:
    """Return the mistakes of a visitor: those to be solved first, of these the latest first."""
    visitor = visitor_id(session)
    if visitor is None:
        return []
    return list(Mistake.objects.filter(visitor_id=visitor).order_by("solved", "-created", "number"))


def find_mistake(session: Session, number: int) -> Mistake | None:
    """Return a mistake by its key; that of somebody else is none."""
    visitor = visitor_id(session)
    return Mistake.objects.filter(visitor_id=visitor, pk=number).first() if visitor else None


def next_mistake(row: Mistake) -> Mistake | None:
    """Return another mistake of the same visitor that is still to be solved."""
    waiting = Mistake.objects.filter(visitor_id=row.visitor_id, solved=False).exclude(pk=row.pk)
    return waiting.order_by("-created", "number").first()


def kind_of(row: Mistake) -> OwnKind:
    """Return a mistake as an exercise."""
    best = next(option for option in row.options if option["best"])
    rule = rule_of(read_action(best["do"]))
    return OwnKind({"position": row.position, "options": row.options, "rule": rule}, parse(row.ruleset))


def take_mistake(row: Mistake, kind: OwnKind, do: str, seen: int, posted: Posted, now: datetime) -> Result:
    """Do what the form of a question asks for, once.

    Raises:
        BadAnswerError: the form holds what the question does not offer.
    """

    def keep(change: object, *, counts: bool = True) -> bool:
        assert callable(change)
        if row.actions != seen:
            return False
        change(row)
        row.actions += counts
        values = {name: getattr(row, name) for name in CHANGING}
        return Mistake.objects.filter(pk=row.pk, actions=seen).update(**values, updated=now) == 1

    result = take(kind, row, keep, do, posted)
    if result is Result.STALE:
        row.refresh_from_db()
    return result
