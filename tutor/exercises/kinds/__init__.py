"""The twelve kinds of exercises. To add one: a module here, a row in ``KINDS``, its words in ``tutor/wording/tasks.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.problems.item import Item
from engine.ruleset import Ruleset, parse
from tutor.exercises.kinds.act import ActKind
from tutor.exercises.kinds.base import Kind
from tutor.exercises.kinds.count import CountKind
from tutor.exercises.kinds.diff import DiffKind
from tutor.exercises.kinds.legal import LegalKind
from tutor.exercises.kinds.line import LineKind
from tutor.exercises.kinds.order import OrderKind
from tutor.exercises.kinds.pick import PickKind
from tutor.exercises.kinds.play import PlayKind
from tutor.exercises.kinds.score import ScoreKind
from tutor.exercises.kinds.spot import SpotKind
from tutor.exercises.kinds.unknown import proved
from tutor.exercises.kinds.unseen import UnseenKind
from tutor.exercises.kinds.who import WhoKind

KINDS: dict[str, type[Kind]] = {
    "play": PlayKind,
    "legal": LegalKind,
    "who": WhoKind,
    "count": CountKind,
    "order": OrderKind,
    "act": ActKind,
    "score": ScoreKind,
    "spot": SpotKind,
    "unseen": UnseenKind,
    "pick": PickKind,
    "line": LineKind,
    "diff": DiffKind,
}


def make(
    data: Mapping[str, Any], rules: Ruleset, *, show_trump: bool = True, texts: Mapping[str, str] | None = None
) -> Kind:
    """Return an exercise, ready to be asked and marked.

    Raises:
        KeyError: there is no such kind.
    """
    return KINDS[data["kind"]](data, rules, show_trump=show_trump, texts=texts)


def make_item(item: Item) -> Kind:
    """Return a machine-made problem as an exercise under its own ruleset; what was proved of it decides."""
    return make(proved(item), parse(item.ruleset))
