"""What one seat may know: the only thing that pages, coaches and opponents are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card, Suit, in_order
from engine.deal import Deal, Hands, Pair, full_talon
from engine.effects import pair_of
from engine.events import CardDrawn, Event
from engine.ruleset import Ruleset
from engine.scoring import Closing, Outcome
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class View:
    """A position as ``seat`` knows it. Pairs are indexed by :class:`Seat`; units as in :class:`engine.deal.Deal`.

    ``known`` are the opponent's cards that both players have seen, ``shown`` those of one's own hand. ``gone`` are
    the cards of the tricks taken. Card points are public: whoever remembers the tricks knows both counts.
    """

    seat: Seat
    ruleset: Ruleset
    dealer: Seat
    trump: Suit
    turned: Card | None
    face_down: int
    hand: tuple[Card, ...]
    opponent_cards: int
    known: tuple[Card, ...]
    shown: tuple[Card, ...]
    gone: tuple[Card, ...]
    on_lead: Seat
    led: Card | None
    before_draw: bool
    announced: Suit | None
    counted: Pair
    pending: Pair
    tricks: Pair
    closing: Closing | None
    score: Pair
    carry: bool
    outcome: Outcome | None

    @property
    def to_act(self) -> Seat:
        """The player whose turn it is."""
        return self.on_lead if self.led is None else self.on_lead.other

    @property
    def talon(self) -> int:
        """Cards left in the stock, the face-up trump included."""
        return self.face_down + (self.turned is not None)

    @property
    def full_talon(self) -> int:
        """Cards left in the stock, counted as if both hands were full (rule ``close.count``)."""
        return full_talon(self.ruleset, self.talon, self.closing, before_draw=self.before_draw)

    @property
    def strict(self) -> bool:
        """Nobody draws any more."""
        return self.closing is not None or self.turned is None

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards whose place this seat does not know, in canonical order.

        They lie in the opponent's hand (``opponent_cards`` less ``known``) and face down in the stock.
        """
        seen = {*self.hand, *self.known, *self.gone}
        seen.update(card for card in (self.turned, self.led) if card is not None)
        return tuple(card for card in self.ruleset.pack if card not in seen)

    def fill(self, unseen: Sequence[Card]) -> Deal:
        """Return one world that fits this view: the unseen cards in an order of the caller's choice.

        The first of them go to the opponent's hand, the rest face down to the stock, from the top.

        Raises:
            ValueError: these are not the unseen cards.
        """
        if in_order(unseen) != self.unseen:
            raise ValueError("these are not the unseen cards")
        need = self.opponent_cards - len(self.known)
        theirs = in_order((*self.known, *unseen[:need]))
        hands: Hands = (self.hand, theirs) if self.seat is Seat.A else (theirs, self.hand)
        shown = [(self.seat, card) for card in self.shown]
        pair = _announced_pair(self.announced, self.led, self.on_lead is self.seat.other)
        shown += [(self.seat.other, card) for card in self.known if card not in pair]
        return Deal(
            ruleset=self.ruleset,
            dealer=self.dealer,
            trump=self.trump,
            turned=self.turned,
            stock=tuple(unseen[need:]),
            hands=hands,
            on_lead=self.on_lead,
            led=self.led,
            before_draw=self.before_draw,
            announced=self.announced,
            counted=self.counted,
            pending=self.pending,
            tricks=self.tricks,
            closing=self.closing,
            shown=tuple(sorted(shown)),
            score=self.score,
            carry=self.carry,
            outcome=self.outcome,
        )


def view_of(deal: Deal, seat: Seat) -> View:
    """Return what ``seat`` may know of ``deal``.

    Both cards of a marriage are known from the announcement on, the partner of the card led until it is played;
    an exchanged trump and a face-up trump that was drawn are known until they are played.
    """
    other = seat.other
    pair = _announced_pair(deal.announced, deal.led, deal.on_lead is other)
    known = {card for owner, card in deal.shown if owner is other} | set(pair)
    placed = {*deal.hands[0], *deal.hands[1], *deal.stock}
    placed.update(card for card in (deal.turned, deal.led) if card is not None)
    return View(
        seat=seat,
        ruleset=deal.ruleset,
        dealer=deal.dealer,
        trump=deal.trump,
        turned=deal.turned,
        face_down=len(deal.stock),
        hand=deal.hands[seat],
        opponent_cards=len(deal.hands[other]),
        known=in_order(known),
        shown=in_order(card for owner, card in deal.shown if owner is seat),
        gone=tuple(card for card in deal.ruleset.pack if card not in placed),
        on_lead=deal.on_lead,
        led=deal.led,
        before_draw=deal.before_draw,
        announced=deal.announced,
        counted=deal.counted,
        pending=deal.pending,
        tricks=deal.tricks,
        closing=deal.closing,
        score=deal.score,
        carry=deal.carry,
        outcome=deal.outcome,
    )


def _announced_pair(announced: Suit | None, led: Card | None, by_opponent: bool) -> tuple[Card, ...]:
    """The two cards that an opponent has just shown and not yet led from."""
    if announced is None or led is not None or not by_opponent:
        return ()
    return pair_of(announced)


def seen_by(event: Event, seat: Seat) -> Event | None:
    """Return the event as ``seat`` may know it: a card that the opponent drew face down is None."""
    if isinstance(event, CardDrawn) and event.by is not seat and not event.face_up:
        return None
    return event
