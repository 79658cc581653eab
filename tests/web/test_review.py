"""The review as learners use it: fresh questions about what is due, one at a time, each counted once. Days pass by hand."""

from __future__ import annotations

import random
import re
from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from engine.ruleset import PRESETS
from tests.conftest import LANGUAGES
from tests.web.course import ALL, HTMX, PLACES, SLUGS, focus_of, phase_of, seen_by
from tests.web.markup import Node, read
from tests.web.people import Person, words_of
from tutor.exercises.kinds import make
from tutor.learners.models import ReviewItem, RuleReview
from tutor.learners.reviews import A_DAY
from tutor.lessons.services import allowed_misses, checks_of
from tutor.lessons.syllabus import askable, lesson_by_step, lesson_of_rule, reviewed_rules, rules_by_step
from tutor.lessons.sync import step_key
from tutor.lessons.texts import lessons
from tutor.progress import review_presenters, review_views, reviewing

pytestmark = pytest.mark.django_db

ONE, TWO, THREE = PLACES[:3]
RULE = lesson_of_rule()


@pytest.fixture(autouse=True)
def _the_same_every_time(monkeypatch):
    """Chance is the same in every run: no test passes or fails by luck."""
    turns = count()
    monkeypatch.setattr(review_views, "SystemRandom", lambda: random.Random(next(turns)))


@pytest.fixture
def ana(clock):
    """Somebody who solved some steps yesterday."""
    person = Person()
    person.solve(*PLACES[:6])
    clock.forward(days=1)
    return person


def item_of(person: Person) -> ReviewItem:
    """The question that somebody has open."""
    return ReviewItem.objects.get(visitor_id=person.key)


def an_answer(item: ReviewItem, *, right: bool) -> dict[str, Any]:
    """A right or a wrong answer to a question, as fields of its form."""
    kind = make(item.ask, PRESETS[item.ruleset])
    answers = kind.right_answers() if right else [each for each in kind.all_answers() if not kind.mark(each).right]
    assert answers, item.ask
    return kind.as_form(answers[0])


def send(person: Person, at: int, /, *, htmx: bool = False, seen: int | None = None, **form: Any) -> Node:
    """Send the form of a question and return what is shown then."""
    path = f"/{person.language}/review/{at}/"
    if seen is None:
        seen = seen_by(read(person.client.get(path).content))
    response = person.client.post(path, {"seen": seen, **form}, headers=HTMX if htmx else {})
    if htmx:
        assert response.status_code == 200, response.content.decode()[:500]
        return read(response.content)
    assert response.status_code == 302
    return read(person.client.get(response["Location"].partition("#")[0]).content)


# -- what is due ---------------------------------------------------------------------------------------------------


def test_nothing_is_due_before_the_next_day(clock):
    """A learner of today is told so, and led to the lessons."""
    person = Person()
    nobody = words_of(person.open("review/"))
    person.solve(ONE)

    page = person.open("review/")

    assert "Nothing is due for review today." in words_of(page)
    assert "The next review comes tomorrow." in words_of(page)
    assert page.by_id("go") is None
    assert "Rules come here on the day after" in nobody
    assert person.client.get("/en/review/1/")["Location"] == "/en/review/"
    assert not ReviewItem.objects.exists()


def test_the_page_says_what_is_due_and_why(ana):
    """Each rule by its name, why it is due, when that was, and where it was taught."""
    page = ana.open("review/")

    rules = set(RuleReview.objects.values_list("rule", flat=True))
    assert rules
    assert f"{len(rules)} rules are due for review." in words_of(page)
    rows = page.one("ul", "weak").elements
    assert len(rows) == len(rules)
    for row in rows:
        assert "You met this rule in a lesson. That was 1 day ago." in row.text
        rule_link, lesson_link = row.all("a")
        assert rule_link.text.startswith("Rule: ")
        assert rule_link.attrs["href"].partition("#")[2] in rules
        slug = lesson_of_rule()[rule_link.attrs["href"].partition("#")[2]]
        assert lesson_link.attrs["href"] == f"/en/learn/{slug}/"
    assert page.by_id("go").attrs["href"] == "/en/review/1/"
    assert f"{len(rules)} rules are due for review." in words_of(ana.open("progress/"))


def test_the_rule_is_not_named_before_the_answer(ana):
    """That would be the first hint."""
    page = ana.open("review/1/")

    item = item_of(ana)
    assert item.rule not in str([node.attrs for node in page.one("main").walk()])
    assert page.one("h1").text == "Question 1"
    assert "You met this rule in a lesson." in words_of(page)


