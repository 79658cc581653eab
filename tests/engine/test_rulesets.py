"""Rulesets: custom ones in both forms, what is refused, what follows by itself, and round trips."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Suit, card_points
from engine.errors import ReadCode, ReadError
from engine.ruleset import (
    CLASSIC,
    PACKS,
    PRESETS,
    SWITCHES,
    Ruleset,
    custom,
    differences,
    from_data,
    parse,
    preset,
    text,
)
from tests.engine.strategies import changes, rulesets

NAMES = ("classic66", "eight66", "pagat66", "santase", "schnapsen")
CLOSING = [name for name, switch in SWITCHES.items() if switch.needs == ("close", True)]
SPOKEN = [name for name, switch in SWITCHES.items() if switch.needs == ("claim_mode", "spoken")]


# -- what is accepted --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "data", "changed"),
    [
        pytest.param("classic66", "classic66", {}, id="preset"),
        pytest.param("classic66", {"base": "classic66"}, {}, id="preset-as-object"),
        pytest.param(
            "classic66;strict_head=no;target=11",
            {"base": "classic66", "strict_head": False, "target": 11},
            {"strict_head": False, "target": 11},
            id="two-switches",
        ),
        pytest.param("classic66;target=7", {"base": "classic66", "target": 7}, {}, id="value-of-the-preset"),
        pytest.param(
            "classic66;deck=20",
            {"base": "classic66", "deck": 20},
            {"deck": 20, "hand": 5, "exchange_card": "J"},
            id="pack",
        ),
        pytest.param(
            "schnapsen;deck=24;hand=6;exchange_card=9",
            {"base": "schnapsen", "deck": 24, "hand": 6, "exchange_card": "9"},
            {"deck": 24, "hand": 6, "exchange_card": "9"},
            id="pack-in-full",
        ),
        pytest.param(
            "classic66;close=no",
            {"base": "classic66", "close": False},
            {"close": False, **dict.fromkeys(CLOSING)},
            id="no-closing",
        ),
        pytest.param(
            "classic66;claim_mode=automatic",
            {"base": "classic66", "claim_mode": "automatic"},
            {"claim_mode": "automatic", **dict.fromkeys(SPOKEN)},
            id="no-claims",
        ),
        pytest.param(
            "eight66;close=yes",
            {"base": "eight66", "close": True},
            {"close": True, **{name: getattr(CLASSIC, name) for name in CLOSING}},
            id="closing-as-in-classic66",
        ),
        pytest.param(
            "eight66;close=yes;close_fail=flat1",
            {"base": "eight66", "close": True, "close_fail": "flat1"},
            {"close": True, **{name: getattr(CLASSIC, name) for name in CLOSING}, "close_fail": "flat1"},
            id="closing-with-one-named",
        ),
        pytest.param(
            "santase;claim_mode=spoken",
            {"base": "santase", "claim_mode": "spoken"},
            {"claim_mode": "spoken", "claim_moment": "after_own_trick_or_meld", "false_claim": "2or3_now"},
            id="claims-as-in-classic66",
        ),
        pytest.param(
            "classic66;close=no;close_fail=flat1",
            {"base": "classic66", "close": False, "close_fail": "flat1"},
            {"close": False, **dict.fromkeys(CLOSING)},
            id="named-and-without-use",
        ),
    ],
)
def test_custom(written, data, changed):
    """The text and the JSON form give the same ruleset: the preset with just these values changed."""
    rules = parse(written)
    expected = dataclasses.replace(preset(written.partition(";")[0]), **changed)

    assert rules == expected
    assert from_data(data) == expected
    assert rules.is_preset == (not changed)


def test_null_where_a_switch_does_not_apply():
    """A switch that does not apply may be named as null."""
    assert from_data({"base": "eight66", "close_fail": None}) == preset("eight66")
    assert from_data({"base": "classic66", "close": False, "close_fail": None}).close_fail is None


@pytest.mark.parametrize("name", NAMES)
def test_preset_is_complete(name):
    """Each switch has one of its values, or none where it does not apply."""
    rules = preset(name)

    assert {switch for switch in SWITCHES if rules.switches()[switch] is None} == (
        set() if rules.close and rules.spoken else set(CLOSING if not rules.close else SPOKEN)
    )
    assert [
        switch.name
        for switch in SWITCHES.values()
        if rules.switches()[switch.name] not in (*switch.values, *((None,) if switch.needs else ()))
    ] == []


def test_presets_are_five_different_ones():
    """The five presets, each under its name, no two alike."""
    assert sorted(PRESETS) == list(NAMES)
    assert all(PRESETS[name].name == name for name in NAMES)
    assert all(differences(PRESETS[one], PRESETS[two]) for one in NAMES for two in NAMES if one < two)
    assert set(preset("classic66").switches()) == set(SWITCHES)


@pytest.mark.parametrize(
    ("deck", "hand", "cards", "lowest"),
    [pytest.param(24, 6, 24, "9H", id="24"), pytest.param(20, 5, 20, "JH", id="20")],
)
@pytest.mark.parametrize("base", NAMES)
def test_pack_follows_the_deck(base, deck, hand, cards, lowest):
    """Hand, pack and lowest trump go with the size of the pack, whatever the preset."""
    rules = custom(base, {"deck": deck})

    assert (rules.hand, len(rules.pack), rules.lowest_trump(Suit.HEARTS).code) == (hand, cards, lowest)
    assert card_points(rules.pack) == 120
    assert rules.lowest_trump(Suit.HEARTS) is [card for card in rules.pack if card.suit is Suit.HEARTS][-1]
    assert PACKS[deck] == (rules.hand, rules.exchange_card)


# -- what is refused ---------------------------------------------------------------------------------------------

VALUE, SWITCH, RULESET, LINE = (
    ReadCode.SWITCH_VALUE,
    ReadCode.UNKNOWN_SWITCH,
    ReadCode.UNKNOWN_RULESET,
    ReadCode.BAD_LINE,
)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param({"base": "classic66", "tie": "not_possible"}, VALUE, id="hole-of-equal-totals"),
        pytest.param({"base": "eight66", "nobody_claims": "higher_total_table"}, VALUE, id="hole-the-other-way"),
        pytest.param({"base": "classic66", "nobody_claims": "last_trick_table"}, VALUE, id="hole-of-two-at-66"),
        pytest.param({"base": "eight66", "both_66_at_end": "higher_total"}, VALUE, id="second-hole-the-other-way"),
        pytest.param({"base": "classic66", "hand": 5}, VALUE, id="hand-5-with-24-cards"),
        pytest.param({"base": "schnapsen", "hand": 6}, VALUE, id="hand-6-with-20-cards"),
        pytest.param({"base": "classic66", "deck": 20, "hand": 6}, VALUE, id="deck-20-with-hand-6"),
        pytest.param({"base": "classic66", "exchange_card": "J"}, VALUE, id="jack-with-24-cards"),
        pytest.param({"base": "schnapsen", "exchange_card": "9"}, VALUE, id="nine-with-20-cards"),
        pytest.param({"base": "classic66", "deck": 32}, VALUE, id="deck-32"),
        pytest.param({"base": "classic66", "deck": "24"}, VALUE, id="deck-as-text"),
        pytest.param({"base": "classic66", "target": True}, VALUE, id="target-true"),
        pytest.param({"base": "classic66", "target": 9}, VALUE, id="target-9"),
        pytest.param({"base": "classic66", "target": 7.0}, VALUE, id="target-7.0"),
        pytest.param({"base": "classic66", "target": "7"}, VALUE, id="target-as-text"),
        pytest.param({"base": "classic66", "target": None}, VALUE, id="target-null"),
        pytest.param({"base": "classic66", "target": [7]}, VALUE, id="target-a-list"),
        pytest.param({"base": "classic66", "meld_per_lead": True}, VALUE, id="one-is-not-true"),
        pytest.param({"base": "classic66", "meld_per_lead": 2}, VALUE, id="two-marriages-a-lead"),
        pytest.param({"base": "classic66", "strict_head": 1}, VALUE, id="true-is-not-one"),
        pytest.param({"base": "classic66", "strict_head": 0}, VALUE, id="false-is-not-zero"),
        pytest.param({"base": "classic66", "strict_head": "yes"}, VALUE, id="yes-in-json"),
        pytest.param({"base": "classic66", "strict_head": None}, VALUE, id="null-where-it-always-applies"),
        pytest.param({"base": "classic66", "close_fail": None}, VALUE, id="null-where-closing-applies"),
        pytest.param({"base": "classic66", "false_claim": None}, VALUE, id="null-where-claims-apply"),
        pytest.param({"base": "eight66", "close": True, "close_fail": None}, VALUE, id="null-where-it-comes-to-apply"),
        pytest.param({"base": "classic66", "close": None}, VALUE, id="close-null"),
        pytest.param({"base": "classic66", "close_fail": "by_closer_count_1_2_3"}, VALUE, id="count-of-the-closer"),
        pytest.param({"base": "classic66", "exchange_any_trump": True}, VALUE, id="exchange-any-trump"),
        pytest.param({"base": "classic66", "whitewash_double": True}, VALUE, id="whitewash"),
        pytest.param({"base": "classic66", "two_points_below": 32}, VALUE, id="two-points-below-32"),
        pytest.param({"base": "classic66", "three_points_if": "no_points"}, VALUE, id="three-for-no-points"),
        pytest.param({"base": "classic66", "exchange_min_talon": 3}, VALUE, id="talon-of-three"),
        pytest.param({"base": "classic66", "name": "mine"}, SWITCH, id="name-is-no-switch"),
        pytest.param({"base": "classic66", "moon": 1}, SWITCH, id="unknown-switch"),
        pytest.param({"base": "classic66", "Target": 7}, SWITCH, id="switch-in-capitals"),
        pytest.param({"base": "classic66", "": 7}, SWITCH, id="switch-without-name"),
        pytest.param({"base": "poker"}, RULESET, id="unknown-base"),
        pytest.param({"base": ""}, RULESET, id="base-empty"),
        pytest.param("poker", RULESET, id="unknown-preset"),
        pytest.param("", RULESET, id="nothing"),
        pytest.param({}, LINE, id="no-base"),
        pytest.param({"base": None}, LINE, id="base-null"),
        pytest.param({"base": ["classic66"]}, LINE, id="base-a-list"),
        pytest.param(None, LINE, id="null"),
        pytest.param(66, LINE, id="a-number"),
        pytest.param(["classic66"], LINE, id="a-list"),
    ],
)
def test_json_form_refused(data, code):
    """What no ruleset is has a code."""
    with pytest.raises(ReadError) as caught:
        from_data(data)

    assert caught.value.code is code


@pytest.mark.parametrize(
    ("written", "code"),
    [
        pytest.param("", RULESET, id="nothing"),
        pytest.param(";target=11", RULESET, id="no-base"),
        pytest.param("poker;target=11", RULESET, id="unknown-base"),
        pytest.param("classic66;", SWITCH, id="semicolon-at-the-end"),
        pytest.param("classic66;moon=1", SWITCH, id="unknown-switch"),
        pytest.param("classic66;target =11", SWITCH, id="space-in-the-name"),
        pytest.param("classic66;name=mine", SWITCH, id="name-is-no-switch"),
        pytest.param("classic66;target", VALUE, id="no-value"),
        pytest.param("classic66;target=", VALUE, id="empty-value"),
        pytest.param("classic66;target=9", VALUE, id="target-9"),
        pytest.param("classic66;target=07", VALUE, id="target-07"),
        pytest.param("classic66;target=٧", VALUE, id="target-in-other-digits"),
        pytest.param("classic66;target=yes", VALUE, id="target-yes"),
        pytest.param("classic66;target=11;target=11", VALUE, id="twice"),
        pytest.param("classic66;strict_head=true", VALUE, id="true-in-text"),
        pytest.param("classic66;strict_head=No", VALUE, id="capital-no"),
        pytest.param("classic66;close_fail=None", VALUE, id="none"),
        pytest.param("classic66;hand=5", VALUE, id="hand-5-with-24-cards"),
        pytest.param("classic66;exchange_any_trump=yes", VALUE, id="exchange-any-trump"),
        pytest.param("classic66;tie=not_possible", VALUE, id="hole-of-equal-totals"),
        pytest.param("classic66;nobody_claims=last_trick_table", VALUE, id="hole-of-two-at-66"),
    ],
)
def test_text_form_refused(written, code):
    """What no ruleset is has a code, also as text."""
    with pytest.raises(ReadError) as caught:
        parse(written)

    assert caught.value.code is code


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(
            "classic66;nobody_claims=last_trick_table;tie=not_possible;both_66_at_end=last_trick_1", id="filled"
        ),
        pytest.param("classic66;nobody_claims=last_trick_table;claim_mode=automatic", id="never-two-at-66"),
        pytest.param("eight66;nobody_claims=higher_total_table;tie=draw_carry_1", id="carried"),
    ],
)
def test_no_hole(written):
    """The refused pairs are refused for their holes alone: with the hole filled they are played."""
    assert not parse(written).is_preset


# -- round trips -------------------------------------------------------------------------------------------------


@settings(max_examples=600)
@given(rulesets())
def test_text_round_trip(rules):
    """A ruleset and its text form; so short that no switch in it could be left out."""
    written = text(rules)

    assert parse(written) == rules
    assert str(rules) == written
    assert text(parse(written)) == written
    parts = written.split(";")
    for at in range(1, len(parts)):
        assert without(parts, at) != rules


def without(parts: list[str], at: int) -> Ruleset | None:
    """The ruleset of a text with one part left out; None where that is refused."""
    try:
        return parse(";".join(parts[:at] + parts[at + 1 :]))
    except ReadError:
        return None


@settings(max_examples=300)
@given(rulesets())
def test_json_round_trip(rules):
    """All switches of a ruleset, named one by one, give it again."""
    assert from_data({"base": rules.name, **rules.switches()}) == rules


@settings(max_examples=300)
@given(st.sampled_from(NAMES), changes())
def test_custom_keeps_what_is_named(base, named):
    """What is named is what is played, where it applies; what is not named is as in the preset or follows."""
    try:
        rules = custom(base, named)
    except ReadError as error:
        assert error.code is VALUE  # noqa: PT017 - both ways are right
        assert {"nobody_claims", "tie", "both_66_at_end", "claim_mode"} & set(named)
        return
    played = rules.switches()
    assert {name: played[name] for name in named if played[name] is not None} == {
        name: value for name, value in named.items() if played[name] is not None
    }
    for name, switch in SWITCHES.items():
        if switch.needs is not None:
            assert (played[name] is None) == (played[switch.needs[0]] != switch.needs[1])
        elif name not in named and switch.follows is None:
            assert played[name] == getattr(PRESETS[base], name)


@settings(max_examples=200)
@given(st.text(alphabet="classi6;=tarethdckosnym_0179", max_size=40) | st.text())
def test_any_text_is_read_or_refused(written):
    """No text breaks the reader."""
    try:
        rules = parse(written)
    except ReadError as error:
        assert error.code in (RULESET, SWITCH, VALUE)  # noqa: PT017 - both ways are right
    else:
        assert parse(text(rules)) == rules


def test_rulesets_are_values():
    """A ruleset cannot be changed, and equal ones are one key."""
    rules = parse("classic66;target=11")

    assert {rules: 1}[custom("classic66", {"target": 11})] == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.target = 7
