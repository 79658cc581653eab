"""SCORE: who wins the deal, and how many game points it is worth."""

from __future__ import annotations

from functools import cached_property

from engine.scoring import Outcome
from engine.seats import Seat
from tutor.exercises.controls import Field, Form, Shown
from tutor.exercises.endings import end_table, ending, rule_of, told, told_outcome
from tutor.exercises.kinds.base import Answer, Kind, Mark, Posted, Verdict, chosen_in, one_of, options
from tutor.web.table import TableView
from tutor.wording import answers, tasks
from tutor.wording.outcomes import HOW, NOBODY_SCORES, scored
from tutor.wording.sentences import Say

NOBODY = "none"
MOST = 3
"""Game points that can be chosen."""


class ScoreKind(Kind):
    """The end is told by ``end`` (counts), or by ``position`` and ``actions``; see ``tutor.exercises.endings``."""

    drafts = True
    choose_first = answers.CHOOSE_BOTH
    look = "loser"

    @cached_property
    def outcome(self) -> Outcome:
        """The end as the engine scores it."""
        return ending(self.data, self.rules)

    @property
    def _right(self) -> tuple[str, int]:
        winner = self.outcome.winner
        return (NOBODY if winner is None else winner.name), self.outcome.game_points

    def task(self) -> tuple[Say, ...]:
        """Ask for both."""
        return (Say(tasks.SCORE_TASK),)

    def record(self) -> tuple[str, ...]:
        """Return what has happened."""
        return told(self.data, self.rules)

    def fields(self, shown: Shown) -> tuple[Field, ...]:
        """Two lists."""
        winners = {value: str(text) for value, text in tasks.WINNERS.items()}
        points = {str(number): tasks.game_points(number) for number in range(MOST + 1)}
        chosen = chosen_in(shown, "points")
        return (
            Field(
                "winner",
                Form.SELECT,
                str(tasks.WINNER_LABEL),
                options("winner", winners, chosen_in(shown, "winner")),
                empty=str(tasks.CHOOSE_WINNER),
            ),
            Field(
                "points",
                Form.SELECT,
                str(tasks.POINTS_LABEL),
                options("points", points, None if chosen is None else str(chosen)),
                empty=str(tasks.CHOOSE_POINTS),
            ),
        )

    def read_answer(self, posted: Posted) -> Answer | None:
        """Read both."""
        winner = one_of(posted, "winner", tuple(tasks.WINNERS))
        points = one_of(posted, "points", [str(number) for number in range(MOST + 1)])
        if winner is None and points is None:
            return None
        return {"winner": winner, "points": None if points is None else int(points)}

    def is_complete(self, answer: Answer) -> bool:
        """Both are chosen."""
        return answer["winner"] is not None and answer["points"] is not None

    def mark(self, answer: Answer) -> Mark:
        """Tell how the deal ends once the answer is right; before that only what is wrong with it."""
        rule = rule_of(self.outcome)
        winner, points = self._right
        if (answer["winner"], answer["points"]) == (winner, points):
            return Mark(Verdict.RIGHT, (Say(told_outcome(self.outcome, self.rules)),), rule)
        if answer["winner"] != winner:
            return Mark(Verdict.WRONG, (Say(answers.OTHER_WINNER), self._how()), rule)
        return Mark(Verdict.WRONG, (Say(answers.OTHER_POINTS), self.look_hint()), rule)

    def _how(self) -> Say:
        """Return the first sentence about the end: in which way it came."""
        return Say(HOW[self.outcome.how][self.outcome.actor is Seat.B])

    def all_answers(self) -> list[Answer]:
        """Return each player with each number."""
        return [
            {"winner": winner, "points": points}
            for winner in tasks.WINNERS
            for points in range(MOST + 1)
            if (winner == NOBODY) == (points == 0)
        ]

    def table(self, answer: Answer | None) -> TableView:
        """Show the counts, or the position before the record."""
        return end_table(self.data, self.rules, show_trump=self.show_trump)

    def narrowing_hint(self) -> Say:
        """Name the winner."""
        winner = self.outcome.winner
        if winner is None:
            return Say(answers.NOBODY_WINS_DEAL)
        return Say(answers.YOU_WIN_DEAL if winner is Seat.A else answers.OPPONENT_WINS_DEAL)

    def answer_hint(self) -> Say:
        """Say what is scored."""
        winner, points = self.outcome.winner, self.outcome.game_points
        return Say(NOBODY_SCORES if winner is None else scored(points, yours=winner is Seat.A))
