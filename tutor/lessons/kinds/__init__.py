"""The kinds of steps. To add one: a module here, a template, and a row in ``KINDS``."""

from __future__ import annotations

from engine.ruleset import parse
from tutor.lessons.kinds.base import Kind
from tutor.lessons.kinds.legal import LegalKind
from tutor.lessons.kinds.pick import PickKind
from tutor.lessons.kinds.play import PlayKind
from tutor.lessons.kinds.spot import SpotKind
from tutor.lessons.kinds.who import WhoKind
from tutor.lessons.models import Step

KINDS: dict[str, type[Kind]] = {
    "play": PlayKind,
    "who": WhoKind,
    "legal": LegalKind,
    "pick": PickKind,
    "spot": SpotKind,
}


def kind_of(step: Step) -> Kind:
    """Return a step of the database, ready to be asked and marked."""
    lesson = step.lesson
    return KINDS[step.kind](step.data, parse(lesson.ruleset), show_trump=lesson.show_trump)
