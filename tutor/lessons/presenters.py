"""The course as templates show it: already worded, and it holds no hidden card and no answer before it is due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.ruleset import parse
from engine.seats import Seat
from tutor.content.rule_links import RuleLink, rule_links
from tutor.learners.models import StepProgress
from tutor.lessons.kinds.base import Kind, Mark, Verdict
from tutor.lessons.kinds.pick import PickKind
from tutor.lessons.kinds.spot import REASONS, SpotKind
from tutor.lessons.services import HINTS, LessonOnMap, Result, StepOnPage
from tutor.web.table import TableView
from tutor.wording import answers, events
from tutor.wording.presets import ruleset_label
from tutor.wording.refusals import SHORT_NAMES, heading
from tutor.wording.sentences import Say, fill

VERDICTS = {
    Verdict.RIGHT: answers.CORRECT,
    Verdict.WRONG: answers.NOT_CORRECT,
    Verdict.BETTER: answers.BETTER_CARD,
    Verdict.INCOMPLETE: answers.NOT_COMPLETE,
}
TONES = {
    Verdict.RIGHT: "right",
    Verdict.WRONG: "wrong",
    Verdict.REFUSED: "wrong",
    Verdict.BETTER: "look",
    Verdict.INCOMPLETE: "look",
}


@dataclass(frozen=True, slots=True)
class LessonCard:
    """A lesson on the map."""

    title: str
    goal: str
    place: str
    level: str
    level_key: str
    level_help: str
    steps_done: str
    percent: int
    minutes: int
    url: str


@dataclass(frozen=True, slots=True)
class Feedback:
    """What is said to the last answer: a verdict, the sentences behind it, the rule, and how it is set off."""

    heading: str
    says: tuple[SafeString, ...]
    spoken: str
    rule: RuleLink | None
    tone: str


@dataclass(frozen=True, slots=True)
class Hint:
    """An opened hint."""

    title: str
    text: SafeString
    spoken: str
    rule: RuleLink | None


@dataclass(frozen=True, slots=True)
class Choice:
    """A radio button: a sentence, a line, a reason."""

    value: str
    text: str
    checked: bool
    mark: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class StepView:
    """A step, ready for its template."""

    lesson_title: str
    lesson_url: str
    lesson_line: str
    step_line: str
    ruleset: str
    teach: str
    task: str
    turn: SafeString
    url: str
    draft_url: str
    seen: int
    phase: str
    template: str
    mode: str
    table: TableView
    feedback: Feedback | None
    hints: tuple[Hint, ...]
    may_hint: bool
    hint_button: str
    choices: tuple[Choice, ...]
    reasons: tuple[Choice, ...]
    progress: tuple[tuple[str, str], ...]
    next_url: str
    next_label: str
    previous_url: str
    drafts: bool
    ask: str
    notice: str = field(default="")


def lesson_card(item: LessonOnMap) -> LessonCard:
    """Word a lesson for the map."""
    return LessonCard(
        title=item.lesson.title,
        goal=item.lesson.goal,
        place=_("Lesson %(n)s of %(total)s") % {"n": item.place, "total": item.total},
        level=str(answers.LEVELS[item.level]),
        level_key=item.level,
        level_help=str(answers.LEVEL_HELP.get(item.level, "")),
        steps_done=answers.STEPS_DONE % {"n": item.solved, "total": item.steps},
        percent=round(100 * item.solved / item.steps) if item.steps else 0,
        minutes=item.lesson.minutes,
        url=reverse("lessons:lesson", args=[item.lesson.slug]),
    )


def step_view(page: StepOnPage, *, next_url: str, next_label: str, notice: str = "") -> StepView:
    """Word a step as the visitor has left it."""
    step, kind, progress = page.step, page.kind, page.progress
    rules = parse(step.lesson.ruleset)
    mark = kind.mark(progress.answer) if progress.answer else None
    names = {kind.shown_rule(), *([mark.rule] if mark else [])}
    links = rule_links(names, rules)
    ticked = progress.draft or progress.answer
    return StepView(
        lesson_title=step.lesson.title,
        lesson_url=reverse("lessons:lesson", args=[step.lesson_id]),
        lesson_line=_("Lesson %(n)s of %(total)s") % {"n": page.lesson_place, "total": page.lesson_total},
        step_line=_("Step %(n)s of %(total)s") % {"n": page.place, "total": page.total},
        ruleset=ruleset_label(rules),
        teach=step.teach,
        task=step.task,
        turn=_turn(kind),
        url=reverse("lessons:step", args=[step.lesson_id, page.place]),
        draft_url=reverse("lessons:draft", args=[step.lesson_id, page.place]),
        seen=progress.actions,
        phase=progress.phase,
        template=kind.template,
        mode=_mode(kind, progress, mark),
        table=_table(kind, progress, mark),
        feedback=_feedback(mark, links, progress) if mark else None,
        hints=_hints(kind, progress, links),
        may_hint=progress.phase != StepProgress.Phase.SOLVED and progress.hint < HINTS,
        hint_button=_hint_button(progress),
        choices=_choices(page, ticked),
        reasons=_reasons(kind, ticked),
        progress=_progress(page),
        next_url=next_url,
        next_label=next_label,
        previous_url=reverse("lessons:step", args=[step.lesson_id, page.place - 1]) if page.place > 1 else "",
        drafts=kind.drafts,
        ask=str(step.data.get("ask", "")),
        notice=notice,
    )


def status_text(view: StepView, result: Result) -> str:
    """Return the sentences that are read aloud after a form."""
    if view.notice:
        return view.notice
    if result is Result.HINTED and view.hints:
        last = view.hints[-1]
        return f"{last.title}. {last.spoken}"
    if view.feedback and result is Result.ANSWERED:
        return view.feedback.spoken
    return view.task


def focus_target(view: StepView, result: Result) -> str:
    """Return the id of the control that gets the focus after a form."""
    if result is Result.NOTHING_CHOSEN:
        return "notice"
    if result is Result.HINTED:
        return "hint-button" if view.may_hint else "next"
    if view.phase == StepProgress.Phase.SOLVED:
        return "next"
    if result is Result.RETRIED:
        return first_control(view)
    return "feedback" if view.feedback else "task"


def first_control(view: StepView) -> str:
    """Return the id of the first thing to answer with."""
    if view.mode in ("buttons", "checks"):
        return next((f"card-{card.code}" for card in view.table.you.cards if card), "task")
    return "choice-0" if view.choices else "who-you" if view.ask else "task"


def _turn(kind: Kind) -> SafeString:
    led = kind.led()
    return fill(events.OPPONENT_LEADS, {"card": led}) if led else SafeString("")


def _mode(kind: Kind, progress: StepProgress, mark: Mark | None) -> str:
    """How the hand is shown: cards to press, cards to tick, or cards to look at."""
    if progress.phase == StepProgress.Phase.SOLVED:
        return "plain"
    # A card that was played lies in the trick: the same position comes back with "Try again".
    played = mark is not None and mark.verdict is not Verdict.REFUSED
    return "plain" if played and kind.hand_mode == "buttons" else kind.hand_mode


def _table(kind: Kind, progress: StepProgress, mark: Mark | None) -> TableView:
    marks: dict[str, tuple[str, str]] = {}
    if progress.hint >= HINTS - 1:
        marks |= {
            card.code: ("look", pgettext("part of a spoken card name", "marked by the hint"))
            for card in kind.candidates()
        }
    answer: Mapping[str, Any] = progress.answer or {}
    if mark is not None and mark.refused is not None and "card" in answer:
        marks[answer["card"]] = ("wrong", pgettext("part of a spoken card name", "cannot be played"))
    if mark is not None and mark.right and "cards" in answer:
        may = ("right", pgettext("part of a spoken card name", "may be played"))
        marks |= dict.fromkeys(answer["cards"], may)
    elif mark is not None and "cards" in answer and mark.refused is not None:
        extra = [code for code in answer["cards"] if code not in kind.right_answers()[0]["cards"]]
        marks |= {code: ("wrong", pgettext("part of a spoken card name", "cannot be played")) for code in extra}
    ticked = (progress.draft or progress.answer or {}).get("cards", ())
    table = kind.table(progress.answer)
    return table.marked(marks, ticked)


def _feedback(mark: Mark, links: Mapping[str, RuleLink], progress: StepProgress) -> Feedback:
    if mark.refused is not None and mark.verdict is Verdict.REFUSED:
        told = heading(mark.refused)
        spoken = f"{answers.NOT_ALLOWED} {_said(mark.says)} {answers.NOTHING_CHANGED}"
    else:
        told = str(answers.ANSWER_SHOWN if progress.shown else VERDICTS[mark.verdict])
        spoken = f"{told} {_said(mark.says)}"
    return Feedback(told, tuple(say.html() for say in mark.says), spoken, links.get(mark.rule), TONES[mark.verdict])


def _said(says: tuple[Say, ...]) -> str:
    return " ".join(say.text() for say in says)


def _hints(kind: Kind, progress: StepProgress, links: Mapping[str, RuleLink]) -> tuple[Hint, ...]:
    link = links[kind.shown_rule()]
    sayings = (
        lambda: Say(answers.HINT_RULE, {"rule": link.label}),
        kind.look_hint,
        kind.narrowing_hint,
        kind.answer_hint,
    )
    return tuple(
        Hint(
            _("Hint %(n)s of %(total)s") % {"n": level, "total": HINTS},
            say().html(),
            say().text(),
            link if level == 1 else None,
        )
        for level, say in enumerate(sayings[: progress.hint], 1)
    )


def _hint_button(progress: StepProgress) -> str:
    if progress.hint == HINTS - 1 or progress.phase == StepProgress.Phase.WRONG:
        return _("Show the answer")
    return pgettext("button", "Next hint") if progress.hint else pgettext("button", "Hint")


def _choices(page: StepOnPage, ticked: Mapping[str, Any] | None) -> tuple[Choice, ...]:
    kind, progress = page.kind, page.progress
    if isinstance(kind, PickKind):
        chosen = (ticked or {}).get("pick")
        return tuple(
            Choice(
                value=(key := statement.key.rsplit(".", 1)[1]),
                text=statement.text,
                checked=key == chosen,
                **_pick_mark(kind, progress, key),
            )
            for statement in page.statements
        )
    if isinstance(kind, SpotKind):
        chosen = (ticked or {}).get("line")
        solved = progress.phase == StepProgress.Phase.SOLVED
        index, _refused = kind.mistake()
        return tuple(
            Choice(
                str(line),
                events.tell([event], Seat.A, duties=True),
                str(line) == chosen,
                "wrong" if solved and line == index else "",
            )
            for line, event in enumerate(kind.lines())
        )
    return ()


def _pick_mark(kind: PickKind, progress: StepProgress, key: str) -> dict[str, str]:
    right = kind.right_answers()[0]["pick"]
    if progress.phase == StepProgress.Phase.SOLVED and key == right:
        return {"mark": "right", "note": pgettext("mark, statement", "true")}
    if progress.hint >= HINTS - 1 and key == kind.struck():
        return {"mark": "struck", "note": pgettext("mark, statement", "not true")}
    return {}


def _reasons(kind: Kind, ticked: Mapping[str, Any] | None) -> tuple[Choice, ...]:
    if not isinstance(kind, SpotKind):
        return ()
    chosen = (ticked or {}).get("reason")
    return tuple(Choice(reason.value, str(SHORT_NAMES[reason]), reason.value == chosen) for reason in REASONS)


def _progress(page: StepOnPage) -> tuple[tuple[str, str], ...]:
    """One pair a step: how it stands, and its address."""
    found = []
    for number, key in enumerate(page.step_keys, 1):
        state = "now" if number == page.place else "done" if key in page.solved else "open"
        found.append((state, reverse("lessons:step", args=[page.step.lesson_id, number])))
    return tuple(found)
