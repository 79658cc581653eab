"""Reasons that come from comparing actions: with all cards known by their exact values, else by what was looked at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.actions import Action, Close, Play
from engine.cards import Card
from engine.coach.causes import Cause, Told
from engine.coach.playing import usual_stakes
from engine.coach.scene import Scene
from engine.coach.stages import Valued
from engine.search.bits import BEATEN_BY, CARD_OF, NUMBER_OF, Core, Position, cards_of, compiled, legal_answers
from engine.search.exact import Solver
from engine.search.moves import step
from engine.search.values import Kind
from engine.search.worlds import Hidden, count
from engine.tricks import answer_wins

Values = dict[Action, Valued]
LAST_CARDS = 4
"""Cards in hand up to which it is worth saying who gets the last trick."""


def causes(scene: Scene, action: Action, values: Values) -> Iterator[Told]:
    """Yield every reason for or against ``action`` that its value beside the others makes true."""
    found = values[action]
    if found.plan is not None and found.exact and found.plan.value < found.worth.value:
        yield Told(Cause.NEEDS_A_GUESS, n=len(found.values))
    if isinstance(action, Close):
        yield from _closing(found)
    if not _known(scene) or not isinstance(action, Play):
        return
    yield from _thirty_three(scene, action, values)
    yield from _last_trick(scene, action)
    yield from _unblocks(scene, action, values)
    yield from _answer_hurts(scene, action)


def _known(scene: Scene) -> bool:
    """Whether every card is known, so that values are proved."""
    return count(scene.view) == 1


def _closing(found: Valued) -> Iterator[Told]:
    n, won = len(found.values), sum(value > 0 for value in found.values)
    if won == n and found.worth.kind is not Kind.ESTIMATE:
        yield Told(Cause.CLOSING_ALWAYS, n=n)
    if won:
        yield Told(Cause.CLOSING_COUNT, won=won, n=n)
    if won < n:
        yield Told(Cause.CLOSING_FAILS, lost=n - won, n=n)


def _thirty_three(scene: Scene, action: Play, values: Values) -> Iterator[Told]:
    """One game point or two: which of them hangs on the loser's 33 where nothing else decides it."""
    limit = scene.view.ruleset.two_points_below
    if scene.view.ruleset.nobody_claims == "last_trick_1":
        return
    value = values[action].worth.value
    others = {found.worth.value for other, found in values.items() if isinstance(other, Play)}
    if usual_stakes(scene) and scene.mine < limit:
        if value == -1 and -2 in others:
            yield Told(Cause.KEEPS_33)
        if value == -2 and -1 in others:
            yield Told(Cause.SHORT_OF_33)
    if usual_stakes(scene, lost=False) and scene.theirs < limit:
        if value == 2 and 1 in others:
            yield Told(Cause.HOLDS_BELOW_33)
        if value == 1 and 2 in others:
            yield Told(Cause.LETS_THEM_33)


def _last_trick(scene: Scene, action: Play) -> Iterator[Told]:
    view = scene.view
    counts = view.closing is None and view.ruleset.last_trick != "none"
    if not counts or not 2 <= len(view.hand) <= LAST_CARDS or len(scene.cards) < 2:
        return
    core, some = compiled(view.ruleset), Hidden.of(view).base
    after = {card: _played(scene, some, card) for card in scene.cards}
    taken = {card: _takes_last(core, deal, int(scene.me)) for card, deal in after.items() if deal.result is None}
    mine = taken.get(action.card)
    if mine and not all(taken.values()):
        yield Told(Cause.SECURES_LAST_TRICK)
    if mine is False and any(taken.values()):
        yield Told(Cause.GIVES_LAST_TRICK)


def _played(scene: Scene, some: Position, card: Card) -> Position:
    return step(compiled(scene.view.ruleset), some, NUMBER_OF[scene.view.trump][card.index])


def _takes_last(core: Core, position: Position, seat: int) -> bool:
    """Whether ``seat`` wins the last trick whatever the other player does, if all cards are played."""
    return _last(core, position.hands, position.lead, position.led, seat)


@lru_cache(maxsize=20_000)
def _last(core: Core, hands: tuple[int, int], lead: int, led: int, seat: int) -> bool:
    to_act = lead if led < 0 else 1 - lead
    if not hands[0] and not hands[1] and led < 0:
        return lead == seat
    hand = hands[to_act]
    found = []
    for card in cards_of(hand if led < 0 else legal_answers(core, hand, led)):
        rest = (hand ^ 1 << card, hands[1]) if to_act == 0 else (hands[0], hand ^ 1 << card)
        if led < 0:
            found.append(_last(core, rest, lead, card, seat))
        else:
            found.append(_last(core, rest, to_act if BEATEN_BY[led] >> card & 1 else lead, -1, seat))
    return any(found) if to_act == seat else all(found)


def _unblocks(scene: Scene, action: Play, values: Values) -> Iterator[Told]:
    """A higher card of a suit goes where a lower one, which would do the same to this trick, is worth less."""
    card = action.card
    lower = [c for c in scene.cards if c.suit is card.suit and c.strength < card.strength]
    for other in sorted(lower, key=lambda c: -c.strength):
        better = values[action].worth.value > values[Play(scene.me, other)].worth.value
        if better and _same_trick(scene, card, other):
            yield Told(Cause.UNBLOCKS, card=other)
            return


def _same_trick(scene: Scene, card: Card, other: Card) -> bool:
    """Whether both cards win this trick, or both lose it, whatever the answer."""
    led, trump = scene.view.led, scene.view.trump
    if led is not None:
        return answer_wins(led, card, trump) is answer_wins(led, other, trump)
    fates = [{answer_wins(c, reply, trump) for reply in scene.replies(c)} for c in (card, other)]
    return fates[0] == fates[1] and len(fates[0]) == 1


def _answer_hurts(scene: Scene, action: Play) -> Iterator[Told]:
    """The opponent's best answer to a lead, where there is just one."""
    view = scene.view
    if view.led is not None:
        return
    core, some = compiled(view.ruleset), Hidden.of(view).base
    answers = Solver(core).table(_played(scene, some, action.card))
    top = max(answers.values())
    best = [move for move, value in answers.items() if value == top and move < 24]
    if len(best) == 1 < len(answers):
        yield Told(Cause.ANSWER_HURTS, card=CARD_OF[view.trump][best[0]])
