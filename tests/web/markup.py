"""A small, strict reader of HTML: what a page holds, without any library. Unbalanced tags are an error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
SILENT = frozenset({"script", "style"})


class MarkupError(AssertionError):
    """Tags that do not match."""


@dataclass
class Node:
    """One element. ``children`` are elements and pieces of text in the order of the page."""

    tag: str
    attrs: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """This element and all below it."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def all(self, tag: str = "", cls: str = "", **attrs: str) -> list[Node]:
        """Every element below (or this one) with a tag, a class, attributes (``hx_post`` is ``hx-post``)."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attrs.items()}
        return [
            node
            for node in self.walk()
            if tag in ("", node.tag)
            and (not cls or cls in node.classes)
            and all(node.attrs.get(name) == value for name, value in wanted.items())
        ]

    def one(self, tag: str = "", cls: str = "", **attrs: str) -> Node:
        """The only such element."""
        found = self.all(tag, cls, **attrs)
        assert len(found) == 1, f"{len(found)} elements {tag}.{cls} {attrs}"
        return found[0]

    def by_id(self, name: str) -> Node | None:
        """The element with an id."""
        return next((node for node in self.walk() if node.attrs.get("id") == name), None)

    @property
    def classes(self) -> list[str]:
        """The classes."""
        return self.attrs.get("class", "").split()

    @property
    def ids(self) -> list[str]:
        """Every id at or below this element."""
        return [node.attrs["id"] for node in self.walk() if "id" in node.attrs]

    @property
    def elements(self) -> list[Node]:
        """The children that are elements."""
        return [child for child in self.children if isinstance(child, Node)]

    @property
    def text(self) -> str:
        """The text that people read, with single spaces."""
        return " ".join("".join(self._pieces()).split())

    def _pieces(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in SILENT:
                yield from child._pieces()

    def same_as(self, other: Node, *, ignore: frozenset[str] = frozenset()) -> bool:
        """Whether two pieces of a page say the same, apart from the values of inputs with these names."""
        return self._shape(ignore) == other._shape(ignore)

    def _shape(self, ignore: frozenset[str]) -> tuple[object, ...]:
        attrs = {n: v for n, v in self.attrs.items() if not (n == "value" and self.attrs.get("name") in ignore)}
        inside = tuple(
            child._shape(ignore) if isinstance(child, Node) else " ".join(child.split()) for child in self.children
        )
        return (self.tag, tuple(sorted(attrs.items())), tuple(piece for piece in inside if piece))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("#document")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        if len(names) != len(set(names)):
            raise MarkupError(f"<{tag}> has an attribute twice: {names}")
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if len(self.open) == 1 or self.open[-1].tag != tag:
            raise MarkupError(f"</{tag}> closes <{self.open[-1].tag}>")
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(source: str | bytes) -> Node:
    """Read a page or a fragment.

    Raises:
        MarkupError: tags do not match, or an attribute stands twice.
    """
    reader = _Reader()
    reader.feed(source.decode() if isinstance(source, bytes) else source)
    reader.close()
    if len(reader.open) != 1:
        raise MarkupError(f"<{reader.open[-1].tag}> is never closed")
    return reader.root
