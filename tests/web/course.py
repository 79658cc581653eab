"""The steps of the course for tests, and a second opinion on their answers that shares no code with the site."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from engine.ruleset import CLASSIC
from tests.conftest import LANGUAGES
from tests.web.markup import Node, read
from tutor.exercises.kinds import make
from tutor.exercises.kinds.base import Answer, Kind
from tutor.lessons.models import Lesson, Step
from tutor.lessons.sync import rows
from tutor.lessons.variants import resolved

HTMX = {"HX-Request": "true"}
TOKEN = frozenset({"csrfmiddlewaretoken"})
OTHER_LANGUAGES = tuple(language for language in LANGUAGES if language != "en")


@dataclass(frozen=True)
class Place:
    """One step as its file says it."""

    slug: str
    number: int
    key: str
    kind_name: str
    data: Mapping[str, Any]
    lesson: Mapping[str, Any]

    @property
    def id(self) -> str:
        """The name of the row in a table of tests."""
        return self.key

    @cached_property
    def kind(self) -> Kind:
        """The step as the site reads it."""
        return make(
            resolved({**self.data, "kind": self.kind_name}, CLASSIC), CLASSIC, show_trump=self.lesson["show_trump"]
        )

    def path(self, language: str = "en") -> str:
        """The address of the step."""
        return f"/{language}/learn/{self.slug}/{self.number}/"

    @cached_property
    def answers(self) -> list[Answer]:
        """Every answer that the page offers, as the site counts them."""
        with override("en"):
            return self.kind.all_answers()

    @property
    def right(self) -> Answer:
        """An answer that the second opinion calls right."""
        return next(answer for answer in self.answers if expected(self, answer) == "right")

    @property
    def wrong(self) -> Answer:
        """An answer that the second opinion does not call right; every step has one."""
        return next(answer for answer in self.answers if expected(self, answer) != "right")


def _places() -> Iterator[Place]:
    found = list(rows())
    lessons = {row.key: row.values for row in found if row.model is Lesson}
    for row in found:
        if row.model is Step:
            slug, values = row.values["lesson_id"], row.values
            yield Place(slug, values["position"], row.key, values["kind"], values["data"], lessons[slug])


PLACES = tuple(_places())
SLUGS = tuple(dict.fromkeys(place.slug for place in PLACES))


def each(places: tuple[Place, ...] | list[Place] = PLACES) -> list[Any]:
    """The steps as rows with names."""
    assert places
    return [pytest.param(place, id=place.id) for place in places]


def of_kind(*names: str) -> list[Place]:
    """The steps of some kinds."""
    return [place for place in PLACES if place.kind_name in names]


def named(answer: Answer) -> str:
    """An answer as the name of a row."""
    return "-".join("+".join(value) if isinstance(value, list) else str(value) for value in answer.values())


@dataclass
class Visitor:
    """Somebody with a browser of their own."""

    language: str = "en"
    htmx: bool = False

    def __post_init__(self) -> None:
        self.client = Client()

    def open(self, place: Place) -> Node:
        """The page of a step."""
        response = self.client.get(place.path(self.language))
        assert response.status_code == 200
        return read(response.content)

    def send(self, place: Place, **form: Any) -> Any:
        """Post a form as it is."""
        headers = HTMX if self.htmx else {}
        return self.client.post(place.path(self.language), form, headers=headers)

    def act(self, place: Place, do: str = "answer", answer: Answer | None = None, seen: int | None = None) -> Node:
        """Post with the number of actions that the page knows, and return what is shown then."""
        if seen is None:
            seen = seen_by(self.open(place))
        response = self.send(place, seen=seen, do=do, **(answer or {}))
        if self.htmx:
            assert response.status_code == 200, response.status_code
            return read(response.content)
        assert response.status_code in (302, 303), response.status_code
        assert response["Location"].partition("#")[0] == place.path(self.language)
        return self.open(place)


def seen_by(page: Node) -> int:
    """The number of actions that a step on a page carries."""
    return int(page.one("input", name="seen").attrs["value"])


def phase_of(page: Node) -> str:
    """Where the step on a page stands."""
    return page.one("section", id="step").attrs["data-phase"]


def focus_of(response: Any) -> str:
    """The id that a fragment names for the focus."""
    (named_id,) = (value["id"] for value in json.loads(response["HX-Trigger-After-Settle"]).values())
    return str(named_id)


def hints_on(page: Node) -> list[str]:
    """The texts of the opened hints, without their numbers."""
    hints = page.by_id("hints")
    return [item.elements[1].text for item in hints.elements] if hints else []


def ticked_on(page: Node) -> dict[str, Any]:
    """What is ticked or chosen in the form of a step."""
    found: dict[str, Any] = {}
    for box in page.all("input"):
        if "checked" in box.attrs and box.attrs["type"] == "checkbox":
            found.setdefault(box.attrs["name"], []).append(box.attrs["value"])
        elif "checked" in box.attrs:
            value = box.attrs["value"]
            found[box.attrs["name"]] = int(value) if value.isdigit() else value
    for option in page.all("option"):
        if "selected" in option.attrs and option.attrs["value"]:
            found["reason"] = option.attrs["value"]
    return found


# -- the second opinion --------------------------------------------------------------------------------------------
# Cards are two letters, the rules are those of the classic game, the only one of the lessons so far. Verdicts are the
# words ``right``, ``wrong``, ``refused``, ``better``, ``incomplete``.

RANKS_FROM_LOW = "9JQKTA"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
PACK = [rank + suit for suit in "CDHS" for rank in "ATKQJ9"]


def expected(place: Place, answer: Answer) -> str:
    """How an answer stands."""
    return _EXPECTED[place.kind_name](place.data, answer)


def beats(led: str, answer: str, trump: str) -> bool:
    """Whether the second card wins the trick."""
    if led[1] == answer[1]:
        return RANKS_FROM_LOW.index(answer[0]) > RANKS_FROM_LOW.index(led[0])
    return answer[1] == trump


def refusal_of(hand: list[str], led: str, trump: str, card: str) -> str:
    """Why a card may not answer when nobody draws any more; nothing where it may."""
    same = [held for held in hand if held[1] == led[1]]
    if same and card[1] != led[1]:
        return "must_follow"
    if same and any(beats(led, held, trump) for held in same):
        return "" if beats(led, card, trump) else "must_head"
    if not same and any(held[1] == trump for held in hand) and card[1] != trump:
        return "must_trump"
    return ""


@dataclass(frozen=True)
class Board:
    """The fields of a position that these steps need."""

    hand: list[str]
    theirs: list[str]
    drawing: bool
    turned: str
    trump: str
    led: str

    @classmethod
    def of(cls, position: str) -> Board:
        """Read the text of a position."""
        hands, stock, trump, turn = position.split(" ")[:4]
        mine, theirs = (_codes(side) for side in hands.split("/"))
        return cls(mine, theirs, stock != "-", stock.partition(".")[2], trump, turn.partition(":")[2])

    def playable(self) -> list[str]:
        """The cards of the hand that may be played."""
        if self.drawing or not self.led:
            return self.hand
        return [card for card in self.hand if not refusal_of(self.hand, self.led, self.trump, card)]

    @property
    def hidden(self) -> list[str]:
        """The cards that lie face down for the learner."""
        seen = {*self.hand, self.turned, self.led}
        if "??" in self.theirs:
            return [card for card in PACK if card not in seen]
        return self.theirs


def _codes(text: str) -> list[str]:
    return [] if text == "-" else [text[at : at + 2] for at in range(0, len(text), 2)]


def _play(data: Mapping[str, Any], answer: Answer) -> str:
    board, card, goal = Board.of(data["position"]), answer["card"], data["goal"]
    if card not in board.playable():
        return "refused"
    if goal == "legal":
        return "right"
    if goal == "sure":
        return "wrong" if any(beats(card, other, board.trump) for other in board.hidden) else "right"
    wins = beats(board.led, card, board.trump)
    if wins != goal.startswith("win"):
        return "wrong"
    alike = [held for held in board.playable() if beats(board.led, held, board.trump) is wins]
    cheap = goal.endswith("cheaply") and POINTS[card[0]] > min(POINTS[held[0]] for held in alike)
    return "better" if cheap else "right"


def _legal(data: Mapping[str, Any], answer: Answer) -> str:
    chosen, playable = set(answer["cards"]), set(Board.of(data["position"]).playable())
    if chosen == playable:
        return "right"
    return "incomplete" if chosen < playable else "wrong"


def _who(data: Mapping[str, Any], answer: Answer) -> str:
    trick = data["trick"]
    answer_wins = beats(trick["led"], trick["answer"], trick["trump"])
    mine = (trick["leader"] == "B") is answer_wins
    return "right" if (answer["who"] == "A") is mine else "wrong"


def _pick(data: Mapping[str, Any], answer: Answer) -> str:
    (chosen,) = (statement for statement in data["statements"] if statement["key"] == answer["statement"])
    return "right" if claim_holds(data, chosen) else "wrong"


def claim_holds(data: Mapping[str, Any], statement: Mapping[str, Any]) -> bool:
    """Whether a statement of a step is true."""
    if "beats" in statement:
        return beats(statement["beats"]["led"], statement["beats"]["answer"], data["trump"])
    board = Board.of(data["position"])
    if "trumps" in statement:
        return sum(card[1] == board.trump for card in board.hand) == statement["trumps"]
    return _duty(board) in statement["duties"]


def _duty(board: Board) -> str:
    if board.drawing:
        return "free"
    same = [card for card in board.hand if card[1] == board.led[1]]
    if same:
        return "head" if any(beats(board.led, card, board.trump) for card in same) else "follow_lower"
    return "trump" if any(card[1] == board.trump for card in board.hand) else "nothing"


def refused_lines(data: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Replay a record; return its first line that breaks a rule, and every later one that does so too."""
    board = Board.of(data["position"])
    hands = {"A": list(board.hand), "B": list(board.theirs)}
    turn, led, broken = "A", "", []
    for index, line in enumerate(data["actions"]):
        who, card = line[0], line[2:]
        assert card in hands[who]
        if who != turn:
            broken.append((index, "not_your_turn"))
        elif led and (reason := refusal_of(hands[who], led, board.trump, card)):
            broken.append((index, reason))
        hands[who].remove(card)
        other = "B" if who == "A" else "A"
        if not led:
            turn, led = other, card
        else:
            turn, led = (who if beats(led, card, board.trump) else other), ""
    return broken


def _spot(data: Mapping[str, Any], answer: Answer) -> str:
    line, reason = refused_lines(data)[0]
    return "right" if (answer["line"], answer["reason"]) == (line, reason) else "wrong"


_EXPECTED = {"play": _play, "legal": _legal, "who": _who, "pick": _pick, "spot": _spot}
