"""The texts of clauses with the values of a ruleset in them."""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe

from engine.ruleset import Ruleset
from tutor.content.marks import without_marks
from tutor.content.terms import Part, marked_up
from tutor.rules.models import Clause
from tutor.wording.cards import LOWEST_TRUMPS
from tutor.wording.sentences import fill


def clause_text(clause: Clause, rules: Ruleset) -> SafeString:
    """Return a clause as HTML, with the values of the ruleset; its terms are plain words."""
    return mark_safe(without_marks(fill(clause.text, switch_words(clause.text, rules))))


def clause_parts(clause: Clause, rules: Ruleset, seen: set[str], *, prefix: str = "term") -> tuple[Part, ...]:
    """Return a clause in parts, each term that is new on the page as a control (``tutor.content.terms``)."""
    return marked_up(fill(clause.text, switch_words(clause.text, rules)), seen, prefix=prefix)


def switch_words(text: str, rules: Ruleset) -> dict[str, object]:
    """Return the switches that a clause names, in words."""
    words: dict[str, object] = {
        "deck": rules.deck,
        "hand": rules.hand,
        "target": rules.target,
        "two_points_below": rules.two_points_below,
        "exchange_card": LOWEST_TRUMPS[rules.exchange_card],
    }
    return {name: word for name, word in words.items() if f"%({name})s" in text}
