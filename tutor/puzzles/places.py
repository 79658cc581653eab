"""Themes of puzzles as places that can be found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.urls import reverse
from django.utils.translation import pgettext_lazy

from tutor.content.places import PlaceText
from tutor.puzzles.texts import themes

KIND = "puzzles"
HEADING = pgettext_lazy("heading of search results", "Puzzles")


def places(texts: Mapping[str, str]) -> Iterator[PlaceText]:
    """Yield every theme in the active language."""
    for theme in themes():
        yield PlaceText(
            key=theme.key,
            url=reverse("puzzles:theme", args=[theme.slug]),
            title=texts[f"puzzles.{theme.key}.name"],
            text=texts[f"puzzles.{theme.key}.about"],
        )
