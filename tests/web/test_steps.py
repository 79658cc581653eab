"""Every step of every lesson, answered in every way, with scripts and without."""

from __future__ import annotations

import json
from functools import cache

import pytest
from django.test import Client

from engine.ruleset import CLASSIC
from tests.conftest import LANGUAGES
from tests.web import course
from tests.web.course import (
    ALL,
    HTMX,
    OTHER_LANGUAGES,
    PLACES,
    SLUGS,
    TOKEN,
    Visitor,
    each,
    of_kind,
    phase_of,
    seen_by,
)
from tests.web.markup import Node, read
from tutor.exercises.kinds import KINDS
from tutor.learners.models import StepProgress
from tutor.learners.models import Visitor as StoredVisitor
from tutor.lessons import services
from tutor.lessons.models import Lesson

pytestmark = pytest.mark.django_db

CLASSICAL = services.Course(CLASSIC, {})
HEADINGS = {
    "right": "Correct.",
    "wrong": "Not correct.",
    "refused": "Not allowed: ",
    "better": "Allowed, but there is something better.",
    "incomplete": "Not complete yet.",
}
EVERY_ANSWER = [
    pytest.param(place, answer, id=f"{place.id}-{course.named(answer)}") for place in PLACES for answer in place.tried
]
WAYS = [pytest.param(True, id="htmx"), pytest.param(False, id="no-scripts")]
BY_TURNS = [
    pytest.param(place, bool(turn % 2), id=f"{place.id}-{'htmx' if turn % 2 else 'no-scripts'}")
    for turn, place in enumerate(PLACES)
]
"""Each step with htmx or without, by turns: what is asked of it is the same both ways."""
RIGHT_AND_WRONG = [
    pytest.param(place, answer, id=f"{place.id}-{verdict}")
    for place in PLACES
    for verdict, answer in (("right", place.right), ("wrong", place.wrong))
]


@cache
def anchors(path: str) -> frozenset[str]:
    """The ids of a rules page."""
    response = Client().get(path)
    assert response.status_code == 200
    return frozenset(read(response.content).ids)


def assert_rule_link(link: Node) -> None:
    """A link to the rules leads to a clause that is there."""
    path, _hash, anchor = link.attrs["href"].partition("#")
    assert anchor.count(".") == 1, link.attrs["href"]
    assert anchor in anchors(path), link.attrs["href"]
    assert link.text


def assert_phase(page: Node, phase: str) -> None:
    """The page is in just one phase, and offers what that phase offers."""
    step = page.one("section", id="step")
    assert step.attrs["data-phase"] == phase
    signs = {
        "awaiting": not step.all("div", "feedback"),
        "wrong": bool(step.all("button", id="retry")) and not step.all("a", id="next"),
        "solved": bool(step.all("a", id="next")),
    }
    assert [name for name, there in signs.items() if there] == [phase]


# -- the course itself ---------------------------------------------------------------------------------------------


def test_every_kind_of_step_is_there():
    """What follows tries all kinds, right and wrong; the walk at the end goes through all steps."""
    assert {place.kind_name for place in PLACES} == set(KINDS)
    assert len(SLUGS) == 16
    assert len(ALL) > 150
    assert len(EVERY_ANSWER) > 60
    assert {course.expected(*case.values) for case in EVERY_ANSWER} == set(HEADINGS)


# -- answers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "answer"), EVERY_ANSWER)
def test_every_answer(place, answer):
    """Marked as the second opinion marks it, with verdict, reason and rule, the same with scripts and without."""
    verdict = course.expected(place, answer)
    with_scripts, without = Visitor(htmx=True), Visitor()

    fragment = with_scripts.act(place, answer=answer, seen=0)
    page = without.act(place, answer=answer, seen=0)

    assert place.kind.mark(answer).verdict.value == verdict
    assert_phase(page, "solved" if verdict == "right" else "wrong")
    assert page.by_id("feedback").text.startswith(HEADINGS[verdict])
    told = page.one("div", "feedback").elements[1].text
    assert "." in told
    assert len(told.split()) >= 3
    link = page.one("div", "feedback").one("a", "rule-link")
    assert_rule_link(link)
    assert link.attrs["href"].startswith("/en/rules/")
    assert fragment.one("section", id="step").same_as(page.one("section", id="step"), ignore=TOKEN)


