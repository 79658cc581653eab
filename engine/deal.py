"""One position of one deal: an immutable value."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Suit
from engine.ruleset import Ruleset
from engine.scoring import Closing, Outcome
from engine.seats import Seat

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Deal:
    """A position in which every card is known. Pairs are indexed by :class:`Seat`.

    Units: ``counted`` and ``pending`` are card points (announced marriages included, the points for the last trick
    never), ``score`` is game points. ``stock`` holds the face-down cards from the top; ``turned`` is the face-up
    trump, also after a closing, and None once drawn. Hands are in canonical order; the card led is in no hand.

    ``on_lead`` leads the trick that is on or comes next; ``before_draw``: that player has won a trick and nobody has
    drawn yet. ``announced`` is the suit of the marriage announced on this lead, until the trick is complete.
    ``shown`` are cards in a hand that both players know: owner and card, in canonical order. ``carry``: the deal
    before this one was tied and this one pays one game point more.
    """

    ruleset: Ruleset
    dealer: Seat
    trump: Suit
    turned: Card | None
    stock: tuple[Card, ...]
    hands: Hands
    on_lead: Seat
    led: Card | None = None
    before_draw: bool = False
    announced: Suit | None = None
    counted: Pair = (0, 0)
    pending: Pair = (0, 0)
    tricks: Pair = (0, 0)
    closing: Closing | None = None
    shown: tuple[tuple[Seat, Card], ...] = ()
    score: Pair = (0, 0)
    carry: bool = False
    outcome: Outcome | None = None

    @property
    def to_act(self) -> Seat:
        """The player whose turn it is."""
        return self.on_lead if self.led is None else self.on_lead.other

    @property
    def talon(self) -> int:
        """Cards left in the stock, the face-up trump included (rule ``deal.stock``)."""
        return len(self.stock) + (self.turned is not None)

    @property
    def full_talon(self) -> int:
        """Cards left in the stock, counted as if both hands were full (rule ``close.count``)."""
        return full_talon(self.ruleset, self.talon, self.closing, before_draw=self.before_draw)

    @property
    def strict(self) -> bool:
        """Nobody draws any more: the stock is used up or closed (rules ``strict.start``, ``close.effect``)."""
        return self.closing is not None or self.turned is None

    @property
    def tricks_played(self) -> int:
        """Tricks that both players have won together."""
        return self.tricks[0] + self.tricks[1]

    @property
    def just_closed(self) -> bool:
        """The stock was closed and no card has been led since (rule ``close.exchange``)."""
        return self.closing is not None and self.led is None and self.tricks_played == sum(self.closing.tricks)

    @property
    def played_out(self) -> bool:
        """Both hands are empty and no card is on the table: nothing is left to play."""
        return self.led is None and not self.hands[0] and not self.hands[1]

    @property
    def over(self) -> bool:
        """The deal has ended; False after the last trick while its winner may still claim."""
        return self.outcome is not None


def full_talon(rules: Ruleset, talon: int, closing: Closing | None, *, before_draw: bool) -> int:
    """Return the cards left in the stock, counted as if both hands were full (rule ``close.count``).

    A stock closed with hands one card short holds what a full hand would leave, plus two.
    """
    if closing is None:
        return talon - 2 if before_draw else talon
    left = rules.deck - 2 * rules.hand - 2 * sum(closing.tricks)
    return talon - 2 if talon > left else talon


class Draft:
    """A copy of a deal that is still being written: change its attributes, then :meth:`finish` it.

    The referee makes every next position in this way: ``dataclasses.replace`` takes ten times as long, because it
    looks up each of the 18 fields by name and sets it past the lock of a frozen class.

    >>> from engine.dealing import deal
    >>> from engine.match import Match
    >>> from engine.ruleset import preset
    >>> import random
    >>> start = deal(Match.start(preset("classic66")), random.Random(66))
    >>> draft = Draft(start)
    >>> draft.score = (1, 0)
    >>> draft.finish().score, start.score
    ((1, 0), (0, 0))
    """

    __slots__ = Deal.__slots__

    def __init__(self, deal: Deal) -> None:
        self.ruleset = deal.ruleset
        self.dealer = deal.dealer
        self.trump = deal.trump
        self.turned = deal.turned
        self.stock = deal.stock
        self.hands = deal.hands
        self.on_lead = deal.on_lead
        self.led = deal.led
        self.before_draw = deal.before_draw
        self.announced = deal.announced
        self.counted = deal.counted
        self.pending = deal.pending
        self.tricks = deal.tricks
        self.closing = deal.closing
        self.shown = deal.shown
        self.score = deal.score
        self.carry = deal.carry
        self.outcome = deal.outcome

    def finish(self) -> Deal:
        """Return the deal: from now on it cannot be changed. The draft itself becomes it, nothing is copied again."""
        self.__class__ = Deal  # type: ignore[assignment]  # the two have the same slots
        return self  # type: ignore[return-value]
