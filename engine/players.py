"""Opponents by level. All of them see a :class:`View` and nothing else; chance comes from the caller."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine import policy
from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import Card, Rank
from engine.policy import Choice, Want, own_actions
from engine.scoring import GOAL
from engine.search.closing import closing_worth
from engine.search.plans import open_values
from engine.tricks import answer_wins
from engine.view import View

Player = Callable[[View, random.Random], Choice]
"""A player: the view of the seat to act and a source of chance in, an action with what it wanted out."""

WORLDS = 40
"""Worlds that the strong player looks at for one move."""
CLOSE_FROM = 1.8
"""Game points that a closing must promise; measured, see ``python -m engine play``."""
SLIP = 0.3
"""How often the beginner forgets what the cautious player knows."""


def random_player(view: View, rng: random.Random) -> Choice:
    """Play any legal action, but claim only with 66 and close never: a player who knows the rules and no more."""
    every = own_actions(view)
    if Claim(view.seat) in every and view.counted[view.seat] >= GOAL:
        return Choice(Claim(view.seat), (Want.HAS_66,))
    actions = [action for action in every if isinstance(action, (Play, Draw, Announce, Exchange))]
    return Choice(rng.choice(actions), ()) if actions else policy.choose(view)


def beginner(view: View, rng: random.Random) -> Choice:
    """Play like the cautious player, with the slips that beginners make and learn from.

    Forgets an exchange, trumps tricks that are worth little, breaks a marriage, wins with more than is needed.
    Never throws an ace or a ten on a trick that is lost.
    """
    best = policy.choose(view)
    if rng.random() >= SLIP:
        return best
    slips = [action for action in own_actions(view) if _plausible_slip(view, action)]
    if isinstance(best.action, (Claim, Draw)) or not slips:
        return best
    return Choice(rng.choice(slips), ())


def cautious(view: View, rng: random.Random) -> Choice:
    """Play by simple rules."""
    return policy.choose(view)


def strong(view: View, rng: random.Random) -> Choice:
    """Play by simple rules while much is open, and by search where little is: closings, last tricks, endings.

    The values are means over worlds with the cards open; a closing must promise ``CLOSE_FROM`` game points.
    """
    best = policy.choose(view)
    if isinstance(best.action, Claim) or not view.hand:
        return best
    if view.strict or (view.talon <= 2 and not view.before_draw):
        return _searched(view, rng, best)
    if view.led is None and Close(view.seat) in own_actions(view):
        worth = closing_worth(view, rng, WORLDS)
        if worth is not None and worth.value >= CLOSE_FROM:
            return Choice(Close(view.seat), (Want.SEARCH_SAYS,))
    return best if not isinstance(best.action, Close) else policy.choose_without_closing(view)


def _searched(view: View, rng: random.Random, fallback: Choice) -> Choice:
    """Return the action with the best mean value; the cautious choice where nothing is better."""
    values = open_values(view, rng, sample=WORLDS, most=WORLDS)
    top = max(worth.value for worth in values.values())
    if fallback.action in values and values[fallback.action].value >= top:
        return fallback
    best = next(action for action, worth in values.items() if worth.value >= top)
    return Choice(best, (Want.SEARCH_SAYS,))


def _plausible_slip(view: View, action: Action) -> bool:
    if not isinstance(action, Play):
        return False
    return not _wasted(view, action.card)


def _wasted(view: View, card: Card) -> bool:
    """Return whether a high card would be given away: thrown on a lost trick, or led where it may be beaten."""
    if card.rank not in (Rank.ACE, Rank.TEN):
        return False
    if view.led is None:
        return not policy.cannot_lose(view, card)
    return not answer_wins(view.led, card, view.trump)


PLAYERS: Final[Mapping[str, Player]] = MappingProxyType(
    {"random": random_player, "beginner": beginner, "cautious": cautious, "strong": strong}
)
"""The opponents by name, from the weakest."""