@pytest.mark.parametrize(
    ("place", "answer"), [RIGHT_AND_WRONG[at] for at in range(len(RIGHT_AND_WRONG)) if at % 4 in (0, 3)]
)
def test_answers_in_other_languages(place, answer):
    """The same verdict, said in the language of the page."""
    pages = {language: Visitor(language, htmx=True).act(place, answer=answer, seen=0) for language in LANGUAGES}
    english = pages["en"].one("div", "feedback")

    for language in OTHER_LANGUAGES:
        told = pages[language].one("div", "feedback")
        assert phase_of(pages[language]) == phase_of(pages["en"])
        for index in (0, 1):
            assert told.elements[index].text
            assert told.elements[index].text != english.elements[index].text
        assert_rule_link(told.one("a", "rule-link"))
        assert told.one("a", "rule-link").attrs["href"].startswith(f"/{language}/rules/")
        assert told.classes == english.classes
    assert len({page.by_id("feedback").text for page in pages.values()}) == len(LANGUAGES)


@pytest.mark.parametrize("htmx", [pytest.param(True, id="htmx"), pytest.param(False, id="no-scripts")])
def test_a_line_goes_back_by_one_or_to_the_start(htmx):
    """After a wrong action both ways are there; while all is right so far, the start is."""
    place = next(
        place for place in PLACES if place.kind_name == "line" and len(place.kind.right_answers()[0]["actions"]) > 1
    )
    right = place.kind.right_answers()[0]["actions"]
    tries = [f"A:{card.code}" for card in place.kind.view.hand if f"A:{card.code}" not in right[:2]]
    wrong = next(text for text in tries if not place.kind.mark({"actions": [right[0], text]}).right)

    def pressed(text):
        return {"card": text[2:]} if text[1] == ":" else {"act": text}

    visitor = Visitor(htmx=htmx)

    def sent(**fields):
        response = visitor.send(place, seen=seen_by(visitor.open(place)), **fields)
        assert response.status_code == (200 if htmx else 302)
        return visitor.open(place)

    def so_far():
        row = StepProgress.objects.get()
        return (row.answer or row.draft or {}).get("actions", [])

    assert visitor.open(place).by_id("restart") is None
    page = sent(**pressed(right[0]))
    assert page.by_id("restart") is not None
    assert so_far() == right[:1]
    page = sent(**pressed(wrong))
    assert_phase(page, "wrong")
    assert {"retry", "restart"} <= set(page.ids)
    page = sent(do="retry")
    assert so_far() == right[:1]
    page = sent(do="restart")
    assert so_far() == []
    assert page.by_id("restart") is None
    assert_phase(page, "awaiting")
    assert StepProgress.objects.get().first_try is False


def offered_part(place, answer):
    """The fields of an answer that the page offers as they are: a number is written, a line is played card by card."""
    if place.kind_name == "count":
        return {}
    if place.kind_name == "line":
        first = answer["actions"][0]
        return {"card": [first[2:]]} if first[1] == ":" else {"act": [first]}
    return place.kind.as_form(answer)


@pytest.mark.parametrize("place", each())
def test_every_answer_can_be_given_on_the_page(place):
    """Whatever the table of answers holds has a control of its own, and the form goes to the step."""
    page = Visitor().open(place)

    form = page.one("form", id="answer-form")
    offered = {
        (item.attrs["name"], item.attrs["value"])
        for item in [*form.all("button"), *form.all("input"), *form.all("option")]
        if item.attrs.get("name") and item.attrs.get("value")
    }
    for select in form.all("select"):
        offered |= {(select.attrs["name"], option.attrs["value"]) for option in select.all("option")}
    wanted = {
        (name, code)
        for answer in place.answers
        for name, codes in offered_part(place, answer).items()
        for code in codes
    }
    assert wanted or place.kind_name == "count"
    assert wanted <= offered
    assert place.kind_name != "count" or form.one("input", name="number").attrs["inputmode"] == "numeric"
    assert (form.attrs["method"], form.attrs["action"]) == ("post", place.path())
    assert_phase(page, "awaiting")


