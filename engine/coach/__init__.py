"""The coach: advice on a :class:`~engine.view.View`, never on hidden cards. Values say how they are known; reasons are
codes with facts, each true of the position. Words are made in ``tutor.wording.advice``.
"""

from engine.coach.advice import Advice, Option, advise, think
from engine.coach.causes import FACTS, GOOD, WORSE, Cause, Told
from engine.coach.stages import Ground

__all__ = ["FACTS", "GOOD", "WORSE", "Advice", "Cause", "Ground", "Option", "Told", "advise", "think"]