def counts(person: Person) -> dict[str, list[str]]:
    """What each page that counts them says of rules that are due."""
    due = re.compile(r"\d+ rules? (?:is|are) due for review")
    return {path: due.findall(words_of(person.open(path))) for path in ("progress/", "review/", "puzzles/")}


DUE = {
    "one": (["cards.rank"], {}, "classic66", 1),
    "this-evening": (["cards.rank", "trick.win"], {"hours": 11, "minutes": 59}, "classic66", 2),
    "tomorrow": (["cards.rank"], {"hours": 12}, "classic66", 0),
    "other-rules": (["close.what", "close.when", "close.goal"], {}, "eight66", 0),
    "some-under-other-rules": (["close.what", "cards.rank", "close.goal"], {}, "eight66", 1),
    "more-than-a-day-takes": (sorted(askable(PRESETS["classic66"]))[:20], {}, "classic66", A_DAY),
}


@pytest.mark.parametrize(("rules", "late", "preset", "number"), DUE.values(), ids=DUE)
def test_every_page_counts_what_is_due_alike(clock, rules, late, preset, number):
    """What is due by the end of the day under the visitor's rules, as many as the day takes."""
    person = Person()
    person.post("settings/", ruleset=preset)
    person.miss(ONE)
    for rule in rules:
        RuleReview.objects.create(visitor_id=person.key, rule=rule, due=clock.now + timedelta(**late))

    told = {0: [], 1: ["1 rule is due for review"]}.get(number, [f"{number} rules are due for review"])
    assert counts(person) == dict.fromkeys(("progress/", "review/", "puzzles/"), told)
    assert bool(person.open("review/").by_id("go")) is bool(number)


def test_the_room_of_the_puzzles_knows_what_a_lesson_has_taught(ana):
    """Also where no page has shown the reviews since."""
    assert re.search(r"\d+ rules are due for review", words_of(ana.open("puzzles/")))


def test_rules_that_are_due_under_other_rules_are_told_as_that(clock):
    """Nobody is told that nothing has been met yet, or that nothing is due, while the schedule waits."""
    person = Person()
    person.post("settings/", ruleset="eight66")
    person.miss(ONE)
    for rule in ("close.what", "close.when"):
        RuleReview.objects.create(visitor_id=person.key, rule=rule, due=clock.now)

    for path in ("progress/", "review/"):
        text = words_of(person.open(path))
        assert "2 rules are due, but there are no questions about them under the ruleset that you have chosen." in text
        assert "Nothing is due" not in text
        assert "Rules come here" not in text
    RuleReview.objects.update(due=clock.now + timedelta(days=3))
    text = words_of(person.open("review/"))
    assert "Nothing is due for review today." in text
    assert "Rules come here" not in text


def test_what_waits_for_tomorrow_comes_before_the_next_day_of_the_schedule(clock):
    """The day is used up: the page names no later day as the next one."""
    person = Person()
    person.miss(ONE)
    for place, rule in enumerate(sorted(askable(PRESETS["classic66"]))[: A_DAY + 1]):
        done = clock.now if place < A_DAY else None
        due = clock.now + timedelta(days=5 if done else 0)
        RuleReview.objects.create(visitor_id=person.key, rule=rule, due=due, last_review=done)

    text = words_of(person.open("review/"))

    assert "1 more rule waits for another day." in text
    assert "The next review comes" not in text


def test_the_number_of_a_day_is_that_of_the_schedule(monkeypatch):
    """It stands in no text."""
    monkeypatch.setattr(review_presenters, "A_DAY", 7)

    assert "There are 7 questions a day at most" in words_of(Person().open("review/"))


# -- one question after the other ----------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "no-scripts"])
def test_a_whole_day(ana, clock, htmx):
    """Every rule that is due is asked once; then the page says that the day is done."""
    ana.open("review/")
    due = set(RuleReview.objects.values_list("rule", flat=True))
    asked, number = set(), 0
    while True:
        number += 1
        response = ana.client.get(f"/en/review/{number}/")
        if response.status_code == 302:
            break
        item = item_of(ana)
        assert item.number == number
        asked.add(item.rule)
        page = send(ana, number, htmx=htmx, **an_answer(item, right=True))
        assert phase_of_question(page) == "solved"
        assert page.by_id("next").attrs["href"] == f"/en/review/{number + 1}/#panel"
        assert page.one("div", "feedback").all("a", "rule-link")

    assert asked == due
    assert number == len(due) + 1
    page = ana.open("review/")
    assert "Nothing is due for review today." in words_of(page)
    assert f"{len(due)} rules reviewed today." in words_of(page)
    assert set(RuleReview.objects.values_list("right", "wrong")) == {(1, 0)}
    clock.forward(days=2)
    assert f"{len(due)} rules are due for review." in words_of(ana.open("review/"))
    assert "You were right the last time" in words_of(ana.open("review/"))


