"""R1 to R3: which cards may be played, who takes a trick, counting."""

from __future__ import annotations

import random

from engine.actions import Announce, Play
from engine.cards import Rank, Suit
from engine.deal import Deal
from engine.duties import Duty, duty_of
from engine.notation import write, write_action
from engine.problems.asks import ME
from engine.problems.cases import THEM, Case, Find, Made, leading, my_turn, on_position
from engine.problems.scenes import Moment
from engine.problems.themes import Theme
from engine.referee import playable_cards
from engine.ruleset import Ruleset
from engine.tricks import TrickReason, trick_reason, trick_winner

LEGAL, WINNER, COUNT = Theme.LEGAL_CARDS, Theme.TRICK_WINNER, Theme.COUNT


# -- R1 ------------------------------------------------------------------------------------------------------------


def _legal(*duties: Duty) -> Find:
    def find(moment: Moment, _rng: random.Random) -> Made | None:
        deal = moment.deal
        if not my_turn(deal) or deal.before_draw or len(deal.hands[ME]) < 3 or duty_of(deal) not in duties:
            return None
        return on_position(deal, "legal") if _worth_asking(deal) else None

    return find


def _worth_asking(deal: Deal) -> bool:
    """Some card is left out; or none is, though a hasty reader of the rules would leave some out."""
    hand, led = deal.hands[ME], deal.led
    if len(playable_cards(deal)) < len(hand):
        return True
    if led is None:
        return True
    return deal.strict or len({card.suit is led.suit for card in hand}) == 2


def _first_strict(moment: Moment, rng: random.Random) -> Made | None:
    """The first trick after the stock was used up."""
    deal, rules = moment.deal, moment.deal.ruleset
    if deal.closing is not None or len(deal.hands[ME]) != rules.hand or deal.led is None or not rules.duties:
        return None
    return _legal(Duty.FOLLOW, Duty.FOLLOW_LOWER, Duty.HEAD, Duty.TRUMP)(moment, rng)


def closed_legal(moment: Moment, _rng: random.Random) -> Made | None:
    """The stock lies there and nobody draws from it: the strict rules hold."""
    deal = moment.deal
    if not my_turn(deal) or deal.closing is None or deal.led is None or len(deal.hands[ME]) < 3:
        return None
    return on_position(deal, "legal") if len(playable_cards(deal)) < len(deal.hands[ME]) else None


def _heads(rules: Ruleset) -> bool:
    return rules.strict_head


R1 = (
    Case(LEGAL, "free", "open.free", _legal(Duty.FREE), weight=2, trap=True),
    Case(
        LEGAL,
        "follow",
        "strict.follow",
        _legal(Duty.FOLLOW, Duty.FOLLOW_LOWER),
        weight=3,
        fits=lambda r: r.strict_follow,
    ),
    Case(LEGAL, "head", "strict.head", _legal(Duty.HEAD), ("strict.follow",), 4, _heads),
    Case(LEGAL, "trump", "strict.trump", _legal(Duty.TRUMP), ("strict.follow",), 4, lambda r: r.strict_trump),
    Case(LEGAL, "nothing", "strict.trump", _legal(Duty.NOTHING), ("strict.follow",), 2, trap=True),
    Case(LEGAL, "no_duty", "strict.none", _legal(Duty.NO_DUTY), weight=4, fits=lambda r: not r.duties, trap=True),
    Case(LEGAL, "start", "strict.start", _first_strict, ("strict.follow",), 2, lambda r: r.duties),
    Case(LEGAL, "marriage", "marriage.lead", _legal(Duty.LEAD_MARRIAGE), weight=1),
    Case(LEGAL, "lead", "trick.lead", _legal(Duty.LEAD), ("trick.play",), 1),
)


# -- R2 ------------------------------------------------------------------------------------------------------------


def _trick(reason: TrickReason, ask: str = "winner", upset: bool = False) -> Find:
    """``upset``: the dearer card loses, or the ten stands above the king."""

    def find(moment: Moment, rng: random.Random) -> Made | None:
        deal, action = moment.deal, moment.action
        if deal.led is None or not isinstance(action, Play):
            return None
        led, answer = deal.led, action.card
        if trick_reason(led, answer, deal.trump) is not reason:
            return None
        leader = rng.choice((ME, THEM))
        winner = trick_winner(leader, led, answer, deal.trump)
        best = led if winner is leader else answer
        lost = answer if best is led else led
        if upset and not (best.points < lost.points or best.rank is Rank.TEN):
            return None
        trick = {"leader": leader.name, "led": led.code, "answer": answer.code, "trump": deal.trump.value}
        return {"kind": "who", "ask": ask, "trick": trick}

    return find


def _suit_order(moment: Moment, rng: random.Random) -> Made | None:
    """Cards of one suit, ten and king among them, in any order."""
    suit = rng.choice(tuple(Suit))
    cards = [card for card in moment.deal.ruleset.pack if card.suit is suit]
    others = [card for card in cards if card.rank not in (Rank.TEN, Rank.KING)]
    chosen = [card for card in cards if card not in others] + rng.sample(others, rng.randint(2, len(others)))
    rng.shuffle(chosen)
    return {"kind": "order", "cards": [card.code for card in chosen]}


