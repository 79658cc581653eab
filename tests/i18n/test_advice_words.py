"""The coach in five languages: reasons, values, losses, aims and reviews have their words, with just their facts."""

from __future__ import annotations

import random
import re

import pytest
from django.utils.translation import override

from engine.actions import Act, Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.cards import Card, Suit
from engine.coach import FACTS, Cause, Ground, Told, advise
from engine.coach.scene import Scene
from engine.notation import read
from engine.policy import Choice, Want
from engine.review import Mark, Miss, Missed, review
from engine.ruleset import PRESETS, preset
from engine.search.values import Kind, Worth, averaged, estimated, proved
from engine.seats import Seat
from engine.view import View, view_of
from tests.conftest import LANGUAGES
from tests.engine.test_review import played
from tests.engine.test_strategy_positions import DILEMMA
from tests.engine.walks import positions, start
from tests.i18n.english import english_in
from tutor.wording import advice, numbers, wants

IN_EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
SAMPLES = {
    "card": Card.parse("TH"),
    "ace": Card.parse("AH"),
    "cards": (Card.parse("KC"), Card.parse("9C")),
    "pair": (Card.parse("KS"), Card.parse("QS")),
    "suit": Suit.DIAMONDS,
    **{name: number for number, name in enumerate(("points", "missing", "n", "won", "lost"), 3)},
}
CAUSES = [pytest.param(cause, id=cause.value) for cause in Cause]


def sample(cause: Cause) -> Told:
    """A reason with made-up facts."""
    return Told(cause, **{name: SAMPLES[name] for name in FACTS[cause]})


def said(language: str, *texts: str) -> None:
    """Every text is there and in its language."""
    assert texts
    for text in texts:
        assert text.strip()
        assert english_in(text, language) == [], text


# -- reasons -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        pytest.param(advice.REASONS, set(Cause), id="reasons"),
        pytest.param(advice.MARKS, set(Mark), id="marks"),
        pytest.param(advice.MISSED, set(Miss), id="missed"),
        pytest.param({**advice.DO, Act.PLAY: 1, Act.MARRIAGE: 1, Act.EXCHANGE: 1}, set(Act), id="what-to-do"),
        pytest.param({**advice.BETTER, Act.PLAY: 1, Act.MARRIAGE: 1, Act.EXCHANGE: 1}, set(Act), id="better"),
        pytest.param(wants.WANTS, set(Want), id="wants"),
    ],
)
def test_every_code_has_words(words, keys):
    assert set(words) == keys


def test_the_samples_hold_every_fact():
    assert set().union(*FACTS.values()) == set(SAMPLES)


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("cause", CAUSES)
def test_a_reason_uses_its_facts_and_no_others(language, cause):
    """Counts that only say how much was looked at may stay unsaid: the certainty says them."""
    with override(language):
        used = set(PLACEHOLDER.findall(str(advice.REASONS[cause])))
        text, html = advice.reason(sample(cause)).text(), advice.reason(sample(cause)).html()
    assert used <= FACTS[cause]
    assert FACTS[cause] - used <= {"n"}
    said(language, text)
    assert html.count("<bdi>") == html.count("</bdi>") >= len(used)


@pytest.mark.parametrize("cause", CAUSES)
def test_a_reason_is_read_at_one_breath(cause):
    """No sentence is longer than 35 words; names stand after a colon."""
    with override("en"):
        text, message = advice.reason(sample(cause)).text(), str(advice.REASONS[cause])
    assert max(len(sentence.split()) for sentence in re.split(r"\.\s", text)) <= 35
    assert text.endswith(".")
    for name in ("card", "cards", "pair", "suit", "ace"):
        for found in re.finditer(rf"%\({name}\)s", message):
            assert message[: found.start()].endswith(": ")


def test_reasons_differ():
    """No two codes say the same."""
    with override("en"):
        texts = [str(message) for message in advice.REASONS.values()]
    assert len(set(texts)) == len(texts) > 60


