"""Rulesets: frozen switch values, the five presets, custom rulesets, their text form.

Every way of playing is a value of :class:`Ruleset`; nothing else in the project knows a variant by name. Switches
are explained in ``engine/RULES.md`` and in ``SWITCHES``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Final

from engine.cards import PACK_20, PACK_24, Card, Rank, Suit
from engine.errors import ReadCode, ReadError

Value = int | bool | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The switches of one way to play. ``None``: the switch does not apply (no closing, no spoken claim).

    Build one with :func:`custom`, :func:`parse` or from ``PRESETS``; these refuse combinations that cannot be
    played. ``name`` is the preset that it was made from.
    """

    name: str
    deck: int
    hand: int
    exchange_card: str
    target: int
    count: str
    next_dealer: str
    strict_follow: bool
    strict_head: bool
    strict_trump: bool
    meld_first_lead: str
    meld_pending_until_trick: bool
    meld_after_close: bool | None
    meld_after_stock: bool
    meld_per_lead: int
    meld_lead_card: str
    meld_then_close_same_lead: bool | None
    exchange_needs_trick: bool
    exchange_off_lead: bool
    exchange_min_talon: int
    exchange_by_other_on_close: bool
    exchange_any_trump: bool
    close: bool
    close_first_lead: bool | None
    close_before_draw: bool | None
    close_min_talon: int | None
    close_success_basis: str | None
    close_fail: str | None
    close_other_first: str | None
    last_trick: str
    nobody_claims: str
    tie: str
    both_66_at_end: str
    claim_mode: str
    claim_moment: str | None
    false_claim: str | None
    two_points_below: int
    three_points_if: str
    whitewash_double: bool

    @property
    def pack(self) -> tuple[Card, ...]:
        """All cards of the pack in canonical order."""
        return PACK_24 if self.deck == 24 else PACK_20

    @property
    def lowest_rank(self) -> Rank:
        """The rank that may be exchanged for the face-up trump (rule ``exchange.card``)."""
        return Rank(self.exchange_card)

    def lowest_trump(self, trump: Suit) -> Card:
        """The card that may be exchanged for the face-up trump."""
        return Card.of(self.lowest_rank, trump)

    @property
    def spoken(self) -> bool:
        """Players must claim 66; otherwise the deal ends by itself."""
        return self.claim_mode == "spoken"

    @property
    def duties(self) -> bool:
        """The player who answers has some duty once nobody draws (rule ``strict.start``)."""
        return self.strict_follow or self.strict_head or self.strict_trump

    @property
    def last_trick_points(self) -> int:
        """Card points for the last trick when every card has been played (rule ``end.bonus``)."""
        return 10 if self.last_trick == "plus10_if_stock_exhausted" else 0

    @property
    def carries(self) -> bool:
        """A deal can be tied, and the next one that somebody wins then pays one game point more (rule ``end.tie``)."""
        return self.tie == "draw_carry_1" and self.nobody_claims == "higher_total_table"

    @property
    def is_preset(self) -> bool:
        """No switch differs from the preset of the same name."""
        return self == PRESETS[self.name]

    def switches(self) -> dict[str, Value]:
        """Every switch with its value, in the order of the table."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "name"}

    def __str__(self) -> str:
        return text(self)


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: its values in the order shown, and when it applies at all.

    ``offered`` is False for switches that have one value only or follow from another switch. ``needs`` names the
    switch and value without which this one does not apply.
    """

    name: str
    values: tuple[Value, ...]
    needs: tuple[str, Value] | None = None
    offered: bool = True
    follows: str | None = None


_CLOSE: Final = ("close", True)
_SPOKEN: Final = ("claim_mode", "spoken")
_YES_NO: Final = (True, False)

