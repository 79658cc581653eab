"""A whole deal against an opponent: what is stored, and what follows from each action. No words, no models.

Stored are the ruleset, the seed and the actions as text: dealing and replaying rebuild the rest. The seed tells every
card, so that it leaves the server only when the deal is over. The same actions get the same replies.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.actions import Action, Announce, Claim, Close, Exchange, Play
from engine.chance import match_utility
from engine.coach import Advice, advise
from engine.deal import Deal
from engine.dealing import deal as deal_out
from engine.effects import final_count, unclaimed_outcome
from engine.errors import ReadCode, ReadError
from engine.events import Event
from engine.history import History, IllegalHistory, replay
from engine.match import Match
from engine.notation import read_action, write_action
from engine.players import PLAYERS, THINKERS
from engine.policy import Choice, Want, after_closing, choose
from engine.referee import legal_actions, refusal
from engine.ruleset import Ruleset, parse
from engine.scoring import GOAL, Outcome
from engine.seats import Seat
from engine.verdict import Refused
from engine.view import View, view_of

GO_ON = "-"
"""Stands among the actions where the learner lets something pass: an exchange after a closing, a claim at the end."""
LEARNER, OPPONENT = Seat.A, Seat.B
USUAL_OPPONENT = "beginner"
MOST_SEEDS = 200
"""Seeds that are tried for a deal in which something happens; nearly every second one is."""


@dataclass(frozen=True, slots=True)
class PracticeDeal:
    """A deal as it is stored. ``last``: how many actions there were before the learner's last one.

    ``tried`` is an action that has just been refused, ``refused`` how many have been.
    """

    rules: Ruleset
    seed: int
    start: Deal
    opponent: str
    actions: tuple[str, ...] = ()
    last: int = 0
    tried: str = ""
    refused: int = 0
    reasons: tuple[str, ...] = field(default=(), compare=False)
    """What the opponent wanted, beside each of ``actions``: codes with commas between, empty where it did not choose.

    They tell of a hand that is hidden, so that they do not stand in what a visitor can take along.
    """
    whole: bool = False
    """The deal is part of a game to the target, and a thinking opponent plays for that game."""

    @property
    def history(self) -> History:
        """The deal replayed."""
        return replay(self.start, [read_action(text) for text in self.actions if text != GO_ON])

    @property
    def view(self) -> View:
        """What the learner may know: the only thing to be shown."""
        return view_of(self.history.deal, LEARNER)

    @property
    def happened(self) -> tuple[Event, ...]:
        """What has happened since the learner's last action, that action among it."""
        before = [text for text in self.actions[: self.last] if text != GO_ON]
        return self.history.events[len(replay(self.start, [read_action(text) for text in before]).events) :]

    @property
    def outcome(self) -> Outcome | None:
        """How the deal has ended; None while something is left to decide."""
        deal = self.history.deal
        return None if waits_for(deal, self.actions) else unclaimed_outcome(deal)


def new_deal(rules: Ruleset, seed: int, opponent: str) -> PracticeDeal:
    """Deal from the first seed, counted from this one, in which the learner would announce, exchange or close."""
    for number in range(seed, seed + MOST_SEEDS):
        made = _begun(rules, number, opponent)
        if any(isinstance(action, Announce | Exchange | Close) for action in _sensible_line(made)):
            return made
    return _begun(rules, seed, opponent)


def take(deal: PracticeDeal, text: str) -> PracticeDeal:
    """Return the deal after an action of the learner and all that follows; a refused one changes nothing but is noted.

    Raises:
        ReadError: the text is no action of the learner.
    """
    if text == GO_ON:
        return replied(_then(deal, text)) if waits_for(deal.history.deal, deal.actions) else deal
    action = read_action(text)
    if action.by is not LEARNER:
        raise ReadError(ReadCode.BAD_NOTATION, "an action of the other player")
    if refused_by(deal, text) is not None:
        return replace(deal, tried=text, refused=deal.refused + 1)
    return replied(_then(deal, text))


def undone(deal: PracticeDeal) -> PracticeDeal:
    """Return the deal as it was before the learner's last action; the same future cards lie in the stock.

    Nothing is undone that the opponent did before the learner's first action.
    """
    own = [place for place, text in enumerate(deal.actions) if text == GO_ON or text.startswith(LEARNER.name)]
    if not own:
        return replace(deal, tried="")
    before = own[-2] if len(own) > 1 else 0
    return replace(deal, actions=deal.actions[: own[-1]], reasons=deal.reasons[: own[-1]], last=before, tried="")


def refused_by(deal: PracticeDeal, text: str) -> Refused | None:
    """Return why an action does not stand now, or None where it does."""
    return refusal(deal.history.deal, read_action(text))


def advice(deal: PracticeDeal) -> Action | None:
    """Return what a careful player would do with the learner's cards; None where it is not the learner's turn."""
    now = deal.history.deal
    if now.over or not legal_actions(now) or now.to_act is not LEARNER:
        return None
    if now.played_out:
        return _last_claim(now)
    return choose(view_of(now, LEARNER)).action


