"""From deal to deal: who deals, what is scored, when the game is won, what a tie carries."""

import dataclasses

import pytest

from engine.match import Match, add_points, match_winner, next_dealer
from engine.ruleset import PRESETS, parse
from engine.scoring import How, Outcome, Why
from engine.seats import Seat

A, B = Seat.A, Seat.B
TIE = Outcome(None, 0, How.TIED, None, None, None)
CARRY = "classic66;tie=draw_carry_1"


def won(by: Seat, points: int, *, carried: bool = False) -> Outcome:
    """A deal won by somebody."""
    return Outcome(by, points, How.CLAIMED, by, Why.HAS_33, by.other, carried)


OUTCOMES = {
    "A1": won(A, 1),
    "A2": won(A, 2),
    "A3": won(A, 3),
    "B1": won(B, 1),
    "B2": won(B, 2),
    "B3": won(B, 3),
    "tie": TIE,
}


def played(rules: str, deals: str, dealer: Seat = B) -> Match:
    """The game after some deals."""
    match = Match.start(parse(rules), dealer)
    for deal in deals.split():
        match = match.after(OUTCOMES[deal])
    return match


@pytest.mark.parametrize(
    ("rules", "deals", "dealers"),
    [
        pytest.param("classic66", "A1 A1 B1 B1", "B A B A B", id="classic66-in-turns"),
        pytest.param("eight66", "A1 B1 B1 A1", "B A B A B", id="eight66-in-turns"),
        pytest.param("schnapsen", "B1 B1 A1 A1", "B A B A B", id="schnapsen-in-turns"),
        pytest.param("pagat66", "A1 A2 B1 A1", "B A A B A", id="pagat66-winner"),
        pytest.param("santase", "B3 A1 A1 B1", "B B A A B", id="santase-winner"),
        pytest.param("classic66", "tie A1 tie tie B1", "B B A A A B", id="tie-in-turns"),
        pytest.param("pagat66", "A1 tie tie B1 tie", "B A A A B B", id="tie-winner"),
    ],
)
def test_who_deals(rules, deals, dealers):
    """The dealers from the first deal on."""
    names = deals.split()
    seen = [played(rules, " ".join(names[:number])).dealer.name for number in range(len(names) + 1)]

    assert seen == dealers.split()


@pytest.mark.parametrize("winner", [A, B, None])
@pytest.mark.parametrize("dealer", [A, B])
@pytest.mark.parametrize("name", PRESETS)
def test_next_dealer_is_one_of_two(name, dealer, winner):
    """The number of game points never decides who deals (C18 of the list of faults)."""
    rules = PRESETS[name]
    expected = dealer if winner is None else winner if rules.next_dealer == "winner" else dealer.other

    assert next_dealer(rules, dealer, winner) is expected


@pytest.mark.parametrize(
    ("rules", "deals", "score", "winner"),
    [
        pytest.param("classic66", "", (0, 0), None, id="start"),
        pytest.param("classic66", "A2", (2, 0), None, id="counted-once"),
        pytest.param("classic66", "A3 B3 A3", (6, 3), None, id="six-is-not-seven"),
        pytest.param("classic66", "A3 B3 A3 A1", (7, 3), A, id="seven"),
        pytest.param("classic66", "A3 A3 A3", (9, 0), A, id="more-than-seven"),
        pytest.param("eight66", "B3 B3 B1", (0, 7), None, id="eight-not-yet"),
        pytest.param("eight66", "B3 B3 B2", (0, 8), B, id="eight"),
        pytest.param("santase", "B3 B3 B3 B1", (0, 10), None, id="eleven-not-yet"),
        pytest.param("santase", "B3 B3 B3 B2", (0, 11), B, id="eleven"),
        pytest.param("classic66;target=10", "A3 A3 A3 A1", (10, 0), A, id="ten"),
        pytest.param("schnapsen", "", (7, 7), None, id="down-start"),
        pytest.param("schnapsen", "A3 A3", (1, 7), None, id="down-one-left"),
        pytest.param("schnapsen", "A3 A3 A1", (0, 7), A, id="down-to-zero"),
        pytest.param("schnapsen", "A3 A3 A3", (-2, 7), A, id="down-below-zero"),
        pytest.param("classic66;count=down;target=11", "B3", (11, 8), None, id="down-from-eleven"),
        pytest.param("classic66", "tie tie", (0, 0), None, id="ties"),
    ],
)
def test_score(rules, deals, score, winner):
    """Game points after some deals, and who has won the game."""
    match = played(rules, deals)

    assert (match.score, match.winner) == (score, winner)


@pytest.mark.parametrize(
    ("rules", "deals", "carries"),
    [
        pytest.param(CARRY, "", False, id="start"),
        pytest.param(CARRY, "A1", False, id="won"),
        pytest.param(CARRY, "tie", True, id="tied"),
        pytest.param(CARRY, "tie tie", True, id="tied-twice"),
        pytest.param(CARRY, "tie A1", False, id="paid"),
        pytest.param(CARRY, "tie A1 tie", True, id="tied-later"),
        pytest.param("classic66", "tie", False, id="nothing-carried"),
    ],
)
def test_carry(rules, deals, carries):
    """A tie carries one game point, however many there were, until somebody wins."""
    assert played(rules, deals).carry is carries


def test_carried_point_is_paid_once():
    """The outcome of the deal holds the carried point already: the game adds it no second time."""
    match = played(CARRY, "tie tie").after(won(A, 2, carried=True))

    assert match.score == (2, 0)
    assert match.carry is False


def test_add_points():
    """Up or down, for the winner only."""
    assert add_points(PRESETS["classic66"], (3, 4), B, 2) == (3, 6)
    assert add_points(PRESETS["schnapsen"], (3, 4), B, 2) == (3, 2)


@pytest.mark.parametrize(
    ("name", "score", "winner"),
    [
        pytest.param("classic66", (6, 6), None, id="nobody"),
        pytest.param("classic66", (7, 6), A, id="A"),
        pytest.param("classic66", (0, 7), B, id="B"),
        pytest.param("schnapsen", (1, 1), None, id="down-nobody"),
        pytest.param("schnapsen", (3, 0), B, id="down-B"),
        pytest.param("schnapsen", (-1, 1), A, id="down-below"),
    ],
)
def test_match_winner(name, score, winner):
    """Who has won at a score."""
    assert match_winner(PRESETS[name], score) is winner


def test_a_match_is_a_value():
    """What follows is a new value; the one before stays."""
    start = Match.start(PRESETS["classic66"], A)
    after = start.after(OUTCOMES["B2"])

    assert (start.score, start.dealer, after.score, after.dealer) == ((0, 0), A, (0, 2), B)
    with pytest.raises(dataclasses.FrozenInstanceError):
        start.carry = True
