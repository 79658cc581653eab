"""Every kind of exercise: answers, forms, reasons, hints, in every language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import translation

from engine.ruleset import CLASSIC
from tests.conftest import LANGUAGES
from tests.exercises.rows import ENDING, ROWS
from tutor.exercises.attempts import HINTS, Result, take
from tutor.exercises.controls import Form, Shown
from tutor.exercises.kinds import KINDS, make
from tutor.exercises.kinds.base import BadAnswerError, Kind
from tutor.exercises.kinds.count import read_number
from tutor.exercises.presenters import Frame, exercise_view

pytestmark = pytest.mark.django_db

EXERCISES = [pytest.param(data, id=name) for name, data, _answers in ROWS]
ANSWERS = [
    pytest.param(data, answer, verdict, id=f"{name}-{number}")
    for name, data, answers in ROWS
    for number, (answer, verdict) in enumerate(answers)
]
FRAME = Frame("/here/", "/draft/", "/next/", "Next")


def exercise(data: dict[str, Any]) -> Kind:
    """An exercise under the classic rules."""
    return make(data, CLASSIC)


@dataclass
class Attempt:
    """Where somebody stands, kept nowhere."""

    phase: str = "awaiting"
    actions: int = 0
    answer: Any = None
    draft: Any = None
    hint: int = 0
    shown: bool = False
    tries: int = 0
    first_try: bool | None = None
    solved: bool = False

    def send(self, kind: Kind, do: str = "answer", **fields: Any) -> Result:
        """Do what a form asks for."""

        def keep(change: Any, *, counts: bool = True) -> bool:
            change(self)
            self.actions += counts
            return True

        posted = {name: value if isinstance(value, list) else [str(value)] for name, value in fields.items()}
        return take(kind.resumed(self.draft), self, keep, do, posted)


def test_every_kind_is_tried():
    """All twelve, with right and wrong answers."""
    assert {data["kind"] for _name, data, _answers in ROWS} == set(KINDS)
    assert len(KINDS) == 12
    assert len(ANSWERS) > 80
    for _name, _data, answers in ROWS:
        assert answers


@pytest.mark.parametrize(("data", "answer", "verdict"), ANSWERS)
def test_answer(data, answer, verdict):
    """Marked as the row says, with a reason and a rule."""
    mark = exercise(data).mark(answer)

    assert mark.verdict.value == verdict
    assert mark.says
    assert all(len(say.text().split()) >= 3 for say in mark.says)
    assert "." in mark.rule


@pytest.mark.parametrize(("data", "answer", "verdict"), ANSWERS)
def test_answer_by_form(data, answer, verdict):
    """The fields of the page give the very answer; a remembered answer is still known."""
    kind = exercise(data)

    assert kind.read_answer(kind.as_form(answer)) == answer
    assert kind.accepts(answer)
    assert kind.is_complete(answer)


@pytest.mark.parametrize("data", EXERCISES)
def test_every_wrong_answer_has_a_reason(data):
    """Whatever can be answered, there is a right answer, a wrong one, and a sentence to each."""
    kind = exercise(data)
    marks = [kind.mark(answer) for answer in kind.all_answers()]

    assert kind.right_answers()
    assert any(not mark.right for mark in marks)
    assert all(mark.says and mark.rule for mark in marks)
    for mark in marks:
        assert all(say.text() and "%" not in say.text() for say in mark.says)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("data", EXERCISES)
def test_everything_is_worded(data, language):
    """Task, controls, hints, verdicts: no placeholder is left over, nothing is empty."""
    with translation.override(language):
        kind = exercise(data)
        right, wrong = kind.right_answers()[0], next(a for a in kind.all_answers() if not kind.mark(a).right)
        for attempt in (
            Attempt(),
            Attempt(phase="wrong", answer=wrong, actions=1),
            Attempt(phase="solved", answer=right, hint=HINTS, shown=True, actions=4),
        ):
            view = exercise_view(kind, attempt, FRAME)
            texts = [
                *(part.text for part in view.task),
                view.spoken_task,
                *view.record,
                *(hint.text for hint in view.hints),
            ]
            texts += [option.text for field in view.fields for option in field.options]
            if view.feedback:
                texts += [view.feedback.heading, *view.feedback.says, *view.feedback.line]
            assert all(str(text).strip() and "%(" not in str(text) for text in texts)
            assert bool(view.feedback) is (attempt.phase != "awaiting")
            assert len(view.hints) == attempt.hint


@pytest.mark.parametrize("data", EXERCISES)
def test_controls(data):
    """There is something to answer with, each control has an id of its own, none tells the answer."""
    view = exercise_view(exercise(data), Attempt(), FRAME)
    ids = [option.id for field in view.fields for option in field.options if option.id]

    assert view.fields or view.mode in ("buttons", "checks")
    assert len(ids) == len(set(ids))
    assert not [
        option for field in view.fields for option in field.options if option.mark or option.note or option.chosen
    ]


@pytest.mark.parametrize("data", EXERCISES)
def test_hints(data):
    """Four hints, all different; the last one is the answer."""
    kind, attempt = exercise(data), Attempt()
    while attempt.phase != "solved":
        before = attempt.hint
        attempt.send(kind, "hint")
        assert attempt.hint > before
    view = exercise_view(kind, attempt, FRAME)

    assert len({str(hint.text) for hint in view.hints}) == HINTS
    assert (attempt.first_try, attempt.solved, attempt.shown) == (False, True, True)
    assert view.feedback is not None
    assert view.feedback.tone == "right"


@pytest.mark.parametrize("data", EXERCISES)
def test_nothing_chosen(data):
    """A form without an answer counts nothing."""
    attempt = Attempt()

    assert attempt.send(exercise(data)) is Result.NOTHING_CHOSEN
    assert attempt == Attempt()


BAD = {
    "play": {"card": "ZZ"},
    "legal": {"cards": ["AS"]},
    "who": {"who": "C"},
    "order": {"place-AH": "9"},
    "act": {"act": "A:KS"},
    "score": {"winner": "C", "points": "1"},
    "spot": {"line": "99", "reason": "must_head"},
    "unseen": {"cards": ["XX"]},
    "pick": {"statement": "nothing"},
    "line": {"act": "B*"},
    "diff": {"a": "perhaps"},
}


@pytest.mark.parametrize("data", [row for row in EXERCISES if row.values[0]["kind"] != "count"])
def test_what_no_page_offers(data):
    """It is refused and counts nothing."""
    attempt = Attempt()

    with pytest.raises(BadAnswerError):
        attempt.send(exercise(data), **BAD[data["kind"]])
    assert attempt == Attempt()


@pytest.mark.parametrize("data", EXERCISES)
def test_an_answer_of_another_exercise_is_not_shown(data):
    """What is remembered may be from before the position or the ruleset changed: then the exercise is new again."""
    kind = exercise(data)
    for other_name, other, answers in ROWS:
        for answer, verdict in answers:
            phase = "solved" if verdict == "right" else "wrong"
            view = exercise_view(kind, Attempt(phase=phase, answer=answer, actions=3), FRAME)
            assert view.seen == 3
            if view.feedback is not None:
                assert kind.mark(answer).right is (phase == "solved"), other_name
            else:
                assert view.phase == "awaiting"
        assert other


# -- numbers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "number"),
    [
        pytest.param("24", 24, id="plain"),
        pytest.param("٢٤", 24, id="arabic"),
        pytest.param("۲۴", 24, id="persian"),
        pytest.param("२४", 24, id="hindi"),
        pytest.param("２４", 24, id="wide"),
        pytest.param(" 24 ", 24, id="spaces-around"),
        pytest.param("2 4", 24, id="space-inside"),
        pytest.param("2\u00a04", 24, id="hard-space"),
        pytest.param("\u200f24\u200e", 24, id="direction-marks"),
        pytest.param("+24", 24, id="plus"),
        pytest.param("-24", -24, id="minus"),
        pytest.param("−24", -24, id="real-minus"),
        pytest.param("024", 24, id="leading-zero"),
        pytest.param("", None, id="nothing"),
        pytest.param("twenty", None, id="words"),
        pytest.param("2.5", None, id="fraction"),
        pytest.param("+", None, id="sign-alone"),
        pytest.param("²", None, id="raised"),
    ],
)
def test_numbers_in_every_digit_system(written, number):
    """Digits of any script, with spaces and a sign."""
    assert read_number(written) == number


def test_what_is_no_number_stays_in_the_field():
    """The notice asks for digits, and what was written is still there."""
    kind, attempt = exercise({"kind": "count", "of": "pack", "rule": "cards.total"}), Attempt()

    assert attempt.send(kind, number="a lot") is Result.NOTHING_CHOSEN
    view = exercise_view(kind, attempt, FRAME)
    assert (view.fields[0].form, view.fields[0].text, view.seen) == (Form.NUMBER, "a lot", 0)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        pytest.param("a\x00b", {"text": "ab"}, id="nul"),
        pytest.param("a\x07\ud800b", {"text": "ab"}, id="bell-and-half-a-sign"),
        pytest.param("1\x002", {"number": 12}, id="nul-in-a-number"),
        pytest.param("\x00", None, id="nothing-else"),
        pytest.param("a \u200fb", {"text": "a \u200fb"}, id="what-a-keyboard-writes"),
    ],
)
def test_a_draft_can_be_kept(written, kept):
    """PostgreSQL refuses JSON with a NUL or half a sign in it."""
    kind = exercise({"kind": "count", "of": "pack", "rule": "cards.total"})

    assert kind.read_answer({"number": [written]}) == kept


def test_places_of_an_order():
    """Half an order, and one with a place taken twice, stay as they were chosen."""
    data = {"kind": "order", "cards": "KHAHTH", "rule": "cards.rank"}
    for places in ({"place-KH": "1"}, {"place-KH": "1", "place-AH": "1", "place-TH": "2"}):
        kind, attempt = exercise(data), Attempt()

        assert attempt.send(kind, **places) is Result.NOTHING_CHOSEN
        fields = kind.fields(Shown(attempt.draft))
        chosen = {field.name: option.value for field in fields for option in field.options if option.chosen}
        assert chosen == places


# -- lines ---------------------------------------------------------------------------------------------------------


def test_a_line_is_played_to_its_end():
    """Card by card, the opponent answering by itself; other cards of the same worth are right as well."""
    kind, attempt, results = exercise({"kind": "line", "position": ENDING, "rule": "pay.two"}), Attempt(), []
    while attempt.phase == "awaiting":
        now = kind.resumed(attempt.draft)
        card = next(
            answer["actions"][len((attempt.draft or {"actions": []})["actions"])] for answer in now.right_answers()
        )
        name, value = ("card", card[2:]) if card[1] == ":" else ("act", card)
        results.append(attempt.send(kind, **{name: value}))

    assert results[-1] is Result.ANSWERED
    assert results.count(Result.GOES_ON) == len(results) - 1 >= 2
    assert (attempt.phase, attempt.first_try, attempt.tries) == ("solved", True, 1)
    assert exercise_view(kind, attempt, FRAME).feedback.tone == "right"


def test_a_worse_card_is_refuted_on_the_table():
    """The value that was dropped, and how the deal goes on to its end; another try goes back by that one card."""
    kind, attempt = exercise({"kind": "line", "position": ENDING, "rule": "pay.two"}), Attempt()
    attempt.send(kind, card="JS")
    so_far = attempt.draft
    worse = next(a for a in kind.resumed(so_far).all_answers() if not kind.resumed(so_far).mark(a).right)

    assert attempt.send(kind, card=worse["actions"][-1][2:]) is Result.ANSWERED
    view = exercise_view(kind, attempt, FRAME)
    assert view.feedback.tone == "look"
    assert "costs you" in view.feedback.spoken
    assert len(view.feedback.line) >= 2
    attempt.send(kind, "retry")
    assert attempt.draft == so_far
    assert attempt.phase == "awaiting"


def test_a_dropped_value_is_what_the_search_says():
    """Counted a second way: the worse card leads to a worse end against the same best defence."""
    from engine.notation import read_action, read_deal
    from engine.referee import judge
    from engine.search.exact import value
    from engine.seats import Seat

    deal = read_deal(ENDING, CLASSIC)
    values = {card.code: value(judge(deal, read_action(f"A:{card}")).deal, Seat.A) for card in deal.hands[Seat.A]}
    kind = exercise({"kind": "line", "position": ENDING, "rule": "pay.two"})
    best = max(values.values())

    wrong = {answer["actions"][0][2:] for answer in kind.all_answers() if not kind.mark(answer).right}
    assert wrong == {code for code, worth in values.items() if worth < best}
    assert wrong
