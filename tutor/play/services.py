"""What a visitor does with practice deals: begin, act, undo, ask, go on with the next deal."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from engine.errors import ReadError
from engine.match import Match
from engine.ruleset import Ruleset
from engine.seats import Seat
from tutor.exercises.deals import PracticeDeal, refused_by, replied, take, undone
from tutor.exercises.kinds.base import BadAnswerError
from tutor.learners.models import Visitor
from tutor.learners.services import Session, ensure_visitor, visitor_id
from tutor.play import thinking
from tutor.play.advising import think_longer, thought_key
from tutor.play.deals import SEEDS, deal_of, goes_on, match_after, note_end, put
from tutor.play.models import KEY_LENGTH, LETTERS, Game
from tutor.play.statistics import note_result
from tutor.play.warning import warning

COLUMNS = (
    *("actions", "reasons", "last", "tried", "tries", "held", "warned", "asked", "with_undo"),
    *("version", "finished", "winner", "points", "updated"),
)
"""What an action can change."""
ASKED = ("advice", "why", "cannot")
"""What a visitor can ask: what to do, why the opponent played that, why something is not allowed."""
LISTED = 20
"""Deals that are over in the list of the start page: the latest ones."""
RUNNING = 100
"""Deals to play on in that list."""
KEPT = 200
"""Deals that are over and kept of a visitor: the latest ones, as many as a file of progress tells."""
ABANDONED = timedelta(days=60)
"""How long a deal waits to be played on."""
MOST_TRIES = 200
"""Refused actions, and warnings of the coach, that are remembered of one deal."""


class Became(StrEnum):
    """What became of a form."""

    TAKEN = "taken"
    ASKED = "asked"
    UNDONE = "undone"
    LEFT = "left"
    NOTHING_CHOSEN = "nothing_chosen"
    STALE = "stale"
    BUSY = "busy"
    """The coach has too much to think about."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the start form asks for. ``seed`` None: any; ``dealer`` None: by chance."""

    rules: Ruleset
    opponent: str
    coach: str
    counts: bool
    whole: bool
    dealer: Seat | None = None
    seed: int | None = None
    once: str = ""
    """What tells one showing of the start page from another: sent twice, its form deals once."""


def once_key(visitor: Visitor, wish: Wish) -> str:
    """Return the name of the game that a form begins: the same for the same visitor, page and choices; else empty.

    Nobody guesses it, and it can be no game of anybody else.
    """
    if not wish.once:
        return ""
    asked = f"{visitor.pk} {wish.once} {wish}"
    number = int(salted_hmac("tutor.play.begin", asked, algorithm="sha256").hexdigest(), 16)
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(KEY_LENGTH))


def fresh_seed() -> int:
    """Return a seed that nobody can guess. Tests put another function in its place."""
    return random.SystemRandom().randrange(SEEDS)


def begin(session: Session, wish: Wish) -> Game:
    """Deal the cards of a new game, and let the opponent act if it leads. The same form sent twice leads to one game."""
    visitor = ensure_visitor(session)
    key = once_key(visitor, wish)
    known = Game.objects.filter(key=key, visitor=visitor, finished=None).first() if key else None
    if known is not None:
        return known
    forget_finished(visitor)
    game = _begun(wish)
    game.visitor, game.given = visitor, wish.seed is not None
    return _kept_once(game, key)


def _begun(wish: Wish) -> Game:
    seed = fresh_seed() if wish.seed is None else wish.seed
    # The same seed deals the same cards by the same dealer, whoever asks for it.
    dealer = Seat(seed % 2) if wish.dealer is None else wish.dealer
    before = Match.start(wish.rules, dealer)
    return _dealt(before, seed, opponent=wish.opponent, coach=wish.coach, counts=wish.counts, whole=wish.whole)


def _kept_once(game: Game, key: str) -> Game:
    """Keep a game under the name that its form gives it; one that is over may be begun anew by the same form."""
    if key and not Game.objects.filter(key=key).exists():
        game.key = key
    try:
        with transaction.atomic():
            game.save(force_insert=True)
    except IntegrityError:
        return Game.objects.get(key=key)  # the same form came twice at the same moment
    return game


def find(session: Session, key: str) -> Game | None:
    """Return a game of the visitor; that of somebody else is none."""
    visitor = visitor_id(session)
    return Game.objects.filter(visitor_id=visitor, key=key).first() if visitor else None


def games_of(session: Session) -> tuple[list[Game], list[Game]]:
    """Return the visitor's deals to play on and those that are over, the last one first.

    The last deal of a game to the target that nobody has won yet is one to play on: the next deal follows from it.
    """
    visitor = visitor_id(session)
    if visitor is None:
        return [], []
    mine = Game.objects.filter(visitor_id=visitor).order_by("-updated", "-pk")
    # Whether a game has been won is not stored, so that a few games that are over are looked at as well.
    last_ones = Q(finished=None) | Q(whole=True, following=None)
    running = [game for game in mine.filter(last_ones)[: RUNNING + KEPT] if game.finished is None or goes_on(game)]
    between = {game.pk for game in running}
    finished = [game for game in mine.exclude(finished=None)[: LISTED + len(between)] if game.pk not in between]
    return running[:RUNNING], finished[:LISTED]


def last_of(*lists: list[Game]) -> Game | None:
    """Return the deal that was touched last."""
    return max((game for games in lists for game in games), key=lambda game: game.updated, default=None)


