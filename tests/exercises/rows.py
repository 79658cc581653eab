"""Exercises of every kind as machine-made problems write them, with answers and how each stands by the rules."""

from __future__ import annotations

from typing import Any

ENDING = "ACKCTHJS/TCQCTDKD - S A 47.5.0/19.3.0 - A0-0 -"
FIRST_LEAD = "9CTDKHQHASJS/???????????? ??????????????????????.KD D A 0.0.0/0.0.0 - B0-0 -."
WITH_NINE = "9CQD9DKHASJS/???????????? ??????????????.KD D A 30.1.0/13.1.0 - B0-0 AKH.TDTHQH9S"
LAST_DRAW = "ACKCADTHJS/?????????? ??.AS S B! 19.3.0/19.3.0 - A0-0 -.JC9CQD9DAHKHQHJH9HTSQS9S"
LATE = "TCQD9DTHASQS/QH?????????? ??.9H H A 17.4.0/15.1.0 - B0-0 BQH.KCQCJC9CJDAHKHKSJS9S"
STRICT = "9CTDJDQHKS/JCAH9HTS - C B:AD 27.2.0/40.5.0 - B0-0 -"
RECORD = "JCKDTHAS/ADQD9HTS - C A 44.4.0/25.4.0 - B0-0 -"
WITH_66 = "KCJCKDAHTHQH/???????????? ??.9H H A 69.3.0/15.2.0 - A0-0 AQH.TC9CADTDQDJD9DKHJHJS"
PLAY = {"kind": "play", "position": STRICT, "goal": "legal", "rule": "strict.follow"}

Row = tuple[str, dict[str, Any], list[tuple[dict[str, Any], str]]]