def phase_of_question(page: Node) -> str:
    """Where a question stands."""
    return page.one("section", id="question").attrs["data-phase"]


def test_a_miss_counts_once_and_comes_back_tomorrow(ana, clock):
    """The right answer afterwards is practice: the schedule keeps the first one."""
    ana.open("review/1/")
    item = item_of(ana)

    page = send(ana, 1, **an_answer(item, right=False))
    assert phase_of_question(page) == "wrong"
    assert any(link.attrs["href"] == "/en/review/2/#panel" for link in page.all("a", "button--quiet"))
    send(ana, 1, do="retry")
    page = send(ana, 1, **an_answer(item, right=True))

    assert phase_of_question(page) == "solved"
    row = RuleReview.objects.get(visitor_id=ana.key, rule=item.rule)
    assert (row.right, row.wrong, row.misses) == (0, 1, 1)
    assert row.due == clock.now + (row.due - row.last_review)
    assert (row.due - clock.now).days == 1
    assert "Missed 1 time in reviews and deals." in words_of(ana.open("progress/"))
    clock.forward(days=1)
    assert "You missed it the last time. That was 1 day ago." in words_of(ana.open("review/"))


@pytest.mark.parametrize(
    ("hints", "counted"),
    [
        pytest.param(1, (1, 0), id="first-hint-keeps-the-credit"),
        pytest.param(2, (0, 0), id="second-hint-is-no-miss"),
        pytest.param(4, (0, 1), id="shown-is-a-miss"),
    ],
)
def test_hints(ana, hints, counted):
    """One is free; with more the rule comes back sooner; the answer shown is a miss."""
    ana.open("review/1/")
    item = item_of(ana)
    for _hint in range(hints):
        page = send(ana, 1, do="hint")
        if phase_of_question(page) == "solved":
            break
    if phase_of_question(page) != "solved":
        send(ana, 1, **an_answer(item, right=True))
    elif hints < 4:
        pytest.skip("the third hint of this question is its answer")

    row = RuleReview.objects.get(visitor_id=ana.key, rule=item.rule)
    assert (row.right, row.wrong) == counted
    assert row.last_review is not None


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "no-scripts"])
def test_doubled_and_stale_posts_count_once(ana, htmx):
    """The same form twice, and one from before a hint."""
    ana.open("review/1/")
    item = item_of(ana)
    wrong = an_answer(item, right=False)

    send(ana, 1, htmx=htmx, seen=0, **wrong)
    rows = list(RuleReview.objects.order_by("pk").values()), ReviewItem.objects.values().get()
    for form in (wrong, an_answer(item, right=True), {"do": "hint"}, {"do": "show"}, {"do": "retry"}):
        page = send(ana, 1, htmx=htmx, seen=0, **form)
        assert "nothing was counted twice" in page.by_id("notice").text
        assert (list(RuleReview.objects.order_by("pk").values()), ReviewItem.objects.values().get()) == rows


def test_two_tabs_draw_one_question(ana):
    """Both find nothing open and draw; the second one gets the question of the first."""
    session = {"visitor": ana.key}
    moment = reviewing.open_item
    first = reviewing.find_question(session, 1, ana_now(), random.Random(1))
    second = reviewing._draw(session, 1, ana_now(), random.Random(2))

    assert moment(session).pk == first.item.pk == second.pk
    assert ReviewItem.objects.count() == 1


def ana_now() -> Any:
    """The time of the site."""
    from django.utils import timezone

    return timezone.now()


def test_a_question_stays_until_it_is_answered(ana):
    """Reload, another page, another tab: the same; only its answer opens the next one."""
    first = ana.client.get("/en/review/1/").content
    item = item_of(ana)
    ana.open("progress/")

    assert item_of(ana).seed == item.seed
    assert words_of(read(ana.client.get("/en/review/1/").content)) == words_of(read(first))
    for number in (0, 2, 3, 77):
        assert ana.client.get(f"/en/review/{number}/")["Location"] == "/en/review/"
    assert item_of(ana).seed == item.seed
    assert ana.open("review/").by_id("go").attrs["href"] == "/en/review/1/"
    send(ana, 1, **an_answer(item, right=True))
    ana.open("review/2/")
    assert ana.client.get("/en/review/1/")["Location"] == "/en/review/"
    assert ana.client.post("/en/review/1/", {"seen": 0, "do": "hint"})["Location"] == "/en/review/"


