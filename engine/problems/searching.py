"""Making items of the themes that a search proves: endings, closings, the last cards of the stock."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from engine.notation import write
from engine.problems.answers import reasons, right_answers
from engine.problems.endings import Spot, ask_of, pair_spots, spots, tricks_of
from engine.problems.grade import grade_search
from engine.problems.hidden import FINDERS, Found, positions
from engine.problems.item import Item, Proof, Rejected, identity_of
from engine.problems.labels import LABELS
from engine.problems.proving import holds_in
from engine.problems.themes import Theme
from engine.ruleset import Ruleset

TRIES: Final = 40
"""Deals that are looked through for one item."""
RULES: Final = {
    Theme.RUN: ("claim.right", "strict.follow"),
    Theme.LAST_TRICK: ("end.bonus", "strict.follow"),
    Theme.DRAW_TRUMPS: ("strict.trump", "strict.follow"),
    Theme.UNBLOCK: ("strict.head", "strict.follow"),
    Theme.THROW_IN: ("trick.next", "strict.follow"),
    Theme.SQUEEZE: ("strict.trump", "strict.follow"),
    Theme.SAVE: ("pay.two", "pay.three"),
    Theme.BREAK_MARRIAGE: ("strict.marriage", "marriage.pair"),
    Theme.KING_OR_QUEEN: ("cards.value", "marriage.lead"),
    Theme.CERTAIN_CLOSE: ("close.goal", "close.effect"),
    Theme.CLOSE_OR_NOT: ("close.fail", "close.goal"),
    Theme.CLOSED_PLAN: ("close.effect", "strict.follow"),
    Theme.OPEN_STOCK: ("open.last", "open.free"),
}
"""The rules that each theme turns on; the first is the main one."""


def search_item(theme: Theme, rules: Ruleset, rng: random.Random, seed: str = "") -> Item | Rejected:
    """Make an item of a theme that a search proves."""
    return next(found_items(theme, rules, rng, seed), Rejected("not_found"))


def found_items(theme: Theme, rules: Ruleset, rng: random.Random, seed: str = "") -> Iterator[Item]:
    """Yield the items of some deals."""
    if theme in LABELS:
        for spot in (pair_spots if theme is Theme.KING_OR_QUEEN else spots)(rules, rng, TRIES):
            codes = LABELS[theme](spot)
            if codes:
                yield _ending_item(theme, spot, codes, seed)
        return
    for deal in positions(rules, rng, TRIES):
        found = FINDERS[theme](deal, rng)
        if found is not None:
            yield _hidden_item(theme, found, seed)


def _ending_item(theme: Theme, spot: Spot, codes: tuple[str, ...], seed: str) -> Item:
    ask = _with_rules(theme, ask_of(spot, "play" if theme is Theme.KING_OR_QUEEN else "line"), spot.deal.ruleset)
    grade = grade_search(theme, tricks_of(spot), len(spot.wrong), spot.value - spot.second)
    proof = Proof(right_answers(ask), float(spot.value), float(spot.second), 1, codes)
    return _item(theme, ask, None, seed, grade, proof)


def _hidden_item(theme: Theme, found: Found, seed: str) -> Item:
    ask = _with_rules(theme, found.made, found.deal.ruleset)
    gap = 0.0 if found.best is None or found.second is None else found.best - found.second
    grade = grade_search(theme, len(found.deal.hands[0]), found.wrong, gap, found.worlds)
    best = None if found.best is None else round(found.best, 6)
    second = None if found.second is None else round(found.second, 6)
    proof = Proof(right_answers(ask), best, second, found.worlds, found.codes)
    return _item(theme, ask, write(found.deal), seed, grade, proof)


def _with_rules(theme: Theme, made: dict[str, Any], rules: Ruleset) -> dict[str, Any]:
    return {**made, "ruleset": str(rules), "rule": RULES[theme][0], "rules": list(RULES[theme])}


def _item(theme: Theme, ask: dict[str, Any], deal: str | None, seed: str, grade: Any, proof: Proof) -> Item:
    return Item(
        id=identity_of(theme, ask),
        theme=theme,
        case=proof.codes[0],
        ruleset=ask["ruleset"],
        ask=ask,
        deal=deal,
        rule=ask["rule"],
        rules=tuple(ask["rules"]),
        seed=seed,
        grade=grade,
        presets=holds_in(ask, proof.answers, same_reasons=False),
        proof=proof,
        reasons=reasons(ask),
    )
