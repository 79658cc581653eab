"""Progress as a file, reset and undo: nothing is lost in silence, and a bad file changes nothing."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from engine.coach.causes import Cause
from tests.conftest import LANGUAGES
from tests.web.course import PLACES
from tests.web.people import MONDAY, Person, right_of, words_of
from tutor.learners.models import DealResult, PuzzleAttempt, ReviewItem, RuleReview, StepProgress
from tutor.learners.models import Visitor as StoredVisitor
from tutor.learners.preferences import Preferences
from tutor.learners.records import absorb, merge_reviews, merge_steps
from tutor.learners.transfer import MAX_BYTES, MAX_DEALS, VERSION, Contents, Known, Owner, check_sum, read, write

pytestmark = pytest.mark.django_db

ONE, TWO, THREE, FOUR = PLACES[:4]


def upload(person: Person, raw: bytes, way: str = "merge") -> Any:
    """Bring a file."""
    return person.post("progress/import/", way=way, file=SimpleUploadedFile("progress.json", raw))


def changed(raw: bytes, change: Any, *, sealed: bool = True) -> bytes:
    """A file after a change, with a check sum that fits where it is sealed anew."""
    data = json.loads(raw)
    change(data)
    if sealed:
        data["check"] = check_sum(data)
    return json.dumps(data).encode()


def everything() -> list[Any]:
    """All rows of all visitors."""
    tables = (StepProgress, RuleReview, ReviewItem)
    return [sorted(table.objects.values_list(), key=str) for table in tables]


# -- there and back ------------------------------------------------------------------------------------------------


def test_a_file_brings_everything_to_another_browser(clock):
    """Steps, first tries, reviews; on an empty browser nothing else is there afterwards."""
    ana, ben = Person(), Person("hi")
    ana.solve(ONE, TWO)
    ana.miss(THREE)
    clock.forward(days=2)
    ana.open("progress/")

    upload(ben, ana.export())

    assert ben.steps == ana.steps
    assert {step: (solved, first) for step, (_lesson, solved, first, _tries) in ben.steps.items()} == {
        ONE.key: (True, True),
        TWO.key: (True, True),
        THREE.key: (False, False),
    }
    columns = ("rule", "due", "state", "stability", "last_review", "right", "wrong")
    mine, theirs = (
        sorted(RuleReview.objects.filter(visitor_id=p.key).values_list(*columns), key=str) for p in (ana, ben)
    )
    assert mine == theirs != []
    assert json.loads(ana.export())["steps"] == json.loads(ben.export())["steps"]


def test_the_file_can_be_read():
    """Named, versioned, indented, in the order of the alphabet, and no more than it says."""
    ana = Person()
    ana.solve(TWO, ONE)

    response = ana.client.get("/en/progress/export/")

    assert response["Content-Disposition"].startswith('attachment; filename="sixty-six-20')
    assert response["Content-Type"] == "application/json; charset=utf-8"
    assert "no-store" in response["Cache-Control"]
    text = response.content.decode()
    data = json.loads(text)
    assert list(data) == [
        "format",
        "version",
        "made",
        "settings",
        "steps",
        "reviews",
        "puzzles",
        "deals",
        "more",
        "check",
    ]
    assert (data["format"], data["version"]) == ("sixty-six progress", 2)
    assert list(data["steps"]) == sorted([ONE.key, TWO.key])
    assert '\n  "steps": {\n' in text
    assert ana.key not in text
    assert ana.client.session.session_key not in text


def many(*, puzzles: int = 0, deals: int = 0, played: int = 0, more: int = 0, causes: int = 8) -> Contents:
    """What somebody might have who has done a great deal, under rules of their own with a long name."""
    rules = "classic66;nobody_claims=higher_total_table;tie=draw_carry_1"
    when = [MONDAY + timedelta(seconds=n) for n in range(max(puzzles, deals))]
    wrong = dict.fromkeys([cause.value for cause in Cause][:causes], 40)
    tried = [PuzzleAttempt(puzzle=f"{n:010x}", theme="R1", updated=when[n]) for n in range(puzzles)]
    ended = {"ruleset": rules, "opponent": "sampling", "winner": "A", "points": 3, "counted": True, "causes": wrong}
    steps = [StepProgress(step=f"a.{n}", answer={"cards": ["AS", "TS"]}, draft=None) for n in range(more)]
    results = [DealResult(key=f"k{n:019}", updated=when[n], **ended) for n in range(deals)]
    extras = {"played": {"deals": [["x" * 100] * 20] * played}} if played else {}
    return Contents([], [], Preferences(), others=steps, puzzles=tried, deals=results, extras=extras)


MUCH = {
    "usual": (many(puzzles=535, deals=500, played=50, more=300), []),
    "played": (many(puzzles=535, deals=1000, played=200, more=300), ["played"]),
    "more": (many(puzzles=4400, deals=50, played=300, more=3000), ["more", "played"]),
    "puzzles": (many(puzzles=5001), ["puzzles"]),
    "deals": (many(deals=1000, causes=30), ["deals"]),
    "everything": (many(puzzles=9000, deals=1500, played=900, more=5000), ["deals", "more", "played", "puzzles"]),
}


@pytest.mark.parametrize(("contents", "left_out"), MUCH.values(), ids=MUCH)
def test_a_file_can_always_be_read_back(contents, left_out):
    """However much there is: what is for the reader alone goes first, then the oldest results, and the file says so."""
    now = MONDAY + timedelta(days=1)
    raw = write(contents, Owner(), now)

    back = read(raw, Known(puzzles=lambda keys: {key: {"theme": "R1"} for key in keys}), now)

    assert json.loads(raw).get("left_out", []) == left_out
    assert len(raw) > MAX_BYTES // 2  # no more than needed is left out
    puzzles, deals = [row.puzzle for row in contents.puzzles], [row.key for row in contents.deals][-MAX_DEALS:]
    assert [row.puzzle for row in back.puzzles] == (puzzles[-len(back.puzzles) :] if "puzzles" in left_out else puzzles)
    assert [row.key for row in back.deals] == (deals[-len(back.deals) :] if "deals" in left_out else deals)


def test_an_empty_file_can_be_taken_in():
    """Whoever has done nothing can save and read that, too, and becomes nobody by looking."""
    ana = Person()
    raw = ana.export()

    assert not StoredVisitor.objects.exists()
    assert upload(ana, raw).status_code == 302
    assert ana.steps == {}


def test_merging_takes_the_better_of_both():
    """Here and in the file: what was reached at either is kept, whatever the order."""
    ana, ben = Person(), Person()
    ana.solve(ONE, THREE)
    ana.miss(TWO)
    ben.miss(ONE)
    ben.solve(TWO, FOUR)

    page = ana.client.get(upload(ana, ben.export())["Location"].partition("#")[0])

    assert {step: values[1:3] for step, values in ana.steps.items()} == {
        ONE.key: (True, True),
        TWO.key: (True, True),
        THREE.key: (True, True),
        FOUR.key: (True, True),
    }
    told = page.content.decode()
    assert "1 entry was added." in told
    assert "1 entry got better." in told


def test_the_same_file_twice_changes_nothing():
    """Not even the counters that make open pages stale."""
    ana = Person()
    ana.solve(ONE)
    ana.miss(TWO)
    ana.open("progress/")
    raw = ana.export()
    before = everything()

    page = ana.client.get(upload(ana, raw)["Location"].partition("#")[0]).content.decode()

    assert everything() == before
    assert f"{2 + RuleReview.objects.count()} entries changed nothing." in page
    assert " added." not in page


def test_replacing_and_bringing_back(clock):
    """The file takes the place of what was there; within ten minutes both what was there and the new things return."""
    ana, ben = Person(), Person()
    ana.solve(ONE, TWO)
    before = ana.steps
    ben.solve(THREE, FOUR)

    upload(ana, ben.export(), "replace")
    assert set(ana.steps) == {THREE.key, FOUR.key}
    clock.forward(minutes=9)
    ana.solve(PLACES[4])
    page = ana.then("progress/undo/")

    assert ana.steps.keys() == {*before, PLACES[4].key}
    assert {step: ana.steps[step] for step in before} == before
    assert "is back" in words_of(page)


def test_settings_of_a_file():
    """They come along, but what was chosen on this device stays."""
    ana, ben = Person(), Person()
    ana.post("settings/", deck="four", text="150")
    ben.post("settings/", text="200")

    upload(ben, ana.export())

    assert ben.client.session["settings"] == {"deck": "four", "text": "200"}


def test_what_this_site_does_not_have_is_told(clock):
    """Steps of another course are left out, and their number is said."""
    ana = Person()
    ana.solve(ONE, TWO)
    raw = changed(ana.export(), lambda data: data["steps"].update({"no-lesson.no-step": data["steps"][ONE.key]}))
    ben = Person()

    page = ben.client.get(upload(ben, raw)["Location"].partition("#")[0]).content.decode()

    assert set(ben.steps) == {ONE.key, TWO.key}
    assert "1 entry belongs to a step, rule or puzzle that this site does not have" in page


# -- bad files -----------------------------------------------------------------------------------------------------


def put(*path: Any, value: Any) -> Any:
    """A change: a value at a place of the file."""

    def change(data: Any) -> None:
        for name in path[:-1]:
            data = data[name]
        data[path[-1]] = value

    return change


STEP = ("steps", ONE.key)
GOOD_REVIEW = {
    "state": 1, "step": 0, "stability": None, "difficulty": None, "due": "2027-03-02T12:00:00.000000Z",
    "last_review": None, "first_right": None, "held": False, "misses": 0, "right": 0, "wrong": 0,
    "updated": "2027-03-01T12:00:00.000000Z",
}  # fmt: skip


def review(**values: Any) -> Any:
    """A change: a review that holds these values."""
    return put("reviews", "cards.rank", value={**GOOD_REVIEW, **values})


BROKEN = [
    pytest.param(b"", "cannot be read", id="empty"),
    pytest.param(b"hello", "cannot be read", id="text"),
    pytest.param(b"\xff\xfe\x00", "cannot be read", id="bytes"),
    pytest.param(b"[" * 100_000, "cannot be read", id="deep"),
    pytest.param(b'{"format": NaN}', "cannot be read", id="nan"),
    pytest.param(b'{"a": ' + b"9" * 5000 + b"}", "cannot be read", id="long-number"),
    pytest.param(b"[]", "no file of progress", id="list"),
    pytest.param(b"{}", "no file of progress", id="nothing-in-it"),
    pytest.param(b'{"format": "other", "version": 1}', "no file of progress", id="other-format"),
    pytest.param(b" " * (MAX_BYTES + 1), "too large", id="huge"),
    pytest.param(b" " * (settings.LARGEST_BODY - 2048), "too large", id="as-large-as-a-request"),
]
CHANGES = [
    pytest.param(put("version", value=0), True, "too old", id="old"),
    pytest.param(put("version", value="1"), True, "too old", id="version-as-text"),
    pytest.param(put("version", value=True), True, "too old", id="version-true"),
    pytest.param(put("version", value=VERSION + 1), True, "newer version", id="newer"),
    pytest.param(put(*STEP, "first_try", value=False), False, "was changed", id="changed-by-hand"),
    pytest.param(put("check", value="sha256:0"), False, "was changed", id="wrong-check"),
    pytest.param(put("check", value=None), False, "was changed", id="no-check"),
    pytest.param(put("steps", value=[]), True, "cannot be right", id="steps-a-list"),
    pytest.param(put("steps", value={f"s{n}": {} for n in range(6000)}), True, "cannot be right", id="many-steps"),
    pytest.param(put("reviews", value=None), True, "cannot be right", id="no-reviews"),
    pytest.param(put(*STEP, value=7), True, "cannot be right", id="step-a-number"),
    pytest.param(put(*STEP, "solved", value=1), True, "cannot be right", id="solved-1"),
    pytest.param(put(*STEP, "tries", value=-1), True, "cannot be right", id="tries-below-0"),
    pytest.param(put(*STEP, "tries", value=True), True, "cannot be right", id="tries-true"),
    pytest.param(put(*STEP, "tries", value=10**30), True, "cannot be right", id="tries-huge"),
    pytest.param(put(*STEP, "more", value=1), True, "cannot be right", id="more-than-known"),
    pytest.param(put(*STEP, "updated", value="yesterday"), True, "cannot be right", id="no-time"),
    pytest.param(put(*STEP, "updated", value="2027-13-01T00:00:00.000000Z"), True, "cannot be right", id="month-13"),
    pytest.param(put(*STEP, "updated", value="2098-01-01T00:00:00.000000Z"), True, "cannot be right", id="future"),
    pytest.param(put("steps", "a\ud800b", value={}), True, "cannot be right", id="half-a-character"),
    pytest.param(put("steps", "<script>", value={}), True, "cannot be right", id="markup"),
    pytest.param(put("settings", value={"deck": "nine"}), True, "cannot be right", id="unknown-value"),
    pytest.param(put("settings", value={"x": "y"}), True, "cannot be right", id="unknown-setting"),
    pytest.param(put("settings", value={"ruleset": "whist"}), True, "cannot be right", id="unknown-rules"),
    pytest.param(put("settings", value={"ruleset": ["classic66"]}), True, "cannot be right", id="rules-a-list"),
    pytest.param(review(state=4), True, "cannot be right", id="state-4"),
    pytest.param(review(state=2), True, "cannot be right", id="half-a-memory"),
    pytest.param(review(stability=float("1e400")), True, "cannot be read", id="infinite"),
    pytest.param(review(stability=1e300), True, "cannot be right", id="stability-huge"),
    pytest.param(review(due=None), True, "cannot be right", id="never-due"),
    pytest.param(review(held="yes"), True, "cannot be right", id="held-yes"),
]


@pytest.fixture
def learner(clock):
    """Somebody with something to lose."""
    ana = Person()
    ana.solve(ONE)
    ana.miss(TWO)
    clock.forward(days=1)
    ana.open("progress/")
    return ana


def assert_refused(person: Person, raw: bytes, told: str) -> None:
    """The page says what is wrong, and not a row has changed."""
    before = everything()
    for way in ("merge", "replace"):
        response = upload(person, raw, way)
        assert response.status_code == 400
        text = response.content.decode()
        assert told in text
        assert "Your progress is as it was." in text
        assert everything() == before


@pytest.mark.parametrize(("raw", "told"), BROKEN)
def test_a_file_that_is_none(learner, raw, told):
    """Whatever it is: a sentence."""
    assert_refused(learner, raw, told)


def test_a_file_that_is_larger_than_any_request(learner):
    """It is refused before anything reads it, and not a row has changed."""
    before = everything()
    response = upload(learner, b" " * (2 * settings.LARGEST_BODY), "replace")

    assert response.status_code == 413
    assert "This is too large" in response.content.decode()
    assert everything() == before


@pytest.mark.parametrize(("change", "sealed", "told"), CHANGES)
def test_a_file_that_was_tampered_with(learner, change, sealed, told):
    """With a wrong check sum, or with a right one and contents that cannot be."""
    raw = json.dumps(json.loads(learner.export())).encode()
    try:
        raw = changed(raw, change, sealed=sealed)
    except UnicodeEncodeError:  # json writes it as an escape
        raise AssertionError from None
    assert_refused(learner, raw, told)


def test_the_changed_values_are_the_reason(learner):
    """The same file sealed anew without a change is taken, and so is a review that can be."""
    assert upload(learner, changed(learner.export(), lambda data: None)).status_code == 302
    assert upload(learner, changed(learner.export(), review())).status_code == 302


def test_no_file_chosen(learner):
    """Says so."""
    before = everything()

    response = learner.post("progress/import/", way="merge")

    assert response.status_code == 400
    assert "Choose a file first." in response.content.decode()
    assert everything() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_is_said_in_the_language_of_the_page(language):
    """Each fault has its sentence, and no two are the same."""
    told = set()
    for raw in (b"hello", b"{}", b" " * (MAX_BYTES + 1)):
        page = upload(Person(language), raw)
        assert page["Content-Language"] == language
        told.add(page.content.decode().partition('id="problem"')[2].partition("</p>")[0])

    assert len(told) == 3


@pytest.mark.parametrize("way", ["", "both"])
def test_a_way_that_there_is_not(learner, way):
    """No page of ours sends it."""
    assert learner.post("progress/import/", way=way).status_code == 400


# -- reset and undo ------------------------------------------------------------------------------------------------


def test_reset_asks_first_and_can_be_undone(learner, clock):
    """A page asks, a form does it, and for ten minutes everything can be brought back."""
    before, rows = learner.steps, everything()

    page = learner.open("progress/reset/")
    assert everything() == rows
    assert page.one("main").one("form").attrs["action"] == "/en/progress/reset/"
    page = learner.then("progress/reset/")
    assert learner.steps == {}
    assert "Your progress is reset." in words_of(page)
    assert "10 more minutes" in words_of(page)

    clock.forward(minutes=9, seconds=59)
    page = learner.then("progress/undo/")

    assert learner.steps == before
    assert everything() == rows
    assert "Your progress is back" in words_of(page)
    assert not learner.open("progress/").all(id="undo")


def test_undo_ends_after_ten_minutes(learner, clock):
    """Then the button is gone, a late form says so, and the daily cleaning deletes for good."""
    learner.then("progress/reset/")
    clock.forward(minutes=10)

    assert not learner.open("progress/").all(id="undo")
    assert "nothing to undo" in words_of(learner.then("progress/undo/"))
    assert learner.steps == {}
    call_command("tidy")
    assert everything() == [[], [], []]


def test_what_was_done_after_the_reset_is_kept_by_the_undo(learner, clock):
    """The better of both, as ever."""
    learner.then("progress/reset/")
    clock.forward(seconds=1)
    learner.solve(TWO, THREE)

    learner.then("progress/undo/")

    assert {step: values[1:3] for step, values in learner.steps.items()} == {
        ONE.key: (True, True),
        TWO.key: (True, True),
        THREE.key: (True, True),
    }


def test_a_file_read_after_a_reset_is_kept_by_the_undo(learner, clock):
    """It is older than the reset, but it was brought here afterwards."""
    other = Person()
    other.solve(THREE, FOUR)
    clock.forward(days=30)
    before = learner.steps
    learner.then("progress/reset/")
    upload(learner, other.export())

    learner.then("progress/undo/")

    assert learner.steps == {**before, **other.steps}


def test_undo_takes_away_what_the_replacing_file_brought_and_no_more(learner, clock):
    """What a second file brought as well stays, whether it was better, the same or new."""
    one, two = Person(), Person()
    one.miss(THREE)
    one.solve(FOUR, PLACES[4])
    two.solve(THREE, FOUR, PLACES[5])
    clock.forward(days=30)
    before = learner.steps
    upload(learner, one.export(), "replace")
    assert set(learner.steps) == set(one.steps)
    upload(learner, two.export())

    learner.then("progress/undo/")

    assert learner.steps.keys() == {*before, *two.steps}
    assert {step: learner.steps[step][1:3] for step in two.steps} == dict.fromkeys(two.steps, (True, True))
    assert {step: learner.steps[step] for step in before} == before


def test_a_reset_of_what_a_file_has_put_there_is_undone_whole(learner, clock):
    """The rows of the file are set aside as well; bringing them back takes nothing away."""
    other = Person()
    other.solve(FOUR)
    clock.forward(days=30)
    before = learner.steps
    upload(learner, other.export(), "replace")
    clock.forward(minutes=1)
    learner.then("progress/reset/")

    learner.then("progress/undo/")

    assert learner.steps == {**before, **other.steps}


def test_two_resets_lose_nothing(learner, clock):
    """Not even a double click, or a second reset five minutes later."""
    before = learner.steps
    learner.then("progress/reset/")
    learner.then("progress/reset/")
    learner.solve(THREE)
    clock.forward(minutes=5)
    learner.then("progress/reset/")
    assert learner.steps == {}

    learner.then("progress/undo/")

    assert learner.steps.keys() == {*before, THREE.key}
    assert "nothing to undo" in words_of(learner.then("progress/undo/"))


def test_reset_of_nothing():
    """Nobody is made by it."""
    ana = Person()

    assert "nothing to reset" in words_of(ana.open("progress/reset/"))
    ana.then("progress/reset/")
    ana.then("progress/undo/")

    assert not StoredVisitor.objects.exists()


def test_a_form_from_before_a_reset_is_stale(learner):
    """A page of a step that was open all the time counts nothing."""
    learner.then("progress/reset/")

    learner.client.post(ONE.path(), {"seen": 1, **right_of(ONE)})

    assert learner.steps == {}


# -- nobody else ---------------------------------------------------------------------------------------------------


def test_nobody_sees_or_changes_what_belongs_to_another(learner):
    """Export, progress, reset and import of one visitor leave the other alone."""
    other = Person()
    other.solve(FOUR)
    mine, theirs = learner.steps, other.steps

    assert json.loads(other.export())["steps"].keys() == {FOUR.key}
    other.then("progress/reset/")
    upload(other, learner.export(), "replace")
    other.then("progress/undo/")

    assert learner.steps == mine
    assert other.steps == theirs


@pytest.mark.parametrize("key", ["x", "", 7, None, "00000000-0000-4000-8000-000000000000"])
def test_a_session_with_a_bad_key(key):
    """Leads to nobody and breaks nothing."""
    client = Client()
    session = client.session
    session["visitor"] = key
    session.save()

    for path in ("progress/", "progress/export/", "progress/reset/", "learn/"):
        assert client.get(f"/en/{path}").status_code == 200


def test_idle_visitors_are_forgotten(clock):
    """After 400 days without a change; those with something newer or an account stay."""
    idle, busy, owner = Person(), Person(), Person()
    for person in (idle, busy, owner):
        person.solve(ONE)
    owner.sign_up()
    keys = [person.key for person in (idle, busy, owner)]
    clock.forward(days=300)
    busy.solve(TWO)
    clock.forward(days=101)

    call_command("tidy")

    assert {str(key) for key in StoredVisitor.objects.values_list("pk", flat=True)} == set(keys[1:])


def test_two_first_posts_in_the_same_instant_make_one_visitor():
    """Both have the page and its token, neither has a session yet."""
    first, second = Client(), Client()
    first.get(ONE.path())
    second.cookies["csrftoken"] = first.cookies["csrftoken"].value

    for tab, place in ((first, ONE), (second, TWO)):
        assert tab.post(place.path(), {"seen": 0, **right_of(place)}).status_code == 302

    assert StoredVisitor.objects.count() == 1
    assert StepProgress.objects.count() == 2
    assert first.session["visitor"] == second.session["visitor"]


def test_the_token_of_a_form_opens_no_progress_later(clock):
    """Whoever comes with it a minute later is somebody else."""
    first, second = Client(), Client()
    first.get(ONE.path())
    first.post(ONE.path(), {"seen": 0, **right_of(ONE)})
    second.cookies["csrftoken"] = first.cookies["csrftoken"].value
    clock.forward(seconds=61)

    second.post(TWO.path(), {"seen": 0, **right_of(TWO)})

    assert StoredVisitor.objects.count() == 2
    assert first.session["visitor"] != second.session["visitor"]


# -- the rules of merging ------------------------------------------------------------------------------------------


def test_merging_is_the_same_in_both_directions():
    """For whatever counts."""
    for one_first in (None, False, True):
        for other_first in (None, False, True):
            pair = [
                StepProgress(first_try=first, solved=solved, tries=tries, updated=MONDAY)
                for first, solved, tries in ((one_first, False, 3), (other_first, True, 1))
            ]
            there, back = (StepProgress(**values(row)) for row in pair)
            merge_steps(there, pair[1])
            merge_steps(back, pair[0])
            assert values(there) | {"actions": 0} == values(back) | {"actions": 0}
            assert there.first_try is (True if True in (one_first, other_first) else max_none(one_first, other_first))


def values(row: Any) -> dict[str, Any]:
    """The columns of a row that count."""
    return {name: getattr(row, name) for name in ("first_try", "solved", "tries", "actions", "updated")}


def max_none(one: bool | None, other: bool | None) -> bool | None:
    """False where either is, else None."""
    return False if False in (one, other) else None


def test_merging_reviews_follows_the_later_one():
    """A miss that came later is not covered up, and an older miss does not come back."""
    early = {"last_review": MONDAY, "due": MONDAY, "updated": MONDAY}
    late = {name: moment + timedelta(days=9) for name, moment in early.items()}
    cases = [
        (RuleReview(**early, held=True, first_right=MONDAY), RuleReview(**late, misses=1), (False, 1)),
        (RuleReview(**early, misses=2), RuleReview(**late, first_right=late["due"]), (False, 0)),
        (RuleReview(**early, held=True, first_right=MONDAY), RuleReview(**late, first_right=late["due"]), (True, 0)),
    ]
    for one, other, expected in cases:
        for mine, theirs in ((one, other), (other, one)):
            kept = RuleReview(**{f.name: getattr(mine, f.name) for f in RuleReview._meta.fields if f.name != "visitor"})
            merge_reviews(kept, theirs)
            assert (kept.held, kept.misses) == expected
            assert kept.due == late["due"]


def test_an_exit_test_is_merged_as_a_whole(clock):
    """Its questions follow from its seed: the later test stays, and the other one goes, whichever side it is on."""
    for mine_is_later in (True, False):
        sides = [StoredVisitor.objects.create() for _side in range(2)]
        for place, visitor in enumerate(sides):
            later = clock.now + timedelta(minutes=5 if mine_is_later is (place == 0) else 0)
            for step in ("exit.run", f"exit.{place + 1}.1", f"exit.{place + 1}.2"):
                StepProgress.objects.create(visitor=visitor, lesson="exit", step=step, tries=place + 1, updated=later)

        absorb(*sides)

        kept = 1 if mine_is_later else 2
        rows = StepProgress.objects.filter(visitor=sides[0])
        assert {row.step for row in rows} == {"exit.run", f"exit.{kept}.1", f"exit.{kept}.2"}
        assert {row.tries for row in rows} == {kept}


def test_preferences_that_are_not_known_any_more():
    """Stored by an older site: as if nobody had chosen them."""
    assert Preferences.read({"deck": "four", "text": "99", "x": 1, "ruleset": "whist"}) == Preferences(deck="four")
    assert Preferences.read(None) == Preferences.read([1]) == Preferences()
