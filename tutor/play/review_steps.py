"""A deal action by action, as the review shows it: what happened, how it did, and the table at that moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString

from engine.actions import Action, Play
from engine.deal import Deal
from engine.effects import unclaimed_outcome
from engine.events import Event
from engine.history import History, replay
from engine.notation import write
from engine.review import Mark, Moment, Review, Tried
from engine.verdict import Refused
from engine.view import view_of
from tutor.content.position_links import explorer_url
from tutor.content.rule_links import RuleLink, rule_links
from tutor.exercises.deals import LEARNER
from tutor.exercises.records import told
from tutor.play.aims import Aim, aims
from tutor.play.deals import deal_of, rules_of
from tutor.play.models import Game
from tutor.web.table import TableView, open_deal_table, table_of
from tutor.wording import advice, reviewed
from tutor.wording.events import told_action
from tutor.wording.outcomes import outcome_sentences
from tutor.wording.refusals import heading, sentence

TONES = {Mark.MISTAKE: "wrong", Mark.INEXACT: "look", Mark.GOOD: "right", Mark.FORCED: ""}


@dataclass(frozen=True, slots=True)
class StepLink:
    """An action in the list: what happened, and how it did where that is worth a word."""

    number: int
    text: str
    url: str
    tone: str
    mark: str
    current: bool


@dataclass(frozen=True, slots=True)
class TriedView:
    """An action that was refused: what was tried, why it does not stand, and the rule."""

    what: str
    heading: str
    says: SafeString
    rule: RuleLink
    url: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What the coach says of an action of the learner."""

    heading: str
    tone: str
    says: tuple[SafeString, ...]
    why_title: str
    why: tuple[SafeString, ...]
    against_title: str
    against: tuple[SafeString, ...]
    known: tuple[SafeString, ...]
    missed: tuple[SafeString, ...]


@dataclass(frozen=True, slots=True)
class StepView:
    """One action of the deal, or its end."""

    number: int
    total: int
    happened: tuple[str, ...]
    table: TableView
    judged: Judged | None
    wanted: Aim | None
    tried: tuple[TriedView, ...]
    ended: tuple[str, ...]
    to_first: str
    back: str
    forward: str
    to_last: str
    open_url: str
    opened: bool
    explorer_url: str
    again_url: str


class Walk:
    """The deal replayed once: positions, and the events of each action."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.positions: list[Deal] = [history.start]
        self.events: list[tuple[Event, ...]] = []
        at = replay(history.start)
        for action in history.actions:
            after = at.then(action)
            assert not isinstance(after, Refused)
            self.events.append(after.events[len(at.events) :])
            self.positions.append(after.deal)
            at = after

    @property
    def total(self) -> int:
        """How many actions there were."""
        return len(self.history.actions)

    def lines(self, number: int) -> tuple[str, ...]:
        """What happened with an action, numbered from 0."""
        return told(self.events[number], end=False, duties=self.history.start.ruleset.duties)


def step_url(game: Game, number: int) -> str:
    """Return the address of an action, numbered from 0; the number of all actions is the end."""
    return reverse("play:review_step", args=[game.key, number + 1])


def step_links(game: Game, walk: Walk, found: Review, current: int = -1) -> tuple[StepLink, ...]:
    """Return every action as a line of the list."""
    moments = {moment.number: moment for moment in found.moments}
    links = []
    for number in range(walk.total):
        moment = moments.get(number)
        mark = moment.mark if moment and moment.mark in reviewed.SHORT_MARKS else None
        links.append(
            StepLink(
                number=number + 1,
                text=" ".join(walk.lines(number)),
                url=step_url(game, number),
                tone=TONES[mark] if mark else "",
                mark=str(reviewed.SHORT_MARKS[mark]) if mark else "",
                current=number == current,
            )
        )
    return tuple(links)


def step_view(game: Game, walk: Walk, found: Review, number: int, *, opened: bool) -> StepView:
    """Word one action, numbered from 0; ``opened``: the opponent's cards lie face up."""
    total, url = walk.total, step_url(game, number)
    moment = next((moment for moment in found.moments if moment.number == number), None)
    over = number == total
    return StepView(
        number=number + 1,
        total=total + 1,
        happened=() if over else walk.lines(number),
        table=_table(walk, moment, number, opened=opened),
        judged=judged(moment) if moment else None,
        wanted=_wanted(game, number),
        tried=tried_views(game, [each for each in found.tried if each.number == number]),
        ended=_ended(walk) if over else (),
        to_first=step_url(game, 0) if number else "",
        back=step_url(game, number - 1) if number else "",
        forward="" if over else step_url(game, number + 1),
        to_last="" if over else step_url(game, total),
        open_url=url if opened else f"{url}?open=1",
        opened=opened,
        explorer_url=explorer_url(walk.history.start.ruleset, write(walk.history.start), walk.history.actions, number),
        again_url=reverse("play:again", args=[game.key, number + 1]) if moment else "",
    )