# -- how the site answers ------------------------------------------------------------------------------------------

FORMS = [
    pytest.param({"do": "answer", "right": True}, id="right"),
    pytest.param({"do": "answer", "right": False}, id="wrong"),
    pytest.param({"do": "hint"}, id="hint"),
    pytest.param({"do": "show"}, id="show"),
    pytest.param({"do": "retry"}, id="retry"),
    pytest.param({"do": "answer"}, id="nothing-chosen"),
    pytest.param({"do": "answer", "right": True, "seen": 7}, id="stale"),
]


def filled(place, form):
    """The fields of a row of ``FORMS`` for a step that nobody has touched."""
    chosen = {} if "right" not in form else course.as_form(place, place.right if form["right"] else place.wrong)
    return {"seen": form.get("seen", 0), "do": form["do"], **chosen}


@pytest.mark.parametrize("form", FORMS)
def test_without_scripts_a_post_leads_back_to_the_step(form):
    """Post, redirect, get: the same address, which then shows the step."""
    for place in PLACES:
        visitor = Visitor()

        response = visitor.send(place, **filled(place, form))

        assert response.status_code in (302, 303), place.key
        path, _hash, anchor = response["Location"].partition("#")
        assert path == place.path()
        page = visitor.open(place)
        assert not anchor or page.by_id(anchor) is not None


@pytest.mark.parametrize("form", FORMS)
def test_the_fragment(form):
    """One root named after the fragment, a sentence to be spoken, and the name of a control that is there."""
    for place in PLACES:
        response = Client().post(place.path(), filled(place, form), headers=HTMX)
        assert_fragment(response)


def assert_fragment(response):
    """A fragment as the page that asked for it needs it."""
    assert response.status_code == 200
    fragment = read(response.content)
    first, *others = fragment.elements
    assert (first.tag, first.attrs["id"]) == ("section", "step")
    assert [node.attrs["id"] for node in others] == ["status", "alert"]
    assert all(node.attrs["hx-swap-oob"] == "innerHTML" for node in others)
    assert fragment.by_id("status").text
    assert fragment.by_id("alert").text == ""
    assert len(fragment.ids) == len(set(fragment.ids))
    assert course.focus_of(response) in first.ids
    assert "<html" not in response.content.decode()


@pytest.mark.parametrize("place", each())
def test_the_verdict_is_spoken(place):
    """The status region says the verdict and the reason that the page shows."""
    for answer in (place.right, place.wrong):
        fragment = Visitor(htmx=True).act(place, answer=answer, seen=0)

        spoken = fragment.by_id("status").text
        verdict = course.expected(place, answer)
        assert spoken.startswith("Not allowed." if verdict == "refused" else HEADINGS[verdict])
        assert len(spoken) > len(HEADINGS[verdict])


# -- nothing, twice, too late --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "htmx"), BY_TURNS)
def test_nothing_chosen(place, htmx):
    """A notice says what is missing; nothing is counted, and the next look shows the step as it was."""
    visitor = Visitor(htmx=htmx)
    before = visitor.open(place)

    page = visitor.act(place, answer={})

    assert page.by_id("notice").text.startswith(("Choose ", "Write "))
    assert phase_of(page) == "awaiting"
    assert seen_by(page) == seen_by(before) == 0
    assert not StepProgress.objects.exists()
    assert visitor.open(place).one("section", id="step").same_as(before.one("section", id="step"), ignore=TOKEN)


@pytest.mark.parametrize("htmx", WAYS)
@pytest.mark.parametrize("place", each(of_kind("spot")))
def test_half_an_answer_stays_chosen(place, htmx):
    """A line without a reason: the notice comes, and the line need not be chosen again."""
    visitor = Visitor(htmx=htmx)

    page = visitor.act(place, answer={"line": 3, "reason": None})

    assert page.by_id("notice").text == "Choose a line and a reason."
    assert course.ticked_on(page) == {"line": ["3"]}
    assert seen_by(page) == 0


