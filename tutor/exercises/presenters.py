"""An exercise as templates show it: already worded, and it holds no hidden card and no answer before it is due."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tutor.content.position_links import position_link
from tutor.content.rule_links import RuleLink, rule_links
from tutor.content.terms import Part, spotted
from tutor.exercises.attempts import AWAITING, HINTS, SOLVED, WRONG, Attempt, Result, agrees
from tutor.exercises.controls import Field, Form, Shown
from tutor.exercises.kinds.base import Kind, Mark, Verdict
from tutor.exercises.records import told
from tutor.web.table import TableView
from tutor.wording import answers
from tutor.wording.refusals import heading
from tutor.wording.sentences import Say

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
CHECKED = (Form.RADIOS, Form.LINES, Form.SELECT, Form.NUMBER, Form.CARDS)
"""Fields that are sent with a button of their own."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What is said to the last answer: a verdict, the sentences behind it, the rule, and how it is set off.

    ``said``: the same sentences with their terms, each of which opens its meaning. ``line``: how the deal goes on
    after an action that was not the best.
    """

    heading: str
    says: tuple[SafeString, ...]
    said: tuple[Part, ...]
    spoken: str
    rule: RuleLink | None
    tone: str
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """An opened hint. ``spoken``: title and text as they are read aloud."""

    title: str
    text: SafeString
    spoken: str
    rule: RuleLink | None


@dataclass(frozen=True, slots=True)
class Frame:
    """What the page around an exercise gives it: its texts and addresses."""

    url: str
    draft_url: str
    next_url: str
    next_label: str
    teach: tuple[Part, ...] = ()
    task: tuple[Part, ...] = ()
    spoken_task: str = ""
    notice: str = ""
    one_try: bool = False
    """Whether the first answer stands: no hints, no second try."""


@dataclass(frozen=True, slots=True)
class ExerciseView:
    """An exercise, ready for its template."""

    frame: Frame
    teach: tuple[Part, ...]
    task: tuple[Part, ...]
    spoken_task: str
    turn: SafeString
    record: tuple[str, ...]
    seen: int
    phase: str
    mode: str
    live: bool
    table: TableView
    fields: tuple[Field, ...]
    checks: bool
    feedback: Feedback | None
    hints: tuple[Hint, ...]
    may_hint: bool
    hint_button: str
    drafts: bool
    notice: str
    explorer_url: str = ""
    may_restart: bool = False

    @property
    def closed(self) -> bool:
        """The answer stands: nothing can be chosen any more."""
        return self.phase == SOLVED or (self.frame.one_try and not self.live)


@dataclass(frozen=True, slots=True)
class _State:
    """An attempt as it is shown: what no longer fits the exercise is left out."""

    phase: str
    answer: Any
    draft: Any
    hint: int
    shown: bool


def exercise_view(kind: Kind, attempt: Attempt, frame: Frame) -> ExerciseView:
    """Word an exercise as somebody has left it."""
    state = _state(kind, attempt)
    # Once all is done, the hints are those of the beginning again.
    hinting = kind if state.phase == SOLVED else kind.resumed(state.answer or state.draft)
    kind = kind.resumed(state.answer or state.draft)
    mark = kind.mark(state.answer) if state.answer else None
    links = rule_links({kind.shown_rule(), *([mark.rule] if mark else [])}, kind.link_rules)
    again = mark is not None and mark.verdict is Verdict.REFUSED and not frame.one_try
    live = state.phase == AWAITING or again
    fields = kind.fields(Shown(state.draft or state.answer, state.hint, state.phase == SOLVED))
    asked = kind.task()
    return ExerciseView(
        frame=frame,
        teach=frame.teach,
        task=frame.task or (Part(_together(say.html() for say in asked)),),
        spoken_task=frame.spoken_task or _said(asked),
        turn=_together(say.html() for say in kind.turn()),
        record=kind.record(),
        seen=attempt.actions,
        phase=state.phase,
        mode="plain" if frame.one_try and not live else _mode(kind, state, mark),
        live=live,
        table=_table(kind, state, mark),
        fields=fields,
        checks=(any(field.form in CHECKED for field in fields) or kind.hand_mode == "checks")
        and (live or not frame.one_try),
        feedback=_feedback(mark, links, state, _opened(frame)) if mark else None,
        hints=_hints(hinting, state, links),
        may_hint=state.phase != SOLVED and state.hint < HINTS and not frame.one_try,
        hint_button=_hint_button(state),
        drafts=kind.drafts,
        notice=frame.notice,
        explorer_url=_explorer_url(kind) if state.phase == SOLVED and not frame.one_try else "",
        may_restart=kind.begun and state.phase != SOLVED and not frame.one_try,
    )


def _explorer_url(kind: Kind) -> str:
    """Return the address of the position in the explorer, which would tell the answer before the exercise is solved."""
    if "position" not in kind.data or not kind.show_trump:
        return ""
    return position_link(kind.view)


def notice_for(key: str, kind: Kind | None) -> str:
    """Return what is said above an exercise after a form that changed nothing."""
    if key == Result.STALE.value:
        return str(answers.OLD_PAGE)
    if key == Result.NOTHING_CHOSEN.value and kind is not None:
        return str(kind.choose_first)
    return ""


def status_text(view: ExerciseView, result: Result) -> str:
    """Return the sentences that are read aloud after a form."""
    if view.notice:
        return view.notice
    if result is Result.HINTED and view.hints:
        return view.hints[-1].spoken
    if view.feedback and result is Result.ANSWERED:
        return view.feedback.spoken
    if result is Result.GOES_ON and view.record:
        return f"{answers.LINE_GOES_ON} {view.record[-1]}"
    return view.spoken_task


def focus_target(view: ExerciseView, result: Result) -> str:
    """Return the id of the control that gets the focus after a form."""
    if result is Result.NOTHING_CHOSEN:
        return "notice"
    if result is Result.HINTED:
        return "hint-button" if view.may_hint else "next"
    if view.phase == SOLVED:
        return "next"
    if result in (Result.RETRIED, Result.GOES_ON):
        return first_control(view)
    return "feedback" if view.feedback else "task"


def first_control(view: ExerciseView) -> str:
    """Return the id of the first thing to answer with."""
    if view.mode in ("buttons", "checks"):
        return next((f"card-{card.code}" for card in view.table.you.cards if card), "task")
    return next((field.first_id for field in view.fields if field.first_id), "task")


def _state(kind: Kind, attempt: Attempt) -> _State:
    if agrees(kind, attempt):
        return _State(attempt.phase, attempt.answer, _draft(kind, attempt.draft), attempt.hint, attempt.shown)
    return _State(AWAITING, None, None, 0, False)


def _draft(kind: Kind, draft: Any) -> Any:
    """Return a draft that still fits, else nothing."""
    if not draft:
        return None
    try:
        return draft if kind.reads(draft) else None
    except (LookupError, TypeError, ValueError):
        return None


def _together(parts: Iterable[SafeString]) -> SafeString:
    # Each part is safe; only spaces are put between them.
    return mark_safe(" ".join(parts))


def _mode(kind: Kind, state: _State, mark: Mark | None) -> str:
    """How the hand is shown: cards to press, cards to tick, or cards to look at."""
    if state.phase == SOLVED:
        return "plain"
    # A card that was played lies in the trick: the same position comes back with "Try again".
    played = mark is not None and mark.verdict is not Verdict.REFUSED
    return "plain" if played and kind.hand_mode == "buttons" else kind.hand_mode


def _table(kind: Kind, state: _State, mark: Mark | None) -> TableView:
    marks: dict[str, tuple[str, str]] = {}
    if state.hint >= HINTS - 1:
        marks |= {card.code: ("look", str(answers.NOTE_MARKED)) for card in kind.candidates()}
    if mark is not None:
        marks |= kind.marks(state.answer, mark)
    ticked = (state.draft or state.answer or {}).get("cards", ())
    return kind.table(state.answer).marked(marks, ticked)


def _opened(frame: Frame) -> set[str]:
    """Return the terms that the task of a page opens already."""
    return {part.term.key for part in frame.task if part.term}


def _feedback(mark: Mark, links: Mapping[str, RuleLink], state: _State, seen: set[str]) -> Feedback:
    if mark.refused is not None and mark.verdict is Verdict.REFUSED:
        title = heading(mark.refused)
        spoken = f"{answers.NOT_ALLOWED} {_said(mark.says)} {answers.NOTHING_CHANGED}"
    else:
        title = str(answers.ANSWER_SHOWN if state.shown else VERDICTS[mark.verdict])
        spoken = f"{title} {_said(mark.says)}"
    says = tuple(say.html() for say in mark.says)
    return Feedback(
        title, says, spotted(" ".join(says), seen), spoken, links.get(mark.rule), TONES[mark.verdict], told(mark.line)
    )


def _said(says: Iterable[Say]) -> str:
    return " ".join(say.text() for say in says)


def _hints(kind: Kind, state: _State, links: Mapping[str, RuleLink]) -> tuple[Hint, ...]:
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
            # Translators: read aloud. %(n)s and %(total)s are numbers, %(says)s is a sentence.
            _("Hint %(n)s of %(total)s. %(says)s") % {"n": level, "total": HINTS, "says": say().text()},
            link if level == 1 else None,
        )
        for level, say in enumerate(sayings[: state.hint], 1)
    )


def _hint_button(state: _State) -> str:
    if state.hint == HINTS - 1 or state.phase == WRONG:
        return _("Show the answer")
    return pgettext("button", "Next hint") if state.hint else pgettext("button", "Hint")