HIGH, TRUMPS = TrickReason.HIGHER_CARD, TrickReason.HIGHER_TRUMP
ONE, OTHER = TrickReason.ONLY_TRUMP, TrickReason.OTHER_SUIT
R2 = (
    Case(WINNER, "higher", "trick.win", _trick(HIGH), weight=2),
    Case(WINNER, "ten", "cards.rank", _trick(HIGH, upset=True), ("trick.win",), 3, trap=True),
    Case(WINNER, "trump", "trick.trump", _trick(ONE, upset=True), ("trick.win",), 4, trap=True),
    Case(WINNER, "trumps", "trick.win", _trick(TRUMPS), ("trick.trump", "cards.rank"), 2),
    Case(WINNER, "other", "trick.other", _trick(OTHER, upset=True), ("trick.win",), 4, trap=True),
    Case(WINNER, "leads", "trick.next", _trick(OTHER, "leads"), ("trick.other",), 1),
    Case(WINNER, "leads_trump", "trick.next", _trick(ONE, "leads"), ("trick.win", "trick.trump"), 1),
    Case(WINNER, "draws", "open.draw", _trick(HIGH, "draws_first"), ("trick.win",), 1),
    Case(WINNER, "order", "cards.rank", _suit_order, weight=2),
)


# -- R3 ------------------------------------------------------------------------------------------------------------


def _trick_points(moment: Moment, rng: random.Random) -> Made | None:
    for reason in rng.sample(list(TrickReason), 4):
        made = _trick(reason)(moment, rng)
        if made is not None:
            return {"kind": "count", "of": "trick", "trick": made["trick"]}
    return None


def _pile(moment: Moment, _rng: random.Random) -> Made | None:
    """The cards of one's own tricks."""
    taken = [card for led, answer, who in moment.tricks() if who == ME.name for card in (led, answer)]
    if not 4 <= len(taken) <= 8 or moment.deal.before_draw:
        return None
    return {"kind": "count", "of": "cards", "cards": taken}


def _hand(moment: Moment, _rng: random.Random) -> Made | None:
    deal = moment.deal
    if not leading(deal) or len(deal.hands[ME]) < deal.ruleset.hand or deal.tricks_played > 1:
        return None
    return on_position(deal, "count", of="hand")


def _answers(moment: Moment) -> bool:
    """The learner answers and takes the trick, and the deal goes on."""
    deal, action = moment.deal, moment.action
    won = isinstance(action, Play) and deal.led is not None and action.by is ME and moment.after.on_lead is ME
    return won and not moment.after.over


def _after(moment: Moment, _rng: random.Random) -> Made | None:
    if not _answers(moment) or not moment.deal.tricks[ME]:
        return None
    return on_position(moment.deal, "count", of="after", action=write_action(moment.action))


def released(moment: Moment, _rng: random.Random) -> Made | None:
    """A marriage that waited counts with the first trick."""
    if not _answers(moment) or not moment.deal.pending[ME]:
        return None
    return on_position(moment.deal, "count", of="after", action=write_action(moment.action))


def _need(moment: Moment, _rng: random.Random) -> Made | None:
    if not _answers(moment) or not 30 <= moment.after.counted[ME] < 66:
        return None
    return on_position(moment.deal, "count", of="need", actions=[write_action(moment.action)])


def _left(moment: Moment, _rng: random.Random) -> Made | None:
    """What is still to be won: the pack holds 120 points, marriages aside."""
    deal = moment.deal
    if not leading(deal) or not 2 <= deal.tricks_played <= 6 or deal.closing is not None:
        return None
    return on_position(deal, "count", of="left")


def _stock(moment: Moment, _rng: random.Random) -> Made | None:
    """How many cards are left to draw after this trick and the draw."""
    deal = moment.deal
    if deal.led is None or deal.strict or moment.at + 2 >= len(moment.record.deals) or deal.tricks_played > 4:
        return None
    if moment.record.deals[moment.at + 2].talon != deal.talon - 2:
        return None
    actions = [write_action(action) for action in moment.record.actions[moment.at : moment.at + 2]]
    return {"kind": "count", "of": "stock", "position": write(deal), "actions": actions}


def worth(moment: Moment, _rng: random.Random) -> Made | None:
    """What a marriage counts at once."""
    if not isinstance(moment.action, Announce) or moment.action.by is not ME or moment.after.over:
        return None
    return on_position(moment.deal, "count", of="after", action=write_action(moment.action))


R3 = (
    Case(COUNT, "trick", "cards.value", _trick_points, weight=3),
    Case(COUNT, "pile", "cards.value", _pile, ("cards.rank",), 5),
    Case(COUNT, "hand", "cards.value", _hand, weight=3),
    Case(COUNT, "after", "claim.points", _after, ("cards.value", "trick.win"), 3),
    Case(COUNT, "need", "cards.aim", _need, ("cards.value", "claim.points"), 3),
    Case(COUNT, "left", "cards.total", _left, ("cards.value", "cards.pack"), 2, trap=True),
    Case(COUNT, "stock", "deal.stock", _stock, ("deal.hand", "open.draw"), 1),
)


def _opens(moment: Moment, _rng: random.Random) -> Made | None:
    """Who leads to the first trick: the page shows who dealt, not whose turn it is."""
    deal = moment.deal
    if deal.tricks_played or deal.led is not None or deal.announced is not None or deal.closing is not None:
        return None
    return on_position(deal, "who", ask="leads")


OPENS = Case(WINNER, "opens", "deal.lead", _opens)