@pytest.mark.parametrize(("place", "htmx"), BY_TURNS)
def test_doubled_post(place, htmx):
    """The same form twice: the second time it says so and counts nothing."""
    visitor = Visitor(htmx=htmx)
    first = visitor.act(place, answer=place.wrong, seen=0)
    row = StepProgress.objects.values().get()

    second = visitor.act(place, answer=place.wrong, seen=0)

    assert "nothing was counted twice" in second.by_id("notice").text
    assert StepProgress.objects.values().get() == row
    assert row["tries"] == 1
    assert seen_by(second) == seen_by(first) == 1
    assert phase_of(second) == "wrong"


@pytest.mark.parametrize(("place", "htmx"), BY_TURNS)
def test_stale_post(place, htmx):
    """A form of an earlier page, after the step was solved: the present state, a notice, no change."""
    visitor = Visitor(htmx=htmx)
    visitor.act(place, "hint", seen=0)
    solved = visitor.act(place, answer=place.right, seen=1)
    row = StepProgress.objects.values().get()

    for do in ("answer", "hint", "show", "retry"):
        page = visitor.act(place, do, answer=place.wrong if do == "answer" else None, seen=0)

        assert "out of date" in page.by_id("notice").text, do
        assert StepProgress.objects.values().get() == row
        assert phase_of(page) == phase_of(solved) == "solved"
    assert not visitor.open(place).all(id="notice")


@pytest.mark.parametrize("htmx", WAYS)
@pytest.mark.parametrize("do", ["answer", "hint", "show", "retry"])
def test_a_form_from_nowhere(do, htmx):
    """A count that this visitor never saw, say after the cookie was lost: a notice, and nothing is remembered."""
    place = PLACES[0]
    visitor = Visitor(htmx=htmx)

    page = visitor.act(place, do, answer=place.right if do == "answer" else None, seen=3)

    assert "out of date" in page.by_id("notice").text
    assert_phase(page, "awaiting")
    assert not StepProgress.objects.exists()


@pytest.mark.parametrize("before", [0, 1], ids=["first-action", "later-action"])
@pytest.mark.parametrize("place", each([of_kind(kind)[0] for kind in KINDS]))
def test_two_posts_at_once(place, before):
    """Both have read the same state before either is written: one counts, the other is told that it was too late."""
    session, posted = (
        {},
        place.kind.as_form(place.wrong),
    )
    for seen in range(before):
        services.take_step(session, services.find_step(session, place.slug, place.number, CLASSICAL), "hint", seen, {})
    first, second = (services.find_step(session, place.slug, place.number, CLASSICAL) for _tab in range(2))

    results = [services.take_step(session, page, "answer", before, posted) for page in (first, second)]

    assert results == [services.Result.ANSWERED, services.Result.STALE]
    row = StepProgress.objects.get()
    assert (row.tries, row.actions) == (1, before + 1)


# -- hints, retry, credit ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "htmx"), BY_TURNS)
def test_hints(place, htmx):
    """Each hint shows something new; the last one is the answer, and there is no fifth."""
    visitor = Visitor(htmx=htmx)
    known: list[str] = []
    while True:
        page = visitor.act(place, "hint")
        hints = course.hints_on(page)
        assert hints[: len(known)] == known
        assert len(hints) > len(known)
        assert len(set(hints)) == len(hints)
        known = hints
        if phase_of(page) == "solved":
            break
        assert page.by_id("hint-button") is not None

    assert len(known) == 4
    assert page.by_id("hint-button") is None
    assert_phase(page, "solved")
    assert page.by_id("feedback").text == "This is the answer."
    assert_rule_link(page.by_id("hints").one("a", "rule-link"))
    row = StepProgress.objects.get()
    assert (row.solved, row.first_try, row.shown, row.hint) == (True, False, True, 4)
    assert course.expected(place, row.answer) == "right"


