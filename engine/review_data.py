"""A review as plain data, so that it is worked out once and kept; positions are rebuilt from the deal itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.actions import Action
from engine.cards import Card, Suit
from engine.coach import Advice, Cause, Ground, Option, Told
from engine.deal import Deal
from engine.history import replay
from engine.notation import read_action, write_action
from engine.referee import refusal
from engine.review import Mark, Miss, Missed, Moment, Review, Tried
from engine.search.values import Kind, Worth
from engine.seats import Seat
from engine.verdict import Fact
from engine.view import view_of

VERSION = 1
"""Data of another version is not read: the review is worked out anew."""


def write_review(review: Review) -> dict[str, Any]:
    """Return a review as what JSON can hold."""
    return {
        "version": VERSION,
        "seat": review.seat.name,
        "moments": [_moment(moment) for moment in review.moments],
        "tried": [[tried.number, write_action(tried.action)] for tried in review.tried],
        "done": review.done,
        "total": review.total,
    }


def read_review(data: Mapping[str, Any], start: Deal, actions: Sequence[Action]) -> Review:
    """Return a review from data, for the deal that it was made of.

    Raises:
        ValueError: the data is of another version, or does not belong to this deal.
    """
    try:
        if data["version"] != VERSION:
            raise ValueError("another version")
        return _Reader(start, actions, Seat[data["seat"]]).review(data)
    except (IndexError, KeyError, TypeError) as error:
        raise ValueError(str(error)) from error


# -- writing -----------------------------------------------------------------------------------------------------


def _moment(moment: Moment) -> dict[str, Any]:
    found: dict[str, Any] = {"n": moment.number, "mark": moment.mark.value}
    if moment.missed:
        found["missed"] = [[each.miss.value, each.points, [card.code for card in each.cards]] for each in moment.missed]
    if moment.advice is not None:
        found["advice"] = [moment.advice.done, moment.advice.total, [write_option(o) for o in moment.advice.options]]
    return found


def write_option(option: Option) -> dict[str, Any]:
    """Return what is said of one action as what JSON can hold."""
    return {
        "do": write_action(option.action),
        "worth": _worth(option.worth),
        "ground": option.ground.value,
        "plan": None if option.plan is None else _worth(option.plan),
        "exact": option.plan_exact,
        "allowance": option.allowance,
        "best": option.best,
        "lost": option.lost,
        "why": [
            [told.cause.value, {name: _fact(fact) for name, fact in told.facts.items()}] for told in option.reasons
        ],
    }


def _worth(worth: Worth) -> list[Any]:
    return [worth.value, worth.kind.value, worth.n, worth.error]


def _fact(fact: Fact) -> Any:
    match fact:
        case Card():
            return {"card": fact.code}
        case Suit():
            return {"suit": fact.value}
        case tuple():
            return [card.code for card in fact]
        case _:
            return fact


# -- reading -----------------------------------------------------------------------------------------------------


class _Reader:
    """Reads the data of one deal."""

    def __init__(self, start: Deal, actions: Sequence[Action], seat: Seat) -> None:
        self.actions = actions
        self.seat = seat
        self.positions = [start]
        for action in actions:
            self.positions.append(replay(self.positions[-1], [action]).deal)

    def review(self, data: Mapping[str, Any]) -> Review:
        moments = tuple(self._moment(each) for each in data["moments"])
        tried = tuple(self._tried(number, read_action(text)) for number, text in data["tried"])
        return Review(self.seat, moments, tried, data["done"], data["total"])

    def _moment(self, data: Mapping[str, Any]) -> Moment:
        number, action = data["n"], self.actions[data["n"]]
        if action.by is not self.seat:
            raise ValueError("an action of the other player")
        advice = None
        if "advice" in data:
            done, total, options = data["advice"]
            advice = Advice(self.seat, tuple(read_option(each) for each in options), done, total)
        missed = tuple(
            Missed(Miss(miss), points, tuple(map(Card.parse, cards))) for miss, points, cards in data.get("missed", ())
        )
        return Moment(number, view_of(self.positions[number], self.seat), action, advice, Mark(data["mark"]), missed)

    def _tried(self, number: int, action: Action) -> Tried:
        refused = refusal(self.positions[number], action)
        if refused is None:
            raise ValueError("an action that is not refused")
        return Tried(number, action, refused)


def read_option(data: Mapping[str, Any]) -> Option:
    """Return what is said of one action from data."""
    return Option(
        action=read_action(data["do"]),
        worth=_read_worth(data["worth"]),
        ground=Ground(data["ground"]),
        plan=None if data["plan"] is None else _read_worth(data["plan"]),
        plan_exact=data["exact"],
        allowance=data["allowance"],
        best=data["best"],
        lost=data["lost"],
        reasons=tuple(
            Told(Cause(cause), **{name: _read_fact(fact) for name, fact in facts.items()})
            for cause, facts in data["why"]
        ),
    )


def _read_worth(data: Sequence[Any]) -> Worth:
    value, kind, n, error = data
    return Worth(value, Kind(kind), n, error)


def _read_fact(fact: Any) -> Fact:
    match fact:
        case {"card": code}:
            return Card.parse(code)
        case {"suit": suit}:
            return Suit(suit)
        case list():
            return tuple(Card.parse(code) for code in fact)
        case _:
            number: int = fact
            return number
