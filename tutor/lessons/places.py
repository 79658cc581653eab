"""Lessons as places that can be found: by title, goal, and all that their steps say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.urls import reverse
from django.utils.translation import pgettext_lazy

from tutor.content.places import PlaceText
from tutor.lessons.texts import lessons

KIND = "lesson"
HEADING = pgettext_lazy("heading of search results", "Lessons")


def places(texts: Mapping[str, str]) -> Iterator[PlaceText]:
    """Yield every lesson in the active language."""
    for lesson in lessons():
        address = f"lesson.{lesson.slug}."
        goal = f"{address}goal"
        said = [text for key, text in texts.items() if key.startswith(address) and key not in (f"{address}title", goal)]
        yield PlaceText(
            key=lesson.slug,
            url=reverse("lessons:lesson", args=[lesson.slug]),
            title=texts[f"{address}title"],
            text=" ".join([texts[goal], *said]),
        )