def _wanted(game: Game, number: int) -> Aim | None:
    """What the opponent wanted, where the action is one of its own and that is known."""
    told = aims(deal_of(game), over=True, begun=game.begun)
    return next((aim for aim in told if aim.number == number), None)


def judged(moment: Moment) -> Judged:
    """Word what the coach says of an action: how it did, what was better, why, and how that is known."""
    option, best = moment.option, moment.best
    says, known = [], []
    if option is not None and best is not None and moment.lost:
        says = [reviewed.lost(moment.lost).html(), advice.better(best.action, moment.view).html()]
    if option is not None:
        known = [say.html() for say in advice.value_sentences(option)]
    worse = option is not None and best is not None and bool(moment.lost)
    return Judged(
        heading=str(advice.MARKS[moment.mark]),
        tone=TONES[moment.mark] or "plain",
        says=tuple(says),
        why_title=str(reviewed.WHY_BETTER if worse else reviewed.WHY_GOOD),
        why=tuple(say.html() for say in advice.reasons(best)) if best else (),
        against_title=str(reviewed.WHY_NOT),
        against=tuple(say.html() for say in advice.reasons(option)) if worse and option else (),
        known=tuple(known),
        missed=tuple(advice.missed(each).html() for each in moment.missed),
    )


def tried_views(game: Game, tried: Iterable[Tried]) -> tuple[TriedView, ...]:
    """Word actions that were refused; the same one tried twice at one moment is told once."""
    different = list({(each.number, each.action): each for each in tried}.values())
    if not different:
        return ()
    links = rule_links({each.refused.rule for each in different}, rules_of(game))
    return tuple(_tried(game, each, links) for each in different)


def _tried(game: Game, each: Tried, links: Mapping[str, RuleLink]) -> TriedView:
    return TriedView(
        told_action(each.action, LEARNER, answers=False),
        heading(each.refused),
        sentence(each.refused),
        links[each.refused.rule],
        step_url(game, each.number),
    )


def _table(walk: Walk, moment: Moment | None, number: int, *, opened: bool) -> TableView:
    """The table before an action of the learner, with the cards set off; after one of the opponent."""
    before = walk.positions[number]
    if number == walk.total:
        return open_deal_table(before, LEARNER) if opened else table_of(view_of(before, LEARNER))
    action = walk.history.actions[number]
    if action.by is LEARNER:
        table = open_deal_table(before, LEARNER) if opened else table_of(view_of(before, LEARNER))
        return table.marked(_marks(action, moment))
    if isinstance(action, Play) and before.led is not None and not opened:
        return table_of(view_of(before, LEARNER), answer=action.card)
    after = walk.positions[number + 1]
    return open_deal_table(after, LEARNER) if opened else table_of(view_of(after, LEARNER))


def _marks(action: Action, moment: Moment | None) -> dict[str, tuple[str, str]]:
    """Card -> how it is set off: the one that was played, and a better one."""
    found: dict[str, tuple[str, str]] = {}
    best = moment.best.action if moment and moment.best else None
    if moment and moment.lost and isinstance(best, Play):
        found[best.card.code] = ("right", str(reviewed.BETTER))
    if isinstance(action, Play):
        tone = "look" if moment is None or not moment.lost else TONES[moment.mark]
        found[action.card.code] = (tone, str(reviewed.YOURS))
    return found


def _ended(walk: Walk) -> tuple[str, ...]:
    outcome = unclaimed_outcome(walk.positions[-1])
    below = walk.history.start.ruleset.two_points_below
    return tuple(outcome_sentences(outcome, LEARNER, below)) if outcome else ()
