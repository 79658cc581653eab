"""The cautious rule player: what a sensible person does by simple rules, from what one seat may know.

It is the opponent of that name, and the model of play that sampling players use. Every choice carries codes that
say what it wanted; each code is true of the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import Card, Rank
from engine.deal import Deal
from engine.effects import pair_of
from engine.referee import legal_actions
from engine.scoring import GOAL
from engine.tricks import answer_wins, playable_answers
from engine.view import View


class Want(StrEnum):
    """What a player wanted with an action. Worded in ``tutor.wording``; each is true where it is given."""

    HAS_66 = "has_66"
    """The count is 66 or more: claim."""
    GETS_CARD = "gets_card"
    """Nothing better before drawing."""
    TAKES_TRUMP = "takes_trump"
    """The face-up trump is better than the lowest one."""
    MARRIAGE_POINTS = "marriage_points"
    """20 or 40 points for the marriage."""
    LEADS_FROM_MARRIAGE = "leads_from_marriage"
    """A card of the announced marriage has to be led."""
    SURE_66 = "sure_66"
    """The tricks that cannot be lost bring 66."""
    SURE_TRICK = "sure_trick"
    """No card that the opponent may hold beats this one."""
    DRAWS_TRUMPS = "draws_trumps"
    """Takes a trump out of the opponent's hand with a trump that cannot be beaten."""
    WINS_POINTS = "wins_points"
    """Wins a trick that is worth having."""
    WINS_CHEAPLY = "wins_cheaply"
    """Wins it with the card worth least that does it."""
    SAVES_TEN = "saves_ten"
    """Brings the ten home, which only the ace beats."""
    GIVES_LITTLE = "gives_little"
    """Loses or leads a card worth as little as possible."""
    KEEPS_MARRIAGE = "keeps_marriage"
    """Keeps a king or queen whose partner may still come."""
    SEARCH_SAYS = "search_says"
    """Over the worlds that fit what is known, nothing else is worth more when the cards lie open."""
    TRIED_OUT = "tried_out"
    """Played on in many deals that fit what is known, this came out best."""
    CLOSING_PAYS = "closing_pays"
    """Over the opponent's possible hands, closing promises more than playing on."""
    PROVED_BEST = "proved_best"
    """All cards are known: nothing else is worth more."""
    ONLY_CARD = "only_card"
    """Nothing else may be played."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An action and what it was meant to do."""

    action: Action
    wants: tuple[Want, ...]


def own_actions(view: View) -> tuple[Action, ...]:
    """Return every action that stands for the seat of the view. Legality hangs on nothing that it cannot see."""
    world = view.fill(view.unseen)
    return tuple(action for action in legal_actions(world) if action.by is view.seat)


def choose(view: View) -> Choice:
    """Return the action of the cautious rule player.

    Raises:
        ValueError: the seat of the view is not to act.
    """
    return _choose(view, own_actions(view))


def _choose(view: View, actions: tuple[Action, ...]) -> Choice:
    if not actions or view.to_act is not view.seat:
        raise ValueError("this seat is not to act")
    special = _before_playing(view, actions)
    if special is not None:
        return special
    cards = tuple(action.card for action in actions if isinstance(action, Play))
    if len(cards) == 1:
        return Choice(Play(view.seat, cards[0]), (Want.ONLY_CARD,))
    if view.led is None:
        card, wants = _lead(view, cards)
    else:
        card, wants = _answer(view, cards, view.led)
    return Choice(Play(view.seat, card), wants)


def after_closing(deal: Deal) -> Choice | None:
    """Return the exchange of the player whose opponent has just closed, where the rules let it; None elsewhere.

    It takes no thought: the face-up trump is better than the lowest one, and it is the last chance (rule
    ``close.exchange``).
    """
    if not (deal.ruleset.exchange_by_other_on_close and deal.just_closed):
        return None
    exchange = Exchange(deal.to_act.other)
    if exchange not in legal_actions(deal):
        return None
    return Choice(exchange, (Want.TAKES_TRUMP,))


def possible_cards(view: View) -> tuple[Card, ...]:
    """Return the cards that the opponent may hold: those known, and all that are unseen."""
    return (*view.known, *view.unseen)


