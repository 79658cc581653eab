"""The rule book under every preset and many custom rulesets, and the files of rule book and lessons themselves."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.utils.translation import override

from engine.actions import Act
from engine.errors import ReadError
from engine.referee import refusal
from engine.ruleset import CLASSIC, PRESETS, SWITCHES, Ruleset, custom
from engine.verdict import RULE_OF, Reason
from tests.conftest import LANGUAGES
from tests.engine.walks import CONCEIVABLE, positions, start
from tests.web.markup import read
from tutor.content.conditions import ConditionError, holds
from tutor.rules.addresses import Place
from tutor.rules.presenters import BookView, book_view, is_silent
from tutor.rules.services import Book
from tutor.rules.texts import ClauseText, rule_book, sources

LONGEST_SENTENCE = 35
CUSTOM_RULESETS = 300


def random_rulesets(count: int) -> list[Ruleset]:
    """Presets with any switches changed, from a fixed seed; combinations that cannot be played are drawn anew."""
    rng, made = random.Random(66), []
    free = [switch for switch in SWITCHES.values() if switch.offered and switch.follows is None]
    while len(made) < count:
        chosen = rng.sample(free, rng.randint(1, len(free)))
        changes = {switch.name: rng.choice(switch.values) for switch in chosen}
        try:
            made.append(custom(rng.choice(sorted(PRESETS)), changes))
        except ReadError:
            continue
    return made


RULESETS = [*PRESETS.values(), *random_rulesets(CUSTOM_RULESETS)]
CLAUSES = [clause for section in rule_book() for clause in section.clauses]
BY_PRESET = [pytest.param(rules, id=name) for name, rules in PRESETS.items()]


def shown(rules: Ruleset) -> list[ClauseText]:
    """The clauses of the file that a ruleset has."""
    return [clause for clause in CLAUSES if holds(clause.when, rules)]


def test_the_random_rulesets_turn_every_switch():
    """Each value of each switch occurs, so that what follows has seen it."""
    assert len(RULESETS) == 5 + CUSTOM_RULESETS
    assert len(set(RULESETS)) > 0.95 * CUSTOM_RULESETS
    for name, switch in SWITCHES.items():
        assert {getattr(rules, name) for rules in RULESETS} - {None} == set(switch.values), name


# -- conditions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clause", [pytest.param(clause, id=clause.key) for clause in CLAUSES])
def test_condition(clause):
    """It can be read, and decides something unless it says ``always``."""
    held = [holds(clause.when, rules) for rules in RULESETS]

    assert len(held) == len(RULESETS)
    assert all(held) is (clause.when in ("always", *ONE_VALUE))


ONE_VALUE = ("meld_per_lead=1", "exchange_any_trump=no", "three_points_if=no_tricks")
"""Conditions on switches that have one value only."""


@pytest.mark.parametrize(
    "condition",
    [
        "",
        "close",
        "close=perhaps",
        "nothing=yes",
        "close=yes and",
        "target=9",
        "always or close=yes",
        "close=yes/perhaps",
    ],
)
def test_a_condition_that_cannot_be_read(condition):
    """A slip of the pen in the file is an error, not a clause that is never shown."""
    with pytest.raises(ConditionError):
        holds(condition, CLASSIC)


def test_at_most_one_variant_of_a_rule():
    """Under no ruleset do two clauses speak for the same rule: its id is the anchor of the page."""
    for rules in RULESETS:
        counts = Counter(clause.rule for clause in shown(rules))
        assert counts
        assert [rule for rule, count in counts.items() if count > 1] == [], str(rules)


# The rule book has words for a ruleset that its reader refuses: two totals of 66 with the last trick would be settled
# by nothing where they are equal (engine/RULES.md, section 2).
UNREACHABLE = {"end.both.most"}


def test_every_clause_is_shown_somewhere():
    """No clause is dead but the one whose ruleset is refused."""
    seen = {clause.key for rules in RULESETS for clause in shown(rules)}

    assert seen == {clause.key for clause in CLAUSES} - UNREACHABLE
    assert len(seen) > 100


@pytest.mark.parametrize("rules", BY_PRESET)
def test_no_preset_lacks_a_section(rules):
    """Every section has something to say."""
    assert {clause.key.split(".")[0] for clause in shown(rules)} == {section.key for section in rule_book()}


# -- refusals ------------------------------------------------------------------------------------------------------

Condition = Callable[[Ruleset], bool]


def always(_rules: Ruleset) -> bool:
    """Under every ruleset."""
    return True


def closing(rules: Ruleset) -> bool:
    """Where the stock can be closed."""
    return rules.close


POSSIBLE: dict[tuple[Reason, Act], Condition] = {
    **dict.fromkeys(RULE_OF, always),
    **{(reason, Act.CLOSE): closing for reason, act in RULE_OF if act is Act.CLOSE},
    (Reason.MUST_FOLLOW, Act.PLAY): lambda rules: rules.strict_follow,
    (Reason.MUST_HEAD, Act.PLAY): lambda rules: rules.strict_head,
    (Reason.MUST_TRUMP, Act.PLAY): lambda rules: rules.strict_trump,
    (Reason.NO_TRICK_YET, Act.EXCHANGE): lambda rules: rules.exchange_needs_trick,
    (Reason.FIRST_TRICK, Act.MARRIAGE): lambda rules: rules.meld_first_lead == "forbidden",
    (Reason.FIRST_TRICK, Act.CLOSE): lambda rules: rules.close and not rules.close_first_lead,
    (Reason.TALON_TOO_SMALL, Act.EXCHANGE): lambda rules: rules.exchange_min_talon > 2,
    (Reason.STOCK_CLOSED, Act.MARRIAGE): lambda rules: rules.close and not rules.meld_after_close,
    (Reason.STOCK_CLOSED, Act.EXCHANGE): closing,
    (Reason.STOCK_EXHAUSTED, Act.MARRIAGE): lambda rules: not rules.meld_after_stock,
    (Reason.DRAW_FIRST, Act.CLOSE): lambda rules: rules.close and not rules.close_before_draw,
    (Reason.MUST_LEAD_KING, Act.PLAY): lambda rules: rules.meld_lead_card == "king",
    (Reason.MUST_LEAD_KING, Act.MARRIAGE): lambda rules: rules.meld_lead_card == "king",
    (Reason.CLOSE_BEFORE_ANNOUNCING, Act.CLOSE): lambda rules: rules.close and not rules.meld_then_close_same_lead,
    (Reason.NO_CLOSING_IN_RULESET, Act.CLOSE): lambda rules: not rules.close,
    (Reason.CLAIM_NOT_NOW, Act.CLAIM): lambda rules: rules.spoken,
    (Reason.NO_CLAIMS_IN_RULESET, Act.CLAIM): lambda rules: not rules.spoken,
}
"""Every refusal with the rulesets under which the engine can give it."""


@pytest.mark.parametrize(
    ("reason", "act"), [pytest.param(reason, act, id=f"{reason.value}-{act.value}") for reason, act in RULE_OF]
)
def test_a_refusal_finds_its_clause(reason, act):
    """Under every ruleset that can refuse like this, the clause is on the page and names the refusal."""
    met = 0
    for rules in RULESETS:
        if not POSSIBLE[reason, act](rules):
            continue
        met += 1
        clauses = [clause for clause in shown(rules) if clause.rule == RULE_OF[reason, act]]
        assert len(clauses) == 1, str(rules)
        assert f"{reason.value}:{act.value}" in clauses[0].codes, str(rules)

    assert met > 30


def test_the_refusals_of_real_deals_find_their_clauses():
    """Deals played by chance, every conceivable action tried in every position: each refusal has its clause."""
    met: set[tuple[Reason, Act]] = set()
    for seed, rules in enumerate(RULESETS[:150]):
        anchors = {clause.rule for clause in shown(rules)}
        for deal in positions(start(rules, seed), random.Random(seed)):
            for action in CONCEIVABLE:
                refused = refusal(deal, action)
                if refused is not None:
                    assert refused.rule in anchors, (refused, str(rules))
                    assert POSSIBLE[refused.reason, refused.act](rules), (refused, str(rules))
                    met.add((refused.reason, refused.act))

    assert set(RULE_OF) - met <= ONLY_FROM_THE_COMMAND_LINE


ONLY_FROM_THE_COMMAND_LINE = {(Reason.MUST_LEAD_FROM_PAIR, Act.MARRIAGE), (Reason.MUST_LEAD_KING, Act.MARRIAGE)}
"""An announcement together with the card that is led is a line of the judge command, not an action."""


def test_every_code_of_a_clause_is_a_refusal():
    """Codes in the file are those of the engine, and each stands in clauses of its own rule only."""
    codes = [(clause, code) for clause in CLAUSES for code in clause.codes]

    for clause, code in codes:
        reason, act = code.split(":")
        assert RULE_OF[Reason(reason), Act(act)] == clause.rule, code
    assert {code for _clause, code in codes} == {f"{reason.value}:{act.value}" for reason, act in RULE_OF}


# -- the page ------------------------------------------------------------------------------------------------------


def book_of(rules: Ruleset) -> BookView:
    """The whole book of a ruleset in the active language."""
    return book_view(Place(rules), Book(), {})


@pytest.mark.django_db
def test_every_ruleset_makes_a_whole_page():
    """Numbers without gaps, anchors once, no placeholder left, no empty text."""
    for rules in RULESETS:
        book = book_of(rules)
        assert [section.number for section in book.sections] == list(range(1, len(book.sections) + 1))
        for section in book.sections:
            numbers = [clause.number for clause in section.clauses]
            assert numbers == [f"{section.number}.{at}" for at in range(1, len(numbers) + 1)]
            assert numbers, (section.anchor, str(rules))
        clauses = [clause for section in book.sections for clause in section.clauses]
        assert {clause.key for clause in clauses} == {clause.key for clause in shown(rules)}
        anchors = [clause.anchor for clause in clauses] + [section.anchor for section in book.sections]
        assert len(set(anchors)) == len(anchors)
        for clause in clauses:
            assert clause.text
            assert "%" not in clause.text, (clause.key, str(rules))


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", BY_PRESET)
def test_values_stand_in_the_text(rules, language):
    """Target, pack, hand and the limit of two points come from the ruleset, in digits, in every language."""
    with override(language):
        book = book_of(rules)
    texts = {
        clause.anchor: re.sub(r"<[^>]+>", "", clause.text) for section in book.sections for clause in section.clauses
    }

    for rule, value in (
        ("match.target", rules.target),
        ("cards.pack", rules.deck),
        ("deal.hand", rules.hand),
        ("pay.one", rules.two_points_below),
        ("pay.two", rules.two_points_below),
    ):
        assert re.search(rf"(?<!\d){value}(?!\d)", texts[rule]), rule


@pytest.mark.django_db
@pytest.mark.parametrize("target", SWITCHES["target"].values)
def test_the_target_of_a_custom_ruleset(target):
    """Whatever target is chosen is the one that the page tells, and the page says that these are no preset."""
    page = read(Client().get(f"/en/rules/?preset=pagat66;target={target}").content)

    assert f"with {target} game points" in page.by_id("match.target").text
    assert page.one("h1").text == ("German Sixty-Six" if target == 7 else "Your own rules")


@pytest.mark.django_db
@pytest.mark.parametrize("rules", BY_PRESET)
def test_the_page_of_a_preset(rules):
    """Its own name, its clauses in the order of the file, its notes, the marks of what no old text says."""
    page = read(Client().get(f"/en/rules/?preset={rules.name}").content)

    clauses = page.all("div", "clause")
    expected = shown(rules)
    assert [node.attrs["data-clause"] for node in clauses] == [clause.key for clause in expected]
    for node, clause in zip(clauses, expected, strict=True):
        assert node.attrs["id"] == clause.rule
        assert [note.text for note in node.all("p", "note")] == ([squeezed(clause.note)] if clause.note else [])
        mark = [link.text for link in node.all("a", "silent") if "silent--texts" not in link.classes]
        assert mark == (["our reading"] if is_silent(clause.source) else [])
    assert sum(bool(clause.note) for clause in expected) > 20
    assert sum(is_silent(clause.source) for clause in expected) >= 3
    current = [link for link in page.all("a", "chip") if link.attrs.get("aria-current")]
    assert [link.text for link in current] == [page.one("h1").text]
    assert len([link for link in page.all("a", "chip") if "preset" in link.attrs["href"]]) >= 4


def squeezed(text: str) -> str:
    """Single spaces."""
    return " ".join(text.split())


# -- the files -----------------------------------------------------------------------------------------------------


def sentences(text: str) -> list[str]:
    """The sentences of an English text; what is said at the table stands in quotes and ends none."""
    return [part for part in re.split(r"(?<=[.!?])\s+", text) if part]


def english_texts() -> Iterator[tuple[str, str]]:
    """Every English text of rule book, sources and lessons with its address."""
    from tutor.content.messages import all_messages

    for message in all_messages():
        yield message.context, message.text


ENGLISH = list(english_texts())


def test_no_sentence_is_too_long():
    """Thirty-five words at most, everywhere."""
    found = [
        (address, len(sentence.split()))
        for address, text in ENGLISH
        for sentence in sentences(text)
        if len(sentence.split()) > LONGEST_SENTENCE
    ]

    assert len(ENGLISH) > 300
    assert sum(len(sentences(text)) for _address, text in ENGLISH) > 450
    assert found == []


def test_texts_are_clean():
    """No double spaces, no lines that begin or end with one, no straight quotes for speech."""
    for address, text in ENGLISH:
        assert text == squeezed(text), address
        assert text
        assert '"' not in text, address


def test_whoever_reads_a_reading_is_told_so():
    """Where the texts are silent the clause has a note, unless the clause says nothing but what all play."""
    silent = [clause for clause in CLAUSES if is_silent(clause.source)]

    assert len(silent) > 10
    assert [clause.key for clause in silent if not clause.note and clause.key not in SAME_FOR_ALL] == []


SAME_FOR_ALL = {
    "close.count",  # how to count the stock before drawing: a reading of the clause above it, which has the note
    "match.tied",  # belongs to the tie, whose clause has the note
}


def test_clause_keys():
    """Unique; the first part is the section, the first two the rule, and every rule has a label."""
    keys = [clause.key for clause in CLAUSES]
    assert len(set(keys)) == len(keys)
    for section in rule_book():
        assert {clause.key.split(".")[0] for clause in section.clauses} == {section.key}
        assert set(section.labels) == {clause.rule for clause in section.clauses}
        assert all(section.labels.values())


def test_points_of_the_sources_speak_of_rules_that_are_there():
    """Each line of the comparison links to a rule of the book; keys are unique."""
    points = sources()["point"]

    assert len(points) > 10
    assert {point["rule"] for point in points} <= {clause.rule for clause in CLAUSES}
    assert len({point["key"] for point in points}) == len(points)
    assert len(sources()["source"]) == 5
