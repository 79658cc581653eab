"""Every page of the site in every state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from django.test import Client

from engine.ruleset import CLASSIC, PRESETS
from tutor.exercises.kinds.base import Answer, Kind
from tutor.glossary.texts import terms
from tutor.lessons.services import steps_of
from tutor.lessons.texts import lessons
from tutor.lessons.variants import kind_of
from tutor.rules.texts import rule_book

STRICT = "KC9CADKS/KDQHAS_-_C_B:QC_29.3.0/51.5.0_-_A0-0_-"

POSITIONS = (
    "/position/",
    "/position/?rules=schnapsen",
    f"/position/?p={STRICT}",
    f"/position/?p={STRICT}&card=9C",
    f"/position/?p={STRICT}&do=A:KC",
    f"/position/?p={STRICT}&do=A:KC,A*",
    f"/position/?rules=santase&p={STRICT}&do=A:KC",
    "/position/?p=AC9CADTDQDJD/9DTH9HQS9S_TSJHAHJSKHQHQCKDKCASJC.TC_C_B:KS_0.0.0/0.0.0_-_A0-0_-",
    "/position/?p=JDQHJHASTS9S/??????????_??????????????????????.KC_C_B:KS_0.0.0/0.0.0_-_A0-0_-.",
    "/position/?p=x",
    f"/position/?p={STRICT}&do=A:9C",
    "/position/build/",
    "/position/build/?rules=schnapsen",
    f"/position/build/?p={STRICT}",
    "/position/build/?build=1",
)
"""Positions: as they are, refused, played on, seen from one side, and the form."""

READING = (
    "/",
    "/?card=QH",
    "/?card=AS",
    "/?card=9S",
    "/?card=ZZ",
    "/learn/",
    "/nothing/",
    "/learn/nothing/",
    "/rules/sources/",
    "/glossary/",
    *(f"/glossary/{term.key}/" for term in terms()[::6]),
    "/search/",
    "/search/?q=!",
    "/search/?q=987654321",
    f"/search/?q={'9' * 101}",
    "/rules/?preset=classic66;strict_head=no;target=11",
    "/rules/?preset=nobody",
    "/rules/?preset=classic66;x=y",
    *(f"/rules/?preset={name}" for name in PRESETS),
    *(f"/rules/{section.key}/?preset={name}" for section in rule_book() for name in PRESETS),
    *(f"/rules/own/?preset={name}" for name in PRESETS),
    *(f"/rules/compare/?a={first}&b={second}" for first in PRESETS for second in PRESETS),
    *(f"/rules/print/?preset={name}" for name in PRESETS),
    "/rules/?preset=classic66;close=no&was=classic66",
    "/rules/close/?preset=classic66;close=no&was=classic66",
    "/rules/nothing/",
    *POSITIONS,
    "/offline/",
    "/learn/texts/",
    *(f"/learn/{lesson.slug}/" for lesson in lessons()),
    *(f"/learn/{lesson.slug}/texts/" for lesson in lessons()),
)
"""Every page that a link or a mistyped address opens, without the language."""


def kinds() -> Iterator[tuple[str, Kind]]:
    """Yield the address and the kind of every step."""
    for lesson in lessons():
        for number, step in enumerate(steps_of(lesson.slug, CLASSIC), 1):
            yield f"/learn/{lesson.slug}/{number}/", kind_of(step, CLASSIC)


def some_wrong(kind: Kind) -> list[Answer]:
    """Return a wrong answer for each verdict that a step can give."""
    found = {}
    for answer in kind.all_answers():
        mark = kind.mark(answer)
        if not mark.right:
            found.setdefault((mark.verdict, len(mark.says)), answer)
    return list(found.values())


class Visitor:
    """Somebody who goes through the site in one language and keeps every page and fragment that came."""

    def __init__(self, language: str, **headers: str) -> None:
        self.language = language
        self.client = Client(headers={"accept-language": "it", **headers})
        self.met: list[tuple[str, str]] = []

    def get(self, path: str, note: str = "", **headers: str) -> str:
        """Open a path."""
        response = self.client.get(f"/{self.language}{path}", headers=headers)
        html = response.content.decode()
        self.met.append((f"{path} {note}".strip(), html))
        return html

    def post(self, path: str, fields: Answer, note: str, *, fragment: bool) -> str:
        """Send a form of the step that was met last, and look at the answer."""
        seen = re.search(r'name="seen" value="(\d+)"', self.met[-1][1])
        assert seen, self.met[-1]
        headers = {"HX-Request": "true"} if fragment else {}
        response = self.client.post(
            f"/{self.language}{path}", {"seen": seen.group(1), **fields}, headers=headers, follow=True
        )
        html = response.content.decode()
        self.met.append((f"{path} {note}", html))
        return html

    def read_everything(self) -> None:
        """Open every page that needs no form."""
        for path in READING:
            self.get(path)
        self.get("/first-trick/", "fragment", **{"HX-Request": "true"})
        self.get("/first-trick/?card=QH", "fragment", **{"HX-Request": "true"})
        self.get("/nothing/", "fragment", **{"HX-Request": "true"})

    def take_every_step(self, steps: Iterable[tuple[str, Kind]] | None = None) -> None:
        """Do all that can be done on every step."""
        for path, kind in steps or kinds():
            self.get(path)
            if kind.drafts:
                self.post(path, {}, "nothing chosen", fragment=False)
            for number, wrong in enumerate(some_wrong(kind)):
                self.post(path, wrong, f"wrong {number}", fragment=number % 2 == 0)
                self.post(path, {"do": "retry"}, "retry", fragment=True)
            for number in range(1, 5):
                html = self.post(path, {"do": "hint"}, f"hint {number}", fragment=number % 2 == 0)
                if 'data-phase="solved"' in html:
                    break
            self.post(path, {"do": "retry"}, "retry", fragment=False)
            self.post(path, kind.right_answers()[0], "solved", fragment=True)
            self.get(path, "solved")
            response = self.client.post(
                f"/{self.language}{path}", {"seen": "0", **kind.right_answers()[0]}, follow=True
            )
            self.met.append((f"{path} stale", response.content.decode()))
        self.get("/learn/", "after all")
