"""``python -m engine``: JSON lines over bytes, whatever comes in; and the ``moves`` verb."""

import copy
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Announce, Play
from engine.deal import Deal
from engine.errors import ReadCode
from engine.lines import MAX_LINE, answer_line, answer_lines
from engine.ruleset import PRESETS
from engine.seats import Seat
from tests.engine.walks import start, walk

ROOT = Path(__file__).parents[2]
CASES = json.loads((ROOT / "tests" / "data" / "rule_cases.json").read_text(encoding="utf-8"))["cases"]
BY_ID = {case["id"]: case for case in CASES}


def engine(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command."""
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        cwd=ROOT,
        input=given,
        capture_output=True,
        timeout=60,
        check=False,
    )


def line(case_id: str, *, ruleset: object = "classic66", **parts: object) -> dict[str, object]:
    """A line out of a case of the file, with parts replaced."""
    case = {key: copy.deepcopy(BY_ID[case_id][key]) for key in ("id", "kind", "position", "action")}
    return {**case, "ruleset": ruleset, **parts}


def at(case_id: str, ruleset: object = "classic66", **changes: object) -> dict[str, object]:
    """A line out of a case of the file, with keys of its position replaced."""
    made = line(case_id, ruleset=ruleset)
    return {**made, "position": {**made["position"], **changes}}


def without(case_id: str, key: str, inside: str | None = None) -> dict[str, object]:
    """A line out of a case of the file, with a key left out."""
    made = line(case_id)
    del (made if inside is None else made[inside])[key]
    return made


GOOD = json.dumps(line("TR01")).encode()

# -- what cannot be read: code by code ---------------------------------------------------------------------------


def row(name: str, code: ReadCode, data: object, id_: object = "same") -> object:
    """One row: the line (data, or text as it stands), the code, the id that comes back."""
    text = data if isinstance(data, str) else json.dumps(data)
    expected = data["id"] if id_ == "same" and isinstance(data, dict) else None if id_ == "same" else id_
    return pytest.param(text, code.value, expected, id=name)


HANDS = BY_ID["EX01"]["position"]["hands"]
TRICKS = BY_ID["EX01"]["position"]["tricks"]
DEEP = '{"id": "deep", "kind": ' + "[" * 40_000 + "]" * 40_000 + "}"
UNREADABLE = [
    row("no-json", ReadCode.BAD_JSON, "no json"),
    row("half-an-object", ReadCode.BAD_JSON, '{"id": "TR01", '),
    row("two-objects", ReadCode.BAD_JSON, "{} {}"),
    row("a-null-byte", ReadCode.BAD_JSON, "\x00"),
    row("a-replaced-byte", ReadCode.BAD_JSON, "�"),
    row("deep-nesting", ReadCode.BAD_JSON, DEEP),
    row("too-long", ReadCode.BAD_JSON, '{"id": "' + "x" * MAX_LINE + '"}'),
    row("number-of-many-digits", ReadCode.BAD_JSON, '{"id": ' + "9" * 5000 + "}"),
    row("a-list", ReadCode.BAD_LINE, [1, 2]),
    row("null", ReadCode.BAD_LINE, "null"),
    row("a-number", ReadCode.BAD_LINE, "66"),
    row("not-a-number", ReadCode.BAD_LINE, "NaN"),
    row("a-text", ReadCode.BAD_LINE, '"TR01"'),
    row("empty-object", ReadCode.BAD_LINE, "{}"),
    row("id-is-a-list", ReadCode.BAD_LINE, {**line("TR01"), "id": ["TR01"]}, id_=None),
    row("id-is-an-object", ReadCode.BAD_LINE, {**line("TR01"), "id": {}}, id_=None),
    row("no-ruleset", ReadCode.BAD_LINE, without("TR01", "ruleset")),
    row("no-kind", ReadCode.BAD_LINE, without("TR01", "kind")),
    row("no-position", ReadCode.BAD_LINE, without("TR01", "position")),
    row("no-action", ReadCode.BAD_LINE, without("TR01", "action")),
    row("unknown-kind", ReadCode.BAD_LINE, line("TR01", kind="dance")),
    row("kind-is-null", ReadCode.BAD_LINE, line("TR01", kind=None)),
    row("kind-is-a-list", ReadCode.BAD_LINE, line("TR01", kind=["trick"])),
    row("position-is-null", ReadCode.BAD_LINE, line("EX01", position=None)),
    row("position-is-a-list", ReadCode.BAD_LINE, line("EX01", position=[])),
    row("action-is-null", ReadCode.BAD_LINE, line("EX01", action=None)),
    row("action-of-another-type", ReadCode.BAD_LINE, line("EX01", action={"type": "dance", "by": "A"})),
    row("action-without-player", ReadCode.BAD_LINE, line("EX01", action={"type": "exchange"})),
    row(
        "action-with-a-key-too-many", ReadCode.BAD_LINE, line("EX01", action={"type": "claim", "by": "A", "card": "9H"})
    ),
    row("player-is-null", ReadCode.BAD_LINE, line("EX01", action={"type": "exchange", "by": None})),
    row("third-player", ReadCode.BAD_LINE, line("EX01", action={"type": "exchange", "by": "C"})),
    row("marriage-of-no-suit", ReadCode.BAD_LINE, line("MA01", action={"type": "meld", "by": "A", "suit": "X"})),
    row("no-steps", ReadCode.BAD_LINE, line("EX14", action={"type": "sequence", "steps": []})),
    row("steps-are-null", ReadCode.BAD_LINE, line("EX14", action={"type": "sequence", "steps": None})),
    row("step-is-null", ReadCode.BAD_LINE, line("EX14", action={"type": "sequence", "steps": [None]})),
    row(
        "sequence-in-a-sequence",
        ReadCode.BAD_LINE,
        line("EX14", action={"type": "sequence", "steps": [{"type": "sequence", "steps": []}]}),
    ),
    row("unknown-key-in-the-position", ReadCode.BAD_LINE, at("EX01", moon="full")),
    row("dealer-is-null", ReadCode.BAD_LINE, at("EX01", dealer=None)),
    row("dealer-is-a-number", ReadCode.BAD_LINE, at("EX01", dealer=0)),
    row("trump-in-lower-case", ReadCode.BAD_LINE, at("EX01", trump="h")),
    row("hands-without-B", ReadCode.BAD_LINE, at("EX01", hands={"A": []})),
    row("hand-is-a-text", ReadCode.BAD_LINE, at("EX01", hands={"A": "9H", "B": []})),
    row("before-draw-is-a-number", ReadCode.BAD_LINE, at("EX01", before_draw=1)),
    row("points-are-true", ReadCode.BAD_LINE, at("EX01", counted_points={"A": True, "B": 6})),
    row("points-are-a-fraction", ReadCode.BAD_LINE, at("EX01", counted_points={"A": 11.0, "B": 6})),
    row("points-are-huge", ReadCode.BAD_LINE, at("EX01", counted_points={"A": 10**30, "B": 6})),
    row(
        "points-are-infinite",
        ReadCode.BAD_LINE,
        json.dumps(at("EX01", counted_points={"A": float("inf"), "B": 6})),
        id_="EX01",
    ),
    row("points-of-one-side", ReadCode.BAD_LINE, at("EX01", counted_points={"A": 11})),
    row("marriage-of-a-number", ReadCode.BAD_LINE, at("EX01", melds={"A": [1], "B": []})),
    row(
        "marriage-twice",
        ReadCode.IMPOSSIBLE_POSITION,
        at("CM12", "schnapsen", melds={"A": ["C", "C"], "B": []}, counted_points={"A": 80, "B": 28}),
    ),
    row(
        "marriage-of-both",
        ReadCode.IMPOSSIBLE_POSITION,
        at("CM12", "schnapsen", melds={"A": ["C"], "B": ["C"]}, counted_points={"A": 60, "B": 48}),
    ),
    row("trick-is-a-text", ReadCode.BAD_LINE, at("EX01", tricks=["JSKS"])),
    row("ruleset-is-null", ReadCode.BAD_LINE, line("TR01", ruleset=None)),
    row("ruleset-without-base", ReadCode.BAD_LINE, line("TR01", ruleset={"target": 7})),
    row("ruleset-is-a-list", ReadCode.BAD_LINE, line("TR01", ruleset=["classic66"])),
    row("leader-answers", ReadCode.BAD_LINE, line("TR01", action={"type": "play", "by": "A", "card": "TD"})),
    row("unknown-ruleset", ReadCode.UNKNOWN_RULESET, line("TR01", ruleset="poker")),
    row("unknown-base", ReadCode.UNKNOWN_RULESET, line("TR01", ruleset={"base": "poker"})),
    row("ruleset-in-capitals", ReadCode.UNKNOWN_RULESET, line("TR01", ruleset="Classic66")),
    row("unknown-switch", ReadCode.UNKNOWN_SWITCH, line("TR01", ruleset={"base": "classic66", "moon": 1})),
    row("switch-out-of-range", ReadCode.SWITCH_VALUE, line("TR01", ruleset={"base": "classic66", "target": 9})),
    row("switch-is-an-object", ReadCode.SWITCH_VALUE, line("TR01", ruleset={"base": "classic66", "close": {}})),
    row("unknown-card", ReadCode.UNKNOWN_CARD, at("TR01", led="1D")),
    row("card-is-null", ReadCode.UNKNOWN_CARD, at("TR01", led=None)),
    row("card-is-a-list", ReadCode.UNKNOWN_CARD, at("TR01", led=["KD"])),
    row("card-in-lower-case", ReadCode.UNKNOWN_CARD, line("TR01", action={"type": "play", "by": "B", "card": "td"})),
    row("nine-among-20-cards", ReadCode.UNKNOWN_CARD, line("EX01", ruleset="schnapsen")),
    row("nine-led-among-20-cards", ReadCode.UNKNOWN_CARD, at("TR01", "schnapsen", led="9D")),
    row("card-in-two-places", ReadCode.CARD_TWICE, at("EX01", turned="QH")),
    row("answer-is-the-card-led", ReadCode.CARD_TWICE, at("TR01", led="TD")),
    row("card-twice-in-the-hand", ReadCode.CARD_TWICE, at("FO01", hand_B=["9H", "9H"])),
    row("hand-of-five", ReadCode.HAND_SIZE, at("EX01", hands={"A": HANDS["A"][1:], "B": HANDS["B"]})),
    row(
        "hands-of-five-and-seven",
        ReadCode.HAND_SIZE,
        at("EX01", hands={"A": HANDS["A"][1:], "B": [*HANDS["B"], HANDS["A"][0]]}),
    ),
    row("hand-empty", ReadCode.HAND_SIZE, at("FO01", hand_B=[])),
    row("hand-of-seven", ReadCode.HAND_SIZE, at("FO01", hand_B=["9H", "JD", "QH", "KS", "TD", "AH", "9S"])),
    row("odd-stock", ReadCode.IMPOSSIBLE_POSITION, at("EX01", stock=BY_ID["EX01"]["position"]["stock"][1:])),
    row(
        "led-before-drawing",
        ReadCode.IMPOSSIBLE_POSITION,
        at("DR01", led="KD", hands={"A": ["QD", "QH", "9H", "AS"], "B": BY_ID["DR01"]["position"]["hands"]["B"]}),
    ),
    row(
        "stock-without-a-turned-card",
        ReadCode.IMPOSSIBLE_POSITION,
        at("EX01", turned=None, stock=[*BY_ID["EX01"]["position"]["stock"], "KH"]),
    ),
    row("points-not-given", ReadCode.IMPOSSIBLE_POSITION, at("EX01", counted_points={"A": 12, "B": 6})),
    row(
        "trick-led-by-the-wrong-player",
        ReadCode.IMPOSSIBLE_POSITION,
        at("EX01", tricks=[TRICKS[0], {**TRICKS[1], "led_by": "A"}]),
    ),
    row("trick-to-the-wrong-player", ReadCode.IMPOSSIBLE_POSITION, at("EX01", on_lead="B")),
    row("closing-in-eight66", ReadCode.IMPOSSIBLE_POSITION, at("SC31", "eight66")),
    row("claim-in-santase", ReadCode.IMPOSSIBLE_POSITION, line("SC01", ruleset="santase")),
    row(
        "deal-worth-nine",
        ReadCode.IMPOSSIBLE_POSITION,
        line("MT01", action={"type": "score_deal", "winner": "A", "game_points": 9}),
    ),
]


@pytest.mark.parametrize(("text", "code", "case_id"), UNREADABLE)
def test_unreadable_line(text, code, case_id):
    """An error with a code and the id of the line; nothing else."""
    answer = answer_line(text)

    assert set(answer) == {"id", "error"}
    assert set(answer["error"]) == {"code", "detail"}
    assert (answer["id"], answer["error"]["code"]) == (case_id, code)
    assert len(answer["error"]["detail"]) <= 200


def test_every_code_is_reached():
    """Each code of the contract stands in the table; the one for notation belongs to ``moves``."""
    reached = {param.values[1] for param in UNREADABLE}

    assert {code.value for code in ReadCode} - reached == {"bad_notation"}


@pytest.mark.parametrize(
    "case_id",
    [
        pytest.param("TR01", id="text"),
        pytest.param(7, id="number"),
        pytest.param("ä ह ع", id="other-scripts"),
        pytest.param(None, id="null"),
        pytest.param("", id="empty"),
    ],
)
def test_id_comes_back(case_id):
    """The id of a line is that of its answer, read or not."""
    assert answer_line(json.dumps({**line("TR01"), "id": case_id}))["id"] == case_id
    assert answer_line(json.dumps({"id": case_id}))["id"] == case_id


# -- sequences ---------------------------------------------------------------------------------------------------

CLAIM, CLOSE, DRAW = ({"type": kind, "by": "A"} for kind in ("claim", "close", "draw"))
LEAD = {"type": "play", "by": "A", "card": "AS"}
AUTO = {"base": "schnapsen", "claim_mode": "automatic"}


def steps(*items: dict[str, object], **more: object) -> dict[str, object]:
    """A sequence of steps."""
    return {"type": "sequence", "steps": list(items), **more}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(line("DR01", action=steps(LEAD)), {"reason": "draw_first"}, id="nobody-draws-unasked"),
        pytest.param(
            line("DR01", action=steps(LEAD, draws=True)),
            {"reason": "ok", "hand_sizes": {"A": 5, "B": 6}, "talon_left": 8},
            id="draws-before-a-lead",
        ),
        pytest.param(
            line("DR01", action=steps(CLAIM, draws=True)),
            {"reason": "ok", "hand_sizes": {"A": 5, "B": 5}, "talon_left": 10},
            id="no-draw-before-a-claim",
        ),
        pytest.param(
            line("DR01", action=steps(CLOSE, draws=True)),
            {"reason": "ok", "hand_sizes": {"A": 5, "B": 5}, "closed_by": "A"},
            id="no-draw-before-a-closing",
        ),
        pytest.param(
            line("DR01", action=steps(CLAIM, LEAD, draws=True)),
            {"legal": False, "reason": "deal_over", "failed_step": None, "hand_sizes": {"A": 5, "B": 5}},
            id="no-draw-after-the-deal-has-ended-before-it",
        ),
        pytest.param(
            line("DR01", action=steps(DRAW, CLOSE, draws=True)),
            {"reason": "ok", "hand_sizes": {"A": 6, "B": 6}, "closed_by": "A"},
            id="a-draw-step-before-a-closing",
        ),
        pytest.param(
            line("DR01", action=steps(DRAW, DRAW)), {"reason": "ok", "hand_sizes": {"A": 6, "B": 6}}, id="drawn-twice"
        ),
        pytest.param(
            line("EX01", action=steps(CLOSE, CLOSE, LEAD)),
            {"legal": False, "reason": "already_closed", "failed_step": 1, "hand_sizes": {"A": 6, "B": 6}},
            id="refused-in-the-middle",
        ),
        pytest.param(
            line("EX01", action=steps({"type": "close", "by": "B"}, CLOSE)),
            {"legal": False, "reason": "not_on_lead", "failed_step": 0, "closed_by": None},
            id="refused-at-once",
        ),
        pytest.param(
            line("EX01", action=steps(CLOSE, CLOSE)),
            {"legal": False, "reason": "already_closed", "failed_step": None, "closed_by": "A"},
            id="refused-at-last",
        ),
        pytest.param(
            line("EX01", action={"type": "meld", "by": "A", "suit": "D", "lead": "AS"}),
            {"reason": "must_lead_from_pair", "counted": {"A": 11, "B": 6}, "hand_sizes": {"A": 6, "B": 6}},
            id="announcement-and-lead-stand-together",
        ),
        pytest.param(
            at("CM12", AUTO, melds={"A": ["C"], "B": []}, counted_points={"A": 60, "B": 28})
            | {"action": {"type": "meld", "by": "A", "suit": "D", "lead": "KD"}},
            {
                "legal": True,
                "counted": {"A": 80, "B": 28},
                "hand_sizes": {"A": 5, "B": 5},
                "deal": {"winner": "A", "game_points": 2},
            },
            id="announcement-that-ends-the-deal",
        ),
    ],
)
def test_sequence(data, expected):
    """Steps in order; a refused one changes nothing and no later one is tried."""
    answer = answer_line(json.dumps(data))

    assert {key: answer.get(key) for key in expected} == expected


def as_step(action: Action) -> dict[str, object]:
    """An action as a step of a sequence."""
    kind = "meld" if isinstance(action, Announce) else type(action).__name__.lower()
    facts = {"card": action.card.code} if isinstance(action, Play) else {}
    if isinstance(action, Announce):
        facts = {"suit": action.suit.value}
    return {"type": kind, "by": action.by.name, **facts}


def first_position(deal: Deal) -> dict[str, object]:
    """A deal that has just been dealt, as the position of a line."""
    return {
        "dealer": deal.dealer.name,
        "trump": deal.trump.value,
        "turned": deal.turned.code,
        "stock": [card.code for card in deal.stock],
        "hands": {seat.name: [card.code for card in deal.hands[seat]] for seat in Seat},
        "tricks": [],
        "on_lead": deal.on_lead.name,
        "led": None,
        "closed_by": None,
    }


@pytest.mark.parametrize("rules", ["classic66", "santase", "schnapsen"])
def test_a_step_after_the_end(rules):
    """Whatever has ended a deal, also before the winner of a trick has drawn: the next step is refused, no more."""
    before_drawing = 0
    for seed in range(60):
        first = start(PRESETS[rules], seed)
        walked = list(walk(first, random.Random(seed)))
        sequence = steps(*(as_step(action) for _, action, _ in walked), LEAD, draws=True)
        case = {"id": seed, "kind": "replay", "ruleset": rules, "position": first_position(first), "action": sequence}

        answer = answer_line(json.dumps(case))

        assert (answer["legal"], answer["reason"]) == (False, "deal_over")
        assert "failed_step" not in answer
        before_drawing += walked[-1][2].deal.before_draw
    assert before_drawing


# -- the process -------------------------------------------------------------------------------------------------


def test_all_lines_in_order():
    """Every case goes in and its answer comes out, in the same order, exit status 0."""
    lines = [json.dumps(line(case["id"], ruleset=name)) for case in CASES for name in case["rulesets"]]

    done = engine("judge", given="\n".join(lines).encode())

    answers = [json.loads(text) for text in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(answers) == len(lines) == 258
    assert [answer["id"] for answer in answers] == [json.loads(text)["id"] for text in lines]
    assert [answer for answer in answers if "error" in answer] == []


@pytest.mark.parametrize(
    ("given_", "codes"),
    [
        pytest.param(b"", [], id="nothing"),
        pytest.param(b"\n  \n\n", [], id="blank-lines"),
        pytest.param(GOOD, [None], id="no-newline-at-the-end"),
        pytest.param(GOOD + b"\r\n" + GOOD + b"\r\n", [None, None], id="windows-lines"),
        pytest.param(b"\xff\xfe\xfa\n" + GOOD, ["bad_json", None], id="no-utf8"),
        pytest.param(b'{"id": "\xc3"}\n' + GOOD, ["bad_line", None], id="half-a-letter"),
        pytest.param(b"\xef\xbb\xbf" + GOOD, ["bad_json"], id="byte-order-mark"),
        pytest.param(b"\x00\x00\n" + GOOD, ["bad_json", None], id="null-bytes"),
        pytest.param(b"nonsense\n" + GOOD + b"\n[]\n" + GOOD, ["bad_json", None, "bad_line", None], id="goes-on"),
        pytest.param(b"[" * 60_000 + b"\n" + GOOD, ["bad_json", None], id="deep"),
        pytest.param(b"[" * 300_000 + b"\n" + GOOD, ["bad_json", None], id="long"),
        pytest.param(b'{"id": 1e999}\n' + GOOD, ["bad_line", None], id="endless-number"),
        pytest.param(b'{"id": "\\ud800"}\n' + GOOD, ["bad_line", None], id="half-a-pair"),
        pytest.param(GOOD.replace(b'"TR01"', b'"a\xe2\x80\xa8b"'), [None], id="line-separator-inside"),
    ],
)
def test_bytes(given_, codes):
    """Any bytes: one answer a line, in order, status 1 where one cannot be read, never a traceback."""
    done = engine("judge", given=given_)

    answers = [json.loads(text) for text in done.stdout.splitlines()]
    assert [answer.get("error", {}).get("code") for answer in answers] == codes
    assert done.returncode == int(any(codes))
    assert done.stderr == b""


@pytest.mark.parametrize("verb", ["judge", "moves"])
def test_help(verb):
    """Each verb tells what it does."""
    done = engine(verb, "--help")

    assert done.returncode == 0
    assert b"usage: python -m engine" in done.stdout


def test_unknown_verb():
    """A verb that is not there is refused without a traceback."""
    done = engine("dance")

    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"usage" in done.stderr


# -- fuzzing -----------------------------------------------------------------------------------------------------

json_junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["A", "B", "C", "9H", "KD", "H", "classic66", "play", "sequence", "trick", -1, 0, 1, 66, 10**40]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def answered(text: str) -> dict[str, object]:
    """The answer, which is JSON again and carries an id."""
    answer = answer_line(text)
    assert "id" in answer
    if "error" in answer:
        assert answer["error"]["code"] in set(ReadCode)
    return json.loads(json.dumps(answer))


@settings(max_examples=300)
@given(st.text())
def test_any_text_is_answered(text):
    """No line breaks the reader."""
    assert "error" in answered(text)


@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(["id", "kind", "ruleset", "position", "action"]), json_junk))
def test_any_object_is_answered(data):
    """No JSON object breaks the reader."""
    assert "error" in answered(json.dumps(data))


def paths(data: object, here: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Every place inside JSON data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [here, *(path for key, value in inner for path in paths(value, (*here, key)))]


@st.composite
def damaged(draw: st.DrawFn) -> dict[str, object]:
    """A real case with one or two of its places removed or replaced by something else."""
    case = draw(st.sampled_from(CASES))
    data = line(case["id"], ruleset=draw(st.sampled_from(case["rulesets"])))
    for _ in range(draw(st.integers(1, 2))):
        *way, key = draw(st.sampled_from(paths(data)[1:]))
        inner = data
        for step in way:
            inner = inner[step]
        how = draw(st.sampled_from(["delete", "junk", "swap", "add"]))
        if how == "delete":
            del inner[key]
        elif how == "add" and isinstance(inner, list):
            inner.insert(key, copy.deepcopy(inner[key]))
        elif how == "swap" and len(paths(data)) > 1:
            other = draw(st.sampled_from(paths(data)[1:]))
            value = data
            for step in other:
                value = value[step]
            inner[key] = copy.deepcopy(value)
        else:
            inner[key] = draw(json_junk)
        if not paths(data)[1:]:
            break
    return data


@settings(max_examples=1200)
@given(damaged())
def test_damaged_cases_are_answered(data):
    """A case with something wrong in it is answered or refused with a code; nothing is raised."""
    answered(json.dumps(data))


def test_answers_are_lines():
    """Each answer is one line of plain ASCII, with whether it could be read; blank lines have none."""
    answers = list(answer_lines(["", GOOD.decode(), "  ", "ä"]))

    assert [readable for _, readable in answers] == [True, False]
    assert all(text.isascii() and "\n" not in text for text, _ in answers)


# -- moves -------------------------------------------------------------------------------------------------------

OPEN = "JCKDQDQH9HAS/KCQCJDTHTS9S TDQS9DAHTCJHAD.KH H A 11.1.0/6.1.0 - B0-0 -"
ANSWER = "AC9DTHJHAS/TDJDAHQH9HKS - C A:KD 40.4.0/12.2.0 - B0-0 -"
VIEW_A = "JCKDQDQH9HAS/???????????? ??????????????.KH H A 11.1.0/6.1.0 - B0-0 -.AC9CKSJS"
VIEW_B = "????????????/KCQCJDTHTS9S ??????????????.KH H A 11.1.0/6.1.0 - B0-0 -.AC9CKSJS"


@pytest.mark.parametrize("position", [pytest.param(OPEN, id="whole"), pytest.param(VIEW_A, id="view")])
def test_moves(position):
    """Every legal action of the player to act, also where the other hand is hidden."""
    done = engine("moves", position)

    answer = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, b"")
    assert answer["to_act"] == "A"
    assert answer["legal"] == [
        *({"type": "play", "by": "A", "card": card} for card in ("JC", "KD", "QD", "QH", "9H", "AS")),
        {"type": "meld", "by": "A", "suit": "D"},
        {"type": "close", "by": "A"},
        {"type": "exchange", "by": "A"},
        {"type": "claim", "by": "A"},
    ]
    assert answer["refused"] == {"play": {}, "marriage": {"C": "no_pair", "H": "no_pair", "S": "no_pair"}}


@pytest.mark.parametrize(
    ("rules", "refused"),
    [
        pytest.param(
            "classic66",
            {"JD": "must_head", "AH": "must_follow", "QH": "must_follow", "9H": "must_follow", "KS": "must_follow"},
            id="classic66",
        ),
        pytest.param(
            "eight66",
            {"AH": "must_follow", "QH": "must_follow", "9H": "must_follow", "KS": "must_follow"},
            id="eight66",
        ),
        pytest.param("classic66;strict_follow=no;strict_head=no;strict_trump=no", {}, id="free"),
    ],
)
def test_moves_tell_why_not(rules, refused):
    """For each card that may not be played its reason."""
    done = engine("moves", ANSWER.replace(" ", "_"), "--rules", rules)

    answer = json.loads(done.stdout)
    assert (done.returncode, answer["to_act"]) == (0, "B")
    assert answer["refused"]["play"] == refused


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param(["nonsense"], "bad_notation", id="nonsense"),
        pytest.param([""], "bad_notation", id="empty"),
        pytest.param([VIEW_B], "bad_notation", id="hand-of-the-player-to-act-hidden"),
        pytest.param([OPEN.replace("JC", "XX", 1)], "unknown_card", id="unknown-card"),
        pytest.param([OPEN.replace("JC", "KC", 1)], "card_twice", id="card-twice"),
        pytest.param([OPEN.replace("JCKD", "KD")], "hand_size", id="hand-size"),
        pytest.param([OPEN.replace("11.1", "12.1")], "impossible_position", id="impossible"),
        pytest.param([OPEN, "--rules", "poker"], "unknown_ruleset", id="unknown-ruleset"),
        pytest.param([OPEN, "--rules", "classic66;moon=1"], "unknown_switch", id="unknown-switch"),
        pytest.param([OPEN, "--rules", "classic66;target=9"], "switch_value", id="switch-value"),
    ],
)
def test_moves_refused(arguments, code):
    """What cannot be read has a code and status 1."""
    done = engine("moves", *arguments)

    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["code"] == code
    assert done.stderr == b""
