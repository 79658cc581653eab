"""Rules as places that can be found: each clause once, under the first ruleset that has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import pgettext_lazy

from engine.errors import ReadError
from engine.ruleset import CLASSIC, PRESETS, Ruleset, parse
from tutor.content.conditions import holds
from tutor.content.places import PlaceText
from tutor.content.rule_links import rule_url
from tutor.rules.texts import ClauseText, rule_book
from tutor.rules.words import switch_words
from tutor.wording.presets import ruleset_label
from tutor.wording.sentences import plain

KIND = "rule"
HEADING = pgettext_lazy("heading of search results", "Rules")
NO_DUTIES = "strict_follow=no;strict_head=no;strict_trump=no"


def places(texts: Mapping[str, str]) -> Iterator[PlaceText]:
    """Yield every clause in the active language; one that no ruleset shows is no place."""
    for section in rule_book():
        for clause in section.clauses:
            ruleset = ruleset_showing(clause.when)
            if ruleset is not None:
                yield _place(clause, ruleset, texts)


def ruleset_showing(condition: str) -> Ruleset | None:
    """Return a ruleset under which a clause is shown: a preset if there is one, else the nearest to classic rules.

    >>> str(ruleset_showing("close=yes")), str(ruleset_showing("close=no"))
    ('classic66', 'eight66')
    """
    for ruleset in PRESETS.values():
        if holds(condition, ruleset):
            return ruleset
    parts = [NO_DUTIES if part == "no duties" else part for part in condition.split(" and ") if part != "duties"]
    switches = [part.split("/")[0] for part in parts if "=" in part]
    try:
        ruleset = parse(";".join([CLASSIC.name, *switches]))
    except ReadError:
        return None
    return ruleset if holds(condition, ruleset) else None


def _place(clause: ClauseText, ruleset: Ruleset, texts: Mapping[str, str]) -> PlaceText:
    text = texts[clause.key]
    note = texts[f"{clause.key}.note"] if clause.note else ""
    return PlaceText(
        key=clause.key,
        url=rule_url(clause.rule, ruleset),
        title=texts[f"{clause.rule}.label"],
        text=f"{plain(text, switch_words(text, ruleset))} {note}".strip(),
        about="" if ruleset == CLASSIC else ruleset_label(ruleset),
    )
