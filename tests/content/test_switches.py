"""Every rule switch has words, a place in the rule book, and a position in which turning it changes something.

The verdicts are worked out a second time by the naive referee, which shares no code with the engine.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from django.utils.translation import override

from engine.nearest import turned
from engine.notation import read, write
from engine.ruleset import PRESETS, SWITCHES, Ruleset, Value
from tests.conftest import LANGUAGES
from tests.engine import naive_referee as naive
from tests.engine.second_opinion import facts, naive_action
from tutor.rules.examples import FILE, Example, Line, example_of, places, values_of
from tutor.rules.texts import rule_book
from tutor.wording.switches import HELP, LABELS, VALUES, switch_label, value_label

OFFERED = [name for name, switch in SWITCHES.items() if switch.offered]
RULES = {clause.rule for section in rule_book() for clause in section.clauses}

Same = Callable[[Ruleset, set[Value]], bool]
NO_DIFFERENCE: dict[str, Same] = {
    "tie": lambda rules, _values: rules.nobody_claims != "higher_total_table",
    "both_66_at_end": lambda rules, _values: not rules.spoken or rules.nobody_claims == "last_trick_1",
    "exchange_by_other_on_close": lambda rules, _values: not rules.close,
    "meld_pending_until_trick": lambda rules, _values: rules.meld_first_lead == "forbidden",
    "last_trick": lambda _rules, values: values == {"wins_unclaimed_deal", "none"},
}
"""Where turning a switch changes nothing for anybody: what it decides cannot happen, or is decided by another one."""


def some_rulesets(count: int) -> list[Ruleset]:
    """The presets, and presets with switches turned, from a fixed seed."""
    rng, made = random.Random(66), list(PRESETS.values())
    while len(made) < count:
        names = rng.sample(OFFERED, rng.randint(1, 12))
        changes = {name: rng.choice(SWITCHES[name].values) for name in names}
        made.append(turned(rng.choice(list(PRESETS.values())), changes))
    return made


RULESETS = some_rulesets(60)


def test_every_switch_has_words():
    """A label and every value of all of them; a sentence about each that is offered."""
    assert set(LABELS) == set(SWITCHES)
    assert set(HELP) == set(OFFERED)
    for name, switch in SWITCHES.items():
        if name != "target":
            assert set(switch.values) <= set(VALUES[name])


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_values_differ(language):
    """No two values of a switch are called the same."""
    with override(language):
        for name, switch in SWITCHES.items():
            assert switch_label(name)
            assert len({value_label(name, value) for value in switch.values}) == len(switch.values), name


def test_every_switch_has_a_place():
    """Each one that is offered, once, beside rules of one section, in the order of the rule book."""
    sections = [section.key for section in rule_book()]

    assert sorted(places()) == sorted(OFFERED)
    for place in places().values():
        assert set(place.rules) <= RULES
        assert {rule.split(".")[0] for rule in place.rules} == {place.section}
    order = [sections.index(place.section) for place in places().values()]
    assert order == sorted(order)


def test_the_file_holds_positions_and_actions_only():
    """No verdict, no outcome, no answer is written down; positions stand in the canonical form."""
    data: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))

    assert data.keys() == {"switch"}
    cases = [case for switch in data["switch"] for case in switch["case"]]
    assert len(cases) > 60
    assert {key for switch in data["switch"] for key in switch} == {"name", "rules", "case"}
    assert {key for case in cases for key in case} == {"position", "actions"}
    for case in cases:
        fitting = [rules for rules in RULESETS if fits(case["position"], rules)]
        assert fitting, case
        assert write(read(case["position"], fitting[0])) == case["position"]


def fits(position: str, rules: Ruleset) -> bool:
    """Whether a position can be read under a ruleset."""
    try:
        read(position, rules)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("name", OFFERED)
def test_turning_the_switch_changes_something(name):
    """Under every ruleset, for every other value: a position comes out in another way, or nothing at all can differ."""
    met = 0
    for rules in RULESETS:
        now = getattr(rules, name)
        for value, other in values_of(name, rules):
            if value == now:
                continue
            example = example_of(name, rules, value)
            idle = NO_DIFFERENCE.get(name)
            if example is None:
                assert idle is not None, (str(rules), value)
                assert idle(rules, {now, value}), (str(rules), value)
                continue
            met += 1
            assert example.differs == (True,)
            assert example.others[0].ruleset == other
            assert not (example.now.tried.refused and example.others[0].tried.refused)
    assert met > 20


def second_opinion(line: Line, example: Example) -> tuple[str, Any]:
    """What the naive referee says to the same actions: the reason, and what is paid if the deal has ended."""
    deal = line.deal
    state: naive.State = {**facts(deal), "switches": deal.ruleset.switches(), "history": []}
    state["hands"] = {player: sorted(hand) for player, hand in state["hands"].items()}
    del state["result"]
    actions = example.actions if line.deal.ruleset.deck == example.now.deal.ruleset.deck else (line.action,)
    for action in actions:
        reason = naive.reason(state, naive_action(action))
        if reason != "ok":
            return reason, None
        state = naive.apply(state, naive_action(action))
    return "ok", naive.result(state)


@pytest.mark.parametrize("name", OFFERED)
def test_the_second_referee_agrees(name):
    """Verdict and payment of every line of every example, worked out without the engine."""
    compared = 0
    for rules in RULESETS[:25]:
        example = example_of(name, rules)
        if example is None:
            continue
        for line in (example.now, *example.others):
            reason, paid = second_opinion(line, example)
            tried = line.tried
            assert reason == (tried.refused.reason.value if tried.refused else "ok"), (str(rules), line.value)
            outcome = tried.outcome
            expected = outcome and (outcome.winner.name if outcome.winner is not None else None, outcome.game_points)
            assert paid == expected, (str(rules), line.value)
            compared += 1
    assert compared > 10
