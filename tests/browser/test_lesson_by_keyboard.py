"""The lesson on the strict rules, in Arabic, on the smallest phone, from start to end with nothing but keys."""

from __future__ import annotations

import pytest

from tests.browser.checks import (
    boxes,
    focused,
    in_language,
    one_row,
    sideways,
    spoken,
    status,
    uncovered,
    wait_for_focus,
    wait_for_phase,
)
from tests.browser.visitor import every_step
from tutor.exercises.kinds.base import Verdict

pytestmark = pytest.mark.browser

LESSON = "when-the-stock-is-used-up"
STEPS = every_step(LESSON)
PHONE = {"width": 320, "height": 568}


class Keys:
    """The keyboard, and a count of the keys that were pressed."""

    def __init__(self, page):
        self.page = page
        self.pressed = 0

    def press(self, key: str) -> None:
        """Press one key."""
        self.page.keyboard.press(key)
        self.pressed += 1

    def tab_to(self, target: str, *, back: bool = False, most: int = 40) -> int:
        """Press Tab until the element with this id has the focus; return how often."""
        for presses in range(most + 1):
            if focused(self.page) == target:
                return presses
            self.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"{most} times Tab did not reach {target}")


def mouse_moved(page) -> bool:
    """Whether any pointer event ever reached this page."""
    return page.evaluate("window.pointerSeen === true")


WATCH = "for (const t of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(t, () => window.pointerSeen = true, true)"


@pytest.fixture
def lesson(open_page):
    """The page of the lesson, and a watch for anything but keys."""
    page = open_page(f"/ar/learn/{LESSON}/", **PHONE)
    page.context.add_init_script(WATCH)
    page.reload()
    return page


def answer(keys: Keys, step, fields) -> None:
    """Give an answer with keys alone, from wherever the focus is."""
    if step.kind_name == "legal":
        for code in fields["cards"]:
            keys.tab_to(f"card-{code}")
            keys.press("Space")
        keys.tab_to("check")
        keys.press("Enter")
    elif step.kind_name == "play":
        keys.tab_to(f"card-{fields['card']}")
        keys.press("Space")
    elif step.kind_name in ("who", "act"):
        keys.tab_to(button_of(step, fields))
        keys.press("Enter")
    else:
        value = fields["statement"] if step.kind_name == "pick" else fields["line"]
        choose(keys, str(value))
        if step.kind_name == "spot":
            keys.tab_to("reason")
            for _ in range(10):
                if keys.page.locator("#reason").input_value() == fields["reason"]:
                    break
                keys.press("ArrowDown")
            assert keys.page.locator("#reason").input_value() == fields["reason"]
        keys.tab_to("check")
        keys.press("Enter")


def button_of(step, fields) -> str:
    """The id of the button that is the answer."""
    if step.kind_name == "who":
        return f"who-{fields['who']}"
    return f"act-{step.kind.choices.index(fields['act'])}"


def choose(keys: Keys, value: str) -> None:
    """Choose a radio button: Tab to the group, then arrows."""
    for _ in range(40):
        if focused(keys.page).startswith(("statement-", "line-")):
            break
        keys.press("Tab")
    keys.press("Space")
    for _ in range(12):
        if keys.page.locator(f"input[type=radio][value='{value}']").is_checked():
            return
        keys.press("ArrowDown")
    raise AssertionError(f"arrows did not reach {value}")


def check_screen(page) -> None:
    """No sideways scrolling, the hand in one row."""
    assert sideways(page) <= 0
    hand = boxes(page, ".seat--you .hand > li")
    if hand:
        assert one_row(hand)


def check_spoken(page) -> None:
    assert in_language(spoken(page), "ar"), status(page)
    assert page.locator("#alert").inner_text().strip() == ""


def wrong_answer(step):
    wrong = [each for each in step.kind.all_answers() if not step.kind.mark(each).right]
    return wrong[0] if wrong else None


def first_control(step) -> str:
    """The id of the first thing to answer with."""
    if step.kind_name in ("play", "legal"):
        first = next(card for card in step.kind.table(None).you.cards if card)
        return f"card-{first.code}"
    names = {"who": "who-A", "act": "act-0", "pick": "statement-any-card"}
    return names.get(step.kind_name, "line-0")


