"""A whole deal as templates show it: what the learner's seat may know, already worded, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString

from engine.actions import Announce, Claim, Close, Draw, Exchange
from engine.notation import write_action
from engine.scoring import Outcome
from engine.seats import Seat
from engine.verdict import Refused
from tutor.content.rule_links import RuleLink, rule_links
from tutor.exercises.controls import Option
from tutor.exercises.deals import GO_ON, PracticeDeal, coach, learner_actions, refused_by, waits_for
from tutor.exercises.endings import rule_of
from tutor.exercises.records import told
from tutor.web.table import TableView, open_deal_table, table_of
from tutor.wording import answers, tasks
from tutor.wording import deals as words
from tutor.wording.advice import reasons, to_do
from tutor.wording.outcomes import outcome_sentences
from tutor.wording.refusals import REFUSALS, heading
from tutor.wording.sentences import Say

KEYS: Mapping[type, str] = {Announce: "M", Exchange: "X", Close: "C", Claim: "O"}
"""The single keys of actions, for those who have asked for them."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A panel: the refusal of the last action, or how the deal ended."""

    heading: str
    says: tuple[SafeString, ...]
    spoken: str
    rule: RuleLink | None
    tone: str


@dataclass(frozen=True, slots=True)
class DealView:
    """The deal, ready for its template."""

    table: TableView
    mode: str
    happened: tuple[str, ...]
    tips: tuple[SafeString, ...]
    spoken_tips: str
    options: tuple[Option, ...]
    notice: Notice | None
    advice: tuple[SafeString, ...]
    spoken_advice: str
    over: bool
    may_ask: bool
    refused: str

    @property
    def spoken(self) -> str:
        """The sentences for the status region: what happened, and what may be done now."""
        if self.notice is not None and not self.over:
            return self.notice.spoken
        end = self.notice.spoken if self.notice else ""
        return " ".join(part for part in (*self.happened, end, self.spoken_advice or self.spoken_tips) if part)


def deal_view(deal: PracticeDeal, *, asked: bool, counts: bool = True, asks: bool = False) -> DealView:
    """Word a deal as the learner sees it; ``asked``: the coach has been asked. Without ``counts`` no points are told.

    ``asks``: closing and claiming are to be asked about before they are done.
    """
    now, outcome = deal.history.deal, deal.outcome
    over = outcome is not None
    tips = [] if over else words.tips(now, counts=counts)
    said = _advice(deal) if asked and not over else []
    # Once the deal is over, what your opponent still held may be seen.
    table = open_deal_table(now, Seat.A) if over else table_of(deal.view)
    return DealView(
        table=table if counts or over else table.without_counts(),
        mode="plain" if over or now.to_act is not Seat.A or now.played_out else "buttons",
        happened=told(deal.happened, end=False, duties=deal.rules.duties, points=counts or over),
        tips=tuple(say.html() for say in tips),
        spoken_tips=" ".join(say.text() for say in tips),
        options=() if over else _options(deal, asks=asks),
        notice=_end(outcome, deal) if outcome is not None else _refusal(deal),
        advice=tuple(say.html() for say in said),
        spoken_advice=" ".join(say.text() for say in said),
        over=over,
        may_ask=not over and not asked,
        refused=Say(words.REFUSED_SO_FAR, {"n": deal.refused}).text() if deal.refused else "",
    )


def _options(deal: PracticeDeal, *, asks: bool) -> tuple[Option, ...]:
    """The buttons beside the cards. A claim is offered by the rules of when it may be made, whatever the count is."""
    now = deal.history.deal
    found = []
    for number, action in enumerate(learner_actions(deal)):
        if isinstance(action, Announce | Claim | Close | Draw | Exchange):
            text = str(words.DRAW) if isinstance(action, Draw) else tasks.action_words(action, now.trump)
            mark = "main" if isinstance(action, Draw) else "weigh" if asks and isinstance(action, Claim | Close) else ""
            found.append(Option(write_action(action), text, f"act-{number}", mark=mark, key=KEYS.get(type(action), "")))
    if waits_for(now, deal.actions):
        text = str(words.COUNT_POINTS if now.played_out else words.LET_PASS)
        found.append(Option(GO_ON, text, "act-go-on"))
    return tuple(sorted(found, key=lambda option: option.mark != "main"))


def _advice(deal: PracticeDeal) -> list[Say]:
    """What the coach would do, with the reasons."""
    advice = coach(deal)
    if advice is None:
        return [Say(words.COACH_PASSES)]
    best = advice.options[0]
    return [to_do(best.action, deal.view), *reasons(best)]


def _refusal(deal: PracticeDeal) -> Notice | None:
    if not deal.tried:
        return None
    refused: Refused | None = refused_by(deal, deal.tried)
    return None if refused is None else refusal_notice(refused, deal)


def refusal_notice(refused: Refused, deal: PracticeDeal) -> Notice:
    """Return why an action does not stand, with its rule."""
    say = Say(REFUSALS[refused.reason], refused.facts, "or")
    link = rule_links([refused.rule], deal.rules)[refused.rule]
    spoken = f"{answers.NOT_ALLOWED} {say.text()} {answers.NOTHING_CHANGED}"
    return Notice(heading(refused), (say.html(),), spoken, link, "wrong")


def _end(outcome: Outcome, deal: PracticeDeal) -> Notice:
    says = [Say(text) for text in outcome_sentences(outcome, Seat.A, deal.rules.two_points_below)]
    title, tone = words.DEAL_TIED, "look"
    if outcome.winner is not None:
        mine = outcome.winner is Seat.A
        title, tone = (words.DEAL_YOURS, "right") if mine else (words.DEAL_OPPONENTS, "wrong")
    rule = rule_of(outcome)
    spoken = " ".join([str(title), *(say.text() for say in says)])
    return Notice(str(title), tuple(say.html() for say in says), spoken, rule_links([rule], deal.rules)[rule], tone)
