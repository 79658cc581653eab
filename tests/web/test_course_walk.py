"""The whole course by its links alone, without scripts, in every language; a whole deal; the exit test."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from engine.actions import Play
from engine.notation import write_action
from engine.ruleset import PRESETS
from tests.conftest import LANGUAGES
from tests.web import course
from tests.web.course import ALL, HTMX, SLUGS
from tests.web.markup import read
from tests.web.test_steps import assert_phase
from tutor.exercises.deals import GO_ON, advice, new_deal, restored, stored, take
from tutor.learners.models import StepProgress, Visitor
from tutor.lessons import deals, exit_test
from tutor.lessons.texts import lessons
from tutor.lessons.variants import taught_by
from tutor.wording.cards import CARD_NAMES

pytestmark = pytest.mark.django_db

DEAL_STEP = "/learn/a-whole-deal/6/"


@pytest.fixture(autouse=True)
def _one_seed(monkeypatch):
    """The same deal in every run."""
    monkeypatch.setattr(deals, "fresh_seed", lambda: 66)
    monkeypatch.setattr(exit_test, "fresh_seed", lambda: 66)


class Walker:
    """Somebody who follows links and sends forms without scripts."""

    def __init__(self, language):
        self.language = language
        self.client = Client()

    def open(self, url):
        response = self.client.get(url.partition("#")[0])
        assert response.status_code == 200, url
        return read(response.content)

    def send(self, page, **fields):
        form = page.one("form", id="answer-form")
        data = {"seen": form.one("input", name="seen").attrs["value"], **fields}
        response = self.client.post(form.attrs["action"], data)
        assert response.status_code in (302, 303), form.attrs["action"]
        return self.open(response["Location"])


def next_fields(known):
    """What a careful player does next in a deal, as its form sends it."""
    action = advice(known)
    if isinstance(action, Play):
        return {"card": action.card.code}
    return {"act": write_action(action) if action else GO_ON}


def play_deal(walker, url):
    """Play the deal of lesson 14 to its end as a careful player would; return the last page."""
    page = walker.send(walker.open(url), do="retry")
    for _action in range(60):
        if page.by_id("next"):
            return page
        known = restored(StepProgress.objects.get(step="a-whole-deal.play-it").draft)
        page = walker.send(page, **next_fields(known))
    raise AssertionError("the deal has no end")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_learner_reaches_the_end(language):
    """From the map through every lesson: no dead end, and each page is in just one phase."""
    walker, by_path = Walker(language), {place.path(language): place for place in ALL}
    walked: list[str] = []
    here = walker.open(f"/{language}/learn/").one("ol", "map").all("a", "map__card")[0].attrs["href"]
    while here != f"/{language}/learn/":
        page = walker.open(here)
        place = by_path.get(here)
        if here == f"/{language}{DEAL_STEP}":
            page = play_deal(walker, here)
        elif place is None:  # the page of a lesson
            here = page.one("div", "lesson-start").one("a", "button--main").attrs["href"]
            continue
        else:
            assert_phase(page, "awaiting")
            if language == "en" or len(walked) % 5 == 0:
                wrong = walker.send(page, **course.as_form(place, place.wrong))
                assert_phase(wrong, "wrong")
                page = walker.send(wrong, do="retry")
                assert_phase(page, "awaiting")
            page = walker.send(page, **course.as_form(place, place.right))
            assert_phase(page, "solved")
        walked.append(here)
        assert len(walked) <= len(ALL) + 1
        here = page.by_id("next").attrs["href"].partition("#")[0]

    assert set(walked) == {*by_path, f"/{language}{DEAL_STEP}"}
    stops = walker.open(here).one("ol", "map").elements
    assert len(stops) == len(SLUGS)
    levels = {stop.classes[0].removeprefix("map__lesson--") for stop in stops}
    assert levels <= {"done", "proficient"}
    assert language == "en" or "proficient" in levels


@pytest.mark.parametrize("name", PRESETS)
def test_lessons_under_a_preset(name):
    """The address carries the ruleset: each lesson opens under it, and its links keep it."""
    walker = Walker("en")
    for slug in SLUGS:
        page = walker.open(f"/en/learn/{slug}/?preset={name}")
        start = page.one("div", "lesson-start").one("a", "button--main").attrs["href"]
        assert start.endswith(f"?preset={name}")
        step = walker.open(start)
        assert f"?preset={name}" in step.one("form", id="answer-form").attrs["action"]
        assert page.one("div", "lesson-start").all("a", "button")[1].attrs["href"].endswith(f"?preset={name}&test=yes")


def test_an_unknown_ruleset_is_refused_in_words():
    """A mistyped address gets a page that says so."""
    response = Client().get("/en/learn/trumps/1/?preset=nobody")

    assert response.status_code == 400


def test_the_test_asks_without_teaching():
    """Test me: the checks in a row, nothing is explained before them."""
    walker = Walker("en")
    page = walker.open("/en/learn/trumps/1/?test=yes")
    assert not page.all("p", "teach")
    assert walker.open("/en/learn/trumps/1/").all("p", "teach")

    place = next(place for place in ALL if place.slug == "trumps" and place.number == 1)
    solved = walker.send(page, **course.as_form(place, place.right))

    assert solved.by_id("next").attrs["href"] == "/en/learn/trumps/2/?test=yes#panel"


# -- a whole deal --------------------------------------------------------------------------------------------------


def hidden_names(deal):
    """The cards that the learner cannot know, by name and by code."""
    seen = {*deal.view.hand, *deal.view.known, *deal.view.gone, deal.view.turned, deal.view.led}
    hidden = [card for card in deal.rules.pack if card not in seen]
    return {card.code: str(CARD_NAMES[card.code]) for card in hidden}


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "no-scripts"])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_tells_no_hidden_card(preset, htmx):
    """Nothing that the seat cannot know is in any response, header or body; the deal ends, and the step is solved."""
    client, url = Client(), f"/en{DEAL_STEP}?preset={preset}"
    if preset == "santase":
        url = url.replace("/6/", "/5/")
    headers, seen = (HTMX if htmx else {}), 0
    client.post(url, {"seen": 0, "do": "retry"}, headers=headers)
    checked = 0
    for seen in range(1, 60):
        row = StepProgress.objects.get(step="a-whole-deal.play-it")
        if row.solved:
            break
        known = restored(row.draft)
        for response in (client.get(url), client.post(url, {"seen": seen, "do": "hint"}, headers=headers)):
            body = response.content.decode() + str(response.headers)
            # What the coach says is reasoned from the view alone, and may name a card that is still to be reckoned with.
            body = re.sub(r'(?s)<p class="panel panel--look" id="advice".*?</p>|<div id="status".*?</div>', "", body)
            for code, name in hidden_names(known).items():
                assert f'value="{code}"' not in body
                assert f"#{code}" not in body
                assert not re.search(rf"\b{name}\b", body), name
                checked += 1
        seen = StepProgress.objects.get(step="a-whole-deal.play-it").actions
        client.post(url, {"seen": seen, **next_fields(known)}, headers=headers)
    row = StepProgress.objects.get(step="a-whole-deal.play-it")
    assert row.solved
    assert row.first_try
    assert checked > 50


def test_a_refused_action_changes_nothing_and_counts():
    """Its reason and its rule stand on the page; after three of them the deal still ends, without the credit."""
    walker = Walker("en")
    page = walker.send(walker.open(f"/en{DEAL_STEP}"), do="retry")
    for count in range(1, 4):
        known = restored(StepProgress.objects.get().draft)
        page = walker.send(page, act="A*")
        assert page.by_id("feedback").text == "Not allowed: claiming 66"
        assert page.one("div", "feedback").one("a", "rule-link")
        assert f"Actions that were not allowed: {count}." in page.text
        assert restored(StepProgress.objects.get().draft).actions == known.actions
    while not page.by_id("next"):
        page = walker.send(page, **next_fields(restored(StepProgress.objects.get().draft)))

    row = StepProgress.objects.get()
    assert (row.solved, row.first_try) == (True, False)
    again = walker.send(page, do="retry")
    assert not again.by_id("next")
    assert StepProgress.objects.get().solved


def test_doubled_and_odd_forms_of_a_deal():
    """The same form twice plays one card; what no page offers is refused."""
    client, url = Client(), f"/en{DEAL_STEP}"
    client.post(url, {"seen": 0, "do": "retry"})
    known = restored(StepProgress.objects.get().draft)
    action = advice(known)
    fields = {"card": action.card.code} if isinstance(action, Play) else {"act": write_action(action)}
    client.post(url, {"seen": 1, **fields})
    after = StepProgress.objects.values().get()
    response = client.post(url, {"seen": 1, **fields}, headers=HTMX)

    assert "out of date" in read(response.content).by_id("status").text
    assert StepProgress.objects.values().get() == after
    for odd in ({"act": "B@"}, {"card": "ZZ"}, {"act": "A:"}):
        assert client.post(url, {"seen": 2, **odd}).status_code == 400
    assert client.post(url, {"seen": 2}).status_code == 302
    assert StepProgress.objects.values().get() == after


def test_the_file_of_progress_tells_no_seed_that_is_still_of_use():
    """Of a deal or a test under way, the first time or again; a deal that is over is told whole."""
    walker = Walker("en")
    key = "a-whole-deal.play-it"

    def told():
        return json.loads(walker.client.get("/en/progress/export/").content)["more"]

    walker.client.post("/en/learn/exit/", {"seen": 0})
    walker.send(walker.open(f"/en{DEAL_STEP}"), do="retry")
    assert StepProgress.objects.get(step=key).draft["seed"]
    draft = told()[key]["draft"]
    assert "seed" not in draft
    assert draft["rules"] == "classic66"
    assert told()[exit_test.RUN]["draft"] == {"rules": "classic66"}

    play_deal(walker, f"/en{DEAL_STEP}")
    assert told()[key]["answer"]["seed"] == StepProgress.objects.get(step=key).answer["seed"]
    walker.send(walker.open(f"/en{DEAL_STEP}"), do="retry")
    again = told()[key]
    assert again["solved"]
    assert again["answer"] is None
    assert "seed" not in again["draft"]


@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
def test_an_opponent_that_there_is_no_more(over):
    """The deal is shown and played on against another one."""
    walker, url = Walker("en"), f"/en{DEAL_STEP}"
    page = walker.send(walker.open(url), do="retry")
    if over:
        play_deal(walker, url)
    row = StepProgress.objects.get()
    for kept in filter(None, (row.draft, row.answer)):
        kept["opponent"] = "champion"
    row.save()

    page = walker.open(url)
    assert bool(page.by_id("next")) is over
    while not page.by_id("next"):
        page = walker.send(page, **next_fields(restored(StepProgress.objects.get().draft)))

    assert StepProgress.objects.get().solved


@pytest.mark.parametrize("preset", PRESETS)
def test_something_happens_in_every_deal(preset):
    """The seed is chosen so that a careful player would announce, exchange or close."""
    rules = PRESETS[preset]
    for seed in range(0, 400, 80):
        deal, done = new_deal(rules, seed, deals.OPPONENT), []
        while (action := advice(deal)) is not None:
            done.append(type(action).__name__)

            deal = take(deal, write_action(action))
        assert {"Announce", "Exchange", "Close"} & set(done)
        assert deal == restored(stored(deal))


# -- the exit test -------------------------------------------------------------------------------------------------


def data_of(question, rules, seed):
    """A question as the page asks it."""
    made = exit_test.made_problem(rules, seed, question) if question.made else None
    return made if made is not None else exit_test.varied(question.step, rules, seed)


@pytest.mark.parametrize("preset", PRESETS)
def test_what_the_exit_test_asks_was_taught(preset):
    """A learner who knows only what the lessons have said can answer every question; parts of the game are mixed."""
    rules = PRESETS[preset]
    taught = {rule for lesson in lessons() for step in lesson.steps for rule in taught_by(step, rules)}
    for seed in range(12):
        questions = exit_test.questions_for(rules, seed)
        assert len(questions) == exit_test.QUESTIONS
        assert {question.rule for question in questions} <= taught
        assert any(question.made for question in questions)
        assert len({question.rule.partition(".")[0] for question in questions}) >= 9
        for question in questions[:: 1 if seed < 3 else 7]:
            data = data_of(question, rules, seed)
            assert {data["rule"], *data.get("rules", ())} <= taught
            assert exit_test.make(data, rules).right_answers()
            assert exit_test.lessons_for(question.rule, rules)


@pytest.mark.parametrize(("right", "passed"), [(20, True), (18, True), (17, False)])
def test_the_exit_test(right, passed):
    """Twenty questions, one try each; eighteen right answers pass; what was missed is named with its lesson."""
    walker = Walker("en")
    page = walker.open("/en/learn/exit/")
    walker.client.post("/en/learn/exit/", {"seen": page.one("input", name="seen").attrs["value"]})
    here = "/en/learn/exit/1/"
    number = 0
    while here != "/en/learn/exit/":
        number += 1
        rules = PRESETS["classic66"]
        kind = exit_test.make(data_of(exit_test.questions_for(rules, 66)[number - 1], rules, 66), rules)
        answers = kind.right_answers() if number <= right else [a for a in kind.all_answers() if not kind.mark(a).right]
        page = walker.open(here)
        assert not page.by_id("hint-button")
        page = walker.send(page, **kind.as_form(answers[0]))
        assert page.by_id("feedback")
        assert not page.by_id("retry")
        again = walker.send(page, **kind.as_form(kind.right_answers()[0]))
        assert "out of date" in again.by_id("notice").text
        here = page.by_id("next").attrs["href"].partition("#")[0]

    result = walker.open(here)
    assert number == exit_test.QUESTIONS
    assert result.by_id("result").text.startswith(f"{right} answers are correct.")
    assert ("You have passed the test." in result.by_id("result").text) is passed
    progress = read(walker.client.get("/en/progress/").content)
    assert any(node.attrs.get("id") == "passed" for node in progress.all("p")) is passed
    assert (b'"course.exit"' in walker.client.get("/en/progress/export/").content) is passed
    assert len(result.all("a", "rule-link")) <= exit_test.QUESTIONS - right
    assert bool(result.all("ul", "missed")) is (right < exit_test.QUESTIONS)


def test_a_new_exit_test_has_new_questions(monkeypatch):
    """Another seed, other questions, and nothing of the first test is kept."""
    walker = Walker("es")
    walker.client.post("/es/learn/exit/", {"seen": 0})
    first = walker.open("/es/learn/exit/1/").by_id("task").text
    monkeypatch.setattr(exit_test, "fresh_seed", lambda: 7)
    walker.client.post("/es/learn/exit/", {"seen": 1})

    questions = [exit_test.questions_for(PRESETS["classic66"], seed) for seed in (66, 7)]
    assert [q.step.key for q in questions[0]] != [q.step.key for q in questions[1]]
    assert first
    walker.client.post("/es/learn/exit/", {"seen": 1})  # doubled: begins nothing
    assert StepProgress.objects.get(step=exit_test.RUN).tries == 2


def test_answers_of_earlier_exit_tests_are_not_kept():
    """Nor do they pile up on the map and the page of progress. Whether the test was passed once stays, and so do lessons."""
    walker = Walker("en")
    walker.client.post("/en/learn/exit/", {"seen": 0})
    for number in (1, 2):
        place = f"/en/learn/exit/{number}/"
        kind = exit_test.make(
            data_of(exit_test.questions_for(PRESETS["classic66"], 66)[number - 1], PRESETS["classic66"], 66),
            PRESETS["classic66"],
        )
        walker.send(walker.open(place), **kind.as_form(kind.right_answers()[0]))
    row = StepProgress.objects.get(step=exit_test.RUN)
    for lesson, step in ((exit_test.COURSE, exit_test.PASSED), ("trumps", "trumps.one")):
        StepProgress.objects.create(visitor=row.visitor, lesson=lesson, step=step, solved=True)
    other = StepProgress.objects.create(visitor=Visitor.objects.create(), lesson=exit_test.LESSON, step="exit.1.1")
    assert StepProgress.objects.filter(visitor=row.visitor, step__startswith="exit.1.").count() == 2

    walker.client.post("/en/learn/exit/", {"seen": 0})  # stale: begins nothing and forgets nothing
    assert StepProgress.objects.filter(visitor=row.visitor, step__startswith="exit.1.").count() == 2
    walker.client.post("/en/learn/exit/", {"seen": row.actions})

    kept = set(StepProgress.objects.filter(visitor=row.visitor).values_list("step", flat=True))
    assert kept == {exit_test.RUN, exit_test.PASSED, "trumps.one"}
    assert StepProgress.objects.filter(pk=other.pk).exists()


@pytest.mark.parametrize("path", ["/en/learn/exit/", f"/en{DEAL_STEP}", "/en/learn/exit/1/"])
def test_queries(path, django_assert_max_num_queries):
    """Few, for a page."""
    client = Client()
    client.post("/en/learn/exit/", {"seen": 0})
    client.post(f"/en{DEAL_STEP}", {"seen": 0, "do": "retry"})
    with django_assert_max_num_queries(8):
        assert client.get(path).status_code == 200
