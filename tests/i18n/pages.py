"""Every page of the site in every state."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine.problems.item import from_data
from engine.ruleset import CLASSIC, PRESETS
from tutor.exercises.kinds import KINDS, make_item
from tutor.exercises.kinds.base import Answer, Kind
from tutor.glossary.texts import terms
from tutor.learners.models import RuleReview, StepProgress
from tutor.learners.preferences import Preferences
from tutor.learners.transfer import Contents, Owner, write
from tutor.lessons.services import steps_of
from tutor.lessons.sync import step_key
from tutor.lessons.texts import lessons
from tutor.lessons.variants import kind_of
from tutor.puzzles.texts import items, themes
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

FIRST = {item["theme"]: item["id"].split("-")[-1] for item in reversed(list(items()))}
"""The first puzzle of each theme."""
SOLVED = ("R1", "R7", "R11", "M2", "E4", "C1", "O1")
"""Themes of which a puzzle is solved, wrong and right; together they say all that is said around an answer."""
PUZZLES = (
    "/puzzles/",
    "/puzzles/?level=5&family=C&own=shown",
    "/puzzles/mistakes/",
    "/puzzles/daily/all/",
    "/puzzles/daily/2026-11-20/",
    "/puzzles/next/?in=theme&of=way-to-66&family=M",
    *(f"/puzzles/{theme.slug}/" for theme in themes()[::5]),
    *(f"/puzzles/p/{FIRST[theme]}/?theme=shown" for theme in ("R3", "R9", "R11", "M2", "E2", "C1")),
)
"""Puzzles: the room and its lists, and one of each way of asking that lessons ask in other words."""

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
    *(f"/{name}/" for name in ("about", "privacy", "accessibility", "settings", "progress", "review", "account")),
    *(f"/account/{name}/" for name in ("sign-up", "sign-in", "forgotten", "forgotten/sent")),
    "/progress/reset/",
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
    *PUZZLES,
    *(f"/learn/{lesson.slug}/" for lesson in lessons()),
    *(f"/learn/{lesson.slug}/texts/" for lesson in lessons()),
)
"""Every page that a link or a mistyped address opens, without the language."""


def kinds() -> Iterator[tuple[str, Kind]]:
    """Yield the address and the kind of every step."""
    for lesson in lessons():
        for number, step in enumerate(steps_of(lesson.slug, CLASSIC), 1):
            if step.data["kind"] in KINDS:  # a whole deal is played elsewhere
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

    def solve_puzzles(self) -> None:
        """Get puzzles wrong, look at what follows, open all hints, solve them, play on, and look at the lists again."""
        first = {FIRST[theme] for theme in SOLVED}
        for item in [from_data(item) for item in items() if item["id"].split("-")[-1] in first]:
            path, kind, proved = f"/puzzles/p/{FIRST[item.theme]}/", make_item(item), item.proof.answers
            wrong = [each for each in kind.all_answers() if each not in proved and not kind.mark(each).right][:2]
            self.get(path)
            for number, answer in enumerate(wrong):
                self.post(path, kind.as_form(answer), f"wrong {number}", fragment=number % 2 == 0)
                for trick in (1, 2):
                    self.get(f"{path}?trick={trick}")
                self.post(path, {"do": "retry"}, "retry", fragment=True)
            for hint in range(3):
                self.post(path, {"do": "hint"}, f"hint {hint}", fragment=True)
            right = kind.right_answers()[0] if "actions" in proved[0] else proved[0]
            self.post(path, kind.as_form(right), "right", fragment=False)
            for miss in re.findall(r'href="[^"]*[?&;](try=[^&]*&amp;trick=1)', self.met[-1][1])[:1]:
                self.get(f"{path}?{unescape(miss)}")
            if "/play/" in self.met[-1][1]:
                self.get(f"{path}play/?card={right.get('card', 'AC')}")
        for path in ("/puzzles/", "/puzzles/mistakes/", "/puzzles/way-to-66/"):
            self.get(path, "afterwards")

    def play_deals(self) -> None:
        """Play deals to their end, ask whatever can be asked, read what follows; open files, good ones and bad ones."""
        self.get("/play/", "at first")
        self.send("/play/", "nothing right", ruleset="own", own="whist", opponent="x", seed="y")
        for number, (opponent, coach, counts) in enumerate(
            (("cautious", "asked", "shown"), ("random", "warns", "hidden"))
        ):
            fields = {
                "opponent": opponent,
                "coach": coach,
                "counts": counts,
                "ruleset": ("classic66", "schnapsen")[number % 2],
            }
            html = self.send("/play/", opponent, **fields, length=("deal", "game")[number % 2], dealer="you", seed="66")
            self.play_on(html, random.Random(number))
        for raw in (b"", b"\xff", b"x", b"sixty-six deal 9\n", b"sixty-six deal 1\nrules: whist\n", b"x" * 9000):
            self.send("/play/open/", f"file {raw[:30]!r}", file=SimpleUploadedFile("x.txt", raw))
        self.get("/play/mistakes/", "afterwards")
        for link in re.findall(r'href="/\w+(/play/mistakes/\d+/)"', self.met[-1][1])[:3]:
            self.get(link)
            for note, do in (("hint", "hint"), ("shown", "show")):
                self.post(link, {"do": do}, note, fragment=do == "hint")
        for path in ("/play/", "/progress/", "/play/mistakes/"):
            self.get(path, "in the end")

    def play_on(self, html: str, chance: random.Random) -> None:
        """Play one deal from its page, and read its review, its steps and its log."""
        key = re.findall(r'action="/\w+(/play/\w{6,}/)"', html)[0]
        for turn in range(200):
            buttons = re.findall(r'name="(card|act)" value="([^"*]+)"', html)
            if not buttons:
                break
            asked = re.findall(r'name="do" value="(advice|why|cannot|undo)"', html)
            doing = ("do", asked[turn % len(asked)]) if asked and turn % 5 == 1 else chance.choice(buttons)
            html = self.post(key, dict([doing]), f"turn {turn}", fragment=turn % 2 == 0)
        self.get(f"{key}log/")
        self.get(f"{key}review/")
        self.get(f"{key}review/", "now", **{"HX-Request": "true"})
        self.send(f"{key}review/work/", "worked out")
        for step in (0, 1, 4, 9):
            self.get(f"{key}review/{step}/")
        self.get(f"{key}review/", "again")

    def send(self, path: str, note: str, **fields: Any) -> str:
        """Send a form that counts no actions, and look at the page that follows."""
        response = self.client.post(f"/{self.language}{path}", fields, follow=True)
        html = response.content.decode()
        self.met.append((f"{path} {note}", html))
        return html

    def keep_things(self) -> None:
        """Do all that can be done with progress, settings and an account, rightly and wrongly, and review what is due."""
        name, password = "\u0623\u0628 \u0915", "\u0623\u0628\u062c\u062f \u0915\u0916\u0917\u0918"
        for raw in (b"x", b"{}", b" " * 600_000, newer_file(), changed_file(), a_file(bad=True)):
            self.send("/progress/import/", "bad file", way="merge", file=SimpleUploadedFile("x.json", raw))
        self.send("/progress/import/", "no file", way="merge")
        for way in ("merge", "replace"):
            self.send("/progress/import/", way, way=way, file=SimpleUploadedFile("x.json", a_file()))
        for path in ("/progress/", "/review/", "/progress/reset/", "/review/1/"):
            self.get(path, "with progress")
        for note, fields in (("hint", {"do": "hint"}), ("shown", {"do": "show"}), ("again", {"do": "retry"})):
            self.post("/review/1/", fields, note, fragment=note == "hint")
        self.get("/review/", "one done")
        self.send("/progress/reset/", "reset")
        self.send("/progress/undo/", "undone")
        self.send("/progress/undo/", "nothing to undo")
        for own in ("", "whist", "classic66;x=y", "classic66;target=9"):
            self.send("/settings/", f"own rules {own}", ruleset="own", own=own)
        self.send("/settings/", "saved", ruleset="santase")
        for bad in ("", "password", "1"):
            self.send("/account/sign-up/", f"bad {bad}", username="\u202e" if bad else "", password=bad)
        self.send("/account/sign-up/", "made", username=name, password=password)
        for path in ("/account/", "/account/password/", "/account/delete/", "/progress/"):
            self.get(path, "signed in")
        for path in ("/account/password/", "/account/delete/"):
            self.send(path, "empty")
            self.send(path, "wrong", old="1", new="1")
        self.send("/account/password/", "changed", old=password, new=password + "!")
        self.send("/account/sign-out/", "out")
        for turn in range(10):
            self.send("/account/sign-in/", f"wrong {turn}", username=name, password="1")


def a_file(*, bad: bool = False) -> bytes:
    """A file of progress whose rules are due; a bad one holds what cannot be."""
    then = datetime.now(UTC) - timedelta(days=3)
    text = lessons()[1]
    steps = [
        StepProgress(lesson=text.slug, step=step_key(step), solved=True, first_try=False, tries=1, updated=then)
        for step in text.steps
    ]
    reviews = [
        RuleReview(rule=rule, due=then, misses=place, updated=then)
        for place, rule in enumerate(("trick.win", "trick.other", "cards.rank"))
    ]
    if bad:
        steps[0].tries = -1
    return write(Contents(steps, reviews, Preferences()), Owner(), datetime.now(UTC))


def newer_file() -> bytes:
    """A file of a version that is not known yet."""
    return a_file().replace(b'"version": 1', b'"version": 9')


def changed_file() -> bytes:
    """A file that was changed by hand."""
    return a_file().replace(b'"tries": 1', b'"tries": 2')
