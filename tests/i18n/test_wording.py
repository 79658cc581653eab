"""Everything that the engine can say is worded in five languages, with just the facts that it carries."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from importlib import import_module
from itertools import product
from pathlib import Path
from types import MappingProxyType, SimpleNamespace

import pytest
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import override

from engine.actions import Act
from engine.cards import PACK_24, Card, Suit
from engine.duties import Duty
from engine.errors import ReadCode, ReadError
from engine.events import CardDrawn, DealEnded, Event
from engine.referee import judge
from engine.ruleset import CLASSIC, PRESETS, SWITCHES, Ruleset, custom, preset
from engine.scoring import Closing, Count, How, Outcome, Why, score_claim, score_played_out, score_reached
from engine.seats import Seat
from engine.tricks import TrickReason
from engine.verdict import FACTS, RULE_OF, Reason, Refused
from tests.conftest import LANGUAGES
from tests.engine.walks import CONCEIVABLE, start, walk
from tests.i18n.english import english_in
from tutor.accounts.forms import BAD_NAME
from tutor.accounts.names import MAX_LENGTH
from tutor.exercises.kinds.base import Verdict
from tutor.exercises.kinds.spot import REASONS
from tutor.exercises.presenters import TONES, VERDICTS
from tutor.learners import keeping
from tutor.positions.forms import LARGEST, NUMBER
from tutor.puzzles import list_presenters
from tutor.puzzles.reporting import MOST_WORDS, TOO_LONG
from tutor.puzzles.walking import Walk
from tutor.rules import printing
from tutor.search.services import LIMIT
from tutor.web import errors, table
from tutor.wording import answers, cards, events, outcomes, presets, progress, refusals, sentences, tricks
from tutor.wording import puzzles as puzzle_words

TERMS = json.loads((Path(__file__).parents[2] / "locale" / "TERMS.json").read_text(encoding="utf-8"))
OTHERS = LANGUAGES[1:]
IN_EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
IN_EVERY_OTHER = pytest.mark.parametrize("language", OTHERS)
PLACEHOLDER = re.compile(r"%\((\w+)\)s")

SAMPLES = {
    "card": Card.parse("TH"),
    "suit": Suit.DIAMONDS,
    "trump": Suit.SPADES,
    "playable": (Card.parse("KC"), Card.parse("AC"), Card.parse("9C")),
    "pair": (Card.parse("KS"), Card.parse("QS")),
    "left": 3,
    "needed": 4,
}
"""A value for every fact that a refusal can carry."""


def said(language: str, *texts: str) -> None:
    """Every text is there and in its language."""
    assert texts
    for text in texts:
        assert text.strip()
        assert english_in(text, language) == [], text


# -- the detector itself -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "language"),
    [
        pytest.param("La baza es tuya: the trick.", "es", id="spanish"),
        pytest.param("Carta: ace of clubs.", "it", id="italian"),
        pytest.param("ورقة LED", "ar", id="arabic"),
        pytest.param("पत्ता Ace", "hi", id="hindi"),
        pytest.param("Puntos: %(n)s", "es", id="placeholder"),
        pytest.param("Punti: None", "it", id="none"),
        pytest.param("You score None points.", "en", id="none-in-english"),
    ],
)
def test_english_is_seen(text, language):
    assert english_in(text, language)


# -- every value has its words -------------------------------------------------------------------------------------

TABLES = [
    pytest.param(refusals.HEADINGS, set(Act), id="headings"),
    pytest.param(refusals.REFUSALS, set(Reason), id="refusals"),
    pytest.param(refusals.SHORT_NAMES, set(Reason), id="short-names"),
    pytest.param(refusals.READ_ERRORS, set(ReadCode), id="read-errors"),
    pytest.param(outcomes.HOW, set(How), id="how"),
    pytest.param(outcomes.WHY, set(Why), id="why"),
    pytest.param(tricks.TRICK_REASONS, set(TrickReason), id="trick-reasons"),
    pytest.param(tricks.TRICK_RULES, set(TrickReason), id="trick-rules"),
    pytest.param(tricks.DUTIES, set(Duty), id="duties"),
    pytest.param({**VERDICTS, Verdict.REFUSED: answers.NOT_ALLOWED}, set(Verdict), id="verdicts"),
    pytest.param(TONES, set(Verdict), id="tones"),
    pytest.param(presets.LABELS, set(PRESETS), id="presets"),
    pytest.param(presets.IN_SHORT, set(PRESETS), id="presets-in-short"),
    pytest.param(cards.CARD_NAMES, {card.code for card in PACK_24}, id="cards"),
    pytest.param(cards.SUIT_NAMES, set(Suit), id="suits"),
    pytest.param(cards.SUIT_SYMBOLS, set(Suit), id="suit-symbols"),
    pytest.param(cards.LOWEST_TRUMPS, set(SWITCHES["exchange_card"].values), id="lowest-trumps"),
    pytest.param(answers.LEVELS, {"new", "started", "done", "proficient", "mastered"}, id="levels"),
    pytest.param(errors.PAGES, {400, 403, 404, 413, 429, 500, 503}, id="error-pages"),
]


@pytest.mark.parametrize(("worded", "values"), TABLES)
def test_every_value_is_worded_and_no_other(worded, values):
    assert set(worded) == values
    assert len(values) > 1


def lazy_messages() -> Iterator[tuple[str, object]]:
    """Every lazy message of the wording, by module and name."""
    for name in (
        "advice",
        "answers",
        "cards",
        "events",
        "outcomes",
        "presets",
        "refusals",
        "sentences",
        "tricks",
        "wants",
    ):
        module = import_module(f"tutor.wording.{name}")
        for attribute, value in vars(module).items():
            if isinstance(value, Promise):
                yield f"{name}.{attribute}", value
            elif isinstance(value, dict | MappingProxyType) and attribute.isupper():
                for key, worded in value.items():
                    for part in worded if isinstance(worded, tuple) else (worded,):
                        if isinstance(part, Promise):
                            yield f"{name}.{attribute}[{key}]", part


MESSAGES = tuple(lazy_messages())


@IN_EVERY_OTHER
def test_every_message_has_words_of_its_own(language):
    for where, message in MESSAGES:
        with override("en"):
            english = str(message)
        with override(language):
            worded = str(message)
        assert worded, where
        if english not in ("Santase (Bulgaria)", "Schnapsen (Austria)"):
            assert worded != english, where
        assert english_in(PLACEHOLDER.sub("", worded), language) == [], where
        assert set(PLACEHOLDER.findall(worded)) == set(PLACEHOLDER.findall(english)), where
    assert len(MESSAGES) > 200


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("names", [cards.CARD_NAMES, cards.SUIT_NAMES, refusals.SHORT_NAMES, refusals.HEADINGS])
def test_names_differ_from_one_another(language, names):
    with override(language):
        worded = [str(name) for name in names.values()]
    assert len(set(worded)) == len(worded) > 3


@IN_EVERY_LANGUAGE
def test_card_names_are_those_of_the_term_base(language):
    with override(language):
        worded = {code.replace("T", "10"): str(name) for code, name in cards.CARD_NAMES.items()}
    assert worded == {code: names[language] for code, names in TERMS["card_names"].items()}
    assert len(worded) == 24


# -- refusals ------------------------------------------------------------------------------------------------------


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("reason", [pytest.param(reason, id=reason.value) for reason in Reason])
def test_a_refusal_uses_just_its_facts(language, reason):
    with override(language):
        assert set(PLACEHOLDER.findall(str(refusals.REFUSALS[reason]))) == FACTS[reason]


def test_the_samples_hold_every_fact():
    assert set().union(*FACTS.values()) == set(SAMPLES)


@IN_EVERY_LANGUAGE
def test_every_refusal_is_worded_for_every_act_that_can_meet_it(language):
    told = set()
    for reason, act in RULE_OF:
        refused = Refused.because(reason, act, **{name: SAMPLES[name] for name in FACTS[reason]})
        with override(language):
            heading, html, spoken = refusals.heading(refused), refusals.sentence(refused), refusals.spoken(refused)
            names = [sentences.in_words(SAMPLES[name], refusals._list_kind(refused)) for name in FACTS[reason]]
        said(language, heading, spoken)
        assert all(name in spoken for name in names)
        assert html.count("<bdi>") == html.count("</bdi>") >= len(names)
        told.add((heading, spoken))
    assert len(told) == len(RULE_OF) > 30


@IN_EVERY_LANGUAGE
def test_a_refusal_is_read_at_one_breath(language):
    """No sentence of a refusal is longer than 35 words."""
    longest = 0
    for reason in Reason:
        with override(language):
            text = sentences.plain(refusals.REFUSALS[reason], {name: SAMPLES[name] for name in FACTS[reason]}, "or")
        longest = max(longest, *(len(sentence.split()) for sentence in re.split(r"[.।]\s", text)))
    assert 10 < longest <= 35


REAL_DEALS = [pytest.param(name, seed, id=f"{name}-{seed}") for name in PRESETS for seed in (1, 2)]


@pytest.mark.parametrize(("name", "seed"), REAL_DEALS)
def test_refusals_of_real_deals_leave_no_english(name, seed):
    """Whatever is tried anywhere in a random deal is answered in words, in all languages."""
    met: dict[tuple[Reason, Act], Refused] = {}
    for position, _action, _verdict in walk(start(preset(name), seed), random.Random(seed)):
        for action in CONCEIVABLE:
            verdict = judge(position, action)
            if isinstance(verdict, Refused):
                met.setdefault((verdict.reason, verdict.act), verdict)
    assert len(met) > 10
    for language in LANGUAGES:
        with override(language):
            for refused in met.values():
                said(language, refusals.heading(refused), refusals.spoken(refused))


@IN_EVERY_LANGUAGE
def test_the_reasons_that_a_form_offers_have_short_names(language):
    with override(language):
        said(language, *(str(refusals.SHORT_NAMES[reason]) for reason in REASONS))
    assert len(REASONS) == 4


# -- what happened -------------------------------------------------------------------------------------------------

DEALS = [pytest.param(name, id=name) for name in PRESETS]


def all_events(name: str, seed: int) -> list[Event]:
    """The events of one random deal."""
    deal = start(preset(name), seed)
    return [event for _, _, verdict in walk(deal, random.Random(seed)) for event in verdict.events]


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("name", DEALS)
def test_a_whole_deal_is_told_without_english(language, name):
    with override(language):
        names = {str(card) for card in cards.CARD_NAMES.values()}
        drawn = seen = 0
        for seed, you in product(range(4), Seat):
            happened = all_events(name, seed)
            assert isinstance(happened[-1], DealEnded)
            said(language, events.tell(happened, you, duties=preset(name).duties))
            hidden = [e for e in happened if isinstance(e, CardDrawn) and e.by is not you and not e.face_up]
            drawn += len(hidden)
            for event in hidden:
                told = events.tell([event], you, duties=True)
                assert told == str(events.OPPONENT_DRAWS)
                assert not any(card in told for card in names)
            for event in [e for e in happened if isinstance(e, CardDrawn) and e not in hidden]:
                assert cards.card_name(event.card) in events.tell([event], you, duties=True)
                seen += 1
    assert min(drawn, seen) > 5


def test_random_deals_bring_every_kind_of_event():
    kinds = {type(event) for name in PRESETS for seed in range(30) for event in all_events(name, seed)}
    assert kinds == set(Event.__args__)


@IN_EVERY_LANGUAGE
def test_every_event_is_told_differently_to_the_two_players(language):
    """What you do and what your opponent does are never the same sentence."""
    compared = 0
    with override(language):
        for event in {event for name in PRESETS for seed in range(8) for event in all_events(name, seed)}:
            if not hasattr(event, "by"):
                continue
            yours, theirs = (events.tell([event], you, duties=True) for you in (event.by, event.by.other))
            assert yours != theirs
            compared += 1
    assert compared > 100


# -- the end of a deal ---------------------------------------------------------------------------------------------

SCORING = ("false_claim", "close_other_first", "close_success_basis", "close_fail", "nobody_claims", "both_66_at_end")
POINTS = [(66, 20), (20, 66), (66, 33), (60, 60), (50, 70), (70, 66), (10, 40), (40, 10), (50, 33), (66, 66)]
TRICKS = [(0, 1), (1, 0), (1, 1)]


def rulesets() -> Iterator[Ruleset]:
    """Every way to score: all values of the switches that scoring reads."""
    for claim_mode in ("spoken", "automatic"):
        for values in product(*(SWITCHES[name].values for name in SCORING)):
            changes = dict(zip(SCORING, values, strict=True))
            if claim_mode == "automatic":
                del changes["false_claim"]
            with suppress(ReadError):  # one combination is no game
                yield custom("classic66", {"claim_mode": claim_mode, **changes})


def endings() -> set[Outcome]:
    """Every end that the engine can give, by way of its three doors."""
    closings = [None, *(Closing(by, at, tricks) for by in Seat for at in ((40, 20), (20, 40)) for tricks in TRICKS)]
    found = set()
    for rules in set(rulesets()):
        for points, tricks_won, closing, by in product(POINTS, TRICKS, closings, Seat):
            count = Count(points, tricks_won)
            if rules.spoken:
                found.add(score_claim(rules, by, count, closing))
            elif points[by] >= 66:
                found.add(score_reached(rules, by, count, closing))
            found.add(score_played_out(rules, by, count, closing))
    return found


ENDINGS = tuple(sorted(endings(), key=repr))


def test_every_how_and_why_is_met():
    assert {outcome.how for outcome in ENDINGS} == set(How)
    assert {outcome.why for outcome in ENDINGS} == {None, *Why}


@IN_EVERY_LANGUAGE
def test_every_end_of_a_deal_is_told(language):
    told = 0
    with override(language):
        for outcome, you in product(ENDINGS, Seat):
            lines = outcomes.outcome_sentences(outcome, you, 33)
            said(language, *lines)
            assert len(lines) == (2 if outcome.winner is None else 3)
            if outcome.why is not None and "33" in outcome.why.value:
                assert "33" in lines[1]
            if outcome.winner is not None:
                assert lines[-1] == outcomes.scored(outcome.game_points, yours=outcome.winner is you)
                assert lines[-1] != outcomes.outcome_sentences(outcome, you.other, 33)[-1]
            told += 1
    assert told > 100


CLOSED = Closing(Seat.A, (40, 20), (3, 1))


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        pytest.param(
            score_played_out(preset("classic66"), Seat.B, Count((50, 70), (3, 4)), CLOSED),
            "You closed the stock, but both hands are empty and you have fewer than 66 points.",
            id="close.played-an-unclaimed-66-of-the-other",
        ),
        pytest.param(
            score_claim(preset("classic66"), Seat.A, Count((70, 70), (4, 4)), CLOSED),
            "You closed the stock and won the deal with 66 points or more.",
            id="close.win-after-an-unclaimed-66-of-the-other",
        ),
        pytest.param(
            score_claim(preset("classic66"), Seat.B, Count((70, 70), (4, 4)), CLOSED),
            "You closed the stock, but your opponent won the deal with 66 points or more.",
            id="close.other-after-an-unclaimed-66-of-the-closer",
        ),
    ],
)
def test_nobody_is_said_to_have_been_first(outcome, expected):
    """A 66 that was not claimed counts for nothing, and no sentence denies it (reading A23)."""
    assert outcomes.outcome_sentences(outcome, Seat.A, 33)[0] == expected


@IN_EVERY_LANGUAGE
def test_a_carried_point_is_told(language):
    outcome = Outcome(Seat.A, 2, How.CLAIMED, Seat.A, Why.HAS_33, Seat.B, carried=True)
    with override(language):
        lines = outcomes.outcome_sentences(outcome, Seat.A, 33)
        assert str(outcomes.CARRIED) in lines
    said(language, *lines)
    assert len(lines) == 4


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("how", [pytest.param(how, id=how.value) for how in How if how is not How.TIED])
def test_the_two_players_read_two_sentences(language, how):
    with override(language):
        yours, theirs = (str(message) for message in outcomes.HOW[how])
    assert yours != theirs


# -- lists, isolation, escaping ------------------------------------------------------------------------------------

THREE = tuple(Card.parse(code) for code in ("AS", "TH", "JC"))
LISTS = [
    pytest.param("en", "and", "jack of clubs, ten of hearts, and ace of spades", id="en-and"),
    pytest.param("en", "or", "jack of clubs, ten of hearts, or ace of spades", id="en-or"),
    pytest.param("es", "and", "jota de tréboles, diez de corazones y as de picas", id="es-and"),
    pytest.param("es", "or", "jota de tréboles, diez de corazones o as de picas", id="es-or"),
    pytest.param("it", "and", "fante di fiori, dieci di cuori e asso di picche", id="it-and"),
    pytest.param("it", "or", "fante di fiori, dieci di cuori o asso di picche", id="it-or"),
    pytest.param("ar", "and", "ولد السباتي، عشرة الكبّة، آس البستوني", id="ar-and"),
    pytest.param("ar", "or", "ولد السباتي، عشرة الكبّة، آس البستوني", id="ar-or"),
    pytest.param("hi", "and", "चिड़ी का गुलाम, पान का दहला और हुकुम का इक्का", id="hi-and"),
    pytest.param("hi", "or", "चिड़ी का गुलाम, पान का दहला या हुकुम का इक्का", id="hi-or"),
]


@pytest.mark.parametrize(("language", "kind", "wanted"), LISTS)
def test_a_list_of_cards(language, kind, wanted):
    with override(language):
        assert cards.card_list(THREE, kind) == wanted


@pytest.mark.parametrize("count", [1, 2, 3, 6, 24])
@pytest.mark.parametrize("kind", ["and", "or"])
def test_arabic_lists_have_commas_only(count, kind):
    """Arabic "and" would be glued to the next word, and to a card it must not be."""
    with override("ar"):
        told = cards.card_list(PACK_24[:count], kind)
        assert told.split("، ") == [cards.card_name(card) for card in PACK_24[:count]]


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_every_name_of_a_list_stands_in_its_own_isolation(language, count):
    with override(language):
        html = cards.card_list_html(PACK_24[:count])
        isolated = re.findall(r"<bdi>(.*?)<span", html)
        assert isolated == [cards.card_name(card) for card in PACK_24[:count]]
        bare = re.sub(r"<bdi>.*?</bdi>", "", html)
    assert "<" not in bare
    assert "♣" not in bare


@IN_EVERY_OTHER
def test_no_letter_is_glued_to_a_placeholder(language):
    """A prefix on %(card)s would be glued to a name that it does not fit (ب, و, l')."""
    checked = 0
    for where, message in MESSAGES:
        with override(language):
            text = str(message)
        for found in PLACEHOLDER.finditer(text):
            before = text[: found.start()][-1:]
            assert not before.isalpha(), where
            checked += 1
    assert checked > 40


VALUES = [
    pytest.param(Card.parse("TH"), id="card"),
    pytest.param(Suit.CLUBS, id="suit"),
    pytest.param(66, id="number"),
    pytest.param("<b>x</b>", id="text"),
    pytest.param((Card.parse("TH"), Card.parse("9S")), id="cards"),
]


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("value", VALUES)
def test_whatever_is_filled_in_is_isolated(language, value):
    with override(language):
        html = sentences.fill("A %(x)s Z", {"x": value})
        plain = sentences.plain("A %(x)s Z", {"x": value})
    assert re.fullmatch(r"A (<bdi>.*</bdi>.*)+ Z", html)
    assert "bdi" not in plain
    assert "<b>" not in html


HOSTILE = '"><script>alert(1)</script>&amp;<img src=x onerror=y>%(card)s'


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: sentences.fill("%(x)s", {"x": HOSTILE}), id="fact"),
        pytest.param(lambda: sentences.fill(HOSTILE.replace("%(card)s", "")), id="message"),
        pytest.param(lambda: sentences.fill(HOSTILE, {"card": HOSTILE}), id="message-and-fact"),
        pytest.param(lambda: sentences.Say("%(x)s", {"x": HOSTILE}).html(), id="say"),
        pytest.param(lambda: cards.isolated(HOSTILE), id="isolated"),
        pytest.param(lambda: cards.with_symbol(HOSTILE, Suit.HEARTS), id="with-symbol"),
    ],
)
def test_hostile_text_is_escaped(make):
    html = str(make())
    assert "<script" not in html
    assert "<img" not in html
    assert "&lt;script&gt;" in html
    assert '"' not in re.sub(r"<(bdi|/bdi|span[^>]*|/span)>", "", html)


