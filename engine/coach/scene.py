"""What a view says for certain: which cards the opponent may hold, which of them may answer, who wins, what counts.

"May" and "sure" speak of everything that the seat cannot rule out: cards that both have seen are placed, nothing more
is inferred.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.actions import Action, Announce, Claim, Exchange, Play
from engine.cards import Card, Rank, Suit, in_order
from engine.effects import pair_of, pairs_in
from engine.policy import own_actions
from engine.scoring import GOAL
from engine.seats import Seat
from engine.tricks import answer_wins, playable_answers
from engine.view import View


@dataclass(frozen=True)
class Scene:
    """A view of the player to act, and what follows from it. Everything is worked out once."""

    view: View

    @cached_property
    def me(self) -> Seat:
        """The seat that looks."""
        return self.view.seat

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action that stands for the seat, in the referee's order."""
        return own_actions(self.view)

    @cached_property
    def sensible(self) -> tuple[Action, ...]:
        """The actions without a wrong claim."""
        return tuple(action for action in self.actions if not isinstance(action, Claim) or self.may_claim_rightly)

    @cached_property
    def may_claim_rightly(self) -> bool:
        """There are 66 points and this is the moment to claim them."""
        return Claim(self.me) in self.actions and self.final >= GOAL

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards that may be played now."""
        return tuple(action.card for action in self.actions if isinstance(action, Play))

    # -- counts ------------------------------------------------------------------------------------------------

    @property
    def mine(self) -> int:
        """My card points that count."""
        return self.view.counted[self.me]

    @property
    def theirs(self) -> int:
        """The opponent's card points that count."""
        return self.view.counted[self.me.other]

    @cached_property
    def final(self) -> int:
        """My card points as a claim counts them now: with those for the last trick."""
        return self.mine + (self.bonus if not self.view.hand and self.view.on_lead is self.me else 0)

    @property
    def bonus(self) -> int:
        """What the last trick brings, if every card of the pack is played."""
        return self.view.ruleset.last_trick_points if self.view.closing is None else 0

    @property
    def last(self) -> bool:
        """The trick that is on or comes next is the last one."""
        return len(self.view.hand) == 1 and self.view.turned is None

    def after_winning(self, trick: int) -> int:
        """Return my count after winning a trick of so many points now."""
        return self.mine + trick + self.view.pending[self.me] + (self.bonus if self.last else 0)

    def after_losing(self, trick: int) -> int:
        """Return the opponent's count after winning a trick of so many points now."""
        return self.theirs + trick + self.view.pending[self.me.other] + (self.bonus if self.last else 0)

    # -- the opponent's cards ----------------------------------------------------------------------------------

    @cached_property
    def missing(self) -> int:
        """How many cards of the opponent are not known."""
        return self.view.opponent_cards - len(self.view.known)

    @cached_property
    def theirs_known(self) -> tuple[Card, ...] | None:
        """The opponent's whole hand where it can be known, else None."""
        if self.missing == len(self.view.unseen):
            return in_order((*self.view.known, *self.view.unseen))
        return self.view.known if not self.missing else None

    @cached_property
    def hands(self) -> tuple[tuple[tuple[Card, ...], tuple[Card, ...], int], ...]:
        """What the opponent may hold when it answers a lead: cards held for sure, cards it may hold, how many of them.

        There are two where it may exchange first.
        """
        view, low = self.view, self.view.ruleset.lowest_trump(self.view.trump)
        plain = (view.known, view.unseen if self.missing else (), self.missing)
        if not self._may_exchange_first or view.turned is None:
            return (plain,)
        if low in view.known:
            swapped = (tuple(card for card in view.known if card is not low), view.unseen, self.missing)
        else:
            swapped = (view.known, tuple(card for card in view.unseen if card is not low), self.missing - 1)
        return plain, ((*swapped[0], view.turned), swapped[1] if swapped[2] else (), swapped[2])

    @cached_property
    def _may_exchange_first(self) -> bool:
        """Whether the opponent may exchange between my lead and its answer, or between my closing and my lead."""
        view, rules = self.view, self.view.ruleset
        low, other = rules.lowest_trump(view.trump), self.me.other
        if view.led is not None or (low not in view.known and (not self.missing or low not in view.unseen)):
            return False
        if view.closing is not None:
            now = view.closing.by is self.me and view.tricks == view.closing.tricks
            return rules.exchange_by_other_on_close and now and view.full_talon >= rules.exchange_min_talon
        if view.turned is None or not rules.exchange_off_lead or view.talon < rules.exchange_min_talon:
            return False
        return not rules.exchange_needs_trick or view.tricks[other] > 0

    @cached_property
    def possible(self) -> tuple[Card, ...]:
        """Every card that the opponent may hold when it answers a lead."""
        return in_order({card for sure, maybe, _ in self.hands for card in (*sure, *maybe)})

    @cached_property
    def trumps_out(self) -> tuple[Card, ...]:
        """The trumps that the opponent may hold."""
        return tuple(card for card in self.possible if card.suit is self.view.trump)

    # -- tricks ------------------------------------------------------------------------------------------------

    def replies(self, card: Card) -> tuple[Card, ...]:
        """Return every card that may answer ``card``, led now, from some hand that fits the view."""
        if not self.view.strict:
            return self.possible
        found = {
            reply
            for sure, maybe, need in self.hands
            for reply in (*sure, *maybe)
            if self._may_answer(card, reply, sure, maybe, need)
        }
        return in_order(found)

    def _may_answer(self, led: Card, reply: Card, sure: tuple[Card, ...], maybe: tuple[Card, ...], need: int) -> bool:
        """Whether some hand with the cards ``sure`` and ``need`` of ``maybe`` may answer with ``reply``."""
        if not maybe:
            return reply in playable_answers(self.view.ruleset, sure, led, self.view.trump)
        held, need = (sure, need) if reply in sure else ((*sure, reply), need - 1)
        others = [card for card in maybe if card is not reply]
        for order in self._orders(led, others):
            hand = (*held, *order[:need])
            if reply in playable_answers(self.view.ruleset, hand, led, self.view.trump):
                return True
        return False

    def _orders(self, led: Card, cards: list[Card]) -> Iterable[list[Card]]:
        """Orders of filling a hand; one of them leaves a given answer free if any does.

        Other suits first and the suit led last; low cards of the suit led first; all of the suit led first.
        """

        def kind(card: Card) -> int:
            if card.suit is led.suit:
                return 2 if card.strength > led.strength else 1
            return 3 if card.suit is self.view.trump else 0

        for order in ((0, 3, 1, 2), (1, 0, 3, 2), (2, 1, 0, 3)):
            yield sorted(cards, key=lambda card: order.index(kind(card)))

    def beaters(self, card: Card) -> tuple[Card, ...]:
        """Return the answers that would win against ``card``, led now."""
        return tuple(reply for reply in self.replies(card) if answer_wins(card, reply, self.view.trump))

    def wins(self, card: Card) -> bool:
        """Return whether ``card``, played now, is sure to win the trick."""
        led = self.view.led
        return not self.beaters(card) if led is None else answer_wins(led, card, self.view.trump)

    def least_trick(self, card: Card) -> int:
        """Return the fewest points of a trick that ``card``, played now, is part of."""
        led = self.view.led
        if led is not None:
            return led.points + card.points
        return card.points + min((reply.points for reply in self.replies(card)), default=0)

    # -- marriages ---------------------------------------------------------------------------------------------

    @cached_property
    def pairs(self) -> tuple[Suit, ...]:
        """The marriages in hand."""
        return tuple(pairs_in(self.view.hand))

    @cached_property
    def announceable(self) -> tuple[Suit, ...]:
        """The marriages that may be announced on this lead."""
        return tuple(action.suit for action in self.actions if isinstance(action, Announce))

    def marry_later(self, closed: bool = False) -> bool:
        """Return whether marriages can be announced on a lead after this trick, or after closing now."""
        rules, view = self.view.ruleset, self.view
        if closed or view.closing is not None:
            return bool(rules.meld_after_close)
        if view.turned is None or view.talon == 2:  # the stock is used up by then
            return rules.meld_after_stock
        return True

    @cached_property
    def may_exchange(self) -> bool:
        """An exchange stands now."""
        return any(isinstance(action, Exchange) for action in self.actions)


def high(card: Card) -> bool:
    """Return whether a card is an ace or a ten."""
    return card.rank in (Rank.ACE, Rank.TEN)


def partner(card: Card) -> Card | None:
    """Return the other card of a marriage, None for cards that have none."""
    king, queen = pair_of(card.suit)
    return queen if card is king else king if card is queen else None
