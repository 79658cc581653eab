"""A position that is changed in place: what the tree search walks on, several times as fast as immutable positions.

Where there is nothing to think about it goes on by itself: it draws, exchanges as soon as it may, and claims as soon as
there are 66. What is left to choose are cards, announcements and closings. Scores as in :mod:`engine.search.playout`.
"""

from __future__ import annotations

from typing import Final

from engine.search import pay
from engine.search.bits import Core, Position, cards_of, legal_answers, mask_of
from engine.search.choices import (
    BEATEN,
    PARTNER,
    Free,
    cheapest,
    from_pair,
    open_answer,
    strict_answer,
    strict_lead,
    sure_points,
)
from engine.search.exact import score
from engine.search.moves import ANNOUNCE, CLOSE, DRAW, Move
from engine.search.playout import NO_TRICK, QUEENS, TRICK, worth
from engine.search.policy import run_open, run_strict, shut_at

_LOW: Final = tuple(tuple(cards_of(mask)) for mask in range(4096))
_HIGH: Final = tuple(tuple(card + 12 for card in cards) for cards in _LOW)


class Board:
    """Mutable state by seat. ``result`` is the value for seat A once the deal is over.

    ``stock`` lies upside down, the face-up trump first; ``free`` by seat: see :mod:`engine.search.choices`.
    """

    __slots__ = (
        "announced",
        "before_draw",
        "core",
        "free",
        "hands",
        "lead",
        "led",
        "result",
        "scores",
        "shut",
        "stock",
    )

    def __init__(self, core: Core, position: Position, free: tuple[Free, Free]) -> None:
        self.core = core
        self.hands = [*position.hands]
        self.free = [*free]
        self.stock = [position.up, *position.stock[::-1]] if position.up >= 0 else []
        self.scores = [score(position, 0), score(position, 1)]
        self.lead, self.led, self.announced = position.lead, position.led, position.announced
        self.before_draw, self.shut, self.result = position.before_draw, position.shut, position.result

    @property
    def to_act(self) -> int:
        """The seat whose turn it is."""
        return self.lead if self.led < 0 else 1 - self.lead

    def copy(self) -> Board:
        """Return a board of its own in the same state."""
        made: Board = object.__new__(Board)
        made.core, made.hands, made.free = self.core, [*self.hands], [*self.free]
        made.stock, made.scores, made.shut = [*self.stock], [*self.scores], self.shut
        made.lead, made.led, made.announced = self.lead, self.led, self.announced
        made.before_draw, made.result = self.before_draw, self.result
        return made

    # -- what can be done ------------------------------------------------------------------------------------------

    def options(self) -> tuple[Move, ...]:
        """Return what the player to act can choose among; never empty while the deal goes on."""
        lead, led = self.lead, self.led
        if led >= 0:
            hand = self.hands[1 - lead]
            if self.shut is not None or not self.stock:
                hand = legal_answers(self.core, hand, led)
            return _LOW[hand & 4095] + _HIGH[hand >> 12]
        if self.announced >= 0:
            return self._after_announcing()
        if self.before_draw:
            return (DRAW, CLOSE) if self._may_close() else (DRAW,)
        hand = self.hands[lead]
        found = _LOW[hand & 4095] + _HIGH[hand >> 12]
        queens = hand & hand >> 1 & QUEENS
        if queens and self._may_announce():
            found += tuple([ANNOUNCE + queen // 6 for queen in cards_of(queens)])
        return (*found, CLOSE) if self._may_close() else found

    def _after_announcing(self) -> tuple[Move, ...]:
        queen = 6 * self.announced + 2
        cards = (queen + 1,) if self.core.king_only else (queen, queen + 1)
        return (*cards, CLOSE) if self.core.meld_then_close and self._may_close() else cards

    def _begun(self) -> bool:
        return self.scores[0] >= 0 or self.scores[1] >= 0

    def _may_announce(self) -> bool:
        core = self.core
        while_open = core.meld_exhausted or bool(self.stock)
        allowed = while_open if self.shut is None else core.meld_closed
        return allowed and (core.meld_first or self._begun())

    def _may_close(self) -> bool:
        core, talon = self.core, len(self.stock)
        if not core.close or self.shut is not None or not talon:
            return False
        if self.before_draw:
            if not core.close_before_draw:
                return False
            talon -= 2
        return talon >= core.close_min and (core.close_first or self._begun())

    # -- what follows ----------------------------------------------------------------------------------------------

    def make(self, move: Move) -> None:
        """Make one of the options, and whatever follows by itself."""
        if move < ANNOUNCE:
            if self.led < 0:
                self._put(move)
            else:
                self._answer(move)
        elif move == CLOSE:
            self.shut = shut_at(self.core, self.lead, (self.scores[0], self.scores[1]))
            self.before_draw = False
        elif move == DRAW:
            self._draw()
        else:
            self._announce(move - ANNOUNCE)

    def _put(self, card: int) -> None:
        self.led = card
        self.hands[self.lead] ^= 1 << card
        self._seen(card)
        if self.core.exchange_off_lead:
            self.exchange(1 - self.lead)

    def _seen(self, card: int) -> None:
        partner = PARTNER[card]
        if partner:
            self.free[0] |= partner
            self.free[1] |= partner

    def _answer(self, card: int) -> None:
        lead, scores = self.lead, self.scores
        self.hands[1 - lead] ^= 1 << card
        self._seen(card)
        points = TRICK[self.led][card]
        if points < 0:
            self.lead = lead = 1 - lead
            points = ~points
        scores[lead] += points if scores[lead] >= 0 else points + NO_TRICK
        self.led = self.announced = -1
        if scores[lead] >= pay.GOAL or (not self.hands[0] and not self.hands[1]):
            self._end()
        elif self.stock and self.shut is None:
            self._draw()

    def _announce(self, suit: int) -> None:
        self.announced = suit
        self.scores[self.lead] += 40 if suit == 0 else 20
        if self.scores[self.lead] >= pay.GOAL:
            self._end()

    def _draw(self) -> None:
        stock, lead = self.stock, self.lead
        self.hands[lead] |= 1 << stock.pop()
        card = stock.pop()
        self.hands[1 - lead] |= 1 << card
        self.before_draw = False
        if stock:
            self.exchange(lead)
        else:
            self.free[lead] |= PARTNER[card]

    def exchange(self, seat: int) -> None:
        """Exchange where that seat may."""
        core, stock = self.core, self.stock
        if not self.hands[seat] & core.lowest_bit or self.shut is not None or not stock:
            return
        if len(stock) < core.exchange_min or (core.exchange_needs_trick and self.scores[seat] < 0):
            return
        self.free[1 - seat] |= PARTNER[stock[0]]
        self.hands[seat] ^= core.lowest_bit | 1 << stock[0]
        stock[0] = core.lowest

    def _end(self) -> None:
        lead = self.lead
        played = not self.hands[0] and not self.hands[1]
        value = worth(self.core, self.scores[lead], self.scores[1 - lead], lead, self.shut, played)
        self.result = -value if lead else value

    # -- the cautious policy ---------------------------------------------------------------------------------------

    def policy(self) -> Move:
        """Return what the cautious policy does here."""
        core, lead, strict = self.core, self.lead, self.shut is not None or not self.stock
        melds = strict and (core.meld_exhausted if self.shut is None else core.meld_closed)
        if self.led >= 0:
            hand = self.hands[1 - lead]
            if strict:
                return strict_answer(core, hand, self.led, melds)
            return open_answer(hand, self.led, self.free[1 - lead])
        x, out = self.hands[lead], self.hands[1 - lead] | mask_of(self.stock[1:])
        if self._closes(x, out):
            return CLOSE
        if self.announced >= 0:
            return from_pair(core, self.announced, self.scores[lead])
        if self.before_draw:
            return DRAW
        queens = x & x >> 1 & QUEENS
        if queens and self._may_announce():
            return ANNOUNCE + ((queens & -queens).bit_length() - 1) // 6
        if strict:
            return strict_lead(x, out, BEATEN[core.follow and self.shut is None], melds)
        return cheapest(x, self.free[lead])

    def _closes(self, x: int, out: int) -> bool:
        core, mine = self.core, self.scores[self.lead]
        if not self._may_close() or (self.announced >= 0 and not core.meld_then_close):
            return False
        if mine < 0:
            mine = 0 if core.meld_pending else mine + NO_TRICK
        return sure_points(x, out, mine) >= pay.GOAL

    def hope(self, seat: int) -> int:
        """Return the most that ``seat`` gets if the other player follows the policy, all cards known to ``seat``.

        For the end of a deal only: every way of ``seat`` to go on is tried. The board is used up.
        """
        while self.result is None and self.to_act != seat:
            self.make(self.policy())
        if self.result is not None:
            return -self.result if seat else self.result
        options = self.options()
        best = -pay.MOST
        for move in options:
            after = self.copy()
            after.make(move)
            best = max(best, after.hope(seat))
            if best == pay.MOST:
                break
        return best

    def playout(self) -> int:
        """Go on by the policy to the end; return the value for seat A. The board is used up."""
        while self.result is None and self.led < 0 and (self.announced >= 0 or self.before_draw):
            self.make(self.policy())
        if self.result is not None:
            return self.result
        lead, core, led = self.lead, self.core, self.led
        x, y = self.hands[lead], self.hands[1 - lead]
        sx, sy, sign = self.scores[lead], self.scores[1 - lead], -1 if lead else 1
        if led >= 0:
            x |= 1 << led
        if self.shut is not None or not self.stock:
            hidden = mask_of(self.stock[1:])
            return run_strict(core, x, y, hidden, sx, sy, sign, self.shut, None, led, -1)
        return run_open(core, x, y, self.stock, sx, sy, self.free[lead], self.free[1 - lead], sign, None, led, -1)
