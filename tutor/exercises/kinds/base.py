"""What every kind of exercise can do: ask, read an answer, mark it, give hints, show its table.

A kind computes its answers with the engine from the position in its data; no answer is stored anywhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from engine.cards import Card, parse_cards
from engine.deal import Deal
from engine.errors import ReadError
from engine.events import Event
from engine.history import History, replay
from engine.notation import read, read_action
from engine.ruleset import Ruleset
from engine.seats import Seat
from engine.tricks import TrickReason
from engine.verdict import Refused
from engine.view import View, view_of
from tutor.exercises.controls import Field, Option, Shown
from tutor.exercises.standing import announced
from tutor.web.table import TableView
from tutor.wording import answers, events
from tutor.wording.sentences import Say
from tutor.wording.tricks import BEFORE_TRUMPS, TRICK_REASONS

Answer = dict[str, Any]
Posted = Mapping[str, Sequence[str]]


class Verdict(StrEnum):
    """How an answer stands."""

    RIGHT = "right"
    WRONG = "wrong"
    REFUSED = "refused"
    BETTER = "better"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True)
class Mark:
    """What is said to an answer: the verdict, the sentences behind it, the rule that they rest on."""

    verdict: Verdict
    says: tuple[Say, ...]
    rule: str
    refused: Refused | None = None
    line: tuple[Event, ...] = ()
    """How the deal goes on after an action that was not the best, to its end."""

    @property
    def right(self) -> bool:
        """The exercise is solved."""
        return self.verdict is Verdict.RIGHT


class BadAnswerError(ValueError):
    """A form that no page of ours sends: an unknown card, a statement that is not there."""


class Kind(ABC):
    """One exercise, ready to be asked and marked.

    ``data`` says what is asked, in the shape described in ``docs/exercises.md``. ``texts`` are sentences of a lesson
    in the language of the page, by key; a machine-made exercise has none and is worded by ``tutor.wording``.
    """

    drafts = False
    """Whether an answer is put together before it is sent, so that a draft can get lost."""
    hand_mode = "plain"
    """How the hand takes part: ``buttons`` to press, ``checks`` to tick, ``plain`` to look at."""
    choose_first: object = answers.CHOOSE_FIRST
    """What is said to a form in which nothing was chosen."""
    look = "position"
    """Hint 2, where the data does not name a better one."""

    def __init__(
        self,
        data: Mapping[str, Any],
        rules: Ruleset,
        *,
        show_trump: bool = True,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        self.data = data
        self.rules = rules
        self.show_trump = show_trump
        self.texts = texts or {}

    @cached_property
    def view(self) -> View:
        """The position as the learner (seat A, below) may know it."""
        return view_in(self.data, self.rules)

    @cached_property
    def deal(self) -> Deal:
        """The position with all its cards, for the engine alone."""
        return deal_in(self.data, self.rules)

    @property
    def trick_words(self) -> Mapping[TrickReason, object]:
        """Why a trick is won, in words that do not run ahead of the lesson."""
        return TRICK_REASONS if self.show_trump else BEFORE_TRUMPS

    # -- asking ------------------------------------------------------------------------------------------------

    @abstractmethod
    def task(self) -> tuple[Say, ...]:
        """Return what is asked, for an exercise without a text of its own."""

    def fields(self, shown: Shown) -> tuple[Field, ...]:
        """Return the controls beside the hand."""
        return ()

    def record(self) -> tuple[str, ...]:
        """Return what has happened in the deal so far, line by line, where the exercise tells it."""
        return ()

    @abstractmethod
    def table(self, answer: Answer | None) -> TableView:
        """Return the table, after ``answer`` where one was given."""

    def marks(self, answer: Answer, mark: Mark) -> dict[str, tuple[str, str]]:
        """Return the cards of the hand that an answer sets off: code -> mark and its word."""
        return {}

    def turn(self) -> tuple[Say, ...]:
        """Return the sentences before the task: what the opponent has led, or how things stand."""
        if self.hand_mode == "plain":
            return ()
        if self.view.led is not None:
            return (Say(events.OPPONENT_LEADS, {"card": self.view.led}),)
        return (announced(self.view),) if self.view.announced is not None else ()

    # -- marking -----------------------------------------------------------------------------------------------

    @abstractmethod
    def read_answer(self, posted: Posted) -> Answer | None:
        """Return the answer as codes, None where nothing was chosen.

        Raises:
            BadAnswerError: the form holds what this exercise does not offer.
        """

    @abstractmethod
    def mark(self, answer: Answer) -> Mark:
        """Mark an answer with the engine."""

    @abstractmethod
    def all_answers(self) -> list[Answer]:
        """Return every answer that the page offers, right and wrong (for sets: a fair choice of them)."""

    def right_answers(self) -> list[Answer]:
        """Return the answers that are right."""
        return [answer for answer in self.all_answers() if self.mark(answer).right]

    def is_complete(self, answer: Answer) -> bool:
        """Return whether an answer holds all that is asked; one that does not is kept as a draft."""
        return True

    def goes_on(self, answer: Answer) -> bool:
        """Return whether an answer that is not complete is right so far, and the next part is asked for."""
        return False

    def as_form(self, answer: Answer) -> dict[str, list[str]]:
        """Return an answer as the fields of a form."""
        return {
            name: [str(item) for item in value] if isinstance(value, list) else [str(value)]
            for name, value in answer.items()
            if value is not None
        }

    def accepts(self, answer: Answer) -> bool:
        """Return whether a remembered answer still is one that the page offers."""
        return self.read_answer(self.as_form(answer)) == answer

    def reads(self, draft: Answer) -> bool:
        """Return whether a remembered draft still is one of this exercise."""
        return self.read_answer(self.as_form(draft)) == draft

    def kept_on_retry(self, answer: Answer) -> Answer | None:
        """Return what stays of a wrong answer when it is tried again."""
        return None

    @property
    def begun(self) -> bool:
        """Whether something stands of an answer that takes several posts, so that one may want to begin again."""
        return False

    def resumed(self, answer: Answer | None) -> Kind:
        """Return the exercise after what was done so far, for those that are answered in several posts."""
        return self

    # -- hints -------------------------------------------------------------------------------------------------

    def shown_rule(self) -> str:
        """Return the rule of the exercise, for hint 1."""
        rule: str = self.data["rule"]
        return rule

    @property
    def link_rules(self) -> Ruleset:
        """The ruleset whose rule book words the rule."""
        return self.rules

    def look_hint(self) -> Say:
        """Return hint 2: where to look."""
        return Say(answers.HINT_LOOK[self.data.get("look", self.look)])

    @abstractmethod
    def narrowing_hint(self) -> Say:
        """Return hint 3."""

    def narrowing_is_answer(self) -> bool:
        """Return whether hint 3 would give the answer away: then it says so and hint 4 opens with it."""
        return False

    def candidates(self) -> tuple[Card, ...]:
        """Return the cards that hint 3 sets off."""
        return ()

    @abstractmethod
    def answer_hint(self) -> Say:
        """Return the answer in words, for hint 4."""


def written_cards(data: Mapping[str, Any]) -> tuple[Card, ...]:
    """Return the ``cards`` of an exercise, which may be one text or a list of codes."""
    written = data["cards"]
    return parse_cards(written if isinstance(written, str) else "".join(written))


def view_in(data: Mapping[str, Any], rules: Ruleset) -> View:
    """Return the position of a step as the learner (seat A, below) may know it."""
    position = read(data["position"], rules)
    return view_of(position, Seat.A) if isinstance(position, Deal) else position


def deal_in(data: Mapping[str, Any], rules: Ruleset) -> Deal:
    """Return the position of a step with all its cards; what is hidden is filled in canonical order.

    Only the engine looks at these cards; pages are made from :func:`view_in`.
    """
    position = read(data["position"], rules)
    return position if isinstance(position, Deal) else position.fill(position.unseen)


def history_in(data: Mapping[str, Any], rules: Ruleset) -> History:
    """Return the position of an exercise with its ``actions``, replayed.

    Raises:
        IllegalHistory: one of them is refused, a fault of the data.
    """
    return replay(deal_in(data, rules), [read_action(text) for text in data.get("actions", ())])


def one_card(posted: Posted, name: str = "card") -> Card | None:
    """Read one card of a form.

    Raises:
        BadAnswerError: it is no card.
    """
    codes = posted.get(name, ())
    if not codes:
        return None
    return _card(codes[-1])


def many_cards(posted: Posted, name: str = "cards") -> tuple[Card, ...]:
    """Read the ticked cards of a form.

    Raises:
        BadAnswerError: one of them is no card.
    """
    return tuple(_card(code) for code in posted.get(name, ()))


def one_of(posted: Posted, name: str, known: Sequence[str]) -> str | None:
    """Read one choice of a form.

    Raises:
        BadAnswerError: it is none of the known ones.
    """
    chosen = posted.get(name, ())
    if not chosen or not chosen[-1]:
        return None
    if chosen[-1] not in known:
        raise BadAnswerError(f"{name}={chosen[-1][:40]}")
    return chosen[-1]


def _card(code: str) -> Card:
    try:
        return Card.parse(code)
    except ReadError as error:
        raise BadAnswerError(str(error)) from error


def options(name: str, texts: Mapping[str, str], chosen: object = None) -> tuple[Option, ...]:
    """Return choices with the ids that the page gives them: value -> its words."""
    return tuple(
        Option(value, text, f"{name}-{value}".replace(" ", "-"), value == chosen) for value, text in texts.items()
    )


def chosen_in(shown: Shown, name: str) -> Any:
    """Return what is chosen so far in one field."""
    return (shown.chosen or {}).get(name)
