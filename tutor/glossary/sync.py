"""Which rows the glossary makes."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings

from tutor.content.rows import IncompleteError, Row
from tutor.glossary.models import Term
from tutor.glossary.texts import TermText, terms


def rows() -> Iterator[Row]:
    """Yield every row.

    Raises:
        IncompleteError: the term base lacks the words of a language.
    """
    _refuse_holes()
    for position, term in enumerate(terms(), 1):
        texts = {"meaning": f"term.{term.key}.meaning"}
        if term.difference:
            texts["difference"] = f"term.{term.key}.difference"
        values = {
            "position": position,
            "sign": term.sign,
            "confused_with": " ".join(term.confused_with),
            "heard": _heard(term),
            "word": term.words["en"],
            **{f"word_{language}": term.words[language] for language in settings.CONTENT_LANGUAGES},
        }
        yield Row(Term, term.key, values, texts)


def _heard(term: TermText) -> dict[str, list[list[object]]]:
    return {language: [[each.word, list(each.regions)] for each in heard] for language, heard in term.heard.items()}


def _refuse_holes() -> None:
    missing = {
        language: [f"TERMS.json: {term.key}" for term in terms() if language not in term.words]
        for language in settings.CONTENT_LANGUAGES
    }
    if any(missing.values()):
        raise IncompleteError({language: keys for language, keys in missing.items() if keys})