def coach(deal: PracticeDeal) -> Advice | None:
    """Return what the coach says of everything that the learner may do; None where there is nothing to choose."""
    try:
        return advise(deal.view, random.Random(f"coach:{deal.seed}:{len(deal.actions)}"))
    except ValueError:
        return None


def learner_actions(deal: PracticeDeal) -> list[Action]:
    """Return what the learner may do now beside playing a card."""
    return [
        action for action in legal_actions(deal.history.deal) if action.by is LEARNER and not isinstance(action, Play)
    ]


def waits_for(deal: Deal, actions: tuple[str, ...]) -> bool:
    """Return whether the deal waits for a word of the learner: an exchange out of turn, or a claim after the last trick."""
    if actions and actions[-1] == GO_ON:
        return False
    mine = [action for action in legal_actions(deal) if action.by is LEARNER]
    if deal.to_act is OPPONENT:
        return bool(mine)
    return deal.played_out and any(isinstance(action, Claim) for action in mine)


def stored(deal: PracticeDeal) -> dict[str, Any]:
    """Return a deal as plain data."""
    return {
        "rules": str(deal.rules),
        "seed": deal.seed,
        "opponent": deal.opponent,
        "actions": list(deal.actions),
        "last": deal.last,
        "tried": deal.tried,
        "refused": deal.refused,
    }


def restored(data: Mapping[str, Any] | None) -> PracticeDeal | None:
    """Return a deal from plain data; None where there is none, or none that can be replayed."""
    if not data:
        return None
    try:
        rules = parse(data["rules"])
        found = PracticeDeal(
            rules=rules,
            seed=data["seed"],
            start=_start(rules, data["seed"]),
            opponent=known_opponent(data["opponent"]),
            actions=tuple(data["actions"]),
            last=data["last"],
            tried=data["tried"],
            refused=data["refused"],
        )
        found.history  # noqa: B018  # it must be possible
    except (IllegalHistory, KeyError, ReadError, TypeError):
        return None
    return found


def known_opponent(name: str) -> str:
    """Return an opponent that there is: levels may be renamed, and a deal against such a one is played on all the same."""
    return name if name in PLAYERS else USUAL_OPPONENT


def _then(deal: PracticeDeal, text: str) -> PracticeDeal:
    """Return the deal after an action of the learner, before anything follows from it."""
    done = len(deal.actions)
    return replace(deal, actions=(*deal.actions, text), reasons=_reasons(deal, ""), last=done, tried="")


def _reasons(deal: PracticeDeal, reason: str) -> tuple[str, ...]:
    """What the opponent wanted with every action; deals stored before that was kept have none."""
    known = deal.reasons[: len(deal.actions)]
    return (*known, *[""] * (len(deal.actions) - len(known)), reason)


def _begun(rules: Ruleset, seed: int, opponent: str) -> PracticeDeal:
    return replied(PracticeDeal(rules, seed, _start(rules, seed), opponent))


def _start(rules: Ruleset, seed: int) -> Deal:
    dealer = OPPONENT if seed % 2 else LEARNER
    return deal_out(Match.start(rules, dealer), random.Random(seed))


def replied(deal: PracticeDeal) -> PracticeDeal:
    """Let the opponent act until the learner is asked or the deal is over."""
    while True:
        now = deal.history.deal
        choice = after_closing(now) if now.to_act is LEARNER else None
        if choice is None:
            if now.over or now.to_act is LEARNER or not legal_actions(now) or waits_for(now, deal.actions):
                return deal
            choice = _choice(deal, now)
        if choice is None:
            return deal
        text, reason = write_action(choice.action), ",".join(choice.wants)
        deal = replace(deal, actions=(*deal.actions, text), reasons=_reasons(deal, reason))


def _choice(deal: PracticeDeal, now: Deal) -> Choice | None:
    """Return what the opponent does; None where it lets the deal end without a claim."""
    if now.played_out:
        claim = _last_claim(now)
        return Choice(claim, (Want.HAS_66,)) if claim else None
    # The chance of each reply hangs on the seed and on how far the deal is, not on when it is asked for.
    chance = random.Random(f"{deal.seed}:{len(deal.actions)}")
    view = view_of(now, OPPONENT)
    if deal.whole and deal.opponent in THINKERS:
        game = Match(now.ruleset, now.dealer, now.score, now.carry)
        return THINKERS[deal.opponent](view, chance, match_utility(game, OPPONENT))
    return PLAYERS[deal.opponent](view, chance)


def _last_claim(deal: Deal) -> Action | None:
    """Return the claim of the winner of the last trick, where it is correct."""
    return Claim(deal.on_lead) if final_count(deal).points[deal.on_lead] >= GOAL else None


def _sensible_line(deal: PracticeDeal) -> Iterator[Action]:
    """Yield what a careful player would do with the learner's cards to the end of the deal."""
    while (action := advice(deal)) is not None:
        yield action
        deal = take(deal, write_action(action))