# -- what stands side by side ------------------------------------------------------------------------------------------


def test_parts_can_stand_in_another_order(monkeypatch, tmp_path, settings):
    """Languages decide what stands first, and between: a level and what it asks, the size of a file, points and tricks."""
    monkeypatch.setattr(puzzle_words, "LEVEL_WITH_NOTE", "%(note)s (%(n)s)")
    monkeypatch.setitem(printing.PAPERS, "A4", "A4 (PDF)")
    settings.STATE_DIR = tmp_path
    (tmp_path / "pdf").mkdir()
    (tmp_path / "pdf" / printing.pdf_name("classic66", "en", "A4")).write_bytes(b"")
    levels = list_presenters.fields(Walk())[0].choices
    book = SimpleNamespace(place=SimpleNamespace(rules=CLASSIC), beside="")

    assert [choice.label for choice in levels if choice.value == "1"] == ["one rule, one look (1)"]
    assert [chip.label for chip in printing._files(book)] == ["A4 (PDF)"]
    assert table.count_line(24, 3) == "24 points, 3 tricks"
    with override("ar"):
        assert table.count_line(24, 3) == "24 نقطة، 3 لمّات"


# -- small counts of the table -------------------------------------------------------------------------------------


@IN_EVERY_OTHER
def test_counts_on_the_table_are_worded(language):
    with override(language):
        told = [table.count_line(n, n % 7) for n in range(121)] + [table.cards_line(n) for n in range(13)]
        told += [events.trick_sentence(n, yours=yours) for n in range(23) for yours in (True, False)]
        told += [outcomes.scored(n, yours=yours) for n in range(4) for yours in (True, False)]
    said(language, *told)
    assert len(told) == 121 + 13 + 46 + 8


