"""Every reason of the coach once more, by brute force: through the referee, world by world, without its shortcuts.

A check is given the view, the action, the facts and some worlds: all of them where they are few, else a sample. What
is said of every world is tried in each; what is said to be possible is looked for in worlds made for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import Card, Rank, Suit
from engine.coach import Advice, Cause
from engine.deal import Deal
from engine.effects import final_count, unclaimed_outcome
from engine.problems.refuting import best_line
from engine.referee import legal_actions, refusal
from engine.scoring import GOAL, Why
from engine.search.exact import table, value
from engine.search.plans import plan_values
from engine.search.values import Kind
from engine.search.worlds import count, sample, worlds
from engine.seats import Seat
from engine.view import View
from tests.engine.walks import done

ALL = 60
"""Worlds up to which all are tried."""
SOME = 25
"""Worlds tried where they are more."""
MADE = 300
"""Worlds made in search of one in which something happens."""


@dataclass(frozen=True)
class Case:
    """One reason that was given."""

    view: View
    action: Action
    facts: dict[str, Any]
    advice: Advice

    @property
    def me(self) -> Seat:
        return self.view.seat

    @property
    def card(self) -> Card:
        assert isinstance(self.action, Play)
        return self.action.card

    @cached_property
    def worlds(self) -> list[Deal]:
        rng = random.Random(1)
        if count(self.view) <= ALL:
            return list(worlds(self.view))
        return [sample(self.view, rng) for _ in range(SOME)]

    @cached_property
    def known(self) -> bool:
        return count(self.view) == 1

    def plays(self) -> list[Play]:
        return [action for action in legal_actions(self.worlds[0]) if isinstance(action, Play)]

    def after(self, action: Action | None = None) -> Iterator[Deal]:
        """Every position after the action; where it leads, after every answer to it."""
        for world in self.worlds:
            yield from self.finished(world, action or self.action)

    def finished(self, world: Deal, action: Action) -> list[Deal]:
        starts = swapped(world, self.me.other)
        following = [done(start, action) for start in starts]
        if self.view.led is not None or not isinstance(action, Play):
            return following
        return [
            done(deal, answer) for led in following for deal in swapped(led, self.me.other) for answer in cards(deal)
        ]

    def led(self, world: Deal) -> list[list[Play]]:
        """What may answer the lead in one world, exchanges of the opponent before it included."""
        starts = [done(start, self.action) for start in swapped(world, self.me.other)]
        return [cards(deal) for led in starts for deal in swapped(led, self.me.other)]

    def tricks(self, action: Action | None = None) -> Iterator[tuple[bool, Deal]]:
        """Whether the trick is mine, and the position after it."""
        for deal in self.after(action):
            yield deal.tricks[self.me] > self.view.tricks[self.me], deal

    def wins(self, action: Action | None = None) -> bool:
        return all(mine for mine, _ in self.tricks(action))

    def made(self) -> Iterator[Deal]:
        """Many worlds, for what happens in some of them only."""
        if count(self.view) <= MADE:
            return worlds(self.view)
        rng = random.Random(2)
        return (sample(self.view, rng) for _ in range(MADE))

    def held_first(self, card: Card) -> Iterator[Deal]:
        """Worlds in which the opponent holds a card, or may exchange for it."""
        unseen, rng = list(self.view.unseen), random.Random(3)
        if card not in unseen:
            yield from islice(self.made(), MADE)
            return
        unseen.remove(card)
        for _ in range(MADE):
            rng.shuffle(unseen)
            yield self.view.fill([card, *unseen])


def cards(deal: Deal) -> list[Play]:
    """What the player to act may put down."""
    return [action for action in legal_actions(deal) if isinstance(action, Play)]


def swapped(deal: Deal, seat: Seat) -> list[Deal]:
    """The position, and the same after an exchange of that player where it stands."""
    exchange = Exchange(seat)
    return [deal, done(deal, exchange)] if refusal(deal, exchange) is None else [deal]


def drawn(deal: Deal) -> Deal:
    """Both hands refilled."""
    return done(deal, Draw(deal.on_lead)) if deal.before_draw and not deal.over else deal


def points(deal: Deal, seat: Seat) -> int:
    """Card points as a claim counts them; of a deal that has ended by itself those that ended it."""
    return final_count(deal).points[seat]


def leading(deal: Deal, seat: Seat) -> Deal:
    """The same cards with this player to lead."""
    return replace(drawn(deal), on_lead=seat, led=None, announced=None)


def may_marry_later(deal: Deal, seat: Seat, suit: Suit) -> bool:
    """Whether a player who holds the pair could announce it if the lead came round."""
    return not deal.over and refusal(leading(deal, seat), Announce(seat, suit)) is None


def runs(deal: Deal, seat: Seat, first: Card | None = None) -> bool:
    """Whether the player on lead gets to 66 without ever losing a trick, whatever is answered; cards open."""
    if points(deal, seat) >= GOAL:
        return True
    if deal.over or deal.on_lead is not seat:
        return False
    plays = [play for play in cards(deal) if first is None or play.card is first]
    for play in plays:
        answered = [done(done(deal, play), answer) for answer in cards(done(deal, play))]
        if answered and all(after.on_lead is seat and runs(after, seat) for after in answered):
            return True
    return False


def last_trick(deal: Deal, seat: Seat) -> bool:
    """Whether ``seat`` can make sure of the last trick, if all cards are played."""
    if deal.over or deal.played_out:
        return deal.on_lead is seat
    quiet = replace(deal, counted=(0, 0))
    pick = any if deal.to_act is seat else all
    return pick(last_trick(done(quiet, play), seat) for play in cards(quiet))


def _makes_66(case: Case) -> bool:
    return case.wins() and all(points(deal, case.me) >= case.facts["points"] >= GOAL for deal in case.after())


def _stops_66(case: Case) -> bool:
    lost = [
        points(deal, case.me.other)
        for play in case.plays()
        for deal in case.finished(case.worlds[0], play)
        if not deal.tricks[case.me] > case.view.tricks[case.me]
    ]
    return case.wins() and bool(lost) and min(lost) == case.facts["points"] >= GOAL


def _closing_sure(case: Case) -> bool:
    closed = [deal for world in case.worlds[:10] for deal in swapped(done(world, Close(case.me)), case.me.other)]
    return case.facts["points"] >= GOAL and all(runs(deal, case.me) for deal in closed)


def _runs(case: Case) -> bool:
    starts = [deal for world in case.worlds[:10] for deal in swapped(world, case.me.other)]
    return case.facts["points"] >= GOAL and all(runs(deal, case.me, case.card) for deal in starts)


def _closings_won(case: Case) -> tuple[int, int]:
    option = case.advice.option(Close(case.me))
    if option.worth.kind is Kind.ESTIMATE:
        n = option.worth.n
        won = case.facts.get("won", n - case.facts.get("lost", 0))
        assert 0 <= won <= n
        return won, n
    values = [value(done(world, Close(case.me)), case.me) for world in worlds(case.view)]
    return sum(each > 0 for each in values), len(values)


def _exchanged(case: Case) -> list[Deal]:
    return [done(world, case.action) for world in case.worlds]


def _too_late(case: Case, action: Action) -> bool:
    """After this trick, or this closing, no exchange is possible any more, whoever leads."""
    later = [deal for deal in case.after(action) if not deal.over and not deal.played_out]
    return all(
        refusal(leading(deal, seat), Exchange(case.me)) is not None
        for deal in later
        for seat in ([case.me] if deal.closing is None else [deal.on_lead])
    )


def _any_play(case: Case) -> Play:
    low = case.view.ruleset.lowest_trump(case.view.trump)
    return next((play for play in case.plays() if play.card is not low), case.plays()[0])


def _counts_at_once(case: Case) -> bool:
    deal = done(case.worlds[0], case.action)
    return deal.counted[case.me] - case.view.counted[case.me] == case.facts["points"]


def _ends(case: Case, why: Why, about: Seat, game_points: int) -> bool:
    """Played on as both play best, the deal pays so much, and the referee gives this fact as the reason."""
    deal = done(case.worlds[0], case.action)
    for action in best_line(deal):
        deal = done(deal, action)
    outcome = unclaimed_outcome(deal)
    assert outcome is not None
    return (outcome.why, outcome.about, outcome.game_points - outcome.carried) == (why, about, game_points)


def _worth_more(case: Case, than: Card) -> bool:
    found = table(case.worlds[0])
    return found[case.action] > found[Play(case.me, than)]


def _fates(case: Case, card: Card) -> set[bool]:
    return {mine for mine, _ in case.tricks(Play(case.me, card))}


def _beaten_by(case: Case, card: Card, total: int = 0) -> bool:
    """In some world the opponent may answer with this card, win, and have so many points."""
    for world in case.held_first(card):
        for start in swapped(world, case.me.other):
            for led in swapped(done(start, case.action), case.me.other):
                answer = Play(case.me.other, card)
                if refusal(led, answer) is None:
                    deal = done(led, answer)
                    if deal.tricks[case.me.other] > case.view.tricks[case.me.other]:
                        return points(deal, case.me.other) >= total
    return False


def _alternatives(case: Case, *, won: bool) -> list[Card]:
    return [play.card for play in case.plays() if _fates(case, play.card) == {won}]


def _cheapest(case: Case, *, won: bool) -> bool:
    same = _alternatives(case, won=won)
    worth = [card.points for card in same]
    return case.card in same and case.card.points == min(worth) < max(worth)


def _cheaper(case: Case, *, won: bool) -> bool:
    other = case.facts["card"]
    same = _alternatives(case, won=won)
    return case.card in same and other in same and other.points == min(c.points for c in same) < case.card.points


def _trick_points(case: Case) -> int:
    assert case.view.led is not None
    return case.view.led.points + case.card.points


def _stay_known(case: Case) -> bool:
    """King and queen stay in hand, another card would part them, and they may be announced later."""
    pair = case.facts["pair"]
    kept = [deal for deal in case.after() if not deal.over and not deal.played_out]
    other = any(play.card in pair for play in case.plays())
    return other and all(
        set(pair) <= set(deal.hands[case.me]) and may_marry_later(deal, case.me, pair[0].suit) for deal in kept
    )


def _spoils(case: Case) -> bool:
    pair, suit = case.facts["pair"], case.facts["pair"][0].suit
    before = Announce(case.me, suit) in legal_actions(case.worlds[0])
    other = next((play for play in case.plays() if play.card not in pair), None)
    if not before and other is not None:
        later = [deal for deal in case.after(other) if not deal.over and not deal.played_out]
        before = any(may_marry_later(deal, case.me, suit) for deal in later)
    if not before and case.view.before_draw:
        before = may_marry_later(case.worlds[0], case.me, suit)
    gone = [deal for deal in case.after() if not deal.over and not deal.played_out]
    return before and not any(may_marry_later(deal, case.me, suit) for deal in gone)


def _face_up(case: Case, seat: Seat) -> bool:
    after = [drawn(deal) for deal in case.after() if not deal.over]
    return all(case.facts["card"] in deal.hands[seat] for deal in after)


def _lets_marry(case: Case) -> bool:
    suit = case.facts["pair"][0].suit
    return any(
        deal.on_lead is case.me.other and refusal(deal, Announce(case.me.other, suit)) is None
        for deal in case.after()
        if not deal.over
    )


def _breaks(case: Case) -> bool:
    pair, world = case.facts["pair"], case.worlds[0]
    answers = {play.card for play in cards(done(world, case.action))}
    held = set(pair) <= set(world.hands[case.me.other])
    return held and answers <= set(pair) and may_marry_later(world, case.me.other, pair[0].suit)


def _last_trump(case: Case) -> bool:
    held = {c for deal in case.made() for c in deal.hands[case.me.other] if c.suit is case.view.trump}
    held |= {case.view.turned} if any(len(swapped(w, case.me.other)) > 1 for w in case.worlds) else set()
    left = [c for deal in case.after() for c in deal.hands[case.me.other] if c.suit is case.view.trump]
    return case.wins() and held == {case.facts["card"]} and not left


def _draws_trumps(case: Case) -> bool:
    trump = case.view.trump
    for world in case.worlds:
        for start in swapped(world, case.me.other):
            led = done(start, case.action)
            held = [c for c in led.hands[case.me.other] if c.suit is trump]
            if not set(held) <= set(case.facts["cards"]):
                return False
            if held and any(play.card.suit is not trump for play in cards(led)):
                return False
    return case.wins() and len(case.facts["cards"]) > 1


def _answers(case: Case) -> set[Card]:
    return {
        play.card
        for world in case.worlds
        for start in swapped(world, case.me.other)
        for play in cards(done(start, case.action))
    }


def _costs(case: Case) -> bool:
    """Played at random after the closing, whenever the opponent scores it scores this."""
    rng, lost = random.Random(4), 0
    for world in case.worlds:
        deal = done(world, case.action)
        while legal_actions(deal):
            enough = points(deal, deal.to_act) >= GOAL
            choices = [a for a in legal_actions(deal) if not isinstance(a, (Claim, Exchange)) or enough]
            if not choices:
                break
            deal = done(deal, rng.choice(choices))
        outcome = unclaimed_outcome(deal)
        if outcome is not None and outcome.winner is case.me.other:
            lost += 1
            if outcome.game_points - outcome.carried != case.facts["n"]:
                return False
    return True


def _shut_in(case: Case) -> bool:
    turned = case.view.turned
    mine = [c.strength for c in case.view.hand if c.suit is case.view.trump]
    untouched = all(len(swapped(done(w, case.action), case.me.other)) == 1 for w in case.made())
    return turned is case.facts["card"] and untouched and all(each < turned.strength for each in mine)


def _hurts(case: Case) -> bool:
    found = table(done(case.worlds[0], case.action))
    top = max(found.values())
    best = [action for action, worth in found.items() if worth == top and isinstance(action, Play)]
    return [action.card for action in best] == [case.facts["card"]] and len(found) > 1


def _guess(case: Case) -> bool:
    bounds = plan_values(case.view)[case.action]
    return bounds.exact and bounds.plan is not None and bounds.plan.value < bounds.open.value


def _sensible(case: Case) -> list[Action]:
    world = case.worlds[0]
    return [
        action
        for action in legal_actions(world)
        if action.by is case.me and (not isinstance(action, Claim) or points(world, case.me) >= GOAL)
    ]


def _exchange_now(case: Case) -> bool:
    return refusal(case.worlds[0], Exchange(case.me)) is None


def _exchange_later(case: Case) -> bool:
    other = next((play for play in case.plays() if play.card is not case.card), None)
    if other is None:
        return False
    later = [leading(deal, case.me) for deal in case.after(other) if not deal.over and not deal.played_out]
    later = [replace(deal, tricks=tuple(max(1, n) for n in deal.tricks)) for deal in later]
    return any(refusal(deal, Exchange(case.me)) is None for deal in later)


CHECKS: dict[Cause, Callable[[Case], bool]] = {
    Cause.ONLY_CARD: lambda case: _sensible(case) == [case.action] and case.facts["card"] is case.card,
    Cause.ONLY_ACTION: lambda case: _sensible(case) == [case.action] and not isinstance(case.action, Play),
    Cause.HAS_66: lambda case: points(case.worlds[0], case.me) == case.facts["points"] >= GOAL,
    Cause.MAKES_66: _makes_66,
    Cause.MARRIAGE_MAKES_66: lambda case: (
        done(case.worlds[0], case.action).counted[case.me] == case.facts["points"] >= GOAL
    ),
    Cause.STOPS_66: _stops_66,
    Cause.RUNS_TO_66: _runs,
    Cause.CLOSING_SURE: _closing_sure,
    Cause.CLOSING_ALWAYS: lambda case: _closings_won(case) == (case.facts["n"], case.facts["n"]),
    Cause.CLOSING_COUNT: lambda case: _closings_won(case) == (case.facts["won"], case.facts["n"]),
    Cause.CLOSING_FAILS: lambda case: (
        _closings_won(case) == (case.facts["n"] - case.facts["lost"], case.facts["n"]) and case.facts["lost"] > 0
    ),
    Cause.EXCHANGE_PAIR: lambda case: all(
        refusal(deal, Announce(case.me, case.facts["pair"][0].suit)) is None for deal in _exchanged(case)
    ),
    Cause.LAST_EXCHANGE: lambda case: _too_late(case, _any_play(case)),
    Cause.EXCHANGE_TRUMP: lambda case: all(case.facts["card"] in deal.hands[case.me] for deal in _exchanged(case)),
    Cause.MARRIAGE_POINTS: _counts_at_once,
    Cause.MARRIAGE_WAITS: lambda case: (
        done(case.worlds[0], case.action).pending[case.me] - case.view.pending[case.me] == case.facts["points"]
    ),
    Cause.BREAKS_MARRIAGE: lambda case: case.known and _breaks(case),
    Cause.RELEASES_MARRIAGE: lambda case: case.wins() and case.view.pending[case.me] == case.facts["points"] > 0,
    Cause.HOLDS_BACK_MARRIAGE: lambda case: all(
        mine and deal.pending[case.me.other] == case.facts["points"] > 0 for mine, deal in case.tricks()
    ),
    Cause.KEEPS_33: lambda case: _ends(case, Why.HAS_33, case.me, 1),
    Cause.HOLDS_BELOW_33: lambda case: _ends(case, Why.BELOW_33, case.me.other, 2),
    Cause.SECURES_LAST_TRICK: lambda case: last_trick(done(case.worlds[0], case.action), case.me),
    Cause.FIRST_TRICK: lambda case: all(mine and deal.tricks[case.me] == 1 for mine, deal in case.tricks()),
    Cause.REACHES_33: lambda case: all(
        mine and points(deal, case.me) >= case.facts["points"] >= 33 > case.view.counted[case.me]
        for mine, deal in case.tricks()
    ),
    Cause.SAVES_TEN: lambda case: (
        case.wins()
        and case.card.rank is Rank.TEN
        and case.facts["ace"] is Card.of(Rank.ACE, case.card.suit)
        and any(case.facts["ace"] in deal.hands[case.me.other] for deal in case.held_first(case.facts["ace"]))
    ),
    Cause.CATCHES_HIGH_CARD: lambda case: (
        case.wins() and _answers(case) <= set(case.facts["cards"]) and all(c.points > 9 for c in case.facts["cards"])
    ),
    Cause.LAST_TRUMP: _last_trump,
    Cause.DRAWS_TRUMPS: _draws_trumps,
    Cause.FORCES_TRUMP: lambda case: (
        {c.suit for c in _answers(case)} == {case.view.trump}
        and case.card.suit is case.facts["suit"] is not case.view.trump
    ),
    Cause.MAKES_THEM_LEAD: lambda case: not any(mine for mine, _ in case.tricks()) and len(case.view.hand) > 1,
    Cause.UNBLOCKS: lambda case: (
        case.known
        and case.facts["card"].strength < case.card.strength
        and _worth_more(case, case.facts["card"])
        and len(_fates(case, case.card) | _fates(case, case.facts["card"])) == 1
    ),
    Cause.KEEPS_MARRIAGE: _stay_known,
    Cause.GETS_FACE_UP_TRUMP: lambda case: not any(mine for mine, _ in case.tricks()) and _face_up(case, case.me),
    Cause.SURE_TRICK: lambda case: case.view.led is None and case.wins(),
    Cause.TAKES_TRICK: lambda case: case.wins() and _trick_points(case) == case.facts["points"],
    Cause.WINS_CHEAPLY: lambda case: _cheapest(case, won=True),
    Cause.CLOSING_TRICKLESS: lambda case: not case.view.tricks[case.me.other],
    Cause.CLOSING_BELOW_33: lambda case: case.view.counted[case.me.other] == case.facts["points"] < 33,
    Cause.SHUTS_TRUMP_IN: _shut_in,
    Cause.LOSES_LITTLE: lambda case: _cheapest(case, won=False) and _trick_points(case) == case.facts["points"],
    Cause.LEADS_LITTLE: lambda case: (
        case.view.led is None
        and case.facts["points"] == case.card.points == min(play.card.points for play in case.plays())
    ),
    Cause.ALL_EQUAL: lambda case: (
        case.facts["n"] == len(_sensible(case))
        and {option.action for option in case.advice.best} == set(_sensible(case))
    ),
    Cause.SEARCH_SAYS: lambda case: case.advice.option(case.action).best,
    Cause.CLAIM_TOO_EARLY: lambda case: (
        points(case.worlds[0], case.me) == case.facts["points"] == GOAL - case.facts["missing"]
        and done(case.worlds[0], case.action).outcome.winner is case.me.other
    ),
    Cause.LEAVES_CLAIM: lambda case: (
        refusal(case.worlds[0], Claim(case.me)) is None
        and points(case.worlds[0], case.me) == case.facts["points"] >= GOAL
    ),
    Cause.GIVES_66: lambda case: all(
        not mine and points(deal, case.me.other) == case.facts["points"] >= GOAL for mine, deal in case.tricks()
    ),
    Cause.MAY_GIVE_66: lambda case: all(_beaten_by(case, card, GOAL) for card in case.facts["cards"]),
    Cause.NEEDS_A_GUESS: _guess,
    Cause.SPOILS_MARRIAGE: _spoils,
    Cause.LEAVES_MARRIAGE: lambda case: (
        refusal(case.worlds[0], Announce(case.me, case.facts["pair"][0].suit)) is None
        and case.facts["points"] == (40 if case.facts["pair"][0].suit is case.view.trump else 20)
    ),
    Cause.MISSES_EXCHANGE: lambda case: (
        _exchange_now(case) and case.view.turned is case.facts["card"] and _too_late(case, case.action)
    ),
    Cause.SPENDS_LOWEST_TRUMP: lambda case: (
        case.card is case.view.ruleset.lowest_trump(case.view.trump) and (_exchange_now(case) or _exchange_later(case))
    ),
    Cause.LETS_MARRY: lambda case: case.known and _lets_marry(case),
    Cause.RELEASES_THEIRS: lambda case: all(
        not mine and not deal.pending[case.me.other] and case.view.pending[case.me.other] == case.facts["points"]
        for mine, deal in case.tricks()
    ),
    Cause.SHORT_OF_33: lambda case: _ends(case, Why.BELOW_33, case.me, 2),
    Cause.LETS_THEM_33: lambda case: _ends(case, Why.HAS_33, case.me.other, 1),
    Cause.GIVES_LAST_TRICK: lambda case: not last_trick(done(case.worlds[0], case.action), case.me),
    Cause.MAY_LOSE_HIGH_CARD: lambda case: (
        case.card.points > 9 and all(_beaten_by(case, card) for card in case.facts["cards"])
    ),
    Cause.GIVES_UP_TRICK: lambda case: (
        _fates(case, case.card) == {False}
        and bool(_alternatives(case, won=True))
        and _trick_points(case) == case.facts["points"]
    ),
    Cause.THROWS_POINTS: lambda case: _cheaper(case, won=False),
    Cause.TOO_DEAR: lambda case: _cheaper(case, won=True),
    Cause.WASTES_TRUMP: lambda case: (
        case.wins()
        and case.card.suit is case.view.trump is not case.view.led.suit
        and _trick_points(case) == case.facts["points"]
        and case.view.led.points < 10
        and any(play.card.suit is not case.view.trump for play in case.plays())
    ),
    Cause.LEADS_TRUMP_EARLY: lambda case: (
        case.card.suit is case.view.trump
        and case.view.led is None
        and all(len(cards(done(world, case.action))) == len(world.hands[case.me.other]) for world in case.worlds)
    ),
    Cause.LEAVES_FACE_UP_TRUMP: lambda case: case.wins() and _face_up(case, case.me.other),
    Cause.CLOSING_COSTS: _costs,
    Cause.ANSWER_HURTS: lambda case: case.known and _hurts(case),
    Cause.SEARCH_LOWER: lambda case: (
        not case.advice.option(case.action).best and case.advice.option(case.action).sure < case.advice.options[0].sure
    ),
}