def test_every_time_other_cards(ana, clock):
    """The same rule on another day is another question; the seed of each is kept and makes it again."""
    seen: dict[str, set[str]] = {}
    for _day in range(3):
        number = reviewing.next_number(ReviewItem.objects.first())
        while ana.client.get(f"/en/review/{number}/").status_code == 200:
            item = item_of(ana)
            seen.setdefault(item.rule, set()).add(str(item.ask))
            again = reviewing.make_for_rule(item.rule, PRESETS[item.ruleset], random.Random(item.seed), str(item.seed))
            assert dict(again.ask) == item.ask
            send(ana, number, **an_answer(item, right=False))
            number += 1
        clock.forward(days=1)

    assert len(seen) > 2
    assert sum(len(questions) == 3 for questions in seen.values()) > len(seen) / 2  # of some rules there are few


def test_a_rule_without_a_question_waits(ana, clock, monkeypatch):
    """Nothing was found about any of them: the page says that nothing is due, and tomorrow they are due again."""
    from engine.problems.item import Rejected

    monkeypatch.setattr(reviewing, "make_for_rule", lambda *_args: Rejected("not_found"))

    assert ana.client.get("/en/review/1/")["Location"] == "/en/review/"

    assert "Nothing is due for review today." in words_of(ana.open("review/"))
    clock.forward(days=1)
    assert "due for review." in words_of(ana.open("review/"))
    assert not ReviewItem.objects.exists()


@pytest.mark.parametrize("preset", PRESETS)
def test_reviews_follow_the_chosen_rules(ana, preset):
    """Only rules that can be asked under them are due, and the question is about them."""
    ana.post("settings/", ruleset=preset)

    ana.open("review/")
    response = ana.client.get("/en/review/1/")

    if response.status_code == 200:
        item = item_of(ana)
        assert item.ruleset == preset
        assert item.rule in askable(PRESETS[preset])
    else:
        assert not askable(PRESETS[preset]) & set(RuleReview.objects.values_list("rule", flat=True))


def test_a_question_keeps_its_rules_when_others_are_chosen(ana):
    """It was made under them."""
    ana.open("review/1/")
    ana.post("settings/", ruleset="schnapsen")

    page = ana.open("review/1/")

    assert "Classic Sixty-Six" in page.one("p", "crumb").text
    assert item_of(ana).ruleset == "classic66"


# -- levels --------------------------------------------------------------------------------------------------------


def level_of(person: Person, slug: str) -> str:
    """The level of a lesson, as the map and the page of progress say it."""
    levels = {
        link.attrs["href"]: node.text
        for node in person.open("progress/").one("ol", "stops").elements
        for link in node.all("a")
        for node in node.all("span", "stops__level")
    }
    found = levels[f"/en/learn/{slug}/"]
    on_map = [a for a in person.open("learn/").all("a") if a.attrs["href"] == f"/en/learn/{slug}/"]
    assert on_map
    assert any(found in link.text for link in on_map)
    return found


def test_proficient_is_told_as_it_is_reached():
    """One missed question does not stand in its way, so that the page must not ask for all of them."""
    slug = next(slug for slug in SLUGS if any(allowed_misses(each) for each in lessons() if each.slug == slug))
    places = [place for place in ALL if place.slug == slug]
    ana = Person()
    checks = {step_key(step) for step in checks_of(slug, PRESETS["classic66"])}
    missed = next(place for place in places if place.key in checks)
    ana.miss(missed)
    ana.post(missed.path().removeprefix("/en/"), seen=1, do="retry")
    ana.solve(*places)

    assert level_of(ana, slug) == "Proficient"
    text = words_of(ana.open(f"learn/{slug}/"))
    assert "Most questions right at the first try, with no hint beyond the first." in text


def review_all(person: Person, *, right: bool) -> None:
    """Answer everything that is due."""
    number = reviewing.next_number(ReviewItem.objects.filter(visitor_id=person.key).first())
    while person.client.get(f"/en/review/{number}/").status_code == 200:
        send(person, number, **an_answer(item_of(person), right=right))
        number += 1


