"""Deals as text files: the way there and back, what a running deal may tell, and every way in which a file is bad."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Play
from engine.deal_file import (
    MAX_ACTIONS,
    MAX_BYTES,
    DealFile,
    DealFileError,
    FileFault,
    SeenFile,
    read_file,
    seen_file,
    write_file,
)
from engine.dealing import deal, shuffled
from engine.effects import unclaimed_outcome
from engine.errors import ReadCode
from engine.history import replay
from engine.match import Match
from engine.ruleset import PRESETS, preset
from engine.seats import Seat
from engine.verdict import Reason
from engine.view import view_of
from tests.engine.strategies import rulesets, seeds
from tests.engine.walks import start, walk

RULES = preset("classic66")


def whole(rules, seed):
    """A random deal to its end: its start and its actions."""
    first = start(rules, seed)
    return first, tuple(action for _, action, _ in walk(first, random.Random(seed)))


@settings(max_examples=150)
@given(rulesets(), seeds, st.integers(0, 80), st.booleans(), st.sampled_from(["", "strong", "rule-2"]))
def test_there_and_back(rules, seed, length, undo, opponent):
    """Any deal, finished or not, comes back as it was, and its text stays the same."""
    first, actions = whole(rules, seed)
    file = DealFile(first, actions[:length], opponent, undo)

    text = write_file(file, ["Ein Kommentar", "تعليق"])

    assert read_file(text.encode()) == file
    assert file.history == replay(first, actions[:length])
    assert file.outcome == unclaimed_outcome(file.history.deal)
    assert write_file(read_file(text.encode()), ["Ein Kommentar", "تعليق"]) == text
    assert len(text.encode()) < MAX_BYTES / 2


@settings(max_examples=150)
@given(rulesets(), seeds, st.integers(0, 80))
def test_a_running_deal_tells_nothing_hidden(rules, seed, length):
    """What A may not know is nowhere in the file: other hidden cards give the same file. It comes back as it was."""
    first, actions = whole(rules, seed)
    history = replay(first, actions[:length])
    if history.deal.over:
        with pytest.raises(ValueError, match="ended"):
            seen_file(history)
        return
    file = seen_file(history, "strong")
    text = write_file(file)

    assert read_file(text.encode()) == file
    assert file.view == view_of(history.deal, Seat.A)
    named = set(re.findall("[AKQJT9][CDHS]", text))
    played = {str(action.card) for action in history.actions if isinstance(action, Play)}
    known = {str(card) for card in (*file.view.hand, *file.view.known, *file.view.gone)}
    known |= {str(card) for card in (file.view.turned, file.view.led) if card}
    exchanged = {text[-2:] for text in re.findall(r"[AB]~[AKQJT9][CDHS]", text)}
    assert named <= known | played | exchanged
    hidden = list(file.view.unseen)
    random.Random(seed).shuffle(hidden)
    other = SeenFile(view_of(file.view.fill(hidden), Seat.A), file.actions, "strong")
    assert write_file(other) == text


@pytest.mark.parametrize("name", PRESETS)
def test_from_a_seed_or_a_pack(name):
    """Other programs may name the seed, or the cards in the order in which they were dealt."""
    rules = PRESETS[name]
    cards = shuffled(rules, random.Random(7))
    match = Match.start(rules, Seat.A)
    head = f"sixty-six deal 1\r\nrules: {name}\r\ndealer: A\r\n"

    by_seed = read_file(f"{head}seed: 7\r\nactions:\r\nend\r\n".encode())
    by_pack = read_file(f"\ufeff{head}pack: {' '.join(map(str, cards))}\nactions:\nend".encode())

    assert by_seed == by_pack == DealFile(deal(match, random.Random(7)))
    assert read_file(write_file(by_seed).encode()) == by_seed


def test_the_score_before_the_deal():
    """A deal in the middle of a match."""
    rows = "sixty-six deal 1\nrules: classic66;tie=draw_carry_1\ndealer: B\nscore: 3-6.1\nseed: 1\nactions:\nend\n"
    found = read_file(rows.encode())

    assert isinstance(found, DealFile)
    assert (found.start.score, found.start.carry, found.start.dealer) == ((3, 6), True, Seat.B)


def test_reads_what_a_person_would_write():
    """Empty lines, remarks anywhere, actions on the line of their name, spaces at the end of a line."""
    first, actions = whole(RULES, 3)
    text = write_file(DealFile(first, actions))
    loose = text.replace("actions:\n", "# now the play\n\nactions: ").replace("\n", "  \n")

    assert read_file(loose.encode()) == DealFile(first, actions)


GOOD = write_file(DealFile(*whole(RULES, 3), "strong")).splitlines()
"""A good file, line by line: 1 head, 2 rules, 3 start, 4 opponent, 5 result, 6 actions."""


def changed(line: int, text: str | None) -> str:
    """The good file with one line changed, or without it."""
    lines = [*GOOD]
    lines[line - 1 : line] = [] if text is None else [text]
    return "\n".join(lines)


def short(*lines: str) -> str:
    """A file with lines of one's own between head and actions."""
    return "\n".join(["sixty-six deal 1", *lines, "actions:", "end"])


