"""The picture of the card faces that is kept in the tree."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles.finders import find

from engine.cards import PACK_24, Card, Suit
from tutor.web.app_icon import app_icon
from tutor.web.card_faces import SUIT_PATHS, sprite

IMAGES = Path(__file__).parents[2] / "tutor/static/tutor/img"
SVG = "{http://www.w3.org/2000/svg}"
SPRITE = ElementTree.fromstring(sprite())
SYMBOLS = {symbol.attrib["id"]: symbol for symbol in SPRITE.findall(f"{SVG}symbol")}
INDEX = {"A": "A", "T": "10", "K": "K", "Q": "Q", "J": "J", "9": "9"}
PIPS = {"9": 9, "T": 10}


def test_the_file_is_what_the_command_draws():
    """Whoever changes a face runs ``manage.py draw_cards``."""
    with open(find("tutor/img/cards.svg"), encoding="utf-8") as source:
        assert source.read() == sprite()


def test_every_card_and_suit_is_drawn_once():
    """Twenty-four cards, four suits, nothing else."""
    assert len(SPRITE) == len(SYMBOLS) == 28
    assert set(SYMBOLS) == {card.code for card in PACK_24} | {f"suit-{suit.value}" for suit in Suit}


@pytest.mark.parametrize("card", [pytest.param(card, id=card.code) for card in PACK_24])
def test_face(card: Card):
    """Its rank twice in Latin letters, the second time turned round; its suit and no other; the pips that it counts."""
    symbol = SYMBOLS[card.code]

    assert symbol.attrib["viewBox"] == "0 0 100 140"
    texts = [text.text for text in symbol.iter(f"{SVG}text")]
    assert texts == [INDEX[card.rank.value]] * 2
    assert [group.attrib["transform"] for group in symbol.iter(f"{SVG}g") if "transform" in group.attrib] == [
        "rotate(180 50 70)"
    ]
    paths = [path.attrib["d"] for path in symbol.iter(f"{SVG}path")]
    own = paths.count(SUIT_PATHS[card.suit])
    assert own == 2 + PIPS.get(card.rank.value, 1)
    assert not {path for suit, path in SUIT_PATHS.items() if suit is not card.suit} & set(paths)


def test_no_two_faces_are_alike():
    """Each can be told from every other."""
    faces = {ElementTree.tostring(symbol).replace(name.encode(), b"") for name, symbol in SYMBOLS.items()}

    assert len(faces) == 28


def test_the_sprite_brings_nothing_along():
    """No script, no reference to anything outside, no colour of its own; light enough to load at once."""
    names = {node.tag.removeprefix(SVG) for node in SPRITE.iter()}
    attributes = {name for node in SPRITE.iter() for name in node.attrib}

    assert names <= {"svg", "symbol", "g", "path", "text", "rect"}
    assert not [name for name in attributes if name.startswith("on") or "href" in name or name in ("style", "class")]
    colours = {node.attrib[name] for node in SPRITE.iter() for name in ("fill", "stroke") if name in node.attrib}
    assert colours <= {"currentColor", "none"}
    assert len(sprite()) < 60_000


def test_the_icon_of_the_app_is_what_the_code_draws():
    """It is drawn from the same faces; its two PNG files have the sizes that the manifest names."""
    assert (IMAGES / "app.svg").read_text(encoding="utf-8") == app_icon()
    for size in (192, 512):
        head = (IMAGES / f"icon-{size}.png").read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (size, size)
