"""WHO: name the winner of a trick, or who leads to the next one."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card, Suit
from engine.seats import Seat
from engine.tricks import trick_reason, trick_winner
from tutor.lessons.kinds.base import Answer, Kind, Mark, Posted, Verdict, one_of
from tutor.web.table import TableView, trick_table
from tutor.wording import answers
from tutor.wording.sentences import Say
from tutor.wording.tricks import TRICK_RULES, WINNER_LEADS

YOU, OPPONENT = "you", "opponent"


class WhoKind(Kind):
    """Asks ``winner`` or ``leads``; both are the winner of the trick."""

    template = "lessons/_answer_who.html"

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read the player."""
        who = one_of(posted, "who", (YOU, OPPONENT))
        return None if who is None else {"who": who}

    def mark(self, answer: Answer) -> Mark:
        """Compare with the trick as the engine sees it."""
        leader, led, second, trump = self._trick()
        winner = trick_winner(leader, led, second, trump)
        reason = trick_reason(led, second, trump)
        mine = winner is Seat.A
        says = [Say(self.trick_words[reason]), Say(answers.YOU_WIN_IT if mine else answers.OPPONENT_WINS_IT)]
        if self.data["ask"] == "leads":
            says += [Say(WINNER_LEADS), Say(answers.YOU_LEAD_NEXT if mine else answers.OPPONENT_LEADS_NEXT)]
        right = (answer["who"] == YOU) == mine
        rule = self.data["rule"] if right else TRICK_RULES[reason]
        return Mark(Verdict.RIGHT if right else Verdict.WRONG, tuple(says), rule)

    def _trick(self) -> tuple[Seat, Card, Card, Suit]:
        trick = self.data["trick"]
        return (
            Seat[trick["leader"]],
            Card.parse(trick["led"]),
            Card.parse(trick["answer"]),
            Suit(trick["trump"]),
        )

    def all_answers(self) -> list[Answer]:
        """Return both players."""
        return [{"who": YOU}, {"who": OPPONENT}]

    def table(self, answer: Answer | None) -> TableView:
        """Show the trick; after the right answer its winning card is set off."""
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
        """Name the trumps of the trick, or else its cards of the suit led."""
        _leader, led, second, trump = self._trick()
        trumps = tuple(card for card in (led, second) if card.suit is trump)
        if trumps:
            return Say(answers.HINT_TRUMPS_IN_TRICK, {"cards": trumps})
        same = tuple(card for card in (led, second) if card.suit is led.suit)
        return Say(answers.HINT_SUIT_IN_TRICK, {"cards": same})

    def answer_hint(self) -> Say:
        """Say who it is."""
        mine = self.right_answers()[0]["who"] == YOU
        if self.data["ask"] == "leads":
            return Say(answers.YOU_LEAD_NEXT if mine else answers.OPPONENT_LEADS_NEXT)
        return Say(answers.YOU_WIN_IT if mine else answers.OPPONENT_WINS_IT)
