"""Terms as places that can be found: by their word, its forms, and what else is heard at tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.urls import reverse
from django.utils.translation import get_language, pgettext_lazy

from tutor.content.places import PlaceText
from tutor.glossary.texts import terms

KIND = "term"
HEADING = pgettext_lazy("heading of search results", "Words")


def places(texts: Mapping[str, str]) -> Iterator[PlaceText]:
    """Yield every term in the active language."""
    language = get_language() or "en"
    for term in terms():
        heard = [each.word for each in term.heard.get(language, ())]
        difference = texts.get(f"term.{term.key}.difference", "")
        yield PlaceText(
            key=term.key,
            url=reverse("glossary:term", args=[term.key]),
            title=term.words.get(language, term.words["en"]),
            text=f"{texts[f'term.{term.key}.meaning']} {difference}".strip(),
            also=" · ".join([*heard, *term.forms.get(language, ())]),
        )