SWITCHES: Final[Mapping[str, Switch]] = MappingProxyType(
    {
        switch.name: switch
        for switch in (
            Switch("deck", (24, 20)),
            Switch("hand", (6, 5), offered=False, follows="deck"),
            Switch("exchange_card", ("9", "J"), offered=False, follows="deck"),
            Switch("target", (7, 8, 10, 11)),
            Switch("count", ("up", "down")),
            Switch("next_dealer", ("alternate", "winner")),
            Switch("strict_follow", _YES_NO),
            Switch("strict_head", _YES_NO),
            Switch("strict_trump", _YES_NO),
            Switch("meld_first_lead", ("pending", "forbidden")),
            Switch("meld_pending_until_trick", _YES_NO),
            Switch("meld_after_close", _YES_NO, needs=_CLOSE),
            Switch("meld_after_stock", _YES_NO),
            Switch("meld_per_lead", (1,), offered=False),
            Switch("meld_lead_card", ("either", "king")),
            Switch("meld_then_close_same_lead", _YES_NO, needs=_CLOSE),
            Switch("exchange_needs_trick", _YES_NO),
            Switch("exchange_off_lead", _YES_NO),
            Switch("exchange_min_talon", (2, 4)),
            Switch("exchange_by_other_on_close", _YES_NO),
            Switch("exchange_any_trump", (False,), offered=False),
            Switch("close", _YES_NO),
            Switch("close_first_lead", _YES_NO, needs=_CLOSE),
            Switch("close_before_draw", _YES_NO, needs=_CLOSE),
            Switch("close_min_talon", (2, 4), needs=_CLOSE),
            Switch("close_success_basis", ("total", "at_close"), needs=_CLOSE),
            Switch("close_fail", ("2or3_at_close", "2or3_at_end", "flat3", "flat1"), needs=_CLOSE),
            Switch("close_other_first", ("2or3_at_close", "flat2", "flat3"), needs=_CLOSE),
            Switch("last_trick", ("plus10_if_stock_exhausted", "wins_unclaimed_deal", "none")),
            Switch("nobody_claims", ("higher_total_table", "last_trick_table", "last_trick_1")),
            Switch("tie", ("draw_0", "draw_carry_1", "not_possible")),
            Switch("both_66_at_end", ("higher_total", "last_trick_1")),
            Switch("claim_mode", ("spoken", "automatic")),
            Switch("claim_moment", ("after_own_trick_or_meld",), needs=_SPOKEN, offered=False),
            Switch("false_claim", ("2or3_now", "flat2", "flat3"), needs=_SPOKEN),
            Switch("two_points_below", (33,), offered=False),
            Switch("three_points_if", ("no_tricks",), offered=False),
            Switch("whitewash_double", (False,), offered=False),
        )
    }
)
"""Every switch. Values that no program here plays (``exchange_any_trump=yes`` and the like) are not listed."""

PACKS: Final = MappingProxyType({24: (6, "9"), 20: (5, "J")})
"""Pack size -> size of a hand and rank of the lowest trump: three switches that go together."""

CLASSIC: Final = Ruleset(
    name="classic66",
    deck=24,
    hand=6,
    exchange_card="9",
    target=7,
    count="up",
    next_dealer="alternate",
    strict_follow=True,
    strict_head=True,
    strict_trump=True,
    meld_first_lead="pending",
    meld_pending_until_trick=True,
    meld_after_close=False,
    meld_after_stock=False,
    meld_per_lead=1,
    meld_lead_card="either",
    meld_then_close_same_lead=True,
    exchange_needs_trick=True,
    exchange_off_lead=False,
    exchange_min_talon=2,
    exchange_by_other_on_close=False,
    exchange_any_trump=False,
    close=True,
    close_first_lead=True,
    close_before_draw=True,
    close_min_talon=2,
    close_success_basis="total",
    close_fail="2or3_at_close",
    close_other_first="2or3_at_close",
    last_trick="plus10_if_stock_exhausted",
    nobody_claims="higher_total_table",
    tie="draw_0",
    both_66_at_end="higher_total",
    claim_mode="spoken",
    claim_moment="after_own_trick_or_meld",
    false_claim="2or3_now",
    two_points_below=33,
    three_points_if="no_tricks",
    whitewash_double=False,
)
"""The game of the four old texts, gaps filled (readings A1 to A30 of ``RULES.md``)."""

