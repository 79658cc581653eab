"""The texts that a person meets on a page: seen, spoken, or in a title."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "hr", "img", "path", "use", "rect", "circle"}
SPOKEN = ("aria-label", "title", "alt", "placeholder", "aria-description", "aria-roledescription", "aria-valuetext")
INLINE = {"bdi", "span", "b", "strong", "em", "a", "i"}


@dataclass(frozen=True)
class Said:
    """One text of a page: a text node, an attribute, or the whole text of an element. ``lang`` is the nearest one."""

    text: str
    where: str
    lang: str
    whole: bool = False


@dataclass
class Open:
    """An element whose end has not come yet."""

    tag: str
    lang: str
    silent: bool
    parts: list[str] = field(default_factory=list)
    own: bool = False


class Reader(HTMLParser):
    """Collects the texts of a page or fragment."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.said: list[Said] = []
        self.stack = [Open("", lang, silent=False)]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Enter an element and note its spoken attributes."""
        known = dict(attrs)
        above = self.stack[-1]
        lang = known.get("lang") or above.lang
        silent = above.silent or known.get("translate") == "no" or tag in ("script", "style", "svg")
        here = f"{tag}{'#' + known['id'] if known.get('id') else ''}"
        if not silent:
            self.said += [Said(known[name] or "", f"{here}[{name}]", lang) for name in SPOKEN if name in known]
            if tag == "meta" and known.get("name") == "description":
                self.said.append(Said(known["content"] or "", "meta[description]", lang))
        if tag not in VOID:
            self.stack.append(Open(tag, lang, silent))

    def handle_endtag(self, tag: str) -> None:
        """Leave an element; the whole text of a block is one text more."""
        while len(self.stack) > 1:
            done = self.stack.pop()
            text = clean("".join(done.parts))
            if done.own and text and done.tag not in INLINE and not done.silent:
                self.said.append(Said(text, done.tag, done.lang, whole=True))
            self.stack[-1].parts += done.parts
            if done.tag == tag:
                return

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element of a picture."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        """Note a text node."""
        here = self.stack[-1]
        if data.strip() and not here.silent:
            self.said.append(Said(clean(data), here.tag, here.lang))
            here.own = True
        if not here.silent:
            here.parts.append(data)


def clean(text: str) -> str:
    """Return a text with single spaces."""
    return re.sub(r"\s+", " ", text).strip()


def texts_of(html: str, lang: str) -> list[Said]:
    """Return what a page or fragment says."""
    reader = Reader(lang)
    reader.feed(html)
    reader.close()
    return [said for said in reader.said if said.text.strip()]
