"""The engine's positions and actions in the words of ``naive_referee``."""

from typing import Any

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.deal import Deal
from engine.effects import unclaimed_outcome
from engine.scoring import Outcome
from engine.seats import Seat
from tests.engine import naive_referee as naive


def naive_start(deal: Deal) -> naive.State:
    """Deal the same cards there."""
    leader, dealer = deal.dealer.other, deal.dealer
    pack = [*deal.hands[leader], *deal.hands[dealer], deal.turned, *deal.stock]
    return naive.start(deal.ruleset.switches(), [str(card) for card in pack], dealer.name)


def naive_action(action: Action) -> naive.Action:
    """The same action as a tuple."""
    by = action.by.name
    match action:
        case Play(_, card):
            return ("play", by, card.code)
        case Draw():
            return ("draw", by)
        case Announce(_, suit):
            return ("announce", by, suit.value)
        case Exchange(_, give):
            return ("exchange", by) if give is None else ("exchange", by, give.code)
        case Close():
            return ("close", by)
        case Claim():
            return ("claim", by)


def facts(deal: Deal) -> dict[str, Any]:
    """All that a position says, in the words of the naive state."""
    closing = deal.closing
    return {
        "dealer": deal.dealer.name,
        "trump": deal.trump.value,
        "hands": {seat.name: {card.code for card in deal.hands[seat]} for seat in Seat},
        "stock": [card.code for card in deal.stock],
        "turned": deal.turned.code if deal.turned else None,
        "on_lead": deal.on_lead.name,
        "led": deal.led.code if deal.led else None,
        "before_draw": deal.before_draw,
        "counted": _sides(deal.counted),
        "pending": _sides(deal.pending),
        "tricks": _sides(deal.tricks),
        "announced": deal.announced.value if deal.announced else None,
        "closed_by": closing.by.name if closing else None,
        "tricks_at_close": _sides(closing.tricks) if closing else None,
        "points_at_close": _sides(closing.counted) if closing else None,
        "outcome": _paid(deal.outcome),
        "result": _paid(unclaimed_outcome(deal)),
    }


def naive_facts(state: naive.State) -> dict[str, Any]:
    """The same of a naive state."""
    told = {key: value for key, value in state.items() if key not in ("switches", "history")}
    return {
        **told,
        "hands": {player: set(hand) for player, hand in state["hands"].items()},
        "result": naive.result(state),
    }


def _sides(pair: tuple[int, int]) -> dict[str, int]:
    return {seat.name: pair[seat] for seat in Seat}


def _paid(outcome: Outcome | None) -> tuple[str | None, int] | None:
    if outcome is None:
        return None
    return (None if outcome.winner is None else outcome.winner.name), outcome.game_points
