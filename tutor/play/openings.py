"""Games that do not begin with a deal: out of a file, or from the middle of a deal that was played before."""

from __future__ import annotations

from typing import Any

from engine.deal_file import DealFile, SeenFile, read_file, seen_file, write_file
from engine.notation import write, write_action
from engine.view import View
from tutor.exercises.deals import GO_ON, LEARNER, OPPONENT, known_opponent, replied, waits_for
from tutor.learners.models import Visitor
from tutor.learners.services import Session, ensure_visitor
from tutor.play.deals import actions_of, deal_of, history, note_end, outcome_of, put, secret, start_of
from tutor.play.models import Game, Mistake
from tutor.play.services import forget_finished, fresh_seed

MOST_TOLD = 200
"""Deals and mistakes in a file of progress."""


def file_of(game: Game) -> DealFile | SeenFile:
    """Return a game as a file: everything once the deal is over, before that what the learner has seen."""
    found = history(game)
    if outcome_of(game) is None:
        return seen_file(found, game.opponent, undo=game.with_undo)
    return DealFile(found.start, found.actions, game.opponent, game.with_undo)


def kept_of(visitor: Visitor) -> dict[str, list[Any]]:
    """Return the latest deals and mistakes of a visitor as plain data, for the reader of a file of progress.

    A deal at a strict table, which hides what has been played, is told when it is over.
    """
    games = Game.objects.filter(visitor=visitor).exclude(finished=None, counts=False).order_by("-updated")
    mistakes = Mistake.objects.filter(visitor=visitor).order_by("-created")
    columns = ("ruleset", "position", "made", "solved")
    found: dict[str, list[Any]] = {
        "deals": [write_file(file_of(game)).splitlines() for game in games[:MOST_TOLD]],
        "mistakes": list(mistakes.values(*columns)[:MOST_TOLD]),
    }
    return found if any(found.values()) else {}


def open_file(session: Session, raw: bytes) -> Game | View:
    """Open a file: a deal as a game of the visitor, finished or to be played on, or a view of a position.

    The same file twice opens the same game, as long as nothing has been done in it.

    Raises:
        DealFileError: the file cannot be read; nothing has changed.
    """
    file = read_file(raw)
    if isinstance(file, SeenFile):
        return file.view
    actions = [write_action(action) for action in file.actions]
    if file.outcome is not None and waits_for(file.history.deal, tuple(actions)):
        actions.append(GO_ON)  # nobody has claimed, and the file says that the deal is over
    game = Game(
        ruleset=str(file.start.ruleset),
        seed=fresh_seed(),
        start=write(file.start),
        dealer=file.start.dealer.name,
        opponent=known_opponent(file.opponent),
        score_you=file.start.score[LEARNER],
        score_opponent=file.start.score[OPPONENT],
        carry=file.start.carry,
        actions=" ".join(actions),
        reasons=" ".join("." for _ in actions),
        with_undo=file.undo,
    )
    return _opened(session, game)


def again(session: Session, game: Game, number: int) -> Game:
    """Return a new game that goes on from the position before an action, with the same cards to come.

    Where the seed is still a secret, the opponent's chance is another one; the cards stay the same.
    """
    stored = game.actions.split()
    assert 0 <= number < len(actions_of(game)), number
    places = [place for place, text in enumerate(stored) if text != GO_ON]
    kept = places[number]
    fresh = Game(
        ruleset=game.ruleset,
        seed=fresh_seed() if secret(game) else game.seed,
        start=write(start_of(game)),
        dealer=game.dealer,
        opponent=game.opponent,
        coach=game.coach,
        counts=game.counts,
        score_you=game.score_you,
        score_opponent=game.score_opponent,
        carry=game.carry,
        actions=" ".join(stored[:kept]),
        reasons=" ".join(game.reasons.split()[:kept]),
        with_undo=True,
    )
    return _opened(session, fresh)


def _opened(session: Session, game: Game) -> Game:
    """Keep a game whose cards may be known, and let the opponent act if it is to."""
    game.visitor, game.given = ensure_visitor(session), True
    game.last, game.begun = len(game.actions.split()), len(actions_of(game))
    put(game, replied(deal_of(game)))
    known = Game.objects.filter(
        visitor=game.visitor,
        version=0,
        start=game.start,
        actions=game.actions,
        opponent=game.opponent,
        with_undo=game.with_undo,
    ).first()
    if known is not None:
        return known
    outcome = outcome_of(game)
    if outcome is not None:
        note_end(game, outcome)
    forget_finished(game.visitor)
    game.save(force_insert=True)
    return game