_PAGAT: Final = replace(
    CLASSIC,
    name="pagat66",
    next_dealer="winner",
    exchange_by_other_on_close=True,
    close_other_first="flat2",
    false_claim="flat2",
)
_EIGHT: Final = replace(
    CLASSIC,
    name="eight66",
    target=8,
    strict_head=False,
    meld_after_close=None,
    meld_after_stock=True,
    meld_then_close_same_lead=None,
    close=False,
    close_first_lead=None,
    close_before_draw=None,
    close_min_talon=None,
    close_success_basis=None,
    close_fail=None,
    close_other_first=None,
    last_trick="wins_unclaimed_deal",
    nobody_claims="last_trick_table",
    tie="not_possible",
    both_66_at_end="last_trick_1",
    false_claim="flat3",
)
_SANTASE: Final = replace(
    CLASSIC,
    name="santase",
    target=11,
    next_dealer="winner",
    meld_first_lead="forbidden",
    meld_after_close=True,
    meld_after_stock=True,
    exchange_min_talon=4,
    close_first_lead=False,
    close_before_draw=False,
    close_min_talon=4,
    close_fail="flat3",
    close_other_first="flat3",
    claim_mode="automatic",
    claim_moment=None,
    false_claim=None,
)
_SCHNAPSEN: Final = replace(
    CLASSIC,
    name="schnapsen",
    deck=20,
    hand=5,
    exchange_card="J",
    count="down",
    meld_after_close=True,
    meld_after_stock=True,
    exchange_needs_trick=False,
    close_before_draw=False,
    close_success_basis="at_close",
    last_trick="wins_unclaimed_deal",
    nobody_claims="last_trick_1",
    tie="not_possible",
    both_66_at_end="last_trick_1",
)

PRESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(
    {rules.name: rules for rules in (CLASSIC, _EIGHT, _PAGAT, _SANTASE, _SCHNAPSEN)}
)
"""The five rulesets that ship, in the order in which they are offered."""

_ORDER: Final = tuple(field.name for field in fields(Ruleset) if field.name != "name")


def preset(name: str) -> Ruleset:
    """Return a preset by name.

    Raises:
        ReadError: ``unknown_ruleset``.
    """
    try:
        return PRESETS[name]
    except (KeyError, TypeError):
        raise ReadError(ReadCode.UNKNOWN_RULESET, str(name)) from None


def custom(base: str, changes: Mapping[str, object]) -> Ruleset:
    """Return a preset with switches changed.

    The size of a hand and the lowest trump follow the pack. A switch that a change makes apply (closing or spoken
    claims switched on) takes the value of classic66 unless it is named too; one that no longer applies becomes None.

    Raises:
        ReadError: ``unknown_ruleset``, ``unknown_switch``, ``switch_value``.

    >>> custom("classic66", {"strict_head": False}).strict_head
    False
    >>> custom("schnapsen", {"deck": 24}).hand
    6
    """
    rules = preset(base)
    values: dict[str, Value] = rules.switches()
    values.update({name: _checked(name, value) for name, value in changes.items()})
    _follow_the_pack(values, changes)
    for switch in SWITCHES.values():
        if switch.needs is None:
            continue
        if values[switch.needs[0]] != switch.needs[1]:
            values[switch.name] = None
        elif values[switch.name] is None:
            if switch.name in changes:
                raise ReadError(ReadCode.SWITCH_VALUE, f"{switch.name} cannot be left out here")
            values[switch.name] = getattr(CLASSIC, switch.name)
    made = Ruleset(name=base, **values)  # type: ignore[arg-type]
    _refuse_holes(made)
    return made


def _checked(name: str, value: object) -> Value:
    if name not in SWITCHES:
        raise ReadError(ReadCode.UNKNOWN_SWITCH, str(name))
    switch = SWITCHES[name]
    if value is None and switch.needs is not None:
        return None
    for known in switch.values:
        # True == 1 in Python: the kinds are compared as well, so that target=true is refused.
        if value == known and type(value) is type(known):
            return known
    raise ReadError(ReadCode.SWITCH_VALUE, f"{name}={value!r}")


