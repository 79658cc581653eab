"""Shuffling and dealing: every card equally often everywhere, the same seed the same deal."""

import random
from collections import Counter

import pytest

from engine.cards import Card
from engine.dealing import deal, deal_pack, shuffled
from engine.invariants import check, placed_cards
from engine.match import Match
from engine.ruleset import PRESETS, parse
from engine.seats import Seat

SEEDS = range(4000)
# The 0.1% limits of chi-square with 23 and 19 degrees of freedom: the seeds are fixed, so this is no matter of luck.
LIMITS = {24: 49.73, 20: 43.82}
PLACES = ["turned", "hand-A", "hand-B", "top-of-the-stock", "last-of-the-stock"]


def chi_square(counts: Counter[Card], cards: tuple[Card, ...], chance: float, total: int) -> float:
    """How far the counts are from all being equally likely, one cell a card, each seen with ``chance``."""
    expected = total * chance
    return (
        sum((counts[card] - expected) ** 2 / (expected * (1 - chance)) for card in cards)
        * (len(cards) - 1)
        / len(cards)
    )


def dealt(name: str, dealer: Seat) -> dict[str, Counter[Card]]:
    """How often each card came to each place."""
    counts: dict[str, Counter[Card]] = {place: Counter() for place in PLACES}
    match = Match.start(PRESETS[name], dealer)
    for seed in SEEDS:
        start = deal(match, random.Random(seed))
        counts["turned"][start.turned] += 1
        counts["hand-A"].update(start.hands[Seat.A])
        counts["hand-B"].update(start.hands[Seat.B])
        counts["top-of-the-stock"][start.stock[0]] += 1
        counts["last-of-the-stock"][start.stock[-1]] += 1
    return counts


@pytest.mark.parametrize("name", ["classic66", "schnapsen"])
def test_every_card_equally_often_everywhere(name):
    """Turned up, in each hand, at both ends of the stock."""
    rules = PRESETS[name]
    counts = dealt(name, Seat.B)
    chance = {place: rules.hand / rules.deck if place.startswith("hand") else 1 / rules.deck for place in PLACES}

    far = {place: chi_square(counts[place], rules.pack, chance[place], len(SEEDS)) for place in PLACES}

    assert {place: counts[place].total() for place in PLACES} == {
        place: len(SEEDS) * (rules.hand if place.startswith("hand") else 1) for place in PLACES
    }
    assert all(0 < value < LIMITS[rules.deck] for value in far.values()), far


def test_chi_square_sees_a_bad_shuffle():
    """The measure itself can fail: a pack that is only cut, and one card that comes half as often again."""
    pack, limit = PRESETS["classic66"].pack, LIMITS[24]
    cut = Counter({card: 330 if card.code[0] in "AT9" else 3 for card in pack})
    uneven = Counter({card: 260 if card is pack[0] else 163 for card in pack})

    assert chi_square(cut, pack, 1 / 24, cut.total()) > limit
    assert chi_square(uneven, pack, 1 / 24, uneven.total()) > limit
    assert chi_square(Counter(dict.fromkeys(pack, 166)), pack, 1 / 24, 24 * 166) < 1


@pytest.mark.parametrize("name", PRESETS)
def test_same_seed_same_deal(name):
    """A stored seed deals the same cards again, and another seed others."""
    match = Match.start(PRESETS[name])
    deals = [deal(match, random.Random(seed)) for seed in range(50)]

    assert deals == [deal(match, random.Random(seed)) for seed in range(50)]
    assert len(set(deals)) == 50


def test_a_known_seed():
    """What a seed deals is part of what is stored: it must not change."""
    start = deal(Match.start(PRESETS["classic66"], Seat.B), random.Random(66))

    assert ["".join(card.code for card in hand) for hand in start.hands] == ["ACJCJDAHJHQS", "TC9CAD9DASTS"]
    assert (start.turned.code, "".join(card.code for card in start.stock)) == ("9H", "KS9SQHQCKDJSKHTDTHQDKC")


@pytest.mark.parametrize("dealer", [pytest.param(seat, id=f"{seat.name}-deals") for seat in Seat])
@pytest.mark.parametrize("rules", ["classic66", "schnapsen", "classic66;deck=20", "schnapsen;deck=24"])
def test_order_of_dealing(rules, dealer):
    """First the hand of the player who leads, then the dealer's, then the face-up trump, then the stock."""
    match = Match.start(parse(rules), dealer)
    pack = shuffled(match.ruleset, random.Random(7))
    size = match.ruleset.hand

    start = deal_pack(match, pack)

    check(start)
    assert set(start.hands[dealer.other]) == set(pack[:size])
    assert set(start.hands[dealer]) == set(pack[size : 2 * size])
    assert start.turned is pack[2 * size]
    assert start.stock == pack[2 * size + 1 :]
    assert (start.dealer, start.on_lead, start.trump) == (dealer, dealer.other, pack[2 * size].suit)
    assert sorted(placed_cards(start)) == list(match.ruleset.pack)


def test_score_and_carry_come_from_the_game():
    """A deal knows the state of the game (B2 of the list of faults)."""
    match = Match(PRESETS["classic66"], Seat.A, (5, 3), carry=True)

    start = deal(match, random.Random(1))

    assert (start.score, start.carry, start.dealer) == ((5, 3), True, Seat.A)


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param(lambda pack: pack[1:], id="a-card-short"),
        pytest.param(lambda pack: (*pack[1:], pack[1]), id="a-card-twice"),
        pytest.param(lambda pack: (*pack, pack[0]), id="a-card-too-many"),
        pytest.param(lambda pack: PRESETS["schnapsen"].pack, id="another-pack"),
    ],
)
def test_only_the_whole_pack_is_dealt(cards):
    """Cards of the last deal do not stay (B18 of the list of faults)."""
    match = Match.start(PRESETS["classic66"])

    with pytest.raises(ValueError, match="pack"):
        deal_pack(match, cards(PRESETS["classic66"].pack))


def test_shuffling_takes_its_chance_from_the_caller():
    """The caller's source is used and no other, and the pack itself stays in order."""
    rules = PRESETS["classic66"]
    random.seed(1)
    one = shuffled(rules, random.Random(3))
    random.seed(2)

    assert shuffled(rules, random.Random(3)) == one
    assert sorted(one) == list(rules.pack)
    assert one != rules.pack
