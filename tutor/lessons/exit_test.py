"""The exit test of the course: twenty mixed questions over all rules, eighteen right.

It is kept like the steps of a lesson of its own name: one row for the test, one for each question. The questions follow
from a seed: checks of the lessons in other suits, and problems made afresh, so that nobody answers them from memory.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.cards import Suit
from engine.problems.item import Item
from engine.problems.making import make_for_rule
from engine.ruleset import Ruleset
from tutor.exercises.attempts import AWAITING, Change, Result, keep_draft, take
from tutor.exercises.kinds import KINDS, make
from tutor.exercises.kinds.base import Kind, Posted
from tutor.learners.models import StepProgress
from tutor.learners.services import Session, act, lesson_progress
from tutor.lessons.deals import fresh_seed
from tutor.lessons.models import Step
from tutor.lessons.services import checks_of, steps_of
from tutor.lessons.syllabus import askable
from tutor.lessons.sync import step_key
from tutor.lessons.texts import StepText, lessons
from tutor.lessons.variants import resolved, said, stored, taught_by

LESSON = "exit"
RUN = "exit.run"
COURSE, PASSED = "course", "course.exit"
"""Lesson and key of the row that says that the test was passed once: it stays when another test is begun."""
QUESTIONS, TO_PASS = 20, 18
CARD = re.compile(r"([AKQJT9])([CDHS])")
ANNOUNCED = re.compile(r"=([CDHS])")
SUIT_WORDS = re.compile(r"\b(clubs|diamonds|hearts|spades)\b")
LEAVE = frozenset({"kind", "rule", "rules", "ask", "of", "goal", "look", "key", "when", "variants", "rulesets"})
"""Keys of an exercise that name no card."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question: a rule, and the check of a lesson that asks about it. ``made``: asked with a problem made afresh
    where one is found.
    """

    number: int
    rule: str
    step: StepText
    made: bool


@dataclass(slots=True)
class Run:
    """A test that has been begun, with the questions and what was answered so far."""

    row: StepProgress
    rules: Ruleset
    seed: int
    questions: tuple[Question, ...]
    progress: Mapping[str, StepProgress]

    def row_of(self, number: int) -> StepProgress:
        """Return what is remembered of a question."""
        key = self.key_of(number)
        return self.progress.get(key) or StepProgress(step=key, lesson=LESSON)

    def key_of(self, number: int) -> str:
        """Return the key of a question in this test: another test has other keys."""
        return f"exit.{self.row.tries}.{number}"

    @property
    def answered(self) -> int:
        """How many questions have been answered."""
        return sum(self.row_of(question.number).phase != AWAITING for question in self.questions)

    @property
    def right(self) -> int:
        """How many of them are right."""
        return sum(self.row_of(question.number).solved for question in self.questions)

    @property
    def over(self) -> bool:
        """Every question has been answered."""
        return self.answered == len(self.questions)

    @property
    def passed(self) -> bool:
        """Enough of them are right."""
        return self.right >= min(TO_PASS, len(self.questions))

    @property
    def next_number(self) -> int:
        """The first question without an answer; the first one when all have one."""
        return next((q.number for q in self.questions if self.row_of(q.number).phase == AWAITING), 1)


@dataclass(slots=True)
class QuestionOnPage:
    """A question with its kind, its own task where the lesson has one, and where the visitor stands."""

    run: Run
    question: Question
    kind: Kind
    task: str
    progress: StepProgress


def find_run(session: Session, rules: Ruleset) -> Run | None:
    """Return the test that the visitor has begun under a ruleset, if any."""
    known = lesson_progress(session, LESSON)
    row = known.get(RUN)
    if row is None or not row.draft or row.draft.get("rules") != str(rules):
        return None
    seed = row.draft["seed"]
    return Run(row, rules, seed, questions_for(rules, seed), known)


def begin(session: Session, rules: Ruleset, seen: int) -> bool:
    """Begin a test, or a new one; a doubled form begins one only. The answers of tests before it are forgotten."""
    row = lesson_progress(session, LESSON).get(RUN) or StepProgress(step=RUN, lesson=LESSON)
    seed = fresh_seed()

    def change(progress: StepProgress) -> None:
        progress.draft = {"seed": seed, "rules": str(rules)}
        progress.tries += 1

    begun = act(session, row, seen, change)
    if begun:
        StepProgress.objects.filter(visitor=row.visitor_id, lesson=LESSON).exclude(step=RUN).delete()
    return begun


def run_actions(session: Session) -> int:
    """Return how often a test has been begun, for the form that begins one."""
    row = lesson_progress(session, LESSON).get(RUN)
    return row.actions if row else 0


def find_question(session: Session, number: int, rules: Ruleset) -> QuestionOnPage | None:
    """Return a question of the test that the visitor has begun; None where there is none."""
    run = find_run(session, rules)
    if run is None or not 1 <= number <= len(run.questions):
        return None
    question, row = run.questions[number - 1], run.row_of(number)
    made = made_problem(rules, run.seed, question) if question.made else None
    if made is not None:
        return QuestionOnPage(run, question, make(made, rules).resumed(row.draft), "", row)
    step = Step.objects.select_related("lesson").filter(key=step_key(question.step)).first()
    if step is None:
        return None
    passages = [(entry.role, entry.name, entry.shown_when, entry.text) for entry in step.passages.all()]
    replaced, sentences, _also = said(passages, rules)
    kind = make(varied(question.step, rules, run.seed), rules, texts=sentences).resumed(row.draft)
    return QuestionOnPage(run, question, kind, replaced.get("task", step.task), row)


def take_question(session: Session, page: QuestionOnPage, seen: int, posted: Posted) -> Result:
    """Mark the answer to a question, once: there is one try.

    Raises:
        BadAnswerError: the form holds what the question does not offer.
    """
    if page.progress.phase != AWAITING:
        return Result.STALE

    def keep(change: Change, *, counts: bool = True) -> bool:
        return act(session, page.progress, seen, change, counts=counts)

    result = take(page.kind, page.progress, keep, "answer", posted)
    if result is Result.STALE:
        page.progress = lesson_progress(session, LESSON).get(page.progress.step) or page.progress
    elif page.run.answered >= len(page.run.questions) - 1:
        _note_passing(session, page.run.rules)
    return result


def _note_passing(session: Session, rules: Ruleset) -> None:
    """Remember that a test was passed, once and for all."""
    run = find_run(session, rules)
    if run is None or not run.over or not run.passed:
        return
    row = lesson_progress(session, COURSE).get(PASSED) or StepProgress(step=PASSED, lesson=COURSE)

    def change(progress: StepProgress) -> None:
        progress.solved, progress.phase = True, StepProgress.Phase.SOLVED

    if not row.solved:
        act(session, row, row.actions, change)


def keep_question_draft(session: Session, page: QuestionOnPage, seen: int, posted: Posted) -> None:
    """Remember what was ticked when the language changes in the middle of an answer."""

    def keep(change: Change, *, counts: bool = True) -> bool:
        return act(session, page.progress, seen, change, counts=counts)

    if page.progress.phase == AWAITING:
        keep_draft(keep, page.kind.read_answer(posted))


def questions_for(rules: Ruleset, seed: int) -> tuple[Question, ...]:
    """Return the questions of a test: rules from all parts of the game in turn, a check of the lessons for each."""
    chance = random.Random(f"{rules}:{seed}")
    parts: dict[str, dict[str, list[StepText]]] = {}
    for lesson in lessons():
        for step in checks_of(lesson.slug, rules):
            if step.data["kind"] in KINDS:
                rule = resolved(stored(step.data), rules)["rule"]
                parts.setdefault(rule.partition(".")[0], {}).setdefault(rule, []).append(step)
    queues = [_shuffled(list(by_rule.items()), chance) for by_rule in parts.values()]
    chosen: list[tuple[str, StepText]] = []
    while len(chosen) < QUESTIONS and any(queues):
        for queue in _shuffled(queues, chance):
            if queue and len(chosen) < QUESTIONS:
                rule, steps = queue.pop()
                chosen.append((rule, chance.choice(steps)))
    return tuple(
        Question(number, rule, step, number % 2 == 0 and rule in askable(rules))
        for number, (rule, step) in enumerate(_shuffled(chosen, chance), 1)
    )


def made_problem(rules: Ruleset, seed: int, question: Question) -> Mapping[str, Any] | None:
    """Return a problem that the machine makes for a question; the same seed makes the same.

    None: it found none that asks for nothing but what the lessons have explained.
    """
    return _made(rules, seed, question.number, question.rule)


@lru_cache(maxsize=256)
def _made(rules: Ruleset, seed: int, number: int, rule: str) -> Mapping[str, Any] | None:
    made = make_for_rule(rule, rules, random.Random(f"{rules}:{seed}:{number}"), str(seed))
    if not isinstance(made, Item) or not {made.rule, *made.rules} <= taught(rules):
        return None
    return made.ask


@lru_cache(maxsize=64)
def taught(rules: Ruleset) -> frozenset[str]:
    """Return the rules that the lessons explain under a ruleset."""
    return frozenset(
        rule for lesson in lessons() for step in steps_of(lesson.slug, rules) for rule in taught_by(step, rules)
    )


def lessons_for(rule: str, rules: Ruleset) -> tuple[str, ...]:
    """Return the lessons that explain a rule, by slug."""
    return tuple(lesson.slug for lesson in lessons() if any(rule in taught_by(step, rules) for step in lesson.steps))


def varied(step: StepText, rules: Ruleset, seed: int) -> dict[str, Any]:
    """Return the data of a step in other suits, unless its own words name a suit."""
    chance = random.Random(f"{seed}:{step.address}")
    data = resolved(stored(step.data), rules)
    suits = _shuffled([suit.value for suit in Suit], chance)
    told = [step.data.get("task", ""), *(passage.text for passage in step.passages)]
    if any(SUIT_WORDS.search(text) for text in told):
        return data
    return renamed(data, dict(zip((suit.value for suit in Suit), suits, strict=True)))


def renamed(data: Mapping[str, Any], suits: Mapping[str, str]) -> dict[str, Any]:
    """Return the data of an exercise with its suits renamed."""
    return {name: value if name in LEAVE else _renamed(value, suits, name) for name, value in data.items()}


def _renamed(value: Any, suits: Mapping[str, str], name: str) -> Any:
    if isinstance(value, Mapping):
        return {key: item if key in LEAVE else _renamed(item, suits, key) for key, item in value.items()}
    if isinstance(value, list):
        return [_renamed(item, suits, name) for item in value]
    if not isinstance(value, str):
        return value
    if name == "trump":
        return suits[value]
    if name == "position":
        fields = value.split(" ")
        fields[2] = suits[fields[2]]
        value = " ".join(fields)
    value = CARD.sub(lambda found: found[1] + suits[found[2]], value)
    return ANNOUNCED.sub(lambda found: "=" + suits[found[1]], value)


def _shuffled(items: list[Any], chance: random.Random) -> list[Any]:
    return chance.sample(items, len(items))