@pytest.mark.parametrize(
    ("hints", "credit"),
    [
        pytest.param(0, True, id="no-hint"),
        pytest.param(1, True, id="first-hint-is-free"),
        pytest.param(2, False, id="second-hint-costs"),
        pytest.param(3, False, id="third-hint-costs"),
    ],
)
@pytest.mark.parametrize("place", each())
def test_what_a_hint_costs(place, hints, credit):
    """The credit of the first try, from the second hint on."""
    visitor = Visitor(htmx=True)
    for seen in range(hints):
        page = visitor.act(place, "hint", seen=seen)
        if phase_of(page) == "solved":  # where only one card may be played, the third hint is the answer
            assert not credit
            assert StepProgress.objects.get().first_try is False
            return

    visitor.act(place, answer=place.right, seen=hints)

    assert StepProgress.objects.get().first_try is credit


@pytest.mark.parametrize("hints", [pytest.param(2, id="two-hints"), pytest.param(3, id="three-hints")])
def test_a_retry_does_not_buy_the_credit_back(hints):
    """Hints drop with a retry, what they cost does not."""
    place = of_kind("who")[0]
    visitor = Visitor(htmx=True)
    for seen in range(hints):
        visitor.act(place, "hint", seen=seen)
    visitor.act(place, "retry", seen=hints)

    visitor.act(place, answer=place.right, seen=hints + 1)

    assert StepProgress.objects.get().first_try is False


@pytest.mark.parametrize(("place", "htmx"), BY_TURNS)
def test_retry(place, htmx):
    """After a wrong answer: the same position again, without hints; a right answer then solves without credit."""
    visitor = Visitor(htmx=htmx)
    before = visitor.open(place)
    visitor.act(place, "hint", seen=0)
    hinted = visitor.act(place, answer=place.wrong, seen=1)
    assert course.hints_on(hinted)

    again = visitor.act(place, "retry", seen=2)

    assert_phase(again, "awaiting")
    assert course.hints_on(again) == []
    assert again.one("section", id="step").same_as(before.one("section", id="step"), ignore=TOKEN | {"seen"})
    solved = visitor.act(place, answer=place.right, seen=3)
    assert_phase(solved, "solved")
    row = StepProgress.objects.get()
    assert (row.solved, row.first_try, row.tries) == (True, False, 2)


@pytest.mark.parametrize("place", each())
def test_the_answer_can_be_shown_after_a_wrong_one(place):
    """The button on the page of a wrong answer opens everything."""
    visitor = Visitor()
    page = visitor.act(place, answer=place.wrong)
    button = page.by_id("hint-button")
    assert button.text == "Show the answer"

    shown = visitor.act(place, button.attrs["value"])

    assert_phase(shown, "solved")
    assert len(course.hints_on(shown)) == 4
    assert StepProgress.objects.get().first_try is False


@pytest.mark.parametrize("place", each())
def test_a_solved_step_stays_solved_when_it_is_tried_again(place):
    """Credit and solution are kept; the bar of steps goes on saying so."""
    visitor = Visitor(htmx=True)
    visitor.act(place, answer=place.right, seen=0)
    visitor.act(place, "retry", seen=1)
    visitor.act(place, answer=place.wrong, seen=2)

    row = StepProgress.objects.get()

    assert (row.solved, row.first_try, row.phase) == (True, True, "wrong")


# -- drafts --------------------------------------------------------------------------------------------------------


def chosen_so_far(place):
    """Something chosen, not right, as the fields of the form."""
    ticks = course.as_form(place, place.wrong)
    return {"cards": ticks["cards"][:2]} if "cards" in ticks else ticks


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
@pytest.mark.parametrize("place", each(of_kind(*course.COMPOSED)))
def test_a_draft_goes_along_to_another_language(place, language):
    """There and back again what was ticked is still ticked, and nothing was counted."""
    visitor, ticks = Visitor(), chosen_so_far(place)
    button = next(
        item for item in visitor.open(place).all("button", name="language") if item.attrs["value"] == language
    )
    assert button.attrs["form"] == "answer-form"

    for here, there in (("en", language), (language, "en")):
        path = place.path(here) + "draft/"
        response = visitor.client.post(path, {"seen": 0, "language": there, **ticks})

        assert response.status_code in (302, 303)
        assert response["Location"] == place.path(there)
        page = read(visitor.client.get(response["Location"]).content)
        assert course.ticked_on(page) == ticks
        assert phase_of(page) == "awaiting"
        assert seen_by(page) == 0
    assert button.attrs["formaction"] == place.path("en") + "draft/"
    assert StepProgress.objects.get().tries == 0


