"""The rules on paper: the book, the cards from high to low, and the address as a picture for a camera."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from engine.cards import Card, Suit
from engine.ruleset import Ruleset
from tutor.rules.presenters import BookView, Chip, preset_chips
from tutor.web.codes import picture_of
from tutor.web.table import CardView, card_view

PAPERS = {
    "A4": pgettext_lazy("link, file", "PDF file for A4 paper"),
    "Letter": pgettext_lazy("link, file", "PDF file for Letter paper"),
}
"""Size of paper, as files are named -> the link to such a file."""


@dataclass(frozen=True, slots=True)
class RankView:
    """A card and its points."""

    card: CardView
    points: int


@dataclass(frozen=True, slots=True)
class PaperView:
    """The whole sheet."""

    book: BookView
    chips: tuple[Chip, ...]
    ranks: tuple[RankView, ...]
    shown_address: str
    code: SafeString
    files: tuple[Chip, ...]


def paper_view(book: BookView, address: str) -> PaperView:
    """Return the rules as they are printed; ``address`` is where they stand on the site."""
    return PaperView(
        book,
        preset_chips(book.place, "print"),
        _ranks(book.place.rules),
        address.partition("://")[2] or address,
        picture_of(address),
        tuple(_files(book)),
    )


def pdf_name(preset: str, language: str, paper: str) -> str:
    """Return the name of the file with the printed rules.

    >>> pdf_name("santase", "ar", "A4")
    'sixty-six-rules-santase-ar-A4.pdf'
    """
    return f"sixty-six-rules-{preset}-{language}-{paper}.pdf"


def pdf_folder() -> Path:
    """Return where ``make pdf`` puts the files."""
    folder: Path = settings.STATE_DIR / "pdf"
    return folder


def _files(book: BookView) -> Iterable[Chip]:
    """The files that have been made of these rules in this language."""
    rules, language = book.place.rules, translation.get_language() or "en"
    if not rules.is_preset or book.beside:
        return
    for paper in PAPERS:
        if (pdf_folder() / pdf_name(rules.name, language, paper)).is_file():
            yield Chip(paper, str(PAPERS[paper]), reverse("rules:pdf", args=[rules.name, paper]), False)


def _ranks(rules: Ruleset) -> tuple[RankView, ...]:
    """The cards of one suit from high to low, as the clause about ranks names them."""
    cards: list[Card] = [card for card in rules.pack if card.suit is Suit.HEARTS]
    return tuple(RankView(card_view(card), card.points) for card in cards)
