"""Rows that try every rule of ``engine/RULES.md``: a ruleset, a position, what is done, and what must come out.

``do`` are actions in their text form (``A:KS`` play, ``A!`` draw, ``A=D`` announce, ``A~`` exchange, ``A@`` close,
``A*`` claim); all but the last must stand. ``facts`` are names of ``FACTS`` with the value that they must have.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.cards import Rank, card_points
from engine.deal import Deal
from engine.dealing import deal_pack
from engine.effects import final_count, unclaimed_outcome
from engine.invariants import gone_cards
from engine.match import Match
from engine.notation import read_action, read_deal
from engine.referee import judge, playable_cards
from engine.ruleset import Ruleset, parse
from engine.scoring import Outcome
from engine.seats import Seat
from engine.verdict import Refused


@dataclass(frozen=True)
class Row:
    """One row. ``position`` is notation, or ``pack:A``: the pack in canonical order, dealt by A."""

    rule: str
    name: str
    rules: str
    position: str
    do: str
    facts: dict[str, Any]

    @property
    def id(self) -> str:
        """The name in the test report."""
        return f"{self.rule}-{self.name}"


def row(rule: str, name: str, rules: str, position: str, do: str = "", **facts: Any) -> Row:
    """Build a row; where no reason is named, the last action must stand."""
    return Row(rule, name, rules, position, do, {"reason": "ok", **facts})


@dataclass(frozen=True)
class Came:
    """What came of a row: the position after it, and the refusal of the last action if there was one."""

    deal: Deal
    refused: Refused | None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, also the unclaimed one."""
        return unclaimed_outcome(self.deal)

    @property
    def next(self) -> Match:
        """The game after this deal."""
        outcome = self.outcome
        assert outcome is not None
        return Match(self.deal.ruleset, self.deal.dealer, self.deal.score, self.deal.carry).after(outcome)


def position(row: Row) -> Deal:
    """The position of a row."""
    rules = parse(row.rules)
    if row.position.startswith("pack:"):
        return deal_pack(Match.start(rules, Seat[row.position[-1]]), rules.pack)
    return read_deal(row.position, rules)


def run(row: Row) -> Came:
    """Do what the row says."""
    deal = position(row)
    actions = [read_action(text) for text in row.do.split()]
    for at, action in enumerate(actions):
        verdict = judge(deal, action)
        if isinstance(verdict, Refused):
            assert at == len(actions) - 1, f"step {at} is refused: {verdict.reason}"
            return Came(deal, verdict)
        deal = verdict.deal
    return Came(deal, None)


def _codes(cards: Any) -> str:
    return "".join(str(card) for card in cards)


def _name(seat: Seat | None) -> str | None:
    return None if seat is None else seat.name


