"""R11: the same position under two rulesets, and the one switch that makes the difference."""

from __future__ import annotations

import random
from typing import Final

from engine.cards import holds
from engine.deal import Deal
from engine.effects import lowest_trump, pairs_in
from engine.notation import write, write_action
from engine.problems.asks import ME
from engine.problems.cases import Case, Find, Made, leading, my_turn
from engine.problems.scenes import Moment
from engine.problems.themes import Theme
from engine.problems.variants import diff_answers, switches_behind
from engine.ruleset import PRESETS, Ruleset

VARIANTS = Theme.VARIANTS
SISTERS: Final = (
    "schnapsen;meld_lead_card=king",
    "schnapsen;exchange_min_talon=4",
    "schnapsen;close_min_talon=4",
    "schnapsen;meld_first_lead=forbidden",
    "schnapsen;exchange_needs_trick=yes",
    "schnapsen;close_before_draw=yes",
)
"""Ways to play with twenty cards that are met beside the preset: no other preset has that pack."""
RULE_OF_SWITCH: Final = {
    "strict_head": "strict.head",
    "meld_first_lead": "marriage.first",
    "meld_after_close": "close.marriage",
    "meld_after_stock": "strict.marriage",
    "meld_lead_card": "marriage.lead",
    "exchange_needs_trick": "exchange.trick",
    "exchange_min_talon": "exchange.left",
    "exchange_by_other_on_close": "close.exchange",
    "close": "close.what",
    "close_first_lead": "close.first",
    "close_before_draw": "close.draw",
    "close_min_talon": "close.left",
    "close_success_basis": "close.win",
    "close_fail": "close.fail",
    "close_other_first": "close.other",
    "last_trick": "end.bonus",
    "nobody_claims": "end.last",
    "both_66_at_end": "end.both",
    "false_claim": "claim.wrong",
    "claim_mode": "claim.say",
}
"""Switch -> the rule that it changes."""
SCORES: Final = ["A1", "A2", "A3", "B1", "B2", "B3", "0"]


def partners(rules: Ruleset) -> list[str]:
    """Return the rulesets that a position of this one is compared with: presets of the same pack, else sisters."""
    others = [str(other) for name, other in PRESETS.items() if other.deck == rules.deck and name != rules.name]
    return others if rules.deck == 24 else [text for text in SISTERS if text != str(rules)]


def _compared(what: str) -> Find:
    def find(moment: Moment, rng: random.Random) -> Made | None:
        made = _question(moment, what)
        if made is None:
            return None
        for other in rng.sample(partners(moment.deal.ruleset), len(partners(moment.deal.ruleset))):
            found = _with_other(made, str(moment.deal.ruleset), other)
            if found is not None:
                return found
        return None

    return find


def _with_other(made: Made, first: str, second: str) -> Made | None:
    ask = {**made, "rulesets": [first, second]}
    try:
        answers = diff_answers(ask)
    except ValueError:
        return None
    if answers[0] == answers[1] or "-" in answers:
        return None
    behind = switches_behind(ask)
    back = switches_behind({**ask, "rulesets": [second, first]})
    if len(behind) != 1 or back != behind or behind[0] not in RULE_OF_SWITCH:
        return None
    if made["ask"] == "legal":
        ask["options"] = sorted({*answers, " ".join(made["hand"])})
        ask.pop("hand")
    if made["ask"] == "score":
        ask["options"] = SCORES
    return {**ask, "rule": RULE_OF_SWITCH[behind[0]], "switch": behind[0]}


def _question(moment: Moment, what: str) -> Made | None:
    deal = moment.deal
    if what == "score":
        return _score(moment)
    if not my_turn(deal) or not _worth_asking(deal, what):
        return None
    made: Made = {"kind": "diff", "ask": what, "position": write(deal)}
    if what == "legal":
        made["hand"] = [card.code for card in deal.hands[ME]]
    return made


def _score(moment: Moment) -> Made | None:
    record = moment.record
    if moment.at != len(record.actions) - 1:
        return None
    back = min(2, len(record.actions))
    told = [write_action(action) for action in record.actions[-back:]]
    return {"kind": "diff", "ask": "score", "position": write(record.deals[-1 - back]), "actions": told}


def _worth_asking(deal: Deal, what: str) -> bool:
    """What is asked about is at hand: the pair, the lowest trump, the lead."""
    if what == "announce":
        return leading(deal) and bool(pairs_in(deal.hands[ME]))
    if what == "exchange":
        return holds(deal.hands[ME], lowest_trump(deal)) and deal.turned is not None
    if what == "close":
        return deal.led is None and not deal.strict and deal.announced is None
    return what != "legal" or deal.led is not None or deal.announced is not None


def closing_exchange(moment: Moment, rng: random.Random) -> Made | None:
    """The opponent has just closed, and the lowest trump is held."""
    deal = moment.deal
    if not deal.just_closed or deal.on_lead is ME or not holds(deal.hands[ME], lowest_trump(deal)):
        return None
    made: Made = {"kind": "diff", "ask": "exchange", "position": write(deal)}
    for other in rng.sample(partners(deal.ruleset), len(partners(deal.ruleset))):
        found = _with_other(made, str(deal.ruleset), other)
        if found is not None:
            return found
    return None


R11 = (
    Case(VARIANTS, "legal", "strict.head", _compared("legal"), weight=4),
    Case(VARIANTS, "announce", "marriage.when", _compared("announce"), weight=4),
    Case(VARIANTS, "exchange", "exchange.left", _compared("exchange"), weight=2),
    Case(VARIANTS, "close", "close.when", _compared("close"), weight=4),
    Case(VARIANTS, "score", "pay.usual", _compared("score"), weight=4),
    Case(VARIANTS, "at_once", "close.exchange", closing_exchange, weight=1, fits=lambda rules: rules.close),
)
