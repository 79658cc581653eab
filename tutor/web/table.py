"""The card table as templates show it: already worded, and it holds no hidden card.

Everything is read from what one seat may know (``engine.view``), or from cards that a lesson lays open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.cards import Card, Suit, in_order
from engine.deal import Deal
from engine.seats import Seat
from engine.view import View, view_of
from tutor.wording.cards import FACE_DOWN, SUIT_SYMBOLS, TRUMP_MARK, card_name, spoken_parts, suit_name
from tutor.wording.sentences import plain

RED_SUITS = {Suit.DIAMONDS, Suit.HEARTS}


@dataclass(frozen=True, slots=True)
class CardView:
    """A face-up card. ``mark``: how it is set off (``right``, ``wrong``, ``look``), ``note``: the same in words."""

    code: str
    name: str
    red: bool
    mark: str = ""
    note: str = ""
    checked: bool = False

    @property
    def suit(self) -> str:
        """The code of the suit, for its colour."""
        return self.code[-1]

    @property
    def spoken(self) -> str:
        """The accessible name, with what the mark says."""
        return spoken_parts([self.name, self.note]) if self.note else self.name


@dataclass(frozen=True, slots=True)
class SuitView:
    """The trump badge."""

    code: str
    name: str
    symbol: str
    red: bool
    label: str


@dataclass(frozen=True, slots=True)
class StockView:
    """The stock: how many cards, the face-up trump, or closed. ``label`` says it in words."""

    turned: CardView | None
    closed: bool
    count: int
    label: str
    turned_label: str = ""


@dataclass(frozen=True, slots=True)
class PlayedView:
    """A place of the trick: who played, and the card, or nothing yet."""

    who: str
    card: CardView | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One side: name, the cards (None: face down), points and tricks in words."""

    name: str
    cards: tuple[CardView | None, ...] = ()
    count: str = ""
    hand_label: str = ""


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole table. Parts that a step does not show are None or empty."""

    you: SeatView
    opponent: SeatView
    trick: tuple[PlayedView, ...] = ()
    stock: StockView | None = None
    trump: SuitView | None = None
    back_name: str = field(default="")
    gone: tuple[CardView, ...] = ()
    gone_label: str = ""

    def without_counts(self) -> TableView:
        """Return the table without points and tricks: they are to be counted."""
        return replace(self, you=replace(self.you, count=""), opponent=replace(self.opponent, count=""))

    def without_stock_count(self) -> TableView:
        """Return the table without the number of cards in the stock: they are to be counted."""
        return replace(self, stock=replace(self.stock, label="") if self.stock else None)

    def laid_open(self, hand: Iterable[Card]) -> TableView:
        """Return the table with the opponent's hand face up."""
        cards = tuple(card_view(card, self._trump) for card in hand)
        return replace(self, opponent=replace(self.opponent, cards=cards, hand_label=_("Your opponent's hand")))

    @property
    def words(self) -> tuple[str, ...]:
        """The same table line by line, for those who want to read it or to hear it: see ``tutor.web.table_words``."""
        from tutor.web.table_words import lines  # it words what is defined here

        return lines(self)

    @property
    def _trump(self) -> Suit | None:
        return next((suit for suit in Suit if self.trump and suit.value == self.trump.code), None)

    def with_gone(self, cards: Iterable[Card]) -> TableView:
        """Return the table with the cards of the tricks taken laid open beside it."""
        trump = self._trump
        gone = tuple(card_view(card, trump) for card in in_order(cards))
        return replace(self, gone=gone, gone_label=_("Cards that have been played") if gone else "")

    def marked(self, marks: dict[str, tuple[str, str]], checked: Collection[str] = ()) -> TableView:
        """Return the table with cards of your hand set off: code -> mark and its word."""
        cards = tuple(
            replace(
                card,
                mark=marks.get(card.code, ("", ""))[0],
                note=spoken_parts([part for part in (card.note, marks.get(card.code, ("", ""))[1]) if part]),
                checked=card.code in checked,
            )
            if card
            else None
            for card in self.you.cards
        )
        return replace(self, you=replace(self.you, cards=cards))


def card_view(card: Card, trump: Suit | None = None) -> CardView:
    """Return a face-up card; a trump says so in its spoken name where trumps are shown."""
    return CardView(
        card.code, card_name(card), card.suit in RED_SUITS, note=str(TRUMP_MARK) if card.suit is trump else ""
    )


def suit_view(suit: Suit) -> SuitView:
    """Return the badge of the trump suit; it stays when the face-up trump is gone."""
    # Translators: %(suit)s is a suit name.
    label = plain(pgettext("label, suit", "Trumps: %(suit)s"), {"suit": suit})
    return SuitView(suit.value, suit_name(suit), SUIT_SYMBOLS[suit], suit in RED_SUITS, label)


