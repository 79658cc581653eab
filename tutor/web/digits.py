"""Numbers in the digits of a language, on a whole page at once.

Digits come from everywhere: counts, sentences of the engine, texts of lessons, numbers of rules. So they are changed in
one place, when the page is finished. Untouched are tags and addresses, what a program reads, and whatever says
``translate="no"``; card faces are pictures.
"""

from __future__ import annotations

import re

NATIVE = {
    "ar": str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"),
    "hi": str.maketrans("0123456789", "०१२३४५६७८९"),
}
"""Language -> its own digits. The other languages write 0 to 9."""

_INSIDE = r"""(?:[^<>"']|"[^"]*"|'[^']*')"""
_PROGRAM = r"<(?P<name>script|style|textarea|template)\b.*?</(?P=name)>"
_KEPT = rf'<(?P<kept>\w+)\b{_INSIDE}*\stranslate="no"{_INSIDE}*>.*?</(?P=kept)>'
_UNTOUCHED = rf"{_PROGRAM}|{_KEPT}"
_PIECE = re.compile(rf"(?s)(?P<untouched>{_UNTOUCHED})|(?P<tag><{_INSIDE}*>)|(?P<entity>&\#?\w+;)|(?P<digits>[0-9]+)")
_SPOKEN = re.compile(r'(?<=\s)(aria-label|title|alt|placeholder)="([^"]*)"')
_WORDS = re.compile(r"(?P<entity>&#?\w+;)|(?P<digits>[0-9]+)")


def with_native_digits(html: str, language: str) -> str:
    """Return a page or fragment whose texts and spoken names have the digits of a language.

    >>> with_native_digits('<p id="s2" title="3">66 &#39;7&#39;</p>', "hi")
    '<p id="s2" title="३">६६ &#39;७&#39;</p>'
    >>> with_native_digits('<a href="/ar/learn/x/2/">2</a>', "ar")
    '<a href="/ar/learn/x/2/">٢</a>'
    """
    table = NATIVE[language]

    def digits(found: re.Match[str]) -> str:
        return found[0] if found["entity"] else found[0].translate(table)

    def spoken(found: re.Match[str]) -> str:
        return f'{found[1]}="{_WORDS.sub(digits, found[2])}"'

    def piece(found: re.Match[str]) -> str:
        if found["untouched"] or found["entity"]:
            return found[0]
        return _SPOKEN.sub(spoken, found[0]) if found["tag"] else found[0].translate(table)

    return _PIECE.sub(piece, html)
