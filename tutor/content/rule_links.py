"""Links from anywhere to the clause that words a rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.cache import cache

from engine.ruleset import CLASSIC, Ruleset
from tutor.content.models import Block
from tutor.content.paths import path_of
from tutor.content.state import words_key


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A rule by its label, and the address of its clause under a ruleset."""

    rule: str
    label: str
    url: str


def rule_links(rules: Iterable[str], ruleset: Ruleset) -> dict[str, RuleLink]:
    """Return a link for each rule id.

    Raises:
        KeyError: there is no such rule.
    """
    labels = rule_labels()
    return {rule: RuleLink(rule, labels[rule], rule_url(rule, ruleset)) for rule in set(rules)}


def rule_labels() -> dict[str, str]:
    """Return the labels of all rules in the language of the page. They are remembered for a minute."""
    key = words_key("rule-labels")
    labels: dict[str, str] | None = cache.get(key)
    if labels is None:
        blocks = Block.objects.filter(key__endswith=".label")
        labels = {block.key.removesuffix(".label"): block.text for block in blocks}
        cache.set(key, labels, 60)
    return labels


def rule_url(rule: str, ruleset: Ruleset) -> str:
    """Return the address of the clause that words a rule, on the page of its section, where its example stands.

    A rule is shown once a page, so its id is the anchor; its first part is the section.
    """
    query = "" if ruleset == CLASSIC else "?" + urlencode({"preset": str(ruleset)}, safe=";=")
    return f"{path_of('rules:section', rule.split('.')[0])}{query}#{rule}"
