"""What follows a wrong answer, and why the near misses fail: worded, a table for each trick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.safestring import SafeString

from engine.actions import Play
from engine.cards import Card
from engine.events import CardAnswered, CardLed, DealEnded, TrickWon
from engine.notation import read_action
from engine.problems.asks import NONE
from engine.referee import playable_cards
from engine.seats import Seat
from tutor.exercises.controls import Shown
from tutor.exercises.kinds.base import Answer, Kind, Mark
from tutor.exercises.kinds.legal import LegalKind
from tutor.exercises.records import told
from tutor.puzzles.following import Following, Trick, following, near_misses, wrong_action
from tutor.puzzles.services import PuzzleOnPage
from tutor.web.table import PlayedView, TableView, card_view, open_deal_table
from tutor.wording import answers
from tutor.wording import puzzles as words
from tutor.wording.advice import loss
from tutor.wording.cards import card_name
from tutor.wording.outcomes import outcome_sentences
from tutor.wording.sentences import Say, plain
from tutor.wording.tasks import action_words

MOST_MISSES = 5
ANCHOR = "#follows"


@dataclass(frozen=True, slots=True)
class TrickLink:
    """A trick of what follows, by its number."""

    label: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class Follows:
    """What follows a wrong action. Without ``table`` it is only offered, at ``url``."""

    action: str
    url: str
    says: tuple[str, ...] = ()
    tricks: tuple[TrickLink, ...] = ()
    lines: tuple[str, ...] = ()
    table: TableView | None = None
    ended: tuple[str, ...] = ()
    back: str = ""
    forward: str = ""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A wrong answer and why it is wrong; at ``url`` it is followed to the end."""

    answer: str
    says: tuple[SafeString | str, ...]
    url: str = ""


def follows_view(page: PuzzleOnPage, url: str, wish: str, trick: int) -> Follows | None:
    """Word what follows the visitor's wrong answer, or a near miss that is asked for; None where nothing does."""
    own = wrong_action(page)
    action = own or wish
    if not action or action == NONE or (not own and not trick):
        return None
    found = following(page, action)
    if found is None:
        return None
    named = _named(page, action)
    if not trick:
        return Follows(named, _at(url, "", 1))
    number = max(1, min(trick, len(found.tricks)))
    shown = found.tricks[number - 1]
    wished = "" if own else wish
    last = number == len(found.tricks)
    return Follows(
        action=named,
        url=_at(url, wished, 1),
        says=_opening(found),
        tricks=tuple(
            TrickLink(plain(words.TRICK, {"n": each}), _at(url, wished, each), each == number)
            for each in range(1, len(found.tricks) + 1)
        ),
        lines=told([event for event in shown.events if not isinstance(event, DealEnded)]),
        table=trick_table(shown),
        ended=tuple(outcome_sentences(found.outcome, Seat.A, page.rules.two_points_below)) if last else (),
        back=_at(url, wished, number - 1) if number > 1 else "",
        forward="" if last else _at(url, wished, number + 1),
    )


def _opening(found: Following) -> tuple[str, ...]:
    hand = (str(words.THIS_HAND if found.lost else words.HAND_STOPS),) if found.hidden else ()
    costs = (answers.costs(found.lost),) if found.lost else ()
    return (*hand, *costs, str(words.BEST_DEFENCE))


def _at(url: str, wish: str, trick: int) -> str:
    query = urlencode({**({"try": wish} if wish else {}), "trick": trick})
    return f"{url}{'&' if '?' in url else '?'}{query}{ANCHOR}"


def trick_table(trick: Trick) -> TableView:
    """Return the table with the two cards of a trick on it, both hands open; the winning card is set off."""
    table = open_deal_table(trick.after, Seat.A)
    trump = trick.after.trump
    cards = {type(event): event for event in trick.events if isinstance(event, CardLed | CardAnswered)}
    won = next((event for event in trick.events if isinstance(event, TrickWon)), None)
    led, answer = cards.get(CardLed), cards.get(CardAnswered)
    if led is None and trick.before.led is not None:
        led = CardLed(trick.before.on_lead, trick.before.led)
    if led is None:
        return table
    places = []
    for event in (led, answer):
        if event is None:
            continue
        view = card_view(event.card, trump)
        mark = "right" if won is not None and event.by is won.by else ""
        places.append(PlayedView(_name(table, event.by), replace(view, mark=mark)))
    return replace(table, trick=tuple(places))


def _name(table: TableView, seat: Seat) -> str:
    return table.you.name if seat is Seat.A else table.opponent.name


def near_miss_views(page: PuzzleOnPage, url: str) -> Iterator[NearMiss]:
    """Yield the wrong answers that come nearest to the right one, and why each fails."""
    costs = near_misses(page.problem)
    if costs:
        for action, cost in list(costs.items())[:MOST_MISSES]:
            yield NearMiss(_named(page, action), _cost(page, action, cost), _at(url, action, 1))
        return
    yield from list(_by_rule(page.kind))[:MOST_MISSES]


def _named(page: PuzzleOnPage, text: str) -> str:
    """Return an action in words: a card by its name alone."""
    action = read_action(text)
    return card_name(action.card) if isinstance(action, Play) else action_words(action, page.kind.view.trump)


def _cost(page: PuzzleOnPage, action: str, cost: float) -> tuple[SafeString | str, ...]:
    """Say what an action costs; where no number tells that, what the exercise says to it."""
    if not cost and page.problem.ask["kind"] == "act":
        return tuple(say.html() for say in page.kind.mark({"act": action}).says)
    return (answers.costs(round(cost)),) if page.problem.theme.family == "E" else (loss(cost),)


def _by_rule(kind: Kind) -> Iterator[NearMiss]:
    """Yield wrong answers with the sentences that the rules say to them, where those are not the same for all."""
    fresh = kind.resumed(None)
    said = {_text(fresh.mark(answer)) for answer in fresh.right_answers()}
    for label, mark in _labelled(fresh):
        text = _text(mark)
        if not mark.right and label and text not in said:
            yield NearMiss(label, tuple(say.html() for say in mark.says))


def _labelled(kind: Kind) -> Iterator[tuple[str, Mark]]:
    if isinstance(kind, LegalKind):
        right = [card.code for card in playable_cards(kind.deal)]
        for card in kind.view.hand:
            if card.code not in right:
                mark = kind.mark({"cards": [card.code]})
                yield card_name(card), replace(mark, says=mark.says[-1:])
        return
    labels = {(field.name, option.value): option.text for field in kind.fields(Shown()) for option in field.options}
    for answer in kind.all_answers():
        yield _label(answer, labels), kind.mark(answer)


def _label(answer: Answer, labels: dict[tuple[str, str], str]) -> str:
    if len(answer) != 1:
        return ""
    ((name, value),) = answer.items()
    if name == "card":
        return card_name(Card.parse(value))
    return labels.get((name, value), "") if isinstance(value, str) else ""


def _text(mark: Mark) -> str:
    return " ".join(say.text() for say in mark.says if isinstance(say, Say))