def test_the_whole_lesson(lesson):
    page = lesson
    keys = Keys(page)
    keys.press("Tab")
    assert page.locator(":focus").get_attribute("class") == "skip"
    keys.press("Enter")
    wait_for_focus(page, "main")
    for _ in range(6):
        keys.press("Tab")
        if page.locator(":focus").get_attribute("class") == "button button--main":
            break
    keys.press("Enter")
    hands = wrongs = 0
    for step in STEPS:
        page.wait_for_url(f"**/ar{step.path}*")
        assert page.locator("html").get_attribute("dir") == "rtl"
        check_screen(page)
        hands += page.locator(".seat--you .hand > li").count() > 0

        wrong = wrong_answer(step)
        if wrong is not None:
            answer(keys, step, wrong)
            wait_for_phase(page, "wrong")
            wait_for_focus(page, "feedback")
            assert uncovered(page, "#feedback"), f"step {step.number}: the feedback is not in view"
            check_spoken(page)
            check_screen(page)
            wrongs += 1
            if step.kind.mark(wrong).verdict is not Verdict.REFUSED:
                keys.tab_to("retry")
                keys.press("Enter")
                wait_for_phase(page, "awaiting")
                first = first_control(step)
                wait_for_focus(page, first)
                assert uncovered(page, f"button#{first}, label:has(> #{first})")
                check_spoken(page)

        answer(keys, step, step.right)
        wait_for_phase(page, "solved")
        wait_for_focus(page, "next")
        assert uncovered(page, "#feedback"), f"step {step.number}: the feedback is not in view"
        assert uncovered(page, "#next"), f"step {step.number}: the way on is not in view"
        check_spoken(page)
        check_screen(page)
        keys.press("Enter")
    page.wait_for_url("**/ar/learn/the-last-trick/")
    page.goto("/ar/learn/")
    assert page.locator(".map__lesson--done").count() == 1
    assert str(len(STEPS)) in page.locator(".map__lesson--done .map__state").inner_text()
    assert len(STEPS) == wrongs == 11
    assert hands >= 7
    assert not mouse_moved(page)


def test_the_watch_sees_a_mouse(lesson):
    assert not mouse_moved(lesson)
    lesson.mouse.click(5, 5)
    assert mouse_moved(lesson)


SINGLE = [pytest.param(step, id=f"step-{step.number}") for step in STEPS if step.kind_name in ("play", "who")]


@pytest.mark.parametrize("step", SINGLE)
def test_a_single_choice_costs_one_tab_a_card_and_one_key(open_page, step):
    """Counted from the first card or button: the way there is the browser's, the rest is ours."""
    page = open_page(f"/ar{step.path}", **PHONE)
    names = {"play": "card", "who": "who"}
    choices = page.locator(f"button[name='{names[step.kind_name]}']")
    choices.first.focus()
    keys = Keys(page)
    keys.tab_to(f"{names[step.kind_name]}-{step.right[names[step.kind_name]]}", most=5)
    keys.press("Enter")
    wait_for_phase(page, "solved")
    best = min(page_index for page_index, each in enumerate(step.kind.all_answers()) if step.kind.mark(each).right)
    assert keys.pressed <= best + 1
    assert keys.pressed <= 4


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_card_is_played_with_either_key(open_page, key):
    page = open_page("/ar/", **PHONE)
    page.locator("#card-QH").focus()
    page.keyboard.press(key)
    wait_for_focus(page, "first-trick-result")
    assert in_language(status(page), "ar")


def test_hints_by_keyboard(open_page):
    """Each hint is read aloud, the button keeps the focus, and the fourth one leads to the next step."""
    page = open_page(f"/ar{STEPS[0].path}", **PHONE)
    keys = Keys(page)
    page.locator("#card-QH").focus()
    spoken = set()
    for number in range(1, 5):
        keys.tab_to("hint-button")
        keys.press("Enter")
        page.locator(f"#hints li:nth-child({number})").wait_for()
        wait_for_focus(page, "hint-button" if number < 4 else "next")
        check_spoken(page)
        spoken.add(status(page))
    assert len(spoken) == 4
    wait_for_phase(page, "solved")


def test_the_language_menu_by_keyboard(open_page):
    """It opens with Enter, closes with Escape, and gives the focus back."""
    page = open_page("/ar/learn/", **PHONE)
    page.locator("#languages summary").focus()
    page.keyboard.press("Enter")
    assert page.locator("#languages ul").is_visible()
    page.keyboard.press("Tab")
    assert page.locator(":focus").get_attribute("lang") == "en"
    page.keyboard.press("Escape")
    assert not page.locator("#languages ul").is_visible()
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
