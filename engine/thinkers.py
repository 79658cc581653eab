"""Players that search: what each action is worth here, in game points or in any other utility. They see a view only.

``sampling`` plays on by the cautious policy in many worlds; ``strong`` adds closing search, the last open trick over
all worlds and exact endings; ``master`` grows one tree over all worlds. What they choose is worded like the choices of
the cautious player, and with how it was found.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from engine import policy
from engine.actions import Action, Claim, Close, Exchange
from engine.policy import Choice, Want, own_actions
from engine.search.closing import closing_worth
from engine.search.exact import table
from engine.search.plans import open_values
from engine.search.rollouts import SAMPLES, Rollouts, hope_after
from engine.search.tree import WALKS, TreeSearch
from engine.search.values import Utility
from engine.view import View

WORLDS: Final = 40
"""Worlds with the cards open, for a closing or a closed stock."""
CLOSE_GAIN: Final = 0.3
"""Game points that a closing must promise beyond playing on: with the cards open it looks better than it is."""
EARLY_WALKS: Final = 500
"""Walks for the question whether to close before drawing."""


def sampling(view: View, rng: random.Random, utility: Utility | None = None, samples: int = SAMPLES) -> Choice:
    """Race the actions through the same worlds, played on by the cautious policy; take the best mean."""
    return _clear(view) or _by_rollouts(view, rng, utility, samples)


def strong(view: View, rng: random.Random, utility: Utility | None = None) -> Choice:
    """Sample while much is open; search where little is: closings, the last open trick, a closed stock, endings."""
    clear = _clear(view)
    if clear is not None:
        return clear
    if _exhausted(view):
        return _proved(view, utility)
    if view.strict or (view.talon <= 2 and not view.before_draw):
        return _by_average(view, rng, utility)
    values = _raced(view, rng, utility, SAMPLES, {Close(view.seat)})
    least = max(values.values()) + CLOSE_GAIN * _point(utility)
    closing = closing_worth(view, rng, WORLDS, utility, least) if Close(view.seat) in own_actions(view) else None
    if closing is not None and closing.value >= least:
        return _told(view, Close(view.seat), Want.CLOSING_PAYS)
    return _chosen(view, values, Want.TRIED_OUT, careful=False)


def master(view: View, rng: random.Random, utility: Utility | None = None, walks: int = WALKS) -> Choice:
    """Grow one tree over all hidden worlds; exact once all cards are known."""
    clear = _clear(view)
    if clear is not None:
        return clear
    if _exhausted(view):
        return _proved(view, utility)
    search = TreeSearch(view, utility)
    search.walk(rng, EARLY_WALKS if view.before_draw else walks)
    tries = {action: float(tried.tries) for action, tried in search.found().items()}
    return _chosen(view, tries, Want.TRIED_OUT)


def _clear(view: View) -> Choice | None:
    """Return what needs no search: a right claim, an exchange, a draw, the only card; None where there is a choice."""
    choice, actions = policy.choose(view), own_actions(view)
    if isinstance(choice.action, (Claim, Exchange)):
        return choice
    open_ones = [action for action in actions if not isinstance(action, Claim)]
    if len(open_ones) == 1 or (view.before_draw and not isinstance(choice.action, Close) and not _near(view)):
        return choice
    return None


def _near(view: View) -> bool:
    """Whether closing before the draw is worth a thought: the hand's own points would bring most of the way."""
    return view.counted[view.seat] + sum(card.points for card in view.hand) >= 50


def _exhausted(view: View) -> bool:
    return view.turned is None and view.closing is None


def _by_rollouts(view: View, rng: random.Random, utility: Utility | None, samples: int) -> Choice:
    return _chosen(view, _raced(view, rng, utility, samples, set()), Want.TRIED_OUT, careful=False)


def _raced(
    view: View, rng: random.Random, utility: Utility | None, samples: int, leave_out: set[Action]
) -> dict[Action, float]:
    """Return means of actions, good for telling the best one; high cards thrown for nothing are not tried."""
    wasted = {action for action in own_actions(view) if policy.wasteful(view, action)}  # a cheap card is always left
    rollouts = Rollouts(view, utility, leave_out | wasted)
    rollouts.race(rng, samples)
    return {action: worth.value for action, worth in rollouts.values().items()}


def _by_average(view: View, rng: random.Random, utility: Utility | None) -> Choice:
    values = open_values(view, rng, sample=WORLDS, most=WORLDS, utility=utility)
    return _chosen(view, {action: worth.value for action, worth in values.items()}, Want.SEARCH_SAYS)


def _proved(view: View, utility: Utility | None) -> Choice:
    """All cards are known. Among the best, take what gives a cautious opponent most occasion to err."""
    use, world = utility or float, view.fill(view.unseen)
    values = {action: use(value) for action, value in table(world).items()}
    top = max(values.values())
    best = [action for action, value in values.items() if value >= top]
    # A high card is thrown only where nothing else is as good.
    best = [action for action in best if not policy.wasteful(view, action)] or best
    hopes = {action: 0.0 if len(best) == 1 else float(hope_after(world, action)) for action in best}
    return _chosen(view, hopes, Want.PROVED_BEST, careful=False)


def _chosen(view: View, values: Mapping[Action, float], want: Want, careful: bool = True) -> Choice:
    """Return the best action; the cautious choice where nothing is better; no high card thrown for nothing."""
    if careful:
        values = {action: value for action, value in values.items() if not policy.wasteful(view, action)} or values
    top = max(values.values())
    usual = policy.choose(view)
    if values.get(usual.action) == top:
        return Choice(usual.action, (*usual.wants, want))
    return _told(view, next(action for action, value in values.items() if value >= top), want)


def _told(view: View, action: Action, want: Want) -> Choice:
    return Choice(action, (*policy.plain_wants(view, action), want))


def _point(utility: Utility | None) -> float:
    """What one game point is worth, on average over the range of a deal."""
    return 1.0 if utility is None else (utility(3) - utility(-3)) / 6
