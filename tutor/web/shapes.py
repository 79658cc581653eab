"""Draws what the sprite of cards holds into pictures: its paths, frames and letters, as far as ``card_faces`` uses them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from xml.etree import ElementTree

from PIL import Image, ImageChops, ImageDraw, ImageFont

from tutor.web.card_faces import sprite

SVG = "{http://www.w3.org/2000/svg}"
FINER = 4
"""Everything is drawn so many times larger and then made smaller, so that edges are smooth."""
STEPS = 16
"""Straight pieces of one curve."""
TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
TRANSFORM = re.compile(r"(\w+)\(([^)]*)\)")
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7, "Z": 0}

Point = tuple[float, float]
Placed = tuple[float, float, float]
"""Scale and shift of a shape; the sprite turns nothing but the second index of a card, by half a turn."""


@lru_cache(maxsize=1)
def _symbols() -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(sprite())
    return {symbol.attrib["id"]: symbol for symbol in root.iter(f"{SVG}symbol")}


@lru_cache(maxsize=256)
def symbol_mask(name: str, width: int) -> Image.Image:
    """Return where a symbol of the sprite has ink, as a picture of one channel in this width."""
    symbol = _symbols()[name]
    _x, _y, across, down = map(float, symbol.attrib["viewBox"].split())
    scale = width * FINER / across
    mask = Image.new("L", (round(across * scale), round(down * scale)), 0)
    for child in symbol:
        _draw(child, mask, (scale, 0.0, 0.0))
    return mask.resize((width, round(down * width / across)), Image.Resampling.LANCZOS)


def _draw(element: ElementTree.Element, mask: Image.Image, outer: Placed) -> None:
    """Add one element, and those inside it."""
    turned, inner = False, outer
    for kind, values in TRANSFORM.findall(element.attrib.get("transform", "")):
        numbers = [float(number) for number in values.split()]
        scale, x, y = inner
        if kind == "translate":
            inner = (scale, x + scale * numbers[0], y + scale * numbers[1])
        elif kind == "scale":
            inner = (scale * numbers[0], x, y)
        else:
            turned = True
    layer = Image.new("L", mask.size, 0)
    tag = element.tag.removeprefix(SVG)
    if tag == "path":
        _path(element.attrib["d"], layer, inner)
    elif tag == "rect":
        _frame(element, layer, inner)
    elif tag == "text":
        _text(element, layer, inner)
    for child in element:
        _draw(child, layer, inner)
    if turned:
        layer = layer.rotate(180)
    mask.paste(ImageChops.lighter(mask, layer))


def _path(written: str, layer: Image.Image, placed: Placed) -> None:
    draw, (scale, x, y) = ImageDraw.Draw(layer), placed
    for points in outlines(written):
        draw.polygon([(x + scale * px, y + scale * py) for px, py in points], fill=255)


def _frame(element: ElementTree.Element, layer: Image.Image, placed: Placed) -> None:
    scale, x, y = placed
    left, top, width, height, radius, line = (
        float(element.attrib[name]) * scale for name in ("x", "y", "width", "height", "rx", "stroke-width")
    )
    ImageDraw.Draw(layer).rounded_rectangle(
        (x + left, y + top, x + left + width, y + top + height),
        radius,
        outline=round(255 * float(element.attrib["opacity"])),
        width=round(line),
    )


def _text(element: ElementTree.Element, layer: Image.Image, placed: Placed) -> None:
    """Write the index. The letters come with Pillow: a picture must look the same on every machine."""
    scale, x, y = placed
    size = float(element.attrib["font-size"]) * scale
    middle, line = x + float(element.attrib["x"]) * scale, y + float(element.attrib["y"]) * scale
    written = letters(element.text or "", round(size))
    longest = float(element.attrib.get("textLength", 0)) * scale
    if longest:
        written = written.resize((round(longest), written.height))
    layer.paste(written, (round(middle - written.width / 2), round(line - written.height)), written)


def letters(text: str, size: int) -> Image.Image:
    """Return a word in bold letters, cut to its ink; only for what every language writes alike."""
    font, bold = ImageFont.load_default(size), max(1, size // 26)
    box = font.getbbox(text, stroke_width=bold)
    picture = Image.new("L", (math.ceil(box[2] - box[0]), math.ceil(box[3] - box[1])), 0)
    ImageDraw.Draw(picture).text((-box[0], -box[1]), text, 255, font, stroke_width=bold)
    return picture


# -- paths ---------------------------------------------------------------------------------------------------------


def outlines(written: str) -> Iterator[list[Point]]:
    """Yield the closed outlines of a path, curves in short straight pieces.

    >>> list(outlines("M0 0h2v1H0z"))
    [[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)]]
    """
    points: list[Point] = []
    control: Point | None = None
    for letter, numbers in _commands(written):
        if letter in "Mm":
            if points:
                yield points
            points = [_moved(points[0] if points else (0.0, 0.0), numbers, letter)]
        elif letter in "CcSs":
            corners = _corners(points[-1], control, numbers, letter)
            control = corners[2]
            points += [_bezier(corners, step / STEPS) for step in range(1, STEPS + 1)]
            continue
        elif letter not in "Zz":
            points += _piece(points[-1], letter, numbers)
        control = None
    yield points


def _commands(written: str) -> Iterator[tuple[str, list[float]]]:
    tokens, at, letter = TOKEN.findall(written), 0, "M"
    while at < len(tokens):
        if tokens[at].isalpha():
            letter, at = tokens[at], at + 1
        count = NUMBERS[letter.upper()]
        yield letter, [float(token) for token in tokens[at : at + count]]
        at += count
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _moved(start: Point, numbers: list[float], letter: str) -> Point:
    x, y = numbers[-2:]
    return (start[0] + x, start[1] + y) if letter.islower() else (x, y)


def _piece(start: Point, letter: str, numbers: list[float]) -> list[Point]:
    if letter in "Hh":
        return [(numbers[0] + (start[0] if letter == "h" else 0), start[1])]
    if letter in "Vv":
        return [(start[0], numbers[0] + (start[1] if letter == "v" else 0))]
    end = _moved(start, numbers, letter)
    if letter in "Ll":
        return [end]
    return _arc(start, numbers[0], large=bool(numbers[3]), sweep=bool(numbers[4]), end=end)


def _corners(start: Point, control: Point | None, numbers: list[float], letter: str) -> list[Point]:
    """Return start, both controls and end of a curve; a smooth one goes on as the curve before it ended."""
    rest = [_moved(start, numbers[at : at + 2], letter) for at in range(0, len(numbers), 2)]
    if letter in "Cc":
        return [start, *rest]
    first = start if control is None else (2 * start[0] - control[0], 2 * start[1] - control[1])
    return [start, first, *rest]


def _bezier(corners: list[Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x, y = (sum(w * corner[axis] for w, corner in zip(weights, corners, strict=True)) for axis in (0, 1))
    return x, y


def _arc(start: Point, radius: float, *, large: bool, sweep: bool, end: Point) -> list[Point]:
    """Return points of a part of a circle: the sprite has no ellipse."""
    (x0, y0), (x1, y1) = start, end
    half = math.dist(start, end) / 2
    radius = max(radius, half)
    height = math.sqrt(radius**2 - half**2) * (1 if large is not sweep else -1)
    side = ((y0 - y1) / (2 * half), (x1 - x0) / (2 * half))
    cx, cy = (x0 + x1) / 2 + side[0] * height, (y0 + y1) / 2 + side[1] * height
    first, last = math.atan2(y0 - cy, x0 - cx), math.atan2(y1 - cy, x1 - cx)
    turn = (last - first) % math.tau if sweep else -((first - last) % math.tau)
    angles = (first + turn * step / (2 * STEPS) for step in range(1, 2 * STEPS + 1))
    return [(cx + radius * math.cos(angle), cy + radius * math.sin(angle)) for angle in angles]
