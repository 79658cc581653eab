"""Another puzzle like one that was solved: made by the machine where that is quick, else taken from the stored set."""

from __future__ import annotations

import json
import random

from engine.problems.item import Item, to_json
from engine.problems.making import another
from engine.problems.themes import LIVE
from engine.problems.themes import Theme as Kind
from engine.ruleset import parse
from tutor.learners.services import Session
from tutor.puzzles.choosing import like
from tutor.puzzles.models import AnyPuzzle, FreshPuzzle, Puzzle, columns_of, puzzle_id

SEEDS = 2**40


def another_like(session: Session, puzzle: AnyPuzzle, rng: random.Random) -> str | None:
    """Return the id of another puzzle of the same theme and next to the same level. ``rng`` draws the seed."""
    theme = Kind(puzzle.theme_id)
    if theme in LIVE:
        made = made_from(theme, puzzle.ruleset, puzzle.level, rng.randrange(SEEDS))
        if made is not None:
            return kept(made)
    return like(session, puzzle.theme_id, puzzle.level, puzzle.pk, rng)


def made_from(theme: Kind, ruleset: str, level: int, number: int) -> Item | None:
    """Make a puzzle from the number of its seed: the same number makes the same puzzle."""
    seed = f"{theme.value}:{ruleset}:{level}:{number}"
    return another(theme, parse(ruleset), level, random.Random(seed), seed)


def kept(made: Item) -> str:
    """Keep a fresh puzzle and return its id. One that is there already, stored or fresh, stays as it is."""
    item = json.loads(to_json(made))
    key = puzzle_id(item)
    if not Puzzle.objects.filter(pk=key).exists():
        FreshPuzzle.objects.get_or_create(pk=key, defaults=columns_of(item))
    return key