@pytest.mark.parametrize("place", each(of_kind(*course.COMPOSED)))
def test_a_draft_after_a_wrong_answer_goes_along_too(place):
    """What is ticked after a wrong answer, before the next check, is what the other language shows."""
    visitor = Visitor()
    page = visitor.act(place, answer=place.wrong)
    assert page.all("button", name="language")
    ticks = course.as_form(place, place.right)

    response = visitor.client.post(place.path() + "draft/", {"seen": seen_by(page), "language": "es", **ticks})

    after = read(visitor.client.get(response["Location"]).content)
    assert course.ticked_on(after) == ticks


@pytest.mark.parametrize("place", each(of_kind(*course.PRESSED)))
def test_steps_answered_by_one_press_have_plain_language_links(place):
    """There is nothing to lose, so nothing is posted."""
    page = Visitor().open(place)

    links = page.by_id("languages").all("a")

    assert [link.attrs["href"] for link in links] == [place.path(language) for language in LANGUAGES]
    assert not page.by_id("languages").all("button")


@pytest.mark.parametrize("place", each(of_kind(*course.COMPOSED)))
def test_a_hint_keeps_what_is_ticked(place):
    """The hint button belongs to the same form."""
    for htmx in (True, False):
        visitor, ticks = Visitor(htmx=htmx), chosen_so_far(place)

        page = read(visitor.send(place, seen=0, do="hint", **ticks).content) if htmx else None
        if page is None:
            visitor.send(place, seen=0, do="hint", **ticks)
            page = visitor.open(place)

        assert course.ticked_on(page) == ticks


# -- progress ------------------------------------------------------------------------------------------------------

LEVEL_WORDS = {"new": "Not started", "started": "Started", "done": "Done", "proficient": "Proficient"}


def level_on_map(visitor, slug):
    """Level, its word, and the count of a lesson on the map."""
    page = read(visitor.client.get(f"/{visitor.language}/learn/").content)
    stop = next(item for item in page.one("ol", "map").elements if item.one("a").attrs["href"].endswith(f"/{slug}/"))
    level = stop.classes[0].removeprefix("map__lesson--")
    return level, stop.one("span", "level").text, stop.one("span", "map__state").text


def solve(visitor, place, *, credit):
    """Solve a step, at the first try or only after a wrong answer."""
    if not credit:
        visitor.act(place, answer=place.wrong, seen=0)
        visitor.act(place, "retry", seen=1)
    assert phase_of(visitor.act(place, answer=place.right, seen=0 if credit else 2)) == "solved"


def nothing(visitor, places, mastery):
    """Only look."""
    visitor.open(places[0])
    return 0


def one_wrong(visitor, places, mastery):
    """One answer, a wrong one."""
    visitor.act(places[0], answer=places[0].wrong)
    return 0


def one_hint(visitor, places, mastery):
    """One hint."""
    visitor.act(places[0], "hint")
    return 0


def all_but_one(visitor, places, mastery):
    """All steps but the last."""
    for place in places[:-1]:
        solve(visitor, place, credit=True)
    return len(places) - 1


def too_few_at_first(visitor, places, mastery):
    """One short of mastery."""
    for number, place in enumerate(places, 1):
        solve(visitor, place, credit=number < mastery)
    return len(places)


def just_enough_at_first(visitor, places, mastery):
    """Just mastery."""
    for number, place in enumerate(places, 1):
        solve(visitor, place, credit=number <= mastery)
    return len(places)


