"""The coach: values by stage with their kind, the best actions, thinking longer, advice that is worth following."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from fractions import Fraction
from itertools import islice

import pytest

from engine.actions import Claim, Close, Play
from engine.advising import coach
from engine.arena import results, tally
from engine.cards import Card
from engine.coach import Advice, Cause, Ground, advise, measure, stages, think
from engine.coach.scene import Scene
from engine.deal import Deal
from engine.errors import ReadError
from engine.notation import read, write, write_view
from engine.players import PLAYERS
from engine.policy import Choice
from engine.ruleset import PRESETS, preset
from engine.search.closing import closing_worth
from engine.search.exact import table
from engine.search.plans import open_values
from engine.search.values import Kind
from engine.search.worlds import count
from engine.seats import Seat
from engine.view import View, view_of
from tests.engine.test_strategy_positions import DILEMMA, ROWS, card_of, means, position
from tests.engine.walks import positions, start

S = preset("schnapsen")


def first(rules, talon: int, *, before_draw: bool = False, following: bool = False, closed: bool = False) -> View:
    """A view of this stage out of random deals."""
    for seed in range(400):
        for deal in positions(start(rules, seed), random.Random(seed)):
            there = (deal.talon, deal.before_draw, deal.led is not None, deal.closing is not None)
            view = view_of(deal, deal.to_act)
            fits = there == (talon, before_draw, following, closed) and (not closed or len(deal.hands[0]) > 3)
            if fits and not deal.over and len(Scene(view).sensible) > 1:
                return view
    raise AssertionError("no such position")


def answers(view: View, seed: int = 1) -> list[Advice]:
    """Everything that thinking longer yields."""
    return list(think(view, random.Random(seed)))


# -- stages --------------------------------------------------------------------------------------------------------

STAGES = [
    pytest.param(0, {}, Kind.PROVED, Ground.SEARCHED, 1, id="used-up"),
    pytest.param(0, {"following": True}, Kind.PROVED, Ground.SEARCHED, 1, id="used-up-answering"),
    pytest.param(2, {}, Kind.AVERAGE, Ground.SEARCHED, 7, id="last-open-trick"),
    pytest.param(4, {}, Kind.ESTIMATE, Ground.PLAYED, stages.ROUNDS, id="four-to-draw"),
    pytest.param(4, {"before_draw": True}, Kind.ESTIMATE, Ground.SEARCHED, stages.EARLY_DRAW, id="before-the-draw"),
    pytest.param(6, {"following": True}, Kind.ESTIMATE, Ground.PLAYED, stages.ROUNDS, id="six-answering"),
    pytest.param(8, {}, Kind.ESTIMATE, Ground.PLAYED, stages.ROUNDS, id="eight"),
    pytest.param(10, {"following": True}, Kind.ESTIMATE, Ground.PLAYED, stages.ROUNDS, id="ten-answering"),
    pytest.param(12, {}, Kind.ESTIMATE, Ground.PLAYED, stages.ROUNDS, id="first-lead"),
]


@pytest.mark.parametrize(("talon", "stage", "kind", "ground", "deals"), STAGES)
def test_first_answer_of_each_stage(talon, stage, kind, ground, deals):
    """Every action that stands has a value; its kind and its basis are those of the stage."""
    view = first(preset("classic66"), talon, **stage)
    advice = advise(view, random.Random(1))

    assert {option.action for option in advice.options} == set(Scene(view).actions)
    plays = [option for option in advice.options if not isinstance(option.action, (Claim, Close))]
    assert {(option.worth.kind, option.ground, option.worth.n) for option in plays} == {(kind, ground, deals)}
    assert all((option.worth.error > 0) <= (kind is Kind.ESTIMATE) for option in plays)
    assert advice == advise(view, random.Random(1))


def test_a_closed_stock_is_counted_hand_by_hand():
    """Few hands: the average over all of them, as the open search finds it."""
    view = first(preset("classic66"), 8, closed=True)
    advice = answers(view)[-1]
    opened = open_values(view, random.Random(1), most=10_000)

    for option in advice.options:
        if not isinstance(option.action, Claim):
            assert option.worth == opened[option.action]
            assert option.worth.n == count(view)


def test_used_up_is_exact():
    """The exact table, action by action; what is lost is lost against its best value."""
    view = first(preset("classic66"), 0)
    advice, exact = advise(view, random.Random(1)), table(view.fill(view.unseen))
    top = max(exact.values())

    for option in advice.options:
        if option.action in exact:
            assert option.worth.value == exact[option.action]
            assert (option.best, option.lost) == (exact[option.action] == top, top - exact[option.action])


def test_closing_is_searched_beside_deals_played_out():
    """What closing is worth agrees with the closing search, within the errors of both."""
    view = first(preset("classic66"), 12)
    close, other = advise(view, random.Random(1)).option(Close(view.seat)), closing_worth(view, random.Random(2), 200)

    assert (close.ground, close.worth.kind) == (Ground.SEARCHED, Kind.ESTIMATE)
    assert other is not None
    assert abs(close.worth.value - other.value) <= 4 * (close.worth.error + other.error)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_claims(rules):
    """A right claim is certain and best; a wrong one is certain, too, and never best."""
    right = wrong = 0
    for seed in range(40):
        for deal in positions(start(rules, seed), random.Random(seed)):
            view = view_of(deal, deal.to_act)
            if deal.over or not Scene(view).sensible or Claim(view.seat) not in Scene(view).actions:
                continue
            if deal.talon > 2 and right + wrong > 20:
                continue
            option = advise(view, random.Random(1)).option(Claim(view.seat))
            assert option.ground is Ground.RULES
            if Scene(view).may_claim_rightly:
                right += option.best
            else:
                assert not option.best
                wrong += option.reasons[0].cause is Cause.CLAIM_TOO_EARLY
    assert (right > 0 and wrong > 10) or not rules.spoken


def test_nothing_to_do_is_refused():
    """The other seat, a finished deal, and a wrong claim alone have no advice."""
    view = first(preset("classic66"), 12)
    deal = view.fill(view.unseen)
    with pytest.raises(ValueError, match="nothing to do"):
        advise(view_of(deal, deal.to_act.other), random.Random(1))
    ended = read("-/- - S B 71.5.0/49.7.0 - B0-0 -", preset("eight66"))
    assert isinstance(ended, Deal)
    with pytest.raises(ValueError, match="nothing to do"):
        advise(view_of(ended, Seat.B), random.Random(1))


# -- thinking longer -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("talon", "stage", "last"),
    [
        pytest.param(0, {}, Kind.PROVED, id="used-up"),
        pytest.param(2, {}, Kind.AVERAGE, id="last-open-trick"),
        pytest.param(4, {"before_draw": True}, Kind.AVERAGE, id="four-before-the-draw"),
        pytest.param(8, {}, Kind.ESTIMATE, id="eight"),
    ],
)
def test_progress(talon, stage, last):
    """The first answer comes first; steps only grow, end at the total, and the kind is the best that can be had."""
    view = first(preset("schnapsen"), talon, **stage)
    found = answers(view)
    steps = [advice.done for advice in found]

    assert found[0] == advise(view, random.Random(1))
    assert steps == sorted(set(steps))
    assert (found[-1].done, found[-1].fraction) == (found[-1].total, 1)
    others = [option for option in found[-1].options if not isinstance(option.action, (Claim, Close))]
    assert {option.worth.kind for option in others} == {last}


def test_all_deals_of_the_last_trick_but_one():
    """With four cards to draw thinking longer searches every deal: the average of the open search over all of them."""
    view = first(preset("schnapsen"), 4, following=True)
    found = answers(view)[-1]
    opened = open_values(view, random.Random(1), most=1000)

    assert count(view) == 210
    assert {option.action: option.worth for option in found.options} == opened


def test_more_deals_mean_smaller_errors():
    """Longer is better, and stopping early is possible."""
    view = first(preset("classic66"), 8, following=True)
    quick, *_, later = islice(think(view, random.Random(1)), 6)
    for option in later.options:
        assert option.worth.n > quick.option(option.action).worth.n
        assert option.worth.error < quick.option(option.action).worth.error or not option.worth.error


# -- what may be told apart ----------------------------------------------------------------------------------------


def test_estimates_within_the_error_are_equally_good():
    """An action is called worse only where the difference is larger than its error."""
    worse = equal = 0
    for seed in range(25):
        deal = start(preset("classic66"), seed)
        advice = advise(view_of(deal, deal.to_act), random.Random(1))
        for option in advice.options:
            worse += not option.best
            equal += option.best
            assert (option.lost == 0) >= option.best
    assert worse > 20
    assert equal > 25


HIDDEN_ROWS = [name for name in ROWS if isinstance(position(name), View) and position(name).to_act is Seat.A]


@pytest.mark.parametrize("identity", HIDDEN_ROWS)
def test_published_positions(identity):
    """The best actions of the published problems, closing and its best lead taken together."""
    view, found = position(identity), means(identity)
    advice = advise(view, random.Random(1))
    for option in advice.options:
        if isinstance(option.action, Play):
            name = option.action.card.suit + option.action.card.rank
            assert Fraction(option.worth.value).limit_denominator(100) == found[name]
    best = {name for name in found if found[name] == max(found.values())}
    told = {option.action for option in advice.best}
    plays = {Play(view.seat, card_of(name)) for name in best if "+" not in name}
    assert plays == {action for action in told if isinstance(action, Play)}
    if identity != "048":  # there the closing needs a guess
        assert (Close(view.seat) in told) == any("+" in name for name in best)


def test_col_142_open_cards_are_not_a_plan():
    """Closing wins 2 in each of six deals with the cards open; the coach says that no plan does, and leads the ten."""
    view = read(DILEMMA, S)
    assert isinstance(view, View)
    advice = advise(view, random.Random(1))
    close, best = advice.option(Close(Seat.A)), advice.options[0]

    assert best.action == Play(Seat.A, Card.parse("TH"))
    assert (close.worth.value, close.worth.kind, close.worth.n, close.ground) == (2, Kind.AVERAGE, 6, Ground.SEARCHED)
    assert close.guessed
    assert close.plan_exact
    assert close.sure == pytest.approx(2 / 3)
    assert close.lost == pytest.approx(4 / 3 - 2 / 3)
    assert close.reasons[0].cause is Cause.NEEDS_A_GUESS
    assert not any(option.guessed for option in advice.best)


def test_following_the_coach_pays():
    """Who does what the coach says first beats the cautious player over the same packs."""

    def coached(view: View, rng: random.Random) -> Choice:
        return Choice(advise(view, rng).options[0].action, ())

    spent = [[], []]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stages, "ROUNDS", 25)
        patch.setattr(stages, "CLOSE_HANDS", 12)
        scores = list(results(coached, PLAYERS["cautious"], preset("classic66"), 80, 66, spent))
    table_of = tally(scores, spent)

    assert table_of.average > 2 * table_of.error > 0


# -- the command ---------------------------------------------------------------------------------------------------


def test_command():
    """One JSON object: every action, best first, with value, kind and reasons; status 1 for what cannot be read."""
    command = [sys.executable, "-m", "engine", "coach"]
    good = subprocess.run([*command, DILEMMA, "--ruleset", "schnapsen"], capture_output=True, text=True, check=False)
    bad = subprocess.run([*command, "x"], capture_output=True, text=True, check=False)
    data = json.loads(good.stdout)

    assert (good.returncode, bad.returncode) == (0, 1)
    assert data["to_act"] == "A"
    assert data["actions"][0] | {"reasons": []} == {
        "action": "A:TH",
        "best": True,
        "value": 1.3333,
        "kind": "average",
        "ground": "searched",
        "deals": 6,
        "reasons": [],
    }
    close = next(row for row in data["actions"] if row["action"] == "A@")
    assert (close["value"], close["plan"], close["reasons"][0]) == (2.0, 0.6667, {"code": "needs_a_guess", "n": 6})
    assert json.loads(bad.stdout)["error"]["code"] == "bad_notation"
    assert "Traceback" not in bad.stderr


def test_the_command_sees_one_hand_only():
    """A position that shows all cards gets the advice that its view gets."""
    view = first(preset("classic66"), 2)
    deal = view.fill(view.unseen)
    other = view.fill(tuple(reversed(view.unseen)))
    told = [coach(text, "classic66") for text in (write_view(view), write(deal), write(other))]

    assert told[0] == told[1] == told[2]


def test_more_steps_look_longer():
    """The steps asked for are taken, as far as there are any; nothing to do is an error that can be read."""
    view = first(preset("classic66"), 8)
    quick, longer = coach(write_view(view), "classic66"), coach(write_view(view), "classic66", steps=3)
    assert longer["done"] > quick["done"]
    deal = view.fill(view.unseen)
    with pytest.raises(ReadError):
        coach(write_view(view_of(deal, deal.to_act.other)), "classic66")


# -- the figures ---------------------------------------------------------------------------------------------------


def test_hint_times_cover_every_stage():
    """The bench asks for hints at every stage: leading and answering, before drawing, used up, closed."""
    times = measure.hint_times(preset("classic66"), 12, 1)
    names = " ".join(times)

    assert all(f"{talon:>2} to draw, leading" in times for talon in (2, 4, 6, 8, 10, 12))
    assert all(word in names for word in ("answering", "before drawing", "used up", "closed"))
    assert all(len(found) == 1 and found[0] >= 0 for found in times.values())
    assert "median ms" in measure.report(preset("schnapsen"), 1)
