"""What a player can try in a position, and why the rest does not stand: for the explorer and for deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString

from engine.actions import Act, Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import Card, Suit
from engine.deal import Deal
from engine.effects import pair_of
from engine.referee import refusal
from engine.ruleset import Ruleset
from engine.seats import Seat
from engine.verdict import Reason, Refused
from tutor.content.rule_links import RuleLink, rule_links
from tutor.wording.cards import card_list_html
from tutor.wording.refusals import heading, sentence


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a player can try, and why it does not stand, if it does not."""

    action: Action
    refused: Refused | None


@dataclass(frozen=True, slots=True)
class RefusalView:
    """Something that does not stand: which act or cards, why, and the rule behind it."""

    heading: str
    cards: SafeString | str
    says: SafeString
    rule: RuleLink


def choices_of(deal: Deal, seat: Seat) -> tuple[Choice, ...]:
    """Return every card of a hand and everything else that its player can try; drawing only when it is time."""
    tries: list[Action] = [Play(seat, card) for card in deal.hands[seat]]
    tries += [Draw(seat)] if deal.before_draw else []
    tries += [*(Announce(seat, suit) for suit in Suit), Exchange(seat), Close(seat), Claim(seat)]
    return tuple(Choice(action, refusal(deal, action)) for action in tries)


def refusal_view(refused: Refused, rules: Ruleset) -> RefusalView:
    """Return one refusal in words."""
    return RefusalView(heading(refused), "", sentence(refused), rule_links([refused.rule], rules)[refused.rule])


def refusals(choices: Iterable[Choice], rules: Ruleset, hand: tuple[Card, ...]) -> tuple[RefusalView, ...]:
    """Return what does not stand: the cards first, those with one reason together; then the other acts."""
    refused = [(choice, choice.refused) for choice in choices if choice.refused is not None]
    links = rule_links({why.rule for _choice, why in refused}, rules)
    return (*_cards(refused, links), *_acts(refused, links, hand))


def _cards(refused: list[tuple[Choice, Refused]], links: dict[str, RuleLink]) -> Iterator[RefusalView]:
    by_reason: dict[str, tuple[Refused, list[Card]]] = {}
    for choice, why in refused:
        if isinstance(choice.action, Play):
            by_reason.setdefault(f"{why.reason} {dict(why.facts)}", (why, []))[1].append(choice.action.card)
    for why, cards in by_reason.values():
        yield RefusalView(heading(why), card_list_html(cards), sentence(why), links[why.rule])


def _acts(
    refused: list[tuple[Choice, Refused]], links: dict[str, RuleLink], hand: tuple[Card, ...]
) -> Iterator[RefusalView]:
    told: set[str] = set()
    for choice, why in refused:
        says = sentence(why)
        if why.act is Act.PLAY or _idle(choice, why, hand) or f"{why.act} {says}" in told:
            continue
        told.add(f"{why.act} {says}")
        yield RefusalView(heading(why), "", says, links[why.rule])


def _idle(choice: Choice, why: Refused, hand: tuple[Card, ...]) -> bool:
    """A marriage in a suit of which neither king nor queen is held: nobody asks for it."""
    if not isinstance(choice.action, Announce):
        return False
    return why.reason is Reason.NO_PAIR and not any(card in hand for card in pair_of(choice.action.suit))