def _worth(rules: Ruleset) -> str:
    suit = rules.pack[: rules.deck // 4]
    return " ".join(f"{card.rank}{card.points}" for card in suit)


FACTS: dict[str, Callable[[Came], Any]] = {
    "reason": lambda came: came.refused.reason.value if came.refused else "ok",
    "cites": lambda came: came.refused.rule if came.refused else None,
    "left": lambda came: came.refused.facts["left"] if came.refused else None,
    "pack": lambda came: len(came.deal.ruleset.pack),
    "nines": lambda came: sum(card.rank is Rank.NINE for card in came.deal.ruleset.pack),
    "pack_points": lambda came: card_points(came.deal.ruleset.pack),
    "worth": lambda came: _worth(came.deal.ruleset),
    "players": lambda came: [seat.name for seat in Seat],
    "dealer": lambda came: came.deal.dealer.name,
    "hands": lambda came: [len(hand) for hand in came.deal.hands],
    "hand_A": lambda came: _codes(came.deal.hands[0]),
    "hand_B": lambda came: _codes(came.deal.hands[1]),
    "stock": lambda came: _codes(came.deal.stock),
    "talon": lambda came: came.deal.talon,
    "turned": lambda came: came.deal.turned and came.deal.turned.code,
    "trump": lambda came: came.deal.trump.value,
    "led": lambda came: came.deal.led and came.deal.led.code,
    "gone": lambda came: _codes(gone_cards(came.deal)),
    "on_lead": lambda came: came.deal.on_lead.name,
    "to_act": lambda came: came.deal.to_act.name,
    "playable": lambda came: _codes(playable_cards(came.deal)),
    "draws": lambda came: came.deal.before_draw,
    "strict": lambda came: came.deal.strict,
    "counted": lambda came: list(came.deal.counted),
    "pending": lambda came: list(came.deal.pending),
    "tricks": lambda came: list(came.deal.tricks),
    "totals": lambda came: list(final_count(came.deal).points),
    "closed_by": lambda came: came.deal.closing and came.deal.closing.by.name,
    "over": lambda came: came.deal.over,
    "winner": lambda came: _name(came.outcome.winner) if came.outcome else "nobody yet",
    "pays": lambda came: came.outcome.game_points if came.outcome else None,
    "how": lambda came: came.outcome.how.value if came.outcome else None,
    "why": lambda came: came.outcome.why.value if came.outcome and came.outcome.why else None,
    "score": lambda came: list(came.deal.score),
    "next_dealer": lambda came: came.next.dealer.name,
    "next_score": lambda came: list(came.next.score),
    "next_carries": lambda came: came.next.carry,
    "game_won_by": lambda came: _name(came.next.winner),
}

# -- positions ---------------------------------------------------------------------------------------------------

# Two tricks are gone (9C-AC to A, JS-KS to B), A is on lead with the marriage in diamonds and the lowest trump.
OPEN = "JCKDQDQH9HAS/KCQCJDTHTS9S TDQS9DAHTCJHAD.KH H A 11.1.0/6.1.0 - B0-0 -"
# The same before the draw.
DRAW = "KDQDQH9HAS/KCQCTHTS9S JCJDTDQS9DAHTCJHAD.KH H A! 11.1.0/6.1.0 - B0-0 -"
# The same, but A holds two marriages.
TWO_PAIRS = "KCQCKDQD9HAS/JCJDTHQHTS9S TDQS9DAHTCJHAD.KH H A 11.1.0/6.1.0 - B0-0 -"
# The same, but B holds the lowest trump.
B_HOLDS_NINE = "KCJCKDQDQHAS/QCJDTH9HTS9S TDQS9DAHTCJHAD.KH H A 11.1.0/6.1.0 - B0-0 -"
# The same, but the lowest trump lies in the stock, or face up.
NINE_IN_STOCK = "JCKDQDQHJHAS/KCQCJDTHTS9S TDQS9DAHTC9HAD.KH H A 11.1.0/6.1.0 - B0-0 -"
NINE_FACE_UP = "JCKDQDKHQHAS/KCQCJDTHTS9S TDQS9DAHTCJHAD.9H H A 11.1.0/6.1.0 - B0-0 -"
# The same, but A has won both tricks.
A_ONLY = "JCKDQDQH9HAS/KCQCJDTHTS9S TDQS9DAHTCJHAD.KH H A 17.2.0/0.0.0 - B0-0 -"
# The same, but B is on lead and has led the jack of diamonds.
B_LED = "JCKDQDQH9HAS/KCQCTHTS9S TDQS9DAHTCJHAD.KH H B:JD 11.1.0/6.1.0 - B0-0 -"
# The same with 20 cards.
SMALL = "KDQDQHJHAS/KCQCJDTHTS TDQSAHTCAD.KH H A 13.1.0/6.1.0 - B1-1 -"
# The first lead: A with the marriages in diamonds and hearts (trumps), and the lowest trump.
FIRST = "TCKDQDKHQH9H/9CTDJDASKSQS 9SJCAHQC9DTSKCJSADACTH.JH H A 0.0.0/0.0.0 - B0-0 -"
# The first lead; B holds the lowest trump.
FIRST_B_HOLDS_NINE = "TC9CKDQDKHQH/TDJD9HASKSQS 9SJCAHQC9DTSKCJSADACTH.JH H A 0.0.0/0.0.0 - B0-0 -"
# Two cards are left in the stock; A holds the lowest trump.
TWO_LEFT = "JCTD9DKHQH9S/KCJDAHTHKSQS KD.AS S A 40.3.0/12.2.0 - B0-0 -"
# Four cards are left and nobody has drawn: two with full hands.
FOUR_LEFT = "KCKD9DKHQS/ACJCJDAHQH 9HASTD.QC C A! 52.5.0/0.0.0 - B0-0 -"
# The stock is used up, A has led the king of diamonds, and B answers from TD JD AH QH 9H KS.
ANSWER = "AC9DTHJHAS/TDJDAHQH9HKS - C A:KD 40.4.0/12.2.0 - B0-0 -"
# The same, but B holds only lower diamonds: JD 9D.
LOWER = "ACTDTHJHAS/JD9DAHQH9HKS - C A:KD 40.4.0/12.2.0 - B0-0 -"
# The same with the king of clubs led and diamonds trumps: B is void.
VOID = "AC9DTHJHAS/TDJDAHQH9HKS - D A:KC 40.4.0/12.2.0 - B0-0 -"
# The same, but B holds no trump either.
NO_TRUMP_HELD = "AC9DTHJHAS/TDJDAHQH9HKS - C A:KC 40.4.0/12.2.0 - B0-0 -"
# The last trick; B announced on the first lead and has won nothing.
STILL_WAITING = "AS/9S - H A 109.11.0/0.0.20 - A0-0 -"
# The stock is used up, A is on lead with KD QD and 46 points.
LATE = "ACKDQD9DTHJH/TDJDAHQH9HKS - C A 46.4.0/14.2.0 - B0-0 -"


def last(points_a: int, points_b: int, *, hands: str = "AS/9S", tricks: str = "6/5", extra: str = "B0-0") -> str:
    """The last trick of an open deal, hearts trumps, A on lead."""
    tricks_a, tricks_b = tricks.split("/")
    return f"{hands} - H A {points_a}.{tricks_a}.0/{points_b}.{tricks_b}.0 - {extra} -"


def closed(
    points_a: int,
    points_b: int,
    *,
    tricks: str = "4/3",
    at: str = "A@13.1/6.1",
    hands: str = "AS/9S",
    lead: str = "A",
) -> str:
    """The last trick after a closing, hearts trumps; 97 card points are in tricks."""
    tricks_a, tricks_b = tricks.split("/")
    return f"{hands} 9CJC9DJDJSQCQD.9H H {lead} {points_a}.{tricks_a}.0/{points_b}.{tricks_b}.0 {at} B0-0 -"


CLASSIC, PAGAT, EIGHT, SANTASE, SCHNAPSEN = "classic66", "pagat66", "eight66", "santase", "schnapsen"
PLAY_ACE = "A:AS B:9S"

_CARDS = [
    row("cards.players", "two", CLASSIC, "pack:A", players=["A", "B"], score=[0, 0]),
    row("cards.players", "deal-after-deal", CLASSIC, last(66, 43), "A*", next_score=[1, 0], next_dealer="A"),
    row("cards.aim", "66-is-enough", CLASSIC, last(66, 43), "A*", winner="A", how="claimed"),
    row("cards.aim", "65-is-not", CLASSIC, last(65, 44), "A*", winner="B", how="miscounted"),
    row("cards.pack", "24", CLASSIC, "pack:A", pack=24, nines=4),
    row("cards.pack", "20", "classic66;deck=20", "pack:A", pack=20, nines=0),
    row("cards.rank", "ten-above-king", CLASSIC, last(50, 56, hands="KD/TD"), "A:KD B:TD", on_lead="B"),
    row("cards.rank", "ace-above-ten", CLASSIC, last(50, 49, hands="AD/TD"), "A:AD B:TD", on_lead="A"),
    row("cards.rank", "queen-above-jack", CLASSIC, last(65, 50, hands="JD/QD"), "A:JD B:QD", on_lead="B"),
    row("cards.rank", "nine-is-the-lowest", CLASSIC, last(65, 53, hands="9H/JH"), "A:9H B:JH", on_lead="B"),
    row("cards.value", "24", CLASSIC, "pack:A", worth="A11 T10 K4 Q3 J2 90"),
    row("cards.value", "20", "classic66;deck=20", "pack:A", worth="A11 T10 K4 Q3 J2"),
    row("cards.value", "a-trick", CLASSIC, last(50, 49, hands="AD/TD"), "A:AD B:TD", counted=[71, 49]),
    row("cards.total", "24", CLASSIC, "pack:A", pack_points=120),
    row("cards.total", "20", SCHNAPSEN, "pack:A", pack_points=120),
]

_TRICK = [
    row("trick.play", "two-cards", CLASSIC, OPEN, "A:JC B:KC", tricks=[1, 2], led=None, hands=[5, 5]),
    row("trick.play", "one-card", CLASSIC, OPEN, "A:JC", tricks=[1, 1], led="JC", to_act="B", hands=[5, 6]),
    row("trick.play", "not-your-turn", CLASSIC, OPEN, "B:KC", reason="not_your_turn"),
    row("trick.play", "not-twice", CLASSIC, OPEN, "A:JC A:KD", reason="not_your_turn"),
    row("trick.play", "not-held", CLASSIC, OPEN, "A:KC", reason="card_not_held"),
    row("trick.lead", "any-card", CLASSIC, OPEN, playable="JCKDQDQH9HAS"),
    row("trick.lead", "any-card-without-a-stock", CLASSIC, LATE, playable="ACKDQD9DTHJH"),
    row("trick.trump", "the-suit-of-the-face-up-card", CLASSIC, "pack:A", turned="AH", trump="H"),
    row("trick.trump", "to-the-last-trick", CLASSIC, last(50, 59, hands="AS/9H"), "A:AS B:9H", on_lead="B"),
    row("trick.win", "highest-trump", CLASSIC, last(50, 56, hands="KH/TH"), "A:KH B:TH", on_lead="B"),
    row("trick.win", "trump-beats-ace", CLASSIC, last(50, 59, hands="AS/9H"), "A:AS B:9H", on_lead="B"),
    row("trick.win", "highest-of-the-suit-led", CLASSIC, last(55, 58, hands="KD/QD"), "A:KD B:QD", on_lead="A"),
    row("trick.other", "not-even-an-ace", CLASSIC, last(50, 59, hands="9S/AD"), "A:9S B:AD", on_lead="A"),
    row("trick.keep", "aside", CLASSIC, OPEN, "A:JC B:KC", gone="ACKCJC9CKSJS", counted=[11, 12]),
    row("trick.next", "winner-leads", CLASSIC, ANSWER, "B:TD", on_lead="B", to_act="B"),
    row("trick.next", "leader-leads-again", CLASSIC, LOWER, "B:JD", on_lead="A"),
]

_DEAL = [
    row("deal.first", "A", CLASSIC, "pack:A", dealer="A"),
    row("deal.first", "B", CLASSIC, "pack:B", dealer="B"),
    row("deal.hand", "six", CLASSIC, "pack:A", hands=[6, 6], hand_B="ACTCKCQCJC9C", hand_A="ADTDKDQDJD9D"),
    row("deal.hand", "five", "classic66;deck=20", "pack:A", hands=[5, 5], hand_B="ACTCKCQCJC", hand_A="ADTDKDQDJD"),
    row("deal.turn", "the-13th-card", CLASSIC, "pack:A", turned="AH", trump="H"),
    row("deal.turn", "the-11th-card", SCHNAPSEN, "pack:B", turned="AH", trump="H"),
    row("deal.stock", "twelve", CLASSIC, "pack:A", stock="THKHQHJH9HASTSKSQSJS9S", talon=12),
    row("deal.stock", "ten", SCHNAPSEN, "pack:A", stock="THKHQHJHASTSKSQSJS", talon=10),
    row("deal.lead", "A-dealt", CLASSIC, "pack:A", on_lead="B"),
    row("deal.lead", "B-dealt", CLASSIC, "pack:B", on_lead="A"),
    row("deal.lead", "not-the-dealer", CLASSIC, "pack:A", "A:AD", reason="not_your_turn", cites="trick.play"),
]

_OPEN = [
    row("open.free", "any-answer", CLASSIC, OPEN, "A:JC", playable="KCQCJDTHTS9S"),
    row("open.draw", "winner-first", CLASSIC, DRAW, "A!", hand_A="JCKDQDQH9HAS", hand_B="KCQCJDTHTS9S", talon=8),
    row("open.draw", "six-again", CLASSIC, DRAW, "A!", hands=[6, 6]),
    row("open.draw", "five-again", SCHNAPSEN, SMALL, "A:AS B:TS A!", hands=[5, 5], talon=4),
    row("open.draw", "not-the-other", CLASSIC, DRAW, "B!", reason="not_your_turn"),
    row("open.draw", "nothing-to-draw", CLASSIC, OPEN, "A!", hands=[6, 6], talon=8),
    row("open.wait", "no-lead-before", CLASSIC, DRAW, "A:AS", reason="draw_first"),
    row("open.wait", "lead-after", CLASSIC, DRAW, "A! A:AS", led="AS"),
    row("open.last", "loser-takes-the-trump", CLASSIC, TWO_LEFT, "A:9D B:JD B!", turned=None, talon=0, strict=True),
    row("open.last", "who-gets-which", CLASSIC, TWO_LEFT, "A:9D B:JD B!", hand_A="JCTDKHQHAS9S", hand_B="KCKDAHTHKSQS"),
]

KING = "classic66;meld_lead_card=king"
NOW = "classic66;meld_pending_until_trick=no"
NO_FIRST = "classic66;meld_first_lead=forbidden"
_MARRIAGE = [
    row("marriage.pair", "20", CLASSIC, OPEN, "A=D", counted=[31, 6]),
    row("marriage.pair", "40-in-trumps", CLASSIC, FIRST, "A=H", pending=[40, 0]),
    row("marriage.pair", "no-pair", CLASSIC, OPEN, "A=H", reason="no_pair"),
    row("marriage.pair", "of-two-suits", CLASSIC, OPEN, "A=S", reason="no_pair"),
    row("marriage.when", "not-on-lead", CLASSIC, OPEN, "B=C", reason="not_on_lead"),
    row("marriage.when", "mid-trick", CLASSIC, OPEN, "A:JC B=C", reason="mid_trick"),
    row("marriage.when", "own-card-on-the-table", CLASSIC, OPEN, "A:JC A=D", reason="mid_trick"),
    row("marriage.when", "before-drawing", CLASSIC, DRAW, "A=D", reason="draw_first"),
    row("marriage.lead", "queen", CLASSIC, OPEN, "A=D A:QD", led="QD"),
    row("marriage.lead", "king", CLASSIC, OPEN, "A=D A:KD", led="KD"),
    row("marriage.lead", "another", CLASSIC, OPEN, "A=D A:AS", reason="must_lead_from_pair"),
    row("marriage.lead", "queen-where-the-king-must", KING, OPEN, "A=D A:QD", reason="must_lead_king"),
    row("marriage.lead", "king-where-it-must", KING, OPEN, "A=D A:KD", led="KD"),
    row("marriage.lead", "another-where-the-king-must", KING, OPEN, "A=D A:AS", reason="must_lead_from_pair"),
    row("marriage.one", "second-suit", CLASSIC, TWO_PAIRS, "A=C A=D", reason="one_marriage_per_lead"),
    row("marriage.one", "same-suit-again", CLASSIC, OPEN, "A=D A=D", reason="one_marriage_per_lead"),
    row("marriage.one", "pair-unannounced", CLASSIC, OPEN, "A:KD", counted=[11, 6], pending=[0, 0]),
    row("marriage.first", "yes", CLASSIC, FIRST, "A=D", pending=[20, 0]),
    row("marriage.first", "no", NO_FIRST, FIRST, "A=D", reason="first_trick", pending=[0, 0]),
    row("marriage.first", "later", NO_FIRST, OPEN, "A=D", counted=[31, 6]),
    row("marriage.count", "waits", CLASSIC, FIRST, "A=D", counted=[0, 0], pending=[20, 0]),
    row("marriage.count", "now", NOW, FIRST, "A=D", counted=[20, 0], pending=[0, 0]),
    row(
        "marriage.count",
        "no-word",
        NO_FIRST,
        FIRST,
        "A=D",
        reason="first_trick",
        cites="marriage.first",
        counted=[0, 0],
        pending=[0, 0],
    ),
    row("marriage.count", "released", CLASSIC, FIRST, "A=D A:KD B:JD", counted=[26, 0], pending=[0, 0]),
    row("marriage.count", "still-waits", CLASSIC, FIRST, "A=D A:KD B:TD", counted=[0, 14], pending=[20, 0]),
    row("marriage.count", "any-trick", CLASSIC, FIRST, "A=D A:KD B:TD B! B:9C A:TC", counted=[30, 14], pending=[0, 0]),
    row("marriage.count", "with-a-trick", CLASSIC, OPEN, "A=D", counted=[31, 6], pending=[0, 0]),
]

NO_TRICK = "classic66;exchange_needs_trick=no"
OFF_LEAD = "classic66;exchange_off_lead=yes"
FOUR = "classic66;exchange_min_talon=4"
_EXCHANGE = [
    row("exchange.what", "lowest-for-face-up", CLASSIC, OPEN, "A~", hand_A="JCKDQDKHQHAS", turned="9H", talon=8),
    row("exchange.what", "named", CLASSIC, OPEN, "A~9H", turned="9H"),
    row("exchange.what", "another-trump", CLASSIC, OPEN, "A~QH", reason="not_lowest_trump"),
    row("exchange.what", "another-suit", CLASSIC, OPEN, "A~JC", reason="not_lowest_trump"),
    row("exchange.card", "nine", CLASSIC, OPEN, "A~", turned="9H"),
    row("exchange.card", "jack", SCHNAPSEN, SMALL, "A~", turned="JH", hand_A="KDQDKHQHAS"),
    row("exchange.card", "jack-with-20-cards", "classic66;deck=20", SMALL, "A~JH", turned="JH"),
    row(
        "exchange.card",
        "queen-with-20-cards",
        SCHNAPSEN,
        SMALL,
        "A~QH",
        reason="not_lowest_trump",
        cites="exchange.what",
    ),
    row(
        "exchange.card",
        "not-held",
        CLASSIC,
        FIRST_B_HOLDS_NINE,
        "A~",
        reason="no_trick_yet",
        cites="exchange.trick",
    ),
    row(
        "exchange.card",
        "not-held-with-a-trick",
        CLASSIC,
        NINE_IN_STOCK,
        "A~",
        reason="card_not_held",
    ),
    row(
        "exchange.card",
        "lies-face-up",
        CLASSIC,
        NINE_FACE_UP,
        "A~",
        reason="card_not_held",
    ),
    row("exchange.when", "not-on-lead", CLASSIC, OPEN, "B~", reason="not_on_lead"),
    row("exchange.when", "answering", CLASSIC, B_LED, "A~", reason="mid_trick"),
    row("exchange.when", "answering-where-allowed", OFF_LEAD, B_LED, "A~", turned="9H"),
    row("exchange.when", "own-card-on-the-table", OFF_LEAD, OPEN, "A:JC A~", reason="mid_trick"),
    row("exchange.when", "not-to-act", OFF_LEAD, OPEN, "B~", reason="not_on_lead"),
    row("exchange.when", "before-drawing", CLASSIC, DRAW, "A~", reason="draw_first"),
    row("exchange.when", "before-drawing-too", OFF_LEAD, DRAW, "A~", reason="draw_first"),
    row("exchange.trick", "yes", CLASSIC, FIRST, "A~", reason="no_trick_yet", turned="JH"),
    row("exchange.trick", "no", NO_TRICK, FIRST, "A~", turned="9H"),
    row("exchange.trick", "no-in-schnapsen", SCHNAPSEN, "pack:B", "A~", reason="card_not_held", cites="exchange.card"),
    row("exchange.left", "two", CLASSIC, TWO_LEFT, "A~", turned="9S"),
    row("exchange.left", "four", FOUR, TWO_LEFT, "A~", reason="talon_too_small", turned="AS", left=2),
    row("exchange.gone", "drawn", CLASSIC, TWO_LEFT, "A:9D B:JD B! B~", reason="stock_exhausted"),
    row("exchange.turn", "still-to-lead", CLASSIC, OPEN, "A~", to_act="A", led=None, playable="JCKDQDKHQHAS"),
    row("exchange.turn", "then-the-lead", CLASSIC, OPEN, "A~ A:KH", led="KH", to_act="B"),
    row("exchange.turn", "then-a-marriage", CLASSIC, OPEN, "A~ A=H", counted=[51, 6]),
]

FREE = "classic66;strict_follow=no;strict_head=no;strict_trump=no"
NO_FOLLOW = "classic66;strict_follow=no"
NO_HEAD = "classic66;strict_head=no"
NO_FOLLOW_NO_HEAD = "classic66;strict_follow=no;strict_head=no"
NO_TRUMP = "classic66;strict_trump=no"
_STRICT = [
    row("strict.start", "duties", CLASSIC, ANSWER, strict=True, playable="TD"),
    row("strict.start", "leader-is-free", CLASSIC, LATE, strict=True, playable="ACKDQD9DTHJH"),
    row("strict.none", "free-play", FREE, ANSWER, playable="TDJDAHQH9HKS"),
    row("strict.none", "void-too", FREE, VOID, playable="TDJDAHQH9HKS"),
    row("strict.follow", "yes", CLASSIC, ANSWER, "B:AH", reason="must_follow"),
    row("strict.follow", "no-but-head", NO_FOLLOW, ANSWER, "B:AH", reason="must_head", cites="strict.head"),
    row("strict.follow", "no", NO_FOLLOW_NO_HEAD, ANSWER, "B:AH", on_lead="A"),
    row("strict.follow", "yes-without-head", NO_HEAD, ANSWER, "B:AH", reason="must_follow"),
    row("strict.head", "yes", CLASSIC, ANSWER, "B:JD", reason="must_head"),
    row("strict.head", "no", NO_HEAD, ANSWER, "B:JD", on_lead="A"),
    row("strict.head", "which", CLASSIC, ANSWER, playable="TD"),
    row("strict.head", "which-without", NO_HEAD, ANSWER, playable="TDJD"),
    row("strict.head", "only", NO_FOLLOW, ANSWER, playable="TD"),
    row("strict.head", "only-lower", CLASSIC, LOWER, playable="JD9D"),
    row("strict.head", "only-lower-without-follow", NO_FOLLOW, LOWER, playable="JD9DAHQH9HKS"),
    row("strict.trump", "yes", CLASSIC, VOID, "B:AH", reason="must_trump"),
    row("strict.trump", "no", NO_TRUMP, VOID, "B:AH", on_lead="A"),
    row("strict.trump", "high-or-low", CLASSIC, VOID, playable="TDJD"),
    row("strict.trump", "no-trump-held", CLASSIC, NO_TRUMP_HELD, playable="TDJDAHQH9HKS"),
    row("strict.marriage", "no", CLASSIC, LATE, "A=D", reason="stock_exhausted", counted=[46, 14]),
    row("strict.marriage", "yes", "classic66;meld_after_stock=yes", LATE, "A=D", counted=[66, 14]),
]

AUTO = "classic66;claim_mode=automatic"
SAY_LATE = "classic66;meld_after_stock=yes"
_CLAIM = [
    row("claim.points", "not-those-in-hand", CLASSIC, last(60, 49), "A*", winner="B", how="miscounted"),
    row("claim.points", "those-in-tricks", CLASSIC, last(60, 49), f"{PLAY_ACE} A*", winner="A", how="claimed"),
    row("claim.points", "marriages", SAY_LATE, LATE, "A=D A*", winner="A", how="claimed"),
    row("claim.say", "spoken", CLASSIC, last(66, 43), "A*", over=True, winner="A"),
    row("claim.say", "automatic", AUTO, last(65, 44), "A*", reason="no_claims_in_ruleset", cites="claim.auto"),
    row("claim.say", "spoken-65", CLASSIC, last(65, 44), "A*", over=True, winner="B"),
    row("claim.when", "on-lead", CLASSIC, OPEN, "A*", over=True),
    row("claim.when", "on-lead-automatic", AUTO, OPEN, "A*", reason="no_claims_in_ruleset", cites="claim.auto"),
    row("claim.when", "after-announcing", CLASSIC, OPEN, "A=D A*", over=True),
    row("claim.when", "before-drawing", CLASSIC, DRAW, "A*", over=True),
    row("claim.when", "after-leading", CLASSIC, OPEN, "A:JC A*", reason="claim_not_now"),
    row("claim.when", "with-a-lead-to-answer", CLASSIC, OPEN, "A:JC B*", reason="claim_not_now"),
    row("claim.when", "the-other", CLASSIC, OPEN, "B*", reason="claim_not_now"),
    row("claim.when", "without-a-trick", CLASSIC, FIRST, "A=H A*", reason="claim_not_now"),
    row("claim.last", "its-winner-may", CLASSIC, last(50, 59), f"{PLAY_ACE} A*", winner="A", how="claimed", pays=1),
    row("claim.last", "unclaimed", CLASSIC, last(50, 59), PLAY_ACE, over=False, winner="A", how="most"),
    row("claim.last", "wrong-there-too", CLASSIC, last(40, 69), f"{PLAY_ACE} A*", winner="B", how="miscounted"),
    row(
        "claim.last",
        "not-the-other",
        CLASSIC,
        last(40, 69),
        f"{PLAY_ACE} B*",
        reason="claim_not_now",
        cites="claim.when",
    ),
    row("claim.last", "automatic", AUTO, last(50, 59), PLAY_ACE, over=True, winner="A", how="reached"),
    row("claim.right", "wins-against-more", CLASSIC, last(66, 63), "A*", winner="A", pays=1),
    row(
        "claim.right",
        "against-more-at-the-end",
        CLASSIC,
        last(55, 74),
        f"{PLAY_ACE} A*",
        winner="A",
        how="claimed",
        pays=1,
    ),
    row("claim.right", "by-itself", AUTO, last(64, 45), PLAY_ACE, winner="A", how="reached", pays=1),
    row("claim.right", "must-be-said", CLASSIC, last(64, 45), PLAY_ACE, winner="A", how="most", pays=1),
    row("claim.wrong", "some-two", CLASSIC, last(65, 44), "A*", winner="B", pays=2, why="a_trick"),
    row("claim.wrong", "some-three", CLASSIC, FOUR_LEFT, "A*", winner="B", pays=3, why="no_trick"),
    row("claim.wrong", "flat2", "classic66;false_claim=flat2", FOUR_LEFT, "A*", winner="B", pays=2, why="fixed"),
    row("claim.wrong", "flat3", "classic66;false_claim=flat3", last(65, 44), "A*", winner="B", pays=3, why="fixed"),
    row("claim.wrong", "nobody-can", AUTO, last(65, 44), "A*", reason="no_claims_in_ruleset", cites="claim.auto"),
    row("claim.auto", "trick", AUTO, last(55, 54), PLAY_ACE, over=True, winner="A", how="reached"),
    row("claim.auto", "trick-spoken", CLASSIC, last(55, 54), PLAY_ACE, over=False, winner="A", how="most"),
    row("claim.auto", "marriage", f"{AUTO};meld_after_stock=yes", LATE, "A=D", over=True, winner="A", how="reached"),
    row("claim.auto", "marriage-spoken", SAY_LATE, LATE, "A=D", over=False, winner="nobody yet"),
    row("claim.over", "play", CLASSIC, OPEN, "A* A:JC", reason="deal_over"),
    row("claim.over", "draw", CLASSIC, DRAW, "A* A!", reason="deal_over"),
    row("claim.over", "marriage", CLASSIC, OPEN, "A* A=D", reason="deal_over"),
    row("claim.over", "exchange", CLASSIC, OPEN, "A* A~", reason="deal_over"),
    row("claim.over", "close", CLASSIC, OPEN, "A* A@", reason="deal_over"),
    row("claim.over", "claim", CLASSIC, OPEN, "A* A*", reason="deal_over"),
    row("claim.over", "the-other-too", CLASSIC, OPEN, "A* B:KC", reason="deal_over"),
    row("claim.over", "played-out", CLASSIC, last(50, 59), f"{PLAY_ACE} A:AS", reason="deal_over"),
]

NO_TRICKS = "11/0"
_PAY = [
    row("pay.usual", "one", CLASSIC, last(66, 43), "A*", pays=1, why="has_33"),
    row("pay.usual", "another-rule-names-it", CLASSIC, closed(46, 51), PLAY_ACE, pays=2, why="had_trick"),
    row("pay.one", "33", CLASSIC, last(76, 33), "A*", winner="A", pays=1, why="has_33"),
    row("pay.two", "32", CLASSIC, last(77, 32), "A*", winner="A", pays=2, why="below_33"),
    row("pay.two", "nothing", CLASSIC, last(109, 0, tricks="10/1"), "A*", pays=2, why="below_33"),
    row("pay.three", "no-trick", CLASSIC, last(109, 0, tricks=NO_TRICKS), "A*", pays=3, why="no_trick"),
    row("pay.trick", "of-nines", CLASSIC, last(109, 0, tricks="10/1"), "A*", pays=2, why="below_33"),
    row(
        "pay.trick",
        "of-jacks",
        "classic66;deck=20",
        last(101, 4, hands="AS/KS", tricks="8/1"),
        "A*",
        pays=2,
        why="below_33",
    ),
    row(
        "pay.marriage",
        "waiting",
        CLASSIC,
        STILL_WAITING,
        "A*",
        pays=3,
        why="no_trick",
    ),
    row("pay.marriage", "where-none-is", NO_FIRST, FIRST, "A=D", reason="first_trick", cites="marriage.first"),
    row("pay.marriage", "where-one-is", CLASSIC, FIRST, "A=D", pending=[20, 0], tricks=[0, 0]),
]

TEN, NO_TEN = CLASSIC, "classic66;last_trick=none"
LAST_TABLE = "classic66;nobody_claims=last_trick_table;both_66_at_end=last_trick_1"
LAST_ONE = "classic66;nobody_claims=last_trick_1"
BOTH_ONE = "classic66;both_66_at_end=last_trick_1"
AUTO_NO_TEN = "classic66;claim_mode=automatic;last_trick=none"
CARRY = "classic66;tie=draw_carry_1"
_END = [
    row("end.bonus", "ten", TEN, last(50, 59), PLAY_ACE, totals=[71, 59], counted=[61, 59]),
    row("end.bonus", "none", NO_TEN, last(50, 59), PLAY_ACE, totals=[61, 59], counted=[61, 59]),
    row(
        "end.bonus",
        "wins-only",
        "classic66;last_trick=wins_unclaimed_deal",
        last(50, 59),
        PLAY_ACE,
        totals=[61, 59],
        counted=[61, 59],
    ),
    row("end.bonus", "not-before", TEN, last(50, 59), totals=[50, 59], counted=[50, 59]),
    row("end.most", "spoken", CLASSIC, last(40, 69), PLAY_ACE, winner="B", how="most", pays=1),
    row("end.most", "the-usual-two", CLASSIC, last(88, 21), PLAY_ACE, winner="A", how="most", pays=2),
    row("end.most", "last-trick-instead", LAST_ONE, last(40, 69), PLAY_ACE, winner="A", how="last_one", pays=1),
    row("end.most", "automatic", AUTO_NO_TEN, last(46, 63), PLAY_ACE, winner="B", how="most_auto", pays=1),
    row("end.most", "spoken-without-ten", NO_TEN, last(46, 63), PLAY_ACE, winner="B", how="most", pays=1),
    row("end.alone", "only-one", EIGHT, last(40, 69), PLAY_ACE, winner="B", how="alone", pays=1),
    row(
        "end.alone",
        "last-trick-instead",
        f"{EIGHT};nobody_claims=last_trick_1",
        last(40, 69),
        PLAY_ACE,
        winner="A",
        how="last_one",
        pays=1,
    ),
    row("end.alone", "spoken", EIGHT, last(55, 54), PLAY_ACE, winner="A", how="alone", over=False),
    row(
        "end.alone",
        "automatic",
        f"{EIGHT};claim_mode=automatic",
        last(55, 54),
        PLAY_ACE,
        winner="A",
        how="reached",
        over=True,
    ),
    row("end.last", "neither", EIGHT, last(44, 65), PLAY_ACE, winner="A", how="last", pays=1),
    row(
        "end.last",
        "more-instead",
        f"{EIGHT};nobody_claims=higher_total_table;tie=draw_0",
        last(44, 65),
        PLAY_ACE,
        winner="B",
        how="most",
        pays=1,
    ),
    row(
        "end.last",
        "one-instead",
        f"{EIGHT};nobody_claims=last_trick_1",
        last(44, 65),
        PLAY_ACE,
        winner="A",
        how="last_one",
        pays=1,
    ),
    row("end.one", "whatever-the-points", LAST_ONE, last(20, 89), PLAY_ACE, winner="A", how="last_one", pays=1),
    row("end.one", "more-instead", CLASSIC, last(20, 89), PLAY_ACE, winner="B", how="most", pays=1),
    row(
        "end.one",
        "in-schnapsen",
        SCHNAPSEN,
        last(33, 80, hands="KS/QS", tricks="5/4", extra="B7-7"),
        "A:KS B:QS",
        winner="A",
        how="last_one",
        pays=1,
    ),
    row(
        "end.one",
        "automatic",
        f"{LAST_ONE};claim_mode=automatic;last_trick=none",
        last(46, 63),
        PLAY_ACE,
        winner="A",
        how="last_one",
        over=True,
    ),
    row(
        "end.one",
        "spoken",
        f"{LAST_ONE};last_trick=none",
        last(46, 63),
        PLAY_ACE,
        winner="A",
        how="last_one",
        over=False,
    ),
    row(
        "end.tie", "nobody-scores", CLASSIC, last(44, 65), PLAY_ACE, winner=None, pays=0, how="tied", next_carries=False
    ),
    row("end.tie", "carried", CARRY, last(44, 65), PLAY_ACE, winner=None, pays=0, how="tied", next_carries=True),
    row(
        "end.tie",
        "paid-in-the-next",
        CARRY,
        last(66, 43, extra="B0-0.1"),
        "A*",
        winner="A",
        pays=2,
        next_score=[2, 0],
        next_carries=False,
    ),
    row(
        "end.tie", "none-carried", CARRY, last(66, 43), "A*", winner="A", pays=1, next_score=[1, 0], next_carries=False
    ),
    row(
        "end.tie",
        "decided-by-the-last-trick",
        LAST_TABLE,
        last(44, 65),
        PLAY_ACE,
        winner="A",
        pays=1,
        how="last",
        next_carries=False,
    ),
    row(
        "end.tie",
        "tied-again",
        CARRY,
        last(44, 65, extra="B0-0.1"),
        PLAY_ACE,
        winner=None,
        pays=0,
        how="tied",
        next_carries=True,
    ),
    row("end.both", "more", CLASSIC, last(55, 74), PLAY_ACE, winner="A", how="most", pays=1),
    row("end.both", "more-without-the-last-trick", CLASSIC, last(55, 94), PLAY_ACE, winner="B", how="most", pays=1),
    row("end.both", "last-trick", BOTH_ONE, last(55, 94), PLAY_ACE, winner="A", how="both_last", pays=1),
    row(
        "end.both",
        "last-trick-beside-its-table",
        LAST_TABLE,
        last(55, 94),
        PLAY_ACE,
        winner="A",
        how="both_last",
        pays=1,
    ),
    row("end.both", "the-last-trick-anyway", LAST_ONE, last(55, 94), PLAY_ACE, winner="A", how="last_one", pays=1),
    row("end.both", "stopped-before", AUTO, last(55, 54), PLAY_ACE, winner="A", how="reached", pays=1),
    row("end.both", "not-stopped", CLASSIC, last(55, 54), PLAY_ACE, winner="A", how="most", pays=1),
]

NOT_FIRST = "classic66;close_first_lead=no"
AFTER_DRAW = "classic66;close_before_draw=no"
FOUR_TO_CLOSE = "classic66;close_min_talon=4"
SAY_CLOSED = "classic66;meld_after_close=yes"
NOT_SAME = "classic66;meld_then_close_same_lead=no"
AT_ONCE = "classic66;exchange_by_other_on_close=yes"
FROZEN = "classic66;close_success_basis=at_close"
NOTHING_THEN = "A@13.2/0.0"
FAILS = closed(46, 51)
FAILS_3 = closed(46, 51, at=NOTHING_THEN)
B_AHEAD = closed(31, 66, tricks="3/4", hands="9S/AS", lead="B")
B_AHEAD_3 = closed(31, 66, tricks="3/4", hands="9S/AS", lead="B", at=NOTHING_THEN)
B_SHORT = closed(41, 56, tricks="3/4", hands="9S/AS", lead="B")
_CLOSE = [
    row("close.none", "no", EIGHT, OPEN, "A@", reason="no_closing_in_ruleset", closed_by=None),
    row("close.none", "yes", f"{EIGHT};close=yes", OPEN, "A@", closed_by="A"),
    row("close.what", "closed", CLASSIC, OPEN, "A@", closed_by="A", talon=8, turned="KH", on_lead="A"),
    row(
        "close.what", "not-closed", "classic66;close=no", OPEN, "A@", reason="no_closing_in_ruleset", cites="close.none"
    ),
    row(
        "close.effect",
        "nobody-draws",
        CLASSIC,
        OPEN,
        "A@ A:JC B:KC",
        draws=False,
        hands=[5, 5],
        talon=8,
        playable="QCJDTHTS9S",
    ),
    row("close.effect", "strict-at-once", CLASSIC, OPEN, "A@ A:JC", strict=True, playable="KCQC"),
    row("close.effect", "free", FREE, OPEN, "A@ A:JC", strict=True, playable="KCQCJDTHTS9S"),
    row("close.effect", "no-draw-in-free-play", FREE, OPEN, "A@ A:JC B:KC B!", hands=[5, 5], talon=8),
    row("close.when", "not-on-lead", CLASSIC, OPEN, "B@", reason="not_on_lead"),
    row("close.when", "mid-trick", CLASSIC, OPEN, "A:JC B@", reason="mid_trick"),
    row("close.when", "after-leading", CLASSIC, OPEN, "A:JC A@", reason="mid_trick"),
    row("close.first", "yes", CLASSIC, FIRST, "A@", closed_by="A", hands=[6, 6]),
    row("close.first", "no", NOT_FIRST, FIRST, "A@", reason="first_trick", closed_by=None, hands=[6, 6]),
    row("close.draw", "before", CLASSIC, DRAW, "A@", closed_by="A", hands=[5, 5], talon=10),
    row(
        "close.draw",
        "before-where-not",
        AFTER_DRAW,
        DRAW,
        "A@",
        reason="draw_first",
        closed_by=None,
        hands=[5, 5],
        talon=10,
    ),
    row("close.draw", "after", AFTER_DRAW, DRAW, "A! A@", closed_by="A", hands=[6, 6], talon=8),
    row("close.draw", "goes-on-at-once", CLASSIC, DRAW, "A@ A:AS", led="AS", hands=[4, 5]),
    row("close.left", "two", CLASSIC, TWO_LEFT, "A@", closed_by="A"),
    row("close.left", "two-where-four", FOUR_TO_CLOSE, TWO_LEFT, "A@", reason="talon_too_small", closed_by=None),
    row("close.left", "none-with-full-hands", CLASSIC, TWO_LEFT, "A:9D B:JD B@", reason="talon_too_small", left=0),
    row("close.left", "four", FOUR_TO_CLOSE, OPEN, "A:JC B:KC B! B:TH A:9H B! B@", closed_by="B", talon=4),
    row("close.count", "as-if-drawn", CLASSIC, FOUR_LEFT, "A@", closed_by="A", talon=4),
    row(
        "close.count",
        "as-if-drawn-too-few",
        FOUR_TO_CLOSE,
        FOUR_LEFT,
        "A@",
        reason="talon_too_small",
        cites="close.left",
        left=2,
    ),
    row("close.count", "where-hands-are-full", AFTER_DRAW, FOUR_LEFT, "A@", reason="draw_first", cites="close.draw"),
    row("close.gone", "used-up", CLASSIC, LATE, "A@", reason="stock_exhausted"),
    row("close.once", "again", CLASSIC, OPEN, "A@ A@", reason="already_closed"),
    row("close.once", "by-the-other", CLASSIC, OPEN, "A@ A:JC B:KC B@", reason="already_closed"),
    row("close.marriage", "no", CLASSIC, OPEN, "A@ A=D", reason="stock_closed", counted=[11, 6]),
    row("close.marriage", "yes", SAY_CLOSED, OPEN, "A@ A=D", counted=[31, 6]),
    row("close.announced", "yes", CLASSIC, OPEN, "A=D A@", closed_by="A", counted=[31, 6]),
    row("close.announced", "no", NOT_SAME, OPEN, "A=D A@", reason="close_before_announcing", closed_by=None),
    row("close.announced", "later", NOT_SAME, OPEN, "A=D A:KD B:JD A! A@", closed_by="A"),
    row("close.exchange", "no", CLASSIC, B_HOLDS_NINE, "A@ B~", reason="stock_closed", turned="KH"),
    row("close.exchange", "at-once", AT_ONCE, B_HOLDS_NINE, "A@ B~", turned="9H"),
    row("close.exchange", "not-the-closer", AT_ONCE, OPEN, "A@ A~", reason="stock_closed"),
    row("close.exchange", "not-after-the-lead", AT_ONCE, B_HOLDS_NINE, "A@ A:JC B~", reason="stock_closed"),
    row(
        "close.exchange",
        "without-a-trick",
        AT_ONCE,
        FIRST_B_HOLDS_NINE,
        "A@ B~",
        turned="9H",
    ),
    row("close.bonus", "no-ten", CLASSIC, closed(46, 51), PLAY_ACE, totals=[57, 51]),
    row("close.bonus", "none-anyway", NO_TEN, closed(46, 51), PLAY_ACE, totals=[57, 51]),
    row("close.goal", "said", CLASSIC, closed(55, 42), PLAY_ACE, over=False),
    row("close.goal", "by-itself", AUTO, closed(55, 42), PLAY_ACE, over=True, winner="A", how="closed_won"),
    row("close.goal", "said-first", CLASSIC, closed(55, 42), f"{PLAY_ACE} A*", over=True, winner="A", how="closed_won"),
    row("close.win", "total", CLASSIC, closed(55, 42), f"{PLAY_ACE} A*", winner="A", pays=1, why="has_33"),
    row("close.win", "at-close", FROZEN, closed(55, 42), f"{PLAY_ACE} A*", winner="A", pays=2, why="had_below_33"),
    row(
        "close.win",
        "at-close-three",
        FROZEN,
        closed(55, 42, at=NOTHING_THEN),
        f"{PLAY_ACE} A*",
        winner="A",
        pays=3,
        why="had_no_trick",
    ),
    row(
        "close.win",
        "at-close-one",
        FROZEN,
        closed(55, 42, at="A@13.1/33.1"),
        f"{PLAY_ACE} A*",
        winner="A",
        pays=1,
        why="had_33",
    ),
    row("close.failed", "hands-empty", CLASSIC, FAILS, PLAY_ACE, winner="B", how="closed_out"),
    row("close.failed", "not-yet", CLASSIC, FAILS, winner="nobody yet"),
    row(
        "close.failed",
        "nobody-compares",
        CLASSIC,
        closed(54, 43),
        PLAY_ACE,
        winner="B",
        how="closed_out",
        totals=[65, 43],
    ),
    row("close.fail", "some-two", CLASSIC, FAILS, PLAY_ACE, winner="B", pays=2, why="had_trick"),
    row("close.fail", "some-three", CLASSIC, FAILS_3, PLAY_ACE, winner="B", pays=3, why="had_no_trick"),
    row(
        "close.fail",
        "end-two",
        "classic66;close_fail=2or3_at_end",
        FAILS_3,
        PLAY_ACE,
        winner="B",
        pays=2,
        why="a_trick",
    ),
    row(
        "close.fail",
        "end-three",
        "classic66;close_fail=2or3_at_end",
        A_ONLY,
        "A@ A*",
        winner="B",
        pays=3,
        why="no_trick",
    ),
    row("close.fail", "three", "classic66;close_fail=flat3", FAILS, PLAY_ACE, winner="B", pays=3, why="fixed"),
    row("close.fail", "one", "classic66;close_fail=flat1", FAILS_3, PLAY_ACE, winner="B", pays=1, why="fixed"),
    row("close.wrong", "closer", f"{EIGHT};close=yes", FAILS, "A*", winner="B", pays=2, how="closed_miscounted"),
    row(
        "close.wrong",
        "other",
        f"{EIGHT};close=yes",
        B_SHORT,
        "B*",
        winner="A",
        pays=3,
        how="miscounted",
    ),
    row(
        "close.wrong",
        "nobody-can",
        f"{EIGHT};close=yes;claim_mode=automatic",
        FAILS,
        "A*",
        reason="no_claims_in_ruleset",
        cites="claim.auto",
    ),
    row("close.played", "last-trick-taken", CLASSIC, closed(55, 42), PLAY_ACE, winner="A", how="closed_last", pays=1),
    row(
        "close.played",
        "last-trick-lost",
        CLASSIC,
        closed(66, 31, hands="9S/AS"),
        "A:9S B:AS",
        winner="B",
        how="closed_silent",
        pays=2,
    ),
    row("close.played", "stopped-before", AUTO, closed(55, 42), PLAY_ACE, winner="A", how="closed_won", pays=1),
    row("close.other", "some-two", CLASSIC, B_AHEAD, "B*", winner="B", pays=2, how="closed_other", why="had_trick"),
    row(
        "close.other",
        "some-three",
        CLASSIC,
        B_AHEAD_3,
        "B*",
        winner="B",
        pays=3,
        how="closed_other",
        why="had_no_trick",
    ),
    row(
        "close.other",
        "two",
        "classic66;close_other_first=flat2",
        B_AHEAD_3,
        "B*",
        winner="B",
        pays=2,
        how="closed_other",
        why="fixed",
    ),
    row(
        "close.other",
        "three",
        "classic66;close_other_first=flat3",
        B_AHEAD,
        "B*",
        winner="B",
        pays=3,
        how="closed_other",
        why="fixed",
    ),
]

WON = last(66, 43)
TIED = last(44, 65)
_MATCH = [
    row("match.deal", "turns", CLASSIC, WON, "A*", winner="A", next_dealer="A"),
    row("match.deal", "turns-back", CLASSIC, last(66, 43, extra="A0-0"), "A*", winner="A", next_dealer="B"),
    row(
        "match.deal",
        "winner",
        "classic66;next_dealer=winner",
        last(66, 43, extra="A0-0"),
        "A*",
        winner="A",
        next_dealer="A",
    ),
    row("match.tied", "same-dealer", CLASSIC, TIED, PLAY_ACE, winner=None, next_dealer="B"),
    row("match.tied", "same-dealer-where-the-winner-deals", PAGAT, TIED, PLAY_ACE, winner=None, next_dealer="B"),
    row("match.tied", "never-tied", LAST_TABLE, TIED, PLAY_ACE, winner="A", next_dealer="A"),
    row("match.target", "seven", CLASSIC, last(66, 43, extra="B6-5"), "A*", next_score=[7, 5], game_won_by="A"),
    row("match.target", "not-yet", CLASSIC, last(66, 43, extra="B5-6"), "A*", next_score=[6, 6], game_won_by=None),
    row(
        "match.target",
        "eight",
        "classic66;target=8",
        last(66, 43, extra="B6-5"),
        "A*",
        next_score=[7, 5],
        game_won_by=None,
    ),
    row("match.target", "eight-reached", EIGHT, last(66, 43, extra="B7-5"), "A*", next_score=[8, 5], game_won_by="A"),
    row(
        "match.target",
        "ten",
        "classic66;target=10",
        last(66, 43, extra="B9-5"),
        "A*",
        next_score=[10, 5],
        game_won_by="A",
    ),
    row(
        "match.target",
        "eleven",
        "classic66;target=11",
        last(66, 43, extra="B9-5"),
        "A*",
        next_score=[10, 5],
        game_won_by=None,
    ),
    row(
        "match.target",
        "more-than-the-target",
        CLASSIC,
        last(109, 0, tricks="11/0", extra="B6-5"),
        "A*",
        next_score=[9, 5],
        game_won_by="A",
    ),
    row(
        "match.target",
        "down",
        "classic66;count=down",
        last(66, 43, extra="B6-5"),
        "A*",
        next_score=[5, 5],
        game_won_by=None,
    ),
    row(
        "match.target",
        "down-to-zero",
        "classic66;count=down",
        last(66, 43, extra="B1-5"),
        "A*",
        next_score=[0, 5],
        game_won_by="A",
    ),
    row(
        "match.target",
        "below-zero",
        "classic66;count=down",
        last(109, 0, tricks="11/0", extra="B1-5"),
        "A*",
        next_score=[-2, 5],
        game_won_by="A",
    ),
]

ROWS: tuple[Row, ...] = (
    *_CARDS,
    *_TRICK,
    *_DEAL,
    *_OPEN,
    *_MARRIAGE,
    *_EXCHANGE,
    *_STRICT,
    *_CLAIM,
    *_PAY,
    *_END,
    *_CLOSE,
    *_MATCH,
)
"""Every row, in the order of the register."""
