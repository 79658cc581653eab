"""Any position as templates show it: table, what may be done, why the rest may not, and where each action leads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.actions import Action
from engine.events import DealEnded, Event
from engine.history import replay
from engine.notation import write, write_action
from engine.seats import Seat
from engine.trying import try_actions
from engine.verdict import Refused
from tutor.content.position_links import explorer_url, position_link
from tutor.exercises.choices import Choice, RefusalView, choices_of, refusal_view, refusals
from tutor.positions import services
from tutor.positions.services import Opened
from tutor.web.table import TableView, open_deal_table, table_of
from tutor.wording.cards import cards_in_this_order
from tutor.wording.events import tell
from tutor.wording.presets import LABELS, ruleset_label
from tutor.wording.refusals import heading, spoken
from tutor.wording.sentences import fill
from tutor.wording.trials import ACROSS, IF_ENDED, button, ending
from tutor.wording.turns import turn


@dataclass(frozen=True, slots=True)
class ActView:
    """An action that stands, and the position that it leads to (empty: that needs a card that is not known)."""

    label: SafeString
    url: str


@dataclass(frozen=True, slots=True)
class StepView:
    """Something that has been done, and the position right after it."""

    text: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class EndingView:
    """How the deal would end."""

    heading: str
    says: tuple[SafeString, ...]


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link with its label."""

    label: str
    url: str
    current: bool = False


@dataclass(frozen=True, slots=True)
class PositionView:
    """The whole page."""

    ruleset: str
    rules_url: str
    rules: str
    written: str
    done: str
    notation: str
    turn: tuple[str, ...]
    table: TableView
    may_try: bool
    tried: RefusalView | None
    spoken: str
    acts: tuple[ActView, ...]
    refusals: tuple[RefusalView, ...]
    steps: tuple[StepView, ...]
    back: str
    forward: str
    ended: tuple[SafeString, ...]
    endings: tuple[EndingView, ...]
    presets: tuple[LinkView, ...]
    url: str
    build_url: str
    deal_urls: tuple[LinkView, ...]
    hidden: bool
    stock: SafeString | str


def position_view(opened: Opened, tried: Refused | None = None) -> PositionView:
    """Word a position; ``tried``: what has just been refused."""
    deal, seat = opened.deal, opened.seat
    choices = () if deal.over else choices_of(deal, seat)
    notation = "" if deal.over or opened.hidden else write(deal)
    return PositionView(
        ruleset=ruleset_label(opened.rules),
        rules_url=reverse("rules:book") + f"?preset={opened.rules}",
        rules=str(opened.rules),
        written=opened.written,
        done=",".join(write_action(action) for action in opened.done),
        notation=notation or (opened.written if opened.hidden else ""),
        turn=tuple(turn(deal, seat)),
        table=table_of(opened.view) if opened.hidden else open_deal_table(deal, seat),
        may_try=not deal.over and bool(deal.hands[seat]),
        tried=_tried(tried, opened),
        spoken=f"{heading(tried)}. {spoken(tried)}" if tried else "",
        acts=tuple(_acts(choices, opened)),
        refusals=refusals(choices, opened.rules, deal.hands[seat]),
        steps=tuple(_steps(opened)),
        back=_at(opened, opened.at - 1) if opened.at else "",
        forward=_at(opened, opened.at + 1) if opened.at < len(opened.actions) else "",
        ended=_ended(opened),
        endings=tuple(_endings(opened)),
        presets=tuple(
            LinkView(str(LABELS[rules.name]), explorer_url(rules, opened.written), rules == opened.rules)
            for rules in services.other_rules(opened)
        ),
        url=_at(opened, opened.at),
        build_url=f"{reverse('positions:build')}?{explorer_url(opened.rules, notation).partition('?')[2]}"
        if notation
        else reverse("positions:build"),
        deal_urls=tuple(_dealt(opened)),
        hidden=opened.hidden,
        stock="" if opened.hidden or deal.over else cards_in_this_order(deal.stock),
    )


def _at(opened: Opened, at: int) -> str:
    everything = at == len(opened.actions)
    return explorer_url(opened.rules, opened.written, opened.actions, None if everything else at)


def _after(opened: Opened, action: Action) -> str:
    return explorer_url(opened.rules, opened.written, (*opened.done, action))


def _acts(choices: Iterable[Choice], opened: Opened) -> Iterable[ActView]:
    blocked = opened.waits_for_cards
    for choice in choices:
        if choice.refused is None:
            yield ActView(button(opened.deal, choice.action).html(), "" if blocked else _after(opened, choice.action))
    for action in services.acts_across(opened):
        yield ActView(fill(ACROSS), _after(opened, action))


def _tried(refused: Refused | None, opened: Opened) -> RefusalView | None:
    if refused is None:
        return None
    return refusal_view(refused, opened.rules)


def _steps(opened: Opened) -> Iterable[StepView]:
    """What was done, from the side of the player who is below now; what the deal ends with is told elsewhere."""
    history = replay(opened.history.start)
    for number, action in enumerate(opened.actions, 1):
        seen = len(history.events)
        step = history.then(action)
        assert not isinstance(step, Refused)
        history = step
        text = _tell(history.events[seen:], opened.seat, opened)
        yield StepView(text, _at(opened, number), number == opened.at)


def _tell(events: Iterable[Event], seat: Seat, opened: Opened) -> str:
    return tell((event for event in events if not isinstance(event, DealEnded)), seat, duties=opened.rules.duties)


def _ended(opened: Opened) -> tuple[SafeString, ...]:
    tried = try_actions(opened.deal, ())
    return tuple(ending(tried, opened.seat, game=True))


def _endings(opened: Opened) -> Iterable[EndingView]:
    """How the deal would end if it ended now; where nobody claims, what it would be worth."""
    claims = opened.rules.spoken
    for seat, tried in services.if_it_ended(opened.deal):
        says = ending(tried, opened.seat, game=False)
        yield EndingView(str(IF_ENDED[claims, seat is opened.seat]), tuple(says if claims else says[2:]))


def _dealt(opened: Opened) -> Iterable[LinkView]:
    """Where the unknown cards are dealt out, in two ways."""
    if not opened.hidden or opened.deal.over:
        return
    yield LinkView(_("Deal the unknown cards"), position_link(services.dealt(opened, 1)))
    yield LinkView(_("Deal them another way"), position_link(services.dealt(opened, 2)))