def cannot_lose(view: View, card: Card) -> bool:
    """Return whether a card led now wins the trick whatever the opponent holds and answers."""
    possible = possible_cards(view)
    if view.turned is None:
        # With the stock used up, every unseen card is in the opponent's hand: look at the real answers.
        replies = playable_answers(view.ruleset, possible, card, view.trump) if possible else ()
        return not any(answer_wins(card, reply, view.trump) for reply in replies)
    return not any(answer_wins(card, reply, view.trump) for reply in possible)


def cost(view: View, card: Card) -> int:
    """Return how little one likes to part with a card: its points, and more for trumps and marriage cards."""
    price = 2 * card.points
    if card.suit is view.trump:
        price += 9
    if may_still_marry(view, card):
        price += 12 if card.suit is view.trump else 8
    if card.rank in (Rank.ACE, Rank.TEN):
        price += 6
    return price


def may_still_marry(view: View, card: Card, gone: Card | None = None) -> bool:
    """Return whether a king or queen has its partner in hand, or may still draw it; ``gone`` leaves the hand now."""
    if card.rank not in (Rank.KING, Rank.QUEEN):
        return False
    rules = view.ruleset
    if view.strict and not (rules.meld_after_close if view.closing else rules.meld_after_stock):
        return False
    king, queen = pair_of(card.suit)
    partner = queen if card is king else king
    if partner is gone:
        return False
    return partner in view.hand or (not view.strict and partner in (*view.unseen, view.turned))


def wasteful(view: View, action: Action) -> bool:
    """Return whether an ace or ten would be thrown on a lost trick though a cheap card could go there.

    Cheap: below ten points, no trump, no part of a marriage that may still come.
    """
    if not isinstance(action, Play) or view.led is None or action.card.rank not in (Rank.ACE, Rank.TEN):
        return False
    led, trump = view.led, view.trump
    if answer_wins(led, action.card, trump):
        return False
    cards = [other.card for other in own_actions(view) if isinstance(other, Play)]
    return any(
        card.points < 10
        and card.suit is not trump
        and not answer_wins(led, card, trump)
        and not may_still_marry(view, card)
        for card in cards
    )


def plain_wants(view: View, action: Action) -> tuple[Want, ...]:
    """Return what is plainly true of an action, whoever chose it."""
    match action:
        case Exchange():
            return (Want.TAKES_TRUMP,)
        case Announce():
            return (Want.MARRIAGE_POINTS,)
        case Draw():
            return (Want.GETS_CARD,)
        case Play(_, card) if view.led is None:
            return _lead_wants(view, card)
        case Play(_, card) if view.led is not None and answer_wins(view.led, card, view.trump):
            return _winning(view, card)
    return ()


def _lead_wants(view: View, card: Card) -> tuple[Want, ...]:
    if view.announced is not None:
        return (Want.LEADS_FROM_MARRIAGE,)
    if not cannot_lose(view, card):
        return ()
    return (Want.SURE_TRICK, Want.DRAWS_TRUMPS) if _draws_trumps(view, card) else (Want.SURE_TRICK,)


def _draws_trumps(view: View, card: Card) -> bool:
    """Return whether a trump led takes one out of the hand that has to follow suit, if there is one."""
    follows = view.strict and view.ruleset.strict_follow
    return follows and card.suit is view.trump and any(other.suit is view.trump for other in possible_cards(view))


def _winning(view: View, card: Card) -> tuple[Want, ...]:
    """Say what winning the trick with a card brings; a ten is saved only from an ace that may still come."""
    at_stake = Card.of(Rank.ACE, card.suit) in (*possible_cards(view), view.turned)
    saved = card.rank is Rank.TEN and view.led is not None and card.suit is view.led.suit and at_stake
    return (Want.WINS_POINTS, Want.SAVES_TEN) if saved else (Want.WINS_POINTS,)


def _before_playing(view: View, actions: tuple[Action, ...]) -> Choice | None:
    """Claim, exchange, close, draw and announce, in this order; None where a card is to be played."""
    if Claim(view.seat) in actions and _count_now(view) >= GOAL:
        return Choice(Claim(view.seat), (Want.HAS_66,))
    if Exchange(view.seat) in actions:
        return Choice(Exchange(view.seat), (Want.TAKES_TRUMP,))
    if Close(view.seat) in actions and _sure_points(view) >= GOAL:
        return Choice(Close(view.seat), (Want.SURE_66,))
    if view.before_draw:
        return Choice(Draw(view.seat), (Want.GETS_CARD,))
    marriages = [action for action in actions if isinstance(action, Announce)]
    if marriages:
        best = max(marriages, key=lambda action: action.suit is view.trump)
        return Choice(best, (Want.MARRIAGE_POINTS,))
    return None