def last_actions(text: str) -> str:
    """The good file with one more line of actions."""
    return "\n".join([*GOOD[:-1], text, "end"])


BAD = [
    pytest.param("", FileFault.OTHER_FORMAT, 1, id="empty"),
    pytest.param("sixty-six progress", FileFault.OTHER_FORMAT, 1, id="another-file"),
    pytest.param(changed(1, "sixty-six deal 0"), FileFault.OTHER_FORMAT, 1, id="version-0"),
    pytest.param(changed(1, "sixty-six deal 2"), FileFault.NEWER, 1, id="newer"),
    pytest.param("x" * (MAX_BYTES + 1), FileFault.TOO_LARGE, 0, id="too-many-bytes"),
    pytest.param("sixty-six deal 1\n" + "\n" * 250, FileFault.TOO_LARGE, 0, id="too-many-lines"),
    pytest.param("sixty-six deal 1\n\0", FileFault.NOT_TEXT, 0, id="binary"),
    pytest.param(changed(4, "opponent strong"), FileFault.BAD_LINE, 4, id="no-colon"),
    pytest.param(changed(4, "Opponent: strong"), FileFault.BAD_LINE, 4, id="capital"),
    pytest.param(changed(4, "rival: strong"), FileFault.UNKNOWN_NAME, 4, id="unknown-name"),
    pytest.param(changed(4, "rules: classic66"), FileFault.NAME_TWICE, 4, id="name-twice"),
    pytest.param(changed(2, None), FileFault.NO_RULES, 0, id="no-rules"),
    pytest.param(changed(2, "rules: bridge"), FileFault.BAD_RULES, 2, id="unknown-rules"),
    pytest.param(changed(2, "rules: classic66;target=9"), FileFault.BAD_RULES, 2, id="bad-switch"),
    pytest.param(changed(3, None), FileFault.NO_START, 0, id="no-start"),
    pytest.param(changed(4, "seed: 5"), FileFault.SEVERAL_STARTS, 4, id="two-starts"),
    pytest.param(changed(3, "start: nonsense"), FileFault.BAD_START, 3, id="start-unreadable"),
    pytest.param(changed(3, GOOD[2].replace("H", "S")), FileFault.BAD_START, 3, id="card-twice"),
    pytest.param(changed(4, "dealer: A"), FileFault.BAD_LINE, 4, id="dealer-beside-start"),
    pytest.param(short("rules: classic66", "seed: 5"), FileFault.BAD_DEALER, 0, id="no-dealer"),
    pytest.param(short("rules: classic66", "seed: 5", "dealer: C"), FileFault.BAD_DEALER, 4, id="bad-dealer"),
    pytest.param(short("rules: classic66", "dealer: A", "seed: -5"), FileFault.BAD_SEED, 4, id="seed-below-zero"),
    pytest.param(short("rules: classic66", "dealer: A", f"seed: {2**63}"), FileFault.BAD_SEED, 4, id="seed-too-large"),
    pytest.param(short("rules: classic66", "dealer: A", "seed: ٥"), FileFault.BAD_SEED, 4, id="seed-in-other-digits"),
    pytest.param(short("rules: classic66", "dealer: A", "pack: AH"), FileFault.BAD_PACK, 4, id="half-a-pack"),
    pytest.param(short("rules: classic66", "dealer: A", "pack: A1"), FileFault.BAD_PACK, 4, id="unknown-card"),
    pytest.param(short("rules: classic66", "dealer: A", "seed: 1", "score: 7-0"), FileFault.BAD_SCORE, 5, id="over"),
    pytest.param(
        short("rules: classic66", "dealer: A", "seed: 1", "score: 3"), FileFault.BAD_SCORE, 5, id="half-score"
    ),
    pytest.param(short("rules: classic66", "dealer: A", "seed: 1", "score: 1-1.1"), FileFault.BAD_SCORE, 5, id="carry"),
    pytest.param(
        short("rules: classic66;tie=draw_carry_1;nobody_claims=last_trick_1", "seed: 5", "dealer: A", "score: 0-0.1"),
        FileFault.BAD_SCORE,
        5,
        id="carry-where-no-deal-is-tied",
    ),
    pytest.param(short("rules: schnapsen", "dealer: A", "seed: 1", "score: 8-1"), FileFault.BAD_SCORE, 5, id="above"),
    pytest.param(changed(4, "opponent: The Best"), FileFault.BAD_NAME, 4, id="opponent-name"),
    pytest.param(changed(4, "undo: perhaps"), FileFault.BAD_UNDO, 4, id="undo"),
    pytest.param(changed(7, "A:1H"), FileFault.BAD_ACTION, 7, id="action-unknown-card"),
    pytest.param(changed(7, "X:KH"), FileFault.BAD_ACTION, 7, id="action-unknown-player"),
    pytest.param(last_actions(" ".join(["A!"] * MAX_ACTIONS)), FileFault.TOO_MANY_ACTIONS, len(GOOD), id="too-many"),
    pytest.param(last_actions("A:AH"), FileFault.ILLEGAL_ACTION, len(GOOD), id="after-the-end"),
    pytest.param(changed(5, "result: 2"), FileFault.BAD_RESULT, 5, id="result-unreadable"),
    pytest.param(changed(5, "result: tied"), FileFault.OTHER_RESULT, 5, id="another-result"),
    pytest.param("\n".join(GOOD[:-1]), FileFault.NO_END, len(GOOD) - 1, id="cut-off"),
    pytest.param("\n".join([*GOOD, "A:AH"]), FileFault.AFTER_END, len(GOOD) + 1, id="after-end"),
    pytest.param(short("rules: classic66", "view: nonsense"), FileFault.BAD_VIEW, 3, id="view-unreadable"),
]


