"""When a clause is shown: ``switch=value``, several values with ``/``, several conditions with ``and``."""

from __future__ import annotations

from functools import cache

from engine.ruleset import SWITCHES, Ruleset, write_value


class ConditionError(ValueError):
    """A condition that cannot be read: a fault in the content file."""


@cache
def holds(condition: str, rules: Ruleset) -> bool:
    """Return whether a condition holds. A switch that does not apply (None) fulfils none.

    Raises:
        ConditionError: an unknown switch or value.

    >>> from engine.ruleset import preset
    >>> holds("close=yes and close_min_talon=2", preset("classic66"))
    True
    >>> holds("close_min_talon=2", preset("eight66"))
    False
    """
    return all(_part_holds(part.strip(), rules) for part in condition.split(" and "))


def any_holds(conditions: str, rules: Ruleset) -> bool:
    """Return whether a condition, or one of several joined by ``or``, holds.

    Raises:
        ConditionError: an unknown switch or value.

    >>> from engine.ruleset import preset
    >>> any_holds("close=no or target=7", preset("classic66"))
    True
    """
    return any(holds(part.strip(), rules) for part in conditions.split(" or "))


def _part_holds(part: str, rules: Ruleset) -> bool:
    if part == "always":
        return True
    if part == "duties":
        return rules.duties
    if part == "no duties":
        return not rules.duties
    name, sign, written = part.partition("=")
    values = written.split("/")
    if not sign or name not in SWITCHES:
        raise ConditionError(part)
    known = {write_value(value) for value in SWITCHES[name].values}
    if not known.issuperset(values):
        raise ConditionError(part)
    value = getattr(rules, name)
    return value is not None and write_value(value) in values