def test_from_the_first_lesson_to_mastered_and_back(clock):
    """Proficient by its steps; mastered by two right reviews with six days between them; a miss takes one level."""
    slug = next(slug for slug in SLUGS if reviewed_rules(slug, PRESETS["classic66"]))
    ana = Person()
    ana.solve(*(place for place in ALL if place.slug == slug))
    assert level_of(ana, slug) == "Proficient"
    clock.forward(days=1)
    review_all(ana, right=True)
    assert level_of(ana, slug) == "Proficient"
    clock.forward(days=2)
    review_all(ana, right=True)
    assert level_of(ana, slug) == "Proficient"  # two days are not six
    clock.forward(days=12)
    review_all(ana, right=True)
    assert level_of(ana, slug) == "Mastered"
    rules = reviewed_rules(slug, PRESETS["classic66"])
    RuleReview.objects.filter(visitor_id=ana.key).exclude(rule=rules[0]).update(due=clock.now.replace(year=2030))
    clock.forward(days=60)
    review_all(ana, right=False)
    assert level_of(ana, slug) == "Proficient"
    clock.forward(days=1)
    review_all(ana, right=False)
    assert level_of(ana, slug) == "Done"
    for _day in range(3):
        clock.forward(days=1)
        review_all(ana, right=False)
    assert level_of(ana, slug) == "Started"
    clock.forward(days=1)
    review_all(ana, right=True)
    assert level_of(ana, slug) == "Proficient"


# -- bad input, cost, languages ------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [{}, {"seen": "x"}, {"seen": -1}, {"seen": 0, "do": "win"}])
def test_a_bad_form(ana, form):
    """400, and nothing is counted."""
    ana.open("review/1/")

    assert ana.client.post("/en/review/1/", form).status_code == 400
    assert not item_of(ana).counted


def test_nobody_has_the_question_of_another(ana, clock):
    """The number leads to one's own question alone."""
    ana.open("review/1/")
    other = Person()
    other.solve(ONE)

    assert other.client.get("/en/review/1/")["Location"] == "/en/review/"
    other.client.post("/en/review/1/", {"seen": 0, "do": "show"})
    assert not item_of(ana).counted


def test_a_draft_survives_a_change_of_language(ana):
    """What was chosen so far is there in the other language."""
    for number in range(1, 20):
        if ana.client.get(f"/en/review/{number}/").status_code != 200:
            break
        item = item_of(ana)
        kind = make(item.ask, PRESETS[item.ruleset])
        answer = an_answer(item, right=True)
        if kind.drafts:
            response = ana.client.post(f"/en/review/{number}/draft/", {"seen": 0, "language": "ar", **answer})
            assert response["Location"] == f"/ar/review/{number}/"
            assert item_of(ana).draft == kind.right_answers()[0]
            assert item_of(ana).actions == 0
        send(ana, number, **answer)
    assert number > 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_in_every_language(ana, language):
    """Overview, question and both answers: in the language of the address, with a fragment as the page has it."""
    ana.language = language
    page = ana.open("review/")
    assert page.one("html").attrs["lang"] == language
    ana.open("review/1/")

    path, wrong = f"/{language}/review/1/", an_answer(item_of(ana), right=False)
    response = ana.client.post(path, {"seen": 0, **wrong}, headers=HTMX)

    fragment = read(response.content)
    page = ana.open("review/1/")
    assert fragment.elements[0].same_as(page.one("section", id="question"), ignore=frozenset({"csrfmiddlewaretoken"}))
    assert focus_of(response) in fragment.elements[0].ids
    assert fragment.by_id("status").text
    assert phase_of_question(page) == "wrong"


@pytest.mark.parametrize("path", ["review/", "review/1/", "progress/"])
def test_queries_of_a_page(ana, path, django_assert_max_num_queries):
    """Eight at most."""
    ana.open("progress/")
    ana.open("review/1/")

    with django_assert_max_num_queries(8):
        assert ana.client.get(f"/en/{path}").status_code == 200


@pytest.mark.parametrize("right", [True, False])
def test_queries_of_a_fragment(ana, right, django_assert_max_num_queries):
    """Five at most, the schedule included."""
    ana.open("review/1/")
    answer = an_answer(item_of(ana), right=right)

    with django_assert_max_num_queries(5):
        ana.client.post("/en/review/1/", {"seen": 0, **answer}, headers=HTMX)


def test_the_syllabus():
    """Every step has a rule, every rule a lesson, and every rule of the course can be asked under some preset."""
    assert rules_by_step().keys() == lesson_by_step().keys() >= {place.key for place in ALL}
    assert all(rules for rules in rules_by_step().values())
    for rules in rules_by_step().values():
        assert set(rules) <= lesson_of_rule().keys()
    assert {rule for rules in PRESETS.values() for rule in askable(rules)} <= lesson_of_rule().keys()
    assert phase_of