def test_the_description_holds_a_good_file():
    """What others will copy can be read; and every fault is named there."""
    described = (Path(__file__).parents[2] / "docs" / "deal-file.md").read_text(encoding="utf-8")
    example = described.split("```")[1].lstrip("\n")

    found = read_file(example.encode())
    assert isinstance(found, DealFile)
    assert found.outcome is not None
    assert write_file(found, ["Practice deal, 30 November 2026"]) == example
    assert [fault.value for fault in FileFault if f"`{fault.value}`" not in described] == []


@pytest.mark.parametrize(("text", "fault", "line"), BAD)
def test_bad_files(text, fault, line):
    """Each is refused with its code and the number of the line."""
    with pytest.raises(DealFileError) as caught:
        read_file(text.encode())

    assert (caught.value.fault, caught.value.line) == (fault, line)


def test_every_fault_is_tested():
    """No code without a bad file."""
    tested = {param.values[1] for param in BAD}
    assert tested == set(FileFault)


def test_not_utf_8():
    """Bytes that are no text."""
    with pytest.raises(DealFileError) as caught:
        read_file(b"sixty-six deal 1\n\xff\xfe")
    assert caught.value.fault is FileFault.NOT_TEXT


def test_the_cause_is_told():
    """What the engine knows more of a fault travels along: a code, a fault of the position, the refusal."""
    causes = {}
    for text in (changed(2, "rules: bridge"), changed(3, GOOD[2].replace("H", "S")), last_actions("A:AH")):
        with pytest.raises(DealFileError) as caught:
            read_file(text.encode())
        causes[caught.value.fault] = caught.value.cause

    assert causes[FileFault.BAD_RULES].code is ReadCode.UNKNOWN_RULESET
    assert causes[FileFault.BAD_START].code is ReadCode.CARD_TWICE
    assert causes[FileFault.ILLEGAL_ACTION].reason is Reason.DEAL_OVER


@settings(max_examples=300)
@given(st.data())
def test_damaged_files(data):
    """A file with any character changed, lost or doubled is read or refused, never anything else."""
    text = "\n".join(GOOD)
    at = data.draw(st.integers(0, len(text) - 1))
    damage = data.draw(st.sampled_from(["", "A", "9", ":", "\n", " ", "é", "=", "!", text[at] * 2]))
    broken = text[:at] + damage + text[at + 1 :]
    try:
        read_file(broken.encode())
    except DealFileError as error:
        assert 0 <= error.line <= len(broken.split("\n"))  # noqa: PT017


@settings(max_examples=200)
@given(st.binary(max_size=300))
def test_anything(raw):
    """Bytes of any kind are refused, with a good head as well."""
    for content in (raw, b"sixty-six deal 1\nrules: classic66\nseed: 1\n" + raw):
        try:
            read_file(content)
        except DealFileError:
            continue
