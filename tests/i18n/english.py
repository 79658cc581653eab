"""Telling English from the other four languages. Arabic and Hindi by their script, Spanish and Italian by their words."""

from __future__ import annotations

import re

LATIN = re.compile(r"[A-Za-z]+")
# Frequent English words that neither Spanish nor Italian has.
ENGLISH = re.compile(
    r"\b(the|your|yours|you|opponent|opponent's|trick|tricks|card|cards|of|and|have|this|that|is|was|been|points|game"
    r"|stock|lead|led|suit|trump|trumps|hearts|spades|clubs|diamonds|king|queen|ace|jack|not|with|nobody|may|must|deal)\b",
    re.IGNORECASE,
)
LEFT_OVER = re.compile(r"%\(|%s|\{\{|\{%|\bNone\b|Reason\.|Suit\.|Seat\.|Card\(|lazy")


def english_in(text: str, language: str) -> list[str]:
    """Return the English words of a text in another language, and what a template or a placeholder left behind."""
    left = LEFT_OVER.findall(text)
    if language in ("ar", "hi"):
        return left + LATIN.findall(text)
    if language in ("es", "it"):
        return left + [found.group() for found in ENGLISH.finditer(text)]
    return left
