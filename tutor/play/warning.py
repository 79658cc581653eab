"""Whether the coach warns of an action before it is taken."""

from __future__ import annotations

from engine.coach import Option
from engine.notation import read_action
from engine.review import MISTAKE
from tutor.exercises.deals import GO_ON, PracticeDeal, coach, refused_by
from tutor.play.models import Game
from tutor.play.strict import uncounted


def warning(game: Game, deal: PracticeDeal, text: str) -> str:
    """Return the code of the main reason against an action, empty where the coach keeps silent."""
    if game.coach != Game.Coach.WARNS:
        return ""
    option = judged(deal, text, counts=game.counts)
    if option is None or option.best or option.lost < MISTAKE:
        return ""
    return option.reasons[0].cause.value if option.reasons else "search_lower"


def judged(deal: PracticeDeal, text: str, *, counts: bool) -> Option | None:
    """Return what the coach says of an action; None where there is nothing to say.

    Without ``counts`` the learner counts alone: of a claim the coach says nothing, and no reason tells a count.
    """
    if text == GO_ON or refused_by(deal, text) is not None:
        return None
    action = read_action(text)
    advice = coach(deal)
    if advice is not None and not counts:
        advice = uncounted(advice)
    if advice is None:
        return None
    return next((option for option in advice.options if option.action == action), None)