def _follow_the_pack(values: dict[str, Value], changes: Mapping[str, object]) -> None:
    deck = values["deck"]
    assert isinstance(deck, int)
    hand, lowest = PACKS[deck]
    for name, value in (("hand", hand), ("exchange_card", lowest)):
        if changes.get(name, value) != value:
            raise ReadError(ReadCode.SWITCH_VALUE, f"{name}={changes[name]!r} with deck={deck}")
        values[name] = value


def _refuse_holes(rules: Ruleset) -> None:
    """Refuse the two combinations under which some deal would be settled by nothing (``engine/RULES.md``, part 2)."""
    if rules.nobody_claims == "higher_total_table" and rules.tie == "not_possible":
        raise ReadError(ReadCode.SWITCH_VALUE, "nobody_claims=higher_total_table with tie=not_possible")
    both = rules.nobody_claims == "last_trick_table" and rules.both_66_at_end == "higher_total"
    if both and rules.spoken:
        raise ReadError(ReadCode.SWITCH_VALUE, "nobody_claims=last_trick_table with both_66_at_end=higher_total")


def differences(rules: Ruleset, other: Ruleset) -> tuple[str, ...]:
    """Return the names of the switches whose values differ, in the order of the table."""
    return tuple(name for name in _ORDER if getattr(rules, name) != getattr(other, name))


def text(rules: Ruleset) -> str:
    """Return the text form: a preset and the switches that differ from it.

    >>> text(custom("classic66", {"target": 11, "strict_head": False}))
    'classic66;target=11;strict_head=no'
    """
    base = PRESETS[rules.name]
    parts = [rules.name]
    for name in differences(rules, base):
        value = getattr(rules, name)
        # What follows from another switch is not written: reading it back gives the same.
        if value is None or SWITCHES[name].follows or custom_default(rules, name) == value:
            continue
        parts.append(f"{name}={write_value(value)}")
    return ";".join(parts)


def custom_default(rules: Ruleset, name: str) -> Value:
    """The value that a switch takes by itself when another switch makes it apply; else the value of the preset."""
    base: Value = getattr(PRESETS[rules.name], name)
    if base is None:
        classic: Value = getattr(CLASSIC, name)
        return classic
    return base


def write_value(value: Value) -> str:
    """Write one switch value: yes and no for the truth values.

    >>> write_value(True), write_value(11)
    ('yes', '11')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def parse(source: str) -> Ruleset:
    """Read the text form.

    Raises:
        ReadError: ``unknown_ruleset``, ``unknown_switch``, ``switch_value``.

    >>> parse("classic66;strict_head=no;target=11").target
    11
    """
    base, *parts = source.strip().split(";")
    preset(base)
    changes: dict[str, Value] = {}
    for part in parts:
        name, sign, written = part.partition("=")
        if name not in SWITCHES:
            raise ReadError(ReadCode.UNKNOWN_SWITCH, name)
        known = {write_value(value): value for value in SWITCHES[name].values}
        if not sign or written not in known or name in changes:
            raise ReadError(ReadCode.SWITCH_VALUE, part)
        changes[name] = known[written]
    return custom(base, changes)


def from_data(data: object) -> Ruleset:
    """Read a ruleset out of JSON data: a name, or an object with ``base`` and changed switches.

    Raises:
        ReadError: ``bad_line``, ``unknown_ruleset``, ``unknown_switch``, ``switch_value``.
    """
    if isinstance(data, str):
        return parse(data) if ";" in data else preset(data)
    if not isinstance(data, dict) or not isinstance(data.get("base"), str):
        raise ReadError(ReadCode.BAD_LINE, "ruleset is neither a name nor an object with a base")
    changes = {name: value for name, value in data.items() if name != "base"}
    return custom(data["base"], changes)
