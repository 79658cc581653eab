"""The stored set of problems, and fresh ones of every theme: asked, marked, hinted and worded by the kinds."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tutor
from engine.mining import read_folder
from engine.notation import read, read_action, write_action
from engine.problems.item import Item, named_hand
from engine.problems.making import make
from engine.problems.refuting import refute
from engine.problems.themes import LIVE, Theme
from engine.ruleset import PRESETS
from engine.seats import Seat
from engine.view import view_of
from tests.exercises.test_kinds import FRAME, Attempt
from tests.exercises.test_made_problems import plain
from tutor.content.rule_links import rule_labels
from tutor.exercises.attempts import HINTS
from tutor.exercises.kinds import make as make_kind
from tutor.exercises.kinds import make_item
from tutor.exercises.kinds.base import Kind, Verdict
from tutor.exercises.presenters import ExerciseView, exercise_view
from tutor.puzzles.following import follow, near_misses
from tutor.puzzles.playing import play_on

pytestmark = pytest.mark.django_db

FOLDER = Path(tutor.__file__).parent / "puzzles/content/items"
FRESH = 3
"""Fresh items of each theme that is made while somebody waits."""
SHOWN = 3
"""Wrong answers of an item that are shown as a page."""


@cache
def stored() -> tuple[Item, ...]:
    """Every item of the stored set."""
    return tuple(read_folder(FOLDER))


def item_of(theme: Theme, case: str = "", **asked: str) -> Item:
    """The first stored item of a theme that asks like this."""
    return next(
        item
        for item in stored()
        if item.theme is theme
        and case in (*item.proof.codes, item.case, "")
        and all(item.ask.get(name) == value for name, value in asked.items())
    )


def check(item: Item) -> None:
    """The right answers are those of the proof; a wrong one exists; everything is worded, before and after."""
    kind = make_item(item)
    right, wrong = by_proof(kind, item), [answer for answer in kind.all_answers() if not kind.mark(answer).right]
    assert wrong, item.id
    for answer in wrong:
        mark = kind.mark(answer)
        assert mark.says, (item.id, answer)
        assert mark.rule in rule_labels(), (item.id, mark.rule)
    asked = exercise_view(kind, Attempt(), FRAME)
    assert asked.fields or asked.mode in ("buttons", "checks"), item.id
    worded(asked, item)
    for answer in (*wrong[:SHOWN], *right):
        assert kind.accepts(answer), (item.id, answer)
        phase = "solved" if answer in right else "wrong"
        view = exercise_view(kind, Attempt(phase, 1, answer, hint=HINTS - 1), FRAME)
        assert view.feedback is not None, (item.id, answer)
        assert len({str(hint.text) for hint in view.hints}) == HINTS - 1, item.id
        worded(view, item)
    assert kind.answer_hint().text()


def by_proof(kind: Kind, item: Item) -> list[dict[str, Any]]:
    """The right answers; of a line the stored first actions lose nothing, and the whole line is right."""
    right = kind.right_answers()
    if item.ask["kind"] == "line":
        for answer in item.proof.answers:
            assert kind.mark(answer).verdict in (Verdict.RIGHT, Verdict.INCOMPLETE), (item.id, answer)
        assert {"actions": right[0]["actions"][:1]} in item.proof.answers, item.id
        assert kind.mark(right[0]).right, item.id
    else:
        proved = sorted((plain(answer) for answer in item.proof.answers), key=str)
        assert sorted((plain(answer) for answer in right), key=str) == proved, item.id
    return right


def worded(view: ExerciseView, item: Item) -> None:
    """No text is empty, no placeholder is left over, no two controls share an id."""
    texts = [view.spoken_task, *(part.text for part in view.task), *view.record, *(hint.text for hint in view.hints)]
    texts += [option.text for field in view.fields for option in field.options]
    texts += [*view.feedback.says, *view.feedback.line] if view.feedback else []
    assert all(str(text).strip() and "%(" not in str(text) for text in texts), item.id
    ids = [option.id for field in view.fields for option in field.options if option.id]
    assert len(ids) == len(set(ids)), item.id
    assert not any(" " in name for name in ids), item.id


@pytest.mark.parametrize("theme", Theme)
def test_every_stored_problem(theme):
    """All of a theme."""
    found = [item for item in stored() if item.theme is theme]

    assert len(found) >= 12
    for item in found:
        check(item)


@pytest.mark.parametrize("theme", [theme for theme in Theme if theme.family == "E"])
def test_the_deal_goes_on_in_one_way(theme):
    """Feedback, what follows trick by trick, and playing on: the same actions after a wrong card."""
    compared = 0
    for item in (item for item in stored() if item.theme is theme):
        kind = make_item(item)
        for action in near_misses(item):
            answer = {"card": action[2:]} if item.ask["kind"] == "play" else {"actions": [action]}
            found = follow(item, action, None)
            assert found is not None
            events = tuple(event for trick in found.tricks for event in trick.events)
            assert kind.mark(answer).line == events, (item.id, action)

            line = refute(kind.deal, read_action(action)).line
            played = play_on(item, [write_action(each) for each in line if each.by is Seat.A]).history.actions
            assert played == line[: len(played)], (item.id, action)
            compared += len(played) > 1
    assert compared > 10


@pytest.mark.parametrize("theme", [Theme.CLOSE_OR_NOT, Theme.OPEN_STOCK])
def test_hidden_cards_are_followed_in_the_worst_world(theme):
    """A wrong action is shown in a deal that the learner cannot tell from the puzzle, and it does not pay there."""
    followed = 0
    for item in [item for item in stored() if item.theme is theme][:3]:
        for action in near_misses(item):
            found = follow(item, action, None)
            assert found is not None
            view = view_of(found.tricks[0].before, Seat.A)
            assert view == read(item.ask["position"], PRESETS[item.ruleset])
            won = found.outcome.winner is Seat.A
            assert (found.outcome.game_points if won else -found.outcome.game_points) < item.proof.best
            followed += 1
    assert followed


@pytest.mark.parametrize("theme", sorted(LIVE))
def test_fresh_problems(theme):
    """The themes of which a problem is made while somebody waits, the presets in turn."""
    found: list[Item] = []
    names = list(PRESETS)
    for seed in range(200):
        made = make(theme, PRESETS[names[seed % len(names)]], random.Random(f"fresh {seed}"), str(seed))
        found += [made] if isinstance(made, Item) else []
        if len(found) == FRESH:
            break

    assert len(found) == FRESH
    for item in found:
        check(item)


@pytest.mark.parametrize(
    ("theme", "kind"), [(Theme.CLOSE_OR_NOT, "act"), (Theme.CLOSED_PLAN, "play"), (Theme.OPEN_STOCK, "play")]
)
def test_without_its_proof(theme, kind):
    """The search comes to the same, only later."""
    item = item_of(theme, kind=kind)
    bare, proved = make_kind(item.ask, PRESETS[item.ruleset]), make_item(item)

    for answer in bare.all_answers():
        assert bare.mark(answer) == proved.mark(answer)


def test_the_proof_decides():
    """What is stored as right is right, without a search."""
    item = item_of(Theme.OPEN_STOCK)
    other = next(a for a in make_item(item).all_answers() if a not in item.proof.answers)
    ask = {**item.ask, "proved": {"answers": [other], "reasons": {}, "codes": []}}

    kind = make_kind(ask, PRESETS[item.ruleset])
    assert kind.right_answers() == [other]
    assert kind.mark(item.proof.answers[0]).verdict is Verdict.BETTER


# -- what stands around the question -------------------------------------------------------------------------------


def test_a_hand_that_stops_a_closing():
    """A closing that does not always win is answered with a hand against it, six cards or five."""
    item = item_of(Theme.CERTAIN_CLOSE, "a_hand_beats_it")
    says = make_item(item).mark({"act": "A@"}).says
    hand = named_hand(item.proof.codes)

    assert len(says[0].facts["cards"]) == len(hand) >= 5
    assert make_item(item).mark({"act": "none"}).right


@pytest.mark.parametrize("theme", [Theme.RUN, Theme.KING_OR_QUEEN])
def test_nothing_left_to_draw(theme):
    """Both hands lie open, as they could be worked out from the tricks."""
    table = make_item(item_of(theme)).table(None)

    assert table.opponent.cards
    assert all(card is not None for card in table.opponent.cards)


def test_cards_left_to_draw():
    """The other hand stays face down, but for what it has shown."""
    item = item_of(Theme.OPEN_STOCK)

    assert None in make_item(item).table(None).opponent.cards


def test_an_announced_marriage_is_told():
    """It cannot be seen on the table, yet it decides what may be led."""
    item = next(item for item in stored() if item.theme is Theme.KING_OR_QUEEN and " A=" in item.ask["position"])

    assert "marriage" in make_item(item).turn()[-1].text()


def test_who_has_closed_is_told():
    """What the deal pays hangs on it."""
    assert make_item(item_of(Theme.CLOSED_PLAN)).turn()[0].text() == "You closed the stock."


def test_who_leads_to_the_first_trick():
    """Nobody has won one yet: the dealer is named."""
    ask = {
        "kind": "who",
        "ask": "leads",
        "position": "9CTDKHQHASJS/ACTCADKDAHTH KCQCJCQDJD9DJH9HTSKSQS.9S S A 0.0.0/0.0.0 - B0-0 -",
        "rule": "deal.lead",
    }
    kind = make_kind(ask, PRESETS["classic66"])

    assert [say.text() for say in (*kind.turn(), *kind.task())] == [
        "Your opponent has dealt.",
        "Who leads to the first trick?",
    ]
    assert kind.right_answers() == [{"who": "A"}]
    assert kind.table(None).trick == ()
