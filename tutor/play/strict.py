"""What the coach says at a strict table: there the learner counts, so that nothing is said that tells a count.

A claim is never spoken of, whether it would be right or wrong, and what is said of everything else does not hang on it:
what an action loses is measured against the best of the others. Reasons that name points or tricks of the deal are left out.
"""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Claim, Play
from engine.coach import Advice, Cause, Option, Told

COUNTED = frozenset(
    {
        *(Cause.HAS_66, Cause.MAKES_66, Cause.MARRIAGE_MAKES_66, Cause.STOPS_66, Cause.RUNS_TO_66),
        *(Cause.CLOSING_SURE, Cause.LEAVES_CLAIM, Cause.CLAIM_TOO_EARLY, Cause.GIVES_66, Cause.MAY_GIVE_66),
        *(Cause.KEEPS_33, Cause.HOLDS_BELOW_33, Cause.REACHES_33, Cause.CLOSING_BELOW_33),
        *(Cause.SHORT_OF_33, Cause.LETS_THEM_33, Cause.FIRST_TRICK, Cause.CLOSING_TRICKLESS),
    }
)
"""Reasons that tell how many points or tricks somebody has."""


def uncounted(advice: Advice) -> Advice | None:
    """Return advice without claims and without reasons that tell a count; None where nothing but a claim was left."""
    rest = [option for option in advice.options if not isinstance(option.action, Claim)]
    if not rest:
        return None
    least = min(option.lost for option in rest)
    promoted = not any(option.best for option in rest)  # only the claim was among the best
    options = tuple(_measured(option, least, promoted=promoted) for option in rest)
    if len(options) == 1:
        options = (replace(options[0], reasons=(_only(options[0]),)),)
    return replace(advice, options=options)


def _measured(option: Option, least: float, *, promoted: bool) -> Option:
    best = option.best or (promoted and option.lost == least)
    told = tuple(each for each in option.reasons if each.cause not in COUNTED)
    if best and promoted:
        told = ()  # they speak against it, beside a claim
    if not told:
        told = (Told(Cause.SEARCH_SAYS if best else Cause.SEARCH_LOWER, n=0),)
    return replace(option, best=best, lost=option.lost - least, reasons=told)


def _only(option: Option) -> Told:
    """The same words whether a claim would be right or wrong."""
    action = option.action
    return Told(Cause.ONLY_CARD, card=action.card) if isinstance(action, Play) else Told(Cause.ONLY_ACTION)
