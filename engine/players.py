"""Opponents by level. All of them see a :class:`View` and nothing else; chance comes from the caller."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine import policy
from engine.actions import Action, Announce, Claim, Draw, Exchange, Play
from engine.cards import Card, Rank
from engine.policy import Choice, Want, own_actions
from engine.scoring import GOAL
from engine.search.values import Utility
from engine.thinkers import master, sampling, strong
from engine.tricks import answer_wins
from engine.view import View

Player = Callable[[View, random.Random], Choice]
"""A player: the view of the seat to act and a source of chance in, an action with what it wanted out."""
Thinker = Callable[[View, random.Random, Utility | None], Choice]
"""A player that searches, and can be told what game points are worth."""

SLIP = 0.3
"""How often the beginner forgets what the cautious player knows."""


def random_player(view: View, rng: random.Random) -> Choice:
    """Play any legal action, but claim only with 66 and close never: a player who knows the rules and no more.

    Not even this one throws an ace or a ten on a lost trick where a cheap card could go.
    """
    every = own_actions(view)
    if Claim(view.seat) in every and view.counted[view.seat] >= GOAL:
        return Choice(Claim(view.seat), (Want.HAS_66,))
    actions = [
        action
        for action in every
        if isinstance(action, (Play, Draw, Announce, Exchange)) and not policy.wasteful(view, action)
    ]
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
    {
        "random": random_player,
        "beginner": beginner,
        "cautious": cautious,
        "sampling": sampling,
        "strong": strong,
        "master": master,
    }
)
"""The opponents by name, from the weakest."""
THINKERS: Final[Mapping[str, Thinker]] = MappingProxyType({"sampling": sampling, "strong": strong, "master": master})
"""Those of them that search."""
