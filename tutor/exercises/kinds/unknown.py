"""What is best where the other hand is not known: what one plan is sure of, on average over all deals that are possible.

The search behind it may take seconds. So a problem that was proved when it was made brings its proof along (``proved``:
its right answers, what each other choice costs, codes); without one the search is done here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.deal import Deal
from engine.notation import read
from engine.problems import valuing
from engine.problems.item import Item, named_hand
from engine.view import View
from tutor.exercises.kinds.base import Mark, Verdict
from tutor.wording import answers
from tutor.wording.advice import loss
from tutor.wording.sentences import Say

CLOSE, NONE = valuing.CLOSE, valuing.NONE


def proved(item: Item) -> dict[str, Any]:
    """Return what an item asks, together with what was proved of it."""
    proof = {
        "answers": list(item.proof.answers),
        "reasons": dict(item.reasons),
        "codes": list(item.proof.codes),
    }
    return {**item.ask, "proved": proof} if item.theme.family in "CO" else dict(item.ask)


class Unknown:
    """Marks the choices of one exercise: actions in notation, or ``none``."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self._proof: Mapping[str, Any] = data.get("proved", {})

    def applies(self, deal: Deal) -> bool:
        """Return whether cards are hidden that matter: otherwise all is known, and the exact search answers."""
        if "??" not in self.data["position"]:
            return False
        view = read(self.data["position"], deal.ruleset)
        return isinstance(view, View) and len(view.unseen) > view.opponent_cards - len(view.known)

    def right(self) -> frozenset[str]:
        """Return the right choices."""
        if "answers" in self._proof:
            found = [answer.get("act") or f"A:{answer['card']}" for answer in self._proof["answers"]]
        elif self.data["kind"] == "act":
            found = valuing.choices(self.data)
        else:
            found = valuing.best(self.data)
        return frozenset(found)

    def lost(self, choice: str) -> float | None:
        """Return what a choice costs on average, None where that is not known exactly."""
        if "reasons" in self._proof:
            told = self._proof["reasons"].get(choice)
        elif self.data["kind"] == "act":
            told = valuing.costs(self.data, set(self.right())).get(choice)
        else:
            told = valuing.losses(self.data).get(choice)
        return None if told is None else -float(told)

    def mark(self, choice: str, rule: str) -> Mark:
        """Mark a choice by what it is worth."""
        if choice in self.right():
            return Mark(Verdict.RIGHT, (Say(answers.BEST_ON_AVERAGE),), rule)
        lost = self.lost(choice)
        costs = (Say(loss(lost)),) if lost else ()
        return Mark(Verdict.BETTER, (Say(answers.WORSE_ON_AVERAGE), *costs), rule)

    def closing(self) -> Say:
        """Return whether a closing wins against every hand; if not, a hand that stops it."""
        if CLOSE in self.right():
            return Say(answers.CLOSING_WINS_ALWAYS)
        cards = named_hand(self._proof.get("codes", ()))
        return Say(answers.CLOSING_FAILS_AGAINST, {"cards": cards}) if cards else Say(answers.CLOSING_MAY_FAIL)
