"""A stored game as a deal that can be played, and back again. Nothing here writes to the database."""

from __future__ import annotations

import random
from dataclasses import replace

from django.utils import timezone

from engine.actions import Action
from engine.deal import Deal
from engine.dealing import deal as deal_out
from engine.history import History, replay
from engine.match import Match, add_points, match_winner
from engine.notation import read_action, read_deal
from engine.ruleset import Ruleset, parse
from engine.scoring import Outcome
from engine.seats import Seat
from tutor.exercises.deals import GO_ON, LEARNER, OPPONENT, PracticeDeal, known_opponent
from tutor.play.models import Game

NO_REASON = "."
SEEDS = 10**12
"""So many deals: trying all of them to find one's own hand takes months."""


def rules_of(game: Game) -> Ruleset:
    """Return the ruleset of a game."""
    return parse(game.ruleset)


def match_of(game: Game) -> Match:
    """Return the state of the game before this deal."""
    return Match(rules_of(game), Seat[game.dealer], (game.score_you, game.score_opponent), game.carry)


def start_of(game: Game) -> Deal:
    """Return the position with which the deal begins, every card known."""
    if game.start:
        return read_deal(game.start, rules_of(game))
    return deal_out(match_of(game), random.Random(game.seed))


def deal_of(game: Game) -> PracticeDeal:
    """Return the deal of a game as it stands."""
    return PracticeDeal(
        rules=rules_of(game),
        seed=game.seed,
        start=start_of(game),
        opponent=known_opponent(game.opponent),
        actions=tuple(game.actions.split()),
        last=game.last,
        tried=game.tried,
        refused=len(game.tries),
        reasons=tuple("" if reason == NO_REASON else reason for reason in game.reasons.split()),
        whole=game.whole,
    )


def put(game: Game, deal: PracticeDeal) -> None:
    """Write what has changed in a deal into its game."""
    game.actions = " ".join(deal.actions)
    game.reasons = " ".join(reason or NO_REASON for reason in deal.reasons)
    game.last, game.tried = deal.last, deal.tried


def note_end(game: Game, outcome: Outcome) -> None:
    """Write into a game that its deal is over now, and what it has paid: game points of the learner, lost ones below 0."""
    game.finished = timezone.now()
    game.winner = "" if outcome.winner is None else outcome.winner.name
    game.points = outcome.game_points * {LEARNER: 1, OPPONENT: -1, None: 0}[outcome.winner]


def actions_of(game: Game) -> tuple[Action, ...]:
    """Return the actions taken so far; what was let pass is none."""
    return tuple(read_action(text) for text in game.actions.split() if text != GO_ON)


def history(game: Game) -> History:
    """Return the running or finished deal of a game, replayed from its ruleset, its start and its actions."""
    return replay(start_of(game), actions_of(game))


def outcome_of(game: Game) -> Outcome | None:
    """Return how the deal ended, None while it is on."""
    return deal_of(game).outcome


def tries_of(game: Game) -> tuple[tuple[int, Action], ...]:
    """Return what was refused, each with the number of actions of the deal before it: what ``engine.review`` asks for."""
    stored = game.actions.split()
    return tuple((len([t for t in stored[:at] if t != GO_ON]), read_action(text)) for at, text in game.tries)


def match_after(game: Game) -> Match | None:
    """Return the state of the game after this deal, None while it is on."""
    outcome = outcome_of(game)
    return None if outcome is None else match_of(game).after(outcome)


def goes_on(game: Game) -> bool:
    """Return whether a deal that is over belongs to a game to the target that nobody has won yet."""
    if not game.whole or game.finished is None:
        return False
    before = match_of(game)
    if not game.winner:
        return True
    return match_winner(before.ruleset, score_after(game)) is None


def score_after(game: Game) -> tuple[int, int]:
    """Return the game points after a deal that is over, from what is stored of it."""
    before = match_of(game)
    if not game.winner:
        return before.score
    return add_points(before.ruleset, before.score, Seat[game.winner], abs(game.points or 0))


def secret(game: Game) -> bool:
    """Return whether the seed may not be told: the deal is on, or later deals of the same game follow from it."""
    after = match_after(game)
    return after is None or (game.whole and after.winner is None)


def cut(deal: PracticeDeal, number: int) -> PracticeDeal:
    """Return the deal after so many stored actions."""
    return replace(deal, actions=deal.actions[:number], reasons=deal.reasons[:number], last=min(deal.last, number))
