"""Which rows the puzzles make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tutor.content.rows import Row
from tutor.puzzles.models import Puzzle, Theme, columns_of, puzzle_id
from tutor.puzzles.texts import items, themes


def rows() -> Iterator[Row]:
    """Yield every row: the themes, then their puzzles from easy to hard."""
    for position, theme in enumerate(themes(), 1):
        low, high = theme.levels
        values = {
            "position": position,
            "slug": theme.slug,
            "gives_away": theme.gives_away,
            "low": low,
            "high": high,
        }
        texts = {name: f"puzzles.{theme.key}.{name}" for name in ("name", "about")}
        yield Row(Theme, theme.key, values, texts)
    places: Counter[str] = Counter()
    for item in sorted(map(dict, items()), key=lambda item: (item["theme"], item["grade"]["level"])):
        places[item["theme"]] += 1
        yield Row(Puzzle, puzzle_id(item), {**columns_of(item), "position": places[item["theme"]]})