def act(game: Game, seen: int, text: str, *, weigh: bool = False) -> Became:
    """Take an action of the learner and all that follows; what is refused is noted.

    ``weigh``: what is allowed is held back until the learner asks for it once more, as after a warning of the coach.

    Raises:
        BadAnswerError: the text is no action of the learner.
    """
    if not text:
        return Became.NOTHING_CHOSEN

    def change(game: Game) -> None:
        before = deal_of(game)
        first = game.held != text
        cause = warning(game, before, text) if first else ""
        holds = first and weigh and refused_by(before, text) is None
        game.asked, game.held = "", ""
        if cause:
            game.warned = [*game.warned, [len(before.actions), cause, text]][-MOST_TRIES:]
        if cause or holds:
            game.held, game.tried = text, ""
            return
        after = take(before, text)
        if after.tried:
            game.tries = [*game.tries, [len(before.actions), text]][:MOST_TRIES]
        _finish(game, after)

    return _changed(game, seen, change)


def undo(game: Game, seen: int) -> Became:
    """Take back the learner's last action and all that followed."""

    def change(game: Game) -> None:
        before = deal_of(game)
        after = undone(before)
        game.asked, game.held = "", ""
        game.with_undo = game.with_undo or after.actions != before.actions
        _forget_later(game, len(after.actions))
        put(game, after)

    became = _changed(game, seen, change)
    return Became.UNDONE if became is Became.TAKEN else became


def ask(game: Game, seen: int, what: str) -> Became:
    """Open what the visitor asks for, or close it where it stands open.

    Raises:
        BadAnswerError: the coach was told to be silent.
    """
    if what == "advice" and game.coach == Game.Coach.SILENT:
        raise BadAnswerError("the coach is silent")

    def change(game: Game) -> None:
        game.asked = "" if game.asked == what else what
        game.tried = game.held = ""

    became = _changed(game, seen, change)
    return Became.ASKED if became is Became.TAKEN else became


def leave(game: Game, seen: int) -> Became:
    """Drop the action that is held back; the deal stays as it is."""

    def change(game: Game) -> None:
        game.asked = game.tried = game.held = ""

    became = _changed(game, seen, change)
    return Became.LEFT if became is Became.TAKEN else became


def think(game: Game, seen: int, *, go_on: bool) -> Became:
    """Let the coach think longer about this moment, or let it stop. The deal is as it was, so its page stays current."""
    if game.version != seen or game.asked != "advice":
        return Became.STALE
    if not go_on:
        thinking.stop(thought_key(game))
        return Became.ASKED
    return Became.ASKED if think_longer(game, deal_of(game)) else Became.BUSY


def forget_finished(visitor: Visitor) -> None:
    """Delete the oldest deals that are over, and their reviews with them. Asked for before another deal is kept."""
    over = Game.objects.filter(visitor=visitor).exclude(finished=None).order_by("-updated", "-pk")
    too_many = list(over.values_list("pk", flat=True)[KEPT:])
    if too_many:
        Game.objects.filter(pk__in=too_many).delete()


def forget_abandoned(now: datetime) -> int:
    """Delete deals that nobody has played on for a long time; return how many. What is finished stays."""
    return Game.objects.filter(finished=None, updated__lte=now - ABANDONED).delete()[1].get("play.Game", 0)


def next_deal(game: Game) -> Game | None:
    """Return the deal that follows in a game to the target, dealt now or before; None where none follows."""
    known = Game.objects.filter(previous=game).first()
    after = match_after(game)
    if known is not None or after is None or after.winner is not None or not game.whole:
        return known
    seed = random.Random(f"next:{game.seed}").randrange(SEEDS)
    following = _dealt(
        after, seed, opponent=game.opponent, coach=game.coach, counts=game.counts, whole=True, number=game.number + 1
    )
    following.visitor_id, following.previous, following.given = game.visitor_id, game, game.given
    following.first_seed, following.first_dealer = game.first_seed, game.first_dealer
    try:
        with transaction.atomic():
            following.save(force_insert=True)
    except IntegrityError:
        return Game.objects.get(previous=game)  # the same button was pressed twice
    forget_finished(game.visitor)
    return following


def _dealt(before: Match, seed: int, **more: object) -> Game:
    game = Game(
        ruleset=str(before.ruleset),
        seed=seed,
        first_seed=seed,
        dealer=before.dealer.name,
        first_dealer=before.dealer.name,
        score_you=before.score[Seat.A],
        score_opponent=before.score[Seat.B],
        carry=before.carry,
        **more,
    )
    put(game, replied(deal_of(game)))
    return game


def _changed(game: Game, seen: int, change: Callable[[Game], None]) -> Became:
    """Apply a change once: only where the row still is as the form knew it, and while the deal is on."""
    if game.version != seen or game.finished is not None:
        return Became.STALE
    try:
        change(game)
    except ReadError as error:
        raise BadAnswerError(str(error)) from error
    game.version, game.updated = seen + 1, timezone.now()
    values = {name: getattr(game, name) for name in COLUMNS}
    with transaction.atomic() if game.finished else nullcontext():  # a deal is over only together with its result
        if Game.objects.filter(pk=game.pk, version=seen).update(**values) == 1:
            note_result(game)
            return Became.TAKEN
    game.refresh_from_db()
    return Became.STALE


def _forget_later(game: Game, done: int) -> None:
    """What was refused or warned of after an action that is taken back belongs to no moment of the deal any more."""
    game.tries = [each for each in game.tries if each[0] <= done]
    game.warned = [each for each in game.warned if each[0] <= done]


def _finish(game: Game, deal: PracticeDeal) -> None:
    put(game, deal)
    outcome = deal.outcome
    if outcome is not None:
        note_end(game, outcome)
