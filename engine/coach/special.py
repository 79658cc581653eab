"""Reasons that speak of a claim, a closing, a marriage or an exchange."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.coach.causes import Cause, Told
from engine.coach.playing import dearest, said_of, worth
from engine.coach.runs import run
from engine.coach.scene import Scene
from engine.effects import pair_of
from engine.referee import judge, legal_actions
from engine.scoring import GOAL
from engine.verdict import Allowed


def causes(scene: Scene, action: Action) -> Iterator[Told]:
    """Yield every reason that is true of ``action`` in this position, whatever it is worth."""
    match action:
        case Play(_, card):
            yield from said_of(scene, card)
        case Announce():
            yield from _announce(scene, action)
        case Exchange():
            yield from _exchange(scene, action)
        case Close():
            yield from _close(scene)
        case Claim():
            yield from _claim(scene)
        case Draw():
            if scene.may_claim_rightly:
                yield Told(Cause.LEAVES_CLAIM, points=scene.final)


def _claim(scene: Scene) -> Iterator[Told]:
    if scene.final >= GOAL:
        yield Told(Cause.HAS_66, points=scene.final)
    else:
        yield Told(Cause.CLAIM_TOO_EARLY, points=scene.final, missing=GOAL - scene.final)


def _announce(scene: Scene, action: Announce) -> Iterator[Told]:
    view, points = scene.view, worth(scene, action.suit)
    if scene.may_claim_rightly:
        yield Told(Cause.LEAVES_CLAIM, points=scene.final)
    if view.ruleset.meld_pending_until_trick and not view.tricks[scene.me]:
        yield Told(Cause.MARRIAGE_WAITS, suit=action.suit, points=points)
        return
    if scene.mine + points >= GOAL > scene.final:
        yield Told(Cause.MARRIAGE_MAKES_66, points=scene.mine + points)
    yield Told(Cause.MARRIAGE_POINTS, suit=action.suit, points=points)


def _exchange(scene: Scene, action: Exchange) -> Iterator[Told]:
    view = scene.view
    assert view.turned is not None
    if scene.may_claim_rightly:
        yield Told(Cause.LEAVES_CLAIM, points=scene.final)
    verdict = judge(view.fill(view.unseen), action)
    assert isinstance(verdict, Allowed)
    announce = Announce(scene.me, view.trump)
    if announce in legal_actions(verdict.deal) and announce not in scene.actions:
        yield Told(Cause.EXCHANGE_PAIR, pair=pair_of(view.trump))
    if view.closing is None and view.talon - 2 < view.ruleset.exchange_min_talon:
        yield Told(Cause.LAST_EXCHANGE, card=view.turned)
    yield Told(Cause.EXCHANGE_TRUMP, card=view.turned)


def _close(scene: Scene) -> Iterator[Told]:
    view = scene.view
    assert view.turned is not None
    if scene.may_claim_rightly:
        yield Told(Cause.LEAVES_CLAIM, points=scene.final)
    points, leads = run(scene, closing=True) if view.announced is None else (0, ())
    if leads and points >= GOAL > scene.final:
        yield Told(Cause.CLOSING_SURE, points=points)
    if not view.tricks[scene.me.other]:
        yield Told(Cause.CLOSING_TRICKLESS)
    elif scene.theirs < view.ruleset.two_points_below:
        yield Told(Cause.CLOSING_BELOW_33, points=scene.theirs)
    low = view.ruleset.lowest_trump(view.trump)
    taken = view.ruleset.exchange_by_other_on_close and low in scene.possible
    if not taken and all(c.strength < view.turned.strength for c in view.hand if c.suit is view.trump):
        yield Told(Cause.SHUTS_TRUMP_IN, card=view.turned)
    if scene.may_exchange:
        yield Told(Cause.MISSES_EXCHANGE, card=view.turned)
    mine = [suit for suit in scene.pairs if suit is not view.announced]
    if mine and not scene.marry_later(closed=True) and (scene.announceable or scene.marry_later()):
        yield Told(Cause.SPOILS_MARRIAGE, pair=pair_of(dearest(scene, mine)))
    costs = _costs(scene)
    if costs is not None:
        yield Told(Cause.CLOSING_COSTS, n=costs)


def _costs(scene: Scene) -> int | None:
    """What the opponent scores for a failed closing, where it is the same however and whenever it fails."""
    rules, trick = scene.view.ruleset, scene.view.tricks[scene.me.other] > 0
    terms = {rules.close_fail, rules.close_other_first}
    if "2or3_at_end" in terms and not trick:
        return None
    pays = {int(term[4:]) if term.startswith("flat") else 2 if trick else 3 for term in terms if term}
    return pays.pop() if len(pays) == 1 else None
