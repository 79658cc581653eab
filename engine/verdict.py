"""What the referee answers when somebody tries an action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from engine.actions import Act
from engine.cards import Card, Suit
from engine.deal import Deal
from engine.events import Event

Fact = Card | Suit | int | tuple[Card, ...]


class Reason(StrEnum):
    """Why an action is refused. Lessons, puzzles and programs name these values: none is ever renamed."""

    NOT_YOUR_TURN = "not_your_turn"
    NOT_ON_LEAD = "not_on_lead"
    MID_TRICK = "mid_trick"
    DRAW_FIRST = "draw_first"
    CARD_NOT_HELD = "card_not_held"
    MUST_FOLLOW = "must_follow"
    MUST_HEAD = "must_head"
    MUST_TRUMP = "must_trump"
    NO_TRICK_YET = "no_trick_yet"
    FIRST_TRICK = "first_trick"
    TALON_TOO_SMALL = "talon_too_small"
    STOCK_CLOSED = "stock_closed"
    STOCK_EXHAUSTED = "stock_exhausted"
    NOT_LOWEST_TRUMP = "not_lowest_trump"
    NO_PAIR = "no_pair"
    MUST_LEAD_FROM_PAIR = "must_lead_from_pair"
    MUST_LEAD_KING = "must_lead_king"
    ONE_MARRIAGE_PER_LEAD = "one_marriage_per_lead"
    CLOSE_BEFORE_ANNOUNCING = "close_before_announcing"
    ALREADY_CLOSED = "already_closed"
    NO_CLOSING_IN_RULESET = "no_closing_in_ruleset"
    CLAIM_NOT_NOW = "claim_not_now"
    NO_CLAIMS_IN_RULESET = "no_claims_in_ruleset"
    DEAL_OVER = "deal_over"


_FACTS = {
    Reason.CARD_NOT_HELD: {"card"},
    Reason.MUST_FOLLOW: {"suit", "playable"},
    Reason.MUST_HEAD: {"card", "playable"},
    Reason.MUST_TRUMP: {"suit", "trump", "playable"},
    Reason.TALON_TOO_SMALL: {"left", "needed"},
    Reason.NOT_LOWEST_TRUMP: {"card"},
    Reason.NO_PAIR: {"suit"},
    Reason.MUST_LEAD_FROM_PAIR: {"pair"},
}

FACTS: Final[Mapping[Reason, frozenset[str]]] = MappingProxyType(
    {reason: frozenset(_FACTS.get(reason, ())) for reason in Reason}
)
"""The facts that each reason carries. Whoever words a refusal may use these and no others."""

_RULES: Final[dict[Reason, dict[Act, str]]] = {
    Reason.NOT_YOUR_TURN: {Act.PLAY: "trick.play", Act.DRAW: "open.draw"},
    Reason.NOT_ON_LEAD: {
        Act.MARRIAGE: "marriage.when",
        Act.EXCHANGE: "exchange.when",
        Act.CLOSE: "close.when",
    },
    Reason.MID_TRICK: {
        Act.MARRIAGE: "marriage.when",
        Act.EXCHANGE: "exchange.when",
        Act.CLOSE: "close.when",
    },
    Reason.DRAW_FIRST: {
        Act.PLAY: "open.wait",
        Act.MARRIAGE: "marriage.when",
        Act.EXCHANGE: "exchange.when",
        Act.CLOSE: "close.draw",
    },
    Reason.CARD_NOT_HELD: {Act.PLAY: "trick.play", Act.EXCHANGE: "exchange.card"},
    Reason.MUST_FOLLOW: {Act.PLAY: "strict.follow"},
    Reason.MUST_HEAD: {Act.PLAY: "strict.head"},
    Reason.MUST_TRUMP: {Act.PLAY: "strict.trump"},
    Reason.NO_TRICK_YET: {Act.EXCHANGE: "exchange.trick"},
    Reason.FIRST_TRICK: {Act.MARRIAGE: "marriage.first", Act.CLOSE: "close.first"},
    Reason.TALON_TOO_SMALL: {Act.EXCHANGE: "exchange.left", Act.CLOSE: "close.left"},
    Reason.STOCK_CLOSED: {Act.MARRIAGE: "close.marriage", Act.EXCHANGE: "close.exchange"},
    Reason.STOCK_EXHAUSTED: {
        Act.MARRIAGE: "strict.marriage",
        Act.EXCHANGE: "exchange.gone",
        Act.CLOSE: "close.gone",
    },
    Reason.NOT_LOWEST_TRUMP: {Act.EXCHANGE: "exchange.what"},
    Reason.NO_PAIR: {Act.MARRIAGE: "marriage.pair"},
    Reason.MUST_LEAD_FROM_PAIR: {Act.PLAY: "marriage.lead", Act.MARRIAGE: "marriage.lead"},
    Reason.MUST_LEAD_KING: {Act.PLAY: "marriage.lead", Act.MARRIAGE: "marriage.lead"},
    Reason.ONE_MARRIAGE_PER_LEAD: {Act.MARRIAGE: "marriage.one"},
    Reason.CLOSE_BEFORE_ANNOUNCING: {Act.CLOSE: "close.announced"},
    Reason.ALREADY_CLOSED: {Act.CLOSE: "close.once"},
    Reason.NO_CLOSING_IN_RULESET: {Act.CLOSE: "close.none"},
    Reason.CLAIM_NOT_NOW: {Act.CLAIM: "claim.when"},
    Reason.NO_CLAIMS_IN_RULESET: {Act.CLAIM: "claim.auto"},
    Reason.DEAL_OVER: dict.fromkeys(Act, "claim.over"),
}

RULE_OF: Final[Mapping[tuple[Reason, Act], str]] = MappingProxyType(
    {(reason, act): rule for reason, rules in _RULES.items() for act, rule in rules.items()}
)
"""Reason and kind of action -> the rule id of ``engine/RULES.md`` that the refusal rests on."""


@dataclass(frozen=True, slots=True, init=False)
class Allowed:
    """The action stands. ``deal`` is the position after it, ``events`` tells in order what happened."""

    deal: Deal
    events: tuple[Event, ...]

    def __init__(self, deal: Deal, events: tuple[Event, ...]) -> None:
        # One is made for every action, and this takes half the time of the generated __init__.
        _set_deal(self, deal)
        _set_events(self, events)


_set_deal, _set_events = (vars(Allowed)[name].__set__ for name in Allowed.__slots__)


@dataclass(frozen=True, slots=True)
class Refused:
    """The action does not stand and nothing has changed.

    ``facts`` holds engine values, never sentences: words are made in ``tutor.wording``.
    """

    reason: Reason
    act: Act
    facts: Mapping[str, Fact]

    @classmethod
    def because(cls, reason: Reason, act: Act, **facts: Fact) -> Refused:
        """Build a refusal.

        Raises:
            TypeError: ``facts`` are not the ones that ``FACTS`` promises for ``reason``.
        """
        if facts.keys() != FACTS[reason]:
            raise TypeError(f"{reason} needs the facts {sorted(FACTS[reason])}")
        return cls(reason, act, MappingProxyType(facts))

    @property
    def rule(self) -> str:
        """The rule id that the refusal rests on."""
        return RULE_OF[self.reason, self.act]


def plain_refusals(act: Act) -> Mapping[Reason, Refused]:
    """Return the refusals of one kind of action that carry no facts, by reason.

    They are made once: looking for what is legal meets them all the time.
    """
    return {reason: Refused.because(reason, act) for reason, of in RULE_OF if of is act and not FACTS[reason]}


Verdict = Allowed | Refused
