"""Making one item: of a theme, or about a rule. The same seed makes the same item."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.problems import acts, differing, ends, hands, memory, mistakes
from engine.problems.answers import reasons, right_answers
from engine.problems.cases import Case, Made
from engine.problems.grade import grade_rule
from engine.problems.item import Item, Proof, Rejected, identity_of
from engine.problems.proving import holds_in
from engine.problems.scenes import records
from engine.problems.searching import search_item
from engine.problems.themes import Theme
from engine.ruleset import Ruleset

TRIES: Final = 60
"""Deals that are played to find one case."""
RARE: Final = 300
"""Deals that are played where a rule seldom comes up."""

CASES: Final[Mapping[Theme, tuple[Case, ...]]] = MappingProxyType(
    {
        Theme.LEGAL_CARDS: hands.R1,
        Theme.TRICK_WINNER: hands.R2,
        Theme.COUNT: hands.R3,
        Theme.ANNOUNCE: acts.R4,
        Theme.EXCHANGE: acts.R5,
        Theme.CLOSE: acts.R6,
        Theme.CLAIM: ends.R7,
        Theme.SCORE: ends.R8,
        Theme.SPOT: mistakes.R9,
        Theme.ORDER: mistakes.R10,
        Theme.VARIANTS: differing.R11,
        Theme.UNSEEN: memory.M1,
        Theme.DEDUCTION: memory.M2,
    }
)
"""The situations of each rule and memory theme."""
EXTRA: Final = (ends.MATCH_TIED, hands.OPENS)
"""Situations too rare for a theme, which are made only when their rule is asked for."""

UNASKED: Final = MappingProxyType(
    {
        "cards.players": "says who plays: nothing follows from it in a position",
        "deal.first": "players agree on it by any means",
        "deal.turn": "the table shows the face-up trump: there is nothing to find out",
    }
)
"""Rules of which no item is made, and why."""


def make(theme: Theme, rules: Ruleset, rng: random.Random, seed: str = "") -> Item | Rejected:
    """Make an item of a theme, or say why nothing came of it. ``seed`` is noted in the item."""
    if theme not in CASES:
        return search_item(theme, rules, rng, seed)
    fitting = [case for case in CASES[theme] if case.fits(rules)]
    if not fitting:
        return Rejected("ruleset")
    chosen = rng.choices(fitting, [case.weight for case in fitting])[0]
    return make_case(chosen, rules, rng, seed)


def another(
    theme: Theme, rules: Ruleset, level: int, rng: random.Random, seed: str = "", tries: int = 4
) -> Item | None:
    """Make a fresh item like one that was solved: the same theme, and of a few tries the one next to its level."""
    nearest: Item | None = None
    for _ in range(tries):
        made = make(theme, rules, rng, seed)
        if isinstance(made, Item) and (nearest is None or abs(made.level - level) < abs(nearest.level - level)):
            nearest = made
        if nearest is not None and nearest.level == level:
            break
    return nearest


def make_for_rule(rule: str, rules: Ruleset, rng: random.Random, seed: str = "") -> Item | Rejected:
    """Make a fresh item that asks about a rule. Codes beside those of the makers: ``unasked``, ``ruleset``."""
    fitting = [case for case in cases_for(rule) if case.fits(rules)]
    if not fitting:
        return Rejected("unasked" if not cases_for(rule) else "ruleset")
    # What a rule is mainly about comes first; where that does not turn up, what needs the rule as well.
    main = [case for case in fitting if case.rule == rule]
    others = [case for case in fitting if case not in main]
    for cases, tries in ((main, TRIES), (others, TRIES), (main, RARE)):
        for case in rng.sample(cases, len(cases)):
            made = make_case(case, rules, rng, seed, rule, tries)
            if isinstance(made, Item):
                return made
    return Rejected("not_found")


def cases_for(rule: str) -> list[Case]:
    """Return the situations that ask about a rule."""
    every = [case for theme, cases in CASES.items() if theme is not Theme.VARIANTS for case in cases] + list(EXTRA)
    return [case for case in every if rule == case.rule or rule in case.rules]


def make_case(
    case: Case, rules: Ruleset, rng: random.Random, seed: str = "", rule: str = "", tries: int = TRIES
) -> Item | Rejected:
    """Look for a situation in deals; ``rule``: the item has to be about it."""
    for record in records(rules, rng, tries):
        moments = list(record.moments())
        for moment in rng.sample(moments, len(moments)):
            made = case.find(moment, rng)
            if made is None:
                continue
            item = finished(case, rules, made, seed)
            if isinstance(item, Item) and (not rule or rule in item.rules):
                return item
    return Rejected("not_found")


def finished(case: Case, rules: Ruleset, made: Made, seed: str) -> Item | Rejected:
    """Answer, prove and grade a question."""
    main = made.pop("rule", None) or case.rule
    found: Sequence[str] = made.pop("rules", ())
    every = tuple(dict.fromkeys((main, *found, *case.rules)))
    ask: Made = dict(made) if "rulesets" in made else {**made, "ruleset": str(rules)}
    ask |= {"rule": main, "rules": list(every)}
    answers = right_answers(ask)
    if not answers or (ask["kind"] != "act" and len(answers) != 1):
        return Rejected("not_one_answer")
    why = reasons(ask)
    return Item(
        id=identity_of(case.theme, ask),
        theme=case.theme,
        case=case.name,
        ruleset=str(rules),
        ask=ask,
        deal=None,
        rule=main,
        rules=every,
        seed=seed,
        grade=grade_rule(case, ask, len(every), len(why)),
        presets=holds_in(ask, answers),
        proof=Proof(answers),
        reasons=why,
    )
