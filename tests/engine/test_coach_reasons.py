"""The reasons of the coach: each given where it is true, not given next to it, and true by brute force everywhere."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from hypothesis import given, settings

from engine.actions import Action
from engine.cards import Card, Suit, parse_cards
from engine.coach import FACTS, GOOD, WORSE, Cause, Told, advise, stages
from engine.coach.advice import true_of
from engine.coach.scene import Scene
from engine.deal import Deal
from engine.notation import read, read_action
from engine.ruleset import PRESETS, preset
from engine.search.worlds import count, worlds
from engine.view import View, view_of
from tests.engine.coach_check import CHECKS, Case
from tests.engine.strategies import open_deals
from tests.engine.walks import positions, start


@dataclass(frozen=True)
class Row:
    """``given``: ruleset, view and action of which the reason is told, with its facts; ``near``: where it must not be.

    A near miss of one word is another action in the same view. Facts left out hang on how much was looked at.
    """

    given: tuple[str, str, str]
    near: tuple[str, str, str] | str
    facts: dict[str, object] | None = None


def cards(codes: str) -> tuple[Card, ...]:
    """Several cards as a fact."""
    return parse_cards(codes)


def card(code: str) -> Card:
    """One card as a fact."""
    return Card.parse(code)


S, C, E, P, B = "schnapsen", "classic66", "eight66", "pagat66", "santase"
RUN = "ADAHQHKS/???????? - H A 45.4.0/20.2.0 - A7-7 AQH.ACTCQCJCKDQDJDTHKHASQSJS"
CAUGHT = "JD????/KDASKS - D B 37.2.0/75.5.0 - B7-7 AJD,BKD.ACTCKCQCJCADTDQDAHTHJHTSQSJS"
PAIR_THERE = "QCTDAHJHTS/KS???????? - S A 47.4.0/7.1.0 - A7-7 BKS.KCADKDQDJDTHKHQHASJS"
POOR = "TDAHKHQHKS/?????????? - D A 11.1.0/67.6.0 - A0-0 -.ACTCKCQC9CADQD9DTH9HASTSQSJS"
RICH = "??????/JCADTD - C B 11.1.0/71.8.0 - B0-0 -.ACTCQC9CKDQDJD9DAHTHKHQHJH9HTSKSQSJS"
ROYAL = "????????????/ACJCADKDQD9H ??????????????????????.JD D B 0.0.0/0.0.0 - A0-0 -."
ANSWERS = "ADJDJHKSQS/???????? ??????????????????.JS S B:TS 0.0.0/0.0.0 - A7-7 -."
WINNERS = "????????/ACQCKDJHTS ??????????????????.AH H A:JS 0.0.0/0.0.0 - B7-7 -."
LAST_OPEN = "ACKCQDKHQH/KD?????? ??.JD D B:JH 37.2.0/34.2.0 - B7-7 AKC,BKD.QCJCTDAHTHTSQSJS"
DANGER = "TDQHJHASTSKS/?????????? ??????????????????.JD D B:KD 0.0.0/53.1.0 - A0-0 -.TCQD"
OPENING = "??????????/ACTCJCAHTS ??????????????????.JS S B 0.0.0/0.0.0 - A7-7 -."
WAITING = "QH????????/TCKCQCJC9DTS ??????????????????????.QS S A=H:KH 0.0.20/0.0.0 - B0-0 AQH."
DILEMMA = "ACADKDTHJS/?????????? ??.AH H A 14.2.0/19.2.0 - A7-7 -.KCJCKHQHJHASKSQS"
COL_111 = "TDQDAHASKS/?????????? ??.JH H A 19.2.0/41.2.0 - A7-7 -.TCKCQCJCKDTHKHQH"
COL_122 = "ACKCKHQSJS/QD???????? ??.JH H A 33.2.0/33.2.0 - A7-7 BQD.JCADTDKDJDTHQHKS"
EQUAL = "KDJD/?? - H B:AC 55.4.0/38.4.0 - B7-7 -.KCQCJCADTDQDAHTHKHQHJHASTSKSQSJS"
EXCHANGING = "??????????/KCTDQHKSJS ??????????????????.AS S B 0.0.0/0.0.0 - A7-7 -."
NO_EXCHANGE = (S, "??????????/ACTCTDAHAS ??????????.JS S B 0.0.0/18.2.0 - A7-7 -.JCJDTSKS", "B@")

ROWS: dict[Cause, Row] = {
    Cause.ONLY_CARD: Row(
        (E, "-/TD - C A:AS 28.3.0/71.8.0 - B0-0 -", "B:TD"),
        (E, "????/9HKS - C B 34.3.0/61.7.0 - B0-0 -.ACTCKCQCJC9CADTDKDQDJD9DAHTHKHQHJHQSJS9S", "B:KS"),
        {"card": card("TD")},
    ),
    Cause.ONLY_ACTION: Row(
        (S, "????????/ACTCJCAH ??????????????????.JS S B! 0.0.0/14.1.0 - A7-7 -.TSKS", "B!"),
        (C, "??????????/KCQDAHKS9S ??????????????????.QS S B! 0.0.0/18.2.0 - A0-0 -.QC9CADKH", "B!"),
        {},
    ),
    Cause.HAS_66: Row(
        (E, "-/- - S B 51.5.0/69.7.0 - B0-0 -", "B*"),
        (E, "????????/JCADTDTH - C B 11.1.0/61.7.0 - B0-0 -.ACTCQC9CKDQDJD9DAHKHQHJHTSKSQSJS", "B*"),
        {"points": 69},
    ),
    Cause.MAKES_66: Row((S, RUN, "A:AD"), "A:AH", {"points": 66}),
    Cause.MARRIAGE_MAKES_66: Row(
        (E, "ACKHQHKSQSJS/???????????? ??????????.AH H A 33.2.0/3.1.0 - A0-0 -.TC9CQDJDASTS", "A=H"),
        "A=S",
        {"points": 73},
    ),
    Cause.STOPS_66: Row(
        (S, "KC??????/THQHASKSQS ??.AH H A=C:QC 65.4.0/0.0.0 - A7-7 AKC.TCJCADTDKDJDKHJS", "B:QH"),
        "B:QS",
        {"points": 71},
    ),
    Cause.RUNS_TO_66: Row((S, RUN, "A:AH"), "A:KS", {"points": 70}),
    Cause.CLOSING_SURE: Row(
        (S, "ADTDKHQHAS/?????????? ??.JD D A 46.4.0/0.0.0 - B7-7 -.ACTCQCJCKDQDTHQS", "A@"),
        (S, COL_111, "A@"),
        {"points": 67},
    ),
    Cause.CLOSING_ALWAYS: Row(
        (S, "??????????/ACQCADKDQS ??.TS S B 6.1.0/32.3.0 - B7-7 -.TCKCJCTDKHJHKSJS", "B@"),
        (S, COL_111, "A@"),
        {"n": 6},
    ),
    Cause.CLOSING_COUNT: Row((S, COL_111, "A@"), (S, DILEMMA, "A:TH"), {"won": 5, "n": 6}),
    Cause.EXCHANGE_PAIR: Row(
        (C, "????????????/KC9CQDAHKS9S ??????????????????.QS S B 0.0.0/7.1.0 - A0-0 -.QCKH", "B~"),
        (E, "????????????/ACADTD9HKS9S ??????????????????.TS S B 0.0.0/14.1.0 - B0-0 -.TCKC", "B~"),
        {"pair": cards("KSQS")},
    ),
    Cause.LAST_EXCHANGE: Row(
        (S, "JDTHKHQHJS/?????????? ??.TS S A 14.1.0/48.3.0 - B7-7 -.ACTCJCADTDAHKSQS", "A~"),
        (S, "ADTHQHQSJS/?????????? ??????????????.TS S A 13.1.0/0.0.0 - B7-7 -.ACJC", "A~"),
        {"card": card("TS")},
    ),
    Cause.EXCHANGE_TRUMP: Row((S, EXCHANGING, "B~"), "B:JS", {"card": card("AS")}),
    Cause.MARRIAGE_POINTS: Row(
        (S, "ACKCQCTHQS/?????????? ??????????????.KD D A 4.1.0/0.0.0 - B7-7 -.JCJS", "A=C"),
        (S, "ACKDQDTHQS/?????????? ??????????????????.KS S A 0.0.0/0.0.0 - B7-7 -.", "A=D"),
        {"suit": Suit.CLUBS, "points": 20},
    ),
    Cause.MARRIAGE_WAITS: Row(
        (S, "??????????/TCKDQDTHAS ??????????????????.AD D B 0.0.0/0.0.0 - A7-7 -.", "B=D"),
        (S, "??????????/TCKDQDTHQS ??????????????.AD D B 0.0.0/22.1.0 - A7-7 -.AHAS", "B=D"),
        {"suit": Suit.DIAMONDS, "points": 40},
    ),
    Cause.BREAKS_MARRIAGE: Row((S, PAIR_THERE, "A:AH"), "A:QC", {"pair": cards("KSQS")}),
    Cause.RELEASES_MARRIAGE: Row(
        (C, "ACKCTD9DTH9S/?????????? ??????.QS S B:JD 0.0.20/40.4.0 B@0.0/40.4 B0-0 AKC.TCQC9CADJH9HTSKS", "A:TD"),
        (C, DANGER, "A:TD"),
        {"points": 20},
    ),
    Cause.HOLDS_BACK_MARRIAGE: Row((C, WAITING, "B:TS"), "B:9D", {"points": 20}),
    Cause.KEEPS_33: Row((E, POOR, "A:AH"), "A:QH", {}),
    Cause.HOLDS_BELOW_33: Row((E, RICH, "B:AD"), "B:JC", {}),
    Cause.SECURES_LAST_TRICK: Row(
        (S, "????/QCASJS - H A:JH 35.2.0/63.5.0 - B7-7 -.ACTCKCADTDKDQDAHTHKHQHTSKSQS", "B:AS"), "B:QC", {}
    ),
    Cause.FIRST_TRICK: Row((S, WINNERS, "B:JH"), "B:QC", {}),
    Cause.REACHES_33: Row(
        (S, "AHQHTS/?????? - S A 20.2.0/52.5.0 - B7-7 ATS.TCKCQCJCADTDKDQDJDKHJHASKSJS", "A:TS"), "A:QH", {"points": 33}
    ),
    Cause.SAVES_TEN: Row((S, WINNERS, "B:TS"), "B:JH", {"ace": card("AS")}),
    Cause.CATCHES_HIGH_CARD: Row(
        (S, "TCTDAHKHAS/AC???????? - C A 45.5.0/0.0.0 - B7-7 BAC.KCADKDQDJDTHJHKSQSJS", "A:AS"),
        "A:AH",
        {"cards": cards("TS")},
    ),
    Cause.LAST_TRUMP: Row((S, RUN, "A:QH"), "A:AD", {"card": card("JH")}),
    Cause.DRAWS_TRUMPS: Row((S, PAIR_THERE, "A:TS"), "A:TD", {"cards": cards("KSQS")}),
    Cause.FORCES_TRUMP: Row((S, CAUGHT, "B:AS"), "B:KD", {"suit": Suit.SPADES}),
    Cause.MAKES_THEM_LEAD: Row(
        (C, "??????/JCAHTH - H B 24.3.0/65.6.0 - A0-0 -.ACTCKC9CADTDKDJD9DKHQH9HASTSKSQSJS9S", "B:JC"), "B:TH", {}
    ),
    Cause.UNBLOCKS: Row(
        (S, "QD????????/QCKHASKSQS - D B 38.3.0/27.2.0 - A7-7 AQD.ACJCTDKDJDAHTHQHJHTS", "B:KS"),
        "B:QS",
        {"card": card("QS")},
    ),
    Cause.KEEPS_MARRIAGE: Row((S, ANSWERS, "A:JD"), "A:QS", {"pair": cards("KSQS")}),
    Cause.GETS_FACE_UP_TRUMP: Row((S, LAST_OPEN, "A:AC"), "A:QD", {"card": card("JD")}),
    Cause.SURE_TRICK: Row((S, NO_EXCHANGE[1], "B:AS"), "B:AC", {}),
    Cause.TAKES_TRICK: Row((S, WINNERS, "B:TS"), "B:AC", {"points": 12}),
    Cause.WINS_CHEAPLY: Row((S, WINNERS, "B:JH"), "B:TS", {}),
    Cause.CLOSING_TRICKLESS: Row(
        (S, OPENING, "B@"),
        (C, "??????????/ACJCAHJS9S ??????????????????.9D D B! 5.1.0/5.1.0 - A0-0 -.QCJDQHJH", "B@"),
        {},
    ),
    Cause.CLOSING_BELOW_33: Row(
        (S, "TCQCADAHKS/?????????? ??.QH H A 40.3.0/6.1.0 - A7-7 -.ACKDQDJDTHASQSJS", "A@"),
        (S, COL_111, "A@"),
        {"points": 6},
    ),
    Cause.SHUTS_TRUMP_IN: Row(
        (S, "??????????/KCTDAHQHKS ??????????????.AS S B 0.0.0/5.1.0 - A7-7 -.QDJS", "B@"),
        (S, "??????????/ACTDAHQHTS ??????????????.KS S B 0.0.0/5.1.0 - A7-7 -.QDJS", "B@"),
        {"card": card("AS")},
    ),
    Cause.LOSES_LITTLE: Row((S, ANSWERS, "A:JD"), "A:AD", {"points": 12}),
    Cause.LEADS_LITTLE: Row((S, OPENING, "B:JC"), "B:TC", {"points": 2}),
    Cause.ALL_EQUAL: Row((S, EQUAL, "A:KD"), (S, DILEMMA, "A:TH"), {"n": 2}),
    Cause.SEARCH_SAYS: Row((S, COL_122, "A:KH"), "A:KC", {"n": 5}),
    Cause.CLAIM_TOO_EARLY: Row(
        (S, NO_EXCHANGE[1], "B*"), (E, "-/- - S B 51.5.0/69.7.0 - B0-0 -", "B*"), {"points": 18, "missing": 48}
    ),
    Cause.LEAVES_CLAIM: Row(
        (C, "??????????/ACJCAD9HJS ??????????????????.JD D B! 0.0.0/68.2.0 - A0-0 -.TCKDQDAS", "B!"),
        (B, "??????????/ACJCKD9HJS ??????????????????.JD D B! 0.0.0/27.2.0 - A0-0 -.ADQDQHTS", "B!"),
        {"points": 68},
    ),
    Cause.GIVES_66: Row((C, DANGER, "A:TS"), "A:KS", {"points": 67}),
    Cause.MAY_GIVE_66: Row(
        (C, "QC9CQDJH/???????? - H A 24.3.0/55.5.0 - A0-0 -.ACKCADTDKDJD9DKHQH9HASTSKSQSJS9S", "A:JH"),
        "A:9C",
        {"cards": cards("AHTH")},
    ),
    Cause.NEEDS_A_GUESS: Row((S, DILEMMA, "A@"), (S, COL_111, "A@"), {"n": 6}),
    Cause.CLOSING_FAILS: Row((S, COL_111, "A@"), (S, DILEMMA, "A@"), {"lost": 1, "n": 6}),
    Cause.SPOILS_MARRIAGE: Row((S, ANSWERS, "A:KS"), "A:JD", {"pair": cards("KSQS")}),
    Cause.LEAVES_MARRIAGE: Row((C, ROYAL, "B:9H"), "B:QD", {"pair": cards("KDQD"), "points": 40}),
    Cause.MISSES_EXCHANGE: Row((S, EXCHANGING, "B@"), NO_EXCHANGE, {"card": card("AS")}),
    Cause.SPENDS_LOWEST_TRUMP: Row((S, EXCHANGING, "B:JS"), "B:KS", {"card": card("AS")}),
    Cause.LETS_MARRY: Row((S, PAIR_THERE, "A:QC"), "A:TS", {"pair": cards("KSQS")}),
    Cause.RELEASES_THEIRS: Row((C, WAITING, "B:9D"), "B:TS", {"points": 20}),
    Cause.SHORT_OF_33: Row((E, POOR, "A:QH"), "A:AH", {}),
    Cause.LETS_THEM_33: Row((E, RICH, "B:JC"), "B:AD", {}),
    Cause.GIVES_LAST_TRICK: Row(
        (S, "??????/TCJCQS - S B 47.4.0/27.3.0 - A7-7 -.ACKCQCADKDQDJDTHKHQHJHASKSJS", "B:QS"), "B:JC", {}
    ),
    Cause.MAY_LOSE_HIGH_CARD: Row((S, OPENING, "B:AC"), "B:JC", {"cards": cards("ASKSQS")}),
    Cause.GIVES_UP_TRICK: Row((S, WINNERS, "B:AC"), "B:JH", {"points": 13}),
    Cause.THROWS_POINTS: Row((S, ANSWERS, "A:AD"), "A:JH", {"card": card("JD")}),
    Cause.TOO_DEAR: Row((S, WINNERS, "B:TS"), "B:JH", {"card": card("JH")}),
    Cause.WASTES_TRUMP: Row((S, WINNERS, "B:JH"), "B:TS", {"points": 4}),
    Cause.LEADS_TRUMP_EARLY: Row((S, OPENING, "B:TS"), "B:TC", {}),
    Cause.LEAVES_FACE_UP_TRUMP: Row(
        (S, "????????/KCJCTDKHJH ??.QH H A:TC 40.3.0/6.1.0 - A7-7 -.ACKDQDJDTHASQSJS", "B:JH"),
        "B:JC",
        {"card": card("QH")},
    ),
    Cause.CLOSING_COSTS: Row((S, OPENING, "B@"), (P, ROYAL, "B@"), {"n": 3}),
    Cause.ANSWER_HURTS: Row(
        (S, "JH??????/QCADKDTS - H B 29.2.0/44.4.0 - B7-7 AJH.ACTCKCJCJDAHTHQHASKSQSJS", "B:AD"),
        "B:KD",
        {"card": card("QD")},
    ),
    Cause.SEARCH_LOWER: Row((S, DILEMMA, "A:AC"), "A:TH", {"n": 6}),
}


def seen(where: tuple[str, str, str]) -> View:
    """The view of a row."""
    position = read(where[1], preset(where[0]))
    return view_of(position, position.to_act) if isinstance(position, Deal) else position


def told(view: View, written: str) -> dict[Cause, Told]:
    """All that is true of an action, and the reasons chosen for it."""
    action = read_action(written)
    chosen = advise(view, random.Random(1)).option(action).reasons
    return {each.cause: each for each in (*true_of(view, random.Random(1))[action], *chosen)}


@pytest.mark.parametrize(("cause", "row"), [pytest.param(cause, row, id=cause.value) for cause, row in ROWS.items()])
def test_given_and_not_given(cause, row):
    """The reason is true where the row says so, with these facts; next to it, it is not."""
    view = seen(row.given)
    found = told(view, row.given[2])
    near, action = (view, row.near) if isinstance(row.near, str) else (seen(row.near), row.near[2])

    assert cause in found
    assert row.facts is None or dict(found[cause].facts) == row.facts
    assert CHECKS[cause](
        Case(view, read_action(row.given[2]), dict(found[cause].facts), advise(view, random.Random(1)))
    )
    assert cause not in told(near, action)


def test_every_reason_has_a_row_and_a_check():
    """Nothing that the coach may say is untested; for and against are all there is."""
    assert set(ROWS) == set(CHECKS) == set(FACTS) == set(Cause)
    assert set(Cause) == GOOD | WORSE
    assert not GOOD & WORSE
    assert len(Cause) > 60


def test_facts_are_promised():
    """A reason without its facts is no reason."""
    with pytest.raises(TypeError, match="facts"):
        Told(Cause.MAKES_66)
    with pytest.raises(TypeError, match="facts"):
        Told(Cause.SURE_TRICK, points=3)


# -- everywhere ----------------------------------------------------------------------------------------------------


@pytest.fixture
def quick(monkeypatch):
    """Few deals played out: what is true of a position does not hang on them."""
    _look_little(monkeypatch)


def _look_little(patch: pytest.MonkeyPatch) -> None:
    for name, few in (("ROUNDS", 10), ("CLOSE_HANDS", 6), ("EARLY_DRAW", 6)):
        patch.setattr(stages, name, few)


def untrue(view: View) -> tuple[list[object], int]:
    """The reasons that brute force denies, and how many were tried: all that is true by the coach, chosen or not."""
    advice, wrong, tried = advise(view, random.Random(1)), [], 0
    for action, causes in true_of(view, random.Random(1)).items():
        for each in {each.cause: each for each in (*causes, *advice.option(action).reasons)}.values():
            tried += 1
            if not CHECKS[each.cause](Case(view, action, dict(each.facts), advice)):
                wrong.append((view, action, each.cause, dict(each.facts)))
    return wrong, tried


def views(rules, seed: int, share: float) -> list[View]:
    """Some views of a random deal in which there is something to do."""
    rng = random.Random(seed)
    found = [view_of(deal, deal.to_act) for deal in positions(start(rules, seed), rng) if not deal.over]
    return [view for view in found if rng.random() < share and Scene(view).sensible]


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.usefixtures("quick")
def test_every_reason_is_true(name):
    """Hundreds of views of random deals: each reason once more by brute force."""
    looked, tried = 0, 0
    for seed in range(20):
        for view in views(preset(name), 7000 + seed, 0.4):
            wrong, number = untrue(view)
            assert wrong == []
            looked, tried = looked + 1, tried + number
    assert looked > 100
    assert tried > 1000


@settings(max_examples=80)
@given(open_deals())
def test_every_reason_is_true_under_any_ruleset(deal):
    """The same with any switches changed."""
    view = view_of(deal, deal.to_act)
    if Scene(view).sensible:
        with pytest.MonkeyPatch.context() as patch:
            _look_little(patch)
            assert untrue(view)[0] == []


@settings(max_examples=150)
@given(open_deals())
def test_answers_that_may_come(deal):
    """The cards that may answer a lead are those that answer it in some world: counted where worlds are few."""
    view = view_of(deal, deal.to_act)
    if view.led is not None or count(view) > 60 or view.ruleset.exchange_by_other_on_close:
        return
    scene = Scene(view)
    for lead in scene.cards:
        answers = set()
        for world in worlds(view):
            answers |= {a.card for after in Case(view, _play(view, lead), {}, None).led(world) for a in after}
        assert set(scene.replies(lead)) == answers


def _play(view: View, lead: Card) -> Action:
    return read_action(f"{view.seat.name}:{lead}")


def test_at_most_three_and_one_at_least():
    """The chosen reasons are true ones, speak for the best and against the others, and are few."""
    looked = 0
    for view in views(preset("classic66"), 3, 1.0):
        advice, true = advise(view, random.Random(1)), true_of(view, random.Random(1))
        for option in advice.options:
            assert 1 <= len(option.reasons) <= 3
            assert {each.cause for each in option.reasons} <= (GOOD if option.best else WORSE)
            general = {Cause.ONLY_CARD, Cause.ONLY_ACTION, Cause.ALL_EQUAL, Cause.SEARCH_SAYS, Cause.SEARCH_LOWER}
            for each in option.reasons:
                assert each in true[option.action] or each.cause in general
            looked += 1
    assert looked > 50


def test_what_holds_of_the_best_speaks_against_nothing():
    """No action is blamed for what the best action does as well."""
    compared = 0
    for seed in range(6):
        for view in views(preset("santase"), seed, 0.5):
            advice, true = advise(view, random.Random(1)), true_of(view, random.Random(1))
            of_best = {each.cause for option in advice.best for each in true[option.action]}
            for option in advice.options:
                if not option.best:
                    assert not {each.cause for each in option.reasons} & of_best
                    compared += 1
    assert compared > 50