def table_of(view: View, *, show_trump: bool = True, answer: Card | None = None) -> TableView:
    """Return the table as the seat of ``view`` sees it, that seat below. ``answer``: a second card on the table."""
    seat, other = view.seat, view.seat.other
    trump = view.trump if show_trump else None
    known = tuple(card_view(card, trump) for card in view.known)
    backs: tuple[CardView | None, ...] = (None,) * (view.opponent_cards - len(known))
    return TableView(
        you=SeatView(
            _("You"),
            tuple(card_view(card, trump) for card in view.hand),
            count_line(view.counted[seat], view.tricks[seat]) if view.gone else "",
            _("Your hand"),
        ),
        opponent=SeatView(
            _("Opponent"),
            known + backs,
            count_line(view.counted[other], view.tricks[other]) if view.gone else "",
            cards_line(view.opponent_cards),
        ),
        trick=_trick(view, trump, answer),
        stock=_stock(view, trump) if show_trump else None,
        trump=suit_view(view.trump) if show_trump else None,
        back_name=str(FACE_DOWN),
    )


def open_deal_table(deal: Deal, you: Seat) -> TableView:
    """Return the table of a position in which every card is known, both hands face up; the hand of ``you`` below."""
    return table_of(view_of(deal, you)).laid_open(deal.hands[you.other])


def trick_table(leader: Seat, led: Card, answer: Card, trump: Suit | None) -> TableView:
    """Return a table that shows nothing but one trick, seen by seat A."""
    return TableView(
        you=SeatView(""),
        opponent=SeatView(""),
        trick=(_played(leader, card_view(led, trump)), _played(leader.other, card_view(answer, trump))),
        trump=suit_view(trump) if trump else None,
        back_name=str(FACE_DOWN),
    )


def open_table(hands: tuple[Iterable[Card], Iterable[Card]], trump: Suit) -> TableView:
    """Return a table with both hands laid open, for a record that is to be judged."""
    yours, theirs = (tuple(card_view(card, trump) for card in in_order(hand)) for hand in hands)
    return TableView(
        you=SeatView(_("You"), yours, hand_label=_("Your hand")),
        opponent=SeatView(_("Opponent"), theirs, hand_label=_("Your opponent's hand")),
        trump=suit_view(trump),
        back_name=str(FACE_DOWN),
    )


def cards_table(cards: Iterable[Card], *, taken: bool = False) -> TableView:
    """Return a table that shows nothing but some cards in the order given; ``taken``: the learner has won them."""
    name = _("Cards that you have won") if taken else _("Cards on the table")
    shown = tuple(card_view(card) for card in cards)
    return TableView(you=SeatView(name, shown, hand_label=name), opponent=SeatView(""))


def counts_table(points: tuple[int, int], tricks: tuple[int, int]) -> TableView:
    """Return a table that shows nothing but the points and tricks of both players."""
    yours, theirs = (count_line(points[seat], tricks[seat]) for seat in Seat)
    return TableView(you=SeatView(_("You"), count=yours), opponent=SeatView(_("Opponent"), count=theirs))


def undealt_table(pack: int) -> TableView:
    """Return the table before the deal: the pack lies there, and nothing else."""
    label = ngettext("The pack: %(n)s card", "The pack: %(n)s cards", pack) % {"n": pack}
    return TableView(
        you=SeatView(_("You")),
        opponent=SeatView(_("Opponent")),
        trick=(PlayedView(_("You"), None), PlayedView(_("Opponent"), None)),
        stock=StockView(None, False, pack, label),
        back_name=str(FACE_DOWN),
    )


def empty_table() -> TableView:
    """Return a table on which nothing lies."""
    return TableView(you=SeatView(""), opponent=SeatView(""))


def count_line(points: int, tricks: int) -> str:
    """Return points and tricks as two labelled counts, with the comma of the language between them."""
    told_points = ngettext("%(n)s point", "%(n)s points", points) % {"n": points}
    told_tricks = ngettext("%(n)s trick", "%(n)s tricks", tricks) % {"n": tricks}
    return spoken_parts([told_points, told_tricks])


def cards_line(count: int) -> str:
    """Return how many cards a hand holds."""
    return ngettext("%(n)s card in hand", "%(n)s cards in hand", count) % {"n": count}


def _trick(view: View, trump: Suit | None, answer: Card | None) -> tuple[PlayedView, ...]:
    if view.led is None and answer is None:
        return (_played(view.on_lead, None, view.seat), _played(view.on_lead.other, None, view.seat))
    led = card_view(view.led, trump) if view.led else None
    second = card_view(answer, trump) if answer else None
    return (_played(view.on_lead, led, view.seat), _played(view.on_lead.other, second, view.seat))


def _played(seat: Seat, card: CardView | None, you: Seat = Seat.A) -> PlayedView:
    return PlayedView(_("You") if seat is you else _("Opponent"), card)


def _stock(view: View, trump: Suit | None) -> StockView:
    if view.turned is None:
        return StockView(None, False, 0, _("The stock is used up."))
    if view.closing is not None:
        return StockView(None, True, view.talon, _("The stock is closed."))
    label = ngettext("%(n)s card is left in the stock.", "%(n)s cards are left in the stock.", view.talon) % {
        "n": view.talon
    }
    # Translators: %(card)s is a card name such as "queen of hearts".
    turned = plain(_("Face-up trump: %(card)s"), {"card": view.turned})
    return StockView(card_view(view.turned, trump), False, view.talon, label, turned)