@IN_EVERY_LANGUAGE
def test_real_advice_leaves_no_english(language):
    """Whatever is advised anywhere in random deals is worded: actions, values, reasons, losses."""
    told = 0
    for name, rules in PRESETS.items():
        rng = random.Random(name)
        for deal in positions(start(rules, 5), rng)[::4]:
            view = view_of(deal, deal.to_act)
            if deal.over or not Scene(view).sensible:
                continue
            with override(language):
                for option in advise(view, random.Random(1)).options:
                    lines = [advice.to_do(option.action, view), advice.better(option.action, view)]
                    lines += [*advice.value_sentences(option), *advice.reasons(option)]
                    said(language, *(line.text() for line in lines), advice.loss(option.lost, best=option.best))
                    assert all(line.html() for line in lines)
                    told += 1
    assert told > 40


# -- values --------------------------------------------------------------------------------------------------------

KINDS = [
    pytest.param(proved(2), Ground.SEARCHED, "Proved: all cards are known.", id="proved"),
    pytest.param(proved(-3), Ground.RULES, "Certain: this ends the deal.", id="rules"),
    pytest.param(
        averaged([1, 2, 1]),
        Ground.SEARCHED,
        "Average over all 3 possible deals, each with the cards open.",
        id="average",
    ),
    pytest.param(
        estimated([1, 2]), Ground.SEARCHED, "Estimate from 2 possible deals, each with the cards open.", id="searched"
    ),
    pytest.param(
        estimated([1] * 200),
        Ground.PLAYED,
        "Estimate from 200 possible deals, each played to the end by simple rules.",
        id="played",
    ),
]


@pytest.mark.parametrize(("worth", "ground", "english"), KINDS)
def test_how_a_value_is_known(worth, ground, english):
    with override("en"):
        assert advice.certainty(worth, ground) == english
    for language in LANGUAGES:
        with override(language):
            said(language, advice.certainty(worth, ground))


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("n", [1, 2, 3, 7, 11, 84, 100, 504])
def test_counts_of_deals(language, n):
    """Every plural form."""
    with override(language):
        for kind, ground in (
            (Kind.AVERAGE, Ground.SEARCHED),
            (Kind.ESTIMATE, Ground.SEARCHED),
            (Kind.ESTIMATE, Ground.PLAYED),
        ):
            said(language, advice.certainty(Worth(1.0, kind, n, 0.1), ground))


def test_col_142_is_worded_as_open_cards():
    """The closing that wins in every deal: the label says that the cards are open, and what one plan is sure of."""
    view = read(DILEMMA, preset("schnapsen"))
    assert isinstance(view, View)
    close = advise(view, random.Random(1)).option(Close(Seat.A))
    with override("en"):
        told = [line.text() for line in advice.value_sentences(close)]
        why = advice.reasons(close)[0].text()
    plain = [text.replace(numbers.LEFT_TO_RIGHT, "").replace(numbers.END, "") for text in told]

    assert plain == [
        "Game points that you may expect: +2.",
        "Average over all 6 possible deals, each with the cards open.",
        "You do not see the cards, so this average is not sure. Game points that the best single plan is sure of: "
        "+0.7.",
    ]
    assert why.startswith("With the cards open this is worth more, but you do not see them")


def test_every_value_has_its_sign():
    """Also that of a claim, which the rules give as a whole number; an error that rounds to nothing is not told."""
    view = read(DILEMMA, preset("schnapsen"))
    assert isinstance(view, View)
    with override("en"):
        for option in advise(view, random.Random(1)).options:
            told = advice.value_sentences(option)
            number = numbers.signed(option.worth.value)
            assert number[0] in "+\u22120"
            assert told[0].html() == f'Game points that you may expect: <bdi dir="ltr">{number}</bdi>.'
            assert str(advice.MAY_BE_OFF) not in [str(line.message) for line in told]


NUMBERS = [
    pytest.param(1.24, "en", "+1.2", id="en"),
    pytest.param(-0.75, "es", "−0,8", id="es"),
    pytest.param(2.0, "it", "+2", id="it"),
    pytest.param(-1.5, "ar", "−1.5", id="ar"),
    pytest.param(0.04, "hi", "0", id="zero"),
    pytest.param(-0.04, "en", "0", id="minus-zero"),
]


@pytest.mark.parametrize(("value", "language", "text"), NUMBERS)
def test_signed_numbers(value, language, text):
    """A sign, the decimal sign of the language, digits 0 to 9, and one direction everywhere."""
    with override(language):
        assert numbers.signed(value) == text
        assert numbers.signed_html(value) == f'<bdi dir="ltr">{text}</bdi>'
        assert numbers.signed_text(value) == f"\u2066{text}\u2069"