TEMPLATES = Path(__file__).parents[2] / "templates"
WRITTEN = {
    "undo": (timedelta(minutes=10) == keeping.UNDO, progress.NOTHING_TO_UNDO, "ten minutes"),
    "undo-import": (timedelta(minutes=10) == keeping.UNDO, TEMPLATES / "progress/progress.html", "ten minutes"),
    "undo-reset": (timedelta(minutes=10) == keeping.UNDO, TEMPLATES / "progress/reset.html", "ten minutes"),
    "undo-privacy": (timedelta(minutes=10) == keeping.UNDO, TEMPLATES / "site/privacy.html", "ten minutes"),
    "idle": (timedelta(days=400) == keeping.IDLE, TEMPLATES / "site/privacy.html", "400 days"),
    "search": (LIMIT == 100, TEMPLATES / "search/search.html", "100 characters"),
    "report": (MOST_WORDS == 1000, TOO_LONG, "1000 characters"),
    "name": (MAX_LENGTH == 40, BAD_NAME, "40 letters"),
    "points": (LARGEST == 500, NUMBER, "0 to 500"),
    "sign-in": (timedelta(minutes=15) == settings.AXES_COOLOFF_TIME, Path(errors.__file__), "for 15 minutes"),
}


@pytest.mark.parametrize(("same", "text", "words"), WRITTEN.values(), ids=WRITTEN)
def test_numbers_in_texts_are_those_of_the_code(same, text, words):
    """They are translated as words, so that a change of the value has to change the text."""
    assert same
    assert words in (text.read_text(encoding="utf-8") if isinstance(text, Path) else str(text))