ROWS: list[Row] = [
    ("play-legal", PLAY, [({"card": "TD"}, "right"), ({"card": "JD"}, "right"), ({"card": "9C"}, "refused")]),
    (
        "play-best",
        {"kind": "play", "position": ENDING, "goal": "best", "rule": "pay.two"},
        [({"card": "JS"}, "right"), ({"card": "AC"}, "right"), ({"card": "KC"}, "better")],
    ),
    (
        "legal",
        {"kind": "legal", "position": STRICT, "rule": "strict.follow"},
        [
            ({"cards": ["TD", "JD"]}, "right"),
            ({"cards": ["TD"]}, "incomplete"),
            ({"cards": ["9C", "TD", "JD"]}, "wrong"),
        ],
    ),
    (
        "who-winner",
        {
            "kind": "who",
            "ask": "winner",
            "trick": {"trump": "S", "leader": "A", "led": "AD", "answer": "JS"},
            "rule": "trick.win",
        },
        [({"who": "A"}, "wrong"), ({"who": "B"}, "right")],
    ),
    (
        "who-draws-first",
        {"kind": "who", "ask": "draws_first", "position": LAST_DRAW, "rule": "open.draw"},
        [({"who": "A"}, "wrong"), ({"who": "B"}, "right")],
    ),
    (
        "who-face-up-trump",
        {"kind": "who", "ask": "turned_card", "position": LAST_DRAW, "rule": "open.last"},
        [({"who": "A"}, "right"), ({"who": "B"}, "wrong")],
    ),
    (
        "who-leads-first",
        {"kind": "who", "ask": "leads_first", "dealer": "A", "rule": "deal.lead"},
        [({"who": "A"}, "wrong"), ({"who": "B"}, "right")],
    ),
    (
        "who-deals-next",
        {"kind": "who", "ask": "deals_next", "dealer": "A", "deal_winner": "A", "rule": "match.deal"},
        [({"who": "A"}, "wrong"), ({"who": "B"}, "right")],
    ),
    (
        "who-deals-after-a-tie",
        {"kind": "who", "ask": "deals_next", "dealer": "A", "deal_winner": "", "rule": "match.tied"},
        [({"who": "A"}, "right"), ({"who": "B"}, "wrong")],
    ),
    (
        "who-plays-after-an-exchange",
        {"kind": "who", "ask": "plays", "position": WITH_NINE, "actions": ["A~"], "rule": "exchange.turn"},
        [({"who": "A"}, "right"), ({"who": "B"}, "wrong")],
    ),
    (
        "count-trick",
        {
            "kind": "count",
            "of": "trick",
            "trick": {"trump": "S", "leader": "A", "led": "AD", "answer": "TD"},
            "rule": "cards.value",
        },
        [({"number": 21}, "right"), ({"number": 20}, "wrong"), ({"number": 22}, "wrong")],
    ),
    (
        "count-cards",
        {"kind": "count", "of": "cards", "cards": "ACTD9H", "rule": "cards.value"},
        [({"number": 21}, "right"), ({"number": 30}, "wrong")],
    ),
    (
        "count-hand",
        {"kind": "count", "of": "hand", "position": FIRST_LEAD, "rule": "cards.value"},
        [({"number": 30}, "right"), ({"number": 0}, "wrong")],
    ),
    (
        "count-pack",
        {"kind": "count", "of": "pack", "rule": "cards.total"},
        [({"number": 120}, "right"), ({"number": 66}, "wrong")],
    ),
    (
        "count-hand-size",
        {"kind": "count", "of": "hand_size", "rule": "deal.hand"},
        [({"number": 6}, "right"), ({"number": 5}, "wrong")],
    ),
    (
        "count-own",
        {"kind": "count", "of": "own", "position": WITH_NINE, "counter": "hidden", "rule": "claim.points"},
        [({"number": 30}, "right"), ({"number": 13}, "wrong")],
    ),
    (
        "count-opponent",
        {"kind": "count", "of": "opponent", "position": WITH_NINE, "rule": "claim.points"},
        [({"number": 13}, "right"), ({"number": 30}, "wrong")],
    ),
    (
        "count-need",
        {"kind": "count", "of": "need", "position": WITH_NINE, "rule": "cards.aim"},
        [({"number": 36}, "right"), ({"number": 30}, "wrong")],
    ),
    (
        "count-pending",
        {"kind": "count", "of": "after", "position": FIRST_LEAD, "action": "A=H", "rule": "marriage.count"},
        [({"number": 0}, "right"), ({"number": 20}, "wrong")],
    ),
    (
        "count-stock",
        {"kind": "count", "of": "stock", "position": LATE, "rule": "deal.stock"},
        [({"number": 2}, "right"), ({"number": 1}, "wrong")],
    ),
    (
        "count-unseen-trumps",
        {"kind": "count", "of": "trumps_unseen", "position": LATE, "rule": "trick.keep"},
        [({"number": 1}, "right"), ({"number": 2}, "wrong")],
    ),
    (
        "count-record",
        {
            "kind": "count",
            "of": "own",
            "position": RECORD,
            "actions": ["A:TH", "B:9H", "A:JC"],
            "rule": "claim.points",
        },
        [({"number": 54}, "right"), ({"number": 44}, "wrong")],
    ),
    (
        "count-to-target",
        {"kind": "count", "of": "to_target", "score": [5, 3], "rule": "match.target"},
        [({"number": 2}, "right"), ({"number": 5}, "wrong")],
    ),
    (
        "order",
        {"kind": "order", "cards": "KHAHTH9H", "rule": "cards.rank"},
        [({"order": ["AH", "TH", "KH", "9H"]}, "right"), ({"order": ["AH", "KH", "TH", "9H"]}, "wrong")],
    ),
    (
        "act-announce",
        {"kind": "act", "position": FIRST_LEAD, "options": ["A=H", "A=D", "none"], "rule": "marriage.pair"},
        [({"act": "A=H"}, "right"), ({"act": "A=D"}, "refused"), ({"act": "none"}, "wrong")],
    ),
    (
        "act-exchange",
        {"kind": "act", "position": WITH_NINE, "options": ["A~", "none"], "rule": "exchange.what"},
        [({"act": "A~"}, "right"), ({"act": "none"}, "wrong")],
    ),
    (
        "act-none",
        {"kind": "act", "position": FIRST_LEAD, "options": ["A~", "A*", "none"], "rule": "exchange.trick"},
        [({"act": "A~"}, "refused"), ({"act": "A*"}, "refused"), ({"act": "none"}, "right")],
    ),
    (
        "act-close",
        {"kind": "act", "position": WITH_NINE, "options": ["A@", "none"], "rule": "close.when"},
        [({"act": "A@"}, "right"), ({"act": "none"}, "wrong")],
    ),
    (
        "act-next",
        {"kind": "act", "ask": "next", "position": LAST_DRAW, "options": ["A!", "B!", "B:9D"], "rule": "open.draw"},
        [({"act": "B!"}, "right"), ({"act": "A!"}, "wrong"), ({"act": "B:9D"}, "wrong")],
    ),
    (
        "act-claim-not",
        {"kind": "act", "ask": "claim", "position": WITH_NINE, "rule": "claim.right"},
        [({"act": "A*"}, "wrong"), ({"act": "none"}, "right")],
    ),
    (
        "act-claim",
        {
            "kind": "act",
            "ask": "claim",
            "position": WITH_66,
            "rule": "claim.right",
        },
        [({"act": "A*"}, "right"), ({"act": "none"}, "wrong")],
    ),
    (
        "act-should",
        {"kind": "act", "ask": "should", "position": ENDING, "options": ["A:JS", "A:KC", "none"], "rule": "pay.two"},
        [({"act": "A:JS"}, "right"), ({"act": "A:KC"}, "better"), ({"act": "none"}, "right")],
    ),
    (
        "act-why",
        {
            "kind": "act",
            "ask": "why",
            "position": FIRST_LEAD,
            "action": "A~",
            "options": ["no_trick_yet", "talon_too_small"],
            "rule": "exchange.trick",
        },
        [({"act": "no_trick_yet"}, "right"), ({"act": "talon_too_small"}, "wrong")],
    ),
    (
        "score-claim",
        {"kind": "score", "end": {"how": "claim", "by": "A", "points": [66, 32], "tricks": [5, 3]}, "rule": "pay.two"},
        [
            ({"winner": "A", "points": 2}, "right"),
            ({"winner": "A", "points": 1}, "wrong"),
            ({"winner": "B", "points": 2}, "wrong"),
        ],
    ),
    (
        "score-wrong-claim",
        {
            "kind": "score",
            "end": {"how": "claim", "by": "A", "points": [65, 0], "tricks": [4, 0]},
            "rule": "claim.wrong",
        },
        [({"winner": "B", "points": 3}, "right"), ({"winner": "B", "points": 2}, "wrong")],
    ),
    (
        "score-closed",
        {
            "kind": "score",
            "end": {
                "how": "played",
                "by": "A",
                "points": [60, 40],
                "tricks": [5, 3],
                "closed": {"by": "A", "points": [30, 20], "tricks": [2, 0]},
            },
            "rule": "close.fail",
        },
        [
            ({"winner": "B", "points": 3}, "right"),
            ({"winner": "B", "points": 2}, "wrong"),
            ({"winner": "A", "points": 3}, "wrong"),
        ],
    ),
    (
        "score-tie",
        {"kind": "score", "end": {"how": "played", "by": "A", "points": [55, 65], "tricks": [5, 7]}, "rule": "end.tie"},
        [({"winner": "none", "points": 0}, "right"), ({"winner": "A", "points": 1}, "wrong")],
    ),
    (
        "spot",
        {
            "kind": "spot",
            "position": RECORD,
            "actions": ["A:TH", "B:9H", "A:AS", "B:TS", "A:KD", "B:QD", "A:JC", "B:AD"],
            "rule": "strict.head",
        },
        [
            ({"line": 5, "reason": "must_head"}, "right"),
            ({"line": 5, "reason": "must_follow"}, "wrong"),
            ({"line": 1, "reason": "must_head"}, "wrong"),
            ({"line": 7, "reason": "must_head"}, "wrong"),
        ],
    ),
    (
        "unseen",
        {"kind": "unseen", "position": LATE, "rule": "trick.keep"},
        [
            ({"cards": ["AC", "AD", "TD", "KD", "JH", "TS"]}, "right"),
            ({"cards": ["AC", "AD", "TD", "KD", "JH"]}, "incomplete"),
            ({"cards": ["AC", "TC"]}, "wrong"),
        ],
    ),
    (
        "pick-beats",
        {
            "kind": "pick",
            "trump": "D",
            "statements": [
                {"key": "a", "beats": {"led": "AS", "answer": "9D"}},
                {"key": "b", "beats": {"led": "9D", "answer": "AS"}},
            ],
            "rule": "trick.win",
        },
        [({"statement": "a"}, "right"), ({"statement": "b"}, "wrong")],
    ),
    (
        "pick-place",
        {
            "kind": "pick",
            "position": LATE,
            "statements": [
                {"key": "shown", "place": {"card": "QH", "where": "opponent"}},
                {"key": "gone", "place": {"card": "TC", "where": "gone"}},
                {"key": "sure", "place": {"card": "AD", "where": "opponent"}},
            ],
            "rule": "trick.keep",
        },
        [({"statement": "shown"}, "right"), ({"statement": "gone"}, "wrong"), ({"statement": "sure"}, "wrong")],
    ),
    (
        "line",
        {"kind": "line", "position": ENDING, "rule": "pay.two"},
        [({"actions": ["A:KC"]}, "better"), ({"actions": ["A:TD"]}, "refused")],
    ),
    (
        "diff-legal",
        {
            "kind": "diff",
            "ask": "legal",
            "rulesets": ["classic66", "eight66"],
            "position": WITH_NINE,
            "action": "A@",
            "rule": "close.when",
        },
        [({"a": "yes", "b": "no"}, "right"), ({"a": "yes", "b": "yes"}, "wrong"), ({"a": "no", "b": "no"}, "wrong")],
    ),
    (
        "diff-cards",
        {
            "kind": "diff",
            "ask": "legal",
            "rulesets": ["pagat66", "eight66"],
            "position": "TCADKD9DASQS/TDQDJDAHTH - D B:KS 12.1.0/29.5.0 - A0-0 AAD,A9D",
            "options": ["AS", "AS QS", "TC AD KD 9D AS QS"],
            "rule": "strict.head",
        },
        [({"a": "AS", "b": "AS QS"}, "right"), ({"a": "AS", "b": "AS"}, "wrong"), ({"a": "AS QS", "b": "AS"}, "wrong")],
    ),
    (
        "diff-close",
        {
            "kind": "diff",
            "ask": "close",
            "rulesets": ["pagat66", "eight66"],
            "position": "TCJCAHJHASTS/QCADTDTH9HQS JDJSKCKSAC9SKH9DQHKDQD.9C C A 0.0.0/0.0.0 - B0-0 -",
            "rule": "close.what",
        },
        [({"a": "yes", "b": "no"}, "right"), ({"a": "no", "b": "yes"}, "wrong")],
    ),
    (
        "diff-announce",
        {
            "kind": "diff",
            "ask": "announce",
            "rulesets": ["pagat66", "santase"],
            "position": "KD9DTSKSQSJS/QCJC9CTDQH9S TCAHQDTHACJDKHJHKCASAD.9H H A 0.0.0/0.0.0 - B0-0 -",
            "rule": "marriage.first",
        },
        [({"a": "yes", "b": "no"}, "right"), ({"a": "yes", "b": "yes"}, "wrong")],
    ),
    (
        "diff-exchange",
        {
            "kind": "diff",
            "ask": "exchange",
            "rulesets": ["classic66", "santase"],
            "position": "ACADQD9DQHAS/QCTDKDAHKHQS TC.JD D A 18.3.0/36.2.0 - B0-0 BQS",
            "rule": "exchange.left",
        },
        [({"a": "yes", "b": "no"}, "right"), ({"a": "no", "b": "no"}, "wrong")],
    ),
    (
        "diff-tie",
        {
            "kind": "diff",
            "ask": "score",
            "rulesets": ["classic66", "schnapsen"],
            "end": {"how": "played", "by": "A", "points": [55, 65], "tricks": [5, 7]},
            "rule": "end.tie",
        },
        [({"a": "0", "b": "A1"}, "right"), ({"a": "0", "b": "0"}, "wrong")],
    ),
    (
        "diff-score",
        {
            "kind": "diff",
            "ask": "score",
            "rulesets": ["classic66", "schnapsen"],
            "end": {"how": "played", "by": "A", "points": [45, 65], "tricks": [5, 5]},
            "rule": "end.bonus",
        },
        [({"a": "B1", "b": "A1"}, "right"), ({"a": "A1", "b": "A1"}, "wrong")],
    ),
    (
        "who-deals-after-a-record",
        {
            "kind": "who",
            "ask": "deals",
            "position": "AS/AH - D B 30.4.0/68.7.0 - A0-0 -",
            "actions": ["B*"],
            "rule": "match.deal",
        },
        [({"who": "A"}, "wrong"), ({"who": "B"}, "right")],
    ),
    (
        "who-wins-the-game",
        {
            "kind": "who",
            "ask": "game",
            "position": "AS/AH - D B 30.4.0/68.7.0 - A5-6 -",
            "actions": ["B*"],
            "rule": "match.target",
        },
        [({"who": "A"}, "wrong"), ({"who": "B"}, "right"), ({"who": "none"}, "wrong")],
    ),
    (
        "who-wins-the-game-nobody-yet",
        {
            "kind": "who",
            "ask": "game",
            "position": "AS/AH - D B 30.4.0/68.7.0 - A5-4 -",
            "actions": ["B*"],
            "rule": "match.target",
        },
        [({"who": "A"}, "wrong"), ({"who": "B"}, "wrong"), ({"who": "none"}, "right")],
    ),
    (
        "count-left",
        {
            "kind": "count",
            "of": "left",
            "position": "KCADAHASTSKS/ACTCJC9CTD9H - C A 30.5.0/6.1.0 - B0-0 BJC,B9C",
            "rule": "cards.total",
        },
        [({"number": 84}, "right"), ({"number": 120}, "wrong")],
    ),
    (
        "order-of-a-list",
        {"kind": "order", "cards": ["KH", "9H", "AH", "JH", "TH"], "rule": "cards.rank"},
        [({"order": ["AH", "TH", "KH", "JH", "9H"]}, "right"), ({"order": ["AH", "KH", "TH", "JH", "9H"]}, "wrong")],
    ),
    (
        "pick-order-of-actions",
        {
            "kind": "pick",
            "position": "ADQDJDJHKS/ACQCTDKHQS KDKCAS.9D D A! 26.3.0/42.2.0 - B0-0 BTD,BKH",
            "statements": [
                {"key": "early", "order": ["A@", "A!", "A:QD", "A=D"]},
                {"key": "good", "order": ["A!", "A=D", "A@", "A:QD"]},
                {"key": "late", "order": ["A!", "A=D", "A:QD", "A@"]},
            ],
            "rule": "close.announced",
        },
        [({"statement": "early"}, "wrong"), ({"statement": "good"}, "right"), ({"statement": "late"}, "wrong")],
    ),
    (
        "pick-must-hold",
        {
            "kind": "pick",
            "position": LATE,
            "statements": [{"key": "shown", "holds": "QH"}, {"key": "gone", "holds": "TC"}],
            "rule": "trick.keep",
        },
        [({"statement": "shown"}, "right"), ({"statement": "gone"}, "wrong")],
    ),
]
