"""What one seat may know: nothing more than was seen, and nothing less."""

import dataclasses
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Announce, Exchange, Play
from engine.cards import Card
from engine.deal import Deal
from engine.events import CardDrawn, CardLed, MarriageAnnounced, TrumpExchanged
from engine.invariants import check
from engine.notation import read_action, read_deal
from engine.referee import judge, legal_actions, refusal
from engine.ruleset import PRESETS, preset
from engine.seats import Seat
from engine.view import View, seen_by, view_of
from tests.engine.strategies import open_deals, rulesets, seeds
from tests.engine.walks import done, positions, start, walk

CLASSIC = preset("classic66")
OPEN = "JCKDQDQH9HAS/KCQCJDTHTS9S TDQS9DAHTCJHAD.KH H A 11.1.0/6.1.0 - B0-0 -"
TWO_LEFT = "JCTD9DKHQH9S/KCJDAHTHKSQS KD.AS S A 40.3.0/12.2.0 - B0-0 -"
B_HOLDS_NINE = "KCJCKDQDQHAS/QCJDTH9HTS9S TDQS9DAHTCJHAD.KH H A 11.1.0/6.1.0 - B0-0 -"
SEATS = [pytest.param(seat, id=f"seen-by-{seat.name}") for seat in Seat]


def codes(cards: tuple[Card, ...]) -> str:
    """Cards as text."""
    return "".join(card.code for card in cards)


def after(text: str, do: str, rules: str = "classic66") -> Deal:
    """The position after actions."""
    return done(read_deal(text, preset(rules)), *(read_action(action) for action in do.split()))


def held(value: object) -> list[object]:
    """Every object inside a value, through tuples and dataclasses."""
    inner: list[object] = []
    if isinstance(value, tuple):
        inner = list(value)
    elif dataclasses.is_dataclass(value):
        inner = [getattr(value, field.name) for field in dataclasses.fields(value)]
    return [value, *(found for item in inner for found in held(item))]


def cards_in(view: View) -> set[Card]:
    """Every card that a view holds anywhere but among those that it does not know the place of."""
    return {item for item in held(view) if isinstance(item, Card)}


# -- the same for every world that fits --------------------------------------------------------------------------


@settings(max_examples=250)
@given(open_deals(), st.sampled_from(Seat), st.randoms(use_true_random=False))
def test_hidden_cards_make_no_difference(deal, seat, rng):
    """Shuffle what a seat cannot see: its view and its own choices stay the same, and the world can occur."""
    view = view_of(deal, seat)
    unseen = list(view.unseen)
    rng.shuffle(unseen)

    world = view.fill(unseen)

    check(world)
    assert view_of(world, seat) == view
    assert [action for action in legal_actions(world) if action.by is seat and not isinstance(action, Exchange)] == [
        action for action in legal_actions(deal) if action.by is seat and not isinstance(action, Exchange)
    ]
    assert refusal(world, Exchange(seat)) == refusal(deal, Exchange(seat))


@settings(max_examples=200)
@given(open_deals(), st.sampled_from(Seat))
def test_a_view_holds_no_hidden_card(deal, seat):
    """No card of the other hand that was not shown, no card of the stock: not anywhere in the view."""
    view = view_of(deal, seat)
    announced = {Card.parse(rank + deal.announced.value) for rank in "KQ"} if deal.announced else set()
    shown = {card for owner, card in deal.shown if owner is seat.other} | announced
    hidden = (set(deal.hands[seat.other]) - shown) | set(deal.stock)

    assert cards_in(view) & hidden == set()
    assert set(view.unseen) == hidden
    assert not any(isinstance(item, Deal) for item in held(view))


def test_own_hand_and_table_are_held():
    """The search for hidden cards finds what is there: hand, table, face-up trump, cards gone."""
    view = view_of(after(OPEN, "A:JC"), Seat.B)

    assert codes(tuple(sorted(cards_in(view)))) == "ACKCQCJC9CJDTHKHTSKSJS9S"


def test_fields_of_a_view_hold_values_only():
    """Nothing in a view leads back to the position that it was made from."""
    deal = after(OPEN, "A:JC")
    kinds = {type(item).__name__ for item in held(view_of(deal, Seat.B))}

    assert kinds <= {"View", "Ruleset", "Seat", "Suit", "Card", "tuple", "int", "bool", "str", "NoneType"}
    assert not hasattr(view_of(deal, Seat.B), "__dict__")


