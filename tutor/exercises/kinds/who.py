"""WHO: name the player who wins a trick, leads, draws or deals."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from engine.cards import Card, Suit
from engine.deal import Deal
from engine.match import Match, next_dealer
from engine.scoring import Outcome
from engine.seats import Seat
from engine.tricks import trick_reason, trick_winner
from tutor.exercises import records
from tutor.exercises.controls import Field, Form, Shown
from tutor.exercises.endings import ending, told, told_outcome
from tutor.exercises.kinds.base import Answer, Kind, Mark, Posted, Verdict, history_in, one_of, options
from tutor.web.table import TableView, empty_table, table_of, trick_table
from tutor.wording import answers, tasks
from tutor.wording.sentences import Say
from tutor.wording.tricks import TRICK_RULES, WINNER_LEADS

SEATS = tuple(seat.name for seat in Seat)
NOBODY = "none"

FACTS = {
    "winner": (answers.YOU_WIN_IT, answers.OPPONENT_WINS_IT),
    "leads": (answers.YOU_LEAD_NEXT, answers.OPPONENT_LEADS_NEXT),
    "leads_first": (answers.YOU_LEAD_FIRST, answers.OPPONENT_LEADS_FIRST),
    "draws_first": (answers.YOU_DRAW_FIRST, answers.OPPONENT_DRAWS_FIRST),
    "turned_card": (answers.YOU_DRAW_TURNED, answers.OPPONENT_DRAWS_TURNED),
    "deals_next": (answers.YOU_DEAL_NEXT, answers.OPPONENT_DEALS_NEXT),
    "plays": (answers.YOU_PLAY_NEXT, answers.OPPONENT_PLAYS_NEXT),
    "game": (answers.YOU_WIN_GAME, answers.OPPONENT_WINS_GAME),
}
"""What is asked -> the answer in words, for the learner and for the opponent."""
WHY = {
    "leads": WINNER_LEADS,
    "leads_first": answers.NOT_THE_DEALER_LEADS,
    "draws_first": answers.WINNER_DRAWS_FIRST,
    "turned_card": answers.LOSER_DRAWS_TURNED,
    "plays": answers.TURN_IS_KEPT,
}


class WhoKind(Kind):
    """Asks for the ``winner`` of a trick, and for what follows from it: who ``leads``, ``draws_first``, who draws the
    ``turned_card`` in the last draw. These need ``trick`` (trump, leader, led, answer) or a ``position`` in which a
    trick has just been won. ``leads_first`` needs ``dealer``; ``deals_next`` (or ``deals``) needs ``dealer`` and
    ``deal_winner`` (empty for a tie), or a ``position`` with ``actions`` to the end of the deal. ``game`` asks after such
    a deal who has won the game, perhaps nobody. ``plays`` asks whose card comes next after ``actions``.
    """

    look = "who_won"

    @property
    def ask(self) -> str:
        """What is asked."""
        asked: str = self.data["ask"]
        if asked == "leads" and "position" in self.data and not sum(self.view.tricks):
            return "leads_first"
        return "deals_next" if asked == "deals" else asked

    def task(self) -> tuple[Say, ...]:
        """Ask."""
        return (Say(tasks.WHO_TASKS[self.ask]),)

    def turn(self) -> tuple[Say, ...]:
        """Say what has happened before."""
        if self.ask == "leads_first":
            return (_dealt(self._dealer()),)
        if self.ask == "game":
            return (self._score(),)
        if self.ask == "deals_next":
            won = {Seat.A: tasks.YOU_WON_DEAL, Seat.B: tasks.OPPONENT_WON_DEAL, None: tasks.NOBODY_WON_DEAL}
            return _dealt(self._dealer()), Say(won[self._deal_winner()])
        if self.ask == "plays":
            mine = history_in(self.data, self.rules).start.to_act is Seat.A
            return (Say(tasks.YOUR_TURN if mine else tasks.OPPONENTS_TURN),)
        if "trick" not in self.data:
            return (Say(tasks.YOU_HAVE_WON_IT if self.view.on_lead is Seat.A else tasks.OPPONENT_HAS_WON_IT),)
        return ()

    def _score(self) -> Say:
        mine, theirs = self._before.score
        if self.rules.count == "down":
            return Say(tasks.SCORE_DOWN, {"mine": mine, "theirs": theirs})
        return Say(tasks.SCORE_UP, {"mine": mine, "theirs": theirs, "target": self.rules.target})

    def record(self) -> tuple[str, ...]:
        """Return how the deal has ended, where it is told by its record."""
        if not self.data.get("actions"):
            return ()
        if self.ask == "plays":
            return records.told(history_in(self.data, self.rules).events)
        return (*told(self.data, self.rules), told_outcome(self._outcome, self.rules))

    def fields(self, shown: Shown) -> tuple[Field, ...]:
        """Two buttons, and a third one where it may be nobody."""
        mine, theirs = tasks.WHO_BUTTONS[self.ask]
        texts = {"A": str(mine), "B": str(theirs)}
        if self.ask == "game":
            texts[NOBODY] = str(tasks.NOBODY_YET)
        return (Field("who", Form.BUTTONS, "", options("who", texts)),)

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read the player."""
        who = one_of(posted, "who", self._players())
        return None if who is None else {"who": who}

    def mark(self, answer: Answer) -> Mark:
        """Compare with what the engine says."""
        right = answer["who"] == self._name()
        says, rule = self._facts()
        return Mark(Verdict.RIGHT if right else Verdict.WRONG, says, self.shown_rule() if right else rule)

    def _players(self) -> tuple[str, ...]:
        return (*SEATS, NOBODY) if self.ask == "game" else SEATS

    def _name(self) -> str:
        if self.ask == "game":
            winner = self._match.winner
            return NOBODY if winner is None else winner.name
        return self._right().name

    @cached_property
    def _before(self) -> Deal:
        return history_in(self.data, self.rules).start

    @cached_property
    def _outcome(self) -> Outcome:
        return ending(self.data, self.rules)

    @property
    def _match(self) -> Match:
        deal = self._before
        return Match(self.rules, deal.dealer, deal.score, deal.carry).after(self._outcome)

    def _right(self) -> Seat:
        if self.ask == "leads_first":
            return self._dealer().other
        if self.ask == "deals_next":
            return next_dealer(self.rules, self._dealer(), self._deal_winner())
        if self.ask == "plays":
            return history_in(self.data, self.rules).deal.to_act
        winner = self._winner()
        return winner.other if self.ask == "turned_card" else winner

    def _facts(self) -> tuple[tuple[Say, ...], str]:
        """Return the reason with the answer, and the rule behind it."""
        rule = self.shown_rule()
        says: list[Say] = []
        if "trick" in self.data:
            _leader, led, second, trump = self._trick()
            reason = trick_reason(led, second, trump)
            rule = TRICK_RULES[reason]
            says.append(Say(self.trick_words[reason]))
            if self.ask != "winner":
                says.append(Say(FACTS["winner"][self._winner()]))
        if self.ask in WHY:
            says.append(Say(WHY[self.ask]))
        elif self.ask == "deals_next":
            says.append(Say(self._why_deals()))
        return (*says, self.answer_hint()), rule

    def _why_deals(self) -> object:
        if self._deal_winner() is None:
            return answers.SAME_DEALS_AGAIN
        return answers.WINNER_DEALS if self.rules.next_dealer == "winner" else answers.TURNS_TO_DEAL

    def _winner(self) -> Seat:
        if "trick" in self.data:
            return trick_winner(*self._trick())
        return self.view.on_lead

    def _dealer(self) -> Seat:
        return Seat[self.data["dealer"]] if "dealer" in self.data else self.view.dealer

    def _deal_winner(self) -> Seat | None:
        if "position" in self.data:
            return self._outcome.winner
        winner = self.data.get("deal_winner", "")
        return Seat[winner] if winner else None

    def _trick(self) -> tuple[Seat, Card, Card, Suit]:
        trick = self.data["trick"]
        return (
            Seat[trick["leader"]],
            Card.parse(trick["led"]),
            Card.parse(trick["answer"]),
            Suit(trick["trump"]),
        )

    def all_answers(self) -> list[Answer]:
        """Return both players, and nobody where that may be."""
        return [{"who": player} for player in self._players()]

    def table(self, answer: Answer | None) -> TableView:
        """Show the trick; after the right answer its winning card is set off."""
        if "position" in self.data:
            table = table_of(self.view, show_trump=self.show_trump)
            # The places of a trick stand in the order of playing: they would tell who leads.
            return replace(table, trick=()) if self.ask == "leads_first" else table
        if "trick" not in self.data:
            return empty_table()
        leader, led, second, trump = self._trick()
        table = trick_table(leader, led, second, trump if self.show_trump else None)
        if answer is None or not self.mark(answer).right:
            return table
        winner = trick_winner(leader, led, second, trump)
        places = []
        for seat, place in zip((leader, leader.other), table.trick, strict=True):
            assert place.card is not None
            card = replace(place.card, mark="right") if seat is winner else place.card
            places.append(replace(place, card=card))
        return replace(table, trick=tuple(places))

    def narrowing_hint(self) -> Say:
        """Name the trumps of the trick, or else its cards of the suit led; without a trick the rule in words."""
        if self.ask == "game":
            return Say(answers.WHICH_POINTS_COUNT_FOR_GAME)
        if "trick" not in self.data:
            return Say(WHY.get(self.ask) or self._why_deals())
        _leader, led, second, trump = self._trick()
        trumps = tuple(card for card in (led, second) if card.suit is trump)
        if trumps:
            return Say(answers.HINT_TRUMPS_IN_TRICK, {"cards": trumps})
        same = tuple(card for card in (led, second) if card.suit is led.suit)
        return Say(answers.HINT_SUIT_IN_TRICK, {"cards": same})

    def answer_hint(self) -> Say:
        """Say who it is."""
        if self._name() == NOBODY:
            return Say(answers.NOBODY_WINS_GAME_YET)
        return Say(FACTS[self.ask][Seat[self._name()]])


def _dealt(dealer: Seat) -> Say:
    return Say(tasks.YOU_DEALT if dealer is Seat.A else tasks.OPPONENT_DEALT)