def all_shown(visitor, places, mastery):
    """Every answer shown."""
    for place in places:
        visitor.act(place, "show", seen=0)
    return len(places)


SCRIPTS = [
    pytest.param(nothing, "new", id="only-looked"),
    pytest.param(one_wrong, "started", id="one-wrong-answer"),
    pytest.param(one_hint, "started", id="one-hint"),
    pytest.param(all_but_one, "started", id="all-but-one"),
    pytest.param(too_few_at_first, "done", id="one-short-of-mastery"),
    pytest.param(just_enough_at_first, "proficient", id="just-mastery"),
    pytest.param(all_shown, "done", id="every-answer-shown"),
]


@pytest.mark.parametrize(("script", "level"), SCRIPTS)
@pytest.mark.parametrize("slug", ["who-wins-the-trick", "marriages"])
def test_levels_on_the_map(slug, script, level):
    """What a scripted visitor does is what the map says, and it says it of this lesson alone."""
    places, mastery = course.steps_of(slug), Lesson.objects.get(slug=slug).mastery
    assert 1 < mastery <= len(places)
    visitor = Visitor(htmx=True)

    solved = script(visitor, places, mastery)

    found, word, line = level_on_map(visitor, slug)
    assert (found, word) == (level, LEVEL_WORDS[level])
    assert f"Steps done: {solved} of {len(places)}" in line
    others = [level_on_map(visitor, other)[0] for other in SLUGS if other != slug]
    assert others == ["new"] * (len(SLUGS) - 1)


def test_only_looking_remembers_nobody():
    """Pages that are only read store no visitor."""
    visitor = Visitor()
    for place in PLACES:
        visitor.open(place)
    visitor.client.get("/en/learn/")

    assert not StoredVisitor.objects.exists()
    assert "sessionid" not in visitor.client.cookies


def test_two_visitors():
    """Neither sees what the other has done."""
    place = PLACES[0]
    first, second = Visitor(), Visitor()
    first.act(place, answer=place.right)

    seen = second.open(place)
    second.act(place, answer=place.wrong)

    assert phase_of(seen) == "awaiting"
    assert phase_of(first.open(place)) == "solved"
    assert phase_of(second.open(place)) == "wrong"
    assert level_on_map(first, place.slug)[2].count("Steps done: 1 ") == 1
    assert level_on_map(second, place.slug)[2].count("Steps done: 0 ") == 1
    assert StoredVisitor.objects.count() == 2


def test_a_broken_session_starts_anew():
    """A visitor whose row is gone, and one whose key is no key, can answer."""
    place = PLACES[0]
    for key in ("00000000-0000-4000-8000-000000000000", "no key", 7):
        visitor = Visitor(htmx=True)
        session = visitor.client.session
        session["visitor"] = key
        session.save()

        assert phase_of(visitor.act(place, answer=place.right)) == "solved"
        assert phase_of(visitor.open(place)) == "solved"


def test_the_lesson_page_leads_to_the_first_step_that_is_not_solved():
    """Start, then go on."""
    visitor, slug = Visitor(), SLUGS[0]
    path = f"/en/learn/{slug}/"

    def start():
        return read(visitor.client.get(path).content).one("a", "button--main")

    assert (start().text, start().attrs["href"]) == ("Start", f"{path}1/")
    visitor.act(course.steps_of(slug)[0], answer=course.steps_of(slug)[0].right)
    visitor.act(course.steps_of(slug)[2], answer=course.steps_of(slug)[2].right)
    assert (start().text, start().attrs["href"]) == ("Go on", f"{path}2/")


def test_the_focus_event_has_the_name_that_the_script_listens_to():
    """Otherwise the focus is lost in silence."""
    from django.contrib.staticfiles.finders import find

    response = Client().post(PLACES[0].path(), {"seen": 0, **course.as_form(PLACES[0], PLACES[0].right)}, headers=HTMX)
    (name,) = json.loads(response["HX-Trigger-After-Settle"])

    with open(find("tutor/js/app.js"), encoding="utf-8") as script:
        assert f'"{name}"' in script.read()
