"""The picture of a puzzle for links: its table as the page shows it before an answer, without a word to translate."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

from django.core.cache import caches
from PIL import Image, ImageDraw

from tutor.puzzles.models import AnyPuzzle
from tutor.puzzles.services import kind_of
from tutor.web.shapes import letters, symbol_mask
from tutor.web.table import CardView, TableView

WIDTH, HEIGHT = 1200, 630
VERSION = 1
"""Counts up when the drawing changes: it is part of the key under which pictures are kept."""
FELT, FELT_EDGE, INK = "#27705e", "#17463b", "#f6f2e6"
CARD, BLACK, RED, GOLD = "#fffdf9", "#1c2723", "#c1272d", "#f2b84b"
BACK, BACK_STRIPE = "#8f2d24", "#a53a2f"
LOGO = "#b3392c"
RED_SUITS = "DH"
GAP = 14
NOTHING = 3
"""Backs that are shown where a puzzle has no card on its table."""
SMALL, MIDDLE, LARGE = 84, 124, 140
"""Widths of a card in the other hand, in the trick, in your hand."""


def picture_of(puzzle: AnyPuzzle) -> bytes:
    """Return the picture as PNG. It is drawn once for all processes, and kept as long as it may be wanted."""
    kept, key = caches["pictures"], _key(puzzle)
    found: bytes | None = kept.get(key)
    if found is None:
        found = drawn(kind_of(puzzle).table(None))
        with suppress(OSError):  # the disk is full: it is drawn again next time
            kept.set(key, found)
    return found


def _key(puzzle: AnyPuzzle) -> str:
    """Return what a picture is kept under: the id alone is not enough, since it is the same for any names of the suits."""
    asked = json.dumps([puzzle.ruleset, dict(puzzle.problem.ask)], sort_keys=True)
    return f"{VERSION}-{puzzle.pk}-{hashlib.sha256(asked.encode()).hexdigest()[:16]}"


def drawn(table: TableView) -> bytes:
    """Draw a table: what is face down there is face down here."""
    picture = _felt()
    theirs, yours = table.opponent.cards, table.you.cards
    lying = any(place.card for place in table.trick)
    if not (theirs or yours or lying):
        yours = (None,) * NOTHING
    _row(picture, theirs, SMALL, 34)
    if table.trick and (theirs or lying):
        _trick(picture, table, 174 if yours or theirs else 228, MIDDLE if yours or theirs else LARGE)
    _row(picture, yours, LARGE, 398 if theirs or lying else 217)
    if table.stock is not None and table.stock.count:
        _stock(picture, table)
    if table.trump is not None:
        _trump(picture, table.trump.code)
    _logo(picture)
    stream = io.BytesIO()
    picture.quantize(128, dither=Image.Dither.NONE).save(stream, "PNG", optimize=True)
    return stream.getvalue()


@lru_cache(maxsize=1)
def _empty_felt() -> Image.Image:
    """The cloth: lighter in the middle."""
    light = Image.radial_gradient("L").resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)
    return Image.composite(Image.new("RGB", light.size, FELT_EDGE), Image.new("RGB", light.size, FELT), light)


def _felt() -> Image.Image:
    return _empty_felt().copy()


@lru_cache(maxsize=128)
def _card(code: str, width: int) -> tuple[Image.Image, Image.Image]:
    """Return a card and the shape of its paper; an empty code is a back."""
    height = width * 7 // 5
    paper = Image.new("L", (width * 4, height * 4), 0)
    ImageDraw.Draw(paper).rounded_rectangle((0, 0, width * 4 - 1, height * 4 - 1), width * 0.4, fill=255)
    paper = paper.resize((width, height), Image.Resampling.LANCZOS)
    if not code:
        return _back(width, height), paper
    face = Image.new("RGB", paper.size, CARD)
    face.paste(RED if code[-1] in RED_SUITS else BLACK, (0, 0), symbol_mask(code, width).resize(paper.size))
    return face, paper


def _back(width: int, height: int) -> Image.Image:
    face, edge = Image.new("RGB", (width, height), CARD), max(3, width // 14)
    inner = Image.new("RGB", (width - 2 * edge, height - 2 * edge), BACK)
    draw = ImageDraw.Draw(inner)
    for at in range(-height, width, 12):
        draw.line((at, height, at + height, 0), fill=BACK_STRIPE, width=5)
    face.paste(inner, (edge, edge))
    return face


def _put(picture: Image.Image, code: str, width: int, x: float, y: float, *, lying: bool = False) -> None:
    """Lay a card on the cloth, with its shadow."""
    face, paper = _card(code, width)
    if lying:
        face, paper = face.rotate(90, expand=True), paper.rotate(90, expand=True)
    at = round(x), round(y)
    picture.paste("#0d2c25", (at[0] + 2, at[1] + 4), paper)
    picture.paste(face, at, paper)


def _row(picture: Image.Image, cards: Sequence[CardView | None], width: int, y: float) -> None:
    """Lay a hand in the middle of a line; a long one moves together."""
    if not cards:
        return
    step = min(width + GAP, (WIDTH - 120 - width) / max(len(cards) - 1, 1))
    x = (WIDTH - width - step * (len(cards) - 1)) / 2
    for card in cards:
        _put(picture, card.code if card else "", width, x, y)
        x += step


def _trick(picture: Image.Image, table: TableView, y: float, width: int) -> None:
    """Lay the trick in the middle; an empty place is a dashed frame's quiet sister."""
    height, x = width * 7 // 5, WIDTH / 2 - width - GAP / 2
    for place in table.trick:
        if place.card is not None:
            _put(picture, place.card.code, width, x, y)
        else:
            box = (round(x) + 2, round(y) + 2, round(x) + width - 2, round(y) + height - 2)
            ImageDraw.Draw(picture).rounded_rectangle(box, width * 0.1, outline="#5b9383", width=2)
        x += width + GAP


def _stock(picture: Image.Image, table: TableView) -> None:
    """Lay the stock to the left: the face-up trump half under it, or the whole pile face down."""
    assert table.stock is not None
    turned = table.stock.turned
    if turned is not None:
        _put(picture, turned.code, 108, 232, 212, lying=True)
        _put(picture, "", 108, 196, 190)
    else:
        _put(picture, "", 108, 204, 184)
        _put(picture, "", 108, 198, 190)


def _trump(picture: Image.Image, suit: str) -> None:
    """Show the trump suit on a coin to the right."""
    _coin(picture, (958, 262), 62, CARD)
    mask = symbol_mask(f"suit-{suit}", 74)
    picture.paste(RED if suit in RED_SUITS else BLACK, (958 - 37, 262 - mask.height // 2), mask)


def _logo(picture: Image.Image) -> None:
    """Put the sign of the site into the corner."""
    _coin(picture, (1136, 568), 40, LOGO)
    mask = letters("66", 42)
    picture.paste(INK, (1136 - mask.width // 2, 568 - mask.height // 2), mask)


def _coin(picture: Image.Image, middle: tuple[int, int], radius: int, colour: str) -> None:
    disc = Image.new("L", (radius * 8, radius * 8), 0)
    ImageDraw.Draw(disc).ellipse((0, 0, radius * 8 - 1, radius * 8 - 1), fill=255)
    disc = disc.resize((radius * 2, radius * 2), Image.Resampling.LANCZOS)
    picture.paste(colour, (middle[0] - radius, middle[1] - radius), disc)
