"""Hypothesis strategies: rulesets, seeds, positions."""

import random

from hypothesis import strategies as st

from engine.deal import Deal
from engine.errors import ReadCode, ReadError
from engine.ruleset import PRESETS, SWITCHES, Ruleset, custom
from tests.engine.walks import positions, start

FREE_SWITCHES = {name: switch for name, switch in SWITCHES.items() if switch.offered and switch.follows is None}
"""The switches that a custom ruleset may set by themselves."""

seeds = st.integers(0, 2**32 - 1)


def _made(base: str, changes: dict[str, object]) -> Ruleset | None:
    try:
        return custom(base, changes)
    except ReadError as error:
        if error.code is not ReadCode.SWITCH_VALUE:
            raise  # only the two holes can be refused here: every name and every value is a known one
        return None


def changes() -> st.SearchStrategy[dict[str, object]]:
    """Any number of switches with any of their values."""
    return st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(switch.values) for name, switch in FREE_SWITCHES.items()}
    )


def rulesets() -> st.SearchStrategy[Ruleset]:
    """A preset with any switches changed; combinations that ``custom`` refuses are left out."""
    made = st.builds(_made, st.sampled_from(sorted(PRESETS)), changes())
    return made.filter(lambda rules: rules is not None)


@st.composite
def open_deals(draw: st.DrawFn) -> Deal:
    """A position of a random deal that has not ended."""
    rules, seed = draw(rulesets()), draw(seeds)
    reached = [deal for deal in positions(start(rules, seed), random.Random(seed)) if not deal.over]
    return reached[draw(st.integers(0, len(reached) - 1))]
