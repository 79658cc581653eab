"""The glossary in the language of the page."""

from __future__ import annotations

from collections.abc import Iterable

from tutor.content.models import Place
from tutor.content.places import places_with_term
from tutor.content.terms import TermWords
from tutor.glossary.models import Term


def term_words() -> Iterable[TermWords]:
    """Yield each term in the active language, for the texts that mark it."""
    for key, word, meaning in Term.objects.values_list("key", "word", "meaning"):
        yield TermWords(key, word, meaning)


def all_terms() -> list[Term]:
    """Return every term."""
    return list(Term.objects.all())


def term_with_uses(key: str, language: str) -> tuple[Term, list[Place]]:
    """Return a term, and the places whose texts mark it.

    Raises:
        Term.DoesNotExist: there is no such term.
    """
    term = Term.objects.get(pk=key)
    return term, [place for place in places_with_term(key, language) if place.key != key]
