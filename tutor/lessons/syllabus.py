"""Which rules the course teaches, and where. Pure: read from the lesson files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from engine.problems.making import cases_for
from engine.ruleset import Ruleset
from tutor.lessons.sync import step_key
from tutor.lessons.texts import StepText, lessons


def rules_of(step: StepText) -> tuple[str, ...]:
    """Return the rules that a step teaches or asks for, the first one being what it is about."""
    data = step.data
    return tuple(dict.fromkeys([data["rule"], *data.get("rules", ()), *data.get("teaches", ())]))


@cache
def rules_by_step() -> Mapping[str, tuple[str, ...]]:
    """Return the rules of every step, by its key."""
    return {step_key(step): rules_of(step) for lesson in lessons() for step in lesson.steps}


@cache
def lesson_of_rule() -> Mapping[str, str]:
    """Return where each rule is at home: the first lesson that teaches it, else the first one that asks for it."""
    asked = {rule: lesson.slug for lesson in reversed(lessons()) for step in lesson.steps for rule in rules_of(step)}
    taught = {
        rule: lesson.slug
        for lesson in reversed(lessons())
        for step in lesson.steps
        for rule in step.data.get("teaches", ())
    }
    return {**asked, **taught}


@cache
def rules_of_lesson(slug: str) -> tuple[str, ...]:
    """Return the rules that are at home in a lesson."""
    return tuple(sorted(rule for rule, home in lesson_of_rule().items() if home == slug))


@cache
def ever_asked() -> frozenset[str]:
    """Return the rules of the course about which questions can be made under some ruleset."""
    return frozenset(rule for rule in lesson_of_rule() if cases_for(rule))


@lru_cache(maxsize=64)
def askable(rules: Ruleset) -> frozenset[str]:
    """Return the rules of the course about which questions can be made under a ruleset."""
    return frozenset(rule for rule in lesson_of_rule() if any(case.fits(rules) for case in cases_for(rule)))


def reviewed_rules(slug: str, rules: Ruleset) -> tuple[str, ...]:
    """Return the rules of a lesson that come back for review under a ruleset."""
    return tuple(rule for rule in rules_of_lesson(slug) if rule in askable(rules))


@cache
def lesson_by_step() -> Mapping[str, str]:
    """Return the lesson of every step, by the step's key."""
    return {step_key(step): lesson.slug for lesson in lessons() for step in lesson.steps}