def test_fill_wants_the_unseen_cards():
    """A world of other cards is no world of this view."""
    view = view_of(read_deal(OPEN, CLASSIC), Seat.A)

    with pytest.raises(ValueError, match="unseen"):
        view.fill(view.unseen[1:])
    with pytest.raises(ValueError, match="unseen"):
        view.fill((*view.unseen[1:], view.hand[0]))


# -- exactly what was seen ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "do", "known_to_b", "known_to_a"),
    [
        pytest.param(OPEN, "", "", "", id="nothing-yet"),
        pytest.param(OPEN, "A~", "KH", "", id="exchanged"),
        pytest.param(OPEN, "A~ A:KH", "", "", id="exchanged-and-led"),
        pytest.param(OPEN, "A~ A:JC B:KC B!", "KH", "", id="exchanged-a-trick-ago"),
        pytest.param(OPEN, "A=D", "KDQD", "", id="announced"),
        pytest.param(OPEN, "A=D A:QD", "KD", "", id="announced-and-queen-led"),
        pytest.param(OPEN, "A=D A:KD", "QD", "", id="announced-and-king-led"),
        pytest.param(OPEN, "A=D A:QD B:JD A!", "KD", "", id="partner-a-trick-later"),
        pytest.param(OPEN, "A=D A:QD B:JD A! A:KD", "", "", id="partner-played"),
        pytest.param(OPEN, "A=D A:QD B:JD A! A~", "KDKH", "", id="partner-and-exchange"),
        pytest.param(OPEN, "A~ A=H A:QH", "KH", "", id="exchange-and-marriage-of-one-card"),
        pytest.param(OPEN, "A:KD", "", "", id="led-without-a-word"),
        pytest.param(OPEN, "A:QH B:TH B!", "", "", id="drawn-face-down"),
        pytest.param(TWO_LEFT, "A:9D B:JD B!", "AS", "", id="face-up-trump-drawn-by-A"),
        pytest.param(TWO_LEFT, "A:9D B:JD B! B:KS A:AS", "", "", id="drawn-trump-played"),
        pytest.param(TWO_LEFT, "A:KH B:JD A!", "", "AS", id="face-up-trump-drawn-by-B"),
        pytest.param(TWO_LEFT, "A~ A:9D B:JD B!", "AS9S", "", id="exchanged-and-drawn-back"),
    ],
)
def test_known_cards(text, do, known_to_b, known_to_a):
    """Each seat knows exactly the cards of the other hand that were shown."""
    deal = after(text, do)

    assert (codes(view_of(deal, Seat.B).known), codes(view_of(deal, Seat.A).known)) == (known_to_b, known_to_a)


def test_exchange_against_the_closer_is_seen():
    """The player who did not close takes the face-up trump, and the closer knows it."""
    rules = dataclasses.replace(CLASSIC, exchange_by_other_on_close=True)
    deal = done(read_deal(B_HOLDS_NINE, rules), read_action("A@"), read_action("B~"))

    assert codes(view_of(deal, Seat.A).known) == "KH"
    assert codes(view_of(deal, Seat.B).shown) == "KH"
    assert view_of(deal, Seat.A).turned is Card.parse("9H")


def expected_known(deal: Deal, steps: list[tuple[Deal, Action]], seat: Seat) -> set[Card]:
    """What a player who remembers everything knows of the other hand, told from the actions alone."""
    known: set[Card] = set()
    for before, action in steps:
        if action.by is seat:
            continue
        if isinstance(action, Exchange):
            known.add(before.turned)
        if isinstance(action, Announce):
            known |= {Card.parse(rank + action.suit.value) for rank in "KQ"}
    drawn = [
        before.turned for before, action in steps if len(before.stock) == 1 and not judge(before, action).deal.turned
    ]
    return (known | set(drawn)) & set(deal.hands[seat.other])


@settings(max_examples=300)
@given(rulesets(), seeds)
def test_known_cards_are_those_remembered(rules, seed):
    """On every position of a random deal: the known cards are those of a player who remembers every action."""
    steps: list[tuple[Deal, Action]] = []
    for before, action, verdict in walk(start(rules, seed), random.Random(seed)):
        steps.append((before, action))
        for seat in Seat:
            assert set(view_of(verdict.deal, seat).known) == expected_known(verdict.deal, steps, seat)

    assert steps