def _count_now(view: View) -> int:
    """Return the points that a claim would count, those for the last trick included."""
    points = view.counted[view.seat]
    if not view.hand and view.turned is None and view.closing is None:
        points += view.ruleset.last_trick_points
    return points


def _sure_points(view: View) -> int:
    """Return the points after all tricks that cannot be lost if the stock is closed now, the opponent adding nothing."""
    points = view.counted[view.seat]
    possible = possible_cards(view)
    trumps = sorted((c for c in view.hand if c.suit is view.trump), key=_strength, reverse=True)
    against = sorted((c for c in possible if c.suit is view.trump), key=_strength, reverse=True)
    for card in trumps:
        if against and against[0].strength > card.strength:
            break
        points += card.points
        against = against[:-1]  # the opponent gives the lowest one
    if against:
        return points
    for card in view.hand:
        same = [c for c in possible if c.suit is card.suit]
        if card.suit is not view.trump and all(c.strength < card.strength for c in same):
            points += card.points
    return points


def _lead(view: View, cards: tuple[Card, ...]) -> tuple[Card, tuple[Want, ...]]:
    if view.announced is not None:
        # The queen is worth less; the king only where his extra point makes the 66.
        needs_king = view.counted[view.seat] + 3 < GOAL <= view.counted[view.seat] + 4
        return _extreme(cards, lambda c: c.points, highest=needs_king), (Want.LEADS_FROM_MARRIAGE,)
    sure = [card for card in cards if cannot_lose(view, card)]
    if view.strict and sure:
        return _cash(view, sure)
    card = _extreme(cards, lambda c: cost(view, c), highest=False)
    return card, _giving(view, cards, card)


def _cash(view: View, sure: list[Card]) -> tuple[Card, tuple[Want, ...]]:
    trumps = [card for card in sure if card.suit is view.trump]
    if trumps and any(card.suit is view.trump for card in possible_cards(view)):
        wants = (Want.SURE_TRICK, Want.DRAWS_TRUMPS) if _draws_trumps(view, trumps[0]) else (Want.SURE_TRICK,)
        return _extreme(trumps, lambda c: c.points, highest=True), wants
    return _extreme(sure, lambda c: 2 * c.points + (c.suit is not view.trump), highest=True), (Want.SURE_TRICK,)


def _answer(view: View, cards: tuple[Card, ...], led: Card) -> tuple[Card, tuple[Want, ...]]:
    winners = [card for card in cards if answer_wins(led, card, view.trump)]
    plain = [card for card in winners if card.suit is not view.trump or led.suit is view.trump]
    tens = [card for card in plain if card.rank is Rank.TEN]
    if tens:
        return tens[0], _winning(view, tens[0])
    if plain and (view.strict or led.points >= 3):
        card = _extreme(plain, lambda c: c.points, highest=True) if view.strict else _cheapest(view, plain)
        return card, (Want.WINS_POINTS,)
    ruffs = [card for card in winners if not may_still_marry(view, card)] or winners
    if ruffs and (view.strict or led.points >= 10):
        return _cheapest(view, ruffs), (Want.WINS_POINTS, Want.WINS_CHEAPLY)
    losers = [card for card in cards if card not in winners] or list(cards)
    card = _extreme(losers, lambda c: cost(view, c), highest=False)
    if card in winners:
        return card, (Want.WINS_CHEAPLY,)
    return card, _giving(view, tuple(losers), card)


def _giving(view: View, cards: tuple[Card, ...], card: Card) -> tuple[Want, ...]:
    """Say what a throw or a low lead keeps back."""
    kept = any(
        may_still_marry(view, other, gone=card) and other.points <= card.points + 4
        for other in cards
        if other is not card
    )
    return (Want.GIVES_LITTLE, Want.KEEPS_MARRIAGE) if kept else (Want.GIVES_LITTLE,)


def _cheapest(view: View, cards: Iterable[Card]) -> Card:
    return min(cards, key=lambda card: (cost(view, card), card.index))


def _strength(card: Card) -> int:
    return card.strength


def _extreme(cards: Iterable[Card], key: Callable[[Card], int], *, highest: bool) -> Card:
    ordered = sorted(cards, key=lambda card: (key(card), card.index))
    return ordered[-1] if highest else ordered[0]
