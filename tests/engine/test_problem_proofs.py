"""The stored endings, closings and open-stock problems, proved again: by plain minimax, and by their bounds."""

import random
from pathlib import Path

import pytest

from engine.actions import Play
from engine.cards import Card, parse_cards
from engine.mining import read_folder
from engine.notation import read, read_deal, write
from engine.problems import hidden, valuing
from engine.problems.answers import reasons, right_answers
from engine.problems.asks import ME
from engine.problems.endings import one_class, spot_in
from engine.problems.labels import LABELS
from engine.problems.proving import holds_in
from engine.problems.refuting import refute
from engine.problems.themes import Theme
from engine.ruleset import parse
from engine.search.worlds import worlds
from engine.view import view_of
from tests.engine import naive_problems
from tests.engine.naive_endings import Ending
from tests.engine.walks import done

FOLDER = Path(__file__).parents[2] / "tutor/puzzles/content/items"
ITEMS = read_folder(FOLDER)
BY_THEME = {theme: [item for item in ITEMS if item.theme is theme] for theme in Theme}
ENDINGS = list(LABELS)
CARDS = (Theme.CLOSED_PLAN, Theme.OPEN_STOCK)


def plain(text: str, rules: str) -> dict[str, int]:
    """Every card and its value to A, by plain minimax."""
    return Ending(naive_problems.state_of(text, rules)).table()


@pytest.mark.parametrize("theme", ENDINGS)
def test_endings_by_plain_minimax(theme):
    """The best cards, what they are worth and what the next is worth; the best cards are one class."""
    assert len(BY_THEME[theme]) >= 10
    for item in BY_THEME[theme]:
        values = plain(item.ask["position"], item.ruleset)
        top = max(values.values())
        best = {card for card, value in values.items() if value == top}
        second = max(value for card, value in values.items() if card not in best)
        stored = {answer.get("card") or answer["actions"][0][2:] for answer in item.proof.answers}
        assert (best, top, second) == (stored, item.proof.best, item.proof.second), item.id
        assert top - second >= 1
        assert one_class(read_deal(item.ask["position"], parse(item.ruleset)), parse_cards("".join(best)))


@pytest.mark.parametrize("theme", ENDINGS)
def test_labels_of_endings_hold(theme):
    """The condition of the theme is true of the position, and not of every position."""
    for item in BY_THEME[theme]:
        spot = spot_in(read_deal(item.ask["position"], parse(item.ruleset)))
        assert spot is not None
        assert LABELS[theme](spot) == item.proof.codes != (), item.id
    others = [item for other in ENDINGS if other is not theme for item in BY_THEME[other]]
    found = [LABELS[theme](spot_in(read_deal(item.ask["position"], parse(item.ruleset)))) for item in others]
    assert () in found


@pytest.mark.parametrize("theme", ENDINGS)
def test_endings_are_marked_as_they_are_stored(theme):
    """Answers, costs of the other cards, presets."""
    for item in BY_THEME[theme]:
        assert right_answers(item.ask) == item.proof.answers
        assert reasons(item.ask) == dict(item.reasons) != {}
        assert holds_in(item.ask, item.proof.answers, same_reasons=False) == item.presets


@pytest.mark.parametrize("theme", ENDINGS)
def test_wrong_cards_are_refuted(theme):
    """The line after a wrong card goes to the end and costs what is said."""
    for item in BY_THEME[theme][:4]:
        deal = read_deal(item.ask["position"], parse(item.ruleset))
        spot = spot_in(deal)
        assert spot is not None
        for card in spot.wrong:
            shown = refute(deal, played(card))
            assert shown.lost == spot.value - spot.values[card] == -int(float(item.reasons[f"A:{card}"]))
            end = done(deal, *shown.line)
            assert end.over or end.played_out


def played(card: Card):
    """The learner plays a card."""
    return Play(ME, card)


def test_certain_closings():
    """Yes: one plan wins against every hand, and plain minimax finds none that beats it. No: the hand named does."""
    for item in BY_THEME[Theme.CERTAIN_CLOSE]:
        rules = parse(item.ruleset)
        view = read(item.ask["position"], rules)
        shut = valuing.closed_view(view)
        assert right_answers(item.ask) == item.proof.answers
        if item.proof.answers[0]["act"] == "none":
            hand = parse_cards(item.proof.codes[1].partition(":")[2])
            deals = [world for world in worlds(shut) if set(world.hands[1]) == set(hand)]
            assert next(max(plain(write(world), item.ruleset).values()) for world in deals) <= 0, item.id
            continue
        every = list(worlds(shut))
        assert len(every) == item.proof.worlds
        for world in random.Random(item.id).sample(every, min(6, len(every))):
            assert max(plain(write(world), item.ruleset).values()) > 0, item.id


def test_closing_or_not():
    """The right choice, with one plan, is above the other with open cards."""
    for item in BY_THEME[Theme.CLOSE_OR_NOT]:
        found = hidden.close_or_not(read_deal(item.deal, parse(item.ruleset)), random.Random(0))
        assert found is not None
        assert found.made["position"] == item.ask["position"]
        assert (round(found.best, 6), round(found.second, 6)) == (item.proof.best, item.proof.second)
        assert right_answers(item.ask) == item.proof.answers


@pytest.mark.parametrize("theme", CARDS)
def test_plans_are_above_the_open_value_of_the_rest(theme):
    """Lower bound against upper bound, worked out again."""
    for item in BY_THEME[theme]:
        view = read(item.ask["position"], parse(item.ruleset))
        bounds = valuing.bounds(view)
        right = {f"A:{answer['card']}" for answer in item.proof.answers}
        low = min(bounds[action].plan.value for action in right)
        high = max(each.open.value for action, each in bounds.items() if action not in right)
        assert low - high >= hidden.GAP, item.id
        assert round(low, 6) == item.proof.best
        assert right_answers(item.ask) == item.proof.answers


def test_open_values_of_closed_plans_by_plain_minimax():
    """The upper bounds are the averages that the second solver finds over all hands."""
    seen = 0
    for item in BY_THEME[Theme.CLOSED_PLAN]:
        view = read(item.ask["position"], parse(item.ruleset))
        if item.ruleset == "pagat66" or item.proof.worlds > 21:
            continue
        tables = [plain(write(world), item.ruleset) for world in worlds(view)]
        for action, each in valuing.bounds(view).items():
            if action.startswith("A:"):
                mean = sum(table[action[2:]] for table in tables) / len(tables)
                assert mean == pytest.approx(each.open.value)
                seen += 1
    assert seen > 10


@pytest.mark.parametrize("theme", [*CARDS, Theme.CLOSE_OR_NOT, Theme.CERTAIN_CLOSE])
def test_nothing_hidden_is_in_the_question(theme):
    """The question holds the view of the learner; the deal behind it fits."""
    for item in BY_THEME[theme]:
        assert "??" in item.ask["position"]
        deal = read_deal(item.deal, parse(item.ruleset))
        assert view_of(deal, ME) == read(item.ask["position"], parse(item.ruleset))
        assert deal.to_act is ME
