"""Which rules come back, when and why; what their answers do to the level of a lesson. Days pass by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.web.people import MONDAY
from tutor.learners.models import RuleReview, StepProgress, Visitor
from tutor.learners.reviews import (
    A_DAY,
    Due,
    Taught,
    Why,
    enrol,
    level_with_reviews,
    miss_rules,
    postpone,
    record,
    reviews_of,
    shown_rules,
    today,
)
from tutor.learners.schedule import Grade, Memory, after_review

pytestmark = pytest.mark.django_db

RULE = "trick.win"
LETTERS = {"R": Grade.RIGHT, "H": Grade.HELPED, "M": Grade.MISSED}


def days(answers: str) -> list[int]:
    """The intervals after a row of answers, each given on the day when it is due."""
    memory, found = Memory(due=MONDAY), []
    for letter in answers:
        now = memory.due
        memory = after_review(memory, LETTERS[letter], now)
        found.append((memory.due - now) / timedelta(days=1))
    return found


def test_right_answers_make_intervals_grow():
    """From two days to a year and no further."""
    found = days("RRRRRRR")

    assert found == sorted(found)
    assert found[0] == 2
    assert found[1] >= 6  # so that the second review in a row can count for mastery
    assert found[-1] == 365


@pytest.mark.parametrize("answers", ["M", "RM", "RRRM", "RRRRRM", "MM", "RMM", "HM"])
def test_a_miss_brings_a_rule_back_on_the_next_day(answers):
    """However long it had rested."""
    assert days(answers)[-1] == 1


@pytest.mark.parametrize("before", ["", "R", "RR", "RM"])
def test_with_hints_a_rule_comes_back_sooner(before):
    """Than after a right answer without; but never on the same day."""
    assert 1 <= days(before + "H")[-1] <= days(before + "R")[-1]


def test_the_same_answers_give_the_same_dates():
    """Nothing is left to chance, and intervals are whole days."""
    assert days("RRMRHRM") == days("RRMRHRM")
    assert all(day == int(day) for day in days("RRMRHRMRRR"))


# -- what is due ---------------------------------------------------------------------------------------------------


@pytest.fixture
def session():
    """Of a visitor with nothing in the schedule."""
    return {"visitor": str(Visitor.objects.create().pk)}


def test_a_rule_comes_in_on_the_day_after_its_lesson(session):
    """Once, from the first step that taught it."""
    enrol(session, [Taught(RULE, MONDAY + timedelta(hours=3)), Taught(RULE, MONDAY)])
    enrol(session, [Taught(RULE, MONDAY + timedelta(days=5))])

    row = RuleReview.objects.get()
    assert row.due == MONDAY + timedelta(days=1)
    assert today([row], {}, MONDAY).due == ()
    assert [due.rule for due in today([row], {}, MONDAY + timedelta(days=1)).due] == [RULE]


def test_what_is_due_is_due_from_the_first_minute_of_its_day(session):
    """A lesson late in the evening is reviewed the next morning."""
    evening = datetime(2027, 3, 1, 23, 50, tzinfo=UTC)
    enrol(session, [Taught(RULE, evening)])

    found = today(reviews_of(session).values(), {}, datetime(2027, 3, 2, 0, 5, tzinfo=UTC))

    assert [(due.rule, due.why, due.days) for due in found.due] == [(RULE, Why.FIRST, 1)]


def test_an_answer_that_was_shown_brings_a_rule_forward(session):
    """To the day after, however long it would have rested; only where that is sooner."""
    enrol(session, [Taught(RULE, MONDAY)])
    row = RuleReview.objects.get()
    for _time in range(4):
        record(row, Grade.RIGHT, row.due)
    resting = row.due

    enrol(session, [Taught(RULE, row.last_review - timedelta(days=1), shown=True)])
    assert RuleReview.objects.get().due == resting
    seen = row.last_review + timedelta(days=2)
    reviews = enrol(session, [Taught(RULE, seen, shown=True)])

    assert reviews[RULE].due == RuleReview.objects.get().due == seen + timedelta(days=1)
    step = StepProgress(step="a.b", shown=True, updated=seen)
    assert shown_rules([step], {"a.b": RULE}, reviews) == {RULE: seen}
    assert today(reviews.values(), {RULE: seen}, seen + timedelta(days=1)).due[0].why is Why.SHOWN


def test_twelve_a_day(session):
    """The longest overdue first; the rest waits, and is told as waiting."""
    rules = [f"rule.{n:02}" for n in range(30)]
    enrol(session, [Taught(rule, MONDAY - timedelta(days=30 - n)) for n, rule in enumerate(rules)])
    rows = reviews_of(session)

    found = today(rows.values(), {}, MONDAY)
    assert [due.rule for due in found.due] == rules[:A_DAY]
    assert (found.done, found.later) == (0, 30 - A_DAY)

    for rule in rules[:5]:
        record(rows[rule], Grade.RIGHT, MONDAY)
    found = today(reviews_of(session).values(), {}, MONDAY)
    assert [due.rule for due in found.due] == rules[5:A_DAY]
    assert found.done == 5
    for rule in rules[5:A_DAY]:
        record(rows[rule], Grade.MISSED, MONDAY)
    found = today(reviews_of(session).values(), {}, MONDAY)
    assert (found.due, found.done, found.later) == ((), A_DAY, 30 - A_DAY)
    assert len(today(reviews_of(session).values(), {}, MONDAY + timedelta(days=1)).due) == A_DAY


def test_why_a_rule_is_due(session):
    """New, missed, or some days have passed; and when that was."""
    enrol(session, [Taught(rule, MONDAY) for rule in ("a.new", "b.missed", "c.again")])
    rows = reviews_of(session)
    tuesday = MONDAY + timedelta(days=1)
    record(rows["b.missed"], Grade.MISSED, tuesday)
    record(rows["c.again"], Grade.RIGHT, tuesday)

    found = today(reviews_of(session).values(), {}, MONDAY + timedelta(days=4))

    assert {due.rule: (due.why, due.days) for due in found.due} == {
        "a.new": (Why.FIRST, 4),
        "b.missed": (Why.MISSED, 3),
        "c.again": (Why.AGAIN, 3),
    }


def lesson(session):
    """A rule that was met on Monday."""
    enrol(session, [Taught(RULE, MONDAY)])
    return reviews_of(session)[RULE]


def missed_in_a_review(row):
    """Right on Tuesday, missed on the 8th."""
    record(row, Grade.RIGHT, MONDAY + timedelta(days=1))
    record(row, Grade.MISSED, MONDAY + timedelta(days=7))


def missed_in_a_deal(row):
    """Right on Tuesday, missed in a deal on the 8th."""
    record(row, Grade.RIGHT, MONDAY + timedelta(days=1))
    miss_rules(row.visitor_id, [RULE], MONDAY + timedelta(days=7))


def missed_in_a_deal_alone(row):
    """No lesson and no review: it came into the schedule by a deal."""
    row.delete()
    miss_rules(row.visitor_id, [RULE], MONDAY + timedelta(days=7))


def postponed(row):
    """No question was found for a week."""
    for day in range(1, 8):
        postpone(row, MONDAY + timedelta(days=day))


def reviewed(row):
    """Right on Tuesday."""
    record(row, Grade.RIGHT, MONDAY + timedelta(days=1))


DAYS = {
    "lesson": (lambda row: None, {}, Why.FIRST, 10),
    "postponed": (postponed, {}, Why.FIRST, 10),
    "review": (reviewed, {}, Why.AGAIN, 9),
    "missed-in-a-review": (missed_in_a_review, {}, Why.MISSED, 3),
    "missed-in-a-deal": (missed_in_a_deal, {}, Why.MISSED, 3),
    "missed-in-a-deal-alone": (missed_in_a_deal_alone, {}, Why.MISSED, 3),
    "shown": (reviewed, {RULE: MONDAY + timedelta(days=4)}, Why.SHOWN, 6),
    "shown-before-any-review": (lambda row: None, {RULE: MONDAY}, Why.SHOWN, 10),
}


@pytest.mark.parametrize(("happened", "shown", "why", "days"), DAYS.values(), ids=DAYS)
def test_days_are_counted_from_what_the_reason_speaks_of(session, happened, shown, why, days):
    """A deal is no review, but a rule that was missed there was missed there."""
    happened(lesson(session))

    found = today(reviews_of(session).values(), shown, MONDAY + timedelta(days=10))

    assert found.due == (Due(RULE, why, days),)


def test_when_the_next_one_comes(session):
    """The first day on which something is due again."""
    enrol(session, [Taught(RULE, MONDAY)])
    row = reviews_of(session)[RULE]
    record(row, Grade.RIGHT, MONDAY + timedelta(days=1))

    found = today(reviews_of(session).values(), {}, MONDAY + timedelta(days=1))

    assert found.due == ()
    assert found.next_due == MONDAY + timedelta(days=3)


def test_nothing_is_enrolled_twice_by_two_pages_at_once(session):
    """Both have seen an empty schedule."""
    RuleReview.objects.create(visitor_id=session["visitor"], rule=RULE, due=MONDAY)

    enrol(session, [Taught(RULE, MONDAY), Taught("cards.rank", MONDAY)])

    assert sorted(RuleReview.objects.values_list("rule", flat=True)) == ["cards.rank", RULE]


def test_an_answer_counts_once(session):
    """Two tabs have read the same row."""
    enrol(session, [Taught(RULE, MONDAY)])
    one, two = reviews_of(session)[RULE], reviews_of(session)[RULE]

    assert record(one, Grade.RIGHT, MONDAY + timedelta(days=1)) is True
    assert record(two, Grade.MISSED, MONDAY + timedelta(days=1)) is False

    row = RuleReview.objects.get()
    assert (row.right, row.wrong, row.misses) == (1, 0, 0)


# -- levels --------------------------------------------------------------------------------------------------------


def after(answers: list[tuple[int, str]]) -> RuleReview:
    """A rule after answers on some days."""
    row = RuleReview.objects.create(visitor=Visitor.objects.create(), rule=RULE, due=MONDAY, updated=MONDAY)
    for day, letter in answers:
        assert record(row, LETTERS[letter], MONDAY + timedelta(days=day))
    return row


HISTORIES = [
    pytest.param([], "proficient", id="no-review"),
    pytest.param([(1, "R")], "proficient", id="right-once"),
    pytest.param([(1, "R"), (6, "R")], "proficient", id="right-again-after-five-days"),
    pytest.param([(1, "R"), (7, "R")], "mastered", id="right-again-after-six-days"),
    pytest.param([(1, "R"), (3, "R"), (8, "R")], "mastered", id="six-days-after-the-first"),
    pytest.param([(1, "R"), (7, "H")], "proficient", id="the-second-with-hints"),
    pytest.param([(1, "H"), (7, "R")], "proficient", id="the-first-with-hints"),
    pytest.param([(1, "R"), (7, "R"), (9, "H")], "mastered", id="hints-later-take-nothing"),
    pytest.param([(1, "M")], "done", id="missed"),
    pytest.param([(1, "M"), (2, "M")], "started", id="missed-twice"),
    pytest.param([(1, "M"), (2, "M"), (3, "M"), (4, "M")], "started", id="never-below-started"),
    pytest.param([(1, "M"), (2, "R")], "proficient", id="right-again-the-next-day"),
    pytest.param([(1, "R"), (7, "R"), (9, "M")], "proficient", id="mastered-then-missed"),
    pytest.param([(1, "R"), (7, "R"), (9, "M"), (10, "M")], "done", id="mastered-then-missed-twice"),
    pytest.param([(1, "R"), (7, "R"), (9, "M"), (10, "R")], "proficient", id="mastery-has-to-be-shown-anew"),
    pytest.param([(1, "R"), (7, "R"), (9, "M"), (10, "R"), (16, "R")], "mastered", id="shown-anew"),
    pytest.param([(1, "R"), (3, "M"), (4, "R"), (8, "R")], "proficient", id="six-days-from-the-miss-on"),
]


@pytest.mark.parametrize(("answers", "level"), HISTORIES)
def test_level_of_a_proficient_lesson(answers, level):
    """After the reviews of its one rule."""
    assert level_with_reviews("proficient", [RULE], {RULE: after(answers)}) == level


@pytest.mark.parametrize(
    ("level", "misses", "expected"),
    [("new", 2, "new"), ("started", 3, "started"), ("done", 0, "done"), ("done", 1, "started"), ("done", 9, "started")],
)
def test_level_of_other_lessons(level, misses, expected):
    """A miss lowers by one, never to zero; reviews alone make no lesson done."""
    row = RuleReview(rule=RULE, misses=misses, held=True)

    assert level_with_reviews(level, [RULE], {RULE: row}) == expected


def test_all_rules_of_a_lesson_have_to_hold():
    """One is not enough, and a lesson without reviewed rules cannot be mastered."""
    held, other = RuleReview(rule=RULE, held=True), RuleReview(rule="cards.rank")

    assert level_with_reviews("proficient", [RULE, "cards.rank"], {RULE: held}) == "proficient"
    assert level_with_reviews("proficient", [RULE, "cards.rank"], {RULE: held, "cards.rank": other}) == "proficient"
    assert level_with_reviews("proficient", [RULE], {RULE: held, "cards.rank": other}) == "mastered"
    assert level_with_reviews("proficient", [], {RULE: held}) == "proficient"
