"""A deal told line by line, as plain text in the language of the page."""

from __future__ import annotations

from engine.view import view_of
from tutor.exercises.deals import LEARNER
from tutor.exercises.records import told
from tutor.play.deals import history, outcome_of, rules_of
from tutor.play.models import Game
from tutor.wording import deal_files as words
from tutor.wording.opponents import opponent_name
from tutor.wording.outcomes import outcome_sentences
from tutor.wording.presets import ruleset_label
from tutor.wording.sentences import plain


def head(game: Game) -> list[str]:
    """Return the lines that stand above: rules, opponent, and whether the deal is over."""
    lines = [
        plain(words.LOG_RULES, {"rules": ruleset_label(rules_of(game))}),
        plain(words.LOG_OPPONENT, {"opponent": opponent_name(game.opponent)}),
    ]
    if game.with_undo:
        lines.append(str(words.UNDONE))
    if outcome_of(game) is None:
        lines.append(str(words.NOT_OVER))
    return lines


def lines(game: Game) -> list[str]:
    """Return the whole log. Of a running deal it holds what the learner has seen."""
    found, outcome = history(game), outcome_of(game)
    start = view_of(found.start, LEARNER)
    began = [plain(words.LOG_HAND, {"cards": start.hand})]
    if outcome is not None:
        began.append(plain(words.LOG_THEIR_HAND, {"cards": found.start.hands[LEARNER.other]}))
    if start.turned is not None:
        began.append(plain(words.LOG_TRUMP, {"card": start.turned}))
    began.append(str(words.YOU_DEALT if found.start.dealer is LEARNER else words.OPPONENT_DEALT))
    happened = told(found.events, end=False, duties=rules_of(game).duties)
    numbered = [f"{number}. {line}" for number, line in enumerate(happened, 1)]
    ended = outcome_sentences(outcome, LEARNER, rules_of(game).two_points_below) if outcome is not None else []
    parts = [head(game), began, numbered, ended]
    return "\n\n".join("\n".join(part) for part in parts if part).split("\n")