LOSSES = [
    pytest.param(0.0, "Nothing is worth more.", id="nothing"),
    pytest.param(0.1, "It loses less than a quarter of a game point.", id="little"),
    pytest.param(0.3, "It loses about a quarter of a game point.", id="quarter"),
    pytest.param(0.55, "It loses about half a game point.", id="half"),
    pytest.param(1.1, "It loses about one game point.", id="one"),
    pytest.param(1.6, "It loses about one and a half game points.", id="one-and-a-half"),
    pytest.param(3.1, "It loses about three game points.", id="three"),
    pytest.param(5.0, "It loses more than three game points.", id="more"),
]


def test_what_is_certain_now_is_not_called_equal():
    """No points lost on average, but not the best: 66 could be claimed at once."""
    with override("en"):
        assert advice.loss(0.0, best=False) == "It puts at risk what is certain now."
        assert advice.loss(0.3, best=False) == advice.loss(0.3)
    for language in LANGUAGES:
        with override(language):
            said(language, advice.loss(0.0, best=False))


@pytest.mark.parametrize(("lost", "english"), LOSSES)
def test_losses_in_round_words(lost, english):
    with override("en"):
        assert advice.loss(lost) == english
    for language in LANGUAGES:
        with override(language):
            said(language, advice.loss(lost))


# -- what to do, what was better -----------------------------------------------------------------------------------

ACTIONS: list[Action] = [
    Play(Seat.A, Card.parse("TH")),
    Announce(Seat.A, Suit.HEARTS),
    Announce(Seat.A, Suit.CLUBS),
    Exchange(Seat.A),
    Close(Seat.A),
    Draw(Seat.A),
    Claim(Seat.A),
]


@IN_EVERY_LANGUAGE
def test_every_action_is_advised_and_was_better(language):
    deal = start(preset("classic66"), 4)
    view = view_of(deal, deal.to_act)
    with override(language):
        texts = [worded(action, view).text() for action in ACTIONS for worded in (advice.to_do, advice.better)]
    said(language, *texts)
    assert len(set(texts)) == len(texts)


@IN_EVERY_LANGUAGE
def test_a_review_is_told(language):
    """Marks, misses and the summary of real deals."""
    chances = [
        Missed(Miss.CLAIM, points=70),
        Missed(Miss.MARRIAGE, 40, (Card.parse("KH"), Card.parse("QH"))),
        Missed(Miss.EXCHANGE, 0, (Card.parse("AH"),)),
    ]
    begin, actions = played(preset("schnapsen"), ("random", "cautious"), 2)
    found = review(begin, actions, Seat.A, random.Random(1))
    with override(language):
        said(language, *(advice.missed(each).text() for each in chances))
        said(language, *(line.text() for line in advice.summary(found)), *(str(mark) for mark in advice.MARKS.values()))
        said(language, advice.thinking_line(advise(view_of(begin, begin.to_act), random.Random(1))))


# -- aims of the opponent ------------------------------------------------------------------------------------------


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("want", [pytest.param(want, id=want.value) for want in Want])
def test_every_aim_is_told(language, want):
    with override(language):
        text = wants.wanted(Choice(Claim(Seat.B), (want,)), over=True)[0].text()
    said(language, text)
    assert not PLACEHOLDER.findall(text)


def test_what_a_hand_hides_is_told_later():
    """During the deal nothing is said that tells of hidden cards; afterwards all of it."""
    action = Close(Seat.B)
    with override("en"):
        assert [line.text() for line in wants.wanted(Choice(action, (Want.SURE_66,)), over=False)] == [str(wants.LATER)]
        both = wants.wanted(Choice(action, (Want.GIVES_LITTLE, Want.KEEPS_MARRIAGE)), over=False)
        assert [line.text() for line in both] == [str(wants.WANTS[Want.GIVES_LITTLE])]
        assert len(wants.wanted(Choice(action, (Want.GIVES_LITTLE, Want.KEEPS_MARRIAGE)), over=True)) == 2
        assert [line.text() for line in wants.wanted(Choice(action, ()), over=True)] == [str(wants.NO_AIM)]
