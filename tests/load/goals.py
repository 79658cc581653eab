"""What the site has to reach under load, and what of it was missed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Goal(NamedTuple):
    """One goal: what is measured, in what, and the figure that it may have at most, or at least."""

    words: str
    unit: str
    most: float | None = None
    least: float | None = None

    def reached(self, figure: float) -> bool:
        """Whether a figure is good enough."""
        return (self.most is None or figure <= self.most) and (self.least is None or figure >= self.least)

    def told(self, figure: float) -> str:
        """The figure beside its goal."""
        limit = f"at most {self.most:g}" if self.most is not None else f"at least {self.least:g}"
        return f"goal: {self.words}: {figure:.2f} {self.unit} ({limit})".replace("  ", " ")


GOALS = {
    "page": Goal("95 % of pages at 20 visitors", "ms", most=120),
    "piece": Goal("95 % of pieces at 20 visitors", "ms", most=60),
    "ratio": Goal("a remembered rules page beside bare Django", "times as many", least=0.5),
    "start": Goal("the server answers after", "s", most=2),
    "memory": Goal("memory of the worker", "MB", most=150),
    "errors": Goal("answers that were none", "", most=0),
}


@dataclass(frozen=True)
class Figures:
    """What was measured, under the names of the goals."""

    page: float
    piece: float
    ratio: float
    start: float
    memory: float
    errors: int

    def lines(self) -> Iterator[str]:
        """Each figure beside its goal."""
        for name, goal in GOALS.items():
            yield goal.told(getattr(self, name))

    def missed(self) -> list[str]:
        """The names of the goals that were not reached."""
        return [name for name, goal in GOALS.items() if not goal.reached(getattr(self, name))]