@pytest.mark.parametrize("seat", SEATS)
def test_counts_are_public(seat):
    """Points, tricks, score, dealer and the closing are the same for both (B2 of the list of faults: always 0-0)."""
    deal = after(OPEN.replace("B0-0", "B5-3"), "A=D A@")
    view = view_of(deal, seat)

    assert (view.counted, view.tricks, view.pending) == ((31, 6), (1, 1), (0, 0))
    assert (view.score, view.dealer, view.carry) == ((5, 3), Seat.B, False)
    assert (view.closing, view.announced) == (deal.closing, deal.announced)
    assert (view.talon, view.face_down, view.opponent_cards) == (8, 7, 6)


@pytest.mark.parametrize("name", PRESETS)
def test_view_agrees_with_its_deal(name):
    """What a view works out itself is what the position says."""
    reached = [deal for seed in range(40) for deal in positions(start(PRESETS[name], seed), random.Random(seed))]
    views = [(deal, view_of(deal, seat)) for deal in reached for seat in Seat]

    assert len(views) > 800
    assert [
        view for deal, view in views if (view.to_act, view.talon, view.strict) != (deal.to_act, deal.talon, deal.strict)
    ] == []
    assert [view for deal, view in views if (view.trump, view.outcome) != (deal.trump, deal.outcome)] == []
    assert [
        view for _, view in views if len(view.unseen) != view.opponent_cards - len(view.known) + view.face_down
    ] == []


# -- events ------------------------------------------------------------------------------------------------------


def test_drawn_cards_are_hidden_from_the_other():
    """Each sees the own card drawn; the face-up trump is seen by both."""
    verdict = judge(after(TWO_LEFT, "A:9D B:JD"), read_action("B!"))
    face_down, face_up = (event for event in verdict.events if isinstance(event, CardDrawn))

    assert (face_down.by, face_down.card.code) == (Seat.B, "KD")
    assert (seen_by(face_down, Seat.A), seen_by(face_down, Seat.B)) == (None, face_down)
    assert (face_up.by, face_up.card.code) == (Seat.A, "AS")
    assert (seen_by(face_up, Seat.A), seen_by(face_up, Seat.B)) == (face_up, face_up)


def test_exchange_and_marriage_are_seen_by_both():
    """What is done openly is seen (A2, A4, A10 of the list of faults)."""
    deal = read_deal(OPEN, CLASSIC)
    exchanged = judge(deal, Exchange(Seat.A)).events
    announced = judge(deal, Announce(Seat.A, Card.parse("KD").suit)).events

    assert exchanged == (TrumpExchanged(Seat.A, Card.parse("9H"), Card.parse("KH")),)
    assert announced == (MarriageAnnounced(Seat.A, Card.parse("KD").suit, 20, pending=False),)
    assert [seen_by(event, Seat.B) for event in (*exchanged, *announced)] == [*exchanged, *announced]


@settings(max_examples=150)
@given(rulesets(), seeds)
def test_events_tell_no_hidden_card(rules, seed):
    """No event that a seat sees names a card that its view after the action still does not know the place of."""
    seen: Counter[str] = Counter()
    for _, _, verdict in walk(start(rules, seed), random.Random(seed)):
        for seat in Seat:
            told = [seen_by(event, seat) for event in verdict.events]
            cards = {item for event in told if event is not None for item in held(event) if isinstance(item, Card)}
            assert cards & set(view_of(verdict.deal, seat).unseen) == set()
            seen.update(type(event).__name__ for event in told if event is not None)

    assert seen["CardLed"] >= 2


def test_a_led_card_is_seen():
    """The opponent sees the card led, and it is no longer unseen."""
    deal = read_deal(OPEN, CLASSIC)
    verdict = judge(deal, Play(Seat.A, Card.parse("JC")))

    assert [seen_by(event, Seat.B) for event in verdict.events] == [CardLed(Seat.A, Card.parse("JC"))]
    assert Card.parse("JC") in view_of(deal, Seat.B).unseen
    assert Card.parse("JC") not in view_of(verdict.deal, Seat.B).unseen
