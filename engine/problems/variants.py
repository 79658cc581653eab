"""One position under two rulesets: what each says, and which single switch makes the difference."""

from __future__ import annotations

from engine.actions import Action, Announce, Claim, Close, Exchange
from engine.deal import Deal
from engine.effects import pairs_in
from engine.errors import ReadError
from engine.problems.asks import ME, ended, now
from engine.problems.renaming import Ask
from engine.referee import playable_cards, refusal
from engine.ruleset import PRESETS, Ruleset, custom, differences, parse

YES, NO = "yes", "no"


def diff_answers(ask: Ask) -> tuple[str, str]:
    """Return what each of the two rulesets answers.

    Raises:
        ReadError: the position cannot occur under one of them.
        IllegalHistory: what has happened could not happen under one of them.
    """
    first, second = (parse(text) for text in ask["rulesets"])
    return answer_under(ask, first), answer_under(ask, second)


def answer_under(ask: Ask, rules: Ruleset) -> str:
    """Return the answer under one ruleset: card codes, yes or no, or winner and game points.

    Raises:
        ReadError, IllegalHistory: as :func:`diff_answers`.
    """
    deal = now(ask, rules)
    what = ask["ask"]
    if what == "legal":
        return " ".join(card.code for card in playable_cards(deal)) or "-"
    if what == "score":
        outcome = ended(deal)
        if outcome is None or outcome.winner is None:
            return "0" if outcome else "-"
        return f"{outcome.winner.name}{outcome.game_points}"
    return YES if any(refusal(deal, action) is None for action in tries(deal, what)) else NO


def tries(deal: Deal, what: str) -> list[Action]:
    """Return what the learner can try of one sort: ``announce``, ``exchange``, ``close``, ``claim``."""
    if what == "announce":
        return [Announce(ME, suit) for suit in pairs_in(deal.hands[ME])]
    return [{"exchange": Exchange, "close": Close, "claim": Claim}[what](ME)]


def switches_behind(ask: Ask) -> list[str]:
    """Return the switches of which each, alone, turns the answer of the first ruleset into that of the second."""
    first, second = (parse(text) for text in ask["rulesets"])
    wanted = answer_under(ask, second)
    found = []
    for name in differences(first, second):
        value = getattr(second, name)
        flipped = _with(first, name, value)
        if flipped is not None and _answers(ask, flipped) == wanted:
            found.append(name)
    return found


def _with(rules: Ruleset, name: str, value: object) -> Ruleset | None:
    """Return a ruleset with one switch changed, None where that cannot be played."""
    base = PRESETS[rules.name]
    changes: dict[str, object] = {switch: getattr(rules, switch) for switch in differences(rules, base)}
    try:
        return custom(rules.name, {**changes, name: value})
    except ReadError:
        return None


def _answers(ask: Ask, rules: Ruleset) -> str | None:
    try:
        return answer_under(ask, rules)
    except ValueError:
        return None
